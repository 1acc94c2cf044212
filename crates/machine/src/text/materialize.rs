//! Symbolic text for code that looks at the bytes: the length is chosen (shortest first, each length a path of its own), and
//! whether all units fit into Latin-1.

use crate::heap::elements::Elements;
use crate::heap::symbols::Symbols;
use crate::heap::text::Text;
use crate::heap::{Body, Object};
use crate::program::{ObjectId, Value};
use crate::reason::{Inexact, Reason};
use crate::state::State;
use crate::state::path::Use;
use crate::world::{End, Machine, Res, Stop};
use std::collections::BTreeMap;
use std::rc::Rc;
use term::Term;

/// Text that may be longer is made up to this length.
const TRIED: u64 = 24;
/// Longer text is not made at all.
const LARGE: u64 = 1 << 16;

impl Machine<'_> {
    /// Chooses length and coder and fills the String or StringBuilder in.
    pub fn materialize(&mut self, state: &mut State, object: ObjectId, text: &Rc<Text>) -> Res<()> {
        let text = &self.looked_at(state, text)?;
        let length = self.choose_length(state, text)?;
        let units: Vec<Term> = (0..length).map(|at| self.unit(text, at)).collect();
        let bound = self.world.terms.bv(16, 256);
        let narrow: Vec<Term> = units.iter().map(|&unit| self.world.terms.ult(unit, bound)).collect();
        let narrow = self.world.terms.all(narrow);
        let latin = self.choose(state, narrow)?;
        self.fill(state, object, &units, latin);
        Ok(())
    }

    /// Makes a text by the witness alone: code that we do not see is about to look at it.
    pub fn settle_text(&mut self, state: &mut State, object: ObjectId) -> Res<()> {
        loop {
            match self.ready(state, object) {
                Err(Stop::Decide(condition) | Stop::Choose(condition) | Stop::Fix(condition)) => {
                    self.follow_witness(state, condition);
                }
                other => return other,
            }
        }
    }

    fn choose_length(&mut self, state: &mut State, text: &Text) -> Res<usize> {
        if let Some(length) = self.constant_length(text) {
            return Ok(length);
        }
        let most = self.world.terms.fact(text.length).umax.min(text.most);
        let have = self.world.terms.eval(text.length, self.witness(state, Use::Question)?).bits();
        let tried = TRIED.max(have);
        if have > LARGE {
            return Err(End::stopped(Reason::Imprecision(Inexact::Text, "text too long to be made".into())));
        }
        if most > tried {
            let longest = self.world.terms.int(tried as i32);
            let inside = self.world.terms.ule(text.length, longest);
            if !self.decide(state, inside)? {
                return Err(End::stopped(Reason::Imprecision(
                    Inexact::Text,
                    format!("text longer than {tried} characters was not explored"),
                )));
            }
        }
        for candidate in 0..=tried {
            let value = self.world.terms.int(candidate as i32);
            let equal = self.world.terms.eq(text.length, value);
            if self.choose(state, equal)? {
                return Ok(candidate as usize);
            }
        }
        unreachable!("the length is inside the bound")
    }

    /// Fills in a text that is settled.
    pub fn fill_text(&mut self, state: &mut State, object: ObjectId, units: &[Term]) {
        let latin = units.iter().all(|&unit| self.world.terms.bits(unit).is_some_and(|bits| bits < 256));
        self.fill(state, object, units, latin);
    }

    fn fill(&mut self, state: &mut State, object: ObjectId, units: &[Term], latin: bool) {
        let mut cells = BTreeMap::new();
        for (at, &unit) in units.iter().enumerate() {
            let terms = &mut self.world.terms;
            let (low, high) = (terms.extract(7, 0, unit), terms.extract(15, 8, unit));
            let (low, high) = (terms.sext(32, low), terms.sext(32, high));
            if latin {
                cells.insert(at, low);
            } else {
                cells.insert(2 * at, low);
                cells.insert(2 * at + 1, high);
            }
        }
        let len = if latin { units.len() } else { 2 * units.len() };
        let mut bytes: Vec<i8> = vec![0; len];
        let mut symbols = BTreeMap::new();
        for (at, term) in cells {
            match self.world.terms.bits(term) {
                Some(bits) => bytes[at] = bits as i8,
                None => {
                    symbols.insert(at as u32, term);
                }
            }
        }
        let value = state.heap.alloc(self.world.byte_array, Body::Bytes(Elements::from_slice(&bytes)));
        state.heap.get_mut(value).symbols = (!symbols.is_empty()).then(|| Rc::new(Symbols::Sparse(symbols)));
        let class = state.heap.get(object).class;
        if class != self.world.string {
            Rc::make_mut(&mut state.path.rebuilt).insert(object);
        }
        let slot = |name| self.world.classes.slot_named(class, name);
        let mut fields = self.world.classes[class].blank.to_vec();
        let mut set = |name, value| {
            if let Some(slot) = slot(name) {
                fields[slot as usize] = value;
            }
        };
        set("value", Value::Ref(value));
        set("coder", Value::Int(!latin as i32));
        set("count", Value::Int(units.len() as i32));
        let old = state.heap.get(object).clone();
        *state.heap.get_mut(object) = Object { body: Body::Fields(fields.into()), ..old };
    }
}
