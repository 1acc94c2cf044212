//! `--methods FILE`: which methods were executed, and how, one per line: `user` or `library`; `bytecode`, `native`, `model` or `native-model`; class, name
//! and descriptor, separated by tabs.

use anyhow::{Context, Result};
use machine::World;
use machine::program::Binding;
use std::fmt::Write;
use std::path::Path;

pub fn write(file: &Path, world: &World) -> Result<()> {
    std::fs::write(file, listing(world)).with_context(|| format!("cannot write {}", file.display()))
}

fn listing(world: &World) -> String {
    let mut lines = Vec::new();
    for class in world.classes.iter() {
        for &method in &class.methods {
            let method = &world.classes[method];
            // A method is bound when it is first called.
            let how = match method.binding.get() {
                Binding::Undecided | Binding::Abstract => continue,
                Binding::Bytecode => "bytecode",
                Binding::Native => "native",
                Binding::User(_) | Binding::Model(_) if method.is_native() => "native-model",
                Binding::User(_) | Binding::Model(_) => "model",
            };
            let whose = if class.is_jdk() { "library" } else { "user" };
            lines.push((whose, how, class.dotted(), &method.name, &method.descriptor));
        }
    }
    lines.sort();
    lines.iter().fold(String::new(), |mut text, (whose, how, class, name, descriptor)| {
        let _ = writeln!(text, "{whose}\t{how}\t{class}\t{name}\t{descriptor}");
        text
    })
}
