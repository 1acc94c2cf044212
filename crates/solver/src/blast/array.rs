//! Arrays without array gates: a read passes through writes and choices down to inputs, where it becomes a fresh
//! element. That equal places hold equal elements is stated only for the pairs that a model got wrong.

use super::{Blaster, format_of};
use crate::gate::{DefinitionId, Gates, Lit, Word};
use crate::word::{constant, constant_value};
use std::rc::Rc;
use term::{ArrayConst, FastMap, Input, Op, Sort, Term, Terms};

/// Indices have one bit more than Java's: the greatest one is a place that no program reaches. What an array holds
/// there stands for its default, which makes the equality of arrays a question about finitely many places.
const INDEX_BITS: usize = 33;
const ELSEWHERE: u128 = 1 << 32;

/// Of a constant array that an index can reach: a gate and more for each bit of each.
const MOST_ENTRIES: usize = 1 << 17;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ReadId(u32);

/// An element of an input array.
pub struct Read {
    pub array: Input,
    pub index: Word,
    pub element: Word,
}

/// A distinct index word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct IndexId(u32);

#[derive(Default)]
pub struct Arrays {
    reads: Vec<Read>,
    read_of: FastMap<DefinitionId, ReadId>,
    indices: Vec<Word>,
    index_of: FastMap<Word, IndexId>,
    /// What reading an array term at an index gives.
    selected: FastMap<(Term, IndexId), Rc<[Lit]>>,
    /// By read: earlier reads whose consistency with it was needed, and the literal that states it.
    lemmas: Vec<Vec<(ReadId, Lit)>>,
    equalities: FastMap<DefinitionId, Equality>,
}

/// An equation between arrays. Where it is false the arrays differ at some place, which is part of its definition.
struct Equality {
    a: Term,
    b: Term,
    holds: Lit,
    /// What it implies at the places where a model got it wrong.
    lemmas: Vec<Lit>,
}

/// Where an element is under a model; `None` is the default.
pub type Place = Option<u32>;

impl Arrays {
    /// The reads among the definitions, oldest first.
    pub fn reads(&self, definitions: &[DefinitionId]) -> Vec<ReadId> {
        let mut reads: Vec<ReadId> = definitions.iter().filter_map(|id| self.read_of.get(id)).copied().collect();
        reads.sort_unstable();
        reads
    }

    pub fn read(&self, id: ReadId) -> &Read {
        &self.reads[id.0 as usize]
    }

    /// What earlier queries had to state about these reads and equations.
    pub fn known_lemmas(&self, reads: &[ReadId], definitions: &[DefinitionId]) -> Vec<Lit> {
        let mut lemmas = Vec::new();
        for read in reads {
            let partners = self.lemmas[read.0 as usize].iter();
            lemmas.extend(partners.filter(|(other, _)| reads.binary_search(other).is_ok()).map(|(_, lemma)| lemma));
        }
        for equality in definitions.iter().filter_map(|id| self.equalities.get(id)) {
            lemmas.extend(&equality.lemmas);
        }
        lemmas
    }

    fn index_id(&mut self, index: &Word) -> IndexId {
        if let Some(&known) = self.index_of.get(index) {
            return known;
        }
        let id = IndexId(self.indices.len() as u32);
        self.indices.push(index.clone());
        self.index_of.insert(index.clone(), id);
        id
    }

    pub fn has_equalities(&self, definitions: &[DefinitionId]) -> bool {
        definitions.iter().any(|id| self.equalities.contains_key(id))
    }
}

impl Blaster {
    /// The element of an array term, whose parts have their words.
    pub(crate) fn select(&mut self, terms: &Terms, array: Term, index: &[Lit]) -> Word {
        let mut index = index.to_vec();
        index.push(Lit::FALSE);
        self.element(terms, array, &index).to_vec()
    }

    fn element(&mut self, terms: &Terms, array: Term, index: &Word) -> Rc<[Lit]> {
        let index = self.arrays.index_id(index);
        let mut stack = vec![array];
        while let Some(&term) = stack.last() {
            if self.arrays.selected.contains_key(&(term, index)) {
                stack.pop();
                continue;
            }
            match self.try_element(terms, term, index) {
                Ok(word) => {
                    self.arrays.selected.insert((term, index), word);
                    stack.pop();
                }
                Err(missing) => stack.push(missing),
            }
        }
        self.arrays.selected[&(array, index)].clone()
    }

    /// Fails with the array whose element is needed first.
    fn try_element(&mut self, terms: &Terms, array: Term, index: IndexId) -> Result<Rc<[Lit]>, Term> {
        let args = terms.args(array);
        let below = |blaster: &Blaster, array: Term| blaster.arrays.selected.get(&(array, index)).cloned().ok_or(array);
        Ok(match terms.op(array) {
            Op::Store => {
                let here = self.same_place(&self.word(args[1]), index);
                if here == Lit::TRUE {
                    return Ok(self.word(args[2]));
                }
                let below = below(self, args[0])?;
                if here == Lit::FALSE {
                    return Ok(below);
                }
                let value = self.word(args[2]);
                self.gates.choose(here, &value, &below).into()
            }
            Op::Ite => {
                let condition = self.word(args[0])[0];
                let (then, otherwise) = (below(self, args[1])?, below(self, args[2])?);
                self.gates.choose(condition, &then, &otherwise).into()
            }
            Op::ConstArray => self.word(args[0]),
            Op::Array(id) => {
                let array = terms.array_const(id);
                let table = table(&mut self.gates, array, &self.arrays.indices[index.0 as usize]);
                let nothing = || constant(0, usize::from(array.element().sort().width()));
                self.is_cut |= table.is_none();
                table.unwrap_or_else(nothing).into()
            }
            Op::Input(input) => self.read_input(terms, input, index).into(),
            other => unreachable!("{other:?} is no array"),
        })
    }

    /// `at` is an index of the program, `index` one of ours.
    fn same_place(&mut self, at: &[Lit], index: IndexId) -> Lit {
        let (low, top) = self.arrays.indices[index.0 as usize].split_at(INDEX_BITS - 1);
        let same = self.gates.equal_words(at, low);
        self.gates.and(same, !top[0])
    }

    fn read_input(&mut self, terms: &Terms, array: Input, index: IndexId) -> Word {
        let index = self.arrays.indices[index.0 as usize].clone();
        let Sort::Array(element) = terms.sort(terms.input_term(array)) else { unreachable!("an array input") };
        let sort = element.sort();
        let (definition, word) = match sort {
            Sort::Float32 | Sort::Float64 => format_of(sort).input(&mut self.gates, index.clone()),
            Sort::Bool | Sort::Bv(_) | Sort::Ref | Sort::Array(_) => {
                self.gates.supported_input(usize::from(sort.width()), index.clone())
            }
        };
        let id = ReadId(self.arrays.reads.len() as u32);
        self.arrays.reads.push(Read { array, index, element: word.clone() });
        self.arrays.lemmas.push(Vec::new());
        self.arrays.read_of.insert(definition, id);
        word
    }

    /// States the consistency of reads that a model puts at one place with different elements. Answers the new
    /// lemmas; none means that the model is one of arrays.
    pub fn repair_reads(&mut self, reads: &[ReadId], value: impl Fn(&[Lit]) -> u64) -> Vec<Lit> {
        let mut placed: Vec<(Input, u64, ReadId)> =
            reads.iter().map(|&id| (self.arrays.read(id).array, value(&self.arrays.read(id).index), id)).collect();
        placed.sort_unstable();
        let mut lemmas = Vec::new();
        for pair in placed.windows(2) {
            let [(array, index, first), (other_array, other_index, second)] = pair else { unreachable!() };
            let (x, y) = (self.arrays.read(*first), self.arrays.read(*second));
            if array != other_array || index != other_index || value(&x.element) == value(&y.element) {
                continue;
            }
            let (x_index, y_index) = (x.index.clone(), y.index.clone());
            let (x_element, y_element) = (x.element.clone(), y.element.clone());
            let same_index = self.gates.equal_words(&x_index, &y_index);
            let same_element = self.gates.equal_words(&x_element, &y_element);
            let lemma = self.gates.implies(same_index, same_element);
            self.arrays.lemmas[second.0 as usize].push((*first, lemma));
            lemmas.push(lemma);
        }
        lemmas
    }

    pub(crate) fn array_equality(&mut self, terms: &Terms, a: Term, b: Term) -> Lit {
        let mut difference = self.gates.input_word(INDEX_BITS - 1);
        difference.push(Lit::FALSE);
        let differ = !self.same_element(terms, a, b, &difference);
        let same_default = self.same_element(terms, a, b, &constant(ELSEWHERE, INDEX_BITS));
        let (id, word) = self.gates.supported_input(1, Word::new());
        let holds = word[0];
        let constraints = vec![self.gates.or(holds, differ), self.gates.implies(holds, same_default)];
        self.gates.constrain(id, constraints);
        self.arrays.equalities.insert(id, Equality { a, b, holds, lemmas: Vec::new() });
        holds
    }

    fn same_element(&mut self, terms: &Terms, a: Term, b: Term, index: &Word) -> Lit {
        let (a, b) = (self.element(terms, a, index), self.element(terms, b, index));
        self.gates.equal_words(&a, &b)
    }

    /// Instantiates the equations that are true in a model whose arrays differ. `arrays` gives the two values of an
    /// equation; `value` is that of a word. Answers the new lemmas.
    pub fn repair_equalities(
        &mut self,
        terms: &Terms,
        definitions: &[DefinitionId],
        reads: &[ReadId],
        value: impl Fn(&[Lit]) -> u64,
        arrays: impl Fn(Term, Term) -> (Rc<ArrayConst>, Rc<ArrayConst>),
    ) -> Vec<Lit> {
        let mut lemmas = Vec::new();
        for id in definitions {
            let Some(equality) = self.arrays.equalities.get(id) else { continue };
            let (a, b, holds) = (equality.a, equality.b, equality.holds);
            if value(&[holds]) == 0 {
                continue;
            }
            let (left, right) = arrays(a, b);
            let Some(wrong) = difference(&left, &right) else { continue };
            // The places that the query talks about, otherwise this very place.
            let mut indices: Vec<Word> = reads
                .iter()
                .map(|&read| &self.arrays.read(read).index)
                .filter(|index| value(index) == u64::from(wrong))
                .cloned()
                .collect();
            indices.push(constant(wrong.into(), INDEX_BITS));
            indices.sort_unstable();
            indices.dedup();
            for index in indices {
                let same = self.same_element(terms, a, b, &index);
                let lemma = self.gates.implies(holds, same);
                let known = &mut self.arrays.equalities.get_mut(id).expect("found above").lemmas;
                if !known.contains(&lemma) {
                    known.push(lemma);
                    lemmas.push(lemma);
                }
            }
        }
        lemmas
    }
}

/// The place of a read under a model.
pub fn place(index: u64) -> Place {
    u32::try_from(index).ok()
}

/// Some index at which two arrays of equal defaults differ.
fn difference(a: &ArrayConst, b: &ArrayConst) -> Option<u32> {
    let indices = a.entries().chain(b.entries()).map(|(index, _)| index);
    indices.filter(|&index| a.get(index) != b.get(index)).min()
}

/// A constant array at a symbolic index: a decision on the index bits, highest first. Nothing if there are too many entries for that.
fn table(gates: &mut Gates, array: &ArrayConst, index: &[Lit]) -> Option<Word> {
    let width = usize::from(array.element().sort().width());
    if let Some(index) = constant_value(index) {
        let bits = u32::try_from(index).map_or(array.default_bits(), |index| array.get(index));
        return Some(constant(bits.into(), width));
    }
    // the top bit of an index that is not constant is false
    let index = &index[..INDEX_BITS - 1];
    let bits = |unknown: bool| {
        let set = |bit: &Lit| *bit == Lit::TRUE || unknown && *bit != Lit::FALSE;
        index.iter().rev().fold(0, |bits, bit| bits << 1 | u32::from(set(bit)))
    };
    let entries = array.entries_in(bits(false), bits(true));
    let entries: Vec<(u32, u64)> = entries.take(MOST_ENTRIES + 1).collect();
    if entries.len() > MOST_ENTRIES {
        return None;
    }
    Some(decide(gates, &entries, &constant(array.default_bits().into(), width), index))
}

/// The entries agree on the index bits above those given.
fn decide(gates: &mut Gates, entries: &[(u32, u64)], default: &[Lit], index: &[Lit]) -> Word {
    let Some(bit) = index.len().checked_sub(1) else {
        return entries.first().map_or(default.to_vec(), |&(_, bits)| constant(bits.into(), default.len()));
    };
    let Some(&(_, first)) = entries.first() else {
        return default.to_vec();
    };
    if entries.len() as u64 == 2 << bit && entries.iter().all(|&(_, bits)| bits == first) {
        return constant(first.into(), default.len());
    }
    let (low, high) = entries.split_at(entries.partition_point(|&(at, _)| at >> bit & 1 == 0));
    match index[bit] {
        Lit::FALSE => return decide(gates, low, default, &index[..bit]),
        Lit::TRUE => return decide(gates, high, default, &index[..bit]),
        _ => {}
    }
    let (low, high) = (decide(gates, low, default, &index[..bit]), decide(gates, high, default, &index[..bit]));
    gates.choose(index[bit], &high, &low)
}
