//! Why a class is not tried at all.

use bytecode::access;
use machine::{ClassId, World};
use replay::driver::targets;
use std::path::PathBuf;

/// Of files and folders, in bytes.
const LONGEST_NAME: usize = 255;

/// Packages in jars can have names that no folder has.
pub fn too_long(files: &[PathBuf]) -> Option<String> {
    let mut parts = files.iter().flatten().map(|part| part.len());
    let longest = parts.find(|&bytes| bytes > LONGEST_NAME)?;
    Some(format!("its tests would lie in a folder with a name of {longest} bytes"))
}

/// What there is of a class that a test cannot call; `None` if it can be tried.
pub fn why_not(world: &World, class: ClassId) -> Option<String> {
    if !targets::tested_methods(world, class).is_empty() {
        return None;
    }
    let access = world.classes[class].access;
    Some(match (access & access::INTERFACE != 0, access & access::ABSTRACT != 0) {
        (true, _) => "an interface: classes that implement it are tested".into(),
        (_, true) => "an abstract class without a method that a test can call".into(),
        _ => "no method or constructor that a test can call".into(),
    })
}
