//! Coverage of a class by probes of our own: which branches, lines and instructions ran. A probe stands where control may leave a run of instructions,
//! so an instruction counts if everything up to the next probe was executed, as JaCoCo counts.

mod body;
mod compared;
mod edges;
mod filter;

use crate::classfile::{ClassFile, ClassFileError, access};
use crate::decode::decode;
use crate::insn::Insn;
use crate::probe::{ExtraPool, Insertion, Left, Reached, Ways, insert, rewrite, told};
pub(crate) use body::Body;
use edges::Edges;
pub(crate) use filter::Filtered;
use std::collections::BTreeMap;

/// A class file with probes for coverage, and what their numbers mean.
#[derive(Clone, Debug)]
pub struct Measured {
    pub bytes: Vec<u8>,
    /// Their numbers are those from the first one on.
    pub first: u32,
    pub numbers: u32,
    /// Switches: keys and the way that each leads, for the number of the default.
    pub switches: Vec<(u32, Ways)>,
    methods: Vec<MeasuredMethod>,
    /// Methods without probes, by their number in the class file: they count as not executed.
    pub left: Vec<(usize, Left)>,
}

/// What is counted of a method, and by which numbers.
#[derive(Clone, Debug)]
struct MeasuredMethod {
    /// By its number in the class file.
    method: usize,
    /// The number of the probe at its beginning.
    entry: Option<u32>,
    edges: Edges,
    filtered: Filtered,
    /// The line of each instruction.
    lines: Vec<Option<u16>>,
}

/// How many were executed, of how many.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Share {
    pub covered: u64,
    pub total: u64,
}

impl Share {
    fn add(&mut self, covered: u64, total: u64) {
        self.covered += covered;
        self.total += total;
    }
}

/// What was executed of a class.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counted {
    pub branches: Share,
    pub lines: Share,
    pub instructions: Share,
    /// Lines with branches all of which were taken.
    pub taken: Vec<u16>,
    /// Of each line that counts: instructions and branches together.
    pub of_lines: BTreeMap<u16, Share>,
}

/// Places of probes in a method.
struct Sites {
    insertions: Vec<Insertion>,
    switches: Vec<(u32, Ways)>,
    entry: u32,
    next: u32,
}

/// Gives the methods of a class probes whose numbers begin with `first`.
pub fn measure(class: &ClassFile, first: u32) -> Result<Measured, ClassFileError> {
    let mut extra = ExtraPool::of(class);
    let mut measured =
        Measured { bytes: Vec::new(), first, numbers: 0, switches: Vec::new(), methods: Vec::new(), left: Vec::new() };
    let mut left = Vec::new();
    let bytes = rewrite(
        class,
        &mut extra,
        |at, method, extra| {
            let code = decode(class, method).map_err(|why| Left::Malformed(why.to_string()))?;
            let body = Body::of(class, method, &code);
            let mut edges = Edges::of(&body);
            let mut attempt = |with_sides: bool| {
                let sites =
                    place(&body, &mut edges, first + measured.numbers, with_sides, extra).ok_or(Left::TooLarge)?;
                let made = insert(class, method, &code, &sites.insertions, &[]);
                Ok::<_, Left>((sites, made))
            };
            // What comparisons have on their sides is told where there is room for it.
            let (mut sites, mut made) = attempt(true)?;
            if made.is_err() {
                (sites, made) = attempt(false)?;
            }
            let lines = (0..body.len()).map(|at| code.line(at as u32)).collect();
            let entry = made.is_ok().then_some(sites.entry);
            let filtered = Filtered::of(&body);
            measured.methods.push(MeasuredMethod { method: at, entry, edges, filtered, lines });
            let made = made?;
            measured.numbers = sites.next - first;
            measured.switches.extend(sites.switches);
            Ok(made)
        },
        &mut left,
    )?;
    measured.bytes = bytes;
    measured.left = left;
    Ok(measured)
}

/// Where the probes of a method go, and their code; nothing if the pool has no room for that.
fn place(body: &Body, edges: &mut Edges, first: u32, with_sides: bool, extra: &mut ExtraPool) -> Option<Sites> {
    let mut sites = Sites { insertions: Vec::new(), switches: Vec::new(), entry: first, next: first };
    sites.add(0, "at", "", None, Reached::FromAbove, 1, extra)?;
    for at in 0..body.len() {
        let insn = body.code.insns[at].get();
        if edges.is_between(at) {
            let number = sites.add(at, "at", "", None, Reached::FromAbove, 1, extra)?;
            edges.number_between(at, number);
        }
        if let Some((name, takes, copies)) = told(insn) {
            let ways = match insn {
                Insn::Switch(table) => Some(Ways::of(&body.code.switches[table as usize])),
                _ => None,
            };
            let count = ways.as_ref().map_or(2, |ways| ways.targets.len() as u32);
            let number = sites.add(at, name, takes, Some(copies), Reached::ByAll, count, extra)?;
            edges.number_ways(at, number);
            sites.switches.extend(ways.map(|ways| (number, ways)));
        } else if edges.is_before(at) {
            let number = sites.add(at, "at", "", None, Reached::ByAll, 1, extra)?;
            edges.number_ways(at, number);
        }
        if with_sides && let Some(code) = compared::sides(body, at, sites.next, extra) {
            sites.insertions.push(Insertion { before: at as u32, code, reached: Reached::ByAll });
        }
    }
    Some(sites)
}

impl Sites {
    /// A probe before an instruction, with so many numbers; answers the first of them.
    #[expect(clippy::too_many_arguments, reason = "each is a part of the call that is inserted")]
    fn add(
        &mut self,
        before: usize,
        name: &str,
        takes: &str,
        copies: Option<u8>,
        reached: Reached,
        count: u32,
        extra: &mut ExtraPool,
    ) -> Option<u32> {
        let number = self.next;
        let code = extra.call(name, &format!("({takes}I)V"), copies, number)?;
        self.insertions.push(Insertion { before: before as u32, code, reached });
        self.next += count;
        Some(number)
    }
}

impl Measured {
    /// What was executed, if `hit` tells which probes were passed.
    pub fn count(&self, hit: &dyn Fn(u32) -> bool) -> Counted {
        let mut counted = Counted::default();
        let mut lines: BTreeMap<u16, (Share, Share)> = BTreeMap::new();
        for method in &self.methods {
            // Without probes nothing is known of it.
            let hit = |number: u32| method.entry.is_some() && hit(number);
            let ways = method.filtered.apply(method.edges.covered(&hit));
            for (at, ways) in ways.iter().enumerate() {
                let Some(ways) = ways else { continue };
                let covered = ways.iter().filter(|way| **way).count() as u64;
                let branches = if ways.len() > 1 { (covered, ways.len() as u64) } else { (0, 0) };
                let ran = u64::from(covered > 0);
                counted.branches.add(branches.0, branches.1);
                counted.instructions.add(ran, 1);
                if let Some(line) = method.lines[at] {
                    let (instructions, of_line) = lines.entry(line).or_default();
                    instructions.add(ran, 1);
                    of_line.add(branches.0, branches.1);
                }
            }
        }
        for (line, (instructions, branches)) in lines {
            counted.lines.add(u64::from(instructions.covered > 0), 1);
            if branches.total > 0 && branches.covered == branches.total {
                counted.taken.push(line);
            }
            let mut both = instructions;
            both.add(branches.covered, branches.total);
            counted.of_lines.insert(line, both);
        }
        counted
    }

    /// The number of the probe at the beginning of a method, given by its number in the class file.
    pub fn entry(&self, method: usize) -> Option<u32> {
        self.methods.iter().find(|measured| measured.method == method)?.entry
    }
}

/// Whether a class counts at all: what a compiler made by itself does not.
pub fn is_counted(class: &ClassFile) -> bool {
    class.access & (access::SYNTHETIC | access::MODULE) == 0
}

#[cfg(test)]
mod tests;
