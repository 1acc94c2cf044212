//! What landlock lets a confined process open: everything may be read but devices, and one folder may be written.

use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, CompatLevel, Compatible, LandlockStatus, RestrictionStatus, Ruleset,
    RulesetAttr, RulesetCreatedAttr, RulesetError, RulesetStatus, Scope, path_beneath_rules,
};
use std::path::{Path, PathBuf};

/// Devices without a person or a disk behind them.
const DEVICES: [&str; 5] = ["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"];

/// What programs need of a machine, and is the same on many. Debian's JDK has its settings in /etc.
const SYSTEM: [&str; 27] = [
    "/usr",
    "/lib",
    "/lib32",
    "/lib64",
    "/bin",
    "/sbin",
    "/proc",
    "/sys",
    "/etc/alternatives",
    "/etc/ca-certificates",
    "/etc/fonts",
    "/etc/group",
    "/etc/host.conf",
    "/etc/hosts",
    "/etc/java-17-openjdk",
    "/etc/java-21-openjdk",
    "/etc/java-25-openjdk",
    "/etc/ld.so.cache",
    "/etc/locale.alias",
    "/etc/localtime",
    "/etc/mime.types",
    "/etc/nsswitch.conf",
    "/etc/os-release",
    "/etc/passwd",
    "/etc/ssl/certs",
    "/etc/timezone",
    "/nix/store",
];

/// Asks for the newest that we know; an older kernel does what it can. Nothing if it has no landlock.
pub fn restrict_files(writable: Option<&Path>, readable: Option<&[PathBuf]>) -> Option<Restricted> {
    let status = restrict(writable, readable).ok()?;
    let kept = match status.ruleset {
        RulesetStatus::FullyEnforced => Kept::All,
        RulesetStatus::PartiallyEnforced => Kept::Part,
        RulesetStatus::NotEnforced => return None,
    };
    Some(Restricted { kept, abi: abi(status.landlock) })
}

/// What landlock does from now on.
#[derive(Clone, Copy, Debug)]
pub struct Restricted {
    pub kept: Kept,
    /// The version that the kernel has.
    pub abi: u32,
}

fn abi(status: LandlockStatus) -> u32 {
    match status {
        // A version that the crate does not know yet is told apart; others only have a text.
        LandlockStatus::Available { kernel_abi: Some(newer), .. } => newer.unsigned_abs(),
        LandlockStatus::Available { effective_abi, .. } => effective_abi.to_string().parse().unwrap_or(0),
        LandlockStatus::NotEnabled | LandlockStatus::NotImplemented => 0,
    }
}

/// How much of what we ask for the kernel knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    All,
    Part,
}

fn restrict(writable: Option<&Path>, readable: Option<&[PathBuf]>) -> Result<RestrictionStatus, RulesetError> {
    let devices = AccessFs::ReadFile | AccessFs::WriteFile | AccessFs::Truncate;
    let rules = Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(AccessFs::from_write(ABI::V5) | AccessFs::ReadFile)?
        .handle_access(AccessNet::from_all(ABI::V4))?
        .scope(Scope::from_all(ABI::V6))?
        .create()?
        .add_rules(path_beneath_rules(writable, changes()))?
        .add_rules(path_beneath_rules(DEVICES, devices))?;
    let read = AccessFs::ReadFile;
    let rules = match readable {
        Some(named) => rules.add_rules(path_beneath_rules(SYSTEM, read))?.add_rules(path_beneath_rules(named, read))?,
        None => rules.add_rules(path_beneath_rules(all_but_devices(), read))?,
    };
    rules.restrict_self()
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
fn all_but_devices() -> Vec<PathBuf> {
    let entries = std::fs::read_dir("/").into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).filter(|path| path != Path::new("/dev")).collect()
}
