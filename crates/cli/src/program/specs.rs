//! `--specs PATH`: static methods marked with `@jacana.InvariantOf("Class")`, which say what objects of a class are like that has
//! no invariant of its own.

use crate::program::launch::load_failure;
use crate::program::models::class_files;
use anyhow::{Result, anyhow, bail};
use bytecode::{ClassName, DottedName, access};
use machine::{Loader, World};
use std::path::PathBuf;

const INVARIANT_OF: &str = "jacana/InvariantOf";

/// From now on, these are the invariants of the classes that they name.
pub fn register(world: &mut World, entries: &[PathBuf]) -> Result<()> {
    for entry in entries {
        let before = world.atlas.specs.invariants.len();
        for file in class_files(entry)? {
            let name = file.name.dotted();
            for method in &file.methods {
                let Some(target) = method.annotation(INVARIANT_OF) else { continue };
                let shown = format!("{name}.{}", method.name);
                if method.access & access::STATIC == 0 || !method.descriptor.ends_with(")Z") {
                    bail!("invariant {shown} must be static and return boolean");
                }
                let described = load(world, &DottedName::new(&**target).internal())?;
                let of = load(world, &file.name)?;
                let declared = world.classes[of].declared_method(&method.name, &method.descriptor);
                let declared =
                    declared.ok_or_else(|| anyhow!("another class {name} stands before the one of {shown}"))?;
                if world.classes[declared].parameters.len() != 1 {
                    bail!("invariant {shown} must have one parameter, the object");
                }
                world.atlas.specs.invariants.insert(described, declared);
            }
        }
        if world.atlas.specs.invariants.len() == before {
            bail!("no method of {} is marked with @jacana.InvariantOf", entry.display());
        }
    }
    Ok(())
}

fn load(world: &mut World, name: &ClassName) -> Result<machine::ClassId> {
    match world.load(Loader::App, name) {
        Ok(Some(class)) => Ok(class),
        Ok(None) => bail!("no such class: {}", name.dotted()),
        Err(error) => Err(load_failure(name, error)),
    }
}
