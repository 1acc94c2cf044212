//! Objects that rounds make and that live on: what they may lead to, and facts that hold for all of a class. Both are found as those of
//! cells are: what a round shows to be otherwise is given up, until nothing is.

use crate::attempt::{Attempt, GiveUp, Mode};
use crate::houdini::{Forgotten, Round};
use crate::numbers::Numbers;
use machine::general::{Cell, Crowd, Leaf, Objects, Reach};
use machine::{ClassId, ObjectId, State, Value};
use solver::Answer;
use std::collections::BTreeSet;
use std::rc::Rc;
use term::{Sort, Term};

/// Objects that one reference may be besides those of the crowd.
const MOST_OBJECTS: usize = 8;
/// Guesses about one class.
const MOST_GUESSES: usize = 600;

impl Attempt<'_, '_, '_> {
    /// A reference may be an object that rounds made.
    pub fn forget_made(
        &mut self,
        (general, later): (&State, &State),
        cell: Cell,
        [before, after]: [Term; 2],
        forgotten: &mut Forgotten,
    ) -> Round {
        let mut reach = forgotten.reaches.get(&cell).cloned().unwrap_or_default();
        for object in forgotten.references.remove(&cell).into_iter().flatten() {
            match object.is_null() {
                true => reach.nullable = true,
                false => reach.objects.insert(object),
            }
        }
        for (state, reference) in [(general, before), (later, after)] {
            if self.reaches((general, state), reference, &mut reach, forgotten).is_none() {
                return Round::Impossible;
            }
        }
        if let Cell::Field(id, _) = cell
            && let Some((class, _)) = self.explorer.machine.fields_of(general, id)
            && reach.classes.contains(&class)
            && self.explorer.machine.is_plain(class)
        {
            forgotten.absorb(id);
            return Round::Changed;
        }
        let is_known = forgotten.reaches.get(&cell) == Some(&reach);
        forgotten.reaches.insert(cell, reach);
        if is_known { Round::Stable } else { Round::Changed }
    }

    /// What a reference of a state may be is added to what is known of that.
    pub fn reaches(
        &mut self,
        (general, state): (&State, &State),
        reference: Term,
        reach: &mut Reach,
        forgotten: &mut Forgotten,
    ) -> Option<()> {
        let value = self.explorer.machine.value_of(reference);
        for leaf in self.explorer.machine.leaves(state, value)? {
            self.widen(general, state, leaf, reach, &forgotten.crowd.absorbed)?;
        }
        reach.classes.iter().for_each(|&class| _ = forgotten.crowd.classes.entry(class).or_default());
        (reach.objects.len() <= MOST_OBJECTS).then_some(())
    }

    fn widen(
        &mut self,
        general: &State,
        state: &State,
        leaf: Leaf,
        reach: &mut Reach,
        absorbed: &Objects,
    ) -> Option<()> {
        let mut objects = Vec::new();
        match leaf {
            Leaf::Null => reach.nullable = true,
            Leaf::Object(id) => objects.push(id),
            Leaf::Open(term) => {
                let own = self.explorer.machine.reach_of(state, term)?;
                reach.classes.extend(own.classes);
                reach.nullable |= own.nullable && self.explorer.machine.may_be_null(state, term);
                objects.extend(own.objects.iter());
            }
        }
        for id in objects {
            match self.explorer.machine.is_made_since(general, id) || absorbed.contains(id) {
                true => _ = reach.classes.insert(self.explorer.machine.fields_of(state, id)?.0),
                false => reach.objects.insert(id),
            }
        }
        Some(())
    }

    /// The crowd with all facts that have not fallen; those that do not hold for the crowd that there is at the head fall. `None` if
    /// there is no such crowd.
    pub fn crowd(
        &mut self,
        state: &State,
        forgotten: &mut Forgotten,
        dropped: &mut BTreeSet<Term>,
    ) -> Result<Option<Option<Rc<Crowd>>>, GiveUp> {
        let before = state.path.proof.crowd.clone();
        for (&class, member) in before.iter().flat_map(|crowd| &crowd.classes) {
            let own = forgotten.crowd.classes.entry(class).or_default();
            for (&slot, objects) in &member.objects {
                own.objects.entry(slot).or_default().extend(objects.iter());
            }
        }
        if forgotten.crowd.classes.is_empty() {
            return Ok(Some(None));
        }
        for id in forgotten.crowd.absorbed.clone().iter() {
            if self.leads_to((state, state), id, forgotten).is_none() {
                return Ok(None);
            }
        }
        let mut crowd = forgotten.crowd.clone();
        for (&class, member) in &mut crowd.classes {
            let known = before.as_ref().and_then(|crowd| crowd.classes.get(&class)).map(|member| member.facts.clone());
            let mut facts = known.clone().unwrap_or_default();
            if self.mode == Mode::General {
                facts.extend(self.guesses_about(state, class));
            }
            facts.sort();
            facts.dedup();
            facts.retain(|fact| !dropped.contains(fact));
            if let Some(known) = known {
                self.drop_unless_known(state, &known, &facts, dropped)?;
                facts.retain(|fact| !dropped.contains(fact));
            }
            for id in forgotten.crowd.absorbed.iter() {
                let Some((_, fields)) = self.explorer.machine.fields_of(state, id).filter(|own| own.0 == class) else {
                    continue;
                };
                let values = self.explorer.machine.stand_ins(state, class, &fields);
                let refuted = self.refuted(state, &facts, values)?;
                dropped.extend(facts.iter().zip(refuted).filter(|(_, refuted)| *refuted).map(|(fact, _)| *fact));
                facts.retain(|fact| !dropped.contains(fact));
            }
            member.facts = facts;
        }
        Ok(Some(Some(Rc::new(crowd))))
    }

    /// The general state knows of the crowd. False if that is not possible.
    pub fn join_crowd<'r>(
        &mut self,
        general: &mut State,
        crowd: Option<Rc<Crowd>>,
        reaches: impl Iterator<Item = &'r Reach>,
    ) -> Result<bool, GiveUp> {
        if let Some(crowd) = crowd.as_ref().filter(|crowd| !crowd.absorbed.is_empty()) {
            let absorbed = crowd.absorbed.iter();
            let Ok(known) = self.explorer.machine.forget_objects(general, absorbed, crowd) else { return Ok(false) };
            let question = [&general.path.conjuncts[..], &known].concat();
            match self.question(&question, general)? {
                Answer::Sat(witness) => general.path.adopt(&self.explorer.machine.world.terms, witness),
                Answer::Unsat | Answer::Unknown(_) => return Ok(false),
            }
            known.iter().for_each(|&fact| general.path.assume(&self.explorer.machine.world.terms, fact));
        }
        self.explorer.machine.set_crowd(general, crowd, reaches);
        Ok(true)
    }

    /// Drops facts that do not follow from others, for any object.
    fn drop_unless_known(
        &mut self,
        state: &State,
        known: &[Term],
        facts: &[Term],
        dropped: &mut BTreeSet<Term>,
    ) -> Result<bool, GiveUp> {
        let mut fallen = false;
        for &fact in facts.iter().filter(|fact| !known.contains(fact)) {
            let terms = &mut self.explorer.machine.world.terms;
            let (all, not) = (terms.all(known.iter().copied()), terms.not(fact));
            let counter = terms.and(all, not);
            if self.ask(state, counter)? != Answer::Unsat {
                dropped.insert(fact);
                fallen = true;
            }
        }
        Ok(fallen)
    }

    /// What cells that may hold objects which rounds made have.
    pub fn reached(&mut self, state: &State, forgotten: &Forgotten) -> Option<Vec<Value>> {
        let mut values = Vec::new();
        for &cell in forgotten.reaches.keys() {
            let term = self.explorer.machine.read_cell(state, cell)?;
            values.push(self.explorer.machine.value_of(term));
        }
        Some(values)
    }

    /// Objects that a round found or made are of the crowd: of which classes, and what they lead to.
    pub fn grow_crowd(&mut self, general: &State, back: &State, values: &[Value], forgotten: &mut Forgotten) -> Round {
        if general.path.proof.crowd.is_none() {
            return Round::Stable;
        }
        let absorbed = forgotten.crowd.absorbed.clone();
        let Ok(joined) = self.explorer.machine.joins(general, back, values, &absorbed) else {
            return Round::Impossible;
        };
        let before = forgotten.crowd.clone();
        for id in joined {
            if self.leads_to((general, back), id, forgotten).is_none() {
                return Round::Impossible;
            }
        }
        if let Some(crowd) = back.path.proof.crowd.clone() {
            for (&class, member) in &crowd.classes {
                forgotten.crowd.classes.entry(class).or_default();
                for (&slot, objects) in &member.objects {
                    let mut reach = Reach::default();
                    let mut leaves = objects.iter().map(Leaf::Object);
                    if leaves
                        .try_for_each(|leaf| self.widen(general, back, leaf, &mut reach, &forgotten.crowd.absorbed))
                        .is_none()
                    {
                        return Round::Impossible;
                    }
                    self.may_lead_to(class, slot, reach, forgotten);
                }
            }
        }
        let most = forgotten.crowd.classes.values().flat_map(|member| member.objects.values()).map(Objects::len).max();
        if most.unwrap_or(0) > MOST_OBJECTS {
            return Round::Impossible;
        }
        if before == forgotten.crowd { Round::Stable } else { Round::Changed }
    }

    /// What the fields of an object may be is added to what is known of its class.
    fn leads_to(&mut self, (general, back): (&State, &State), id: ObjectId, forgotten: &mut Forgotten) -> Option<()> {
        let (class, fields) = self.explorer.machine.fields_of(back, id)?;
        forgotten.crowd.classes.entry(class).or_default();
        for slot in self.explorer.machine.reference_slots(class) {
            let mut reach = Reach::default();
            for leaf in self.explorer.machine.leaves(back, fields[slot as usize])? {
                self.widen(general, back, leaf, &mut reach, &forgotten.crowd.absorbed)?;
            }
            self.may_lead_to(class, slot, reach, forgotten);
        }
        Some(())
    }

    fn may_lead_to(&mut self, class: ClassId, slot: u16, reach: Reach, forgotten: &mut Forgotten) {
        reach.classes.iter().for_each(|&class| _ = forgotten.crowd.classes.entry(class).or_default());
        if !reach.objects.is_empty() {
            let member = forgotten.crowd.classes.entry(class).or_default();
            member.objects.entry(slot).or_default().extend(reach.objects.iter());
        }
    }

    /// Facts about a class that some object does not satisfy any more fall.
    pub fn drop_of_crowd(
        &mut self,
        general: &State,
        back: &State,
        values: &[Value],
        dropped: &mut BTreeSet<Term>,
    ) -> Result<Round, GiveUp> {
        let Some(crowd) = general.path.proof.crowd.clone() else { return Ok(Round::Stable) };
        let before = dropped.len();
        let joined = self.explorer.machine.joins(general, back, values, &crowd.absorbed).map_err(|_| GiveUp::Loop)?;
        for id in joined {
            let (class, fields) = self.explorer.machine.fields_of(back, id).ok_or(GiveUp::Loop)?;
            let Some(member) = crowd.classes.get(&class) else { return Err(GiveUp::Loop) };
            let alive: Vec<Term> = member.facts.iter().copied().filter(|fact| !dropped.contains(fact)).collect();
            let values = self.explorer.machine.stand_ins(back, class, &fields);
            let refuted = self.refuted(back, &alive, values)?;
            dropped.extend(alive.into_iter().zip(refuted).filter(|(_, refuted)| *refuted).map(|(fact, _)| fact));
        }
        if let Some(own) = back.path.proof.crowd.clone().filter(|own| !Rc::ptr_eq(own, &crowd)) {
            for (class, member) in &crowd.classes {
                let Some(known) = own.classes.get(class) else { continue };
                let alive: Vec<Term> = member.facts.iter().copied().filter(|fact| !dropped.contains(fact)).collect();
                self.drop_unless_known(back, &known.facts, &alive, dropped)?;
            }
        }
        Ok(if dropped.len() > before { Round::Changed } else { Round::Stable })
    }

    /// What may hold for all objects of a class.
    fn guesses_about(&mut self, state: &State, class: ClassId) -> Vec<Term> {
        let numbers = Numbers::with(self.explorer, state, Some(class));
        let slots = self.explorer.machine.world.classes[class].layout.len() as u16;
        let fields: Vec<Term> = (0..slots).map(|slot| self.explorer.machine.stand_in(class, slot)).collect();
        let terms = &mut self.explorer.machine.world.terms;
        let (nulls, others): (Vec<Term>, Vec<Term>) =
            fields.into_iter().partition(|&field| terms.sort(field) == Sort::Bool);
        let mut facts = Vec::new();
        for (at, &null) in nulls.iter().enumerate() {
            let not = terms.not(null);
            facts.extend([null, not]);
            for &other in &nulls[at + 1..] {
                let not_other = terms.not(other);
                facts.extend([terms.eq(null, other), terms.or(null, other), terms.or(not, not_other)]);
                facts.extend([terms.implies(null, other), terms.implies(other, null)]);
            }
        }
        for (at, &field) in others.iter().enumerate() {
            let sort = terms.sort(field);
            let alike = others[at + 1..].iter().copied().filter(|&other| terms.sort(other) == sort);
            let alike: Vec<Term> = alike.collect();
            match sort {
                Sort::Bv(width) => {
                    for number in numbers.of_width(width) {
                        let number = terms.bv(width, number as u64);
                        facts.extend([terms.sle(number, field), terms.sle(field, number)]);
                        let equal = terms.eq(field, number);
                        for &null in &nulls {
                            let not = terms.not(null);
                            facts.extend([terms.implies(null, equal), terms.implies(not, equal)]);
                        }
                    }
                    for other in alike {
                        facts.extend([terms.sle(field, other), terms.sle(other, field)]);
                    }
                }
                Sort::Float32 | Sort::Float64 => {
                    for bound in numbers.floats_of(terms, sort) {
                        facts.extend([terms.fle(bound, field), terms.fle(field, bound)]);
                    }
                    for other in alike {
                        facts.extend([terms.fle(field, other), terms.fle(other, field)]);
                    }
                }
                Sort::Bool | Sort::Array(_) | Sort::Ref => {}
            }
        }
        facts.retain(|&fact| !terms.is_const(fact));
        facts.truncate(MOST_GUESSES);
        facts
    }
}
