//! Time. Waiting is in nanoseconds of our own: they pass with every instruction and jump when all threads wait, so that the
//! order in which threads wake depends on the program alone. `run` sleeps through the jumps, `verify` does not. Once there is
//! a second thread, the program's clocks go by the same time: how fast this machine is does not show.

use crate::state::threads::{Clock, Clocks};
use crate::state::{Console, State};
use crate::world::Machine;
use std::time::Duration;

/// About what compiled code needs.
const NANOS_PER_INSTRUCTION: u64 = 4;

impl State {
    pub fn now(&self) -> u64 {
        self.executed.saturating_mul(NANOS_PER_INSTRUCTION).saturating_add(self.threads.clocks.jumped)
    }

    /// When a wait that begins now and takes that long is over.
    pub fn after(&self, nanos: u64) -> u64 {
        self.now().saturating_add(nanos)
    }

    pub(super) fn use_own_time(&mut self) {
        self.threads.clocks.own = true;
    }

    /// What a clock shows to the program when the host's shows `host`.
    pub(crate) fn shown(&mut self, clock: Clock, host: i64) -> i64 {
        let unit = match clock {
            Clock::Nanos | Clock::Adjustment => 1,
            Clock::Millis => 1_000_000,
        };
        let passed = (self.now() / unit) as i64;
        let clocks = &mut self.threads.clocks;
        if !clocks.own {
            return host;
        }
        clocks.bases[clock as usize].get_or_insert(host.wrapping_sub(passed)).wrapping_add(passed)
    }
}

impl Clocks {
    /// So much time is over at once.
    pub(crate) fn skip(&mut self, nanos: u64) {
        self.jumped = self.jumped.saturating_add(nanos);
    }
}

impl Machine<'_> {
    /// All threads wait: the time comes for which the first one waits.
    pub(super) fn pass_time(&mut self, state: &mut State, until: u64) {
        let nanos = until.saturating_sub(state.now());
        match state.console {
            Console::Live => std::thread::sleep(Duration::from_nanos(nanos)),
            Console::Muted => state.use_own_time(),
        }
        state.threads.clocks.skip(nanos);
    }
}
