//! What a TRUE rests on, for people: the loops that were generalised, with the facts that every round keeps, in words of the program.

use crate::contract::Contract;
use crate::cut::Hole;
use crate::elements;
use crate::names::names as java_names;
use explore::{Cut, Explorer, LoopFact, LoopProof, SourceLine, source_line};
use machine::general::{Cell, Crowd};
use machine::{ObjectId, State};
use solver::Answer;
use std::collections::BTreeMap;
use std::rc::Rc;
use term::{Input, Sort, Substitution, Term};

/// More facts are shown as they are, the others without those that follow from the rest.
const MOST_REDUCED: usize = 256;

/// A loop that was generalised.
pub struct Closed {
    place: String,
    at: Option<SourceLine>,
    /// Inputs for its cells, and what people call these.
    names: Vec<(Input, String)>,
    /// The same, and all else that has a name, as Java.
    pub java: BTreeMap<Term, String>,
    pub facts: Vec<Term>,
    /// Objects that rounds or calls make.
    pub crowd: Option<Rc<Crowd>>,
    /// States that were those of an earlier round.
    pub states: u64,
    /// Whether its rounds were shown to come to an end.
    pub ends: bool,
    kind: Cut,
}

impl Closed {
    pub fn new(explorer: &mut Explorer, state: &State, holes: &[Hole], facts: &[Term]) -> Closed {
        let java = java_names(explorer, state, holes);
        let (top, world) = (state.top(), &*explorer.machine.world);
        let method = &world.classes[top.method];
        let class = world.classes[method.class].dotted();
        let place = match method.code.get().and_then(|code| code.line(top.pc)) {
            Some(line) => format!("{class}.{}, line {line}", method.name),
            None => format!("{class}.{}", method.name),
        };
        let names = holes.iter().map(|hole| (hole.input, name(explorer, state, hole.cell))).collect();
        let at = source_line(explorer.machine, top.method, top.pc);
        let (facts, crowd) = (facts.to_vec(), None);
        Closed { place, at, names, java, facts, crowd, states: 0, ends: false, kind: Cut::Loop }
    }

    /// The contract of a method, as its first call found it.
    pub fn of_call(explorer: &mut Explorer, state: &State, contract: &Contract) -> Closed {
        let mut closed = Closed::new(explorer, state, &contract.entry, &contract.before);
        closed.kind = Cut::Call;
        closed.facts.extend(&contract.after);
        closed.crowd = contract.crowd.clone();
        for exit in &contract.exits {
            let name = match exit.cell {
                None => "\\result".to_string(),
                Some(cell) => format!("{} afterwards", name(explorer, state, cell)),
            };
            let terms = &explorer.machine.world.terms;
            closed.java.insert(terms.input_term(exit.input), name.clone());
            closed.names.push((exit.input, name));
        }
        closed
    }

    /// How many cells were forgotten.
    pub fn cells(&self) -> usize {
        self.names.len()
    }

    /// Whether an input stands for a cell that rounds or calls change.
    pub fn is_cell(&self, input: Input) -> bool {
        self.names.iter().any(|(cell, _)| *cell == input)
    }

    /// Those of the facts that hold from the first round on are told first. The state is any: its witness is where the solver begins.
    pub fn told(&self, explorer: &mut Explorer, state: &State, always: &[Term]) -> LoopProof {
        let always = reduced(explorer, state, &[], always);
        let rest: Vec<Term> = self.facts.iter().copied().filter(|fact| !always.contains(fact)).collect();
        let rest = reduced(explorer, state, &always, &rest);
        let terms = &mut explorer.machine.world.terms;
        let mut named = Vec::new();
        for (input, name) in &self.names {
            let sort = terms.sort(terms.input_term(*input));
            named.push((*input, terms.input(name, sort)));
        }
        let mut substitution = Substitution::of_terms(named);
        let mut java_names = self.java.clone();
        let free = ["index", "place"].into_iter().find(|free| !java_names.values().any(|name| name == free));
        let every = free.unwrap_or("every");
        java_names.insert(elements::every(terms), every.to_string());
        let mut shown = Vec::new();
        let all = always.iter().map(|fact| (fact, true)).chain(rest.iter().map(|fact| (fact, self.kind == Cut::Call)));
        for (&fact, is_always) in all {
            let java = terms.java(fact, &java_names);
            let is_for_all = elements::is_for_all(terms, fact);
            let is_java = java.is_some() && self.kind == Cut::Loop && !is_for_all;
            let text = java.unwrap_or_else(|| {
                let fact = substitution.of(terms, fact);
                terms.show(fact).to_string()
            });
            let text = if is_for_all { format!("for every {every}: {text}") } else { text };
            shown.push(LoopFact { text, is_java, is_always });
        }
        shown.extend(self.told_of_crowd(explorer, state));
        let changes = self.names.iter().map(|(_, name)| name.clone()).collect();
        let (place, states, ends) = (self.place.clone(), self.states, self.ends);
        LoopProof { kind: self.kind, place, at: self.at.clone(), changes, facts: shown, states, ends }
    }
}

impl Closed {
    /// What holds for all objects of a class that rounds or calls make.
    fn told_of_crowd(&self, explorer: &mut Explorer, state: &State) -> Vec<LoopFact> {
        let mut shown = Vec::new();
        for (&class, member) in self.crowd.iter().flat_map(|crowd| &crowd.classes) {
            let facts = reduced(explorer, state, &[], &member.facts);
            let mut names = BTreeMap::new();
            for slot in 0..explorer.machine.world.classes[class].layout.len() as u16 {
                let stand_in = explorer.machine.stand_in(class, slot);
                let field = explorer.machine.world.classes.field_at(class, slot).name.clone();
                let is_reference = explorer.machine.world.terms.sort(stand_in) == Sort::Bool;
                names.insert(stand_in, if is_reference { format!("({field} == null)") } else { field.to_string() });
            }
            let class = explorer.machine.world.classes[class].dotted();
            for fact in facts {
                let terms = &mut explorer.machine.world.terms;
                let text = terms.java(fact, &names).unwrap_or_else(|| terms.show(fact).to_string());
                let text = format!("every {class} has {text}");
                shown.push(LoopFact { text, is_java: false, is_always: true });
            }
        }
        shown
    }
}

/// Without facts that follow from the others and from what is known.
fn reduced(explorer: &mut Explorer, state: &State, known: &[Term], facts: &[Term]) -> Vec<Term> {
    let mut facts = facts.to_vec();
    if facts.len() > MOST_REDUCED {
        return facts;
    }
    let mut at = facts.len();
    while at > 0 {
        at -= 1;
        let fact = facts.remove(at);
        let mut question = [known, &facts].concat();
        question.push(explorer.machine.world.terms.not(fact));
        if explorer.ask(&question, state) != Answer::Unsat {
            facts.insert(at, fact);
        }
    }
    facts
}

/// A cell as the program calls it, where its class files say how.
fn name(explorer: &Explorer, state: &State, cell: Cell) -> String {
    match cell {
        Cell::Slot(at) => local(explorer, state, at),
        Cell::Field(object, slot) => field(explorer, state, object, slot),
        Cell::Element(object, at) => format!("{}[{at}]", array(explorer, state, object)),
        Cell::Contents(object) => array(explorer, state, object),
    }
}

fn local(explorer: &Explorer, state: &State, at: u32) -> String {
    let (top, world) = (state.top(), &*explorer.machine.world);
    let (method, index) = (&world.classes[top.method], at - top.locals);
    let name = || {
        let pc = *method.code.get()?.pcs.get(top.pc as usize)?;
        let file = world.classes[method.class].file.as_ref()?;
        let variables = &file.methods.get(method.index as usize)?.code.as_ref()?.variables;
        let named = variables.iter().find(|variable| {
            u32::from(variable.index) == index && (variable.start..variable.start + variable.length).contains(&pc)
        });
        named.map(|variable| variable.name.to_string())
    };
    name().unwrap_or_else(|| format!("local{index}"))
}

fn field(explorer: &Explorer, state: &State, object: ObjectId, slot: u16) -> String {
    let world = &*explorer.machine.world;
    if let Some(&class) = world.holders.get(&object) {
        let class = &world.classes[class];
        let named = class.fields.iter().find(|field| field.is_static() && field.slot == slot);
        return format!("{}.{}", class.dotted(), named.map_or("?", |field| &field.name));
    }
    let class = &world.classes[explorer.machine.class_of(state, object)];
    let named =
        class.layout.get(slot as usize).map(|&(owner, at)| world.classes[owner].fields[at as usize].name.clone());
    format!("({}#{}).{}", class.dotted(), object.0, named.as_deref().unwrap_or("?"))
}

fn array(explorer: &Explorer, state: &State, object: ObjectId) -> String {
    let class = &explorer.machine.world.classes[explorer.machine.class_of(state, object)];
    format!("({}#{})", class.dotted(), object.0)
}
