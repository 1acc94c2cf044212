//! What landlock lets a confined process open: everything may be read but devices, and one folder may be written.

use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, CompatLevel, Compatible, Ruleset, RulesetAttr, RulesetCreated,
    RulesetCreatedAttr, RulesetError, RulesetStatus, Scope, path_beneath_rules,
};
use std::path::{Path, PathBuf};

/// Devices without a person or a disk behind them.
const DEVICES: [&str; 5] = ["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"];

/// Asks for the newest that we know; an older kernel does what it can. False if it has no landlock.
pub fn restrict_files(writable: Option<&Path>) -> Result<bool, RulesetError> {
    let devices = AccessFs::ReadFile | AccessFs::WriteFile | AccessFs::Truncate;
    let rules = Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(AccessFs::from_write(ABI::V5) | AccessFs::ReadFile)?
        .handle_access(AccessNet::from_all(ABI::V4))?
        .scope(Scope::from_all(ABI::V6))?
        .create()?
        .add_rules(path_beneath_rules(writable, changes()))?
        .add_rules(path_beneath_rules(DEVICES, devices))?;
    let rules = rules.add_rules(path_beneath_rules(readable(), AccessFs::ReadFile))?;
    enforced(rules)
}

fn enforced(rules: RulesetCreated) -> Result<bool, RulesetError> {
    Ok(rules.restrict_self()?.ruleset != RulesetStatus::NotEnforced)
}

/// Inside of the folder: files, folders and links. A device in it would be the disk itself for whoever is root.
fn changes() -> BitFlags<AccessFs> {
    AccessFs::ReadFile
        | AccessFs::WriteFile
        | AccessFs::Truncate
        | AccessFs::RemoveFile
        | AccessFs::RemoveDir
        | AccessFs::MakeReg
        | AccessFs::MakeDir
        | AccessFs::MakeSym
        | AccessFs::Refer
}

/// All that is in the root but devices: reading from a terminal takes from whoever sits there.
fn readable() -> Vec<PathBuf> {
    let entries = std::fs::read_dir("/").into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).filter(|path| path != Path::new("/dev")).collect()
}
