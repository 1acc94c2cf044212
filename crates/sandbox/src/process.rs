//! Calls about our own process: its interrupts, its parent, its standard input, its end.

use rustix::process::{Pid, Signal, kill_process, set_parent_process_death_signal};
use signal_hook::consts::{SIGINT, SIGQUIT};
use signal_hook::iterator::exfiltrator::WithOrigin;
use signal_hook::iterator::{Signals, SignalsInfo};
use signal_hook::low_level::siginfo::Cause;
use signal_hook::low_level::{emulate_default_handler, exit};
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::time::{Duration, Instant};

/// The kernel ends this process when its parent ends: an engine never outlives its supervisor.
pub fn die_with_parent() {
    // A kernel that cannot do this leaves a process that ends by itself, later.
    let _ = set_parent_process_death_signal(Some(Signal::KILL));
}

/// Standard input under another number; in its place there is nothing to read.
pub fn take_standard_input() -> io::Result<OwnedFd> {
    let taken = io::stdin().as_fd().try_clone_to_owned()?;
    rustix::stdio::dup2_stdin(std::fs::File::open("/dev/null")?)?;
    Ok(taken)
}

/// Ends the process at once, without running destructors of the JVM's threads.
pub fn exit_now(code: i32) -> ! {
    exit(code)
}

/// The child to which interrupts are left; 0 as long as there is none.
static CHILD: AtomicI32 = AtomicI32::new(0);

/// From now on interrupts are left to the child that `leave_interrupts_to` names. To be called before it is started: a program
/// inherits ignored signals, but no handlers, so the child finds the default.
pub fn prepare_to_leave_interrupts() -> io::Result<()> {
    let mut signals = SignalsInfo::<WithOrigin>::new([SIGINT, SIGQUIT])?;
    std::thread::spawn(move || {
        for origin in &mut signals {
            // The child gets the terminal's itself; one that another process sent to us is passed on.
            if let (SIGINT, Cause::Sent(_)) = (origin.signal, origin.cause)
                && let Some(child) = Pid::from_raw(CHILD.load(Ordering::Relaxed))
            {
                let _ = kill_process(child, Signal::INT);
            }
        }
    });
    Ok(())
}

pub fn leave_interrupts_to(child: u32) {
    CHILD.store(child as i32, Ordering::Relaxed);
}

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Interrupts that come together are one: a sender may reach a whole process group and its parent may pass it on.
const TOGETHER: Duration = Duration::from_millis(300);

/// From now on the first interrupt is only remembered; the second one ends the process.
pub fn remember_interrupts() -> io::Result<()> {
    let mut signals = Signals::new([SIGINT])?;
    std::thread::spawn(move || {
        let mut first: Option<Instant> = None;
        for signal in &mut signals {
            INTERRUPTED.store(true, Ordering::Relaxed);
            if first.get_or_insert_with(Instant::now).elapsed() > TOGETHER {
                // It ends the process, or there is nobody to tell.
                let _ = emulate_default_handler(signal);
            }
        }
    });
    Ok(())
}

pub fn interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}
