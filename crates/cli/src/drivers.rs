//! What `check` and `test` share: the class with a driver for each method, and how things are tried on a JVM.

use crate::compile;
use crate::engine::Free;
use crate::launch::{Opened, Session};
use crate::options::Launch;
use crate::referee::launcher;
use crate::sandbox::Strength;
use crate::targets::Planned;
use anyhow::{Result, anyhow};
use bytecode::synth::check::{CHECKS, ENTRY, checks_class, entry_name};
use explore::replay::Replay;
use machine::{Loader, MethodId};
use std::time::Duration;

/// Writes the class, where the program finds it.
pub fn write(opened: &Opened, planned: &[Planned]) -> Result<()> {
    let drivers: Vec<_> = planned.iter().map(|planned| planned.checked.clone()).collect();
    let api = opened.target.api.clone().expect("the data is symbolic");
    compile::write_class(&api, CHECKS, &checks_class(&drivers)?)
}

/// A session in which that class is main, and its drivers in the order of the plan.
pub fn session(opened: Opened, planned: &[Planned]) -> Result<(Session, Vec<MethodId>)> {
    let Opened { jdk, mut target, mut world, .. } = opened;
    target.main_class = CHECKS.replace('/', ".");
    let class = match world.load(Loader::App, CHECKS) {
        Ok(Some(class)) => class,
        other => return Err(anyhow!("the driver cannot be loaded: {other:?}")),
    };
    let entries: Vec<MethodId> = (0..planned.len())
        .map(|number| world.classes[class].declared_method(&entry_name(number), ENTRY).expect("a driver"))
        .collect();
    let session = Session { jdk, target, world, class, main: entries[0], driver: None, method: None };
    Ok((session, entries))
}

pub fn replay(session: &Session, launch: &Launch, strength: Strength, free: &Free, time: Duration) -> Result<Replay> {
    Ok(Replay {
        java: session.jdk.home.join("bin/java"),
        class_path: session.target.class_path.clone(),
        main_class: String::new(),
        arguments: Vec::new(),
        properties: launch.properties.clone(),
        folder: free.folder.join("replay"),
        driver: None,
        time,
        launcher: launcher(strength, &free.folder)?,
    })
}
