//! The run loop, frames and calls from Rust. `sprint` executes what is concrete, resolved and common; everything else goes through
//! `insn::step`, one instruction at a time, which may load classes, throw, or push frames.

use crate::execute::flow::Flow;
use crate::execute::insn;
use crate::execute::sprint::Pause;
use crate::program::{MethodId, Value};
use crate::reason::{Inexact, Reason};
use crate::state::path::Use;
use crate::state::threads::Wait;
use crate::state::way::Went;
use crate::state::{After, Console, Frame, State};
use crate::world::{End, Event, Machine, Res, Stop};
use bytecode::Code;
use std::rc::Rc;
use term::Term;

/// Instructions between two looks at the interrupt in calls from Rust.
const NESTED_FUEL: u64 = 200_000;

impl Machine<'_> {
    /// Runs until the frame at depth `floor` of the thread that began here ends, the fuel is spent, or the state ends.
    pub fn run(&mut self, state: &mut State, floor: usize) -> Event {
        if let Some(event) = self.arrive(state, floor) {
            return event;
        }
        loop {
            if (state.heap.wants_collection() || self.world.base.wants_collection())
                && let Err(Stop::End(end)) = self.safe_point(state)
            {
                return Event::Ended(end);
            }
            let done = match self.sprint_in_turn(state) {
                Some(Pause::OutOfFuel) => return Event::OutOfFuel,
                Some(Pause::Watched) => return Event::Watched,
                Some(Pause::Step) => match self.step(state) {
                    Ok(Flow::Next) => {
                        let next = state.top().pc + 1;
                        self.cover_step(state, next);
                        state.top_mut().pc += 1;
                        continue;
                    }
                    Ok(Flow::Jump(target)) => {
                        self.cover_step(state, target);
                        state.top_mut().pc = target;
                        continue;
                    }
                    Ok(Flow::Entered) => continue,
                    Ok(Flow::Return(value)) => self.leave_frame(state, value),
                    Err(stop) => Err(stop),
                },
                None => Err(Stop::Block(Wait::Turn)),
            };
            match done {
                Err(Stop::Again) => {}
                Ok(None) if state.frames.len() >= floor => {}
                Ok(None) => {
                    if let Some(event) = self.arrive(state, floor) {
                        return event;
                    }
                }
                Ok(Some(event)) => return event,
                Err(Stop::Block(wait)) => {
                    let event = match self.give_way(state, wait) {
                        Ok(()) => self.arrive(state, floor),
                        Err(Stop::End(end)) => Some(Event::Ended(end)),
                        Err(_) => unreachable!("a change of the thread neither throws nor asks"),
                    };
                    if let Some(event) = event {
                        return event;
                    }
                }
                Err(Stop::End(end)) => return Event::Ended(end),
                Err(Stop::Decide(condition)) => return Event::Decide(condition),
                Err(Stop::Choose(condition)) => return Event::Choose(condition),
                Err(Stop::Fix(condition)) => return Event::Fix(condition),
                Err(Stop::Settle) => return Event::Settle,
                Err(Stop::Visible) => return Event::Visible,
                Err(Stop::Throw(exception)) => match self.unwind(state, exception, floor) {
                    Ok(None) if !state.frames.is_empty() => {}
                    Ok(None) => {
                        if let Some(event) = self.arrive(state, floor) {
                            return event;
                        }
                    }
                    Ok(Some(uncaught)) => return Event::Threw(uncaught),
                    Err(Stop::End(end)) => return Event::Ended(end),
                    Err(
                        Stop::Again
                        | Stop::Block(_)
                        | Stop::Throw(_)
                        | Stop::Decide(_)
                        | Stop::Choose(_)
                        | Stop::Fix(_)
                        | Stop::Visible
                        | Stop::Settle,
                    ) => {
                        // The frames above are gone: it cannot be tried again.
                        return Event::Ended(End::Stopped(Reason::Imprecision(
                            Inexact::Nested,
                            "what an exception does on its way depends on symbolic data".into(),
                        )));
                    }
                },
            }
        }
    }

    /// One instruction. If it has to be executed again, what it took from the operand stack is there again.
    fn step(&mut self, state: &mut State) -> Res<Flow> {
        let (depth, sp, pc) = (state.frames.len(), state.top().sp, state.top().pc);
        let done = if self.world.profile.is_some() { self.timed_step(state) } else { insn::step(self, state) };
        let asks = matches!(
            done,
            Err(Stop::Block(_) | Stop::Decide(_) | Stop::Choose(_) | Stop::Fix(_) | Stop::Settle | Stop::Visible)
        );
        if asks && state.frames.len() == depth {
            state.top_mut().sp = sp;
        }
        if matches!(done, Ok(_) | Err(Stop::Throw(_))) {
            state.threads.own.granted = None;
        }
        // One that became quick is executed again, too.
        let is_there = |frame: &Frame| frame.pc == pc && matches!(done, Ok(Flow::Entered));
        let is_quick = state.frames.len() == depth && state.frames.last().is_some_and(is_there);
        state.repeated += u64::from(asks || is_quick || matches!(done, Err(Stop::Again)));
        if self.world.options.makes && matches!(done, Err(Stop::Again)) && state.frames.len() == depth {
            state.top_mut().sp = sp;
            self.begin_making(state)?;
        }
        done
    }

    /// Calls a method and runs it to its end, from Rust. A state inside such a call cannot be forked.
    pub fn call(&mut self, state: &mut State, method: MethodId, arguments: &[Value]) -> Res<Option<Value>> {
        self.need_witness(state)?;
        let native = state.native.take();
        let result = self.call_to_its_end(state, method, arguments, native);
        state.native = native;
        result
    }

    fn call_to_its_end(
        &mut self,
        state: &mut State,
        method: MethodId,
        arguments: &[Value],
        native: Option<MethodId>,
    ) -> Res<Option<Value>> {
        let floor = state.frames.len() + 1;
        loop {
            match self.enter(state, method, arguments, After::Leave(native)) {
                Ok(Some(done)) => return Ok(done),
                Ok(None) => return self.run_nested(state, floor),
                Err(Stop::Again) => {
                    self.run_nested(state, floor)?;
                }
                Err(Stop::Block(wait)) => self.wait_nested(state, wait)?,
                Err(Stop::Decide(condition) | Stop::Choose(condition) | Stop::Fix(condition)) => {
                    self.follow_witness(state, condition);
                }
                Err(stop) => return Err(stop),
            }
        }
    }

    /// Runs a frame to its end from Rust, where the state cannot fork: undecided conditions go the witness's way.
    pub(crate) fn run_nested(&mut self, state: &mut State, floor: usize) -> Res<Option<Value>> {
        self.nested(state, |machine, state| machine.run_to_floor(state, floor))
    }

    pub(crate) fn run_to_floor(&mut self, state: &mut State, floor: usize) -> Res<Option<Value>> {
        let outer = std::mem::replace(&mut state.fuel, NESTED_FUEL);
        let mut spent = 0;
        let result = loop {
            match self.run(state, floor) {
                Event::Returned(value) => break Ok(value),
                Event::Threw(exception) => break Err(Stop::Throw(exception)),
                Event::Ended(end) => break Err(Stop::End(end)),
                Event::Decide(condition) | Event::Choose(condition) | Event::Fix(condition) => {
                    self.follow_witness(state, condition);
                }
                Event::Settle | Event::Watched | Event::Visible | Event::ThreadThrew => {
                    unreachable!("a call from Rust has a witness and stays above what is watched")
                }
                Event::OutOfFuel if self.world.is_interrupted() => break Err(Stop::End(End::Interrupted)),
                Event::OutOfFuel => {
                    spent += NESTED_FUEL;
                    state.fuel = NESTED_FUEL;
                }
            }
        };
        state.fuel = outer.saturating_sub(spent + NESTED_FUEL - state.fuel);
        result
    }

    pub(crate) fn follow_witness(&mut self, state: &mut State, condition: Term) {
        debug_assert!(self.world.followed.is_none(), "a followed path answers at once");
        let truth = self.world.terms.holds(condition, state.path.witness(Use::Record));
        let taken = if truth { condition } else { self.world.terms.not(condition) };
        state.path.assume(&self.world.terms, taken);
        state.path.imprecise(Reason::Imprecision(
            Inexact::Nested,
            "a branch inside a call that cannot fork followed one input only".into(),
        ));
    }

    /// Ends the top frame with a result.
    fn leave_frame(&mut self, state: &mut State, value: Option<Value>) -> Res<Option<Event>> {
        let frame = state.frames.pop().expect("a frame");
        if !frame.lock.is_null() {
            state.exit_monitor(frame.lock);
        }
        match frame.after {
            After::Leave(_) if state.is_owner() => Ok(Some(Event::Returned(value))),
            // The first thread, where a call from Rust of another one waits.
            After::Leave(_) | After::Thread => {
                state.thread_returned();
                Ok(None)
            }
            After::Initialized(class) => {
                self.finish_initialization(state, class);
                self.finish_heirs(state);
                if let Some(below) = state.frames.last_mut() {
                    below.pending = false;
                }
                Ok(None)
            }
            After::Made(number) => {
                self.made(state, number, value)?;
                Ok(None)
            }
            After::Resume => Ok(None),
            after => {
                self.deliver(state, after, frame.method, value)?;
                Ok(None)
            }
        }
    }

    /// The frame on top ends with this result, whatever it would have done. Only for frames of calls from bytecode.
    pub fn return_now(&mut self, state: &mut State, value: Option<Value>) -> Res<()> {
        debug_assert_eq!(state.top().after, After::Push);
        self.leave_frame(state, value).map(|_| ())
    }

    /// Hands the result of `method` to the frame on top, which goes on behind its invocation.
    pub(crate) fn deliver(
        &mut self,
        state: &mut State,
        after: After,
        method: MethodId,
        value: Option<Value>,
    ) -> Res<()> {
        match after {
            After::Leave(_) | After::Thread | After::Initialized(_) | After::Made(_) | After::Resume => {
                unreachable!("these do not go on in the frame below")
            }
            After::Discard => {}
            After::Push | After::PushFor(_) => {
                if let Some(value) = value {
                    state.push(value);
                }
            }
            After::PushConstructed(object, _) => state.push(Value::Ref(object)),
            After::PushBoxed(_) => {
                let boxed = self.box_result(state, method, value)?;
                state.push(boxed);
            }
        }
        state.top_mut().pc += 1;
        Ok(())
    }

    /// What a nested call answers when its continuation adapts the result.
    pub(crate) fn adapt_nested(
        &mut self,
        state: &mut State,
        method: MethodId,
        after: After,
        result: Res<Option<Value>>,
    ) -> Res<Option<Value>> {
        match (after, result) {
            (After::PushBoxed(_), Ok(value)) => self.box_result(state, method, value).map(Some),
            (After::PushConstructed(object, _), Ok(_)) => Ok(Some(Value::Ref(object))),
            (After::Discard, Ok(_)) => Ok(None),
            (_, Err(Stop::Throw(e))) => Err(Stop::Throw(self.wrap_reflective(state, after, e)?)),
            (_, result) => result,
        }
    }

    /// Makes room for a frame on the value stack; `None` if the thread's stack is used up.
    pub(crate) fn push_frame(&mut self, state: &mut State, method: MethodId, locals: usize, after: After) -> Res<()> {
        let code = self.code(state, method)?;
        let needed = locals + code.max_locals as usize + code.max_stack as usize + 2;
        let bytes = needed * 8 + state.frames.len() * FRAME_BYTES;
        if bytes > self.world.options.stack_bytes {
            return Err(self.stack_overflow(state));
        }
        if state.stack.len() < needed {
            state.stack.resize(needed * 2, Value::PAD);
        }
        state.frames.push(Frame::new(method, locals as u32, (locals + code.max_locals as usize) as u32, after));
        self.note_place(state, Went::In);
        Ok(())
    }

    /// A second state that goes on from here, with no more stack than its frames need: it may never call anything.
    pub fn fork(&mut self, state: &State, console: Console) -> State {
        let extent = |frame: &Frame| match self.world.classes[frame.method].code.get() {
            Some(code) => frame.locals as usize + code.max_locals as usize + code.max_stack as usize + 2,
            None => state.stack.len(),
        };
        // A frame below may want more than the one on top.
        let slots = state.frames.iter().map(extent).max().unwrap_or(state.stack.len());
        state.fork_with_stack(self.world.fresh_state_id(), console, slots)
    }

    /// Of a linked class, however its first object came to be.
    pub(crate) fn code(&mut self, state: &mut State, method: MethodId) -> Res<Rc<Code>> {
        let class = self.world.classes[method].class;
        if !self.world.classes[class].linked.get() {
            self.link_class(state, class)?;
        }
        match self.world.classes.code(method) {
            Ok(code) => Ok(code),
            Err(why) => {
                let message = format!("{why} in class {}", self.world.classes[class].dotted());
                Err(self.throw(state, "java/lang/ClassFormatError", Some(&message)))
            }
        }
    }
}

/// What HotSpot's interpreter needs for a frame besides locals and stack, so that deep recursion ends at a similar depth.
const FRAME_BYTES: usize = 96;
