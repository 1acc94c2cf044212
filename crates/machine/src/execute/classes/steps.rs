//! Class initialisation beside other threads, step by step (JVMS 5.5): the class is marked, then each class that it needs is initialised, then
//! its own code runs. Meanwhile others wait for the class, and its thread may wait for one that it needs.

use super::init::Due;
use crate::program::{ClassId, ClassKind, ObjectId};
use crate::state::steps::{Begun, Deed};
use crate::state::{InitStatus, State};
use crate::world::{Machine, Res, Stop};
use std::rc::Rc;

impl Machine<'_> {
    /// Whether other threads can notice that the class is initialised, or was: it has code to run, or needs a class of which that is true.
    pub(super) fn is_noticed(&self, state: &State, class: ClassId) -> bool {
        let of = &self.world.classes[class];
        match state.init_status(class) {
            InitStatus::Done => state.threads.steps.young.iter().any(|(young, _)| *young == class),
            InitStatus::Begun | InitStatus::Running | InitStatus::Elsewhere | InitStatus::Failed => true,
            InitStatus::Untouched if of.is_jdk() || !matches!(of.kind, ClassKind::Instance) => false,
            InitStatus::Untouched => {
                self.initializer(class).is_some()
                    || self.initialized_before(class).into_iter().any(|above| self.is_noticed(state, above))
            }
        }
    }

    /// JVMS 5.5 step 6: from here on the class is this thread's.
    pub(super) fn begin_initializing(&mut self, state: &mut State, class: ClassId) -> Res<()> {
        self.visible(state, Deed::Use(class))?;
        self.prepare_statics(state, class)?;
        state.set_init_status(class, InitStatus::Begun);
        let begun = Begun { class, thread: state.thread, depth: state.frames.len() as u32, before: 0 };
        Rc::make_mut(&mut state.threads.steps.begun).push(begun);
        state.threads.own.granted = None;
        self.go_on_initializing(state, class)
    }

    /// JVMS 5.5 steps 7 to 9. The instruction that uses the class asks again and again; what the class needs may use it meanwhile.
    pub(super) fn go_on_initializing(&mut self, state: &mut State, class: ClassId) -> Res<()> {
        if begun(state, class).depth != state.frames.len() as u32 {
            return Ok(());
        }
        let needed = self.initialized_before(class);
        while let Some(&above) = needed.get(begun(state, class).before) {
            match self.ensure_initialized(state, above) {
                Ok(()) => {}
                Err(Stop::Throw(exception)) => return Err(Stop::Throw(self.fail_begun(state, exception)?)),
                Err(stop) => return Err(stop),
            }
            begun(state, class).before += 1;
            // The next one is a step of its own.
            state.threads.own.granted = None;
        }
        let Some(clinit) = self.initializer(class) else {
            Rc::make_mut(&mut state.threads.steps.begun).retain(|begun| begun.class != class);
            self.finish_initialization(state, class);
            return Ok(());
        };
        match self.push_initializer(state, class, clinit) {
            Ok(()) => {}
            Err(Stop::Throw(exception)) => return Err(Stop::Throw(self.fail_begun(state, exception)?)),
            Err(stop) => return Err(stop),
        }
        Rc::make_mut(&mut state.threads.steps.begun).retain(|begun| begun.class != class);
        state.set_init_status(class, InitStatus::Running);
        Err(Stop::Again)
    }

    /// Classes without an initialiser are initialised when those of their supers have ended, whose frames are about to be pushed.
    pub(super) fn note_heirs(&mut self, state: &mut State, due: &Due) {
        for &(class, above) in &due.heirs {
            let depth = (state.frames.len() + due.initializers.len() - above) as u32;
            let before = self.initialized_before(class).len();
            let begun = Begun { class, thread: state.thread, depth, before };
            state.set_init_status(class, InitStatus::Begun);
            Rc::make_mut(&mut state.threads.steps.begun).push(begun);
        }
    }

    /// An initialiser has ended that lay right above the frame on top: those are initialised that only waited for it.
    pub(crate) fn finish_heirs(&mut self, state: &mut State) {
        if state.threads.steps.begun.is_empty() {
            return;
        }
        let (thread, depth) = (state.thread, state.frames.len() as u32);
        let all = state.threads.steps.begun.clone();
        for begun in all.iter().copied() {
            let Begun { class, before, .. } = begun;
            let is_here = (begun.thread, begun.depth) == (thread, depth);
            if is_here && self.initializer(class).is_none() && before == self.initialized_before(class).len() {
                Rc::make_mut(&mut state.threads.steps.begun).retain(|begun| begun.class != class);
                self.finish_initialization(state, class);
            }
        }
    }

    /// JVMS 5.5 step 7: what the classes need that the instruction on top of the stack began to initialise threw this. Answers the exception
    /// to go on with.
    pub(crate) fn fail_begun(&mut self, state: &mut State, mut exception: ObjectId) -> Res<ObjectId> {
        let (thread, depth) = (state.thread, state.frames.len() as u32);
        let is_here = |begun: &Begun| begun.thread == thread && begun.depth == depth;
        while let Some(at) = state.threads.steps.begun.iter().rposition(is_here) {
            let Begun { class, .. } = Rc::make_mut(&mut state.threads.steps.begun).remove(at);
            exception = self.fail_initialization(state, class, exception)?;
        }
        Ok(exception)
    }
}

fn begun(state: &mut State, class: ClassId) -> &mut Begun {
    let all = Rc::make_mut(&mut state.threads.steps.begun);
    all.iter_mut().find(|begun| begun.class == class).expect("noted when it was begun")
}
