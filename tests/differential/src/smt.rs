//! Evaluates the conditions that Jacana writes in SMT-LIB, on its own: bit vectors, truth values and arrays of bit vectors, no floats.

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

impl Value {
    fn bits(self) -> Bits {
        match self {
            Value::Bits(bits) => bits,
            Value::Array(_) => panic!("an array is no number"),
        }
    }
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

    fn signed(self) -> i64 {
        let unused = 64 - self.width;
        (self.value << unused) as i64 >> unused
    }
}

enum Expression<'t> {
    Word(&'t str),
    List(Vec<Expression<'t>>),
}

/// Whether all assertions of a script hold under the numbers that its symbols stand for.
pub fn holds(script: &str, symbols: &HashMap<String, Given>) -> bool {
    let mut values: HashMap<String, Value> = HashMap::new();
    for command in expressions(script) {
        let Expression::List(parts) = command else { panic!("a word between commands") };
        match parts.as_slice() {
            [Expression::Word("define-fun"), Expression::Word(name), Expression::List(parameters), _, body] => {
                assert!(parameters.is_empty(), "{name} has parameters");
                let value = value(body, &values);
                values.insert((*name).into(), value);
            }
            [Expression::Word("assert"), claim] => {
                if !value(claim, &values).bits().holds() {
                    return false;
                }
            }
            [Expression::Word("declare-const"), Expression::Word(name), sort] => {
                let given = symbols.get(*name).unwrap_or_else(|| panic!("{name} has no value"));
                values.insert((*name).into(), of_sort(sort, given));
            }
            [Expression::Word("set-logic" | "check-sat"), ..] => {}
            _ => panic!("an unknown command in {script}"),
        }
    }
    true
}

fn of_sort(sort: &Expression, given: &Given) -> Value {
    match (sort, given) {
        (sort, Given::Number(number)) => Value::Bits(number_of_sort(sort, *number)),
        (Expression::List(parts), Given::Numbers(numbers)) => {
            let [Expression::Word("Array"), _, element] = parts.as_slice() else {
                panic!("an array of an unknown sort")
            };
            let cells = numbers.iter().enumerate().map(|(at, number)| (at as u64, number_of_sort(element, *number)));
            Value::Array(Rc::new(Elements { default: number_of_sort(element, 0), cells: cells.collect() }))
        }
        (Expression::Word(name), Given::Numbers(_)) => panic!("{name} has no elements"),
    }
}

fn number_of_sort(sort: &Expression, number: i64) -> Bits {
    match sort {
        Expression::Word("Bool") => Bits::truth(number != 0),
        Expression::List(parts) => match parts.as_slice() {
            [_, Expression::Word("BitVec"), Expression::Word(width)] => {
                Bits::new(width.parse().expect("a width"), number as u64)
            }
            _ => panic!("an unknown sort"),
        },
        Expression::Word(name) => panic!("{name} is no sort"),
    }
}

fn value(expression: &Expression, values: &HashMap<String, Value>) -> Value {
    match expression {
        Expression::Word(word) => match constant(word) {
            Some(bits) => Value::Bits(bits),
            None => values.get(*word).cloned().unwrap_or_else(|| panic!("{word}?")),
        },
        Expression::List(parts) => match parts.as_slice() {
            [Expression::Word("_"), Expression::Word(number), Expression::Word(width)] => {
                let number = number.strip_prefix("bv").expect("a constant");
                Value::Bits(Bits::new(width.parse().expect("a width"), number.parse().expect("a number")))
            }
            [Expression::Word("select"), array, index] => {
                let (Value::Array(array), index) = (value(array, values), value(index, values).bits()) else {
                    panic!("an element of a number")
                };
                Value::Bits(array.cells.get(&index.value).copied().unwrap_or(array.default))
            }
            [Expression::Word("store"), array, index, element] => {
                let (Value::Array(array), index) = (value(array, values), value(index, values).bits()) else {
                    panic!("an element of a number")
                };
                let mut changed = array.as_ref().clone();
                changed.cells.insert(index.value, value(element, values).bits());
                Value::Array(Rc::new(changed))
            }
            [Expression::Word("ite"), condition, yes, no] => {
                if value(condition, values).bits().holds() {
                    value(yes, values)
                } else {
                    value(no, values)
                }
            }
            [Expression::Word(name), arguments @ ..] => {
                let arguments: Vec<Bits> = arguments.iter().map(|argument| value(argument, values).bits()).collect();
                Value::Bits(applied(name, &arguments))
            }
            [Expression::List(head), argument] => {
                let argument = value(argument, values).bits();
                match head.as_slice() {
                    [Expression::Word("as"), Expression::Word("const"), _] => {
                        Value::Array(Rc::new(Elements { default: argument, cells: BTreeMap::new() }))
                    }
                    _ => Value::Bits(indexed(head, argument)),
                }
            }
            _ => panic!("an empty or strange list"),
        },
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

fn applied(name: &str, arguments: &[Bits]) -> Bits {
    let truth = Bits::truth;
    match (name, arguments) {
        ("not", [a]) => return truth(!a.holds()),
        ("and", all) => return truth(all.iter().all(|a| a.holds())),
        ("or", all) => return truth(all.iter().any(|a| a.holds())),
        ("xor", [a, b]) => return truth(a.holds() != b.holds()),
        ("=>", [a, b]) => return truth(!a.holds() || b.holds()),
        ("=", [a, b]) => return truth(a == b),
        ("distinct", [a, b]) => return truth(a != b),
        ("bvneg", [a]) => return Bits::new(a.width, a.value.wrapping_neg()),
        ("bvnot", [a]) => return Bits::new(a.width, !a.value),
        ("concat", [a, b]) => return Bits::new(a.width + b.width, a.value << b.width | b.value),
        _ => {}
    }
    let [a, b] = *arguments else { panic!("{name} of {arguments:?}") };
    assert_eq!(a.width, b.width, "{name}");
    let shifted =
        |by: u64, shift: fn(u64, u32) -> u64| if by >= u64::from(a.width) { 0 } else { shift(a.value, by as u32) };
    let value = match name {
        "bvslt" => return truth(a.signed() < b.signed()),
        "bvsle" => return truth(a.signed() <= b.signed()),
        "bvsgt" => return truth(a.signed() > b.signed()),
        "bvsge" => return truth(a.signed() >= b.signed()),
        "bvult" => return truth(a.value < b.value),
        "bvule" => return truth(a.value <= b.value),
        "bvugt" => return truth(a.value > b.value),
        "bvuge" => return truth(a.value >= b.value),
        "bvadd" => a.value.wrapping_add(b.value),
        "bvsub" => a.value.wrapping_sub(b.value),
        "bvmul" => a.value.wrapping_mul(b.value),
        "bvand" => a.value & b.value,
        "bvor" => a.value | b.value,
        "bvxor" => a.value ^ b.value,
        "bvsdiv" if b.value != 0 => a.signed().wrapping_div(b.signed()) as u64,
        "bvsrem" if b.value != 0 => a.signed().wrapping_rem(b.signed()) as u64,
        "bvudiv" if b.value != 0 => a.value / b.value,
        "bvurem" if b.value != 0 => a.value % b.value,
        "bvshl" => shifted(b.value, |value, by| value << by),
        "bvlshr" => shifted(b.value, |value, by| value >> by),
        "bvashr" => (a.signed() >> b.value.min(63)) as u64,
        _ => panic!("{name} is not known, or divides by zero"),
    };
    Bits::new(a.width, value)
}

fn indexed(head: &[Expression], argument: Bits) -> Bits {
    let words: Vec<&str> = head
        .iter()
        .map(|part| match part {
            Expression::Word(word) => *word,
            Expression::List(_) => panic!("a list as an index"),
        })
        .collect();
    let number = |word: &str| word.parse::<u32>().expect("an index");
    match words.as_slice() {
        ["_", "extract", high, low] => Bits::new(number(high) - number(low) + 1, argument.value >> number(low)),
        ["_", "zero_extend", more] => Bits::new(argument.width + number(more), argument.value),
        ["_", "sign_extend", more] => Bits::new(argument.width + number(more), argument.signed() as u64),
        _ => panic!("{words:?} is not known"),
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
        let under = |value: i64| holds(script, &HashMap::from([("|a b#1|".into(), Given::Number(value))]));
        assert!(under(1) && under(5));
        assert!(!under(-3) && !under(2));
    }

    #[test]
    fn arrays() {
        let script = "(declare-const a (Array (_ BitVec 32) (_ BitVec 8)))\n\
                      (assert (= (select (store a #x00000000 #x07) #x00000000) (select a #x00000001)))\n";
        let under = |values: &[i64]| holds(script, &HashMap::from([("a".into(), Given::Numbers(values.to_vec()))]));
        assert!(under(&[1, 7]) && !under(&[7]) && !under(&[7, -7]));
    }
}
