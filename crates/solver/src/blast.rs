//! Terms into gates, each distinct term once for the whole exploration.

pub mod array;

use crate::float::{Format, double_to_single, single_to_double};
use crate::gate::{DefinitionId, Gates, Lit, Word};
use crate::math::properties;
use crate::word::{Shift, constant, invert, resize, sign_extend};
use array::Arrays;
use std::rc::Rc;
use term::{FastMap, Function, Op, Sort, Term, Terms};

#[derive(Default)]
pub struct Blaster {
    pub gates: Gates,
    /// An array has no word of its own, but an entry (empty) once its parts have theirs.
    words: FastMap<Term, Rc<[Lit]>>,
    pub arrays: Arrays,
    /// Results that are free where the encoding does not reach: there the literal is false.
    doubts: FastMap<DefinitionId, Lit>,
    /// Something was too large to be encoded: the rest means nothing any more.
    is_cut: bool,
}

/// There are more gates than allowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLarge;

impl Blaster {
    pub fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// The literal of a condition, unless there would be more gates than `limit`.
    pub fn condition(&mut self, terms: &Terms, condition: Term, limit: usize) -> Result<Lit, TooLarge> {
        self.blast(terms, condition, limit)?;
        Ok(self.word(condition)[0])
    }

    /// The word of a scalar that occurs in a condition asked for.
    pub fn known_word(&self, term: Term) -> Option<&Rc<[Lit]>> {
        self.words.get(&term)
    }

    /// The literals without which the definitions mean nothing.
    pub fn doubts(&self, definitions: &[DefinitionId]) -> Vec<Lit> {
        definitions.iter().filter_map(|definition| self.doubts.get(definition)).copied().collect()
    }

    /// Arguments are encoded before their users.
    pub(crate) fn word(&self, term: Term) -> Rc<[Lit]> {
        self.words[&term].clone()
    }

    fn blast(&mut self, terms: &Terms, root: Term, limit: usize) -> Result<(), TooLarge> {
        let mut stack = vec![root];
        while let Some(&term) = stack.last() {
            if self.words.contains_key(&term) {
                stack.pop();
                continue;
            }
            let before = stack.len();
            stack.extend(terms.args(term).iter().filter(|arg| !self.words.contains_key(arg)));
            if stack.len() == before {
                let word = self.encode(terms, term);
                self.words.insert(term, word.into());
                stack.pop();
                if self.gates.len() > limit || self.is_cut {
                    return Err(TooLarge);
                }
            }
        }
        Ok(())
    }

    fn encode(&mut self, terms: &Terms, term: Term) -> Word {
        let sort = terms.sort(term);
        let args = terms.args(term);
        if sort.is_array() {
            return Word::new();
        }
        match terms.op(term) {
            Op::Select => return self.select(terms, args[0], &self.word(args[1])),
            Op::Eq if terms.sort(args[0]).is_array() => return vec![self.array_equality(terms, args[0], args[1])],
            _ => {}
        }
        let words: Vec<Rc<[Lit]>> = args.iter().map(|&arg| self.word(arg)).collect();
        let arg = |i: usize| &*words[i];
        let width = usize::from(sort.width());
        let format = || format_of(terms.sort(args[0]));
        let gates = &mut self.gates;
        match terms.op(term) {
            Op::Bool(value) => vec![Lit::constant(value)],
            Op::Bv(bits) | Op::Float64(bits) => constant(bits.into(), width),
            Op::Float32(bits) | Op::Ref(bits) => constant(bits.into(), width),
            Op::Input(_) => match sort {
                Sort::Float32 | Sort::Float64 => format_of(sort).input(gates, Word::new()).1,
                Sort::Bool | Sort::Bv(_) | Sort::Ref => gates.input_word(width),
                Sort::Array(_) => unreachable!("arrays have no words"),
            },
            Op::Array(_) | Op::ConstArray | Op::Store | Op::Select => unreachable!("arrays have no words"),
            Op::Not => vec![!arg(0)[0]],
            Op::And => vec![gates.and(arg(0)[0], arg(1)[0])],
            Op::Eq => vec![gates.equal_words(arg(0), arg(1))],
            Op::Ite => gates.choose(arg(0)[0], arg(1), arg(2)),
            Op::Add => gates.add(arg(0), arg(1)),
            Op::Sub => gates.sub(arg(0), arg(1)),
            Op::Mul => gates.multiply(arg(0), arg(1), width),
            Op::Neg => gates.negate(arg(0)),
            Op::Sdiv => gates.divide_signed(arg(0), arg(1)).0,
            Op::Srem => gates.divide_signed(arg(0), arg(1)).1,
            Op::Udiv => gates.divide_unsigned(arg(0), arg(1)).0,
            Op::Urem => gates.divide_unsigned(arg(0), arg(1)).1,
            Op::BvAnd => gates.zip(arg(0), arg(1), Gates::and),
            Op::BvOr => gates.zip(arg(0), arg(1), Gates::or),
            Op::BvXor => gates.zip(arg(0), arg(1), Gates::xor),
            Op::BvNot => invert(arg(0)),
            Op::Shl => gates.shift(arg(0), arg(1), Shift::Left),
            Op::Lshr => gates.shift(arg(0), arg(1), Shift::RightZero),
            Op::Ashr => gates.shift(arg(0), arg(1), Shift::RightSign),
            Op::Slt => vec![gates.signed_less(arg(0), arg(1))],
            Op::Ult => vec![gates.unsigned_less(arg(0), arg(1))],
            Op::Extract { hi, lo } => arg(0)[usize::from(lo)..=usize::from(hi)].to_vec(),
            Op::Concat => arg(1).iter().chain(arg(0)).copied().collect(),
            Op::Sext => sign_extend(arg(0), width),
            Op::Zext => resize(arg(0), width),
            Op::Fadd => format().add(gates, arg(0), arg(1)),
            Op::Fsub => format().sub(gates, arg(0), arg(1)),
            Op::Fmul => format().mul(gates, arg(0), arg(1)),
            Op::Fdiv => format().div(gates, arg(0), arg(1)),
            Op::Frem => self.remainder(format(), arg(0), arg(1)),
            Op::Fsqrt => format().sqrt(gates, arg(0)),
            Op::Fneg => format().neg(gates, arg(0)),
            Op::Fabs => format().abs(arg(0)),
            Op::Flt => vec![format().lt(gates, arg(0), arg(1))],
            Op::Fle => vec![format().le(gates, arg(0), arg(1))],
            Op::Feq => vec![format().eq(gates, arg(0), arg(1))],
            Op::IsNan => vec![format().is_nan(gates, arg(0))],
            Op::FromInt => format_of(sort).from_signed(gates, arg(0)),
            Op::ToInt => format().to_signed(gates, arg(0), width),
            Op::ToFloat => match format() {
                Format::Single => single_to_double(gates, arg(0)),
                Format::Double => double_to_single(gates, arg(0)),
            },
            Op::FromBits => format_of(sort).canonical(gates, arg(0)),
            Op::ToBits => arg(0).to_vec(),
            Op::Math(function) => self.function(function, &words),
        }
    }

    /// Free but for its properties: what it is exactly is always in doubt.
    fn function(&mut self, function: Function, args: &[Rc<[Lit]>]) -> Word {
        let support = args.iter().flat_map(|arg| arg.iter().copied()).collect();
        let (id, result) = self.gates.supported_input(Format::Double.width(), support);
        let args: Vec<&[Lit]> = args.iter().map(|arg| &**arg).collect();
        let mut constraints = properties(&mut self.gates, function, &args, &result);
        let canonical = Format::Double.canonical(&mut self.gates, &result);
        constraints.push(self.gates.equal_words(&canonical, &result));
        self.gates.constrain(id, constraints);
        self.doubts.insert(id, Lit::FALSE);
        result
    }

    fn remainder(&mut self, format: Format, a: &[Lit], b: &[Lit]) -> Word {
        let remainder = format.rem(&mut self.gates, a, b);
        if remainder.exact == Lit::TRUE {
            return remainder.word;
        }
        let (id, unknown) = self.gates.supported_input(format.width(), vec![remainder.exact]);
        self.doubts.insert(id, remainder.exact);
        self.gates.choose(remainder.exact, &remainder.word, &unknown)
    }
}

pub(crate) fn format_of(sort: Sort) -> Format {
    match sort {
        Sort::Float32 => Format::Single,
        Sort::Float64 => Format::Double,
        Sort::Bool | Sort::Bv(_) | Sort::Ref | Sort::Array(_) => panic!("{sort:?} is no float"),
    }
}
