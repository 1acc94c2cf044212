//! Where a thread does what others can notice: the instruction asks first (`Stop::Visible`), is granted its step by who explores the orders
//! of threads, and is executed again. Accesses of plain variables are no steps; they are looked at for data races.

mod quiet;
mod reach;

pub(crate) use reach::{Reach, surely_differ};

use crate::program::ClassId;
use crate::reason::{Inexact, Reason};
use crate::state::State;
use crate::state::steps::{Cell, Deed, Grant, Stack};
use crate::world::{Machine, Res, Stop};

impl State {
    /// Where the instruction at hand is, for who grants it a step.
    pub(crate) fn grant_here(&self) -> Grant {
        Grant { depth: self.frames.len() as u32, pc: self.frames.last().map_or(0, |top| top.pc) }
    }

    /// Where the running thread stands.
    pub fn stack_here(&self) -> Stack {
        self.frames.iter().rev().map(|frame| (frame.method, frame.pc)).collect()
    }

    /// What is no choice: it follows the step before.
    pub(crate) fn note_quietly(&mut self, deed: Deed) {
        let number = self.threads.own.number;
        self.threads.steps.quiet.push((number, deed));
    }

    /// The running thread changed something that others may see.
    pub(crate) fn note_change(&mut self) {
        if self.threads.steps.on {
            self.threads.steps.changes += 1;
            self.threads.own.changes += 1;
        }
    }

    /// The running thread knows what was left there.
    pub(crate) fn acquire(&mut self, cell: Cell) {
        if self.threads.steps.on {
            let number = self.threads.own.number;
            self.threads.steps.order.acquire(number, cell);
        }
    }

    /// Who comes there next knows what the running thread knows.
    pub(crate) fn release(&mut self, cell: Cell) {
        if self.threads.steps.on {
            let number = self.threads.own.number;
            self.threads.steps.order.release(number, cell);
        }
    }
}

impl Machine<'_> {
    /// Changes nothing: may the running thread do now what others can notice?
    pub(crate) fn visible(&mut self, state: &mut State, deed: Deed) -> Res<()> {
        let is_of_all = matches!(deed, Deed::Start(_) | Deed::Exit);
        let begins = matches!(deed, Deed::Start(_)) && self.world.options.orders;
        if !begins && !state.threads.steps.on || !is_of_all && self.is_quiet(state) {
            return Ok(());
        }
        if state.is_nested() {
            state.note_quietly(deed);
            state.path.imprecise(Reason::Imprecision(
                Inexact::Nested,
                "a step of a thread inside of a call that cannot be left".into(),
            ));
            return Ok(());
        }
        if state.threads.own.granted == Some(state.grant_here()) {
            return Ok(());
        }
        state.threads.own.pending = Some(deed);
        Err(Stop::Visible)
    }

    /// A class that was initialised since there are several threads, or is to be: the first use by each thread is a step.
    pub(crate) fn use_class(&mut self, state: &mut State, class: ClassId) -> Res<()> {
        let number = state.threads.own.number;
        let young = &state.threads.steps.young;
        let Some(at) = young.iter().position(|(known, _)| *known == class) else { return Ok(()) };
        if young[at].1.contains(&number) {
            return Ok(());
        }
        self.visible(state, Deed::Use(class))?;
        state.acquire(Cell::Class(class));
        std::rc::Rc::make_mut(&mut state.threads.steps.young)[at].1.push(number);
        Ok(())
    }
}
