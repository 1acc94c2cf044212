//! What `check` and `test` share: the class with a driver for each method, and how things are tried on a JVM.

use super::launch::{load_failure, native_options};
use super::options::Launch;
use crate::program::launch::{Opened, Session};
use anyhow::{Result, anyhow};
use bytecode::synth::check::{CHECKS, ENTRY, checks_class, entry_name};
use bytecode::{ClassName, DottedName};
use machine::{Loader, MethodId};
use replay::Replay;
use replay::driver::Planned;
use replay::files::give_class;
use sandbox::Free;
use std::time::Duration;

/// Writes the class, where the program finds it.
pub fn write(opened: &Opened, planned: &[Planned], free: &Free) -> Result<()> {
    let drivers: Vec<_> = planned.iter().map(|planned| planned.checked.clone()).collect();
    let api = opened.target.api.clone().expect("the data is symbolic");
    give_class(free, &api, &CHECKS.into(), &checks_class(&drivers)?)?;
    Ok(())
}

/// A session in which that class is main, and its drivers in the order of the plan.
pub fn session(opened: Opened, planned: &[Planned]) -> Result<(Session, Vec<MethodId>)> {
    let Opened { jdk, mut target, mut world, .. } = opened;
    let name = ClassName::from(CHECKS);
    target.main_class = name.dotted();
    let class = match world.load(Loader::App, &name) {
        Ok(Some(class)) => class,
        Ok(None) => return Err(anyhow!("the driver cannot be found")),
        Err(error) => return Err(load_failure(CHECKS, error)),
    };
    let entries: Vec<MethodId> = (0..planned.len())
        .map(|number| world.classes[class].declared_method(&entry_name(number), ENTRY).expect("a driver"))
        .collect();
    let (main, loops) = (entries[0], Vec::new());
    let session = Session { jdk, target, world, class, main, driver: None, method: None, loops };
    Ok((session, entries))
}

pub fn replay(session: &Session, launch: &Launch, free: &Free, time: Duration) -> Replay {
    Replay {
        java: session.jdk.home.join("bin/java"),
        class_path: session.target.class_path.clone(),
        main_class: DottedName::default(),
        arguments: Vec::new(),
        properties: launch.properties.clone(),
        folder: free.given.join("replay"),
        driver: None,
        time,
        options: native_options(launch, &session.jdk, free),
        free: free.clone(),
    }
}
