//! Calls about our own process: its interrupts, its parent, its standard input, its end.

use rustix::fs::{Mode, OFlags, open};
use rustix::process::{Pid, Signal, kill_process, set_parent_process_death_signal, setsid};
use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP};
use signal_hook::iterator::exfiltrator::WithOrigin;
use signal_hook::iterator::{Signals, SignalsInfo};
use signal_hook::low_level::siginfo::Cause;
use signal_hook::low_level::{emulate_default_handler, exit};
use std::ffi::OsString;
use std::io;
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::time::{Duration, Instant};

/// The kernel ends this process when its parent ends: an engine never outlives its supervisor.
pub fn die_with_parent() {
    // A kernel that cannot do this leaves a process that ends by itself, later.
    let _ = set_parent_process_death_signal(Some(Signal::KILL));
}

/// From now on no terminal is ours: none can be opened by its common name, and its interrupts go to the parent.
pub fn leave_terminal() {
    // The leader of a group has none to leave.
    let _ = setsid();
}

/// Descriptors of whoever started us are not for our children. Our own never are.
pub fn keep_descriptors_from_children() {
    close_fds::set_fds_cloexec_threadsafe(FIRST_DESCRIPTOR, &[]);
}

/// After the standard streams.
const FIRST_DESCRIPTOR: i32 = 3;

/// Variables of the environment that confined processes see: where things are, which language and time zone. No secrets.
const PASSED: [&str; 11] =
    ["PATH", "HOME", "USER", "LOGNAME", "TMPDIR", "LANG", "LANGUAGE", "TZ", "JAVA_HOME", "CLASSPATH", "RUST_BACKTRACE"];

/// Those of a language begin so.
const LOCALE: &str = "LC_";

pub fn passed_environment() -> impl Iterator<Item = (OsString, OsString)> {
    std::env::vars_os()
        .filter(|(name, _)| name.to_str().is_some_and(|name| PASSED.contains(&name) || name.starts_with(LOCALE)))
}

pub(crate) fn open_folder(folder: &Path) -> io::Result<OwnedFd> {
    Ok(open(folder, OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC, Mode::empty())?)
}

/// A short path to something in an open folder.
pub(crate) fn short_path(folder: &OwnedFd, name: &str) -> PathBuf {
    PathBuf::from(format!("/proc/self/fd/{}/{name}", folder.as_raw_fd()))
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

/// Interrupts that do not reach the child by themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interrupts {
    /// Those that another process sent to us: the terminal sends its own to the child, too.
    Sent,
    /// All: the child has left the terminal.
    All,
}

/// From now on interrupts are left to the child that `leave_interrupts_to` names. To be called before it is started: a program
/// inherits ignored signals, but no handlers, so the child finds the default.
pub fn prepare_to_leave_interrupts(passed: Interrupts) -> io::Result<()> {
    let mut stops = vec![SIGINT, SIGQUIT, SIGTERM, SIGHUP];
    stops.extend((passed == Interrupts::All).then_some(SIGTSTP));
    let mut signals = SignalsInfo::<WithOrigin>::new(&stops)?;
    std::thread::spawn(move || {
        for origin in &mut signals {
            let is_sent = matches!(origin.cause, Cause::Sent(_));
            match origin.signal {
                SIGINT if is_sent || passed == Interrupts::All => to_child(Signal::INT),
                SIGQUIT if passed == Interrupts::All => to_child(Signal::QUIT),
                // What is known is told, and what is temporary goes, as after Ctrl-C. A program that runs decides itself.
                SIGTERM | SIGHUP if passed == Interrupts::All => to_child(Signal::INT),
                SIGTERM => to_child(Signal::TERM),
                SIGHUP => to_child(Signal::HUP),
                SIGTSTP => {
                    to_child(Signal::STOP);
                    // Comes back when we are continued.
                    let _ = emulate_default_handler(SIGTSTP);
                    to_child(Signal::CONT);
                }
                _ => {}
            }
        }
    });
    Ok(())
}

fn to_child(signal: Signal) {
    if let Some(child) = Pid::from_raw(CHILD.load(Ordering::Relaxed)) {
        let _ = kill_process(child, signal);
    }
}

/// Asks a child of ours to come to an end.
pub fn interrupt(child: u32) {
    if let Some(child) = Pid::from_raw(child as i32) {
        let _ = kill_process(child, Signal::INT);
    }
}

pub fn leave_interrupts_to(child: u32) {
    CHILD.store(child as i32, Ordering::Relaxed);
}

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Interrupts that come together are one: a sender may reach a whole process group and its parent may pass it on.
const TOGETHER: Duration = Duration::from_millis(300);

/// From now on the first interrupt is only remembered; the second one ends the process.
pub fn remember_interrupts() -> io::Result<()> {
    let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP])?;
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
