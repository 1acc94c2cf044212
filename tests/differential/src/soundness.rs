//! Whether the cases of `jacana check` are all there are: each concrete heap is in exactly one. A case is a line of JSON,
//!
//!     {"arguments": [["this", {"object": 0}], ["key", {"symbol": "|key#3|"}]],
//!      "objects": [{"class": "Tree", "fields": {"root": null}}],
//!      "different": [["this.root", "key"]],
//!      "condition": "(declare-const |key#3| (_ BitVec 32)) (assert (bvslt |key#3| #x00000000))",
//!      "witness": {"|key#3|": -1}}
//!
//! A value is null, a number, `{"object": N}`, `{"symbol": S}`, `"some"` (an object that nobody looked into, which may also be one of those
//! that are there) or `"open"` (null or some object); `{"some": [N]}` and `{"open": [N]}` are none of these objects. Fields that nobody read are
//! missing or open. `classes` of an object, where present, lists what it may be an instance of, `class` is the one of its concretisation.
//! `different` has pairs of references, as ways from an argument, that are not the same object. An array has a `length` and `elements`: one symbol
//! for all numbers, or references by their places; `places` has those at symbols. Concrete heaps have the same form, with numbers and objects
//! only, and arrays with a list of `elements`.

use std::cell::OnceCell;
use std::collections::{BTreeMap, HashMap};

use crate::json::Json;
use crate::smt::{Given, Script};

/// A line that describes a case or a heap.
pub struct Description {
    json: Json,
    /// The condition of a case, once somebody asked.
    condition: OnceCell<Script>,
}

impl Description {
    pub fn read(lines: &str) -> Vec<Description> {
        lines.lines().map(|line| Description::of(Json::parse(line))).collect()
    }

    fn of(json: Json) -> Description {
        Description { json, condition: OnceCell::new() }
    }

    fn condition(&self) -> &Script {
        self.condition.get_or_init(|| Script::read(self.json["condition"].text()))
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
        Description::of(self.concrete(&self.json, &mut fresh))
    }

    fn concrete(&self, json: &Json, fresh: &mut usize) -> Json {
        match json {
            Json::Object(fields) if fields.contains_key("symbol") => {
                self.json["witness"][json["symbol"].text()].clone()
            }
            Json::Object(fields) if fields.contains_key("open") => Json::Null,
            Json::Object(fields) if fields.contains_key("some") => self.concrete(&Json::Text("some".into()), fresh),
            Json::Object(fields) if fields.contains_key("length") && fields.contains_key("elements") => {
                self.concrete_array(fields, fresh)
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

    /// Null where nobody looked.
    fn concrete_array(&self, parts: &BTreeMap<String, Json>, fresh: &mut usize) -> Json {
        let length = self.concrete(&parts["length"], fresh).number() as usize;
        let mut elements = match self.concrete(&parts["elements"], fresh) {
            Json::List(numbers) => numbers,
            Json::Object(known) => {
                let mut elements = vec![Json::Null; length];
                known.into_iter().for_each(|(at, value)| elements[at.parse::<usize>().expect("a place")] = value);
                elements
            }
            other => panic!("no elements: {other:?}"),
        };
        for place in parts.get("places").map_or(&[] as &[Json], Json::list) {
            let [at, value] = place.list() else { panic!("a place and what is there") };
            elements[self.concrete(at, fresh).number() as usize] = self.concrete(value, fresh);
        }
        Json::Object([("class".into(), parts["class"].clone()), ("elements".into(), Json::List(elements))].into())
    }

    /// A concrete heap in a line: `[I:0,2|Item:value=1/@0,n,new` has two objects and three arguments, of which the last is an object of its own.
    pub fn line(&self) -> String {
        let objects = self.json["objects"].list();
        let word = |value: &Json| match value {
            Json::Null => "n".into(),
            Json::Number(number) => format!("{number}"),
            other => match object(other) {
                Some(number) if number < objects.len() => format!("@{number}"),
                _ => "new".to_string(),
            },
        };
        let described = objects.iter().map(|described| {
            let Json::Object(parts) = described else { panic!("not an object: {described:?}") };
            let contents: Vec<String> = match parts.get("elements") {
                Some(elements) => elements.list().iter().map(word).collect(),
                None => match &parts["fields"] {
                    Json::Object(fields) => {
                        fields.iter().map(|(name, value)| format!("{name}={}", word(value))).collect()
                    }
                    other => panic!("no fields: {other:?}"),
                },
            };
            format!("{}:{}", parts["class"].text(), contents.join(","))
        });
        let described: Vec<String> = described.collect();
        let arguments: Vec<String> = self.arguments().iter().map(|argument| word(&argument.list()[1])).collect();
        format!("{}/{}", described.join("|"), arguments.join(","))
    }

    pub fn text(&self, name: &str) -> &str {
        self.json[name].text()
    }
}

/// Whether a heap is one of those that a case stands for.
pub fn contains(case: &Description, heap: &Description) -> bool {
    let mut matching = Matching {
        case,
        heap,
        images: HashMap::new(),
        symbols: HashMap::new(),
        excluded: Vec::new(),
        places: Vec::new(),
    };
    let arguments = case.arguments().iter().zip(heap.arguments());
    case.arguments().len() == heap.arguments().len()
        && arguments.into_iter().all(|(ours, theirs)| matching.fits(&ours.list()[1], &theirs.list()[1]))
        && matching.keeps_apart()
        && matching.holds()
}

#[derive(Clone)]
struct Matching<'d> {
    case: &'d Description,
    heap: &'d Description,
    /// Objects of the case and which object of the heap they are: different ones are different.
    images: HashMap<usize, usize>,
    symbols: HashMap<String, Given>,
    /// Objects of the heap, and objects of the case that they are not.
    excluded: Vec<(usize, &'d [Json])>,
    /// Places of arrays at symbols: what the case says of them, and the elements that the array has.
    places: Vec<(&'d Json, &'d [Json])>,
}

impl<'d> Matching<'d> {
    /// Whether the condition holds, with some number for each place.
    fn holds(mut self) -> bool {
        let Some((place, elements)) = self.places.pop() else {
            let is_other = |(theirs, ours): &(usize, &[Json])| {
                ours.iter().all(|ours| self.images.get(&(ours.number() as usize)) != Some(theirs))
            };
            return self.excluded.iter().all(is_other) && self.case.condition().holds(&self.symbols);
        };
        let [at, value] = place.list() else { panic!("a place and what is there") };
        elements.iter().enumerate().any(|(number, element)| {
            let mut next = self.clone();
            next.stands_for(at, Given::Number(number as i64)) && next.fits(value, element) && next.holds()
        })
    }

    fn stands_for(&mut self, ours: &Json, given: Given) -> bool {
        let known = self.symbols.insert(ours["symbol"].text().to_string(), given.clone());
        known.is_none_or(|known| known == given)
    }

    fn fits_array(&mut self, parts: &'d BTreeMap<String, Json>, elements: &'d [Json]) -> bool {
        if !self.stands_for(&parts["length"], Given::Number(elements.len() as i64)) {
            return false;
        }
        if let Some(places) = parts.get("places") {
            self.places.extend(places.list().iter().map(|place| (place, elements)));
        }
        let Json::Object(known) = &parts["elements"] else { panic!("elements by their places") };
        if known.contains_key("symbol") {
            let numbers = elements.iter().map(|element| element.number() as i64).collect();
            return self.stands_for(&parts["elements"], Given::Numbers(numbers));
        }
        known.iter().all(|(at, value)| {
            let element = elements.get(at.parse::<usize>().expect("a place"));
            element.is_some_and(|element| self.fits(value, element))
        })
    }

    fn fits(&mut self, ours: &'d Json, theirs: &'d Json) -> bool {
        match ours {
            Json::Null => *theirs == Json::Null,
            Json::Number(number) => matches!(theirs, Json::Number(other) if other == number),
            Json::Text(text) if text == "open" => true,
            Json::Text(text) if text == "some" => object(theirs).is_some(),
            Json::Object(fields) if fields.contains_key("symbol") => {
                self.stands_for(ours, Given::Number(theirs.number() as i64))
            }
            Json::Object(fields) if fields.contains_key("open") || fields.contains_key("some") => {
                let Some(object) = object(theirs) else { return fields.contains_key("open") };
                let excluded = fields.get("open").or_else(|| fields.get("some")).expect("one of them");
                self.excluded.push((object, excluded.list()));
                true
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
        // An object that nobody looked into has no number of its own in a concretisation.
        let is_nameless = theirs >= self.heap.json["objects"].list().len();
        if is_nameless || self.images.values().any(|&taken| taken == theirs) {
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
        if !fits_class {
            return false;
        }
        if parts.contains_key("length") {
            return self.fits_array(parts, theirs["elements"].list());
        }
        let (Json::Object(fields), Json::Object(values)) = (&parts["fields"], &theirs["fields"]) else {
            panic!("fields are missing")
        };
        fields.iter().all(|(name, value)| self.fits(value, values.get(name).unwrap_or(&Json::Null)))
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
