//! Evaluations of decisions and switches that some input has, and what follows for branches and conditions.

use super::InputsPer;
use super::reached::{ChoicePlace, Found, ReachedCondition, ReachedDecision, ReachedSwitch};
use bytecode::{Decision, Insn, Vector};
use machine::decided::{Choice, Evaluated};
use machine::{MethodId, World};
use std::collections::{BTreeMap, BTreeSet};

#[derive(Clone, Debug, Default)]
pub(super) struct Seen {
    /// By method and number.
    pub decisions: BTreeMap<(MethodId, usize), BTreeSet<Vector>>,
    pub switches: BTreeSet<Evaluated>,
}

/// By evaluation the number of the first input that has it.
type By<'r> = BTreeMap<&'r Evaluated, usize>;

impl Seen {
    pub fn extend(&mut self, evaluated: &BTreeSet<Evaluated>) {
        for made in evaluated {
            match made.what {
                Choice::Decision(number, vector) => {
                    self.decisions.entry((made.method, number)).or_default().insert(vector);
                }
                Choice::Switch(..) => _ = self.switches.insert(*made),
            }
        }
    }

    pub fn len(&self) -> usize {
        self.decisions.values().map(BTreeSet::len).sum::<usize>() + self.switches.len()
    }

    /// Evaluations of which pairs are made, and one for each side of a condition and each target of a switch.
    pub fn needed(&self, world: &World, per: InputsPer) -> BTreeSet<Evaluated> {
        let mut needed = self.switches.clone();
        for (&(method, number), seen) in &self.decisions {
            let decisions = world.classes.decisions(method);
            let decision = &decisions.all[number];
            let mut need = |vector| needed.insert(Evaluated { method, what: Choice::Decision(number, vector) });
            for condition in 0..decision.conditions.len() {
                if per == InputsPer::Mcdc
                    && let Some((one, other)) = pair(decision, condition, seen)
                {
                    need(one);
                    need(other);
                    continue;
                }
                for side in [false, true] {
                    taking(seen, condition, side).map(&mut need);
                }
            }
        }
        needed
    }

    pub fn reached(&self, world: &World, by: &By, missing: Found<()>) -> Vec<ReachedDecision> {
        let mut reached = Vec::new();
        for (&(method, number), all) in &self.decisions {
            let decisions = world.classes.decisions(method);
            let decision = &decisions.all[number];
            let input = |vector| by.get(&Evaluated { method, what: Choice::Decision(number, vector) }).copied();
            let seen: BTreeSet<Vector> = all.iter().copied().filter(|&vector| input(vector).is_some()).collect();
            let conditions = (0..decision.conditions.len()).map(|condition| {
                let sides = [false, true].map(|side| {
                    let mine = taking(&seen, condition, side).and_then(input);
                    Found::of(mine, taking(all, condition, side).is_some(), missing)
                });
                let pair_of = |(one, other): (Vector, Vector)| {
                    let (on, jumped) = if one.side(condition) { (other, one) } else { (one, other) };
                    Some([input(on)?, input(jumped)?])
                };
                let mine = pair(decision, condition, &seen).and_then(pair_of);
                ReachedCondition { sides, pair: Found::of(mine, pair(decision, condition, all).is_some(), missing) }
            });
            let conditions = conditions.collect();
            let place = ChoicePlace::new(world, method, decision.conditions[0].pc);
            reached.push(ReachedDecision { place, conditions });
        }
        reached.sort_by(|one, other| one.place.cmp(&other.place));
        reached
    }

    pub fn switched(&self, world: &World, by: &By, missing: Found<()>) -> Vec<ReachedSwitch> {
        let mut places: BTreeSet<(MethodId, u32)> = BTreeSet::new();
        for made in &self.switches {
            if let Choice::Switch(pc, _) = made.what {
                places.insert((made.method, pc));
            }
        }
        let mut reached = Vec::new();
        for (method, pc) in places {
            let code = world.classes[method].code.get();
            let Some((code, Insn::Switch(table))) = code.map(|code| (code, code.insns[pc as usize].get())) else {
                continue;
            };
            let targets: BTreeSet<u32> = code.switches[table as usize].targets().collect();
            let found = |target: u32| {
                let evaluated = Evaluated { method, what: Choice::Switch(pc, target) };
                Found::of(by.get(&evaluated).copied(), self.switches.contains(&evaluated), missing)
            };
            let targets = targets.into_iter().map(found).collect();
            reached.push(ReachedSwitch { place: ChoicePlace::new(world, method, pc), targets });
        }
        reached.sort_by(|one, other| one.place.cmp(&other.place));
        reached
    }
}

/// An evaluation that takes this side of a condition.
pub(super) fn taking(seen: &BTreeSet<Vector>, condition: usize, side: bool) -> Option<Vector> {
    seen.iter().copied().find(|vector| vector.has(condition) && vector.side(condition) == side)
}

/// Two evaluations between which the condition alone decides.
pub(super) fn pair(decision: &Decision, condition: usize, seen: &BTreeSet<Vector>) -> Option<(Vector, Vector)> {
    let with = || seen.iter().copied().filter(|vector| vector.has(condition));
    with().find_map(|one| Some((one, with().find(|&other| decision.is_pair(condition, one, other))?)))
}
