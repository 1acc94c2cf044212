//! Evaluates the conditions that Jacana writes in SMT-LIB, on its own: bit vectors, truth values and arrays of bit vectors, no floats. A condition is
//! read once and asked about many heaps.

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

/// What a symbol stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Given {
    Number(i64),
    /// The elements of an array.
    Numbers(Vec<i64>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Value {
    Bits(Bits),
    Array(Rc<Elements>),
}

/// An array; where there is no cell it holds the default.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Elements {
    default: Bits,
    cells: BTreeMap<u64, Bits>,
}

/// A bit vector of some width; a truth value has width 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Bits {
    width: u32,
    value: u64,
}

impl Bits {
    fn new(width: u32, value: u64) -> Bits {
        let mask = if width >= 64 { u64::MAX } else { (1 << width) - 1 };
        Bits { width, value: value & mask }
    }

    fn truth(holds: bool) -> Bits {
        Bits { width: 0, value: u64::from(holds) }
    }

    fn holds(self) -> bool {
        assert_eq!(self.width, 0, "a condition");
        self.value == 1
    }

    fn divisor(self) -> Bits {
        assert_ne!(self.value, 0, "divided by zero");
        self
    }

    fn signed(self) -> i64 {
        let unused = 64 - self.width;
        (self.value << unused) as i64 >> unused
    }
}

enum Expression<'t> {
    Word(&'t str),
    List(Vec<Expression<'t>>),
}

/// A sequence of definitions and assertions.
pub struct Script {
    steps: Vec<Step>,
}

/// What is given or defined has the next number.
enum Step {
    Given(String, Sort),
    Defined(Node),
    Asserted(Node),
}

#[derive(Clone, Copy)]
enum Sort {
    Bits(u32),
    Array(u32),
}

enum Node {
    Bits(Bits),
    Named(usize),
    Select(Box<[Node; 2]>),
    Store(Box<[Node; 3]>),
    Choice(Box<[Node; 3]>),
    All(Vec<Node>),
    Any(Vec<Node>),
    One(fn(Bits) -> Bits, Box<Node>),
    Two(fn(Bits, Bits) -> Bits, Box<[Node; 2]>),
    Extract(u32, u32, Box<Node>),
    Extend(bool, u32, Box<Node>),
    /// An array that holds the same everywhere.
    Filled(Box<Node>),
}

impl Script {
    pub fn read(text: &str) -> Script {
        let (mut steps, mut names) = (Vec::new(), HashMap::new());
        for command in expressions(text) {
            let Expression::List(parts) = command else { panic!("a word between commands") };
            let step = match parts.as_slice() {
                [Expression::Word("define-fun"), Expression::Word(name), Expression::List(parameters), _, body] => {
                    assert!(parameters.is_empty(), "{name} has parameters");
                    let body = node(body, &names);
                    names.insert(*name, names.len());
                    Step::Defined(body)
                }
                [Expression::Word("assert"), claim] => Step::Asserted(node(claim, &names)),
                [Expression::Word("declare-const"), Expression::Word(name), of] => {
                    names.insert(*name, names.len());
                    Step::Given((*name).into(), sort(of))
                }
                [Expression::Word("set-logic" | "check-sat"), ..] => continue,
                _ => panic!("an unknown command in {text}"),
            };
            steps.push(step);
        }
        Script { steps }
    }

    /// Whether all assertions hold under the numbers that the symbols stand for.
    pub fn holds(&self, symbols: &HashMap<String, Given>) -> bool {
        let mut values: Vec<Value> = Vec::new();
        for step in &self.steps {
            match step {
                Step::Given(name, sort) => {
                    let given = symbols.get(name).unwrap_or_else(|| panic!("{name} has no value"));
                    values.push(sort.holding(given));
                }
                Step::Defined(body) => values.push(body.value(&values)),
                Step::Asserted(claim) if !claim.bits(&values).holds() => return false,
                Step::Asserted(_) => {}
            }
        }
        true
    }
}

impl Sort {
    fn holding(self, given: &Given) -> Value {
        match (self, given) {
            (Sort::Bits(width), Given::Number(number)) => Value::Bits(number_of(width, *number)),
            (Sort::Array(width), Given::Numbers(numbers)) => {
                let cells = numbers.iter().enumerate().map(|(at, number)| (at as u64, number_of(width, *number)));
                Value::Array(Rc::new(Elements { default: number_of(width, 0), cells: cells.collect() }))
            }
            _ => panic!("{given:?} is of another sort"),
        }
    }
}

fn number_of(width: u32, number: i64) -> Bits {
    match width {
        0 => Bits::truth(number != 0),
        _ => Bits::new(width, number as u64),
    }
}

fn sort(expression: &Expression) -> Sort {
    let Expression::List(parts) = expression else { return Sort::Bits(0) };
    match parts.as_slice() {
        [_, Expression::Word("BitVec"), Expression::Word(width)] => Sort::Bits(width.parse().expect("a width")),
        [Expression::Word("Array"), _, element] => match sort(element) {
            Sort::Bits(width) => Sort::Array(width),
            Sort::Array(_) => panic!("an array of arrays"),
        },
        _ => panic!("an unknown sort"),
    }
}

impl Node {
    fn bits(&self, values: &[Value]) -> Bits {
        match self.value(values) {
            Value::Bits(bits) => bits,
            Value::Array(_) => panic!("an array is no number"),
        }
    }

    fn array(&self, values: &[Value]) -> Rc<Elements> {
        match self.value(values) {
            Value::Array(array) => array,
            Value::Bits(_) => panic!("an element of a number"),
        }
    }

    fn value(&self, values: &[Value]) -> Value {
        Value::Bits(match self {
            Node::Bits(bits) => *bits,
            Node::Named(number) => return values[*number].clone(),
            Node::Select(parts) => {
                let (array, index) = (parts[0].array(values), parts[1].bits(values));
                array.cells.get(&index.value).copied().unwrap_or(array.default)
            }
            Node::Store(parts) => {
                let (mut changed, index) = (parts[0].array(values).as_ref().clone(), parts[1].bits(values));
                changed.cells.insert(index.value, parts[2].bits(values));
                return Value::Array(Rc::new(changed));
            }
            Node::Choice(parts) => {
                let chosen = if parts[0].bits(values).holds() { &parts[1] } else { &parts[2] };
                return chosen.value(values);
            }
            Node::All(parts) => Bits::truth(parts.iter().all(|part| part.bits(values).holds())),
            Node::Any(parts) => Bits::truth(parts.iter().any(|part| part.bits(values).holds())),
            Node::One(operator, part) => operator(part.bits(values)),
            Node::Two(operator, parts) => operator(parts[0].bits(values), parts[1].bits(values)),
            Node::Extract(high, low, part) => Bits::new(high - low + 1, part.bits(values).value >> low),
            Node::Extend(signed, more, part) => {
                let part = part.bits(values);
                Bits::new(part.width + more, if *signed { part.signed() as u64 } else { part.value })
            }
            Node::Filled(part) => {
                return Value::Array(Rc::new(Elements { default: part.bits(values), cells: BTreeMap::new() }));
            }
        })
    }
}

fn node(expression: &Expression, names: &HashMap<&str, usize>) -> Node {
    let of = |expression: &Expression| node(expression, names);
    let parts = match expression {
        Expression::Word(word) => {
            let named = || Node::Named(*names.get(word).unwrap_or_else(|| panic!("{word}?")));
            return constant(word).map_or_else(named, Node::Bits);
        }
        Expression::List(parts) => parts.as_slice(),
    };
    match parts {
        [Expression::Word("_"), Expression::Word(number), Expression::Word(width)] => {
            let number = number.strip_prefix("bv").expect("a constant");
            Node::Bits(Bits::new(width.parse().expect("a width"), number.parse().expect("a number")))
        }
        [Expression::Word("select"), array, index] => Node::Select(Box::new([of(array), of(index)])),
        [Expression::Word("store"), array, index, element] => {
            Node::Store(Box::new([of(array), of(index), of(element)]))
        }
        [Expression::Word("ite"), condition, yes, no] => Node::Choice(Box::new([of(condition), of(yes), of(no)])),
        [Expression::Word("and"), all @ ..] => Node::All(all.iter().map(of).collect()),
        [Expression::Word("or"), all @ ..] => Node::Any(all.iter().map(of).collect()),
        [Expression::Word(name), part] => Node::One(operator_on_one(name), Box::new(of(part))),
        [Expression::Word(name), left, right] => Node::Two(operator_on_two(name), Box::new([of(left), of(right)])),
        [Expression::List(head), part] => indexed(head, of(part)),
        _ => panic!("an empty or strange list"),
    }
}

fn constant(word: &str) -> Option<Bits> {
    let read = |digits: &str, radix: u32, bits: u32| {
        let value = u64::from_str_radix(digits, radix).expect("digits");
        Some(Bits::new(digits.len() as u32 * bits, value))
    };
    match word {
        "true" => Some(Bits::truth(true)),
        "false" => Some(Bits::truth(false)),
        _ => match word.split_at_checked(2) {
            Some(("#x", digits)) => read(digits, 16, 4),
            Some(("#b", digits)) => read(digits, 2, 1),
            _ => None,
        },
    }
}

fn operator_on_one(name: &str) -> fn(Bits) -> Bits {
    match name {
        "not" => |a| Bits::truth(!a.holds()),
        "bvneg" => |a| Bits::new(a.width, a.value.wrapping_neg()),
        "bvnot" => |a| Bits::new(a.width, !a.value),
        _ => panic!("{name} is not known"),
    }
}

fn operator_on_two(name: &str) -> fn(Bits, Bits) -> Bits {
    match name {
        "xor" => |a, b| Bits::truth(a.holds() != b.holds()),
        "=>" => |a, b| Bits::truth(!a.holds() || b.holds()),
        "=" => |a, b| Bits::truth(a == b),
        "distinct" => |a, b| Bits::truth(a != b),
        "concat" => |a, b| Bits::new(a.width + b.width, a.value << b.width | b.value),
        "bvslt" => |a, b| Bits::truth(a.signed() < b.signed()),
        "bvsle" => |a, b| Bits::truth(a.signed() <= b.signed()),
        "bvsgt" => |a, b| Bits::truth(a.signed() > b.signed()),
        "bvsge" => |a, b| Bits::truth(a.signed() >= b.signed()),
        "bvult" => |a, b| Bits::truth(a.value < b.value),
        "bvule" => |a, b| Bits::truth(a.value <= b.value),
        "bvugt" => |a, b| Bits::truth(a.value > b.value),
        "bvuge" => |a, b| Bits::truth(a.value >= b.value),
        "bvadd" => |a, b| same_width(a, b, a.value.wrapping_add(b.value)),
        "bvsub" => |a, b| same_width(a, b, a.value.wrapping_sub(b.value)),
        "bvmul" => |a, b| same_width(a, b, a.value.wrapping_mul(b.value)),
        "bvand" => |a, b| same_width(a, b, a.value & b.value),
        "bvor" => |a, b| same_width(a, b, a.value | b.value),
        "bvxor" => |a, b| same_width(a, b, a.value ^ b.value),
        "bvsdiv" => |a, b| same_width(a, b, a.signed().wrapping_div(b.divisor().signed()) as u64),
        "bvsrem" => |a, b| same_width(a, b, a.signed().wrapping_rem(b.divisor().signed()) as u64),
        "bvudiv" => |a, b| same_width(a, b, a.value / b.divisor().value),
        "bvurem" => |a, b| same_width(a, b, a.value % b.divisor().value),
        "bvshl" => |a, b| same_width(a, b, if b.value >= u64::from(a.width) { 0 } else { a.value << b.value }),
        "bvlshr" => |a, b| same_width(a, b, if b.value >= u64::from(a.width) { 0 } else { a.value >> b.value }),
        "bvashr" => |a, b| same_width(a, b, (a.signed() >> b.value.min(63)) as u64),
        _ => panic!("{name} is not known"),
    }
}

fn same_width(a: Bits, b: Bits, value: u64) -> Bits {
    assert_eq!(a.width, b.width, "the widths of both sides");
    Bits::new(a.width, value)
}

fn indexed(head: &[Expression], part: Node) -> Node {
    let part = Box::new(part);
    let number = |word: &str| word.parse::<u32>().expect("an index");
    match head {
        [Expression::Word("as"), Expression::Word("const"), _] => Node::Filled(part),
        [_, Expression::Word("extract"), Expression::Word(high), Expression::Word(low)] => {
            Node::Extract(number(high), number(low), part)
        }
        [_, Expression::Word("zero_extend"), Expression::Word(more)] => Node::Extend(false, number(more), part),
        [_, Expression::Word("sign_extend"), Expression::Word(more)] => Node::Extend(true, number(more), part),
        _ => panic!("an unknown operator with numbers"),
    }
}

/// All expressions of a text; symbols in bars keep them.
fn expressions(text: &str) -> Vec<Expression<'_>> {
    let mut open: Vec<Vec<Expression>> = vec![Vec::new()];
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let end = match first {
            '(' => {
                open.push(Vec::new());
                1
            }
            ')' => {
                let list = open.pop().expect("an open list");
                open.last_mut().expect("no closing bracket too many").push(Expression::List(list));
                1
            }
            _ => {
                let end = match first {
                    '|' => rest[1..].find('|').expect("a closing bar") + 2,
                    _ => rest.find(|c: char| c.is_whitespace() || c == '(' || c == ')').unwrap_or(rest.len()),
                };
                open.last_mut().expect("an open list").push(Expression::Word(&rest[..end]));
                end
            }
        };
        rest = rest[end..].trim_start();
    }
    assert_eq!(open.len(), 1, "all lists are closed");
    open.pop().expect("the outermost list")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_under_values() {
        let script = "(set-logic ALL)\n(declare-const |a b#1| (_ BitVec 32))\n(define-fun t2 () Bool (bvslt |a b#1| #x00000000))\n\
                      (assert (not t2))\n(assert (= ((_ extract 1 0) (bvadd |a b#1| (_ bv1 32))) #b10))\n";
        let script = Script::read(script);
        let under = |value: i64| script.holds(&HashMap::from([("|a b#1|".into(), Given::Number(value))]));
        assert!(under(1) && under(5));
        assert!(!under(-3) && !under(2));
    }

    #[test]
    fn arrays() {
        let script = "(declare-const a (Array (_ BitVec 32) (_ BitVec 8)))\n\
                      (assert (= (select (store a #x00000000 #x07) #x00000000) (select a #x00000001)))\n";
        let script = Script::read(script);
        let under = |values: &[i64]| script.holds(&HashMap::from([("a".into(), Given::Numbers(values.to_vec()))]));
        assert!(under(&[1, 7]) && !under(&[7]) && !under(&[7, -7]));
    }
}
