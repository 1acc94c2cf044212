//! Verification by type checking (JVMS 4.10.1): one pass over the code, each branch against the frame at its target.

use super::frame::Frame;
use super::kind::{Kind, Name};
use super::stack_map::MapFrame;
use super::{Body, Checked, Failure, Hierarchy, Verifier, refuse};
use crate::flow::Flow;

impl<H: Hierarchy> Verifier<'_, H> {
    pub(super) fn check(&mut self, body: &Body, initial: Frame) -> Checked<(), H::Error> {
        let map = self.stack_map(body, &initial)?;
        let mut ahead = map.iter().peekable();
        let mut current = Some(initial);
        for at in 0..body.len() {
            if let Some(promised) = ahead.next_if(|promised| promised.at == at) {
                if let Some(frame) = &current {
                    self.fits(&frame.locals, &frame.stack, frame.this_uninitialized, promised)
                        .map_err(|failure| place(failure, body, at))?;
                }
                current = Some(promised.to_frame());
            }
            let Some(mut frame) = current.take() else {
                return refuse(format!("no stack map frame behind the jump before pc {}", body.pc(at)));
            };
            self.check_handlers(body, &map, &mut frame, at).map_err(|failure| place(failure, body, at))?;
            let falls = self.check_one(body, &map, &mut frame, at).map_err(|failure| place(failure, body, at))?;
            if falls {
                current = Some(frame);
            }
        }
        if current.is_some() {
            return refuse("control flow falls off the end of the code");
        }
        if ahead.next().is_some() {
            return refuse("stack map frames are out of order");
        }
        Ok(())
    }

    /// True if the next instruction is reached from this one.
    fn check_one(&mut self, body: &Body, map: &[MapFrame], frame: &mut Frame, at: usize) -> Checked<bool, H::Error> {
        match self.execute(body, at, frame)? {
            Flow::Next => Ok(true),
            Flow::Branch(target) => self.check_target(map, frame, target).map(|()| true),
            Flow::Jump(target) => self.check_target(map, frame, target).map(|()| false),
            Flow::Switch(index) => {
                for target in body.code.switches[index as usize].targets() {
                    self.check_target(map, frame, target)?;
                }
                Ok(false)
            }
            Flow::Return | Flow::Throw => Ok(false),
            Flow::Jsr(_) | Flow::Ret(_) => refuse("subroutines are not allowed in classes of this version"),
        }
    }

    fn check_target(&mut self, map: &[MapFrame], frame: &Frame, target: u32) -> Checked<(), H::Error> {
        let promised = promised_at(map, target)?;
        self.fits(&frame.locals, &frame.stack, frame.this_uninitialized, promised)
    }

    /// JVMS 4.10.1.6: any instruction may throw before it does anything.
    fn check_handlers(&mut self, body: &Body, map: &[MapFrame], frame: &mut Frame, at: usize) -> Checked<(), H::Error> {
        for handler in self.handlers_at(body, frame, at)? {
            if !(handler.start..handler.end).contains(&(at as u32)) {
                continue;
            }
            let caught = handler.catch.as_ref().map_or(Name::THROWABLE, |class| self.names.intern(class));
            let promised = promised_at(map, handler.target)?;
            self.fits(&frame.locals, &[Kind::Object(caught)], frame.this_uninitialized, promised)?;
        }
        Ok(())
    }

    /// JVMS 4.10.1.4, frameIsAssignable.
    fn fits(
        &mut self,
        locals: &[Kind],
        stack: &[Kind],
        this_uninitialized: bool,
        promised: &MapFrame,
    ) -> Checked<(), H::Error> {
        self.spend(promised.locals.len() + stack.len())?;
        if stack.len() != promised.stack.len() {
            return refuse("the operand stack differs in depth from the stack map frame");
        }
        let have = locals.iter().copied().chain(std::iter::repeat(Kind::Top));
        let pairs = promised.locals.iter().copied().zip(have);
        for (want, have) in pairs.chain(promised.stack.iter().copied().zip(stack.iter().copied())) {
            if want != have && !self.is_assignable(want, have)? {
                let (have, want) = (self.describe(have), self.describe(want));
                return refuse(format!("{have} is not assignable to {want} of the stack map frame"));
            }
        }
        if this_uninitialized && !promised.this_uninitialized {
            return refuse("the stack map frame forgets that `this` is not initialised");
        }
        Ok(())
    }
}

fn promised_at<E>(map: &[MapFrame], target: u32) -> Checked<&MapFrame, E> {
    match map.binary_search_by_key(&(target as usize), |promised| promised.at) {
        Ok(index) => Ok(&map[index]),
        Err(_) => refuse("a branch target has no stack map frame"),
    }
}

pub(super) fn place<E>(failure: Failure<E>, body: &Body, at: usize) -> Failure<E> {
    match failure {
        Failure::Refused(why) => Failure::Refused(format!("{why}, at pc {}", body.pc(at))),
        error @ Failure::Error(_) => error,
    }
}
