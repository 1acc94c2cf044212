//! Branch and prune: boxes of inputs are made smaller by what the conditions say about bounds, and cut in two where that does not
//! help. No box left refutes; a point of a box that satisfies the query is a witness. This decides what circuits cannot say
//! anything about (functions of `Math`) and much of what they take long for (products and quotients of floats).

mod compare;
pub mod function;
mod network;
pub mod range;
mod value;

use crate::search::tape::Tape;
use network::Network;
use range::{Precision, Range};
use std::cmp::Ordering;
use std::collections::BinaryHeap;
use term::{Const, Sort, Term, Terms, Witness};
pub use value::Value;

/// Larger queries are left alone.
const TERMS: usize = 3000;

/// Points from which a search may start, when no box was decided.
const SEEDS: usize = 4;

pub enum Pruned {
    Witness(Witness),
    Refuted,
    /// Points near which the conditions almost hold, best first.
    Open(Vec<Witness>),
}

/// Boxes, the most promising first.
struct Box {
    cost: f64,
    depth: u32,
    bounds: Vec<Value>,
    point: Vec<u64>,
}

impl PartialEq for Box {
    fn eq(&self, other: &Box) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Box {}

impl PartialOrd for Box {
    fn partial_cmp(&self, other: &Box) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Box {
    fn cmp(&self, other: &Box) -> Ordering {
        other.cost.total_cmp(&self.cost).then(self.depth.cmp(&other.depth))
    }
}

pub struct Prune {
    network: Network,
    /// Evaluates points; none if the query is about arrays, which have no points here.
    tape: Option<Tape>,
    hint: Witness,
}

impl Prune {
    /// `None` for queries that are too large.
    pub fn new(terms: &Terms, conjuncts: &[Term], hint: &Witness) -> Option<Prune> {
        let network = Network::new(terms, conjuncts, TERMS)?;
        let tape = Tape::new(terms, conjuncts, TERMS).filter(|tape| tape.variables.len() == network.variables.len());
        Some(Prune { network, tape, hint: hint.clone() })
    }

    /// Terms computed so far.
    pub fn work(&self) -> u64 {
        self.network.work + self.tape.as_ref().map_or(0, |tape| tape.work)
    }

    /// Decides, or gives up after that much work.
    pub fn run(&mut self, work: u64) -> Pruned {
        let mut boxes = BinaryHeap::new();
        let mut undecided: Vec<Box> = Vec::new();
        let everything = self.network.everything();
        let mut pending = vec![(everything, 0)];
        loop {
            for (mut bounds, depth) in std::mem::take(&mut pending) {
                if self.network.contract(&mut bounds).is_err() {
                    continue;
                }
                let (cost, point) = self.sample(&bounds);
                if cost == 0.0 && self.tape.is_some() {
                    return Pruned::Witness(self.witness(&point));
                }
                boxes.push(Box { cost, depth, bounds, point });
            }
            let Some(best) = boxes.pop() else { break };
            if self.work() > work {
                undecided.push(best);
                break;
            }
            match self.widest(&best.bounds) {
                Some(variable) => pending = split(&best, variable, self.network.variables[variable].sort),
                None => undecided.push(best),
            }
        }
        if undecided.is_empty() {
            return Pruned::Refuted;
        }
        let mut left: Vec<Box> = boxes.into_sorted_vec();
        left.extend(undecided);
        left.sort_by(|a, b| b.cmp(a));
        left.truncate(SEEDS);
        Pruned::Open(left.iter().map(|found| self.witness(&found.point)).collect())
    }

    /// A point of the box, and how far it is from satisfying the query.
    fn sample(&mut self, bounds: &[Value]) -> (f64, Vec<u64>) {
        let variables = self.network.variables.iter().zip(bounds);
        let point: Vec<u64> = variables
            .map(|(variable, value)| {
                let known = self.hint.get(variable.input).map(Const::bits);
                inside(value, variable.sort, known)
            })
            .collect();
        let Some(tape) = &mut self.tape else { return (0.0, point) };
        tape.place(&point);
        (tape.cost(), point)
    }

    fn witness(&self, point: &[u64]) -> Witness {
        let mut witness = self.hint.clone();
        for (variable, &bits) in self.network.variables.iter().zip(point) {
            witness.set(variable.input, Const::scalar(variable.sort, bits));
        }
        witness
    }

    /// The variable to split next: NaN apart from numbers first, then the one with the most values between its bounds.
    fn widest(&self, bounds: &[Value]) -> Option<usize> {
        let size = |value: &Value| match *value {
            Value::Float(Range { nan: true, low, high }) => {
                if low <= high {
                    u64::MAX
                } else {
                    0
                }
            }
            Value::Float(Range { low, high, .. }) if low == high => 0,
            Value::Float(Range { low, high, .. }) => ordinal(high).abs_diff(ordinal(low)),
            Value::Int { low, high } => high.abs_diff(low),
            Value::Truth { yes, no } => u64::from(yes && no),
            Value::Any => 0,
        };
        let sizes = bounds.iter().map(size).enumerate();
        sizes.filter(|&(_, size)| size > 0).max_by_key(|&(at, size)| (size, usize::MAX - at)).map(|(at, _)| at)
    }
}

/// Both parts together have all values.
fn split(parent: &Box, variable: usize, sort: Sort) -> Vec<(Vec<Value>, u32)> {
    let (first, second) = match parent.bounds[variable] {
        Value::Float(range) if range.nan => (Value::Float(range.without_nan()), Value::Float(Range::NAN)),
        Value::Float(Range { low, high, .. }) => {
            let precision = Precision::of(sort).unwrap_or(Precision::Double);
            // Rounded down: `high` itself is never on the left.
            let middle = precision.floor(middle(low, high)).max(low);
            (Value::Float(Range::numbers(low, middle)), Value::Float(Range::numbers(precision.up(middle), high)))
        }
        Value::Int { low, high } => {
            let middle = ((i128::from(low) + i128::from(high)) >> 1) as i64;
            (Value::Int { low, high: middle }, Value::Int { low: middle + 1, high })
        }
        Value::Truth { .. } => (Value::TRUE, Value::FALSE),
        Value::Any => (Value::of_sort(sort), Value::of_sort(sort)),
    };
    let with = |value| {
        let mut bounds = parent.bounds.clone();
        bounds[variable] = value;
        (bounds, parent.depth + 1)
    };
    vec![with(first), with(second)]
}

/// A number below `high` and not below `low`: zero between signs, the mean of numbers of one size, else by exponents.
fn middle(low: f64, high: f64) -> f64 {
    let by_order = || {
        let (low, high) = (ordinal(low), ordinal(high));
        number(((i128::from(low) + i128::from(high)) >> 1) as i64)
    };
    let middle = if low < 0.0 && high > 0.0 {
        0.0
    } else if low.is_finite() && high.is_finite() && (low / high).max(high / low) < 4.0 {
        low + (high - low) / 2.0
    } else {
        by_order()
    };
    if low <= middle && middle < high { middle } else { low }
}

/// A value of the box: the known one if it is inside, else a simple one.
fn inside(value: &Value, sort: Sort, known: Option<u64>) -> u64 {
    let bits = |value: f64| match sort {
        Sort::Float32 => u64::from((value as f32).to_bits()),
        _ => value.to_bits(),
    };
    match *value {
        Value::Float(range) => {
            let precision = Precision::of(sort).unwrap_or(Precision::Double);
            let known = known.map(|bits| match Value::constant(sort, bits) {
                Value::Float(exact) if exact.has_numbers() => exact.low,
                _ => f64::NAN,
            });
            if !range.has_numbers() {
                return Const::scalar(sort, bits(f64::NAN)).bits();
            }
            let middle = middle(range.low, range.high);
            let simple = [known.unwrap_or(f64::NAN), 0.0, 1.0, -1.0, middle.round(), precision.floor(middle)];
            let fits = |&&value: &&f64| range.low <= value && value <= range.high;
            bits(*simple.iter().find(fits).unwrap_or(&range.low))
        }
        Value::Int { low, high } => {
            let known = known.map(|bits| Value::constant(sort, bits).bounds().0);
            let middle = ((i128::from(low) + i128::from(high)) >> 1) as i64;
            let value =
                [known.unwrap_or(middle), 0, 1, middle].into_iter().find(|&value| low <= value && value <= high);
            Const::scalar(sort, value.unwrap_or(low) as u64 & (!0 >> (64 - sort.width()))).bits()
        }
        Value::Truth { yes, no } => match known {
            Some(bits) if (bits == 1 && yes) || (bits == 0 && no) => bits,
            _ => u64::from(yes),
        },
        Value::Any => known.unwrap_or(0),
    }
}

/// The order of the doubles as an order of integers; both zeros are neighbours.
fn ordinal(value: f64) -> i64 {
    let signed = value.to_bits() as i64;
    if signed < 0 { !(signed & i64::MAX) } else { signed }
}

fn number(ordinal: i64) -> f64 {
    f64::from_bits(if ordinal < 0 { (!ordinal) as u64 | 1 << 63 } else { ordinal as u64 })
}
