//! Objects as JSON, for the files of cases and states.

use machine::{ClassId, World};
use serde_json::{Map, Value};

/// Adds a field under its name, or with its class where a superclass has one of the same name.
pub(crate) fn add_field(fields: &mut Map<String, Value>, world: &World, class: ClassId, slot: u16, value: Value) {
    let field = world.classes.field_at(class, slot);
    let name = match fields.contains_key(&*field.name) {
        true => format!("{}.{}", world.classes[class].dotted(), field.name),
        false => field.name.to_string(),
    };
    fields.insert(name, value);
}
