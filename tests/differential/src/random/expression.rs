//! Expressions of a wanted type over the variables in sight.

use super::Dice;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    Int,
    Long,
    Double,
    Boolean,
    Text,
    Ints,
    Longs,
    Doubles,
    Bytes,
}

impl Type {
    pub fn java(self) -> &'static str {
        match self {
            Type::Int => "int",
            Type::Long => "long",
            Type::Double => "double",
            Type::Boolean => "boolean",
            Type::Text => "String",
            Type::Ints => "int[]",
            Type::Longs => "long[]",
            Type::Doubles => "double[]",
            Type::Bytes => "byte[]",
        }
    }

    /// What an array of this type has in it.
    pub fn element(self) -> Option<Type> {
        match self {
            Type::Ints | Type::Bytes => Some(Type::Int),
            Type::Longs => Some(Type::Long),
            Type::Doubles => Some(Type::Double),
            Type::Int | Type::Long | Type::Double | Type::Boolean | Type::Text => None,
        }
    }
}

#[derive(Clone, Debug)]
pub struct Variable {
    pub name: String,
    pub of: Type,
    /// Loop counters and inputs stay as they are.
    pub may_be_assigned: bool,
}

const INTS: &[&str] =
    &["0", "1", "-1", "2", "3", "7", "10", "-5", "31", "100", "255", "Integer.MAX_VALUE", "Integer.MIN_VALUE"];
const LONGS: &[&str] = &["0L", "1L", "-1L", "3L", "100L", "1L << 40", "Long.MAX_VALUE", "Long.MIN_VALUE"];
const DOUBLES: &[&str] =
    &["0.0", "-0.0", "1.0", "0.5", "-2.5", "100.0", "1e10", "Double.NaN", "Double.POSITIVE_INFINITY"];
const TEXTS: &[&str] = &["\"\"", "\"a\"", "\"ab\"", "\"xyz\"", "\" \""];
const COMPARISONS: &[&str] = &["<", "<=", ">", ">=", "==", "!="];

pub struct Expressions<'a> {
    pub dice: &'a mut Dice,
    pub variables: &'a [Variable],
}

impl Expressions<'_> {
    pub fn of(&mut self, wanted: Type, depth: usize) -> String {
        match wanted {
            Type::Int => self.int(depth),
            Type::Long => self.long(depth),
            Type::Double => self.double(depth),
            Type::Boolean => self.boolean(depth),
            Type::Text => self.text(depth),
            Type::Ints | Type::Longs | Type::Doubles | Type::Bytes => {
                self.variable(wanted).expect("every program has arrays of each type that it uses")
            }
        }
    }

    pub fn variable(&mut self, wanted: Type) -> Option<String> {
        let fitting: Vec<&Variable> = self.variables.iter().filter(|variable| variable.of == wanted).collect();
        if fitting.is_empty() { None } else { Some(self.dice.pick(&fitting).name.clone()) }
    }

    fn leaf(&mut self, wanted: Type, constants: &[&str]) -> String {
        let variable = if self.dice.one_in(5) { None } else { self.variable(wanted) };
        variable.unwrap_or_else(|| self.dice.pick(constants).to_string())
    }

    /// An index that is usually within the four elements of an array.
    pub fn index(&mut self, depth: usize) -> String {
        let index = self.int(depth.saturating_sub(1));
        if self.dice.one_in(8) { index } else { format!("({index}) & 3") }
    }

    pub fn array(&mut self) -> Option<String> {
        let arrays: Vec<&Variable> = self.variables.iter().filter(|variable| variable.of.element().is_some()).collect();
        if arrays.is_empty() { None } else { Some(self.dice.pick(&arrays).name.clone()) }
    }

    fn element(&mut self, wanted: Type, depth: usize) -> Option<String> {
        let arrays: Vec<&Variable> =
            self.variables.iter().filter(|variable| variable.of.element() == Some(wanted)).collect();
        if arrays.is_empty() {
            return None;
        }
        let array = self.dice.pick(&arrays).name.clone();
        Some(format!("{array}[{}]", self.index(depth)))
    }

    fn int(&mut self, depth: usize) -> String {
        if depth == 0 || self.dice.one_in(4) {
            return self.leaf(Type::Int, INTS);
        }
        let below = depth - 1;
        let a = self.int(below);
        match self.dice.below(26) {
            0..=3 => format!("({a} {} {})", self.dice.pick(&["+", "-"]), self.int(below)),
            4 => format!("({a} * {})", self.dice.pick(&["2", "3", "-1", "10"])),
            5 => format!("((byte) {a} * (byte) {})", self.int(below)),
            6 => format!("({a} / {})", self.dice.pick(&["2", "10", "-3"])),
            7 => format!("({a} % {})", self.dice.pick(&["2", "7", "10"])),
            8 => format!("(10 {} {})", self.dice.pick(&["/", "%"]), self.int(below)),
            9 | 10 => format!("({a} {} {})", self.dice.pick(&["&", "|", "^"]), self.int(below)),
            11 => format!("({a} {} {})", self.dice.pick(&["<<", ">>", ">>>"]), self.int(below)),
            12 => format!("({}({a}))", self.dice.pick(&["-", "~"])),
            13 => format!("(({}) {a})", self.dice.pick(&["byte", "short", "char"])),
            14 => format!("({} ? {a} : {})", self.boolean(below), self.int(below)),
            15 | 16 => self.element(Type::Int, depth).unwrap_or(a),
            17 => format!("(int) ({})", self.long(below)),
            18 => format!("(int) ({})", self.double(below)),
            19 => format!("Math.{}({a}, {})", self.dice.pick(&["max", "min"]), self.int(below)),
            20 => format!("helper({a} & 3, {})", self.int(below)),
            21 => format!("Math.abs({a})"),
            22 => match self.array() {
                Some(array) => format!("{array}.length"),
                None => format!("new int[({a}) & 3].length"),
            },
            23 => format!(
                "Integer.{}({a})",
                self.dice.pick(&["bitCount", "signum", "numberOfLeadingZeros", "reverseBytes"])
            ),
            24 => format!("Long.compare({}, {})", self.long(below), self.long(below)),
            _ => self.measured(below).unwrap_or(a),
        }
    }

    /// A number taken from a text.
    fn measured(&mut self, depth: usize) -> Option<String> {
        self.variable(Type::Text)?;
        let text = self.text(depth);
        Some(match self.dice.below(4) {
            0 => format!("{text}.length()"),
            1 => format!("{text}.charAt({})", self.index(depth)),
            2 => format!("{text}.indexOf('{}')", self.dice.pick(&["a", "b", " "])),
            _ => format!("{text}.compareTo({})", self.dice.pick(TEXTS)),
        })
    }

    fn long(&mut self, depth: usize) -> String {
        if depth == 0 || self.dice.one_in(4) {
            let leaf = self.leaf(Type::Long, LONGS);
            return format!("({leaf})");
        }
        let below = depth - 1;
        let a = self.long(below);
        match self.dice.below(10) {
            0..=2 => format!("({a} {} {})", self.dice.pick(&["+", "-", "^", "&", "|"]), self.long(below)),
            3 => format!("({a} * {})", self.dice.pick(&["2L", "-1L", "5L"])),
            4 => format!("(100L {} {})", self.dice.pick(&["/", "%"]), self.long(below)),
            5 => format!("({a} {} {})", self.dice.pick(&["<<", ">>", ">>>"]), self.int(below)),
            6 => format!("(long) ({})", self.int(below)),
            7 => format!("({} ? {a} : {})", self.boolean(below), self.long(below)),
            8 => self.element(Type::Long, depth).unwrap_or(a),
            _ => format!("(-({a}))"),
        }
    }

    fn double(&mut self, depth: usize) -> String {
        if depth == 0 || self.dice.one_in(3) {
            return self.leaf(Type::Double, DOUBLES);
        }
        let below = depth - 1;
        let a = self.double(below);
        match self.dice.below(8) {
            0 | 1 => format!("({a} {} {})", self.dice.pick(&["+", "-"]), self.double(below)),
            2 => format!("({a} * {})", self.dice.pick(&["2.0", "-1.0", "0.5"])),
            3 => format!("(double) ({})", self.int(below)),
            4 => format!("Math.abs({a})"),
            5 => self.element(Type::Double, depth).unwrap_or(a),
            6 => format!("({} ? {a} : {})", self.boolean(below), self.double(below)),
            _ => format!("(-({a}))"),
        }
    }

    pub fn boolean(&mut self, depth: usize) -> String {
        if depth == 0 {
            return self.leaf(Type::Boolean, &["true", "false"]);
        }
        let below = depth - 1;
        match self.dice.below(15) {
            0..=3 => format!("({} {} {})", self.int(below), self.dice.pick(COMPARISONS), self.int(below)),
            4 => format!("({} {} {})", self.long(below), self.dice.pick(COMPARISONS), self.long(below)),
            5 => format!("({} {} {})", self.double(below), self.dice.pick(COMPARISONS), self.double(below)),
            6 => format!("({} {} {})", self.boolean(below), self.dice.pick(&["&&", "||", "^"]), self.boolean(below)),
            7 => format!("!{}", self.boolean(0)),
            8 => format!("((Integer) (int) ({}) == (Integer) (int) ({}))", self.int(below), self.int(below)),
            9 => format!("((Object) ({}) instanceof Number)", self.either(below)),
            10 => format!("Character.{}((char) {})", self.dice.pick(&["isDigit", "isLetter"]), self.int(below)),
            11 | 12 if self.variable(Type::Text).is_some() => self.about_text(below),
            _ => self.leaf(Type::Boolean, &["true", "false"]),
        }
    }

    /// An object of one of two classes.
    fn either(&mut self, depth: usize) -> String {
        format!("{} ? (Object) \"x\" : (Object) ({})", self.boolean(depth), self.int(0))
    }

    fn about_text(&mut self, depth: usize) -> String {
        let text = self.text(depth);
        match self.dice.below(4) {
            0 => format!("{text}.equals({})", self.text(0)),
            1 => format!("{text}.isEmpty()"),
            2 => format!("{text}.startsWith({})", self.dice.pick(TEXTS)),
            _ => format!("{text}.contains({})", self.dice.pick(TEXTS)),
        }
    }

    fn text(&mut self, depth: usize) -> String {
        let leaf = self.leaf(Type::Text, TEXTS);
        if depth == 0 || self.dice.one_in(2) {
            return leaf;
        }
        match self.dice.below(7) {
            4 => format!("({leaf} + (char) {})", self.int(0)),
            5 => format!("String.valueOf((byte) {})", self.int(0)),
            6 => format!("new StringBuilder({leaf}).append('b').reverse().toString()"),
            0 => format!("({leaf} + {})", self.leaf(Type::Text, TEXTS)),
            1 => format!("{leaf}.substring({})", self.dice.pick(&["0", "1", "2"])),
            2 => format!("{leaf}.concat({})", self.leaf(Type::Text, TEXTS)),
            _ => format!("{leaf}.trim()"),
        }
    }
}
