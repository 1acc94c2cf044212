//! The states that `jacana check --states` writes for `Container.swap`, as the trees of Figures 3 to 5 of the Kiasan paper: at the entry and after each of
//! the three statements.

use std::collections::BTreeMap;
use std::fs;

use crate::check::Subjects;
use crate::json::Json;

/// Where the steps of the figures are: the initial states, and what holds before the second, third and (closing) last line of swap.
const STEPS: [&str; 4] = ["Container.swapWith", "Container.swap:9", "Container.swap:10", "Container.swap:11"];

struct State {
    before: Option<usize>,
    at: String,
    shown: String,
}

/// By number.
fn states(subjects: &Subjects, level: &str) -> BTreeMap<usize, State> {
    let file = subjects.classes().join(format!("states-{level}.json"));
    let options = ["--init", level, "--states", file.to_str().expect("UTF-8")];
    let answer = subjects.check(&options, "Container.swapWith").expect("an answer");
    assert_eq!(answer.verdict, "HOLDS");
    let lines = fs::read_to_string(&file).expect("states were written");
    lines.lines().map(|line| read(&Json::parse(line))).collect()
}

fn read(state: &Json) -> (usize, State) {
    let before = (state["before"] != Json::Null).then(|| state["before"].number() as usize);
    let locals = ["this", "n", "e"].iter().filter_map(|name| {
        let Json::Object(locals) = &state["locals"] else { panic!("an object") };
        locals.get(*name).map(|value| format!("{name}={}", shown(value)))
    });
    let objects = state["objects"].list().iter().enumerate().filter_map(|(at, object)| {
        let Json::Object(fields) = &object["fields"] else { panic!("an object") };
        fields.get("data").map(|value| format!("{at}.data={}", shown(value)))
    });
    let all: Vec<String> = locals.chain(objects).collect();
    let state_of = State { before, at: state["at"].text().into(), shown: all.join(" ") };
    (state["state"].number() as usize, state_of)
}

/// An object by its number, `^` for a symbolic location, `~` for a symbolic reference, by the object whose data they are.
fn shown(value: &Json) -> String {
    match value {
        Json::Null => "null".into(),
        Json::Object(fields) => {
            let (kind, value) = fields.iter().next().expect("a kind");
            match (kind.as_str(), value) {
                ("object", number) => format!("{}", number.number()),
                ("location", name) => format!("^{}", name.text().trim_start_matches("Container.data#")),
                ("reference", name) => format!("~{}", name.text().trim_start_matches("Container.data#")),
                other => panic!("{other:?}"),
            }
        }
        other => panic!("{other:?}"),
    }
}

/// How many states there are at each step, and the ways from the first step to the last, sorted.
pub fn tree(subjects: &Subjects, level: &str) -> ([usize; 4], Vec<String>) {
    let states = states(subjects, level);
    let first = states.values().filter(|state| state.at.starts_with(STEPS[0])).map(|state| &state.at).min();
    let first = first.expect("a first line").clone();
    let step = |state: &State| match &state.at {
        at if *at == first => Some(0),
        at => STEPS.iter().position(|step| step == at),
    };
    let mut counts = [0; 4];
    states.values().filter_map(step).for_each(|at| counts[at] += 1);
    let mut ways = Vec::new();
    for (number, _) in states.iter().filter(|(_, state)| step(state) == Some(3)) {
        let mut way = Vec::new();
        let mut next = Some(*number);
        while let Some(state) = next.map(|number| &states[&number]) {
            if step(state).is_some() {
                way.push(state.shown.clone());
            }
            next = state.before;
        }
        way.reverse();
        ways.push(way.join(" / "));
    }
    ways.sort();
    (counts, ways)
}
