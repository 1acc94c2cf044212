//! What texts are given first in `jacana test`: those that the class under test speaks of, and forms that many programs read.

use super::patterns;
use bytecode::Constant;
use machine::{ClassId, World};
use replay::driver::is_inside;
use std::collections::BTreeSet;
use std::rc::Rc;

/// A word first: it is no special case of anything.
const USUAL: [&str; 4] = ["a", "1", "a.b", "2000-01-02"];
/// Of the class.
const OWN: usize = 5;
/// Of the class, where arguments are random.
const DRAWN: usize = 100;
/// What many programs read.
const FORMS: [&str; 32] = [
    "abc",
    "A",
    "-1",
    "0",
    "12.5",
    "1e3",
    "true",
    "null",
    "a b",
    "a,b",
    "a=b",
    "a:b",
    "/a/b",
    "{0}",
    "#,##0.00",
    "yyyy-MM-dd",
    "yyyy-MM-dd HH:mm:ss",
    "2000-01-02 03:04:05",
    "12:30:45",
    "2000-01-02T03:04:05Z",
    "2000-01-02 03:04:05.6",
    "en",
    "UTC",
    "UTF-8",
    "java.lang.String",
    "0x1F",
    "http://a.b/c?d=e",
    "a\nb",
    "a,b\n1,2\n",
    "a=1\nb=2\n",
    "{\"a\":[1,null]}",
    "<a b=\"c\">d</a>",
];
/// Longer texts are no regular expressions that anybody reads with.
const EXPRESSION: usize = 400;
/// Texts that such expressions accept.
const ACCEPTED: usize = 40;
/// Longer texts are messages.
const LONGEST: usize = 24;

pub fn know(world: &mut World, tested: ClassId) {
    let mut own = own(world, tested);
    // Texts with more than letters have a form.
    own.sort_by_key(|text| (text.chars().all(char::is_alphabetic), text.contains(' '), text.len()));
    own.truncate(OWN);
    let (first, others) = USUAL.split_first().expect("a word");
    let all = [Rc::from(*first)].into_iter().chain(own).chain(others.iter().map(|text| Rc::from(*text)));
    world.atlas.making.seeds = all.collect();
}

/// More than the exploration has time for.
pub fn all(world: &World, tested: ClassId) -> BTreeSet<String> {
    let texts = spoken_of(world, tested);
    let accepted = texts.iter().filter(|text| text.len() <= EXPRESSION).flat_map(|text| patterns::accepted(text));
    let own = own(world, tested).into_iter().take(DRAWN).map(|text| text.to_string());
    let usual = USUAL.iter().chain(&FORMS).map(|text| text.to_string());
    own.chain(accepted.take(ACCEPTED)).chain(usual).collect()
}

/// Without messages.
fn own(world: &World, tested: ClassId) -> Vec<Rc<str>> {
    let mut own = spoken_of(world, tested);
    own.retain(|text| (1..=LONGEST).contains(&text.len()) && text.matches(' ').count() < 2);
    own
}

/// Texts of the class and of classes inside of it, then those of what it inherits from other than the JDK.
fn spoken_of(world: &World, tested: ClassId) -> Vec<Rc<str>> {
    let mut own: Vec<Rc<str>> = Vec::new();
    let name = &world.classes[tested].name;
    let inside = world.classes.iter().filter(|class| is_inside(name, &class.name));
    let above = world.classes[tested].chain.iter().rev().map(|&class| &world.classes[class]);
    for class in inside.chain(above.filter(|class| class.id != tested && !class.is_jdk())) {
        let Some(file) = &class.file else { continue };
        for constant in &file.pool.entries {
            if let Constant::String(text) = constant
                && let Ok(text) = String::from_utf16(text)
                && !own.iter().any(|known| **known == *text.as_str())
            {
                own.push(text.into());
            }
        }
    }
    own
}
