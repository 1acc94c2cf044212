//! `--stress-fork N`: every N instructions the state is cloned; the clone runs on for a while, interleaved with the
//! original, and is dropped. If anything of a clone could be seen by the original, the program's output would differ.
//! `--stress-gc N`: every N instructions the state is collected. If anything alive were given up, the output would differ.

use super::options::Run;
use machine::{Cause, Console, Event, Machine, State, Stop};

/// How many clones live at a time, and how many turns each gets.
const CLONES: usize = 2;
const TURNS: u32 = 3;

pub struct Stress {
    interval: u64,
    forks: bool,
    collects: bool,
    clones: Vec<(State, u32)>,
}

impl Stress {
    /// `None` if nothing is to be stressed.
    pub fn new(run: &Run) -> Option<Stress> {
        let interval = run.stress_fork.into_iter().chain(run.stress_gc).min()?;
        let (forks, collects) = (run.stress_fork.is_some(), run.stress_gc.is_some());
        Some(Stress { interval, forks, collects, clones: Vec::new() })
    }

    pub fn interval(&self) -> u64 {
        self.interval
    }

    /// Called between two stretches of the original.
    pub fn disturb(&mut self, machine: &mut Machine, state: &mut State, floor: usize) -> Result<(), Stop> {
        if self.collects {
            machine.collect(state, Cause::Allocation)?;
        }
        if self.forks {
            self.fork(machine, state, floor)?;
        }
        Ok(())
    }

    fn fork(&mut self, machine: &mut Machine, state: &mut State, floor: usize) -> Result<(), Stop> {
        machine.host.pull(machine.world, state)?;
        if self.clones.len() < CLONES {
            let id = machine.world.fresh_state_id();
            self.clones.push((state.fork(id, Console::Muted), TURNS));
        }
        for (clone, turns) in &mut self.clones {
            clone.fuel = self.interval;
            machine.host.resume(clone);
            if self.collects {
                machine.collect(clone, Cause::Allocation)?;
            }
            let event = machine.run(clone, floor);
            *turns = match event {
                Event::OutOfFuel => *turns - 1,
                Event::Returned(_)
                | Event::Threw(_)
                | Event::Ended(_)
                | Event::Decide(_)
                | Event::Choose(_)
                | Event::Fix(_)
                | Event::Settle
                | Event::Visible
                | Event::ThreadThrew
                | Event::Watched => 0,
            };
            machine.host.pull(machine.world, clone)?;
        }
        machine.host.resume(state);
        self.clones.retain(|(_, turns)| *turns > 0);
        Ok(())
    }
}
