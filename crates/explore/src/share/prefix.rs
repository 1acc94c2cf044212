//! The forks that lead to a state, in words that another process understands: names instead of ids.

use super::codec::{Garbled, Reader, Writer};
use machine::trail::{Fork, Trail};
use machine::{MethodId, World};
use std::rc::Rc;
use term::{ArrayConst, Const, Element, Sort, Terms, Witness};

/// As it travels.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Prefix(pub Vec<u8>);

/// One fork of a prefix, as `machine::trail::Fork`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    pub method: String,
    pub pc: u32,
    pub side: bool,
    pub settled: u32,
    pub witness: Option<Witness>,
}

impl Prefix {
    /// No fork yet.
    pub fn root() -> Prefix {
        let mut writer = Writer::default();
        writer.number(0);
        Prefix(writer.finish())
    }

    pub fn of(world: &World, trail: &Trail) -> Prefix {
        let mut writer = Writer::default();
        let forks = trail.forks();
        writer.number(forks.len() as u64);
        for fork in forks {
            write_fork(&mut writer, world, fork);
        }
        Prefix(writer.finish())
    }

    /// Inputs that this process has not met yet are made.
    pub fn turns(&self, terms: &mut Terms) -> Result<Vec<Turn>, Garbled> {
        let mut reader = Reader::new(&self.0);
        let count = reader.number()?;
        (0..count).map(|_| read_turn(&mut reader, terms)).collect()
    }
}

/// A method by names. Classes of our own making are numbered as they come, differently in each process.
pub fn method_name(world: &World, method: MethodId) -> String {
    let method = &world.classes[method];
    let class = &world.classes[method.class];
    let holder = if class.synthetic { "" } else { &class.name };
    format!("{holder}.{}{}", method.name, method.descriptor)
}

fn write_fork(writer: &mut Writer, world: &World, fork: &Fork) {
    writer.string(&method_name(world, fork.place.method));
    writer.number(fork.place.pc.into());
    writer.number(fork.side.into());
    writer.number(fork.settled.into());
    writer.number(fork.witness.is_some().into());
    let Some(witness) = &fork.witness else { return };
    writer.number(witness.len() as u64);
    for (input, value) in witness.iter() {
        writer.string(world.terms.input_name(input));
        write_const(writer, value);
    }
}

fn read_turn(reader: &mut Reader, terms: &mut Terms) -> Result<Turn, Garbled> {
    let (method, pc, side, settled) = (reader.string()?, reader.small()?, reader.flag()?, reader.small()?);
    let witness = match reader.flag()? {
        true => Some(read_witness(reader, terms)?),
        false => None,
    };
    Ok(Turn { method, pc, side, settled, witness })
}

fn read_witness(reader: &mut Reader, terms: &mut Terms) -> Result<Witness, Garbled> {
    let count = reader.number()?;
    let mut witness = Witness::new();
    for _ in 0..count {
        let (name, value) = (reader.string()?, read_const(reader)?);
        let term = terms.input(&name, value.sort());
        witness.set(terms.as_input(term).expect("an input"), value);
    }
    Ok(witness)
}

fn write_const(writer: &mut Writer, value: &Const) {
    write_sort(writer, value.sort());
    match value {
        Const::Array(array) => {
            writer.number(array.default_bits());
            writer.number(array.len() as u64);
            for (at, bits) in array.entries() {
                writer.number(at.into());
                writer.number(bits);
            }
        }
        scalar => writer.number(scalar.bits()),
    }
}

fn read_const(reader: &mut Reader) -> Result<Const, Garbled> {
    let element = match read_sort(reader)? {
        Sort::Array(element) => element,
        sort => return Ok(Const::scalar(sort, reader.number()?)),
    };
    let mut array = ArrayConst::new(element, reader.number()?);
    for _ in 0..reader.number()? {
        let at = reader.small()?;
        array.set(at, reader.number()?);
    }
    Ok(Const::Array(Rc::new(array)))
}

fn write_sort(writer: &mut Writer, sort: Sort) {
    match sort {
        Sort::Bool => writer.number(0),
        Sort::Bv(width) => writer.number(width.into()),
        Sort::Float32 => writer.number(65),
        Sort::Float64 => writer.number(66),
        Sort::Ref => writer.number(67),
        Sort::Array(element) => {
            writer.number(68);
            write_sort(writer, element.sort());
        }
    }
}

fn read_sort(reader: &mut Reader) -> Result<Sort, Garbled> {
    let sort = match reader.number()? {
        0 => Sort::Bool,
        width @ 1..=64 => Sort::Bv(width as u8),
        65 => Sort::Float32,
        66 => Sort::Float64,
        67 => Sort::Ref,
        68 => Sort::Array(match read_sort(reader)? {
            Sort::Bv(width) => Element::Bv(width),
            Sort::Float32 => Element::Float32,
            Sort::Float64 => Element::Float64,
            Sort::Ref => Element::Ref,
            Sort::Bool | Sort::Array(_) => return Err(Garbled),
        }),
        _ => return Err(Garbled),
    };
    Ok(sort)
}

#[cfg(test)]
mod tests {
    use super::*;

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
            let mut writer = Writer::default();
            write_const(&mut writer, &value);
            assert_eq!(read_const(&mut Reader::new(&writer.finish())), Ok(value));
        }
    }

    #[test]
    fn a_garbled_prefix_is_refused() {
        let mut terms = Terms::new();
        assert_eq!(Prefix(vec![1, 0, 200]).turns(&mut terms), Err(Garbled));
    }
}
