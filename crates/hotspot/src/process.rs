//! The few calls about our own process that need `unsafe`.

/// The kernel ends this process when its parent ends: an engine never outlives its supervisor.
pub fn die_with_parent() {
    // SAFETY: prctl with these arguments only sets a flag of this process.
    unsafe { libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL) };
}

/// Ends the process at once, without running destructors of the JVM's threads.
pub fn exit_now(code: i32) -> ! {
    // SAFETY: ends the process.
    unsafe { libc::_exit(code) }
}

/// Interrupts from the terminal are left to the child.
pub fn ignore_interrupts() {
    // SAFETY: sets the disposition of two signals.
    unsafe {
        libc::signal(libc::SIGINT, libc::SIG_IGN);
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
