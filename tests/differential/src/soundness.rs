//! Whether the cases of `jacana check` are all there are: each concrete heap is in exactly one. A case is a line of JSON,
//!
//!     {"arguments": [["this", {"object": 0}], ["key", {"symbol": "|key#3|"}]],
//!      "objects": [{"class": "Tree", "fields": {"root": null}}],
//!      "different": [["this.root", "key"]],
//!      "condition": "(declare-const |key#3| (_ BitVec 32)) (assert (bvslt |key#3| #x00000000))",
//!      "witness": {"|key#3|": -1}}
//!
//! A value is null, a number, `{"object": N}`, `{"symbol": S}`, `"some"` (an object that nobody looked into, which may also be one of those
//! that are there) or `"open"` (null or some object). Fields that nobody read are missing or open. `classes` of an object, where present, lists what it may be an
//! instance of, `class` is the one of its concretisation. `different` has pairs of references, as ways from an argument, that are not the same
//! object. Concrete heaps have the same form, with numbers and objects only.

use std::collections::HashMap;

use crate::json::Json;
use crate::smt;

/// A line that describes a case or a heap.
pub struct Description {
    json: Json,
}

impl Description {
    pub fn read(lines: &str) -> Vec<Description> {
        lines.lines().map(|line| Description { json: Json::parse(line) }).collect()
    }

    fn arguments(&self) -> &[Json] {
        self.json["arguments"].list()
    }

    fn object(&self, number: usize) -> &Json {
        &self.json["objects"].list()[number]
    }

    /// What a way like `this.root.left` leads to.
    fn at(&self, way: &str) -> &Json {
        let mut names = way.split('.');
        let first = names.next().unwrap_or_default();
        let named = self.arguments().iter().find(|argument| argument.list()[0].text() == first);
        let mut value = &named.unwrap_or_else(|| panic!("no argument {first}")).list()[1];
        for name in names {
            let number = object(value).unwrap_or_else(|| panic!("{way} leads through no object"));
            value = &self.object(number)["fields"][name];
        }
        value
    }

    /// The heap that the case itself proposes: symbols by its witness, null where nothing is known, a new object for each that nobody looked into.
    pub fn concretisation(&self) -> Description {
        let mut fresh = self.json["objects"].list().len();
        Description { json: self.concrete(&self.json, &mut fresh) }
    }

    fn concrete(&self, json: &Json, fresh: &mut usize) -> Json {
        match json {
            Json::Object(fields) if fields.contains_key("symbol") => {
                self.json["witness"][json["symbol"].text()].clone()
            }
            Json::Object(fields) => {
                Json::Object(fields.iter().map(|(name, value)| (name.clone(), self.concrete(value, fresh))).collect())
            }
            Json::List(items) => Json::List(items.iter().map(|item| self.concrete(item, fresh)).collect()),
            Json::Text(text) if text == "open" => Json::Null,
            Json::Text(text) if text == "some" => {
                *fresh += 1;
                Json::Object([("object".into(), Json::Number(*fresh as f64))].into())
            }
            other => other.clone(),
        }
    }
}

/// Whether a heap is one of those that a case stands for.
pub fn contains(case: &Description, heap: &Description) -> bool {
    let mut matching = Matching { case, heap, images: HashMap::new(), symbols: HashMap::new() };
    let arguments = case.arguments().iter().zip(heap.arguments());
    case.arguments().len() == heap.arguments().len()
        && arguments.into_iter().all(|(ours, theirs)| matching.fits(&ours.list()[1], &theirs.list()[1]))
        && matching.keeps_apart()
        && smt::holds(case.json["condition"].text(), &matching.symbols)
}

struct Matching<'d> {
    case: &'d Description,
    heap: &'d Description,
    /// Objects of the case and which object of the heap they are: different ones are different.
    images: HashMap<usize, usize>,
    symbols: HashMap<String, i64>,
}

impl Matching<'_> {
    fn fits(&mut self, ours: &Json, theirs: &Json) -> bool {
        match ours {
            Json::Null => *theirs == Json::Null,
            Json::Number(number) => matches!(theirs, Json::Number(other) if other == number),
            Json::Text(text) if text == "open" => true,
            Json::Text(text) if text == "some" => object(theirs).is_some(),
            Json::Object(fields) if fields.contains_key("symbol") => {
                let number = theirs.number() as i64;
                let known = self.symbols.insert(ours["symbol"].text().to_string(), number);
                known.is_none_or(|known| known == number)
            }
            _ => match (object(ours), object(theirs)) {
                (Some(ours), Some(theirs)) => self.is_image(ours, theirs),
                (Some(_), None) => false,
                (None, _) => panic!("not a value: {ours:?}"),
            },
        }
    }

    fn is_image(&mut self, ours: usize, theirs: usize) -> bool {
        if let Some(&known) = self.images.get(&ours) {
            return known == theirs;
        }
        if self.images.values().any(|&taken| taken == theirs) {
            return false;
        }
        self.images.insert(ours, theirs);
        let (case, heap) = (self.case, self.heap);
        let (ours, theirs) = (case.object(ours), heap.object(theirs));
        let Json::Object(parts) = ours else { panic!("not an object: {ours:?}") };
        let class = &theirs["class"];
        let fits_class = match parts.get("classes") {
            Some(classes) => classes.list().contains(class),
            None => parts["class"] == *class,
        };
        let (Json::Object(fields), Json::Object(values)) = (&parts["fields"], &theirs["fields"]) else {
            panic!("fields are missing")
        };
        fits_class && fields.iter().all(|(name, value)| self.fits(value, values.get(name).unwrap_or(&Json::Null)))
    }

    fn keeps_apart(&self) -> bool {
        let Json::Object(parts) = &self.case.json else { panic!("not a case") };
        let pairs = parts.get("different").map_or(&[] as &[Json], Json::list);
        pairs.iter().all(|pair| self.heap.at(pair.list()[0].text()) != self.heap.at(pair.list()[1].text()))
    }
}

fn object(value: &Json) -> Option<usize> {
    match value {
        Json::Object(fields) => fields.get("object").map(|number| number.number() as usize),
        _ => None,
    }
}

/// What is wrong with a partition of the heaps into the cases; nothing if it is one.
pub fn faults(cases: &[Description], heaps: &[Description]) -> Vec<String> {
    let mut faults = Vec::new();
    for (at, case) in cases.iter().enumerate() {
        if !contains(case, &case.concretisation()) {
            faults.push(format!("case {} does not contain its own concretisation", at + 1));
        }
    }
    for (at, heap) in heaps.iter().enumerate() {
        let inside: Vec<usize> = (1..=cases.len()).filter(|&case| contains(&cases[case - 1], heap)).collect();
        if inside.len() != 1 {
            faults.push(format!("heap {} is in the cases {inside:?}", at + 1));
        }
    }
    faults
}
