//! The few calls about our own process that need `unsafe`.

use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicI64, Ordering};

/// The kernel ends this process when its parent ends: an engine never outlives its supervisor.
pub fn die_with_parent() {
    // SAFETY: prctl with these arguments only sets a flag of this process.
    unsafe { libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL) };
}

/// Standard input under another number; in its place there is nothing to read.
pub fn take_standard_input() -> std::io::Result<OwnedFd> {
    let taken = std::io::stdin().as_fd().try_clone_to_owned()?;
    let nothing = std::fs::File::open("/dev/null")?;
    // SAFETY: both are open; what read from 0 before reads from the other one now.
    match unsafe { libc::dup2(nothing.as_raw_fd(), 0) } {
        0 => Ok(taken),
        _ => Err(std::io::Error::last_os_error()),
    }
}

/// Which file an open descriptor means, and where it stands.
pub fn descriptor(number: i32) -> Option<machine::follow::Descriptor> {
    // SAFETY: a zeroed stat is valid, and the kernel fills it; a number that is no descriptor is answered by an error.
    let (stat, position) = unsafe {
        let mut stat: libc::stat = std::mem::zeroed();
        if libc::fstat(number, &mut stat) != 0 {
            return None;
        }
        (stat, libc::lseek(number, 0, libc::SEEK_CUR))
    };
    let position = u64::try_from(position).ok()?;
    Some(machine::follow::Descriptor { device: stat.st_dev, inode: stat.st_ino, position })
}

/// Ends the process at once, without running destructors of the JVM's threads.
pub fn exit_now(code: i32) -> ! {
    // SAFETY: ends the process.
    unsafe { libc::_exit(code) }
}

/// Interrupts are left to the child: it gets the terminal's itself, one that another process sent to us is passed on.
pub fn leave_interrupts_to(child: u32) {
    CHILD.store(child as i32, Ordering::Relaxed);
    // SAFETY: `pass_on` only calls what a signal handler may call.
    unsafe {
        handle(libc::SIGINT, pass_on);
        libc::signal(libc::SIGQUIT, libc::SIG_IGN);
    }
}

/// The program in our process gets the terminal's interrupts in the ordinary way.
pub fn default_interrupts() {
    // SAFETY: sets the disposition of two signals.
    unsafe {
        libc::signal(libc::SIGINT, libc::SIG_DFL);
        libc::signal(libc::SIGQUIT, libc::SIG_DFL);
    }
}

static CHILD: AtomicI32 = AtomicI32::new(0);
static INTERRUPTED: AtomicBool = AtomicBool::new(false);
static INTERRUPTED_AT: AtomicI64 = AtomicI64::new(0);

/// Interrupts that come together are one: a sender may reach a whole process group and its parent may pass it on.
const TOGETHER_MS: i64 = 300;

/// From now on the first interrupt is only remembered; the second one ends the process.
pub fn remember_interrupts() {
    // SAFETY: `remember` only calls what a signal handler may call.
    unsafe { handle(libc::SIGINT, remember) };
}

pub fn interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

type Handler = extern "C" fn(libc::c_int, *mut libc::siginfo_t, *mut libc::c_void);

/// # Safety
/// The handler may only do what is allowed while any other code of the process is interrupted.
unsafe fn handle(signal: libc::c_int, handler: Handler) {
    // SAFETY: a zeroed sigaction is valid; calls of the kernel go on after the handler.
    unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        action.sa_sigaction = handler as usize;
        action.sa_flags = libc::SA_SIGINFO | libc::SA_RESTART;
        libc::sigemptyset(&mut action.sa_mask);
        libc::sigaction(signal, &action, std::ptr::null_mut());
    }
}

extern "C" fn pass_on(signal: libc::c_int, info: *mut libc::siginfo_t, _: *mut libc::c_void) {
    // SAFETY: the kernel gives a valid siginfo; kill is allowed in a handler.
    unsafe {
        if (*info).si_code <= 0 {
            libc::kill(CHILD.load(Ordering::Relaxed), signal);
        }
    }
}

extern "C" fn remember(signal: libc::c_int, _: *mut libc::siginfo_t, _: *mut libc::c_void) {
    let now = milliseconds();
    if !INTERRUPTED.swap(true, Ordering::Relaxed) {
        INTERRUPTED_AT.store(now, Ordering::Relaxed);
    } else if now - INTERRUPTED_AT.load(Ordering::Relaxed) > TOGETHER_MS {
        // SAFETY: both are allowed in a handler; the signal takes effect when it returns.
        unsafe {
            libc::signal(signal, libc::SIG_DFL);
            libc::raise(signal);
        }
    }
}

fn milliseconds() -> i64 {
    let mut now = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: writes to a local; allowed in a handler.
    unsafe { libc::clock_gettime(libc::CLOCK_MONOTONIC, &mut now) };
    now.tv_sec * 1000 + now.tv_nsec / 1_000_000
}
