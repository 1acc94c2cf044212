//! Checks what a proof says of objects that rounds make: a state must have no others than the general one stands for.

use crate::checker::{Checked, Checker, refused};
use crate::cut::Hole;
use machine::general::{Crowd, Reach};
use machine::{State, Value};
use solver::Answer;
use std::collections::BTreeSet;
use std::rc::Rc;
use term::Input;

impl Checker<'_, '_, '_> {
    /// The general state knows of the crowd from here on, if there is none but that.
    pub fn joined(
        &mut self,
        state: &State,
        general: &mut State,
        holes: &[Hole],
        crowd: &Option<Rc<Crowd>>,
    ) -> Checked<()> {
        let reached = self.reached(state, holes)?;
        self.is_of_crowd(state, state, &reached, crowd.as_deref())?;
        for (&class, member) in crowd.iter().flat_map(|crowd| &crowd.classes) {
            let slots = self.explorer.machine.world.classes[class].layout.len() as u16;
            let stand_ins: BTreeSet<Input> = (0..slots)
                .filter_map(|slot| {
                    let stand_in = self.explorer.machine.stand_in(class, slot);
                    self.explorer.machine.world.terms.as_input(stand_in)
                })
                .collect();
            let terms = &self.explorer.machine.world.terms;
            let speaks_of = |fact| terms.inputs_of(fact).iter().all(|input| stand_ins.contains(input));
            if !member.facts.iter().all(|&fact| speaks_of(fact)) {
                return refused("a fact about a class speaks of something else");
            }
        }
        if let Some(crowd) = crowd.as_ref().filter(|crowd| !crowd.absorbed.is_empty()) {
            let absorbed = crowd.absorbed.iter();
            let Ok(known) = self.explorer.machine.forget_objects(general, absorbed, crowd) else {
                return refused("an object is told apart");
            };
            let question = [&general.path.conjuncts[..], &known].concat();
            match self.explorer.ask(&question, general) {
                Answer::Sat(witness) => general.path.adopt(&self.explorer.machine.world.terms, witness),
                Answer::Unsat => return refused("there is no such crowd"),
                Answer::Unknown(_) => return refused("the solver left a crowd open"),
            }
            known.iter().for_each(|&fact| general.path.assume(&self.explorer.machine.world.terms, fact));
        }
        let reaches = holes.iter().filter_map(|hole| hole.reach.as_ref());
        self.explorer.machine.set_crowd(general, crowd.clone(), reaches);
        Ok(())
    }

    /// What is in cells that may hold objects of the crowd, and what else it may be.
    pub fn reached(&mut self, state: &State, holes: &[Hole]) -> Checked<Vec<(Value, Reach)>> {
        let mut reached = Vec::new();
        for hole in holes {
            let Some(reach) = hole.reach.clone() else { continue };
            let Some(term) = self.explorer.machine.read_cell(state, hole.cell) else {
                return refused("a cell is gone");
            };
            reached.push((self.explorer.machine.value_of(term), reach));
        }
        Ok(reached)
    }

    /// References lead to nothing but what they may be, and what was found or made since the general state is as the crowd is.
    pub fn is_of_crowd(
        &mut self,
        general: &State,
        later: &State,
        reached: &[(Value, Reach)],
        crowd: Option<&Crowd>,
    ) -> Checked<()> {
        let absorbed = crowd.map(|crowd| crowd.absorbed.clone()).unwrap_or_default();
        for (value, reach) in reached {
            if !self.explorer.machine.stays_within(general, later, *value, reach, &absorbed) {
                return refused("a reference may be another object");
            }
        }
        let values: Vec<Value> = reached.iter().map(|(value, _)| *value).collect();
        let own = later.path.proof.crowd.clone();
        let Some(crowd) = crowd else {
            return if own.is_some() || !values.is_empty() { refused("a crowd is forgotten") } else { Ok(()) };
        };
        let Ok(joined) = self.explorer.machine.joins(general, later, &values, &absorbed) else {
            return refused("an object is told apart");
        };
        for id in joined {
            let known = self.explorer.machine.fields_of(later, id);
            let Some((class, fields)) = known else { return refused("an object is gone") };
            let Some(member) = crowd.classes.get(&class) else { return refused("an object has another class") };
            for slot in self.explorer.machine.reference_slots(class) {
                let reach = reach_of(crowd, class, slot);
                if !self.explorer.machine.stays_within(general, later, fields[slot as usize], &reach, &absorbed) {
                    return refused("an object leads to another one");
                }
            }
            let values = self.explorer.machine.stand_ins(later, class, &fields);
            self.all_hold(later, &member.facts, values)?;
        }
        for (&class, own) in own.iter().flat_map(|own| &own.classes) {
            let Some(member) = crowd.classes.get(&class) else { return refused("objects have another class") };
            for (&slot, objects) in &own.objects {
                let reach = reach_of(crowd, class, slot);
                let is_known = |id| self.explorer.machine.is_object_within(general, later, id, &reach, &absorbed);
                if !objects.iter().all(is_known) {
                    return refused("objects lead to another one");
                }
            }
            for &fact in member.facts.iter().filter(|fact| !own.facts.contains(fact)) {
                let terms = &mut self.explorer.machine.world.terms;
                let known = terms.all(own.facts.iter().copied());
                let claim = terms.implies(known, fact);
                self.always(later, claim)?;
            }
        }
        Ok(())
    }
}

/// What a field may be.
fn reach_of(crowd: &Crowd, class: machine::ClassId, slot: u16) -> Reach {
    let objects = crowd.classes[&class].objects.get(&slot).cloned().unwrap_or_default();
    Reach { nullable: true, objects, classes: crowd.classes.keys().copied().collect() }
}
