//! Verification by type inference (JVMS 4.10.2), for classes without stack maps: frames flow along branches until nothing changes.
//! The code of a subroutine is looked at once for each chain of `jsr` instructions that leads to it.

use super::check::place;
use super::frame::Frame;
use super::kind::{Kind, Name};
use super::{Body, Checked, Hierarchy, Verifier, refuse};
use crate::flow::Flow;
use crate::insn::Insn;
use std::collections::HashMap;

/// The `jsr` instructions behind a place, the outermost first.
type Chain = Vec<u32>;

type Place = (Chain, usize);

struct Inference {
    /// Where control flow meets: targets of branches and handlers, and what follows a `jsr`.
    meetings: Vec<bool>,
    frames: HashMap<Place, Frame>,
    due: Vec<Place>,
}

impl<H: Hierarchy> Verifier<'_, H> {
    pub(super) fn infer(&mut self, body: &Body, initial: Frame) -> Checked<(), H::Error> {
        let start = (Chain::new(), 0);
        let mut inference =
            Inference { meetings: meetings(body), frames: HashMap::from([(start.clone(), initial)]), due: vec![start] };
        while let Some(place) = inference.due.pop() {
            self.block(body, &mut inference, place)?;
        }
        Ok(())
    }

    /// Follows the code from a meeting until the next one.
    fn block(&mut self, body: &Body, inference: &mut Inference, from: Place) -> Checked<(), H::Error> {
        let mut frame = inference.frames[&from].clone();
        self.spend(frame.locals.len() + frame.stack.len())?;
        frame.changed = true;
        let (chain, mut at) = from;
        loop {
            if at == body.len() {
                return refuse("control flow falls off the end of the code");
            }
            let flow = self.infer_handlers(body, inference, &chain, &mut frame, at);
            let flow = flow.and_then(|()| self.execute(body, at, &mut frame));
            let flow = flow.map_err(|failure| place(failure, body, at))?;
            self.spend(1)?;
            let falls = self
                .follow(body, inference, &chain, &mut frame, at, flow)
                .map_err(|failure| place(failure, body, at))?;
            at += 1;
            if !falls {
                return Ok(());
            }
            if inference.meetings[at] {
                return self.meet(inference, (chain, at), &frame);
            }
        }
    }

    /// Hands the frame to the targets; true if the next instruction is one.
    fn follow(
        &mut self,
        body: &Body,
        inference: &mut Inference,
        chain: &Chain,
        frame: &mut Frame,
        at: usize,
        flow: Flow,
    ) -> Checked<bool, H::Error> {
        let there = |target: u32| (chain.clone(), target as usize);
        match flow {
            Flow::Next => return Ok(true),
            Flow::Branch(target) => {
                self.meet(inference, there(target), frame)?;
                return Ok(true);
            }
            Flow::Jump(target) => self.meet(inference, there(target), frame)?,
            Flow::Switch(index) => {
                for target in body.code.switches[index as usize].targets() {
                    self.meet(inference, there(target), frame)?;
                }
            }
            Flow::Return | Flow::Throw => {}
            Flow::Jsr(target) => {
                let enters = |&jsr: &u32| body.code.insns[jsr as usize].get() == Insn::Jsr(target);
                if chain.iter().any(enters) {
                    return refuse("a subroutine calls itself");
                }
                frame.push(body, Kind::Return(at as u32))?;
                let deeper = chain.iter().copied().chain([at as u32]).collect();
                self.meet(inference, (deeper, target as usize), frame)?;
            }
            Flow::Ret(local) => {
                let Kind::Return(jsr) = frame.local(body, local, 1)? else {
                    return refuse(format!("ret of local {local}, which is no return address"));
                };
                let Some(depth) = chain.iter().position(|&outer| outer == jsr) else {
                    return refuse("ret to a subroutine that was left");
                };
                let back = (chain[..depth].to_vec(), jsr as usize + 1);
                // Addresses of subroutines that are left must not be used again.
                let left = &chain[depth..];
                for kind in frame.locals.iter_mut().chain(&mut frame.stack) {
                    if matches!(kind, Kind::Return(jsr) if left.contains(jsr)) {
                        *kind = Kind::Top;
                    }
                }
                self.meet(inference, back, frame)?;
            }
        }
        Ok(false)
    }

    fn infer_handlers(
        &mut self,
        body: &Body,
        inference: &mut Inference,
        chain: &Chain,
        frame: &mut Frame,
        at: usize,
    ) -> Checked<(), H::Error> {
        for handler in self.handlers_at(body, frame, at)? {
            if !(handler.start..handler.end).contains(&(at as u32)) {
                continue;
            }
            if body.code.max_stack == 0 {
                return refuse("operand stack overflow in a handler");
            }
            let caught = handler.catch.as_ref().map_or(Name::THROWABLE, |class| self.names.intern(class));
            let thrown = Frame { stack: vec![Kind::Object(caught)], ..frame.clone() };
            self.meet(inference, (chain.clone(), handler.target as usize), &thrown)?;
        }
        Ok(())
    }

    /// Merges a frame into the one at a meeting.
    fn meet(&mut self, inference: &mut Inference, place: Place, frame: &Frame) -> Checked<(), H::Error> {
        self.spend(frame.locals.len() + frame.stack.len())?;
        let Some(known) = inference.frames.get_mut(&place) else {
            inference.frames.insert(place.clone(), frame.clone());
            inference.due.push(place);
            return Ok(());
        };
        if known.stack.len() != frame.stack.len() {
            return refuse("the operand stack differs in depth where control flow meets");
        }
        let mut changed = frame.this_uninitialized && !known.this_uninitialized;
        known.this_uninitialized |= frame.this_uninitialized;
        if known.locals.len() > frame.locals.len() {
            known.locals.truncate(frame.locals.len());
            changed = true;
        }
        for (have, &more) in known.locals.iter_mut().zip(&frame.locals) {
            let merged = self.merged(*have, more)?;
            changed |= merged != *have;
            *have = merged;
        }
        for at in 0..known.locals.len() {
            if known.locals[at] == Kind::High && !(at > 0 && known.locals[at - 1].is_wide()) {
                known.locals[at] = Kind::Top;
            }
            if known.locals[at].is_wide() && known.locals.get(at + 1) != Some(&Kind::High) {
                known.locals[at] = Kind::Top;
            }
        }
        for (have, &more) in known.stack.iter_mut().zip(&frame.stack) {
            let merged = self.merged(*have, more)?;
            if merged == Kind::Top && (*have != Kind::Top || more != Kind::Top) {
                return refuse("the operand stack differs in types where control flow meets");
            }
            changed |= merged != *have;
            *have = merged;
        }
        if changed {
            inference.due.push(place);
        }
        Ok(())
    }
}

fn meetings(body: &Body) -> Vec<bool> {
    let mut meetings = vec![false; body.code.insns.len()];
    for (at, insn) in body.code.insns.iter().enumerate() {
        let insn = insn.get();
        if let Some(target) = insn.target() {
            meetings[target as usize] = true;
        }
        if let Insn::Jsr(_) = insn {
            meetings[at + 1] = true;
        }
    }
    for target in body.code.switches.iter().flat_map(|switch| switch.targets()) {
        meetings[target as usize] = true;
    }
    for handler in &body.code.handlers {
        meetings[handler.target as usize] = true;
    }
    meetings
}
