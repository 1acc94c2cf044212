//! Checks a proof again, from the beginning: the program is explored with a solver of its own, and what the certificate says is done
//! at the heads that it names, if it is right there. Nothing is guessed, nothing is looked for, and what the certificate does not
//! say is not done.

use crate::certificate::{Arrival, Certificate, Cut};
use crate::contract::{Contract, choice};
use crate::cut::{Hole, Key, LoopAt};
use crate::elements;
use crate::goal::Goal;
use crate::proof::Closed;
use explore::{Explorer, Outcome, Property, Stepped};
use machine::general::{Cell, ROUNDS, targets};
use machine::path::Use;
use machine::state::{Places, Watch};
use machine::{Console, MethodId, ObjectId, State};
use solver::Answer;
use std::collections::{BTreeMap, BTreeSet};
use term::{Const, Input, Op, Sort, Substitution, Term};

/// Instructions of one stretch.
const STRETCH: u64 = 200_000;

/// Why a proof is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused(pub String);

pub type Checked<T> = Result<T, Refused>;

pub fn refused<T>(why: impl Into<String>) -> Checked<T> {
    Err(Refused(why.into()))
}

/// What became of the states of a region.
#[derive(Default)]
pub struct Ends {
    pub back: Vec<State>,
    pub left: Vec<State>,
}

pub struct Checker<'c, 'a, 'm> {
    pub explorer: &'c mut Explorer<'a, 'm>,
    goal: &'c Goal,
    violated: BTreeSet<Property>,
    recursive: Vec<MethodId>,
    pub contracts: Vec<Contract>,
    /// States that went on from a head.
    kept: BTreeMap<Arrival, State>,
    covered: Vec<(State, Arrival)>,
    /// States that came to these heads of loops, if somebody wants them.
    heads: BTreeSet<Key>,
    arrived: Arrivals,
}

/// What came to heads of loops.
#[derive(Default)]
pub struct Arrivals {
    pub states: Vec<Arrived>,
    /// How loops were generalised, by each state that this was done with.
    pub closed: Vec<(Key, Closed)>,
}

/// A state at the head of a loop that is not generalised yet, or the general one.
pub struct Arrived {
    pub key: Key,
    pub state: State,
}

/// All states that come to heads of loops, each by itself or by the general state that stands for it. `None` if the certificate is
/// refused.
pub fn arrivals(
    explorer: &mut Explorer,
    goal: &Goal,
    first: &State,
    certificate: &Certificate,
    recursive: &[MethodId],
    heads: impl Iterator<Item = Key>,
) -> Option<Arrivals> {
    let first = explorer.machine.fork(first, Console::Muted);
    let mut checker = Checker::new(explorer, goal, recursive);
    checker.heads.extend(heads);
    checker.explore(first, certificate, None).ok()?;
    checker.explorer.stats.reasons.is_empty().then_some(checker.arrived)
}

/// Which of the properties are violated in an exploration by the certificate, or why it is none.
pub fn check(
    explorer: &mut Explorer,
    goal: &Goal,
    first: State,
    certificate: &Certificate,
    recursive: &[MethodId],
) -> Checked<BTreeSet<Property>> {
    let mut checker = Checker::new(explorer, goal, recursive);
    checker.explore(first, certificate, None)?;
    checker.all_covered()?;
    if let Some(reason) = checker.explorer.stats.reasons.keys().next() {
        return refused(format!("something was left out: {reason}"));
    }
    Ok(checker.violated)
}

impl<'c, 'a, 'm> Checker<'c, 'a, 'm> {
    fn new(explorer: &'c mut Explorer<'a, 'm>, goal: &'c Goal, recursive: &[MethodId]) -> Checker<'c, 'a, 'm> {
        explorer.stats.reasons.clear();
        Checker {
            explorer,
            goal,
            violated: BTreeSet::new(),
            recursive: recursive.to_vec(),
            contracts: Vec::new(),
            kept: BTreeMap::new(),
            covered: Vec::new(),
            heads: BTreeSet::new(),
            arrived: Arrivals::default(),
        }
    }

    fn note_arrival(&mut self, state: &State) {
        let key = Key { method: state.top().method, head: state.top().pc };
        let is_known = |last: &Arrived| last.key == key && last.state.executed == state.executed;
        if self.heads.contains(&key) && !self.arrived.states.last().is_some_and(is_known) {
            let state = self.explorer.machine.fork(state, Console::Muted);
            self.arrived.states.push(Arrived { key, state });
        }
    }
}

impl Checker<'_, '_, '_> {
    pub fn explore(&mut self, first: State, certificate: &Certificate, region: Option<LoopAt>) -> Checked<Ends> {
        let mut ends = Ends::default();
        // A state, and whether it is to pass the instruction at hand without a look.
        let mut work = vec![(first, region.is_some())];
        while let Some((mut state, mut passing)) = work.pop() {
            self.explorer.machine.host.resume(&mut state);
            loop {
                if !state.alone() {
                    return refused("a second thread");
                }
                state.watch = if passing { None } else { self.watch(&state, certificate, region) };
                self.note_arrival(&state);
                // Nobody watches for a loop that a state is not inside of yet.
                let stretch = if passing || !self.heads.is_empty() { 1 } else { STRETCH };
                let stepped = self.explorer.step(&mut state, stretch);
                match stepped {
                    Stepped::Paused => passing = false,
                    Stepped::Settled => {}
                    Stepped::Forked(other) => work.push((*other, passing)),
                    Stepped::Ended(outcome) => {
                        self.ended(&mut state, outcome)?;
                        break;
                    }
                    Stepped::Watched => {
                        if let Some(region) = region
                            && region.watch().sees(state.frames.len(), state.top().pc as usize)
                        {
                            self.up_to_date(&mut state)?;
                            match region.is_at_head(&state) {
                                true => ends.back.push(state),
                                false => ends.left.push(state),
                            }
                            break;
                        }
                        match self.cut(state, certificate, &mut work)? {
                            Some(goes_on) => {
                                state = goes_on;
                                passing = true;
                            }
                            None => break,
                        }
                    }
                }
            }
        }
        Ok(ends)
    }

    /// The innermost loop around with a head that the certificate names, else the region; and calls.
    fn watch(&self, state: &State, certificate: &Certificate, region: Option<LoopAt>) -> Option<Watch> {
        let named: BTreeSet<Key> = certificate.cuts.keys().map(|arrival| arrival.key).collect();
        let mut places = Places::default();
        self.recursive.iter().for_each(|&method| _ = places.add(method, 0));
        let loops = named.iter().filter(|key| key.head != u32::MAX);
        loops.for_each(|key| _ = places.add(key.method, key.head));
        let lowest = region.map_or(1, |region| region.depth);
        for (at, frame) in state.frames.iter().enumerate().rev() {
            let depth = at as u32 + 1;
            if depth < lowest {
                break;
            }
            let Some(code) = self.explorer.machine.world.classes[frame.method].code.get() else { continue };
            for body in code.loops_at(frame.pc) {
                let around = LoopAt { method: frame.method, depth, body };
                if region == Some(around) {
                    break;
                }
                if named.contains(&around.key()) {
                    return Some(Watch { places, ..around.watch() });
                }
            }
        }
        match region {
            Some(region) => Some(Watch { places, ..region.watch() }),
            None => Some(Watch { places, ..Watch::for_place(u32::MAX, u32::MAX, 0) }),
        }
    }

    fn up_to_date(&mut self, state: &mut State) -> Checked<()> {
        self.explorer.pull(state).or_else(|reason| refused(reason.to_string()))
    }

    /// At a head or at a call: what the certificate says of it. The state goes on if that is nothing.
    fn cut(
        &mut self,
        mut state: State,
        certificate: &Certificate,
        work: &mut Vec<(State, bool)>,
    ) -> Checked<Option<State>> {
        let top = *state.top();
        let depth = state.frames.len() as u32;
        let own = |contract: &Contract| contract.method == top.method && contract.depth == depth;
        let is_call = top.pc == 0 && self.recursive.contains(&top.method) && !self.contracts.iter().any(own);
        if is_call && let Some(at) = self.contracts.iter().rposition(|contract| contract.method == top.method) {
            self.up_to_date(&mut state)?;
            return self.call_inside(state, at, work).map(|()| None);
        }
        let key = match is_call {
            true => LoopAt::call(top.method, depth).key(),
            false => Key { method: top.method, head: top.pc },
        };
        let arrival = Arrival::of(&state, key);
        if !certificate.cuts.contains_key(&arrival) {
            return Ok(Some(state));
        }
        self.up_to_date(&mut state)?;
        let Some(Some(cut)) = certificate.cut(self.explorer.machine, &state, key) else {
            return refused("an object is not there");
        };
        match &cut {
            Cut::Kept => {
                let copy = self.explorer.machine.fork(&state, Console::Muted);
                self.kept.insert(arrival, copy);
                Ok(Some(state))
            }
            Cut::Covered(by) => {
                self.clean(&state)?;
                self.covered.push((state, *by));
                Ok(None)
            }
            Cut::Loop { holes, facts, crowd, inside } => {
                let code = self.explorer.machine.world.classes[top.method].code.get();
                let body = code.and_then(|code| code.loops_at(top.pc).find(|body| body.head == top.pc));
                let Some(body) = body else { return refused("no loop there") };
                let at = LoopAt { method: top.method, depth, body };
                let mut general = self.generalised(&state, holes, facts)?;
                self.joined(&state, &mut general, holes, crowd)?;
                if self.heads.contains(&key) {
                    let mut closed = Closed::new(self.explorer, &state, holes, facts);
                    closed.crowd = crowd.clone();
                    self.arrived.closed.push((key, closed));
                }
                let first = self.explorer.machine.fork(&general, Console::Muted);
                let ends = self.explore(first, inside, Some(at))?;
                for back in &ends.back {
                    self.is_among(&general, back, holes, facts)?;
                    let reached = self.reached(back, holes)?;
                    self.is_of_crowd(&general, back, &reached, crowd.as_deref())?;
                    self.clean(back)?;
                }
                work.extend(ends.left.into_iter().map(|left| (left, false)));
                Ok(None)
            }
            Cut::Call { .. } => {
                let contract = self.established(&state, &cut, work)?;
                let after = self.returned(state, &contract, false)?;
                work.extend(after.map(|state| (state, false)));
                Ok(None)
            }
        }
    }

    /// A way that ends must rest on nothing that stops a TRUE.
    pub fn clean(&self, state: &State) -> Checked<()> {
        match state.path.imprecisions.first() {
            Some(reason) => refused(format!("something is imprecise: {reason}")),
            None => Ok(()),
        }
    }

    fn ended(&mut self, state: &mut State, outcome: Outcome) -> Checked<()> {
        self.clean(state)?;
        if let Outcome::Stopped(reason) = outcome {
            return refused(format!("a way was cut off: {reason}"));
        }
        let violated = self.goal.violated(self.explorer.machine, state, &outcome);
        if !violated.is_empty() && !elements::is_excluded(self.explorer, state) {
            self.violated.extend(violated);
        }
        Ok(())
    }

    /// Is a condition true in a state, whatever its inputs are?
    pub fn always(&mut self, state: &State, condition: Term) -> Checked<()> {
        let terms = &mut self.explorer.machine.world.terms;
        if terms.op(condition) == Op::Eq && terms.same_polynomial(terms.args(condition)[0], terms.args(condition)[1]) {
            return Ok(());
        }
        let counter = terms.not(condition);
        match terms.as_const(counter).and_then(|constant| constant.truth()) {
            Some(false) => return Ok(()),
            Some(true) => return refused("a fact does not hold"),
            None => {}
        }
        let mut question = state.path.conjuncts.to_vec();
        question.push(counter);
        question.extend(self.explorer.machine.instances(state, &[counter], ROUNDS));
        match self.explorer.ask(&question, state) {
            Answer::Unsat => Ok(()),
            Answer::Sat(_) => {
                let fact = self.explorer.machine.world.terms.show(condition).to_string();
                refused(format!("a fact may fail: {fact}"))
            }
            Answer::Unknown(_) => refused("the solver left a fact open"),
        }
    }

    /// What a state has in the cells of holes that are no references; those that are must be among the objects.
    pub fn values(&mut self, state: &State, holes: &[Hole], offset: i64) -> Checked<Vec<(Input, Term)>> {
        let mut values = Vec::new();
        for hole in holes {
            let cell = match hole.cell {
                Cell::Slot(at) => Cell::Slot((i64::from(at) + offset) as u32),
                other => other,
            };
            let Some(term) = self.explorer.machine.read_cell(state, cell) else { return refused("a cell is gone") };
            if !hole.targets.is_empty() {
                self.is_one_of(term, &hole.targets)?;
            } else if hole.reach.is_some() {
                // Looked at with the crowd.
            } else if hole.is_any(&self.explorer.machine.world.terms) {
                self.is_given(state, hole, term)?;
            } else {
                values.push((hole.input, term));
            }
        }
        Ok(values)
    }

    fn is_given(&mut self, state: &State, hole: &Hole, reference: Term) -> Checked<()> {
        let machine = &mut self.explorer.machine;
        let general = machine.world.terms.input_term(hole.input);
        let is_nullable = machine.world.atlas.reference(general).is_some_and(|reference| reference.null.is_some());
        if !is_nullable && machine.may_be_null(state, reference) {
            return refused("a reference may be null");
        }
        let value = machine.value_of(reference);
        match machine.is_of_heap_before(state, value) {
            true => Ok(()),
            false => refused("a reference may be an object that was made"),
        }
    }

    pub fn is_one_of(&self, reference: Term, objects: &[ObjectId]) -> Checked<()> {
        match targets(&self.explorer.machine.world.terms, reference) {
            Some(found) if found.iter().all(|object| objects.contains(object)) => Ok(()),
            _ => refused("a reference may be another object"),
        }
    }

    pub fn all_hold(&mut self, state: &State, facts: &[Term], mut values: Vec<(Input, Term)>) -> Checked<()> {
        values.push(elements::some_index(&mut self.explorer.machine.world.terms));
        let mut substitution = Substitution::of_terms(values);
        for &fact in facts {
            let claim = substitution.of(&mut self.explorer.machine.world.terms, fact);
            self.always(state, claim)?;
        }
        Ok(())
    }

    /// The inputs that the state knows. Facts speak of those and of what stands for cells, which must be new.
    pub fn known_inputs(&self, state: &State) -> BTreeSet<Input> {
        let machine = &self.explorer.machine;
        let mut known = machine.inputs_in_cells(state);
        known.extend(state.path.asked.iter().map(|asked| asked.input));
        for &conjunct in state.path.conjuncts.iter() {
            known.extend(machine.world.terms.inputs_of(conjunct).iter());
        }
        known
    }

    pub fn speaks_of_known(&mut self, state: &State, facts: &[Term], new: &[Input]) -> Checked<()> {
        let mut known = self.known_inputs(state);
        if new.iter().any(|input| known.contains(input)) {
            return refused("a cell was forgotten that the path speaks of");
        }
        known.extend(new);
        known.insert(elements::every_input(&mut self.explorer.machine.world.terms));
        let terms = &self.explorer.machine.world.terms;
        if facts.iter().any(|&fact| terms.inputs_of(fact).iter().any(|input| !known.contains(input))) {
            return refused("a fact speaks of an input of one round");
        }
        Ok(())
    }

    /// The state with its cells forgotten up to the facts, which hold in it.
    pub fn generalised(&mut self, state: &State, holes: &[Hole], facts: &[Term]) -> Checked<State> {
        let new: Vec<Input> = holes.iter().map(|hole| hole.input).collect();
        self.speaks_of_known(state, facts, &new)?;
        let values = self.values(state, holes, 0)?;
        self.all_hold(state, facts, values)?;
        let machine = &mut self.explorer.machine;
        let mut general = machine.fork(state, Console::Muted);
        general.path.made += 1;
        general.path.loose = Some("a loop was generalised");
        for hole in holes {
            let Some(before) = machine.read_cell(state, hole.cell) else { return refused("a cell is gone") };
            let value = machine.world.terms.eval(before, state.path.witness(Use::Search));
            let value = match hole.targets.is_empty() {
                true => value,
                false => {
                    let at = hole.targets.iter().position(|object| u64::from(object.0) == value.bits());
                    let Some(at) = at else { return refused("a reference may be another object") };
                    Const::scalar(Sort::Bv(32), at as u64)
                }
            };
            general.path.witness_mut().set(hole.input, value);
            let input = machine.world.terms.input_term(hole.input);
            let term = match &hole.reach {
                // Objects have other numbers than in the search.
                Some(reach) => {
                    let name = machine.world.terms.input_name(hole.input).to_string();
                    machine.reference_into_crowd(&name, reach)
                }
                None if hole.targets.is_empty() => input,
                None => choice(&mut machine.world.terms, input, &hole.targets),
            };
            if machine.write_cell(&mut general, hole.cell, term).is_err() {
                return refused("a cell cannot be written");
            }
        }
        for &fact in facts {
            elements::assume(machine, &mut general, fact);
        }
        Ok(general)
    }

    /// A state that came back is one that the general one stands for.
    fn is_among(&mut self, general: &State, back: &State, holes: &[Hole], facts: &[Term]) -> Checked<()> {
        let Ok(changed) = self.explorer.machine.changed_in_round(general, back) else {
            return refused("a round changes more");
        };
        if changed.iter().any(|cell| !holes.iter().any(|hole| hole.cell == *cell)) {
            return refused("a round changes a cell that was not forgotten");
        }
        let values = self.values(back, holes, 0)?;
        self.all_hold(back, facts, values)
    }

    /// States that were dropped are those that went on.
    fn all_covered(&mut self) -> Checked<()> {
        for (state, by) in std::mem::take(&mut self.covered) {
            let Some(earlier) = self.kept.remove(&by) else { return refused("nobody covers a state") };
            if !self.explorer.machine.changed(&earlier, &state).is_ok_and(|cells| cells.is_empty()) {
                return refused("a state differs from the one that covers it");
            }
            let terms = &self.explorer.machine.world.terms;
            let mut live = self.explorer.machine.inputs_in_cells(&state);
            let mut wanted = BTreeSet::new();
            loop {
                let before = wanted.len();
                for &condition in earlier.path.conjuncts.iter() {
                    let inputs = terms.inputs_of(condition);
                    if inputs.iter().any(|input| live.contains(input)) {
                        live.extend(inputs.iter());
                        wanted.insert(condition);
                    }
                }
                if wanted.len() == before {
                    break;
                }
            }
            for condition in wanted {
                self.always(&state, condition)?;
            }
            self.kept.insert(by, earlier);
        }
        Ok(())
    }
}
