//! The exploration of the methods of one class for `jacana test`: they take turns, and what one covers the others need not. Turns end after
//! counted work, so that the same budget of paths always gives the same candidates.

mod calls;
mod goals;
mod know;
pub mod reflection;
mod twice;
pub mod types;
pub mod warmup;

use crate::arrange::{Arrangement, arrangement};
use crate::candidate::Candidate;
use crate::ended::{self, Ended, SearchLimit};
use crate::settings::Settings;
use crate::sinks::{Hit, Hits};
use bytecode::{ClassName, Marks, Type, access};
use calls::Calls;
use explore::search::{Frontier, toward_sinks};
use explore::{Explorer, Go, Hard, Level, Limits, Outcome, Resting, Turn};
use goals::{Goals, Towards};
pub use know::know;
use machine::path::Use;
use machine::shapes::{Atlas, Phase};
use machine::{Bound, ClassId, Limit, Machine, MethodId, Reason, State, World};
use replay::driver::{Planned, is_inside};
use sandbox::Watchdog;
use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::time::{Duration, Instant};

/// Forks of one instruction in one call.
const LOOPS: u32 = 12;
/// Of one path.
const INSTRUCTIONS: u64 = 8_000_000;
/// How often that is halved for a method, each time when a path comes to it: more of them are of little use.
const HALVED: u32 = 4;
const MEMORY: u64 = 3 << 30;
/// Of one path.
const LIVE: u64 = 192 << 20;
/// Of one query: a side of a branch that is hard to reach is left out, there are others.
const CONFLICTS: u64 = 1_500;
const PROPAGATIONS: u64 = 600_000;
/// Terms that are computed to find by trying what that leaves unknown: at most and at least.
const TRIES: (u64, u64) = (400_000, 50_000);
/// Work of one turn: some hundredths of a second.
const TURN: u64 = 400_000;
/// Milliseconds after which a turn counts as two, where there is a clock.
const SLOW: u128 = 100;
/// Candidates of one method.
const CANDIDATES: usize = 60;
/// How many more paths than wanted may end where no test can follow.
const FRUITLESS: u64 = 20;
/// Turns without anything new after which a method waits for all others.
const QUIET: u32 = 8;

/// How many times as many turns as others a method has that came nearer to a sink.
const SINK_TURNS: u32 = 4;
/// Of so many turns, one is for methods that are not known to lead to a sink.
const ELSEWHERE: u64 = 8;
/// Turns that public methods have before the others.
const LATER: u32 = 4;

/// A method that is to be explored.
pub struct Start<'a> {
    pub number: usize,
    pub planned: &'a Planned,
    pub state: State,
    pub atlas: Atlas,
}

/// What came of all methods.
pub struct Explored {
    pub candidates: Vec<Candidate>,
    /// That a test could follow, by method.
    pub paths: Vec<u64>,
    /// What ended it before all paths were explored.
    pub limits: Vec<Ended>,
}

pub struct Search<'a> {
    pub settings: &'a Settings,
    pub watchdog: &'a Watchdog,
    /// That is left.
    pub time: Duration,
    /// Classes and lines with branches that need not be taken again.
    pub taken: &'a BTreeSet<(ClassName, u16)>,
}

/// How far the exploration of one method is.
struct Exploration {
    number: usize,
    /// `execute()`
    shown: String,
    is_public: bool,
    /// Turns that others have before it.
    later: u32,
    /// Calls between it and a sink, if it is known to lead to one.
    distance: Option<u32>,
    types: Vec<Type>,
    resting: Resting,
    atlas: Atlas,
    seen: Seen,
    sinks: Hits,
    turns: u32,
    /// Turns since something new was found.
    quiet: u32,
    over: bool,
    ended: Option<SearchLimit>,
}

#[derive(Default)]
struct Seen {
    sides: BTreeSet<(u32, u32, bool)>,
    /// Of paths that were stopped: what does not end is no test of them.
    stopped: BTreeSet<(u32, u32, bool)>,
    ends: BTreeSet<String>,
    candidates: usize,
    /// Paths since something new was found.
    stale: u64,
    /// Paths that a test could follow, and all.
    paths: u64,
    all: u64,
    /// Paths that were stopped at their number of instructions.
    long: u32,
}

impl Seen {
    fn count(&mut self, outcome: &Outcome, is_long: bool) {
        self.all += if is_long { FRUITLESS } else { 1 };
        self.long += u32::from(is_long);
        if !matches!(outcome, Outcome::Assumed | Outcome::Stopped(_)) {
            self.paths += 1;
            self.stale += 1;
        }
    }
}

impl Search<'_> {
    /// Paths that go where none before went, or end as none before ended.
    pub fn explore(
        &self,
        machine: &mut Machine,
        class: ClassId,
        starts: Vec<Start>,
        reasons: &mut BTreeSet<String>,
        hits: &mut Vec<Hit>,
    ) -> Explored {
        let interrupt = machine.world.options.interrupt.clone();
        let deadline = self.watchdog.allow(self.time);
        let limits = Limits {
            preemptions: u32::MAX,
            deadline,
            interrupt: interrupt.clone(),
            paths: u64::MAX,
            memory: MEMORY,
            depth: u32::MAX,
            loops: LOOPS,
            instructions: INSTRUCTIONS,
            live: LIVE,
        };
        let solver = || {
            let mut config = solver::Config { interrupt: interrupt.clone(), ..solver::Config::default() };
            config.limits.budget.conflicts = CONFLICTS;
            config.limits.budget.propagations = PROPAGATIONS;
            config.effort.last = TRIES;
            config.patience = None;
            solver::standard(config)
        };
        let methods = counted(machine.world, class, &starts);
        let covered = methods.iter().flat_map(|&method| self.sides_taken(machine.world, method)).collect();
        let goals = Goals { methods: methods.iter().copied().collect(), seed: self.settings.seed, covered };
        let goals = Rc::new(RefCell::new(goals));
        let tested: Vec<MethodId> = starts.iter().map(|start| start.planned.method).collect();
        let mut calls = match self.settings.sinks.is_empty() {
            true => Calls::default(),
            false => Calls::new(machine.world, &tested),
        };
        let distances = calls.distances.clone();
        let frontier = |entry: Option<u32>| -> Box<dyn Frontier> {
            let towards = Box::new(Towards::new(goals.clone()));
            if self.settings.sinks.is_empty() { towards } else { toward_sinks(towards, distances.clone(), entry) }
        };
        let mut explorations = Vec::new();
        for start in starts {
            let distance = calls.from(start.planned.method);
            explorations.push(Exploration {
                distance,
                number: start.number,
                shown: shown(machine.world, start.planned),
                is_public: start.planned.is_public,
                later: later(machine.world, start.planned),
                types: machine.world.classes[start.planned.method].parameters.clone(),
                resting: Resting::new(start.state, Level::Off, solver(), frontier(distance)),
                atlas: start.atlas,
                seen: Seen::default(),
                sinks: Hits::default(),
                turns: 0,
                quiet: 0,
                over: false,
                ended: None,
            });
        }
        let mut explorer = Explorer::new(machine, solver(), limits, frontier(None), 1);
        explorer.goes_on = true;
        explorer.hard = Some(Hard::default());
        explorer.reach = self.settings.depth;
        let mut covered = Covered::new(explorer.machine.world, methods);
        let mut candidates: Vec<Candidate> = Vec::new();
        let mut turns = 0_u64;
        while let Some(at) = next(&explorations, turns) {
            turns += 1;
            calls.learn(explorer.machine.world);
            let exploration = &mut explorations[at];
            explorer.change(&mut exploration.resting);
            std::mem::swap(&mut explorer.machine.world.atlas, &mut exploration.atlas);
            let (before, started) = (candidates.len(), Instant::now());
            let number = exploration.number;
            let (sinks, types) = (&mut exploration.sinks, &exploration.types);
            let mut look = Look {
                types: &exploration.types,
                is_public: exploration.is_public,
                seen: &mut exploration.seen,
                covered: &mut covered,
                reasons,
            };
            let most = INSTRUCTIONS >> look.seen.long.min(HALVED);
            explorer.limits.instructions = most;
            let turn = explorer.take_turn(TURN, |machine, state, outcome, _| {
                sinks.add(machine, state, types, number, outcome);
                look.seen.count(outcome, state.executed > most);
                if let Some(arrangement) = look.at(machine, state, outcome) {
                    look.seen.stale = 0;
                    goals.borrow_mut().covered.extend(look.covered.sides(machine.world));
                    goals.borrow_mut().covered.extend(forks(machine, state));
                    let by_chance = state.path.random;
                    candidates.push(Candidate { method: number, arrangement, by_chance });
                }
                if self.limit_of(look.seen).is_some() { Go::Stop } else { Go::On }
            });
            exploration.ended = match turn {
                Turn::Enough => self.limit_of(&exploration.seen),
                Turn::Over | Turn::Complete => self.limit_in(&explorer.stats.reasons),
            };
            exploration.turns +=
                1 + self.settings.time_per_class.map_or(0, |_| (started.elapsed().as_millis() / SLOW) as u32);
            exploration.quiet = if candidates.len() > before { 0 } else { exploration.quiet + 1 };
            exploration.over = turn != Turn::Over;
            std::mem::swap(&mut explorer.machine.world.atlas, &mut exploration.atlas);
            explorer.change(&mut exploration.resting);
            let enough =
                self.settings.enough.is_some_and(|percent| covered.branches(explorer.machine.world) >= percent);
            if enough || Instant::now() >= deadline || sandbox::process::interrupted() {
                break;
            }
        }
        for exploration in explorations.iter_mut().filter(|exploration| !exploration.over) {
            let enough = self.settings.enough.filter(|_| Instant::now() < deadline);
            exploration.ended = Some(match (enough, self.settings.time_per_class) {
                (Some(percent), _) => SearchLimit::Enough((percent * 100.0) as u64),
                (None, time) => SearchLimit::Time(time.unwrap_or_default().as_millis() as u64),
            });
        }
        let limits =
            explorations.iter().filter_map(|exploration| Some((exploration.ended?, exploration.shown.clone())));
        let limits = ended::by_limit(limits);
        hits.extend(explorations.iter_mut().flat_map(|exploration| std::mem::take(&mut exploration.sinks.found)));
        let paths = explorations.iter().map(|exploration| exploration.seen.paths).collect();
        // Taking many states apart takes longer than the time allows.
        explorations.into_iter().for_each(std::mem::forget);
        Explored { candidates, paths, limits }
    }

    /// The budget of a method that is used up.
    fn limit_of(&self, seen: &Seen) -> Option<SearchLimit> {
        let Settings { paths, saturation, .. } = self.settings;
        if seen.paths >= *paths {
            Some(SearchLimit::Paths(*paths))
        } else if seen.all >= FRUITLESS * paths {
            Some(SearchLimit::Fruitless(FRUITLESS * paths))
        } else if seen.candidates >= CANDIDATES {
            Some(SearchLimit::Candidates(CANDIDATES as u64))
        } else {
            saturation.filter(|most| seen.stale > *most).map(SearchLimit::Saturation)
        }
    }

    /// The limit for which the explorer gave up paths of a method.
    fn limit_in(&self, reasons: &BTreeMap<Reason, u64>) -> Option<SearchLimit> {
        let limits = reasons.keys().filter_map(|reason| match reason {
            Reason::Limit(Limit::Memory) => Some(SearchLimit::Memory),
            Reason::Limit(Limit::Depth) => self.settings.depth.map(|depth| SearchLimit::Depth(depth.into())),
            Reason::Limit(Limit::Time | Limit::Interrupted) => {
                Some(SearchLimit::Time(self.settings.time().as_millis() as u64))
            }
            _ => None,
        });
        limits.max()
    }

    fn sides_taken(&self, world: &World, method: MethodId) -> Vec<(MethodId, u32, bool)> {
        let name = &world.classes[world.classes[method].class].name;
        let lines: BTreeSet<u16> =
            self.taken.iter().filter(|(class, _)| class == name).map(|(_, line)| *line).collect();
        let Ok(code) = world.classes.code(method) else { return Vec::new() };
        let is_taken = |pc: &u32| code.line(*pc).is_some_and(|line| lines.contains(&line));
        let taken = (0..code.insns.len() as u32).filter(is_taken);
        taken.flat_map(|pc| [(method, pc, true), (method, pc, false)]).collect()
    }
}

/// The one with the fewest turns, those that find something before the others. Most turns are for the one that is nearest to a sink, as long as the
/// others have a part of them: they may come nearer yet.
fn next(explorations: &[Exploration], turns: u64) -> Option<usize> {
    let is_open = |exploration: &Exploration| !exploration.over;
    // Methods that lead to a sink come before those that do not.
    let leads = |exploration: &Exploration| is_open(exploration) && exploration.distance.is_some();
    let only_those = !turns.is_multiple_of(ELSEWHERE) && explorations.iter().any(leads);
    let takes_part = |exploration: &Exploration| if only_those { leads(exploration) } else { is_open(exploration) };
    let open = explorations.iter().enumerate().filter(|(_, exploration)| takes_part(exploration));
    let least = open.clone().map(|(_, exploration)| exploration.turns).min()?;
    let is_near = |exploration: &Exploration| {
        exploration.resting.heat() > 0 && exploration.turns <= SINK_TURNS * (least + 1) && turns.is_multiple_of(2)
    };
    let near = open.clone().filter(|(_, exploration)| is_near(exploration));
    let nearest = near.max_by_key(|(_, exploration)| (exploration.resting.heat(), Reverse(exploration.turns)));
    if let Some((at, _)) = nearest {
        return Some(at);
    }
    let rank = |exploration: &Exploration| {
        (exploration.quiet >= QUIET, exploration.turns + exploration.quiet + exploration.later)
    };
    open.min_by_key(|(_, exploration)| rank(exploration)).map(|(at, _)| at)
}

/// Without its class.
fn shown(world: &World, planned: &Planned) -> String {
    let class = format!("{}.", world.classes[planned.class].dotted());
    planned.shown.strip_prefix(&class).unwrap_or(&planned.shown).to_string()
}

/// What the class itself declares for all comes first, then the rest of its own.
fn later(world: &World, planned: &Planned) -> u32 {
    if world.classes[planned.method].class != planned.class {
        return 2 * LATER;
    }
    if planned.is_public { 0 } else { LATER }
}

/// The methods of the class, of classes inside of it, and of those that reflection may lead to.
fn counted(world: &World, class: ClassId, starts: &[Start]) -> Vec<MethodId> {
    let name = &world.classes[class].name;
    let reflected = |id: ClassId| starts.first().is_some_and(|start| start.atlas.reflection.classes.contains(&id));
    let classes =
        world.classes.iter().filter(|other| is_inside(name, &other.name) || !other.is_jdk() && reflected(other.id));
    classes.flat_map(|class| class.methods.iter().copied()).collect()
}

/// What finished paths that can be tests executed of those methods.
struct Covered {
    methods: Vec<MethodId>,
    marks: BTreeMap<MethodId, Marks>,
}

impl Covered {
    fn new(world: &World, methods: Vec<MethodId>) -> Covered {
        world.forget_coverage();
        Covered { methods, marks: BTreeMap::new() }
    }

    /// Whether something new was executed since; then it counts.
    fn grew(&mut self, world: &World) -> bool {
        let mut grew = false;
        for &method in &self.methods {
            let Some(code) = world.classes[method].code.get() else { continue };
            let now = code.marks();
            if self.marks.get(&method).is_none_or(|before| *before != now) {
                grew |= self.marks.insert(method, now).is_some() || code.coverage().is_some();
            }
        }
        grew
    }

    /// Sides of branches that were taken, in percent; nothing as long as there is a method that did not run.
    fn branches(&self, world: &World) -> f64 {
        let is_code = |method: &&MethodId| {
            let m = &world.classes[**method];
            // A private constructor is often there so that nobody calls it.
            let hidden = *m.name == *"<init>" && m.access & access::PRIVATE != 0 && m.parameters.is_empty();
            !m.is_abstract() && !m.is_native() && *m.name != *"<clinit>" && !hidden
        };
        let (mut taken, mut all) = (0, 0);
        for method in self.methods.iter().filter(is_code) {
            let Some(coverage) = world.classes[*method].code.get().and_then(|code| code.coverage()) else { return 0.0 };
            taken += coverage.branches[0];
            all += coverage.branches[1];
        }
        if all == 0 { 100.0 } else { 100.0 * taken as f64 / all as f64 }
    }

    /// What was executed since does not count.
    fn go_back(&self, world: &World) {
        for method in &self.methods {
            let Some(code) = world.classes[*method].code.get() else { continue };
            match self.marks.get(method) {
                Some(marks) => code.set_marks(marks),
                None => code.forget_executed(),
            }
        }
    }

    fn sides(&self, world: &World) -> Vec<(MethodId, u32, bool)> {
        let taken = |&method: &MethodId| {
            let code = world.classes[method].code.get();
            let sides = code.map(|code| code.taken_sides()).unwrap_or_default();
            sides.into_iter().map(move |(pc, side)| (method, pc, side))
        };
        self.methods.iter().flat_map(taken).collect()
    }
}

fn forks(machine: &Machine, state: &State) -> Vec<(MethodId, u32, bool)> {
    let forks = state.path.trail.forks_under(&machine.world.terms, state.path.witness(Use::Report));
    forks.iter().map(|fork| (fork.place.method, fork.place.pc, fork.side)).collect()
}

/// Where the paths of one method are looked at.
struct Look<'a> {
    types: &'a [Type],
    is_public: bool,
    seen: &'a mut Seen,
    covered: &'a mut Covered,
    reasons: &'a mut BTreeSet<String>,
}

impl Look<'_> {
    /// How a test comes to where the path went, if it is worth one.
    fn at(&mut self, machine: &mut Machine, state: &mut State, outcome: &Outcome) -> Option<Arrangement> {
        let end = match outcome {
            Outcome::Returned | Outcome::Exited(_) => Some(String::new()),
            Outcome::Threw(exception) => {
                Some(machine.world.classes[machine.class_of(state, *exception)].dotted().into())
            }
            Outcome::Assumed | Outcome::Deadlock(_) | Outcome::Race(_) | Outcome::Endless => None,
            // Perhaps it does not end: a JVM will tell.
            Outcome::Stopped(reason @ Reason::Bound(Bound::Loop)) => {
                self.reasons.insert(reason.to_string());
                Some(reason.to_string())
            }
            Outcome::Stopped(reason) => {
                if !matches!(reason, Reason::Bound(Bound::References { .. } | Bound::Objects { .. })) {
                    self.reasons.insert(reason.to_string());
                }
                None
            }
        };
        let end = end.filter(|_| state.path.shapes.phase != Phase::Before);
        let arranged = end.and_then(|end| Some((end, arrangement(machine, state, self.types)?)));
        let Some((end, arrangement)) = arranged else {
            self.covered.go_back(machine.world);
            return None;
        };
        let passed = forks_in_user_code(machine, state);
        let is_stopped = matches!(outcome, Outcome::Stopped(_));
        let sides = if is_stopped { &mut self.seen.stopped } else { &mut self.seen.sides };
        let is_new = passed.iter().any(|side| !sides.contains(side)) || !self.seen.ends.contains(&end);
        let grew = match is_stopped {
            true => {
                self.covered.go_back(machine.world);
                is_new
            }
            false => self.covered.grew(machine.world),
        };
        // What nobody outside can call is there to cover more.
        if !(grew || is_new && self.is_public) {
            return None;
        }
        sides.extend(passed);
        self.seen.ends.insert(end);
        self.seen.candidates += 1;
        Some(arrangement)
    }
}

fn forks_in_user_code(machine: &Machine, state: &State) -> BTreeSet<(u32, u32, bool)> {
    let forks = state.path.trail.forks_under(&machine.world.terms, state.path.witness(Use::Report));
    forks.iter().filter_map(|fork| Some((fork.place.user?.0.0, fork.place.user?.1, fork.side))).collect()
}
