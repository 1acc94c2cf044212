//! Numbers and classes that a class under test speaks of: what random arguments are chosen from, besides usual ones.

use bytecode::{Constant, Insn, decode};
use machine::program::WRAPPERS;
use machine::{ClassId, World};
use replay::driver::is_inside;
use std::collections::BTreeSet;

/// Numbers of each sort.
const NUMBERS: usize = 300;
/// Classes of each sort.
const MOST_NAMED: usize = 64;

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

/// Classes that the code of a class names.
#[derive(Default)]
pub struct Named {
    /// `Foo.class` and `Integer.TYPE`: what a method that is given a Class compares it with.
    pub literals: Vec<ClassId>,
    /// What it asks objects for, `instanceof Foo` and `(Foo)`.
    pub asked_for: Vec<ClassId>,
}

impl Named {
    /// In the order of the code: that of the class, of classes inside of it, and of what it inherits from other than the JDK.
    pub fn of(world: &mut World, tested: ClassId) -> Named {
        let name = world.classes[tested].name.clone();
        let chain = world.classes[tested].chain.clone();
        let (mut literals, mut asked_for) = (Vec::new(), Vec::new());
        for class in world.classes.iter() {
            let counts = is_inside(&name, &class.name) || chain.contains(&class.id) && !class.is_jdk();
            let Some(file) = class.file.as_ref().filter(|_| counts) else { continue };
            // As it is in the file: what runs has other instructions by and by.
            for code in file.methods.iter().filter_map(|method| decode(file, method).ok()) {
                for insn in &code.insns {
                    let constant = |index: u16| file.pool.entries.get(usize::from(index));
                    match insn.get() {
                        Insn::Ldc(index) | Insn::GetStatic(index) => match constant(index) {
                            Some(Constant::Class(name)) => literals.push((class.loader, name.clone())),
                            Some(Constant::Field(field)) if &*field.name == "TYPE" => {
                                literals.push((class.loader, field.class.clone()));
                            }
                            _ => {}
                        },
                        Insn::InstanceOf(index) | Insn::CheckCast(index) => {
                            if let Some(Constant::Class(name)) = constant(index) {
                                asked_for.push((class.loader, name.clone()));
                            }
                        }
                        _ => {}
                    }
                }
            }
        }
        let mut named = Named::default();
        for (loader, name) in literals {
            let Ok(Some(class)) = world.load(loader, &name) else { continue };
            // `Integer.class` and `int.class` are told apart by the same code, mostly.
            let primitive = WRAPPERS.iter().find(|(_, wrapper)| **wrapper == *world.classes[class].name);
            let primitive = primitive.map(|&(prim, _)| world.classes.primitive(Some(prim)));
            [Some(class), primitive].into_iter().flatten().for_each(|class| keep(&mut named.literals, class));
        }
        for (loader, name) in asked_for {
            if let Ok(Some(class)) = world.load(loader, &name) {
                keep(&mut named.asked_for, class);
            }
        }
        named
    }
}

fn keep(found: &mut Vec<ClassId>, class: ClassId) {
    if !found.contains(&class) && found.len() < MOST_NAMED {
        found.push(class);
    }
}
