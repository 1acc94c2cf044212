//! `jacana confined STRENGTH FOLDER PROGRAM ARGUMENTS...`: confines itself and becomes the program. Replays are started so.

use crate::options::Confined;
use crate::sandbox::{self, Exec};
use anyhow::{Result, bail};
use std::os::unix::process::CommandExt;
use std::process::Command;

pub fn execute(confined: &Confined) -> Result<u8> {
    hotspot::process::die_with_parent();
    if !sandbox::confine(confined.strength, &confined.folder, Exec::Allowed).holds() {
        bail!("this kernel cannot confine a program");
    }
    let error = Command::new(&confined.program).args(&confined.arguments).exec();
    bail!("cannot start {}: {error}", confined.program)
}
