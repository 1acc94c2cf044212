//! What texts are given first in `jacana test`: those that the class under test speaks of, and forms that many programs read.

use crate::targets::is_inside;
use bytecode::Constant;
use machine::{ClassId, World};
use std::rc::Rc;

/// A word first: it is no special case of anything.
const USUAL: [&str; 4] = ["a", "1", "a.b", "2000-01-02"];
/// Of the class.
const OWN: usize = 5;
/// Longer texts are messages.
const LONGEST: usize = 24;

pub fn know(world: &mut World, tested: ClassId) {
    let mut own: Vec<Rc<str>> = Vec::new();
    let name = world.classes[tested].name.clone();
    for class in world.classes.iter().filter(|class| is_inside(&name, &class.name)) {
        let Some(file) = &class.file else { continue };
        for constant in &file.pool.entries {
            if let Constant::String(text) = constant
                && let Ok(text) = String::from_utf16(text)
                && (1..=LONGEST).contains(&text.len())
                && text.matches(' ').count() < 2
                && !own.iter().any(|known| **known == *text.as_str())
            {
                own.push(text.into());
            }
        }
    }
    // Texts with more than letters have a form.
    own.sort_by_key(|text| (text.chars().all(char::is_alphabetic), text.contains(' '), text.len()));
    own.truncate(OWN);
    let (first, others) = USUAL.split_first().expect("a word");
    let all = [Rc::from(*first)].into_iter().chain(own).chain(others.iter().map(|text| Rc::from(*text)));
    world.atlas.seeds = all.collect();
}
