//! A case as the search for tests reads it (`java/search/Wanted.java`): the heap, what of it does not matter, and what the
//! method does on it.

use bytecode::DottedName;
use replay::heap::{HeapContents, HeapValue, PreHeap, describe, value_word};
use std::fmt::Write;

/// What the method does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    Returned,
    /// The class of the exception.
    Threw(DottedName),
    /// It returns, and an invariant does not hold any more.
    Broke(Invariant),
    /// What a JVM sees it do: a contract stood between the path and the method. The clause that is broken, if one is.
    Seen(Option<String>),
}

/// A method that says whether an object is well-formed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invariant {
    pub class: DottedName,
    pub name: String,
    pub is_static: bool,
}

pub fn lines(number: usize, heap: &PreHeap, ended: &Ended) -> String {
    let thrown = match ended {
        Ended::Threw(class) => format!(" {class}"),
        Ended::Returned | Ended::Broke(_) | Ended::Seen(_) => String::new(),
    };
    let mut text = format!("case {number}{thrown}\n{}", describe(heap, &[]));
    for (id, object) in heap.objects.iter().enumerate() {
        if !object.explored {
            let _ = writeln!(text, "unexplored {id}");
        }
        match &object.contents {
            HeapContents::Fields(fields) => {
                for field in fields.iter().filter(|field| is_any(&field.value)) {
                    let _ = writeln!(text, "any-field {id} {} {}", field.class, field.name);
                }
            }
            HeapContents::Elements(elements) => {
                for at in (0..elements.len()).filter(|&at| is_any(&elements[at])) {
                    let _ = writeln!(text, "any-element {id} {at}");
                }
            }
            HeapContents::Input(_) | HeapContents::Constant(_) => {}
        }
    }
    for (_, value) in &heap.arguments {
        let any = if is_any(value) { "any " } else { "" };
        let _ = writeln!(text, "argument {any}{}", value_word(value));
    }
    match ended {
        Ended::Returned | Ended::Threw(_) => {}
        Ended::Broke(invariant) => {
            let how = if invariant.is_static { "static" } else { "-" };
            let _ = writeln!(text, "broken {} {} {how}", invariant.class, invariant.name);
        }
        Ended::Seen(None) => text += "seen\n",
        Ended::Seen(Some(_)) => text += "seen whole\n",
    }
    text
}

fn is_any(value: &HeapValue) -> bool {
    match value {
        HeapValue::Open | HeapValue::Free(_) => true,
        HeapValue::Plain(_) | HeapValue::Object(_) => false,
    }
}
