//! The terms of a query as a network of bounds: arguments bound results, and conditions that must hold bound arguments. Operators
//! that are not listed bound nothing: what is dropped only makes boxes larger.

use super::compare::{above, below, clipped, exact, fits, identical, integer, less, to_int, wide};
use super::function::enclosure;
use super::range::{Precision, Range};
use super::value::Value;
use term::{FastMap, FastSet, Function, Input, Op, Sort, Term, Terms};

/// Nothing is left of a box.
pub struct Empty;

/// A place in the network; arguments come before their users.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Slot(u32);

struct Node {
    op: Op,
    sort: Sort,
    args: [Slot; 3],
}

pub struct Variable {
    pub input: Input,
    pub sort: Sort,
    slot: Slot,
}

pub struct Network {
    nodes: Vec<Node>,
    /// What is known of the nodes in every box.
    known: Vec<Value>,
    values: Vec<Value>,
    roots: Vec<Slot>,
    pub variables: Vec<Variable>,
    /// Nodes computed so far.
    pub work: u64,
}

/// How often the bounds go up and down for one box.
const ROUNDS: usize = 4;

/// How often half of a range, half of the half, ... is tried to be cut off.
const CUTS: u32 = 10;

impl Network {
    /// `None` if there are more than `limit` terms.
    pub fn new(terms: &Terms, conjuncts: &[Term], limit: usize) -> Option<Network> {
        let order = reachable(terms, conjuncts, limit)?;
        let slots: FastMap<Term, Slot> = order.iter().zip(0..).map(|(&term, at)| (term, Slot(at))).collect();
        let (mut nodes, mut known, mut variables) = (Vec::new(), Vec::new(), Vec::new());
        for (&term, at) in order.iter().zip(0..) {
            let (op, sort) = (terms.op(term), terms.sort(term));
            let mut args = [Slot(0); 3];
            for (place, arg) in args.iter_mut().zip(looked_at(terms, term)) {
                *place = slots[arg];
            }
            known.push(match (terms.bits(term), sort) {
                (Some(bits), _) => Value::constant(sort, bits),
                (None, Sort::Bv(_)) => {
                    let fact = terms.fact(term);
                    Value::Int { low: fact.smin, high: fact.smax }
                }
                (None, _) => Value::of_sort(sort),
            });
            if let (Op::Input(input), false) = (op, sort.is_array()) {
                variables.push(Variable { input, sort, slot: Slot(at) });
            }
            nodes.push(Node { op, sort, args });
        }
        let roots = conjuncts.iter().map(|term| slots[term]).collect();
        Some(Network { nodes, values: known.clone(), known, roots, variables, work: 0 })
    }

    /// The box of all values.
    pub fn everything(&self) -> Vec<Value> {
        self.variables.iter().map(|variable| self.known[variable.slot.0 as usize]).collect()
    }

    /// Makes a box smaller without losing a solution.
    pub fn contract(&mut self, bounds: &mut [Value]) -> Result<(), Empty> {
        self.values.copy_from_slice(&self.known);
        for (variable, &value) in self.variables.iter().zip(bounds.iter()) {
            self.values[variable.slot.0 as usize] = value;
        }
        for root in 0..self.roots.len() {
            self.narrow(self.roots[root], Value::TRUE)?;
        }
        for _ in 0..ROUNDS {
            self.work += 2 * self.nodes.len() as u64;
            for at in 0..self.nodes.len() {
                let result = self.forward(at);
                self.narrow(Slot(at as u32), result)?;
            }
            let before: Vec<Value> = bounds.to_vec();
            for at in (0..self.nodes.len()).rev() {
                self.backward(at)?;
            }
            for (variable, value) in self.variables.iter().zip(bounds.iter_mut()) {
                *value = self.values[variable.slot.0 as usize];
            }
            if bounds == before {
                break;
            }
        }
        Ok(())
    }

    fn value(&self, slot: Slot) -> Value {
        self.values[slot.0 as usize]
    }

    fn range(&self, slot: Slot) -> Range {
        self.value(slot).range()
    }

    fn narrow(&mut self, slot: Slot, by: Value) -> Result<(), Empty> {
        let mut value = self.value(slot).meet(by);
        if let Value::Float(range) = value
            && self.nodes[slot.0 as usize].sort == Sort::Float32
        {
            value = Value::Float(Precision::Single.on_grid(range));
        }
        self.values[slot.0 as usize] = value;
        if value.is_empty() { Err(Empty) } else { Ok(()) }
    }

    fn narrow_range(&mut self, slot: Slot, by: Range) -> Result<(), Empty> {
        self.narrow(slot, Value::Float(by))
    }

    /// A bound of the numbers, which leaves NaN as it is.
    fn narrow_numbers(&mut self, slot: Slot, low: f64, high: f64) -> Result<(), Empty> {
        self.narrow_range(slot, Range { low, high, nan: true })
    }

    /// What the arguments allow.
    fn forward(&self, at: usize) -> Value {
        let Node { op, sort, args: [a, b, c] } = self.nodes[at];
        let float = Precision::of(sort);
        match (op, float) {
            (Op::Not, _) => Value::Truth { yes: self.value(a).may_fail(), no: self.value(a).may_hold() },
            (Op::And, _) => {
                let (a, b) = (self.value(a), self.value(b));
                Value::Truth { yes: a.may_hold() && b.may_hold(), no: a.may_fail() || b.may_fail() }
            }
            (Op::Ite, _) => match (self.value(a).may_hold(), self.value(a).may_fail()) {
                (true, false) => self.value(b),
                (false, true) => self.value(c),
                (_, _) => self.value(b).join(self.value(c)),
            },
            (Op::Eq, _) => identical(self.value(a), self.value(b)),
            (Op::Flt, _) => less(&self.range(a), &self.range(b), f64::lt),
            (Op::Fle, _) => less(&self.range(a), &self.range(b), f64::le),
            (Op::Feq, _) => {
                let (a, b) = (self.range(a), self.range(b));
                let yes = a.meet(&b).has_numbers();
                Value::Truth { yes, no: a.value().is_none() || a.value() != b.value() }
            }
            (Op::IsNan, _) => Value::Truth { yes: self.range(a).nan, no: self.range(a).has_numbers() },
            (Op::Slt, _) => {
                let ((low, high), (least, most)) = (self.value(a).bounds(), self.value(b).bounds());
                Value::Truth { yes: low < most, no: high >= least }
            }
            (Op::Fadd, Some(float)) => Value::Float(self.range(a).add(&self.range(b), float)),
            (Op::Fsub, Some(float)) => Value::Float(self.range(a).sub(&self.range(b), float)),
            (Op::Fmul, Some(float)) if a == b => Value::Float(self.range(a).square(float)),
            (Op::Fmul, Some(float)) => Value::Float(self.range(a).mul(&self.range(b), float)),
            (Op::Fdiv, Some(float)) => Value::Float(self.range(a).div(&self.range(b), float)),
            (Op::Frem, Some(_)) => Value::Float(self.range(a).rem(&self.range(b))),
            (Op::Fsqrt, Some(float)) => Value::Float(self.range(a).sqrt(float)),
            (Op::Fneg, Some(_)) => Value::Float(self.range(a).neg()),
            (Op::Fabs, Some(_)) => Value::Float(self.range(a).abs()),
            (Op::ToFloat, Some(float)) => Value::Float(self.range(a).to_precision(float)),
            (Op::Math(function), _) => Value::Float(enclosure(function, &self.range(a), &self.range(b))),
            (Op::FromInt, Some(float)) => {
                let (low, high) = self.value(a).bounds();
                Value::Float(match float {
                    Precision::Single => Range::numbers((low as f32).into(), (high as f32).into()),
                    Precision::Double => Range::numbers(low as f64, high as f64),
                })
            }
            (Op::ToInt, _) => to_int(&self.range(a), sort),
            (Op::Sext, _) => self.value(a),
            (Op::Add | Op::Sub | Op::Mul | Op::Neg, _) => integer(op, sort, self.value(a), self.value(b)),
            (_, _) => Value::of_sort(sort),
        }
    }

    /// What the result says of the arguments.
    fn backward(&mut self, at: usize) -> Result<(), Empty> {
        let Node { op, sort, args: [a, b, c] } = self.nodes[at];
        let result = self.values[at];
        match op {
            Op::Not => self.narrow(a, Value::Truth { yes: result.may_fail(), no: result.may_hold() }),
            Op::And => match result {
                Value::TRUE => {
                    self.narrow(a, Value::TRUE)?;
                    self.narrow(b, Value::TRUE)
                }
                Value::FALSE if self.value(a) == Value::TRUE => self.narrow(b, Value::FALSE),
                Value::FALSE if self.value(b) == Value::TRUE => self.narrow(a, Value::FALSE),
                _ => Ok(()),
            },
            Op::Ite => {
                if self.value(b).meet(result).is_empty() {
                    self.narrow(a, Value::FALSE)?;
                }
                if self.value(c).meet(result).is_empty() {
                    self.narrow(a, Value::TRUE)?;
                }
                match self.value(a) {
                    Value::TRUE => self.narrow(b, result),
                    Value::FALSE => self.narrow(c, result),
                    _ => Ok(()),
                }
            }
            Op::Eq if result == Value::TRUE => {
                self.narrow(a, self.value(b))?;
                self.narrow(b, self.value(a))
            }
            Op::Eq if result == Value::FALSE => self.differs(a, b),
            Op::Flt | Op::Fle | Op::Feq => self.compared(op, a, b, result),
            Op::IsNan => match result {
                Value::TRUE => self.narrow_range(a, Range::NAN),
                Value::FALSE => self.narrow_range(a, Range::ALL.without_nan()),
                _ => Ok(()),
            },
            Op::Slt => self.ordered(a, b, result),
            Op::FromInt => {
                let Some(float) = Precision::of(sort) else { return Ok(()) };
                let exact = result.range().before_rounding(float);
                self.narrow(a, Value::Int { low: exact.low.ceil() as i64, high: exact.high.floor() as i64 })
            }
            Op::ToInt => self.before_truncation(a, sort, result.bounds()),
            Op::Sext => {
                let (low, high) = result.bounds();
                self.narrow(a, Value::Int { low, high })
            }
            Op::Add | Op::Sub | Op::Neg => self.integers(op, sort, a, b, result),
            _ => match Precision::of(sort) {
                Some(float) => self.operands(op, float, [a, b], &result.range()),
                None => Ok(()),
            },
        }
    }

    /// Floats from which a number was computed; one that may be NaN says nothing.
    fn operands(&mut self, op: Op, float: Precision, [a, b]: [Slot; 2], result: &Range) -> Result<(), Empty> {
        if op == Op::Fneg {
            return self.narrow_range(a, result.neg());
        }
        if op == Op::Fabs {
            let size = result.high;
            return self.narrow_range(a, Range { low: -size, high: size, nan: result.nan });
        }
        if result.nan {
            return Ok(());
        }
        match op {
            Op::Fadd | Op::Fsub | Op::Fmul | Op::Fdiv | Op::Frem => {
                self.narrow_range(a, Range::ALL.without_nan())?;
                self.narrow_range(b, Range::ALL.without_nan())?;
            }
            Op::Fsqrt | Op::ToFloat => self.narrow_range(a, Range::ALL.without_nan())?,
            _ => {}
        }
        match op {
            Op::Fadd => {
                self.narrow_range(a, result.undo_add(&self.range(b), float))?;
                self.narrow_range(b, result.undo_add(&self.range(a), float))
            }
            Op::Fsub => {
                self.narrow_range(a, result.undo_add(&self.range(b).neg(), float))?;
                self.narrow_range(b, result.undo_add(&self.range(a), float).neg())
            }
            Op::Fmul if a == b => self.narrow_range(a, result.undo_square(float)),
            Op::Fmul => {
                self.narrow_range(a, result.undo_mul(&self.range(b), float))?;
                self.narrow_range(b, result.undo_mul(&self.range(a), float))
            }
            Op::Fdiv => {
                self.narrow_range(a, result.undo_div(&self.range(b), float))?;
                self.narrow_range(b, result.divisor(&self.range(a), float))
            }
            Op::Fsqrt => self.narrow_range(a, result.undo_sqrt(float)),
            Op::ToFloat => self.narrow_range(a, result.before_rounding(float)),
            Op::Math(function) => {
                let (first, second) = (self.range(a), self.range(b));
                self.work += 2 * u64::from(CUTS);
                self.narrow_range(a, cut(&first, result, |a| enclosure(function, a, &second)))?;
                if function.arity() == 2 {
                    let first = self.range(a);
                    self.narrow_range(b, cut(&second, result, |b| enclosure(function, &first, b)))?;
                }
                self.narrow_domain(function, a)
            }
            _ => Ok(()),
        }
    }

    /// A function of one argument that is a number.
    fn narrow_domain(&mut self, function: Function, a: Slot) -> Result<(), Empty> {
        let (low, high) = match function {
            Function::Sin | Function::Cos | Function::Tan => (-f64::MAX, f64::MAX),
            Function::Asin | Function::Acos => (-1.0, 1.0),
            Function::Log | Function::Log10 => (0.0, f64::INFINITY),
            Function::Log1p => (-1.0, f64::INFINITY),
            Function::Atan
            | Function::Exp
            | Function::Cbrt
            | Function::Sinh
            | Function::Cosh
            | Function::Tanh
            | Function::Expm1 => (f64::NEG_INFINITY, f64::INFINITY),
            Function::Atan2 | Function::Pow | Function::Hypot => return Ok(()),
        };
        self.narrow_range(a, Range::numbers(low, high))
    }

    fn compared(&mut self, op: Op, a: Slot, b: Slot, result: Value) -> Result<(), Empty> {
        if result == Value::TRUE {
            self.narrow_range(a, Range::ALL.without_nan())?;
            self.narrow_range(b, Range::ALL.without_nan())?;
            let (x, y) = (self.range(a), self.range(b));
            return match op {
                Op::Feq => {
                    self.narrow_range(a, y)?;
                    self.narrow_range(b, x)
                }
                Op::Flt => {
                    self.narrow_numbers(a, f64::NEG_INFINITY, below(y.high))?;
                    self.narrow_numbers(b, above(x.low), f64::INFINITY)
                }
                _ => {
                    self.narrow_numbers(a, f64::NEG_INFINITY, y.high)?;
                    self.narrow_numbers(b, x.low, f64::INFINITY)
                }
            };
        }
        let (x, y) = (self.range(a), self.range(b));
        if result != Value::FALSE || x.nan || y.nan || op == Op::Feq {
            return Ok(());
        }
        // Not below is at least, not at most is above.
        let (high, low) = if op == Op::Flt { (x.high, y.low) } else { (below(x.high), above(y.low)) };
        self.narrow_numbers(b, f64::NEG_INFINITY, high)?;
        self.narrow_numbers(a, low, f64::INFINITY)
    }

    fn ordered(&mut self, a: Slot, b: Slot, result: Value) -> Result<(), Empty> {
        let ((low, high), (least, most)) = (self.value(a).bounds(), self.value(b).bounds());
        match result {
            Value::TRUE => {
                self.narrow(a, Value::Int { low, high: most.saturating_sub(1) })?;
                self.narrow(b, Value::Int { low: low.saturating_add(1), high: most })
            }
            Value::FALSE => {
                self.narrow(a, Value::Int { low: least, high })?;
                self.narrow(b, Value::Int { low: least, high })
            }
            _ => Ok(()),
        }
    }

    /// An integer that is not the constant at the end of its range.
    fn differs(&mut self, a: Slot, b: Slot) -> Result<(), Empty> {
        for (one, other) in [(a, b), (b, a)] {
            let (Value::Int { low, high }, Value::Int { low: value, high: same }) =
                (self.value(one), self.value(other))
            else {
                continue;
            };
            if value != same {
                continue;
            }
            let low = if low == value { low.saturating_add(1) } else { low };
            let high = if high == value { high.saturating_sub(1) } else { high };
            self.narrow(one, Value::Int { low, high })?;
        }
        Ok(())
    }

    fn before_truncation(&mut self, a: Slot, sort: Sort, (low, high): (i64, i64)) -> Result<(), Empty> {
        let Value::Int { low: least, high: most } = Value::of_sort(sort) else { return Ok(()) };
        let from = if low <= least { f64::NEG_INFINITY } else { (low as f64).next_down() - 1.0 };
        let to = if high >= most { f64::INFINITY } else { (high as f64).next_up() + 1.0 };
        self.narrow_range(a, Range { low: from, high: to, nan: low <= 0 && 0 <= high })
    }

    /// Sums that cannot wrap around.
    fn integers(&mut self, op: Op, sort: Sort, a: Slot, b: Slot, result: Value) -> Result<(), Empty> {
        let Value::Int { low, high } = result else { return Ok(()) };
        let (x, y) = (self.value(a), self.value(b));
        if exact(op, x, y).is_none_or(|(least, most)| !fits(sort, least, most)) {
            return Ok(());
        }
        let (low, high) = (i128::from(low), i128::from(high));
        let (one, other) = (wide(x), wide(y));
        match op {
            Op::Neg => self.narrow(a, clipped(-high, -low)),
            Op::Add => {
                self.narrow(a, clipped(low - other.1, high - other.0))?;
                self.narrow(b, clipped(low - one.1, high - one.0))
            }
            _ => {
                self.narrow(a, clipped(low + other.0, high + other.1))?;
                self.narrow(b, clipped(one.0 - high, one.1 - low))
            }
        }
    }
}

/// Cuts off parts at both ends of an argument for which the function misses the result.
fn cut(argument: &Range, result: &Range, of: impl Fn(&Range) -> Range) -> Range {
    let mut left = *argument;
    if !left.has_numbers() {
        return left;
    }
    if of(&Range { nan: true, ..Range::EMPTY }).meet(result).is_empty() {
        left.nan = false;
    }
    for cuts in 1..=CUTS {
        let (low, high) = (super::ordinal(left.low), super::ordinal(left.high));
        let part = ((i128::from(high) - i128::from(low)) >> cuts) as i64;
        if part == 0 {
            break;
        }
        let (first, last) = (super::number(low + part), super::number(high - part));
        if of(&Range::numbers(left.low, first)).meet(result).is_empty() {
            left.low = first.next_up();
        }
        if of(&Range::numbers(last, left.high)).meet(result).is_empty() {
            left.high = last.next_down();
        }
        if !left.has_numbers() {
            break;
        }
    }
    left
}

/// Arguments before their users.
fn reachable(terms: &Terms, roots: &[Term], limit: usize) -> Option<Vec<Term>> {
    let mut seen: FastSet<Term> = FastSet::default();
    let mut stack = roots.to_vec();
    while let Some(term) = stack.pop() {
        if !seen.insert(term) {
            continue;
        }
        if seen.len() > limit {
            return None;
        }
        stack.extend(looked_at(terms, term));
    }
    let mut order: Vec<Term> = seen.into_iter().collect();
    order.sort_unstable();
    Some(order)
}

/// The arguments that say something about a term; what an array holds does not.
fn looked_at(terms: &Terms, term: Term) -> &[Term] {
    if terms.op(term) == Op::Select { &[] } else { terms.args(term) }
}
