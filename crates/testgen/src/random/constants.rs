//! Numbers and classes that a class under test speaks of: what random arguments are chosen from, besides usual ones.

use bytecode::{Constant, Insn, decode};
use machine::program::WRAPPERS;
use machine::{ClassId, World};
use replay::driver::is_inside;
use std::collections::BTreeSet;

/// Numbers of each sort.
const NUMBERS: usize = 300;
/// `Foo.class` in code.
const LITERALS: usize = 64;

/// Numbers by sort; those with a point as bits.
#[derive(Default)]
pub struct Numbers {
    pub whole: BTreeSet<i64>,
    pub real: BTreeSet<u64>,
}

impl Numbers {
    /// Constants of its code and of classes inside of it.
    pub fn of(world: &World, tested: ClassId) -> Numbers {
        let name = world.classes[tested].name.clone();
        let mut found = Numbers::default();
        for class in world.classes.iter().filter(|class| is_inside(&name, &class.name)) {
            for constant in class.file.iter().flat_map(|file| file.pool.entries.iter()) {
                match constant {
                    Constant::Integer(number) => _ = found.whole.insert(i64::from(*number)),
                    Constant::Long(number) => _ = found.whole.insert(*number),
                    Constant::Float(number) => _ = found.real.insert(f64::from(*number).to_bits()),
                    Constant::Double(number) => _ = found.real.insert(number.to_bits()),
                    _ => {}
                }
            }
            for code in class.methods.iter().filter_map(|&method| world.classes.code(method).ok()) {
                found.whole.extend(code.switches.iter().flat_map(|switch| switch.cases()).map(i64::from));
                found.whole.extend(code.insns.iter().filter_map(|insn| match insn.get() {
                    Insn::Iconst(number) => Some(i64::from(number)),
                    _ => None,
                }));
            }
        }
        Numbers { whole: sample(found.whole), real: sample(found.real) }
    }
}

fn sample<T: Ord>(all: BTreeSet<T>) -> BTreeSet<T> {
    let every = all.len().div_ceil(NUMBERS).max(1);
    all.into_iter().step_by(every).collect()
}

/// `Foo.class` and `Integer.TYPE`, in the order of the code: what a method that is given a Class compares it with.
pub fn class_literals(world: &mut World, tested: ClassId) -> Vec<ClassId> {
    let name = world.classes[tested].name.clone();
    let mut named = Vec::new();
    for class in world.classes.iter().filter(|class| is_inside(&name, &class.name)) {
        let Some(file) = &class.file else { continue };
        // As it is in the file: what runs has other instructions by and by.
        for code in file.methods.iter().filter_map(|method| decode(file, method).ok()) {
            for insn in &code.insns {
                let (Insn::Ldc(index) | Insn::GetStatic(index)) = insn.get() else { continue };
                match file.pool.entries.get(usize::from(index)) {
                    Some(Constant::Class(name)) => named.push((class.loader, name.clone())),
                    Some(Constant::Field(field)) if &*field.name == "TYPE" => {
                        named.push((class.loader, field.class.clone()))
                    }
                    _ => {}
                }
            }
        }
    }
    let mut found: Vec<ClassId> = Vec::new();
    for (loader, name) in named {
        let Ok(Some(class)) = world.load(loader, &name) else { continue };
        // `Integer.class` and `int.class` are told apart by the same code, mostly.
        let primitive = WRAPPERS.iter().find(|(_, wrapper)| **wrapper == *world.classes[class].name);
        let primitive = primitive.map(|&(prim, _)| world.classes.primitive(Some(prim)));
        for class in [Some(class), primitive].into_iter().flatten() {
            if !found.contains(&class) && found.len() < LITERALS {
                found.push(class);
            }
        }
    }
    found
}
