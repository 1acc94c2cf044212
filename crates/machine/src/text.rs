//! Symbolic text. A nondeterministic String is only a promise until somebody looks inside: then its length is chosen
//! (shortest first, each length a path of its own), and whether all units fit into Latin-1; the units are inputs.

use crate::elements::Elements;
use crate::heap::{Body, Object};
use crate::host::{Res, Stop};
use crate::machine::Machine;
use crate::path::{Asked, AskedKind};
use crate::state::State;
use crate::symbols::Symbols;
use crate::value::{ObjectId, Value};
use std::collections::BTreeMap;
use std::rc::Rc;
use term::{Input, Sort, Term};

/// Longer text is not explored; that is recorded once somebody looks inside.
const LONGEST: u32 = 24;

/// The inputs of a symbolic String.
#[derive(Clone, Debug)]
pub struct Text {
    pub length: Input,
    /// True if every unit is below 256.
    latin: Term,
    /// The UTF-16 units, once the length is chosen.
    pub units: Option<Rc<[Term]>>,
}

/// Which text of the path an unmade String is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextId(pub u32);

impl Machine<'_> {
    /// A String of which nothing is known.
    pub fn new_text(&mut self, state: &mut State) -> ObjectId {
        let id = TextId(state.path.texts.len() as u32);
        let terms = &mut self.world.terms;
        let length = terms.input(&format!("text{}.length", id.0), Sort::Bv(32));
        let length = terms.as_input(length).expect("a fresh input");
        let latin = terms.input(&format!("text{}.latin", id.0), Sort::Bool);
        // The shortest text comes first, and it is Latin-1.
        let latin_input = terms.as_input(latin).expect("a fresh input");
        state.path.witness.set(latin_input, term::Const::scalar(Sort::Bool, 1));
        Rc::make_mut(&mut state.path.texts).push(Text { length, latin, units: None });
        let place = self.place(state);
        Rc::make_mut(&mut state.path.asked).push(Asked { kind: AskedKind::Text(id), input: length, place });
        state.heap.alloc(self.world.string, Body::Text(id))
    }

    /// Chooses length and coder and fills the String in.
    pub fn materialize(&mut self, state: &mut State, object: ObjectId, id: TextId) -> Res<()> {
        let text = state.path.texts[id.0 as usize].clone();
        let length = self.choose_length(state, text.length)?;
        let latin = length == 0 || self.choose(state, text.latin)?;
        let width = if latin { 8 } else { 16 };
        let mut units = Vec::with_capacity(length);
        for at in 0..length {
            let unit = self.world.terms.input(&format!("text{}[{at}]", id.0), Sort::Bv(width));
            units.push(self.world.terms.zext(16, unit));
        }
        if !latin {
            let bound = self.world.terms.bv(16, 256);
            let wide: Vec<Term> = units.iter().map(|&unit| self.world.terms.ule(bound, unit)).collect();
            let some = self.world.terms.any(wide);
            // Nothing is known of the units yet: one of them can be made wide.
            let first = self.world.terms.inputs_of(units[0])[0];
            state.path.witness.set(first, term::Const::scalar(Sort::Bv(16), 256));
            state.path.assume(&self.world.terms, some);
        }
        self.fill(state, object, &units, latin);
        Rc::make_mut(&mut state.path.texts)[id.0 as usize].units = Some(units.into());
        Ok(())
    }

    /// Makes a text by the witness alone: code that we do not see is about to look at it.
    pub fn settle_text(&mut self, state: &mut State, object: ObjectId) -> Res<()> {
        loop {
            match self.ready(state, object) {
                Err(Stop::Decide(condition) | Stop::Choose(condition)) => self.follow_witness(state, condition),
                other => return other,
            }
        }
    }

    fn choose_length(&mut self, state: &mut State, length: Input) -> Res<usize> {
        let term = self.world.terms.input_term(length);
        let longest = self.world.terms.bv(32, LONGEST as u64);
        let inside = self.world.terms.ule(term, longest);
        if state.path.known(&self.world.terms, inside).is_none() {
            // The witness has length 0 until somebody looks.
            state.path.assume(&self.world.terms, inside);
            state.path.imprecise(format!("text longer than {LONGEST} characters was not explored"));
        }
        for candidate in 0..=LONGEST {
            let value = self.world.terms.bv(32, candidate as u64);
            let equal = self.world.terms.eq(term, value);
            if self.choose(state, equal)? {
                return Ok(candidate as usize);
            }
        }
        unreachable!("the length is inside the bound")
    }

    fn fill(&mut self, state: &mut State, object: ObjectId, units: &[Term], latin: bool) {
        let mut cells = BTreeMap::new();
        for (at, &unit) in units.iter().enumerate() {
            let terms = &mut self.world.terms;
            let (low, high) = (terms.extract(7, 0, unit), terms.extract(15, 8, unit));
            let (low, high) = (terms.sext(32, low), terms.sext(32, high));
            if latin {
                cells.insert(at as u32, low);
            } else {
                cells.insert(2 * at as u32, low);
                cells.insert(2 * at as u32 + 1, high);
            }
        }
        let len = if latin { units.len() } else { 2 * units.len() };
        let symbols = (!cells.is_empty()).then(|| Rc::new(Symbols::Sparse(cells)));
        let value = state.heap.alloc(self.world.byte_array, Body::Bytes(Elements::filled(len, 0)));
        state.heap.get_mut(value).symbols = symbols;
        let mut fields = self.world.classes[self.world.string].blank.to_vec();
        fields[self.world.string_value as usize] = Value::Ref(value);
        fields[self.world.string_coder as usize] = Value::Int(!latin as i32);
        let made = Object::new(self.world.string, Body::Fields(fields.into()));
        let hash = state.heap.get(object).hash;
        *state.heap.get_mut(object) = Object { hash, ..made };
    }
}
