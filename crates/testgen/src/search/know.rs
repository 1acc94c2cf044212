//! What the exploration of one method may choose from: classes behind its parameters, what reflection may mean, texts, and which objects are given twice.

use super::types::Types;
use super::{reflection, twice};
use crate::random::seeds;
use crate::settings::Settings;
use crate::writer;
use machine::World;
use replay::driver::{Planned, know_mentioned};

/// The atlas becomes that of the method.
pub fn know(world: &mut World, plan: &Planned, settings: &Settings, types: &Types) {
    world.atlas.start_over();
    world.atlas.making.tested = Some(plan.method);
    world.atlas.making.package = writer::package(world, plan.class).replace('.', "/");
    world.atlas.making.gives_twice = twice::gives_twice(world, plan.class, settings.alias);
    if !settings.classic {
        know_mentioned(world, plan);
        types.know(world);
        reflection::know(world, plan.class, &settings.sinks);
    }
    seeds::know(world, plan.class);
}
