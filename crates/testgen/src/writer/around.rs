//! Classes around the one under test that random calls look into: a parser whose lexer never sees anything new does not either.

use crate::trial::Measure;
use bytecode::{ClassName, DottedName};
use machine::{ClassId, World};
use replay::driver;

/// Classes that have probes besides those under test.
const MOST: usize = 60;

/// The measured classes first, then what they speak of, and what that speaks of, as far as it is no part of the JDK.
pub(super) fn around(world: &mut World, class: ClassId, own: &Measure) -> Measure {
    let loader = world.classes[class].loader;
    let mut names: Vec<DottedName> = own.names().collect();
    if world.classes[class].is_jdk() {
        return Measure::of(world, loader, &names);
    }
    let (mut found, first): (Vec<ClassName>, usize) = (names.iter().map(DottedName::internal).collect(), names.len());
    let mut at = 0;
    while let Some(name) = found.get(at).cloned()
        && found.len() < first + MOST
    {
        at += 1;
        let Ok(Some(class)) = world.load(loader, &name) else { continue };
        let Some(file) = world.classes[class].file.clone() else { continue };
        for other in driver::mentions(&file) {
            let is_program = matches!(world.load(loader, &other), Ok(Some(other)) if !world.classes[other].is_jdk());
            if is_program && !other.starts_with('[') && !found.contains(&other) && found.len() < first + MOST {
                found.push(other);
            }
        }
    }
    names.extend(found[first..].iter().map(ClassName::dotted));
    Measure::of(world, loader, &names)
}
