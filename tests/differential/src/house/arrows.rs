//! The arrows between crates: what docs/architecture.md draws against what the manifests say.

use std::collections::BTreeSet;

use super::Crate;

/// The table of the rooms, from top to bottom.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Picture {
    pub rooms: Vec<Room>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Room {
    /// That of the crate.
    pub name: String,
    pub idea: String,
    pub uses: Vec<String>,
}

/// The head of the table.
const HEAD: &str = "| crate | idea | uses |";

impl Picture {
    /// The one table of the document with the columns crate, idea, uses.
    pub fn parse(document: &str) -> Picture {
        let lines = document.lines().skip_while(|line| *line != HEAD).skip(2);
        let rooms = lines.take_while(|line| line.starts_with('|')).map(|line| {
            let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
            let [name, idea, uses] = cells.as_slice() else { panic!("three cells expected: {line}") };
            Room { name: names(name).concat(), idea: idea.to_string(), uses: names(uses) }
        });
        Picture { rooms: rooms.collect() }
    }

    /// The table as the manifests have it, in the order of this one and with its ideas; a new crate stands above the first
    /// that it uses.
    pub fn drawn(&self, crates: &[Crate]) -> String {
        let mut order: Vec<&Crate> =
            self.rooms.iter().filter_map(|room| crates.iter().find(|found| found.name == room.name)).collect();
        for found in crates {
            if !order.iter().any(|other| other.name == found.name) {
                let below = order.iter().position(|other| found.uses.contains(&other.name));
                order.insert(below.unwrap_or(order.len()), found);
            }
        }
        let mut text = format!("{HEAD}\n| --- | --- | --- |\n");
        for found in &order {
            let idea = self.place(&found.name).map_or(&found.description, |place| &self.rooms[place].idea);
            let uses = order.iter().filter(|other| found.uses.contains(&other.name));
            let uses: Vec<String> = uses.map(|other| format!("`{}`", other.name)).collect();
            text += &format!("| `{}` | {idea} | {} |\n", found.name, uses.join(", "));
        }
        text
    }

    fn place(&self, name: &str) -> Option<usize> {
        self.rooms.iter().position(|room| room.name == name)
    }
}

/// The words of a text that are set as code.
fn names(cell: &str) -> Vec<String> {
    cell.split('`').skip(1).step_by(2).map(str::to_string).collect()
}

/// Crates without a row and rows without a crate, arrows that only one side has, arrows that do not point down.
pub fn wrong_arrows(picture: &Picture, crates: &[Crate]) -> Vec<String> {
    let mut wrong = Vec::new();
    for Room { name, uses: drawn, .. } in &picture.rooms {
        let Some(found) = crates.iter().find(|found| found.name == *name) else {
            wrong.push(format!("{name} is drawn, but there is no such crate"));
            continue;
        };
        let (drawn, used): (BTreeSet<&String>, BTreeSet<&String>) =
            (drawn.iter().collect(), found.uses.iter().collect());
        wrong.extend(used.difference(&drawn).map(|other| format!("{name} uses {other}, which is not drawn")));
        wrong.extend(drawn.difference(&used).map(|other| format!("{name} -> {other} is drawn, but not used")));
        for other in drawn.union(&used) {
            if picture.place(other).is_some_and(|below| Some(below) <= picture.place(name)) {
                wrong.push(format!("{name} -> {other} does not point down"));
            }
        }
    }
    let missing = crates.iter().filter(|found| picture.place(&found.name).is_none());
    wrong.extend(missing.map(|found| format!("{} is not drawn", found.name)));
    wrong
}

#[cfg(test)]
mod tests {
    use super::*;

    const DOCUMENT: &str = "# Map\n\n| other | table |\n| --- | --- |\n| `x` | y |\n\n| crate | idea | uses |\n| --- | --- | --- |\n| `top` | the `whole` | `middle`, `low` |\n| `middle` | half | `low` |\n| `low` | little |  |\n\nText.\n";

    fn crates(arrows: &[(&str, &[&str])]) -> Vec<Crate> {
        let made = arrows.iter().map(|(name, uses)| Crate {
            name: name.to_string(),
            description: "x".into(),
            uses: uses.iter().map(|name| name.to_string()).collect(),
            ..Crate::default()
        });
        made.collect()
    }

    #[test]
    fn what_is_drawn_is_fine() {
        let picture = Picture::parse(DOCUMENT);
        let top = Room { name: "top".into(), idea: "the `whole`".into(), uses: vec!["middle".into(), "low".into()] };
        assert_eq!(picture.rooms[0], top);
        let crates = crates(&[("low", &[]), ("middle", &["low"]), ("top", &["low", "middle"])]);
        assert_eq!(wrong_arrows(&picture, &crates), [""; 0]);
        let drawn = picture.drawn(&crates);
        assert_eq!(Picture::parse(&drawn), picture);
    }

    #[test]
    fn a_planted_upward_arrow_is_reported() {
        let picture = Picture::parse(DOCUMENT);
        let crates = crates(&[("low", &["middle"]), ("middle", &["low"]), ("top", &["middle", "low"])]);
        let wrong = wrong_arrows(&picture, &crates);
        assert_eq!(wrong, ["low uses middle, which is not drawn", "low -> middle does not point down"]);
    }

    #[test]
    fn drawing_an_upward_arrow_does_not_make_it_right() {
        let document = DOCUMENT.replace("| little |  |", "| little | `top` |");
        let crates = crates(&[("low", &["top"]), ("middle", &["low"]), ("top", &["middle", "low"])]);
        assert_eq!(wrong_arrows(&Picture::parse(&document), &crates), ["low -> top does not point down"]);
    }

    #[test]
    fn a_crate_that_is_not_drawn_and_an_arrow_that_nobody_needs_are_reported() {
        let picture = Picture::parse(DOCUMENT);
        let crates = crates(&[("low", &[]), ("new", &["low"]), ("top", &["low"])]);
        let wrong = wrong_arrows(&picture, &crates);
        assert_eq!(
            wrong,
            ["top -> middle is drawn, but not used", "middle is drawn, but there is no such crate", "new is not drawn"]
        );
        assert!(picture.drawn(&crates).contains("| `new` | x | `low` |\n| `low` | little |  |\n"));
    }
}
