//! What becomes of the candidates of one class: tried twice on a JVM, chosen, named, written as JUnit classes, compiled and run twice more. What does not
//! pass is not written.

mod around;
mod declared;
mod dressed;
mod judged;
mod noticed;
mod passing;
mod plain;
mod sharper;
mod suspected;
mod typed;
mod walked;

use crate::assertions;
use crate::candidate::Candidate;
use crate::changes::{self, Other};
use crate::choice::{self, Proposed, Sort, Worth};
use crate::documented::Sources;
use crate::existing::{Done, Existing, Wrapped};
use crate::junit::{self, Form, Primitives, Tested, TestedKind};
use crate::row::{Skipped, TestedClass};
use crate::settings::Keep;
use crate::source::Source;
use crate::suspects;
use crate::trial::{Coverage, Measure, Noticings, Passed, RandomPhase, Trial, hits};
use bytecode::synth::check::Called;
use bytecode::{ClassFile, ClassName, DottedName, access};
use machine::{ClassId, MethodId, World};
use replay::driver::{self, Planned};
use serde::{Deserialize, Serialize};
use std::collections::hash_map::DefaultHasher;
use std::collections::{BTreeMap, BTreeSet};
use std::hash::{Hash, Hasher};
use std::path::PathBuf;
use std::rc::Rc;

/// That are told of one class.
const REASONS: usize = 3;
/// Times that tests are left out which the compiler refuses: it does not tell all at once.
const REPAIRS: usize = 5;

/// In the first lines of files of ours.
pub const MARK: &str = "Written by Jacana";
/// File systems allow 255 bytes; endings need some.
const LONGEST_STEM: usize = 180;

/// Where the tests of a class lie: nothing can be added to packages that are closed, like those of the JDK.
pub fn package(world: &World, class: ClassId) -> String {
    let of_class = world.classes[class].dotted().package().to_string();
    if world.is_closed(class) { format!("jacana.{of_class}") } else { of_class }
}

/// What the names of its tests start with.
pub fn simple(class: &DottedName) -> String {
    file_stem(&class.simple().replace('$', "_"))
}

/// The same as a part of the name of a file: what is too long for one is cut, and told apart by a hash.
pub fn file_stem(name: &str) -> String {
    if name.len() <= LONGEST_STEM {
        return name.into();
    }
    let mut hasher = DefaultHasher::new();
    name.hash(&mut hasher);
    format!("{}_{:016x}", &name[..name.floor_char_boundary(LONGEST_STEM / 2)], hasher.finish())
}

fn tested(world: &World, planned: &Planned) -> Tested {
    let method = &world.classes[planned.method];
    let kind = match planned.checked.kind {
        Called::Static | Called::Factory => TestedKind::Static,
        Called::Instance => TestedKind::Instance,
        Called::Constructor => TestedKind::Constructor,
    };
    Tested {
        class: world.classes[planned.class].name.clone(),
        name: method.name.to_string(),
        types: method.parameters.clone(),
        result: method.result.clone(),
        kind,
    }
}

/// By the class that has its code.
fn declared(world: &World, planned: &Planned) -> String {
    let method = &world.classes[planned.method];
    format!("{}.{}{}", world.classes[method.class].dotted(), method.name, method.descriptor)
}

/// The class and the classes inside of it that nobody else can name: the tests are of all.
fn measured(world: &mut World, class: ClassId) -> Measure {
    let name = world.classes[class].name.clone();
    let (inside, loader) = (format!("{name}$"), world.classes[class].loader);
    let mut found = vec![name];
    let mut at = 0;
    while let Some(name) = found.get(at).cloned() {
        at += 1;
        let Ok(Some(class)) = world.load(loader, &name) else { continue };
        let Some(file) = world.classes[class].file.clone() else { continue };
        for other in driver::mentions(&file).iter().filter(|other| other.starts_with(&inside)) {
            let is_hidden = matches!(world.load(loader, other), Ok(Some(other)) if world.classes[other].access & access::PUBLIC == 0);
            if is_hidden && !found.contains(other) {
                found.push(other.clone());
            }
        }
    }
    found[1..].sort();
    let names: Vec<DottedName> = found.iter().map(ClassName::dotted).collect();
    Measure::of(world, loader, &names)
}

/// What was kept of calls with random arguments.
pub struct RandomCalls {
    pub lines: Vec<String>,
    /// Classes and lines with branches that were all taken.
    pub taken: BTreeSet<(ClassName, u16)>,
}

/// What becomes of candidates, class by class.
pub struct Writer {
    pub trial: Trial,
    pub keep: Keep,
    /// For mutants of a class; 0: no clock.
    pub mutants_millis: u64,
    /// The folder of the program that tells which branches tests take.
    pub ways: Option<PathBuf>,
    /// In which tests are written.
    pub form: Form,
    /// Tests that differ in values alone may be rows of one.
    pub tables: bool,
    /// The version with which the class is compared.
    pub other: Option<Other>,
    /// Tests that are there already.
    pub existing: Option<Existing>,
    /// With what classes say of their exceptions.
    pub sources: Sources,
}

/// The tests of a class.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Written {
    pub row: TestedClass,
    pub sources: Vec<Source>,
}

impl Writer {
    /// All planned methods are of one class. `unexplored` are reasons why there are not more candidates.
    pub fn class(
        &self,
        world: &mut World,
        planned: &[Planned],
        candidates: &[Candidate],
        unexplored: &BTreeSet<String>,
    ) -> Written {
        let mut class = Class::of(world, planned);
        let mut sources = Vec::new();
        let done = match candidates.is_empty() {
            true => Err(unexplored.first().cloned().unwrap_or_else(|| "no path through it became a test".into())),
            false => self.try_all(world, planned, candidates, &mut class, &mut sources),
        };
        let mut row = class.row;
        row.notes.extend(class.reasons.iter().take(REASONS).map(|reason| format!("refused: {reason}")));
        if !candidates.is_empty() {
            row.notes.extend(unexplored.iter().take(REASONS).map(|reason| format!("not explored: {reason}")));
        }
        row.files = sources.iter().map(|source| source.path.clone()).collect();
        row.skipped = match done {
            Err(why) => Some(Skipped::Untestable(why)),
            Ok(()) if row.tests + row.suspects == 0 && self.keep != Keep::Suspects => {
                Some(Skipped::Untestable("no candidate passed on the JVM".into()))
            }
            Ok(()) => None,
        };
        Written { row, sources }
    }

    fn try_all(
        &self,
        world: &mut World,
        planned: &[Planned],
        candidates: &[Candidate],
        class: &mut Class,
        sources: &mut Vec<Source>,
    ) -> Result<(), String> {
        let mut proposed = Vec::new();
        let name = world.classes[planned[0].class].name.clone();
        let wrapped = self.existing.as_ref().map_or_else(Vec::new, |all| all.wrapped(&name, &class.package));
        let (mut judged, mut done) = self.judged_beside(world, planned, candidates, class, &wrapped)?;
        let mut noticings = match self.keep {
            Keep::Suspects => Noticings::default(),
            Keep::Needed | Keep::All => self.noticings(&judged, class, &mut done, None).unwrap_or_else(|why| {
                class.row.notes.push(format!("no mutants: {why}"));
                Noticings::default()
            }),
        };
        noticed::tell(&noticings, &mut judged);
        match self.sharper(world, planned, class, &noticings, &judged, &done) {
            Ok((more, found)) => {
                noticings.by.extend(found.by);
                judged.extend(more);
            }
            Err(why) => _ = class.reasons.insert(why),
        }
        for judged in judged {
            match judged {
                Ok(test) => proposed.push(test),
                Err(reason) => {
                    class.row.refused += 1;
                    class.reasons.insert(reason);
                }
            }
        }
        let mut proposed = suspects::sift(world, planned, &class.methods, &self.sources, proposed);
        class.tell_existing(&wrapped, &done);
        for one in &mut proposed {
            one.covered.retain(|part| !done.parts.contains(part));
        }
        proposed.retain(|one| done.wants(one));
        let entered = class.entered(world, planned, &done);
        let pool = if self.other.is_some() { proposed.clone() } else { Vec::new() };
        let mut tests = match (self.keep, noticings.places.len()) {
            (Keep::All, _) => choice::different(proposed, |one| class.text(one)),
            (Keep::Needed | Keep::Suspects, 0) => choice::minimal(proposed, Worth::Coverage, &entered),
            (Keep::Needed | Keep::Suspects, _) => choice::minimal(proposed, Worth::CoverageAndMutants, &entered),
        };
        let files = class.files_under_test(world, planned[0].class);
        if let Err(why) = self.plainer(world, planned, class, &files, &mut tests) {
            class.reasons.insert(why);
        }
        match noticings.places.len() {
            0 => assertions::keep_first(&mut tests),
            _ => assertions::keep_needed(&mut tests),
        }
        tests.extend(self.broken_promises(world, planned, class, &tests));
        match self.more_changes(world, planned, class, &files, &tests, pool) {
            Ok(more) => tests.extend(more),
            Err(why) => _ = class.reasons.insert(why),
        }
        if self.keep == Keep::Suspects {
            tests.retain(|one| one.sort.is_suspect());
        }
        // Tests of one method stand together.
        tests.sort_by_key(|one| (one.sort, if one.sort == Sort::Plain { one.test.tested } else { 0 }));
        self.name(&files, class, &mut tests);
        for one in &mut tests {
            one.test.declares = declared::declares(world, &planned[one.test.tested], &one.test);
        }
        let before = tests.len();
        let mut repairs = REPAIRS;
        let passed = loop {
            let (files, lasting) = (class.files(&tests), class.lasting(&tests));
            let is_whole = |first: &Passed| first.broken.is_empty() || repairs == 0;
            let passed = self.pass_where(&files, class, &lasting, is_whole)?;
            let broken = class.broken(&tests, &passed.broken);
            if passed.broken.is_empty() || repairs == 0 {
                break passed;
            }
            // What is broken outside of tests stays so.
            repairs = if broken.is_empty() { 0 } else { repairs - 1 };
            let all = tests.len();
            // Questions of assertions may declare exceptions, too.
            tests.retain_mut(|one| match one.test.declares.more() {
                _ if !broken.contains(&class.shown(one)) => true,
                Some(more) => {
                    one.test.declares = more;
                    true
                }
                None => false,
            });
            if tests.len() < all {
                class.reasons.extend(passed.reasons);
            }
        };
        class.reasons.extend(passed.reasons);
        tests.retain(|one| passed.tests.contains(&class.shown(one)));
        class.row.refused += (before - tests.len()) as u64;
        class.row.suspects = tests.iter().filter(|one| one.sort.is_suspect()).count() as u64;
        class.row.tests = tests.len() as u64 - class.row.suspects;
        let public = tests.iter().filter(|one| one.is_public);
        let public: BTreeSet<usize> = public.map(|one| one.test.tested).collect();
        class.row.tested = public.len() as u64;
        class.row.without_test.clear();
        for (at, plan) in planned.iter().enumerate().filter(|(_, plan)| plan.is_public) {
            let of = if public.contains(&at) { &mut class.row.with_test } else { &mut class.row.without_test };
            of.push(declared(world, plan));
        }
        // A few tests of suspected bugs say nothing about what was explored.
        let counted = passed.hits.as_ref().filter(|_| self.keep != Keep::Suspects);
        let with_existing = counted.map(|hits| hits.union(&done.probes()).copied().collect::<BTreeSet<u32>>());
        class.row.coverage = with_existing.as_ref().map(|hits| class.measured.coverage(hits));
        class.row.sources = with_existing.map(|hits| class.measured.sources(&hits)).unwrap_or_default();
        class.row.measured = class.measured.names().collect();
        let killed = assertions::killed(&tests).union(&done.mutants()).count();
        class.row.mutants = (!noticings.places.is_empty()).then(|| noticings.score(killed));
        if let (Some(other), Some(folder)) = (&self.other, &self.ways) {
            class.row.changes = changes::shown(&self.walker(folder), other, &class.package, &class.methods, &tests)?;
        }
        self.dress(world, planned, class, &mut tests)?;
        let primitives = class.primitives(world, planned[0].class);
        let written = class.files(&tests).into_iter().map(|source| self.form.translated(source, &primitives));
        *sources = written.collect();
        class.row.suspicions = suspected::suspicions(class, world, &tests, sources);
        Ok(())
    }

    /// What a JVM kept of calls with random arguments.
    pub fn random_calls(&self, world: &mut World, class: ClassId, phase: RandomPhase) -> Result<RandomCalls, String> {
        let measure = measured(world, class);
        let around = around::around(world, class, &measure);
        let lines = self.trial.random_calls(&phase, &measure, &around)?;
        let all: Vec<&str> = lines.iter().map(String::as_str).collect();
        let taken = measure.taken(&hits(&all));
        Ok(RandomCalls { lines, taken })
    }
}

pub struct Class {
    pub package: String,
    measured: Measure,
    pub methods: Vec<Tested>,
    /// Why candidates were refused.
    reasons: BTreeSet<String>,
    row: TestedClass,
}

impl Class {
    /// All planned methods are of one class.
    pub fn of(world: &mut World, planned: &[Planned]) -> Class {
        let class = planned[0].class;
        let row = TestedClass {
            class: world.classes[class].dotted(),
            methods: planned.iter().filter(|plan| plan.is_public).count() as u64,
            without_test: planned.iter().filter(|plan| plan.is_public).map(|plan| declared(world, plan)).collect(),
            ..TestedClass::default()
        };
        Class {
            package: package(world, class),
            measured: measured(world, class),
            methods: planned.iter().map(|plan| tested(world, plan)).collect(),
            reasons: BTreeSet::new(),
            row,
        }
    }

    /// The class itself first.
    fn files_under_test(&self, world: &mut World, tested: ClassId) -> Vec<Rc<ClassFile>> {
        let loader = world.classes[tested].loader;
        let mut files = Vec::new();
        for name in self.measured.names() {
            let Ok(Some(found)) = world.load(loader, &name.internal()) else { continue };
            files.extend(world.classes[found].file.clone());
        }
        files
    }

    /// Its questions that answer no objects.
    pub fn primitives(&self, world: &World, tested: ClassId) -> Primitives {
        let c = &world.classes[tested];
        let all = c.chain.iter().chain(&c.all_interfaces).flat_map(|&of| &world.classes[of].methods);
        let questions = all.map(|&method| &world.classes[method]).filter(|method| method.parameters.is_empty());
        let (plain, others): (Vec<_>, Vec<_>) =
            questions.partition(|method| matches!(method.result, Some(bytecode::Type::Prim(_))));
        let others: BTreeSet<&str> = others.iter().map(|method| &*method.name).collect();
        let plain = plain.iter().map(|method| &*method.name).filter(|name| !others.contains(name));
        Primitives { class: self.simple().replace('_', "."), methods: plain.map(String::from).collect() }
    }

    /// The methods that existing tests call.
    fn entered(&self, world: &World, planned: &[Planned], done: &Done) -> BTreeSet<usize> {
        let probes = done.probes();
        let is_entered = |at: &usize| {
            let method = &world.classes[planned[*at].method];
            let name = &world.classes[method.class].name;
            let found = self.measured.changeable().find(|(_, file)| file.name == *name);
            let place = found.and_then(|(class, file)| {
                let mut methods = file.methods.iter();
                let place = methods.position(|one| one.name == method.name && one.descriptor == method.descriptor);
                self.measured.entry(class, place?)
            });
            place.is_some_and(|probe| probes.contains(&probe))
        };
        (0..planned.len()).filter(is_entered).collect()
    }

    /// What is left to the tests that are there.
    fn tell_existing(&mut self, wrapped: &[Wrapped], done: &Done) {
        if wrapped.is_empty() {
            return;
        }
        let Coverage { branches, .. } = self.measured.coverage(&done.probes());
        self.row.notes.push(format!(
            "existing tests: {} of {} ran here and passed, {} of {} branches",
            done.passed.len(),
            wrapped.len(),
            branches.covered,
            branches.total
        ));
    }

    pub fn simple(&self) -> String {
        simple(&self.row.class)
    }

    /// As the trial names a test.
    fn shown(&self, one: &Proposed) -> String {
        self.shown_as(one, &one.test.name)
    }

    /// The same under another name.
    fn shown_as(&self, one: &Proposed, name: &str) -> String {
        let class = DottedName::in_package(&self.package, &format!("{}{}", self.simple(), one.sort.ending()));
        format!("{class} {name}")
    }

    /// Tests whose changes others after them may see, those of each method together: they change the same.
    fn lasting(&self, tests: &[Proposed]) -> Vec<BTreeSet<String>> {
        let mut groups: BTreeMap<usize, BTreeSet<String>> = BTreeMap::new();
        for one in tests.iter().filter(|one| one.changes_statics) {
            groups.entry(one.test.tested).or_default().insert(self.shown(one));
        }
        let mut groups: Vec<BTreeSet<String>> = groups.into_values().collect();
        groups.sort_by_key(|group| std::cmp::Reverse(group.len()));
        groups
    }

    /// The tests that have these lines.
    fn broken(&self, tests: &[Proposed], lines: &[(String, usize)]) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        let files = if lines.is_empty() { Vec::new() } else { self.files(tests) };
        for (file, line) in lines {
            let Some(source) = files.iter().find(|source| source.path.rsplit('/').next() == Some(file)) else {
                continue;
            };
            let above: Vec<&str> = source.contents.lines().take(*line).collect();
            let head = above.iter().rev().find_map(|line| line.strip_prefix("    void ")?.split_once('('));
            let of = ClassName::from(source.path.trim_end_matches(".java")).dotted();
            found.extend(head.map(|(name, _)| format!("{of} {name}")));
        }
        found
    }

    /// A test alone, which tells it from others.
    fn text(&self, one: &Proposed) -> String {
        junit::test_class(&self.package, "T", "", &self.methods, &[&one.test]).contents
    }

    fn files(&self, tests: &[Proposed]) -> Vec<Source> {
        let about = |what: &str| format!("{MARK}: {what} {}.", self.row.class);
        let kinds = [(Sort::Plain, "tests of"), (Sort::Suspect, "what looks like a bug of")];
        let mut files = Vec::new();
        for (sort, what) in kinds {
            let of: Vec<_> =
                tests.iter().filter(|one| one.sort.ending() == sort.ending()).map(|one| &one.test).collect();
            if !of.is_empty() {
                let name = format!("{}{}", self.simple(), sort.ending());
                files.push(junit::test_class(&self.package, &name, &about(what), &self.methods, &of));
            }
        }
        files
    }
}

/// The class that tries a candidate.
fn probe_name(at: usize) -> String {
    format!("JacanaProbe{at}")
}

/// With type variables or type arguments.
fn is_generic(world: &World, method: MethodId) -> bool {
    let m = &world.classes[method];
    let file = world.classes[m.class].file.as_ref();
    file.is_some_and(|file| file.methods[m.index as usize].signature.is_some())
}
