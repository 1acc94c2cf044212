//! Heaps as the pictures of pages want them: small lists, as there may be thousands.

use crate::json::{list, text};
use replay::InputValue;
use replay::driver::names::short_name;
use replay::heap::{HeapContents, HeapObject, HeapValue, PreHeap};
use serde_json::{Value, json};
use testgen::java::literal;

/// Arguments: name and value.
pub(crate) fn arguments(heap: &PreHeap) -> Value {
    list(&heap.arguments, |(name, of)| json!([name, value(of)]))
}

/// Objects: the class and the cells; no cells if nobody looked into it.
pub(crate) fn objects(heap: &PreHeap) -> Value {
    list(&heap.objects, object)
}

fn object(object: &HeapObject) -> Value {
    let class = short_name(&object.class);
    if !object.explored {
        return json!([class, null]);
    }
    let cells = match &object.contents {
        HeapContents::Fields(fields) => list(fields, |field| json!([field.name, value(&field.value)])),
        HeapContents::Elements(elements) => {
            list(elements.iter().enumerate(), |(at, of)| json!([numbered(at), value(of)]))
        }
        HeapContents::Input(InputValue::Array { elements, .. }) => {
            list(elements.iter().enumerate(), |(at, of)| json!([numbered(at), literal(of)]))
        }
        HeapContents::Input(input) => json!([["", literal(input)]]),
        HeapContents::Constant(name) => json!([["", name]]),
    };
    json!([class, cells])
}

fn numbered(at: usize) -> String {
    format!("[{at}]")
}

/// A position of an object, null, text, or true where nobody looked.
fn value(value: &HeapValue) -> Value {
    match value {
        HeapValue::Object(at) => Value::from(*at),
        HeapValue::Plain(InputValue::Null) => Value::Null,
        HeapValue::Plain(input) | HeapValue::Free(input) => text(&literal(input)),
        HeapValue::Open => Value::from(true),
    }
}
