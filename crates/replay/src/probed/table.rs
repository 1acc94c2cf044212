//! Which number of a probe means which place in the program.

use super::{Comparison, Extent, Orders};
use bytecode::probe::{Probed, Site, SiteKind, probe};
use bytecode::{ClassFile, ClassName, DottedName, decode};
use machine::decided::JumpSide;
use machine::way::{Turn, Went};
use machine::{MethodId, World};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt;
use std::rc::Rc;

#[derive(Debug, Default)]
pub(super) struct Table {
    pub classes: Vec<ProbedClass>,
    by_name: HashMap<ClassName, Vec<usize>>,
    /// The number of the next probe.
    next: u32,
    /// Methods that have no probes, and why.
    pub left: BTreeSet<String>,
}

#[derive(Debug)]
pub(super) struct ProbedClass {
    pub file: Rc<ClassFile>,
    pub probed: Probed,
    /// The numbers of its probes begin here.
    first: u32,
}

/// A place in the source text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    pub class: DottedName,
    pub method: String,
    pub line: Option<u16>,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "{}:{line}", self.class),
            None => write!(f, "{}.{}", self.class, self.method),
        }
    }
}

/// The numbers of the probes of one method.
#[derive(Debug, Default)]
pub(super) struct Numbers {
    entry: Option<u32>,
    handlers: BTreeMap<u32, u32>,
    branches: BTreeMap<u32, u32>,
    switches: BTreeMap<u32, (u32, Vec<u32>)>,
}

impl Numbers {
    /// The number by which a JVM tells of a turn of ours; nothing if it has no probe there.
    pub fn number(&self, turn: &Turn) -> Option<u32> {
        let pc = u32::from(turn.pc);
        match turn.went {
            Went::In => self.entry,
            Went::Caught => self.handlers.get(&pc).copied(),
            Went::On => self.branches.get(&pc).copied(),
            Went::Jumped => self.branches.get(&pc).map(|first| first + 1),
            Went::To(target) => {
                let (first, targets) = self.switches.get(&pc)?;
                Some(first + targets.iter().position(|&known| known == u32::from(target))? as u32)
            }
        }
    }
}

impl Table {
    /// False if it is there already, or no class file that a JVM could take.
    pub fn add(&mut self, file: &Rc<ClassFile>) -> bool {
        let known = self.by_name.entry(file.name.clone()).or_default();
        if known.iter().any(|&at| self.classes[at].file.bytes == file.bytes) {
            return false;
        }
        let Ok(probed) = probe(file, self.next) else { return false };
        for (method, why) in &probed.left {
            self.left.insert(format!("{}.{}: {why}", file.name.dotted(), file.methods[*method].name));
        }
        known.push(self.classes.len());
        let first = self.next;
        self.next += probed.sites.iter().map(|site| site.kind.numbers()).sum::<u32>();
        self.classes.push(ProbedClass { file: file.clone(), probed, first });
        true
    }

    pub fn write_switches(&self, out: &mut Orders) {
        let sites = self.classes.iter().flat_map(|class| &class.probed.sites);
        let switches = sites.filter_map(|site| match &site.kind {
            SiteKind::Switch(ways) => Some((site.first, ways)),
            SiteKind::Entry | SiteKind::Handler | SiteKind::Branch => None,
        });
        out.switches(self.next, &switches.collect::<Vec<_>>());
    }

    /// The numbers of a method of our interpreter.
    pub fn numbers(&self, world: &World, method: MethodId) -> Numbers {
        let class = &world.classes[world.classes[method].class];
        let known = class.file.as_ref().and_then(|file| {
            let named = self.by_name.get(&file.name)?;
            named.iter().map(|&at| &self.classes[at]).find(|known| known.file.bytes == file.bytes)
        });
        let mut numbers = Numbers::default();
        let (Some(known), Some(index)) = (known, class.methods.iter().position(|&other| other == method)) else {
            return numbers;
        };
        for site in known.probed.sites.iter().filter(|site| site.method == index) {
            match &site.kind {
                SiteKind::Entry => numbers.entry = Some(site.first),
                SiteKind::Handler => _ = numbers.handlers.insert(site.at, site.first),
                SiteKind::Branch => _ = numbers.branches.insert(site.at, site.first),
                SiteKind::Switch(ways) => _ = numbers.switches.insert(site.at, (site.first, ways.targets.clone())),
            }
        }
        numbers
    }

    fn site(&self, number: u32) -> Option<(&ProbedClass, &Site)> {
        let after = self.classes.partition_point(|class| class.first <= number);
        let class = &self.classes[after.checked_sub(1)?];
        let after = class.probed.sites.partition_point(|site| site.first <= number);
        Some((class, &class.probed.sites[after.checked_sub(1)?]))
    }

    /// The jump or switch behind a probe: class, index of the method in its file, place there, and where it went.
    pub fn jump(&self, number: u32) -> Option<(&ClassName, usize, u32, JumpSide)> {
        let (class, site) = self.site(number)?;
        let way = number - site.first;
        let went = match &site.kind {
            SiteKind::Branch if way == 0 => JumpSide::On,
            SiteKind::Branch => JumpSide::Jumped,
            SiteKind::Switch(ways) => JumpSide::To(*ways.targets.get(way as usize)?),
            SiteKind::Entry | SiteKind::Handler => return None,
        };
        Some((&class.file.name, site.method, site.at, went))
    }

    /// Is the probe in a method that somebody asks for?
    pub fn is_in(&self, number: u32, asked: &dyn Fn(&ClassName, &str) -> bool) -> bool {
        self.site(number).is_some_and(|(class, site)| asked(&class.file.name, &class.file.methods[site.method].name))
    }

    fn is_branch(&self, number: u32) -> bool {
        self.site(number).is_some_and(|(_, site)| matches!(site.kind, SiteKind::Branch | SiteKind::Switch(_)))
    }

    fn place(&self, number: u32) -> Option<Place> {
        let (class, site) = self.site(number)?;
        let method = &class.file.methods[site.method];
        let line = decode(&class.file, method).ok().and_then(|code| code.line(site.at));
        Some(Place { class: class.file.name.dotted(), method: method.name.to_string(), line })
    }

    /// Two rows of turns; the caller knows whether what is not kept of them is the same.
    pub fn compare(&self, one: &[u32], other: &[u32], rest_is_same: bool, extent: Extent) -> Comparison {
        let same = one.iter().zip(other).take_while(|(a, b)| a == b).count();
        let branches = one[..same].iter().filter(|&&turn| self.is_branch(turn)).count() as u64;
        let ends = same == one.len() && same == other.len();
        if ends && rest_is_same {
            return Comparison::Same(branches, extent);
        }
        // A way that is at its end parts behind its last turn; one that is longer than what is kept parts somewhere behind that.
        let parting = one.get(same).or(other.get(same)).or(one.last()).copied();
        let place = parting.and_then(|number| self.place(number));
        let nowhere = || Place { class: DottedName::default(), method: "nothing of the program".into(), line: None };
        Comparison::Parted(place.unwrap_or_else(nowhere), branches)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bytecode::writer::{Branch, ClassWriter};

    /// A class with a method that asks twice.
    fn table() -> Table {
        let mut class = ClassWriter::new::<&str>(52, 0, "A", &[]).unwrap();
        class
            .method(0x0008, "m", "()V", |code| {
                for number in [0, 1] {
                    code.int(number);
                    let label = code.branch(Branch::IfEq);
                    code.land(label);
                }
                code.return_value(None);
                Ok(())
            })
            .unwrap();
        let mut table = Table::default();
        let file = Rc::new(ClassFile::parse(class.finish().unwrap().into()).unwrap());
        assert!(table.add(&file));
        assert!(!table.add(&file));
        table
    }

    #[test]
    fn ways_part_at_their_first_difference() {
        let table = table();
        let parted = |one: &[u32], other: &[u32]| table.compare(one, other, true, Extent::Whole);
        // The entry is 0, the branches are 1, 2 and 3, 4.
        assert_eq!(parted(&[0, 2, 3], &[0, 2, 3]), Comparison::Same(2, Extent::Whole));
        let place = Place { class: DottedName::new("A"), method: "m".into(), line: None };
        assert_eq!(parted(&[0, 2, 3], &[0, 2, 4]), Comparison::Parted(place.clone(), 1));
        assert_eq!(parted(&[0, 2], &[0, 2, 4]), Comparison::Parted(place.clone(), 1));
        assert_eq!(table.compare(&[0, 2], &[0, 2], false, Extent::Beginning), Comparison::Parted(place, 1));
    }
}
