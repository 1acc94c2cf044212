//! The list of system calls that a confined process may make. Whatever is not on it is refused: what a later kernel brings, too.
//! On it is what HotSpot, javac and the C library need to compute, to read and to talk over descriptors that they have.

use super::Exec;
use seccompiler::{
    BackendError, BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule,
};
use std::collections::BTreeMap;

type Rules = BTreeMap<i64, Vec<SeccompRule>>;

/// May files be opened for writing, made, renamed and deleted, as far as landlock lets them?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileCalls {
    Writing,
    ReadingOnly,
}

/// Installs the filter on this thread and all that it starts.
pub fn filter_calls(files: FileCalls, exec: Exec) -> Result<(), seccompiler::Error> {
    // glibc starts threads by clone3, whose flags a filter cannot see, and falls back to clone where there is none. Of two filters
    // that refuse, the later one says with which error: so these stand on the list.
    let missing: Rules = MISSING.iter().map(|&call| (call, Vec::new())).collect();
    install(missing, SeccompAction::Allow, SeccompAction::Errno(libc::ENOSYS as u32))?;
    let allowed = allowed(files, exec).map_err(seccompiler::Error::Backend)?;
    install(allowed, SeccompAction::Errno(libc::EACCES as u32), SeccompAction::Allow)
}

fn install(rules: Rules, otherwise: SeccompAction, on_match: SeccompAction) -> Result<(), seccompiler::Error> {
    let arch = std::env::consts::ARCH.try_into().map_err(seccompiler::Error::Backend)?;
    let filter = SeccompFilter::new(rules, otherwise, on_match, arch);
    let program: BpfProgram = filter.and_then(TryInto::try_into).map_err(seccompiler::Error::Backend)?;
    seccompiler::apply_filter(&program)
}

const MISSING: [i64; 2] = [libc::SYS_clone3, libc::SYS_openat2];

fn allowed(files: FileCalls, exec: Exec) -> Result<Rules, BackendError> {
    let mut rules: Rules = ALWAYS.iter().chain(&MISSING).map(|&call| (call, Vec::new())).collect();
    rules.extend(with_arguments()?);
    if exec == Exec::Allowed {
        rules.extend([(libc::SYS_execve, Vec::new())]);
    }
    match files {
        FileCalls::Writing => rules.extend(CHANGES.iter().chain(OPENS).map(|&call| (call, Vec::new()))),
        FileCalls::ReadingOnly => rules.extend(opens_for_reading()?),
    }
    Ok(rules)
}

/// Calls that change nothing outside of the process, whatever their arguments are.
const ALWAYS: &[i64] = &[
    // Memory.
    libc::SYS_brk,
    libc::SYS_mmap,
    libc::SYS_munmap,
    libc::SYS_mprotect,
    libc::SYS_mremap,
    libc::SYS_madvise,
    libc::SYS_mincore,
    libc::SYS_mlock,
    libc::SYS_munlock,
    libc::SYS_msync,
    libc::SYS_membarrier,
    libc::SYS_memfd_create,
    libc::SYS_get_mempolicy,
    // Threads of its own, and its end.
    libc::SYS_futex,
    libc::SYS_futex_waitv,
    libc::SYS_set_robust_list,
    libc::SYS_get_robust_list,
    libc::SYS_set_tid_address,
    libc::SYS_rseq,
    libc::SYS_sched_yield,
    libc::SYS_sched_getaffinity,
    libc::SYS_sched_getparam,
    libc::SYS_sched_getscheduler,
    libc::SYS_sched_get_priority_max,
    libc::SYS_sched_get_priority_min,
    libc::SYS_getpriority,
    libc::SYS_getcpu,
    libc::SYS_exit,
    libc::SYS_exit_group,
    libc::SYS_wait4,
    libc::SYS_waitid,
    // What it does on signals; sending them is below.
    libc::SYS_rt_sigaction,
    libc::SYS_rt_sigprocmask,
    libc::SYS_rt_sigreturn,
    libc::SYS_rt_sigpending,
    libc::SYS_rt_sigsuspend,
    libc::SYS_rt_sigtimedwait,
    libc::SYS_sigaltstack,
    libc::SYS_restart_syscall,
    // Clocks.
    libc::SYS_clock_gettime,
    libc::SYS_clock_getres,
    libc::SYS_clock_nanosleep,
    libc::SYS_nanosleep,
    libc::SYS_gettimeofday,
    libc::SYS_times,
    libc::SYS_timerfd_create,
    libc::SYS_timerfd_settime,
    libc::SYS_timerfd_gettime,
    // Looking at files.
    libc::SYS_fstat,
    libc::SYS_newfstatat,
    libc::SYS_statx,
    libc::SYS_statfs,
    libc::SYS_fstatfs,
    libc::SYS_faccessat,
    libc::SYS_faccessat2,
    libc::SYS_readlinkat,
    libc::SYS_getdents64,
    libc::SYS_getcwd,
    libc::SYS_chdir,
    libc::SYS_fchdir,
    libc::SYS_getxattr,
    libc::SYS_lgetxattr,
    libc::SYS_fgetxattr,
    libc::SYS_listxattr,
    libc::SYS_llistxattr,
    libc::SYS_flistxattr,
    libc::SYS_umask,
    // Descriptors that it has.
    libc::SYS_read,
    libc::SYS_readv,
    libc::SYS_pread64,
    libc::SYS_preadv,
    libc::SYS_preadv2,
    libc::SYS_write,
    libc::SYS_writev,
    libc::SYS_pwrite64,
    libc::SYS_pwritev,
    libc::SYS_pwritev2,
    libc::SYS_lseek,
    libc::SYS_fsync,
    libc::SYS_fdatasync,
    libc::SYS_ftruncate,
    libc::SYS_fallocate,
    libc::SYS_fadvise64,
    libc::SYS_readahead,
    libc::SYS_sendfile,
    libc::SYS_copy_file_range,
    libc::SYS_splice,
    libc::SYS_close,
    libc::SYS_close_range,
    libc::SYS_dup,
    libc::SYS_dup3,
    libc::SYS_pipe2,
    libc::SYS_eventfd2,
    libc::SYS_epoll_create1,
    libc::SYS_epoll_ctl,
    libc::SYS_epoll_pwait,
    libc::SYS_epoll_pwait2,
    libc::SYS_ppoll,
    libc::SYS_pselect6,
    libc::SYS_inotify_init1,
    libc::SYS_inotify_add_watch,
    libc::SYS_inotify_rm_watch,
    libc::SYS_recvfrom,
    libc::SYS_getsockopt,
    libc::SYS_getsockname,
    libc::SYS_getpeername,
    // Looking at itself and the machine.
    libc::SYS_getpid,
    libc::SYS_gettid,
    libc::SYS_getppid,
    libc::SYS_getpgid,
    libc::SYS_getsid,
    libc::SYS_getuid,
    libc::SYS_geteuid,
    libc::SYS_getgid,
    libc::SYS_getegid,
    libc::SYS_getresuid,
    libc::SYS_getresgid,
    libc::SYS_getgroups,
    libc::SYS_capget,
    libc::SYS_getrusage,
    libc::SYS_sysinfo,
    libc::SYS_uname,
    libc::SYS_getrandom,
    // The older forms of some of them.
    #[cfg(target_arch = "x86_64")]
    libc::SYS_arch_prctl,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_stat,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_lstat,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_access,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_readlink,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_getdents,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_dup2,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_pipe,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_eventfd,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_epoll_create,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_epoll_wait,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_poll,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_select,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_inotify_init,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_time,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_getpgrp,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_pause,
];

/// Calls that open files; landlock looks at the path and at what for.
const OPENS: &[i64] = &[
    libc::SYS_openat,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_open,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_creat,
];

/// Calls that change folders; landlock looks at the path. Devices and pipes are made by none of them.
const CHANGES: &[i64] = &[
    libc::SYS_unlinkat,
    libc::SYS_renameat2,
    libc::SYS_mkdirat,
    libc::SYS_linkat,
    libc::SYS_symlinkat,
    libc::SYS_truncate,
    #[cfg(not(target_arch = "riscv64"))]
    libc::SYS_renameat,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_unlink,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_rmdir,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_rename,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_mkdir,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_link,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_symlink,
];

/// What landlock would decide by the folder: without it, nothing is opened for writing at all.
fn opens_for_reading() -> Result<Rules, BackendError> {
    let writing = (libc::O_WRONLY | libc::O_RDWR | libc::O_CREAT | libc::O_TRUNC) as u64;
    let mut rules = Rules::from([(libc::SYS_openat, vec![one(masked(2, writing, 0)?)?])]);
    #[cfg(target_arch = "x86_64")]
    rules.insert(libc::SYS_open, vec![one(masked(1, writing, 0)?)?]);
    Ok(rules)
}

/// Looking at a terminal, and flags of descriptors; never input for somebody else's terminal.
const IOCTLS: [u64; 6] = [libc::TCGETS, libc::TIOCGWINSZ, libc::FIONREAD, libc::FIONBIO, libc::FIOCLEX, libc::FIONCLEX];

/// Neither locks nor whom signals about a descriptor go to.
const FCNTLS: [i32; 8] = [
    libc::F_DUPFD,
    libc::F_DUPFD_CLOEXEC,
    libc::F_GETFD,
    libc::F_SETFD,
    libc::F_GETFL,
    libc::F_SETFL,
    libc::F_GETPIPE_SZ,
    libc::F_GETLK,
];

/// Names of threads and of memory, flags that only take rights away, and what the launcher of a replay still has to do.
const PRCTLS: [i32; 8] = [
    libc::PR_SET_NAME,
    libc::PR_GET_NAME,
    libc::PR_SET_VMA,
    libc::PR_GET_DUMPABLE,
    libc::PR_CAPBSET_READ,
    libc::PR_SET_NO_NEW_PRIVS,
    libc::PR_GET_NO_NEW_PRIVS,
    libc::PR_SET_PDEATHSIG,
];

/// Calls that are harmless with some arguments only.
fn with_arguments() -> Result<Rules, BackendError> {
    let this = u64::from(std::process::id());
    let any = |argument: u8, values: &mut dyn Iterator<Item = u64>| -> Result<Vec<SeccompRule>, BackendError> {
        values.map(|value| one(is(argument, value)?)).collect()
    };
    Ok(Rules::from([
        // A thread, not a process.
        (libc::SYS_clone, vec![one(masked(0, libc::CLONE_THREAD as u64, libc::CLONE_THREAD as u64)?)?]),
        (libc::SYS_tgkill, any(0, &mut [this].into_iter())?),
        (libc::SYS_ioctl, any(1, &mut IOCTLS.into_iter())?),
        (libc::SYS_fcntl, any(1, &mut FCNTLS.into_iter().map(|command| command as u64))?),
        (libc::SYS_prctl, any(0, &mut PRCTLS.into_iter().map(|option| option as u64))?),
        // Limits of its own: HotSpot raises that of open files.
        (libc::SYS_prlimit64, any(0, &mut [0, this].into_iter())?),
        // To the other end of a connection alone. A pair of connected streams is how the JDK closes channels.
        (libc::SYS_sendto, vec![one(is_null(4)?)?]),
        (
            libc::SYS_socketpair,
            vec![SeccompRule::new(vec![is(0, libc::AF_UNIX as u64)?, masked(1, 0xf, libc::SOCK_STREAM as u64)?])?],
        ),
    ]))
}

fn one(condition: SeccompCondition) -> Result<SeccompRule, BackendError> {
    SeccompRule::new(vec![condition])
}

/// The lower half of the argument has this value.
fn is(argument: u8, value: u64) -> Result<SeccompCondition, BackendError> {
    SeccompCondition::new(argument, SeccompCmpArgLen::Dword, SeccompCmpOp::Eq, value)
}

fn is_null(argument: u8) -> Result<SeccompCondition, BackendError> {
    SeccompCondition::new(argument, SeccompCmpArgLen::Qword, SeccompCmpOp::Eq, 0)
}

/// The bits of the mask have this value.
fn masked(argument: u8, mask: u64, value: u64) -> Result<SeccompCondition, BackendError> {
    SeccompCondition::new(argument, SeccompCmpArgLen::Dword, SeccompCmpOp::MaskedEq(mask), value)
}
