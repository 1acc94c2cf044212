//! A followed run by its parts: which classes had to do with symbolic data, and what that cost.

use bytecode::DottedName;
use machine::world::profile::Spent;
use machine::{ClassId, World};
use std::collections::BTreeMap;

/// What the methods of a class spent.
#[derive(Clone, Debug)]
pub struct Part {
    pub class: DottedName,
    pub library: bool,
    pub spent: Spent,
}

/// All classes that executed something, those with most instructions first; nothing unless a profile was kept.
pub fn parts(world: &World) -> Vec<Part> {
    let mut by_class: BTreeMap<ClassId, Spent> = BTreeMap::new();
    for (method, spent) in world.profile.iter().flat_map(|profile| profile.methods()) {
        by_class.entry(world.classes[method].class).or_default().add(spent);
    }
    let part = |(class, spent): (ClassId, Spent)| {
        let class = &world.classes[class];
        Part { class: class.dotted(), library: class.is_jdk(), spent }
    };
    let mut parts: Vec<Part> = by_class.into_iter().map(part).collect();
    parts.sort_by(|a, b| b.spent.instructions.cmp(&a.spent.instructions).then_with(|| a.class.cmp(&b.class)));
    parts
}
