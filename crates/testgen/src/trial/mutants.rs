//! Candidates on mutants of the classes under test: which change each of them notices, and by which assertions.

use super::{Measure, Trial, told};
use bytecode::mutate::{Mutant, mutants, mutated};
use replay::Replay;
use replay::agent::Orders;
use replay::files::write;
use sandbox::Writes;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::time::Duration;

/// Mutants of one class that are made; of more, some that lie evenly in its code.
const MOST_MUTANTS: usize = 300;
/// Candidates that run on one mutant.
const MOST_RUNS: usize = 40;

/// The number of a mutant among those of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MutantId(pub u32);

/// How a candidate notices a mutant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Noticed {
    /// It ends otherwise, whatever is asserted.
    Always,
    /// One of these assertions does not hold any more.
    By(BTreeSet<String>),
}

/// A candidate for the mutants: the name of its class, and the probes that it passes.
pub struct Runner<'c> {
    pub class: String,
    pub covered: &'c super::Covered,
}

/// How many small changes of a class its tests notice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Score {
    pub killed: u64,
    /// All that were judged.
    pub mutants: u64,
    /// Those for which the time was too short.
    pub unjudged: u64,
}

/// What became of the mutants of a class.
#[derive(Clone, Debug, Default)]
pub struct Noticings {
    /// All that there are: the class among the measured ones, and the method in its class file.
    pub places: Vec<(usize, usize)>,
    /// Those that candidates ran on, or that no candidate reaches.
    pub judged: BTreeSet<MutantId>,
    /// By candidate.
    pub by: Vec<BTreeMap<MutantId, Noticed>>,
}

impl Noticings {
    /// How many are noticed by tests with these assertions, in percent of those that were judged.
    pub fn score(&self, killed: usize) -> Score {
        let judged = self.judged.len() as u64;
        Score { killed: killed as u64, mutants: judged, unjudged: self.places.len() as u64 - judged }
    }

    /// Those that no candidate notices, whatever it asserts.
    pub fn alive(&self) -> BTreeSet<MutantId> {
        let noticed: BTreeSet<MutantId> = self.by.iter().flat_map(|by| by.keys().copied()).collect();
        self.judged.difference(&noticed).copied().collect()
    }
}

/// A mutant, and the candidates that run on it.
struct Planned {
    id: MutantId,
    class: usize,
    mutant: Mutant,
    runs: Vec<usize>,
}

impl Trial {
    /// Candidates were compiled by a round before. They run on all mutants, or on some. Nothing if the JVM did not come so far.
    pub fn mutants(
        &self,
        measure: &Measure,
        candidates: &[Runner],
        wanted: Option<&BTreeSet<MutantId>>,
        millis: u64,
    ) -> Result<Noticings, String> {
        let mut planned = plan(measure, candidates);
        let places = planned.iter().map(|one| (one.class, one.mutant.method)).collect();
        planned.retain(|one| wanted.is_none_or(|wanted| wanted.contains(&one.id)));
        // What no candidate reaches, none notices.
        let (unreached, runs): (Vec<&Planned>, Vec<&Planned>) = planned.iter().partition(|one| one.runs.is_empty());
        let judged = unreached.iter().map(|one| one.id).collect();
        let mut noticings = Noticings { places, judged, by: vec![BTreeMap::new(); candidates.len()] };
        if runs.is_empty() {
            return Ok(noticings);
        }
        let folder = self.replay.free.work.join("probe");
        let (file, results) = (self.replay.free.work.join("mutants"), self.replay.free.work.join("results"));
        write(&file, orders(measure, candidates, &runs)).map_err(told)?;
        let _ = fs::remove_file(&results);
        let mut command = self.replay.java_command();
        command.arg(self.temporary()?).arg(self.unmeasured(measure)?).arg(measure.questions());
        let class_path = self.with_existing(self.replay.class_path.with_first(&self.helper));
        let class_path = class_path.with_first(&folder.join("classes"));
        command.arg("-cp").arg(class_path.to_string()).arg("jacana.trial.Mutants");
        command.arg(&file).arg(&results).arg(millis.to_string());
        let time = match millis {
            0 => self.replay.time,
            millis => self.replay.time.min(Duration::from_millis(millis) + super::BEFORE_AND_AFTER),
        };
        let said = Replay { time, ..self.replay.clone() }.finish(command, Writes::Work);
        let lines = fs::read_to_string(&results).map_err(|_| said.unwrap_or_else(|why| why))?;
        let ids: Vec<MutantId> = runs.iter().map(|one| one.id).collect();
        read(&lines, &ids, &mut noticings);
        Ok(noticings)
    }
}

/// Which mutants there are, and who runs on each: those that enter its method.
fn plan(measure: &Measure, candidates: &[Runner]) -> Vec<Planned> {
    let mut all = Vec::new();
    for (class, file) in measure.changeable() {
        all.extend(mutants(file).into_iter().map(|mutant| (class, mutant)));
    }
    let every = all.len().div_ceil(MOST_MUTANTS).max(1);
    // A number means the same mutant, whoever runs on it.
    let numbered = all.into_iter().step_by(every).enumerate();
    let mut chosen: Vec<Planned> = numbered
        .map(|(id, (class, mutant))| Planned { id: MutantId(id as u32), class, mutant, runs: Vec::new() })
        .collect();
    for planned in &mut chosen {
        let Some(entry) = measure.entry(planned.class, planned.mutant.method) else { continue };
        let reaches = |at: &usize| candidates[*at].covered.contains(&super::Part::Probe(entry));
        planned.runs = (0..candidates.len()).filter(reaches).collect();
        let every = planned.runs.len().div_ceil(MOST_RUNS).max(1);
        planned.runs = planned.runs.iter().copied().step_by(every).collect();
    }
    chosen
}

fn orders(measure: &Measure, candidates: &[Runner], runs: &[&Planned]) -> Vec<u8> {
    let mut out = Orders::default();
    out.number(candidates.len());
    candidates.iter().for_each(|candidate| out.text(&candidate.class));
    let files: BTreeMap<usize, _> = measure.changeable().collect();
    out.number(files.len());
    for file in files.values() {
        out.text(&file.name.dotted());
        out.bytes(&file.bytes);
    }
    out.number(runs.len());
    for planned in runs {
        let file = files[&planned.class];
        out.text(&file.name.dotted());
        // One that cannot be made is one that no JVM takes.
        out.bytes(&mutated(file, &planned.mutant).unwrap_or_default());
        out.number(planned.runs.len());
        planned.runs.iter().for_each(|&at| out.number(at));
    }
    out.0
}

/// The JVM counts the mutants that it was given.
fn read(lines: &str, ids: &[MutantId], noticings: &mut Noticings) {
    let id = |word: &str| ids.get(word.parse::<usize>().ok()?).copied();
    let mut holds: BTreeMap<usize, Vec<&str>> = BTreeMap::new();
    let mut base = 0;
    for line in lines.lines() {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "base" => base = rest.parse().unwrap_or(usize::MAX),
            "holds" => holds.entry(base).or_default().push(rest),
            "ran" => noticings.judged.extend(id(rest)),
            "kill" => {
                let mut words = rest.split(' ');
                let mutant = words.next().and_then(id);
                let candidate: Option<usize> = words.next().and_then(|word| word.parse().ok());
                let (Some(mutant), Some(candidate)) = (mutant, candidate) else { continue };
                let noticed = match words.clone().next() {
                    Some("always") | None => Noticed::Always,
                    Some(_) => {
                        let numbers = words.filter_map(|word| word.parse::<usize>().ok());
                        let texts = numbers.filter_map(|number| holds.get(&candidate)?.get(number));
                        Noticed::By(texts.map(ToString::to_string).collect())
                    }
                };
                if let Some(by) = noticings.by.get_mut(candidate) {
                    by.insert(mutant, noticed);
                }
            }
            _ => {}
        }
    }
}
