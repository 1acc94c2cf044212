//! The first line of defence while exploring and replaying: the kernel refuses writes outside of a folder of ours, sockets,
//! processes and changes of attributes, to this thread and all that it starts. Where it cannot, the table of natives still does.

use crate::process;
use landlock::{
    ABI, AccessFs, CompatLevel, Compatible, Ruleset, RulesetAttr, RulesetCreatedAttr, RulesetError, RulesetStatus,
    path_beneath_rules,
};
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule,
};
use std::collections::BTreeMap;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;
use std::{fmt, io};

/// What the kernel is asked for at most; the rest is for tests and for kernels that make trouble.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strength {
    /// The program may do as it likes.
    Nothing,
    /// The table of natives alone.
    Natives,
    /// Also system calls are filtered.
    Calls,
    /// Also files are watched over: the default.
    Files,
}

impl Strength {
    pub const ALL: [(&str, Strength); 3] =
        [("natives", Strength::Natives), ("calls", Strength::Calls), ("files", Strength::Files)];

    pub fn name(self) -> &'static str {
        Strength::ALL.iter().find(|(_, strength)| *strength == self).map_or("nothing", |&(name, _)| name)
    }
}

/// May new programs be started in place of this process? A replay becomes `java` once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exec {
    Allowed,
    Refused,
}

/// What the kernel took on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Defence {
    pub files: bool,
    pub calls: bool,
    allowed: bool,
}

impl Defence {
    /// Can nothing that a replay does reach the outside?
    pub fn holds(self) -> bool {
        self.calls || self.allowed
    }
}

impl fmt::Display for Defence {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match (self.allowed, self.files, self.calls) {
            (true, _, _) => "none (--allow-io): effects of the program are real and happen once per path",
            (_, true, true) => "kernel (landlock, seccomp) and table of natives",
            (_, true, false) => "kernel (landlock) and table of natives",
            (_, false, true) => "kernel (seccomp) and table of natives",
            (_, false, false) => "table of natives only: the kernel offers neither landlock nor seccomp",
        })
    }
}

/// Confines the calling thread, its later threads and processes, for good. Never fails: it answers what could be done.
pub fn confine(strength: Strength, folder: &Path, exec: Exec) -> Defence {
    let files = strength == Strength::Files && restrict_files(folder).unwrap_or(false);
    let calls = matches!(strength, Strength::Files | Strength::Calls) && filter_calls(files, exec).is_ok();
    Defence { files, calls, allowed: strength == Strength::Nothing }
}

/// Confines this process and becomes the program; answers only if that fails. Replays are started so.
pub fn become_confined(strength: Strength, folder: &Path, program: &str, arguments: &[String]) -> io::Error {
    process::die_with_parent();
    if !confine(strength, folder, Exec::Allowed).holds() {
        return io::Error::other("this kernel cannot confine a program");
    }
    let error = Command::new(program).args(arguments).exec();
    io::Error::new(error.kind(), format!("cannot start {program}: {error}"))
}

/// Writes only below the folder; reading stays free. False if the kernel has no landlock.
fn restrict_files(folder: &Path) -> Result<bool, RulesetError> {
    let writes = AccessFs::from_write(ABI::V3);
    let to_file = AccessFs::WriteFile | AccessFs::Truncate;
    let status = Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(writes)?
        .create()?
        .add_rules(path_beneath_rules([folder], writes))?
        .add_rules(path_beneath_rules(["/dev/null"], to_file))?
        .restrict_self()?;
    Ok(status.ruleset != RulesetStatus::NotEnforced)
}

type Rules = BTreeMap<i64, Vec<SeccompRule>>;

fn filter_calls(files_are_watched: bool, exec: Exec) -> Result<(), seccompiler::Error> {
    let mut refused = refused_calls()?;
    if exec == Exec::Refused {
        refused.extend([libc::SYS_execve, libc::SYS_execveat].map(always));
    }
    if !files_are_watched {
        refused.extend(writing_calls()?);
    }
    // glibc starts threads by clone3, whose flags a filter cannot see, and falls back to clone where there is none.
    let missing = [libc::SYS_clone3, libc::SYS_openat2].map(always);
    for (rules, errno) in [(refused, libc::EACCES), (missing.into(), libc::ENOSYS)] {
        let arch = std::env::consts::ARCH.try_into().map_err(seccompiler::Error::Backend)?;
        let filter = SeccompFilter::new(rules, SeccompAction::Allow, SeccompAction::Errno(errno as u32), arch);
        let program: BpfProgram = filter.and_then(TryInto::try_into).map_err(seccompiler::Error::Backend)?;
        seccompiler::apply_filter(&program)?;
    }
    Ok(())
}

fn always(call: i64) -> (i64, Vec<SeccompRule>) {
    (call, Vec::new())
}

/// Matches if one of these bits of an argument is set.
fn any_bit(argument: u8, bits: &[i32]) -> Result<Vec<SeccompRule>, seccompiler::Error> {
    let rule = |&bit: &i32| {
        let op = SeccompCmpOp::MaskedEq(bit as u64);
        let condition = SeccompCondition::new(argument, SeccompCmpArgLen::Dword, op, bit as u64)?;
        SeccompRule::new(vec![condition])
    };
    bits.iter().map(rule).collect::<Result<_, _>>().map_err(seccompiler::Error::Backend)
}

/// Processes, sockets, other processes, attributes of files (which landlock does not know), and ways around a filter.
fn refused_calls() -> Result<Rules, seccompiler::Error> {
    let mut rules: Rules = [
        libc::SYS_socket,
        libc::SYS_connect,
        libc::SYS_bind,
        libc::SYS_listen,
        libc::SYS_accept,
        libc::SYS_accept4,
        libc::SYS_kill,
        libc::SYS_tkill,
        libc::SYS_pidfd_send_signal,
        libc::SYS_ptrace,
        libc::SYS_process_vm_writev,
        libc::SYS_fchmod,
        libc::SYS_fchmodat,
        libc::SYS_fchown,
        libc::SYS_fchownat,
        libc::SYS_utimensat,
        libc::SYS_setxattr,
        libc::SYS_lsetxattr,
        libc::SYS_fsetxattr,
        libc::SYS_removexattr,
        libc::SYS_lremovexattr,
        libc::SYS_fremovexattr,
        libc::SYS_mount,
        libc::SYS_umount2,
        libc::SYS_reboot,
        libc::SYS_sethostname,
        libc::SYS_settimeofday,
        libc::SYS_clock_settime,
        libc::SYS_io_uring_setup,
        libc::SYS_bpf,
        libc::SYS_mq_open,
        libc::SYS_mq_unlink,
        libc::SYS_shmget,
        libc::SYS_semget,
        libc::SYS_msgget,
    ]
    .map(always)
    .into();
    #[cfg(target_arch = "x86_64")]
    rules.extend(
        [
            libc::SYS_fork,
            libc::SYS_vfork,
            libc::SYS_chmod,
            libc::SYS_chown,
            libc::SYS_lchown,
            libc::SYS_utime,
            libc::SYS_utimes,
            libc::SYS_futimesat,
        ]
        .map(always),
    );
    // A thread, not a process.
    let op = SeccompCmpOp::MaskedEq(libc::CLONE_THREAD as u64);
    let no_thread = SeccompCondition::new(0, SeccompCmpArgLen::Dword, op, 0)
        .and_then(|condition| SeccompRule::new(vec![condition]))
        .map_err(seccompiler::Error::Backend)?;
    rules.insert(libc::SYS_clone, vec![no_thread]);
    Ok(rules)
}

/// What landlock would decide by the folder: without it, nothing is written at all.
fn writing_calls() -> Result<Rules, seccompiler::Error> {
    let mut rules: Rules = [
        libc::SYS_unlinkat,
        libc::SYS_renameat2,
        libc::SYS_mkdirat,
        libc::SYS_linkat,
        libc::SYS_symlinkat,
        libc::SYS_mknodat,
        libc::SYS_truncate,
    ]
    .map(always)
    .into();
    let writing = [libc::O_WRONLY, libc::O_RDWR, libc::O_CREAT, libc::O_TRUNC];
    rules.insert(libc::SYS_openat, any_bit(2, &writing)?);
    #[cfg(not(target_arch = "riscv64"))]
    rules.extend([always(libc::SYS_renameat)]);
    #[cfg(target_arch = "x86_64")]
    {
        let calls = [
            libc::SYS_unlink,
            libc::SYS_rmdir,
            libc::SYS_rename,
            libc::SYS_mkdir,
            libc::SYS_link,
            libc::SYS_symlink,
            libc::SYS_mknod,
            libc::SYS_creat,
        ];
        rules.extend(calls.map(always));
        rules.insert(libc::SYS_open, any_bit(1, &writing)?);
    }
    Ok(rules)
}

#[cfg(test)]
mod tests;
