//! Where the time of explorations goes: by stack of methods, and by line of the program. Forks, calls of the solver and instructions are
//! counted, the solver's time is measured. Whose instructions they were is sampled: all since the last stop count for the stack at the
//! next one, and a stop is where a path asks something, ends, or has run for a while.

use machine::{Machine, MethodId, State, World};
use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

/// Outermost frames of a stack that are told apart; what lies deeper counts for the last of them.
const MOST_FRAMES: usize = 128;

/// What something cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    pub instructions: u64,
    /// In the interpreter, with what runs in the JVM for it.
    pub executing: Duration,
    pub forks: u64,
    pub solver_calls: u64,
    pub solving: Duration,
}

impl Cost {
    pub fn add(&mut self, other: &Cost) {
        let Cost { instructions, executing, forks, solver_calls, solving } = other;
        self.instructions += instructions;
        self.executing += *executing;
        self.forks += forks;
        self.solver_calls += solver_calls;
        self.solving += *solving;
    }

    pub fn time(&self) -> Duration {
        self.executing + self.solving
    }
}

/// A stack, as the innermost of its methods and the stack below.
struct Node {
    method: Option<MethodId>,
    above: BTreeMap<MethodId, usize>,
    cost: Cost,
}

/// A line of a method, if there are lines.
type Point = (MethodId, Option<u16>);

/// Where a path stands: a node, and the innermost line of the program.
type Standing = (usize, Option<Point>);

pub struct Profile {
    nodes: Vec<Node>,
    points: HashMap<Point, Cost>,
    /// Of the state that was run last.
    standing: Standing,
}

impl Default for Profile {
    fn default() -> Profile {
        let root = Node { method: None, above: BTreeMap::new(), cost: Cost::default() };
        Profile { nodes: vec![root], points: HashMap::new(), standing: (0, None) }
    }
}

impl Profile {
    /// A state has run and stopped.
    pub(crate) fn ran(&mut self, world: &World, state: &State, instructions: u64, executing: Duration) {
        self.standing = self.stand(world, state);
        self.charge(self.standing, &Cost { instructions, executing, ..Cost::default() });
    }

    /// What became of the stop.
    pub(crate) fn forked(&mut self, forks: u64) {
        self.charge(self.standing, &Cost { forks, ..Cost::default() });
    }

    pub(crate) fn asked(&mut self, world: &World, state: &State, solving: Duration) {
        let standing = self.stand(world, state);
        self.charge(standing, &Cost { solver_calls: 1, solving, ..Cost::default() });
    }

    fn charge(&mut self, (node, point): Standing, cost: &Cost) {
        self.nodes[node].cost.add(cost);
        if let Some(point) = point {
            self.points.entry(point).or_default().add(cost);
        }
    }

    fn stand(&mut self, world: &World, state: &State) -> Standing {
        let mut node = 0;
        for frame in state.frames.iter().take(MOST_FRAMES) {
            let next = self.nodes.len();
            let known = *self.nodes[node].above.entry(frame.method).or_insert(next);
            if known == next {
                self.nodes.push(Node { method: Some(frame.method), above: BTreeMap::new(), cost: Cost::default() });
            }
            node = known;
        }
        let classes = &world.classes;
        let own = state.frames.iter().rev().find(|frame| !classes[classes[frame.method].class].is_jdk());
        let point = own.map(|frame| {
            let code = classes[frame.method].code.get();
            (frame.method, code.and_then(|code| code.line(frame.pc)))
        });
        (node, point)
    }

    /// In the words of the program.
    pub fn told(&self, machine: &Machine) -> Profiled {
        let world = &*machine.world;
        let mut methods: BTreeMap<MethodId, (Cost, Cost)> = BTreeMap::new();
        let root = self.tree(world, 0, &mut Vec::new(), &mut methods);
        let named =
            |(method, (own, whole)): (MethodId, (Cost, Cost))| ProfiledMethod { name: name(world, method), own, whole };
        let points = self.points.iter().map(|(point, cost)| (place(world, *point), *cost));
        let mut lines: Vec<(String, Cost)> = points.collect();
        lines.sort_by(|a, b| b.1.time().cmp(&a.1.time()).then(a.0.cmp(&b.0)));
        let mut methods: Vec<ProfiledMethod> = methods.into_iter().map(named).collect();
        methods.sort_by(|a, b| b.own.time().cmp(&a.own.time()).then(a.name.cmp(&b.name)));
        Profiled { root, methods, lines }
    }

    /// The stacks above this one; on the way, what each method cost alone and with all that it called, each stack once.
    fn tree(
        &self,
        world: &World,
        node: usize,
        below: &mut Vec<MethodId>,
        methods: &mut BTreeMap<MethodId, (Cost, Cost)>,
    ) -> ProfiledStack {
        let Node { method, above, cost } = &self.nodes[node];
        let is_outermost = method.is_some_and(|method| !below.contains(&method));
        below.extend(method);
        let above: Vec<ProfiledStack> = above.values().map(|&node| self.tree(world, node, below, methods)).collect();
        let mut whole = *cost;
        above.iter().for_each(|stack| whole.add(&stack.whole));
        if let Some(method) = *method {
            below.pop();
            let (own, all) = methods.entry(method).or_default();
            own.add(cost);
            if is_outermost {
                all.add(&whole);
            }
        }
        let method = method.map_or_else(|| "all".into(), |method| name(world, method));
        ProfiledStack { method, own: *cost, whole, above }
    }
}

fn name(world: &World, method: MethodId) -> String {
    let m = &world.classes[method];
    format!("{}.{}", world.classes[m.class].dotted(), m.name)
}

fn place(world: &World, (method, line): Point) -> String {
    let file = world.classes[world.classes[method].class].file.as_ref().and_then(|file| file.source_file.as_deref());
    match (file, line) {
        (Some(file), Some(line)) => format!("{} ({file}:{line})", name(world, method)),
        _ => name(world, method),
    }
}

/// A profile for reports.
#[derive(Clone, Debug)]
pub struct Profiled {
    pub root: ProfiledStack,
    /// The dearest first.
    pub methods: Vec<ProfiledMethod>,
    /// Lines of the program, with all that was called there; the dearest first.
    pub lines: Vec<(String, Cost)>,
}

#[derive(Clone, Debug)]
pub struct ProfiledMethod {
    pub name: String,
    /// While it was the innermost.
    pub own: Cost,
    /// With all that it called.
    pub whole: Cost,
}

#[derive(Clone, Debug)]
pub struct ProfiledStack {
    pub method: String,
    pub own: Cost,
    pub whole: Cost,
    pub above: Vec<ProfiledStack>,
}
