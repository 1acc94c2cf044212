//! An immutable symbolic text: a length and a way to get the unit at any index, both terms. Texts that are made alike have the
//! same number, so that what is asked about them is the same term.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;
use term::Term;

/// In how many ways a text is dealt out to parts at most.
const MOST_WAYS: usize = 1 << 14;

/// An immutable text.
#[derive(Debug)]
pub struct Text {
    /// 32 bits, never negative.
    pub length: Term,
    /// The length is never greater.
    pub(crate) most: u64,
    /// The same for texts made alike.
    pub(crate) id: u64,
    /// How many texts it is made of, each counted where it occurs: what a look at it costs.
    pub(crate) weight: u64,
    pub(crate) shape: Shape,
}

#[derive(Debug, Hash)]
pub(crate) enum Shape {
    /// The elements of an array term, from its start.
    Array(Term),
    /// These units, 16 bits each; the length is constant.
    Units(Rc<[Term]>),
    Concat(Rc<[Rc<Text>]>),
    Slice {
        of: Rc<Text>,
        from: Term,
    },
    /// The decimal digits of a number of 32 or 64 bits.
    Decimal(Term),
    /// What `toString` makes of a float or double; `looked_at` replaces it.
    Floating(Term),
    /// Unit by unit where `inside` holds, elsewhere the elements of `other`.
    Mapped {
        of: Rc<Text>,
        map: Map,
        inside: Term,
        other: Term,
    },
    /// One of two, where paths were merged.
    Choice {
        condition: Term,
        yes: Rc<Text>,
        no: Rc<Text>,
    },
}

impl Shape {
    fn weight(&self) -> u64 {
        let parts = match self {
            Shape::Array(_) | Shape::Units(_) | Shape::Decimal(_) | Shape::Floating(_) => 0,
            Shape::Concat(parts) => parts.iter().fold(0, |all: u64, part| all.saturating_add(part.weight)),
            Shape::Slice { of, .. } | Shape::Mapped { of, .. } => of.weight,
            Shape::Choice { yes, no, .. } => yes.weight.saturating_add(no.weight),
        };
        parts.saturating_add(1)
    }
}

impl Text {
    pub fn weight(&self) -> u64 {
        self.weight
    }

    pub fn id(&self) -> u64 {
        self.id
    }

    /// Whether digits of a floating-point number are still to be made.
    pub(crate) fn has_floating(&self) -> bool {
        match &self.shape {
            Shape::Floating(_) => true,
            Shape::Array(_) | Shape::Units(_) | Shape::Decimal(_) => false,
            Shape::Concat(parts) => parts.iter().any(|part| part.has_floating()),
            Shape::Slice { of, .. } | Shape::Mapped { of, .. } => of.has_floating(),
            Shape::Choice { yes, no, .. } => yes.has_floating() || no.has_floating(),
        }
    }

    /// Whether such digits are whole parts of it, with few ways to deal out a text of that many units to all parts.
    pub(crate) fn is_dealt(&self, units: usize) -> bool {
        match &self.shape {
            Shape::Floating(_) | Shape::Array(_) | Shape::Units(_) | Shape::Decimal(_) => true,
            Shape::Concat(parts) => {
                let free = parts.iter().filter(|part| !matches!(part.shape, Shape::Units(_))).count() as u32;
                units.saturating_pow(free.saturating_sub(1)) <= MOST_WAYS
                    && parts.iter().all(|part| part.is_dealt(units))
            }
            Shape::Slice { of, .. } | Shape::Mapped { of, .. } => !of.has_floating(),
            Shape::Choice { yes, no, .. } => yes.is_dealt(units) && no.is_dealt(units),
        }
    }

    pub(crate) fn new(length: Term, most: u64, shape: Shape) -> Rc<Text> {
        let mut hasher = DefaultHasher::new();
        (length, &shape).hash(&mut hasher);
        let weight = shape.weight();
        Rc::new(Text { length, most, id: hasher.finish(), weight, shape })
    }
}

impl Hash for Text {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.id.hash(state);
    }
}

/// A change of every unit by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Map {
    /// ASCII letters only.
    Upper,
    Lower,
    Replace {
        old: Term,
        new: Term,
    },
}
