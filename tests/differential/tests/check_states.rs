//! The trees of states of Figures 3 to 5 of the Kiasan paper: `jacana check --states` on `Container.swap`, at the entry and after each of the three
//! statements.

use std::collections::BTreeMap;
use std::fs;
use std::sync::LazyLock;

use differential::check::Subjects;
use differential::json::Json;

static SUBJECTS: LazyLock<Subjects> = LazyLock::new(Subjects::new);

/// Where the steps of the figures are: the initial states, and what holds before the second, third and (closing) last line of swap.
const STEPS: [&str; 4] = ["Container.swapWith", "Container.swap:9", "Container.swap:10", "Container.swap:11"];

struct State {
    before: Option<usize>,
    at: String,
    shown: String,
}

/// By number.
fn states(level: &str) -> BTreeMap<usize, State> {
    let file = SUBJECTS.classes().join(format!("states-{level}.json"));
    let options = ["--init", level, "--states", file.to_str().expect("UTF-8")];
    let answer = SUBJECTS.check(&options, "Container.swapWith").expect("an answer");
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
fn tree(level: &str) -> ([usize; 4], Vec<String>) {
    let states = states(level);
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

fn sorted(ways: impl IntoIterator<Item = impl Into<String>>) -> Vec<String> {
    let mut ways: Vec<String> = ways.into_iter().map(Into::into).collect();
    ways.sort();
    ways
}

/// Figure 3: 51 states with the root. A state in which n is null ends there; the others go on as the algorithm says.
#[test]
fn lazy() {
    let mut expected = Vec::new();
    for n in [0, 1] {
        let known = n + 1;
        for mine in 0..=known + 1 {
            // The last but one is a new object, the last one null.
            let (e, known) = value(mine, known);
            // Where n is this, its data is known by now.
            let theirs = if n == 0 {
                vec![(e.clone(), known)]
            } else {
                (0..=known + 1).map(|choice| value(choice, known)).collect()
            };
            for (theirs, _) in theirs {
                let heap = |this: &str, other: &str| match n {
                    0 => format!("0.data={this}"),
                    _ => format!("0.data={this} 1.data={other}"),
                };
                let start = format!("this=0 n={n} {}", heap("~0", "~1"));
                let one = format!("this=0 n={n} e={e} {}", heap(&e, "~1"));
                let two = format!("this=0 n={n} e={e} {}", heap(&theirs, &theirs));
                let three = format!("this=0 n={n} e={e} {}", heap(if n == 0 { &e } else { &theirs }, &e));
                expected.push([start, one, two, three].join(" / "));
            }
        }
    }
    assert_eq!(expected.len(), 20);
    assert_eq!(tree("lazy"), ([3, 7, 20, 20], sorted(expected)));
}

/// One of the objects that are known, a new one, or null; and how many are known then.
fn value(choice: usize, known: usize) -> (String, usize) {
    match choice {
        new if new == known => (new.to_string(), known + 1),
        null if null > known => ("null".into(), known),
        old => (old.to_string(), known),
    }
}

/// Figure 4.
#[test]
fn lazier() {
    let ways = [
        "this=0 n=^n 0.data=~0 / this=0 n=^n e=null 0.data=null / this=0 n=0 e=null 0.data=null / this=0 n=0 e=null 0.data=null",
        "this=0 n=^n 0.data=~0 / this=0 n=^n e=null 0.data=null / this=0 n=1 e=null 0.data=null 1.data=null / this=0 n=1 e=null 0.data=null 1.data=null",
        "this=0 n=^n 0.data=~0 / this=0 n=^n e=null 0.data=null / this=0 n=1 e=null 0.data=^1 1.data=^1 / this=0 n=1 e=null 0.data=^1 1.data=null",
        "this=0 n=^n 0.data=~0 / this=0 n=^n e=^0 0.data=^0 / this=0 n=0 e=^0 0.data=^0 / this=0 n=0 e=^0 0.data=^0",
        "this=0 n=^n 0.data=~0 / this=0 n=^n e=^0 0.data=^0 / this=0 n=1 e=^0 0.data=null 1.data=null / this=0 n=1 e=^0 0.data=null 1.data=^0",
        "this=0 n=^n 0.data=~0 / this=0 n=^n e=^0 0.data=^0 / this=0 n=1 e=^0 0.data=^1 1.data=^1 / this=0 n=1 e=^0 0.data=^1 1.data=^0",
    ];
    assert_eq!(tree("lazier"), ([2, 2, 6, 6], sorted(ways)));
}

/// Figure 5; n is a symbolic reference until the assumption that it is not null.
#[test]
fn lazier_sharp() {
    let ways = [
        "this=0 n=~n 0.data=~0 / this=0 n=^n e=~0 0.data=~0 / this=0 n=0 e=~0 0.data=~0 / this=0 n=0 e=~0 0.data=~0",
        "this=0 n=~n 0.data=~0 / this=0 n=^n e=~0 0.data=~0 / this=0 n=1 e=~0 0.data=~1 1.data=~1 / this=0 n=1 e=~0 0.data=~1 1.data=~0",
    ];
    assert_eq!(tree("lazier#"), ([1, 1, 2, 2], sorted(ways)));
}
