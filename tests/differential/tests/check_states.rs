//! The trees of states of Figures 3 to 5 of the Kiasan paper.

use std::sync::LazyLock;

use differential::check::Subjects;
use differential::states::tree;

static SUBJECTS: LazyLock<Subjects> = LazyLock::new(Subjects::new);

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
    assert_eq!(tree(&SUBJECTS, "lazy"), ([3, 7, 20, 20], sorted(expected)));
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
    assert_eq!(tree(&SUBJECTS, "lazier"), ([2, 2, 6, 6], sorted(ways)));
}

/// Figure 5; n is a symbolic reference until the assumption that it is not null.
#[test]
fn lazier_sharp() {
    let ways = [
        "this=0 n=~n 0.data=~0 / this=0 n=^n e=~0 0.data=~0 / this=0 n=0 e=~0 0.data=~0 / this=0 n=0 e=~0 0.data=~0",
        "this=0 n=~n 0.data=~0 / this=0 n=^n e=~0 0.data=~0 / this=0 n=1 e=~0 0.data=~1 1.data=~1 / this=0 n=1 e=~0 0.data=~1 1.data=~0",
    ];
    assert_eq!(tree(&SUBJECTS, "lazier#"), ([1, 1, 2, 2], sorted(ways)));
}
