//! The types of locals and operand stack at one instruction.

use super::kind::{Kind, Name};
use super::{Body, Checked, Hierarchy, Verifier, refuse};

#[derive(Clone, Debug)]
pub(super) struct Frame {
    /// What is not listed is `Top`.
    pub locals: Vec<Kind>,
    pub stack: Vec<Kind>,
    /// In a constructor, before it called another one.
    pub this_uninitialized: bool,
    /// Locals changed since handlers were last shown them.
    pub changed: bool,
}

impl Frame {
    pub fn push<E>(&mut self, body: &Body, kind: Kind) -> Checked<(), E> {
        self.stack.push(kind);
        if kind.is_wide() {
            self.stack.push(Kind::High);
        }
        if self.stack.len() > body.code.max_stack.into() {
            return refuse("operand stack overflow");
        }
        Ok(())
    }

    /// The topmost slot.
    pub fn pop_slot<E>(&mut self) -> Checked<Kind, E> {
        match self.stack.pop() {
            Some(kind) => Ok(kind),
            None => refuse("operand stack underflow"),
        }
    }

    /// A value of one slot.
    pub fn pop_single<E>(&mut self) -> Checked<Kind, E> {
        match self.pop_slot()? {
            Kind::High | Kind::Top => refuse("a value of one slot is expected"),
            kind => Ok(kind),
        }
    }

    /// A number.
    pub fn pop_prim<E>(&mut self, expected: Kind) -> Checked<(), E> {
        if expected.is_wide() && self.pop_slot()? != Kind::High {
            return refuse(format!("{expected:?} is expected on the stack"));
        }
        if self.pop_slot()? != expected {
            return refuse(format!("{expected:?} is expected on the stack"));
        }
        Ok(())
    }

    /// Any reference, initialised or not.
    pub fn pop_reference<E>(&mut self) -> Checked<Kind, E> {
        let kind = self.pop_slot()?;
        if kind.is_reference() { Ok(kind) } else { refuse("a reference is expected on the stack") }
    }

    pub fn local<E>(&self, body: &Body, index: u16, slots: u16) -> Checked<Kind, E> {
        in_locals(body, index, slots)?;
        Ok(self.locals.get(usize::from(index)).copied().unwrap_or(Kind::Top))
    }

    pub fn set_local<E>(&mut self, body: &Body, index: u16, kind: Kind) -> Checked<(), E> {
        let slots = if kind.is_wide() { 2 } else { 1 };
        in_locals(body, index, slots)?;
        let (first, end) = (usize::from(index), usize::from(index + slots));
        if self.locals.len() < end {
            self.locals.resize(end, Kind::Top);
        }
        // What overwrites one half of a long or double makes the other unusable.
        if self.locals[first] == Kind::High {
            self.locals[first - 1] = Kind::Top;
        }
        if self.locals.get(end) == Some(&Kind::High) {
            self.locals[end] = Kind::Top;
        }
        self.locals[first] = kind;
        if slots == 2 {
            self.locals[first + 1] = Kind::High;
        }
        self.changed = true;
        Ok(())
    }

    /// Every copy of an uninitialised object becomes the object.
    pub fn initialize(&mut self, uninitialized: Kind, class: Name) {
        for kind in self.locals.iter_mut().chain(&mut self.stack) {
            if *kind == uninitialized {
                *kind = Kind::Object(class);
            }
        }
        if uninitialized == Kind::UninitializedThis {
            self.this_uninitialized = false;
        }
        self.changed = true;
    }
}

fn in_locals<E>(body: &Body, index: u16, slots: u16) -> Checked<(), E> {
    if u32::from(index) + u32::from(slots) > body.code.max_locals.into() {
        return refuse(format!("local {index} is beyond the {} locals", body.code.max_locals));
    }
    Ok(())
}

impl<H: Hierarchy> Verifier<'_, H> {
    /// Pops a value that may stand for `expected`.
    pub(super) fn pop(&mut self, frame: &mut Frame, expected: Kind) -> Checked<Kind, H::Error> {
        if !matches!(expected, Kind::Object(_)) {
            return frame.pop_prim(expected).map(|()| expected);
        }
        let kind = frame.pop_slot()?;
        if self.is_assignable(expected, kind)? {
            return Ok(kind);
        }
        refuse(format!("{} on the stack where {} is expected", self.describe(kind), self.describe(expected)))
    }

    pub(super) fn describe(&self, kind: Kind) -> String {
        match kind {
            Kind::Object(name) => format!("'{}'", self.names.text(name)),
            kind => format!("{kind:?}").to_lowercase(),
        }
    }
}
