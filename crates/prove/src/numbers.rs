//! The numbers of the program that guesses are made of.

use bytecode::{Constant, Insn};
use explore::Explorer;
use machine::{ClassId, State, Value};
use std::collections::BTreeSet;
use term::{Sort, Term, Terms};

/// Constants that cells are compared with.
const MOST_CONSTANTS: usize = 48;

/// Numbers of the program, by kind.
#[derive(Default)]
pub struct Numbers {
    pub integers: BTreeSet<i64>,
    /// As bits of doubles, in the order of the numbers where they are positive.
    floats: BTreeSet<u64>,
}

impl Numbers {
    /// The numbers that occur in classes of the program whose methods are being executed.
    pub fn of(explorer: &mut Explorer, state: &State) -> Numbers {
        Numbers::with(explorer, state, None)
    }

    /// Those of another class, too.
    pub fn with(explorer: &mut Explorer, state: &State, class: Option<ClassId>) -> Numbers {
        let mut numbers = Numbers::default();
        numbers.integers.extend([0, 1]);
        numbers.floats.extend([0f64.to_bits(), 1f64.to_bits()]);
        for length in explorer.machine.array_lengths(state) {
            numbers.integers.extend(explorer.machine.world.terms.bits(length).map(|bits| bits as i64));
        }
        let top = *state.top();
        for value in &state.stack[top.locals as usize..top.sp as usize] {
            numbers.add(*value);
        }
        let world = &*explorer.machine.world;
        let running = state.frames.iter().map(|frame| world.classes[frame.method].class);
        let classes: BTreeSet<_> = running.chain(class).collect();
        for class in classes.into_iter().filter(|&class| !world.classes[class].is_jdk()) {
            for &method in &world.classes[class].methods {
                let Some(code) = world.classes[method].code.get() else { continue };
                for insn in code.insns.iter() {
                    match insn.get() {
                        Insn::Iconst(number) | Insn::Lconst(number) => numbers.add(Value::Int(number)),
                        Insn::Fconst(number) | Insn::Dconst(number) => numbers.add(Value::Float(number)),
                        Insn::LdcQuick(at) => numbers.add(world.constants[at as usize]),
                        Insn::Ldc(at) | Insn::Ldc2(at) => {
                            let file = world.classes[class].file.as_ref();
                            match file.and_then(|file| file.pool.get(at)) {
                                Some(Constant::Integer(number)) => numbers.add(Value::Int(*number)),
                                Some(Constant::Long(number)) => numbers.add(Value::Long(*number)),
                                Some(Constant::Float(number)) => numbers.add(Value::Float(*number)),
                                Some(Constant::Double(number)) => numbers.add(Value::Double(*number)),
                                _ => {}
                            }
                        }
                        _ => {}
                    }
                }
            }
        }
        numbers.neighbours();
        numbers
    }

    /// Integers that are of that width, small ones first.
    pub fn of_width(&self, width: u8) -> Vec<i64> {
        let fits = |number: &&i64| width == 64 || i32::try_from(**number).is_ok();
        let mut all: Vec<i64> = self.integers.iter().filter(fits).copied().collect();
        all.sort_by_key(|number| (number.unsigned_abs(), *number < 0));
        all
    }

    pub fn floats_of(&self, terms: &mut Terms, sort: Sort) -> Vec<Term> {
        let of = |&bits: &u64| match sort {
            Sort::Float32 => terms.float32((f64::from_bits(bits) as f32).to_bits()),
            _ => terms.float64(bits),
        };
        self.floats.iter().map(of).collect()
    }

    fn add(&mut self, value: Value) {
        match value {
            Value::Int(number) => {
                self.integers.insert(number.into());
            }
            Value::Long(number) => {
                self.integers.insert(number);
            }
            Value::Float(number) if !number.is_nan() => {
                self.floats.insert(f64::from(number).to_bits());
            }
            Value::Double(number) if !number.is_nan() => {
                self.floats.insert(number.to_bits());
            }
            Value::Float(_) | Value::Double(_) | Value::Ref(_) | Value::Sym(_) | Value::Sym2(_) => {}
        }
    }

    /// A bound may be one off, or negated.
    fn neighbours(&mut self) {
        let all: Vec<i64> = self.integers.iter().copied().collect();
        for number in all {
            self.integers.extend([number.saturating_sub(1), number.saturating_add(1), number.saturating_neg()]);
        }
        let all: Vec<u64> = self.floats.iter().copied().collect();
        self.floats.extend(all.into_iter().map(|bits| (-f64::from_bits(bits)).to_bits()));
        while self.integers.len() > MOST_CONSTANTS {
            let farthest = self.integers.iter().copied().max_by_key(|number| number.unsigned_abs());
            farthest.map(|number| self.integers.remove(&number));
        }
    }
}
