//! Questions about symbolic data. A condition that the path has not settled stops the instruction with `Stop::Decide`;
//! the explorer settles it one way in this state, the other way in a clone, and the instruction is executed again.

use crate::program::{ObjectId, Value};
use crate::reason::{Gap, Reason};
use crate::state::State;
use crate::state::path::Use;
use crate::world::followed::Why;
use crate::world::{End, Machine, Res, Stop};
use term::{Const, Sort, Term, Witness};

/// Sizes that are tried one by one.
const SMALL: i32 = 16;
/// Larger arrays are not made for a size that is only one of many.
const LARGE: i32 = 1 << 16;

impl Machine<'_> {
    pub fn decide(&mut self, state: &State, condition: Term) -> Res<bool> {
        match self.answered(state, condition, Why::Branch) {
            Some(truth) => Ok(truth),
            None => Err(Stop::Decide(condition)),
        }
    }

    /// A concrete value for a symbolic one. Other values are explored by the states in which the equation fails.
    pub fn concretize(&mut self, state: &State, value: Value) -> Res<Value> {
        let Some(term) = value.term() else {
            return Ok(value);
        };
        if let Some(leaf) = self.leaf(state, term)? {
            return Ok(leaf);
        }
        if self.symbolic_reference(value).is_some() {
            return match state.path.shapes.target(term) {
                Some(target) => Ok(Value::Ref(target)),
                None => Err(End::stopped(Reason::Unsupported(
                    Gap::Choice,
                    "a symbolic reference reached code that cannot look into it".into(),
                ))),
            };
        }
        if self.has_symbolic_leaf(term) {
            return Err(End::stopped(Reason::Unsupported(
                Gap::Choice,
                "a choice of symbolic references reached code that cannot look into it".into(),
            )));
        }
        let constant = self.world.terms.eval(term, self.witness(state, Use::Pin)?);
        if let Some(followed) = &mut self.world.followed
            && !followed.fixed.insert(term)
        {
            return Ok(concrete(&constant));
        }
        let fixed = self.world.terms.constant(&constant);
        let equal = self.world.terms.eq(term, fixed);
        match self.answered(state, equal, Why::Fixed) {
            Some(true) => Ok(concrete(&constant)),
            Some(false) => unreachable!("the witness satisfies the path, so it does not refute its own value"),
            None => Err(Stop::Fix(equal)),
        }
    }

    /// An assignment that satisfies the path; a provisional path must get one first.
    pub fn witness<'s>(&self, state: &'s State, purpose: Use) -> Res<&'s Witness> {
        self.need_witness(state)?;
        Ok(state.path.witness(purpose))
    }

    /// Stops a path without a witness until it has one.
    pub fn need_witness(&self, state: &State) -> Res<()> {
        match state.path.provisional {
            None => Ok(()),
            Some(_) => Err(Stop::Settle),
        }
    }

    /// As `decide`, but the state in which the condition holds goes first.
    pub fn choose(&mut self, state: &State, condition: Term) -> Res<bool> {
        match self.answered(state, condition, Why::Branch) {
            Some(truth) => Ok(truth),
            None => Err(Stop::Choose(condition)),
        }
    }

    /// The size of an array: small ones first, then whatever the witness has; all negative ones are `None`.
    pub fn choose_size(&mut self, state: &State, value: Value) -> Res<Option<i32>> {
        let Value::Sym(term) = value else {
            return Ok(Some(value.as_int()).filter(|&size| size >= 0));
        };
        let zero = self.world.terms.int(0);
        let negative = self.world.terms.slt(term, zero);
        if self.decide(state, negative)? {
            return Ok(None);
        }
        if self.world.followed.is_some() {
            return Ok(Some(self.concretize(state, value)?.as_int()));
        }
        // Arms with one size each meet behind the instruction.
        if self.world.options.merging
            && let Some(size) = self.leaf(state, term)?
        {
            return Ok(Some(size.as_int()));
        }
        for size in 0..=SMALL {
            let size_term = self.world.terms.int(size);
            let equal = self.world.terms.eq(term, size_term);
            if self.choose(state, equal)? {
                return Ok(Some(size));
            }
        }
        let size = self.concretize(state, value)?.as_int();
        if size > LARGE {
            return Err(End::stopped(Reason::Unsupported(
                Gap::Choice,
                "an array of symbolic size became too large".into(),
            )));
        }
        Ok(Some(size))
    }

    pub fn concretize_int(&mut self, state: &State, value: Value) -> Res<i32> {
        Ok(self.concretize(state, value)?.as_int())
    }

    pub fn concretize_ref(&mut self, state: &State, value: Value) -> Res<ObjectId> {
        Ok(self.concretize(state, value)?.as_ref())
    }

    /// The term of any value.
    pub fn lift(&mut self, value: Value) -> Term {
        let terms = &mut self.world.terms;
        match value {
            Value::Int(i) => terms.bv(32, i as u32 as u64),
            Value::Long(l) => terms.bv(64, l as u64),
            Value::Float(x) => terms.float32(x.to_bits()),
            Value::Double(x) => terms.float64(x.to_bits()),
            Value::Ref(id) => terms.reference(id.0),
            Value::Sym(term) | Value::Sym2(term) => term,
        }
    }

    /// A term as a value; constants are never wrapped.
    pub fn value_of(&mut self, term: Term) -> Value {
        match self.world.terms.as_const(term) {
            Some(constant) => concrete(&constant),
            None => match self.world.terms.sort(term) {
                Sort::Bv(64) | Sort::Float64 => Value::Sym2(term),
                _ => Value::Sym(term),
            },
        }
    }

    /// A condition as a Java boolean.
    pub fn boolean(&mut self, condition: Term) -> Value {
        let (one, zero) = (self.world.terms.bv(32, 1), self.world.terms.bv(32, 0));
        let term = self.world.terms.ite(condition, one, zero);
        self.value_of(term)
    }

    /// The value under the witness.
    pub fn under_witness(&mut self, state: &State, value: Value, purpose: Use) -> Res<Value> {
        Ok(match value.term() {
            Some(term) => concrete(&self.world.terms.eval(term, self.witness(state, purpose)?)),
            None => value,
        })
    }
}

/// The sort and the bits of a number.
pub(crate) fn raw(value: Value) -> (Sort, u64) {
    match value {
        Value::Int(i) => (Sort::Bv(32), u64::from(i as u32)),
        Value::Long(l) => (Sort::Bv(64), l as u64),
        Value::Float(x) => (Sort::Float32, u64::from(x.to_bits())),
        Value::Double(x) => (Sort::Float64, x.to_bits()),
        Value::Ref(_) | Value::Sym(_) | Value::Sym2(_) => panic!("no number: {value:?}"),
    }
}

pub fn concrete(constant: &Const) -> Value {
    match constant.sort() {
        Sort::Bool => Value::Int(constant.bits() as i32),
        Sort::Bv(64) => Value::Long(constant.bits() as i64),
        Sort::Bv(_) => Value::Int(constant.bits() as u32 as i32),
        Sort::Float32 => Value::Float(f32::from_bits(constant.bits() as u32)),
        Sort::Float64 => Value::Double(f64::from_bits(constant.bits())),
        Sort::Ref => Value::Ref(ObjectId(constant.bits() as u32)),
        Sort::Array(_) => panic!("an array is no value"),
    }
}
