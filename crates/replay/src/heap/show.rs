//! A heap as one line of text for people.

use super::before::{HeapContents, HeapValue, PreHeap};
use crate::driver::names::short_name;
use crate::input::InputValue;

pub fn show_heap(heap: &PreHeap) -> String {
    let mut lines = Vec::new();
    for (name, value) in &heap.arguments {
        lines.push(format!("{name} = {}", show_value(heap, value)));
    }
    for field in &heap.globals {
        lines.push(format!("{}.{} = {}", field.class, field.name, show_value(heap, &field.value)));
    }
    for (at, object) in heap.objects.iter().enumerate() {
        let contents = match &object.contents {
            HeapContents::Fields(fields) => {
                let fields = fields.iter().map(|field| format!("{} = {}", field.name, show_value(heap, &field.value)));
                fields.collect::<Vec<_>>().join(", ")
            }
            HeapContents::Elements(elements) => {
                elements.iter().map(|value| show_value(heap, value)).collect::<Vec<_>>().join(", ")
            }
            HeapContents::Input(value) => show_plain(value),
            HeapContents::Constant(name) => name.clone(),
        };
        lines.push(format!("{} {{{contents}}}", name_of(heap, at)));
    }
    if !heap.answers.is_empty() {
        let answers: Vec<String> = heap.answers.iter().map(|(_, value)| show_value(heap, value)).collect();
        lines.push(format!("methods that nobody implements answer {}", answers.join(", ")));
    }
    lines.join("; ")
}

fn name_of(heap: &PreHeap, at: usize) -> String {
    format!("{}#{at}", short_name(&heap.objects[at].class))
}

fn show_value(heap: &PreHeap, value: &HeapValue) -> String {
    match value {
        HeapValue::Object(at) => name_of(heap, *at),
        HeapValue::Plain(value) | HeapValue::Free(value) => show_plain(value),
        HeapValue::Open => "null".into(),
    }
}

fn show_plain(value: &InputValue) -> String {
    use InputValue as V;
    match value {
        V::Boolean(truth) => truth.to_string(),
        V::Byte(number) => number.to_string(),
        V::Short(number) => number.to_string(),
        V::Char(unit) => format!("{:?}", char::from_u32(u32::from(*unit)).unwrap_or('?')),
        V::Int(number) => number.to_string(),
        V::Long(number) => format!("{number}L"),
        V::Float(number) => format!("{number}f"),
        V::Double(number) => number.to_string(),
        V::Null => "null".into(),
        V::Text(units) => format!("{:?}", String::from_utf16_lossy(units)),
        V::Boxed(number) => show_plain(number),
        V::Array { elements, .. } => elements.iter().map(show_plain).collect::<Vec<_>>().join(", "),
        V::Same { name, .. } => name.clone(),
        V::Object { at, class } => format!("{}#{at}", short_name(class)),
    }
}
