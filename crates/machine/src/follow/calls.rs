//! Natives on a followed path: they run on the values that the input has, and what comes back of symbolic data is lost.

use std::borrow::Cow;

use crate::heap::symbols::Symbols;
use crate::heap::{Body, Object};
use crate::natives;
use crate::natives::Effect;
use crate::program::{Kind, MethodId, ObjectId, Value};
use crate::state::State;
use crate::state::path::Use;
use crate::world::followed::{Followed, Lost, Spot};
use crate::world::models::Ret;
use crate::world::{Machine, Res, Stop};
use term::Term;

/// What natives made is marked value by value up to this many.
const MARKED: usize = 4096;
/// A program that looked for symbolic data at more objects, in all calls of its natives together, is taken to show them some.
const LOOKED_AT: u64 = 10_000_000;

impl Machine<'_> {
    /// Runs a method in the concrete heap on the values that its arguments have.
    pub fn call_unseen(&mut self, state: &mut State, method: MethodId, arguments: &[Value]) -> Res<Ret> {
        let mut plain = Cow::Borrowed(arguments);
        for (at, &value) in arguments.iter().enumerate() {
            if value.term().is_some() {
                plain.to_mut()[at] = self.under_witness(state, value, Use::Follow)?;
            }
        }
        self.fix_names(state, method, &plain)?;
        let is_jdk = self.is_jdk_native(method);
        let depends = self.reaches(state, method, arguments, is_jdk);
        let top = state.top();
        let here = Spot { method: top.method, pc: top.pc };
        let by_reference = plain.iter().any(|value| matches!(value, Value::Ref(_)));
        if let Some(followed) = &mut self.world.followed {
            if by_reference {
                *followed.natives.entry(method).or_default() += 1;
            }
            if depends && !is_jdk {
                *followed.blind.entry((method, here)).or_default() += 1;
            }
            followed.reached.next = depends;
            followed.reached.running.push(depends && !is_jdk);
        }
        let answer = self.call_native(state, method, &plain);
        if let Some(followed) = &mut self.world.followed {
            followed.reached.running.pop();
            followed.reached.next = false;
        }
        if !depends {
            return answer;
        }
        match answer {
            Ok(Ret::Value(Value::Ref(id))) => {
                self.world.count_untraced(Lost::Result, Some(method), here, here);
                self.lose_object(state, &Lost::Result, Some(method), id, here)?;
                Ok(Ret::Value(Value::Ref(id)))
            }
            Ok(Ret::Value(value)) => {
                let lost = self.world.lose_from(Lost::Result, Some(method), here, here, value);
                Ok(Ret::Value(lost))
            }
            Err(Stop::Throw(exception)) => {
                self.world.count_untraced(Lost::Exception, Some(method), here, here);
                Err(Stop::Throw(exception))
            }
            other => other,
        }
    }

    /// What a native of the program passes to a method that it calls may depend on symbolic data that it knows.
    pub fn lose_arguments(&mut self, state: &mut State, method: MethodId, arguments: &mut [Value]) -> Res<()> {
        let Some(followed) = self.world.followed.as_ref().filter(|followed| followed.reached.runs()) else {
            return Ok(());
        };
        let Some(call) = followed.calls.iter().rev().find(|call| call.reached) else { return Ok(()) };
        let (native, spot) = (call.native, call.call);
        let what = Lost::Argument(method);
        for value in arguments {
            if value.term().is_some() {
                continue;
            }
            match *value {
                Value::Ref(id) if id.is_null() => {}
                Value::Ref(id) => {
                    if self.is_new(state, id) {
                        self.world.count_untraced(what.clone(), native, spot, spot);
                        self.lose_object(state, &what, native, id, spot)?;
                    }
                }
                number => *value = self.world.lose_from(what.clone(), native, spot, spot, number),
            }
        }
        Ok(())
    }

    /// Was it made by unseen code, and has nobody looked into it?
    fn is_new(&self, state: &State, id: ObjectId) -> bool {
        matches!(state.heap.get(id).body, Body::Absent | Body::Stub)
            && matches!(self.world.base.get(id).body, Body::Stub)
    }

    fn is_jdk_native(&self, method: MethodId) -> bool {
        let m = &self.world.classes[method];
        let class = &self.world.classes[m.class];
        class.is_jdk() && !self.world.options.concrete.matches(&class.name, &m.name)
    }

    /// Can symbolic data reach a native, now or through what it kept?
    fn reaches(&mut self, state: &mut State, method: MethodId, arguments: &[Value], is_jdk: bool) -> bool {
        let class = self.world.classes[method].class;
        let Some(reached) = self.world.followed.as_ref().map(|followed| &followed.reached) else { return false };
        let listed = if is_jdk {
            natives::listed(&self.world.classes[class].name, &self.world.classes[method].name)
        } else {
            None
        };
        let keeper = match arguments.first() {
            Some(&Value::Ref(receiver)) if listed != Some(Effect::Pure) && !self.world.classes[method].is_static() => {
                Some(receiver)
            }
            _ => None,
        };
        let before = match is_jdk {
            true => keeper.is_some_and(|keeper| reached.receivers.contains(&keeper)),
            false => reached.program,
        };
        let now = before
            || match is_jdk {
                true => self.depends(state, listed, arguments),
                false => self.can_reach(state, arguments),
            };
        if now && let Some(followed) = &mut self.world.followed {
            match is_jdk {
                true => followed.reached.receivers.extend(keeper),
                false => followed.reached.program = true,
            }
        }
        now
    }

    /// Natives of the program see what their arguments and the static fields of its classes lead to. What was found to be clean is looked at again
    /// only where it was written, so that calls cost what changed between them.
    fn can_reach(&mut self, state: &mut State, arguments: &[Value]) -> bool {
        if self.world.terms.all_inputs().len() == 0 {
            return false;
        }
        let Some(followed) = &mut self.world.followed else { return false };
        let known = std::mem::replace(&mut followed.reached.classes, self.world.classes.len());
        let mut looked_at = followed.reached.looked_at;
        let mut waiting = std::mem::take(&mut followed.reached.waiting);
        waiting.extend_from_slice(arguments);
        let new = self.world.classes.iter().skip(known).filter(|class| !class.is_jdk());
        waiting.extend(new.map(|class| Value::Ref(class.statics)));
        state.heap.take_touched(&mut waiting);
        while let Some(value) = waiting.pop() {
            if self.is_open(value) || looked_at > LOOKED_AT {
                return true;
            }
            let Value::Ref(id) = value else { continue };
            if id.is_null() || state.heap.is_clean(id) {
                continue;
            }
            let object = state.heap.get(id);
            match &object.body {
                Body::Fields(fields) => waiting.extend(fields.iter().copied()),
                Body::Refs(elements) => waiting.extend(elements.iter().map(Value::Ref)),
                Body::Open(_) | Body::Text(_) => return true,
                _ if self.has_open_elements(object) => return true,
                _ => {}
            }
            state.heap.set_clean(id);
            looked_at += 1;
        }
        if let Some(followed) = &mut self.world.followed {
            followed.reached.looked_at = looked_at;
            followed.reached.waiting = waiting;
        }
        false
    }

    /// Text and numbers in an object that came from a native are marked as lost, and those in objects behind it that nobody saw before.
    /// The loss itself was counted.
    pub fn lose_object(
        &mut self,
        state: &mut State,
        what: &Lost,
        native: Option<MethodId>,
        root: ObjectId,
        call: Spot,
    ) -> Res<()> {
        let mut waiting = vec![root];
        let mut left = MARKED;
        while let Some(id) = waiting.pop() {
            if id.is_null() || left == 0 {
                continue;
            }
            let is_new = self.is_new(state, id);
            let class = self.class_of(state, id);
            if id != root && !is_new || class == self.world.class {
                continue;
            }
            left -= 1;
            if self.world.is_array(class) {
                self.lose_elements(state, (what, native, call), id, &mut left, &mut waiting)?;
                continue;
            }
            if class == self.world.string {
                let array = self.field_named(state, id, "value")?.as_ref();
                self.lose_elements(state, (what, native, call), array, &mut left, &mut waiting)?;
                continue;
            }
            if !is_new {
                continue;
            }
            let Body::Fields(fields) = self.object(state, id)?.body.clone() else { continue };
            for (slot, &value) in fields.iter().enumerate() {
                match value {
                    Value::Ref(inner) => waiting.push(inner),
                    value if value.term().is_some() || !is_number(value) => {}
                    value => {
                        let lost = self.world.lose_again(what.clone(), native, call, value);
                        self.set_field(state, id, slot as u16, lost)?;
                    }
                }
            }
        }
        Ok(())
    }

    fn lose_elements(
        &mut self,
        state: &mut State,
        (what, native, call): (&Lost, Option<MethodId>, Spot),
        array: ObjectId,
        left: &mut usize,
        waiting: &mut Vec<ObjectId>,
    ) -> Res<()> {
        let class = self.class_of(state, array);
        let len = self.array_length(state, array)?.min(*left);
        if !matches!(self.world.classes.element_kind(class), Kind::Prim(_)) {
            for at in 0..len {
                waiting.push(self.element(state, array, at)?.as_ref());
            }
            return Ok(());
        }
        if self.object(state, array)?.symbols.is_some() {
            return Ok(());
        }
        *left -= len;
        for at in 0..len {
            let value = self.element(state, array, at)?;
            let lost = self.world.lose_again(what.clone(), native, call, value);
            self.set_element(state, array, at, lost)?;
        }
        Ok(())
    }

    /// Can the answer of a native of the JDK depend on symbolic data in its arguments?
    fn depends(&self, state: &State, listed: Option<Effect>, arguments: &[Value]) -> bool {
        if arguments.iter().any(|&value| self.is_open(value)) {
            return true;
        }
        let looks_inside = |value: Value| match value {
            // Those of the JDK that change nothing look at text and arrays, not into objects.
            Value::Ref(id) if listed == Some(Effect::Pure) && !id.is_null() => {
                let class = self.class_of(state, id);
                class == self.world.string || self.world.is_array(class)
            }
            _ => true,
        };
        arguments.iter().any(|&value| looks_inside(value) && self.holds_symbols(state, value))
    }

    /// Is the value symbolic, or an object with symbolic data in it or in what it refers to?
    pub(crate) fn holds_symbols(&self, state: &State, value: Value) -> bool {
        match value {
            Value::Ref(id) => self.object_holds_symbols(state, id, 2),
            other => self.is_open(other),
        }
    }

    /// Is it symbolic, and not fixed by the constraint?
    fn is_open(&self, value: Value) -> bool {
        value.term().is_some_and(|term| self.is_open_term(term))
    }

    fn is_open_term(&self, term: Term) -> bool {
        let is_fixed = |followed: &Followed| followed.fixed.contains(&term);
        !self.world.terms.is_const(term) && !self.world.followed.as_deref().is_some_and(is_fixed)
    }

    fn has_open_elements(&self, array: &Object) -> bool {
        match array.symbols.as_deref() {
            None => false,
            Some(Symbols::Sparse(cells)) => cells.values().any(|&cell| self.is_open_term(cell)),
            Some(&Symbols::Whole(_)) => true,
        }
    }

    fn object_holds_symbols(&self, state: &State, id: ObjectId, depth: u32) -> bool {
        if id.is_null() {
            return false;
        }
        let object = state.heap.get(id);
        match &object.body {
            Body::Fields(fields) => fields.iter().any(|&value| match value {
                Value::Ref(inner) => depth > 0 && self.object_holds_symbols(state, inner, depth - 1),
                other => self.is_open(other),
            }),
            Body::Open(_) => true,
            _ => self.has_open_elements(object),
        }
    }
}

fn is_number(value: Value) -> bool {
    matches!(value, Value::Int(_) | Value::Long(_) | Value::Float(_) | Value::Double(_))
}
