//! `cargo xtask show packages`: all packages of the release build, installed in all ways that this machine has, each into an empty
//! environment with the demo, manual pages and completions; and built a second time, into the same bytes.

use differential::packages::{Package, PackageKind, Refusal, Way, build, debian_faults, faults};
use differential::{Scratch, Tools};

use crate::Shown;

pub fn figures(_: &[&str]) -> Shown {
    let tools = Tools::find();
    let (first, second) = (Scratch::new("packages"), Scratch::new("packages"));
    let packages = build(&tools, &PackageKind::ALL, first.path());
    let again = build(&tools, &PackageKind::ALL, second.path());
    let mut shown = Shown { lines: Vec::new(), enough: true };
    for (package, again) in packages.iter().zip(&again) {
        let bytes = package.bytes();
        let same = bytes == again.bytes();
        let reproduced = if same { "built twice with the same bytes" } else { "built twice, with OTHER BYTES" };
        shown.lines.push(format!("{}: {:.1} MB, {reproduced}", package.name(), bytes.len() as f64 / 1e6));
        shown.enough &= same;
        if package.kind == PackageKind::Debian {
            note(&mut shown, "checks", debian_faults(&package.file));
        }
        package.ways().iter().for_each(|way| try_way(&tools, package, way, &mut shown));
    }
    shown
}

fn try_way(tools: &Tools, package: &Package, way: &Way, shown: &mut Shown) {
    let root = Scratch::new("packages-root");
    match (way.install)(&package.file, root.path()) {
        Ok(installed) => note(shown, way.name, faults(tools, &installed)),
        Err(Refusal::NotHere(why)) => shown.lines.push(format!("  {}: not tried, {why}", way.name)),
        Err(Refusal::Failed(why)) => note(shown, way.name, vec![why]),
    }
}

fn note(shown: &mut Shown, what: &str, faults: Vec<String>) {
    shown.enough &= faults.is_empty();
    shown.lines.push(format!("  {what}: {}", if faults.is_empty() { "all works" } else { "FALLS SHORT" }));
    shown.lines.extend(faults.into_iter().map(|fault| format!("    {fault}")));
}
