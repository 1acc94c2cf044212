//! The forks that lead to a state, in words that another process understands: names instead of ids.

use machine::trail::Trail;
use machine::{MethodId, World};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::hash::Hash;
use term::{Const, Terms, Witness};

/// As it travels: only who explores it needs to look inside.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Prefix(Vec<u8>);

/// Methods and inputs are numbers of names, each of which is told once.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Forks {
    names: Vec<String>,
    forks: Vec<Told>,
}

impl Forks {
    fn packed(&self) -> Prefix {
        Prefix(postcard::to_stdvec(self).expect("plain data"))
    }
}

/// The place of a name in the list.
type Name = u32;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Told {
    method: Name,
    pc: u32,
    side: bool,
    settled: u32,
    witness: Option<Vec<(Name, Const)>>,
}

/// One fork of a prefix, as `machine::trail::Fork`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    pub method: String,
    pub pc: u32,
    pub side: bool,
    pub settled: u32,
    pub witness: Option<Witness>,
}

/// A prefix that is not whole, or speaks of a name which it does not tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Garbled;

impl Prefix {
    /// No fork yet.
    pub fn root() -> Prefix {
        Forks::default().packed()
    }

    pub fn of(world: &World, trail: &Trail) -> Prefix {
        let (mut names, mut methods, mut inputs) = (Vec::new(), HashMap::new(), HashMap::new());
        let mut forks = Vec::new();
        for fork in trail.forks() {
            let method = fork.place.method;
            let method = numbered(&mut names, &mut methods, method, || method_name(world, method));
            let witness = fork.witness.as_ref().map(|witness| {
                let told = witness.iter().map(|(input, value)| {
                    let name = || world.terms.input_name(input).to_string();
                    (numbered(&mut names, &mut inputs, input, name), value.clone())
                });
                told.collect()
            });
            forks.push(Told { method, pc: fork.place.pc, side: fork.side, settled: fork.settled, witness });
        }
        Forks { names, forks }.packed()
    }

    /// Inputs that this process has not met yet are made.
    pub fn turns(&self, terms: &mut Terms) -> Result<Vec<Turn>, Garbled> {
        let Forks { names, forks } = postcard::from_bytes(&self.0).map_err(|_| Garbled)?;
        let name = |number: Name| names.get(number as usize).ok_or(Garbled);
        let mut turns = Vec::new();
        for Told { method, pc, side, settled, witness } in &forks {
            let witness = match witness {
                None => None,
                Some(values) => {
                    let mut witness = Witness::new();
                    for (input, value) in values {
                        let term = terms.input(name(*input)?, value.sort());
                        witness.set(terms.as_input(term).expect("an input"), value.clone());
                    }
                    Some(witness)
                }
            };
            turns.push(Turn { method: name(*method)?.clone(), pc: *pc, side: *side, settled: *settled, witness });
        }
        Ok(turns)
    }
}

fn numbered<K: Eq + Hash>(
    names: &mut Vec<String>,
    known: &mut HashMap<K, Name>,
    key: K,
    name: impl FnOnce() -> String,
) -> Name {
    *known.entry(key).or_insert_with(|| {
        names.push(name());
        names.len() as Name - 1
    })
}

/// A method by names. Classes of our own making are numbered as they come, differently in each process.
pub fn method_name(world: &World, method: MethodId) -> String {
    let method = &world.classes[method];
    let class = &world.classes[method.class];
    let holder = if class.synthetic { "" } else { &class.name };
    format!("{holder}.{}{}", method.name, method.descriptor)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::rc::Rc;
    use term::{ArrayConst, Element, Sort};

    fn prefix(values: Vec<(Name, Const)>) -> Prefix {
        let fork = Told { method: 0, pc: 7, side: true, settled: 2, witness: Some(values) };
        Forks { names: vec!["A.f()V".into(), "int0".into()], forks: vec![fork] }.packed()
    }

    #[test]
    fn a_witness_arrives_as_it_was() {
        let mut array = ArrayConst::new(Element::Bv(16), 7);
        array.set(3, 99);
        let values = [
            Const::Bool(true),
            Const::scalar(Sort::Bv(32), 0xffff_fff9),
            Const::scalar(Sort::Bv(64), u64::MAX),
            Const::scalar(Sort::Float64, 1.5f64.to_bits()),
            Const::scalar(Sort::Float32, 2.5f32.to_bits().into()),
            Const::Array(Rc::new(array)),
        ];
        for value in values {
            let mut terms = Terms::new();
            let turns = prefix(vec![(1, value.clone())]).turns(&mut terms).expect("names are told");
            let input = terms.input("int0", value.sort());
            let witness = turns[0].witness.as_ref().expect("a witness");
            assert_eq!(terms.eval(input, witness), value);
            assert_eq!((turns[0].method.as_str(), turns[0].pc, turns[0].settled), ("A.f()V", 7, 2));
        }
    }

    #[test]
    fn a_name_that_is_not_told_is_refused() {
        let mut terms = Terms::new();
        assert_eq!(prefix(vec![(9, Const::Bool(true))]).turns(&mut terms), Err(Garbled));
    }

    #[test]
    fn a_prefix_that_is_cut_short_is_refused() {
        let whole = prefix(vec![(1, Const::Bool(true))]);
        for length in 0..whole.0.len() {
            assert_eq!(Prefix(whole.0[..length].to_vec()).turns(&mut Terms::new()), Err(Garbled));
        }
    }
}
