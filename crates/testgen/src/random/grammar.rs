//! Random arguments on a JVM: what there is to choose from, as a text for the program of ours that does it.

use super::constants::Numbers;
use machine::shapes::Member;
use machine::{ClassId, Machine, MethodId};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::rc::Rc;

/// A type of arguments by its number in the grammar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct KindId(pub(super) usize);

/// A way to make an object by its number in the grammar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct WayId(pub(super) usize);

/// What random arguments can be chosen from.
#[derive(Default)]
pub struct Grammar {
    pub(super) kinds: Vec<Kind>,
    pub(super) ways: Vec<Way>,
    pub(super) methods: Vec<Callable>,
}

/// A type of arguments.
pub(super) struct Kind {
    pub(super) descriptor: String,
    pub(super) element: Option<KindId>,
    pub(super) may: Vec<May>,
}

/// What a variable may be given, by number.
#[derive(Clone, Copy)]
pub(super) enum May {
    Kind(KindId),
    Way(WayId),
}

pub(super) struct Way {
    pub(super) how: How,
    /// The type of the object that has the method.
    pub(super) of: Option<KindId>,
    pub(super) parameters: Vec<KindId>,
    /// What is made, where the method says less.
    pub(super) cast: Option<ClassId>,
    pub(super) steps: Rc<[WayId]>,
}

pub(super) enum How {
    Class(ClassId),
    Field(ClassId, Rc<str>),
    Member(Member),
    Call(MethodId),
}

/// A method under test.
#[derive(Clone, Debug)]
pub struct Tested {
    pub number: usize,
    /// Of the receiver, if there is one, and the parameters.
    pub names: Vec<String>,
    /// Of the receiver.
    pub class: ClassId,
    pub method: MethodId,
    pub is_public: bool,
}

pub(super) struct Callable {
    pub(super) tested: Tested,
    pub(super) way: WayId,
}

impl Grammar {
    /// For the program of ours.
    pub fn text(&self, machine: &Machine, texts: &BTreeSet<String>, numbers: &Numbers, classic: bool) -> String {
        let mut out = String::from(if classic { "classic\n" } else { "" });
        out += if machine.world.atlas.making.gives_twice { "twice\n" } else { "" };
        for text in texts {
            let units: String = text.encode_utf16().map(|unit| format!("{unit:04x}")).collect();
            let _ = writeln!(out, "text {units}");
        }
        for number in &numbers.whole {
            let _ = writeln!(out, "number {number}");
        }
        for number in &numbers.real {
            let _ = writeln!(out, "real {}", number.cast_signed());
        }
        for (id, kind) in self.kinds.iter().enumerate() {
            let _ = writeln!(out, "kind {id} {}", kind.descriptor);
            if let Some(element) = kind.element {
                let _ = writeln!(out, "element {id} {}", element.0);
            }
            if !kind.may.is_empty() {
                let may: Vec<String> = kind.may.iter().map(may).collect();
                let _ = writeln!(out, "may {id} {}", may.join(" "));
            }
        }
        for (id, way) in self.ways.iter().enumerate() {
            let of = way.of.map_or("-".to_string(), |of| of.0.to_string());
            let parameters: String = way.parameters.iter().map(|kind| format!(" {}", kind.0)).collect();
            let _ = writeln!(out, "way {id} {} {of}{parameters}", how(machine, &way.how));
            if let Some(cast) = way.cast {
                let _ = writeln!(out, "cast {id} {}", machine.world.descriptor(cast));
            }
            if !way.steps.is_empty() {
                let steps: String = way.steps.iter().map(|step| format!(" {}", step.0)).collect();
                let _ = writeln!(out, "steps {id}{steps}");
            }
        }
        for method in &self.methods {
            let seen = if method.tested.is_public { "public" } else { "hidden" };
            let _ = writeln!(out, "method {} {} {seen}", method.tested.number, method.way.0);
        }
        out
    }

    pub(super) fn way(&self, way: WayId) -> &Way {
        &self.ways[way.0]
    }

    /// The way that a line of the program of ours speaks of.
    pub(super) fn way_named(&self, number: &str) -> Option<WayId> {
        let number: usize = number.parse().ok()?;
        (number < self.ways.len()).then_some(WayId(number))
    }

    /// How many values a call needs.
    pub(super) fn count(&self, way: WayId) -> usize {
        usize::from(self.way(way).of.is_some()) + self.way(way).parameters.len()
    }
}

fn may(may: &May) -> String {
    match may {
        May::Kind(kind) => format!("k{}", kind.0),
        May::Way(way) => format!("w{}", way.0),
    }
}

/// Sort, class that has it, name and descriptor.
fn how(machine: &Machine, how: &How) -> String {
    let world = &machine.world;
    match how {
        How::Class(class) => format!("class {} - -", world.descriptor(*class)),
        How::Field(holder, name) => format!("field {} {name} -", world.descriptor(*holder)),
        How::Member(member) => {
            let parameters: String = member.parameters.iter().map(|&class| world.descriptor(class)).collect();
            let named = match member.got_by {
                "getDeclaredField" => member.name.to_string(),
                "getDeclaredConstructor" => format!("({parameters})"),
                _ => format!("{}({parameters})", member.name),
            };
            format!("member {} {} {named}", world.descriptor(member.of), member.got_by)
        }
        How::Call(method) => {
            let m = &world.classes[*method];
            format!("call {} {} {}", world.descriptor(m.class), m.name, m.descriptor)
        }
    }
}
