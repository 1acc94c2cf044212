//! The condition of a branch as the source text has it, read from the class file: as Java, and in the words of a test's name.

mod read;
mod words;

pub use words::{capitalised, char_words, constant_words, number_words, text_words};

use crate::java::{escaped, quoted_units};
use crate::ways::{Side, Way};
use bytecode::{ClassFile, ClassName};

/// A side of a branch: what holds there.
#[derive(Clone, Debug, PartialEq)]
pub enum Condition {
    /// An expression of type boolean, and whether it is true.
    Truth(Expr, bool),
    Relation(Expr, Relation, Expr),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    Equal,
    Different,
    Less,
    AtLeast,
    More,
    AtMost,
}

/// What an expression has for a value, as far as words depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueKind {
    Boolean,
    Char,
    Number,
    Object,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Expr {
    This,
    /// A parameter, or another local variable.
    Local {
        name: String,
        kind: ValueKind,
        is_parameter: bool,
    },
    /// Of an object, or static.
    Field {
        of: Option<Box<Expr>>,
        class: ClassName,
        name: String,
        kind: ValueKind,
    },
    Call {
        of: Option<Box<Expr>>,
        class: ClassName,
        name: String,
        arguments: Vec<Expr>,
        kind: ValueKind,
    },
    Length(Box<Expr>),
    Element(Box<Expr>, Box<Expr>, ValueKind),
    Infix(Box<Expr>, &'static str, Box<Expr>),
    Negative(Box<Expr>),
    InstanceOf(Box<Expr>, ClassName),
    Int(i64),
    Real(f64),
    Text(Vec<u16>),
    Class(ClassName),
    Null,
    /// Less, equal or more: only a comparison with zero makes sense of it.
    Compared(Box<Expr>, Box<Expr>),
}

impl Relation {
    fn symbol(self) -> &'static str {
        match self {
            Relation::Equal => "==",
            Relation::Different => "!=",
            Relation::Less => "<",
            Relation::AtLeast => ">=",
            Relation::More => ">",
            Relation::AtMost => "<=",
        }
    }

    fn negated(self) -> Relation {
        match self {
            Relation::Equal => Relation::Different,
            Relation::Different => Relation::Equal,
            Relation::Less => Relation::AtLeast,
            Relation::AtLeast => Relation::Less,
            Relation::More => Relation::AtMost,
            Relation::AtMost => Relation::More,
        }
    }

    /// With its sides exchanged.
    fn mirrored(self) -> Relation {
        match self {
            Relation::Equal | Relation::Different => self,
            Relation::Less => Relation::More,
            Relation::AtLeast => Relation::AtMost,
            Relation::More => Relation::Less,
            Relation::AtMost => Relation::AtLeast,
        }
    }
}

impl Condition {
    /// What holds on a side; nothing if the class file does not say it in a form that people would read.
    pub fn of(file: &ClassFile, side: &Side) -> Option<Condition> {
        let method = file.methods.get(side.method)?;
        match side.way {
            Way::On => Some(read::jump(file, method, side.at)?.negated()),
            Way::Jumped => read::jump(file, method, side.at),
            Way::To(target) => read::switched(file, method, side.at, target),
        }
    }

    fn negated(self) -> Condition {
        match self {
            Condition::Truth(expression, truth) => Condition::Truth(expression, !truth),
            Condition::Relation(left, relation, right) => Condition::Relation(left, relation.negated(), right),
        }
    }

    /// Of a class whose own members need no name before them.
    pub fn java(&self, own: &ClassName) -> String {
        match self {
            Condition::Truth(expression, true) => expression.java(own),
            Condition::Truth(expression @ (Expr::InstanceOf(..) | Expr::Infix(..)), false) => {
                format!("!({})", expression.java(own))
            }
            Condition::Truth(expression, false) => format!("!{}", expression.java(own)),
            Condition::Relation(left, relation, right) => {
                let [left, right] = [(left, right), (right, left)].map(|(one, other)| one.beside(other, own));
                format!("{left} {} {right}", relation.symbol())
            }
        }
    }

    /// Parameters and other local variables that it speaks of.
    pub fn locals(&self) -> [usize; 2] {
        let mut counts = [0, 0];
        let mut count = |expression: &Expr| {
            if let Expr::Local { is_parameter, .. } = expression {
                counts[usize::from(!is_parameter)] += 1;
            }
        };
        match self {
            Condition::Truth(expression, _) => expression.each(&mut count),
            Condition::Relation(left, _, right) => {
                left.each(&mut count);
                right.each(&mut count);
            }
        }
        counts
    }
}

impl Expr {
    fn each(&self, visit: &mut dyn FnMut(&Expr)) {
        visit(self);
        match self {
            Expr::Field { of, .. } => of.iter().for_each(|of| of.each(visit)),
            Expr::Call { of, arguments, .. } => {
                of.iter().for_each(|of| of.each(visit));
                arguments.iter().for_each(|argument| argument.each(visit));
            }
            Expr::Length(of) | Expr::Negative(of) | Expr::InstanceOf(of, _) => of.each(visit),
            Expr::Element(one, other, _) | Expr::Infix(one, _, other) | Expr::Compared(one, other) => {
                one.each(visit);
                other.each(visit);
            }
            Expr::This
            | Expr::Local { .. }
            | Expr::Int(_)
            | Expr::Real(_)
            | Expr::Text(_)
            | Expr::Class(_)
            | Expr::Null => {}
        }
    }

    pub fn kind(&self) -> ValueKind {
        match self {
            Expr::Local { kind, .. }
            | Expr::Field { kind, .. }
            | Expr::Call { kind, .. }
            | Expr::Element(_, _, kind) => *kind,
            Expr::InstanceOf(..) => ValueKind::Boolean,
            Expr::This | Expr::Text(_) | Expr::Class(_) | Expr::Null => ValueKind::Object,
            Expr::Length(_)
            | Expr::Infix(..)
            | Expr::Negative(_)
            | Expr::Int(_)
            | Expr::Real(_)
            | Expr::Compared(..) => ValueKind::Number,
        }
    }

    /// A number beside a character or a truth value is one, too.
    fn beside(&self, other: &Expr, own: &ClassName) -> String {
        match (self, other.kind()) {
            (Expr::Int(number), ValueKind::Char) => match u16::try_from(*number) {
                Ok(unit) => format!("'{}'", escaped(unit)),
                Err(_) => number.to_string(),
            },
            (Expr::Int(number @ (0 | 1)), ValueKind::Boolean) => (*number == 1).to_string(),
            _ => self.java(own),
        }
    }

    pub fn java(&self, own: &ClassName) -> String {
        let inner = |expression: &Expr| match expression {
            Expr::Infix(..) | Expr::InstanceOf(..) => format!("({})", expression.java(own)),
            _ => expression.java(own),
        };
        let list = |all: &[Expr]| all.iter().map(|one| one.java(own)).collect::<Vec<_>>().join(", ");
        let member = |of: &Option<Box<Expr>>, class: &ClassName| match of.as_deref() {
            Some(Expr::This) => String::new(),
            Some(of) => format!("{}.", inner(of)),
            None if class == own => String::new(),
            None => format!("{}.", simple(class)),
        };
        match self {
            Expr::This => "this".into(),
            Expr::Local { name, .. } => name.clone(),
            Expr::Field { of, class, name, .. } => format!("{}{name}", member(of, class)),
            Expr::Call { of, class, name, arguments, .. } => {
                format!("{}{name}({})", member(of, class), list(arguments))
            }
            Expr::Length(of) => format!("{}.length", inner(of)),
            Expr::Element(array, index, _) => format!("{}[{}]", inner(array), index.java(own)),
            Expr::Infix(one, symbol, other) => format!("{} {symbol} {}", inner(one), inner(other)),
            Expr::Negative(of) => format!("-{}", inner(of)),
            Expr::InstanceOf(of, class) => format!("{} instanceof {}", inner(of), simple(class)),
            Expr::Int(number) => number.to_string(),
            Expr::Real(number) => format!("{number:?}"),
            Expr::Text(units) => quoted_units(units),
            Expr::Class(class) => format!("{}.class", simple(class)),
            Expr::Null => "null".into(),
            Expr::Compared(one, other) => format!("compare({}, {})", one.java(own), other.java(own)),
        }
    }
}

/// Of a class, or `int[]` of an array.
pub fn simple(class: &ClassName) -> String {
    let element = class.trim_start_matches('[');
    let dimensions = class.len() - element.len();
    let name = match crate::java::primitive(element).filter(|_| dimensions > 0) {
        Some(name) => name.to_string(),
        None => {
            let name = element.strip_prefix('L').filter(|_| dimensions > 0).unwrap_or(element).trim_end_matches(';');
            name.rsplit(['/', '$']).next().unwrap_or(name).to_string()
        }
    };
    name + &"[]".repeat(dimensions)
}
