//! What a followed run tells: its path constraint, where symbolic data was lost, and what it covered.

mod confirm;
mod corpus;
mod generations;
mod input;
mod parts;
mod ran;
mod same_path;

pub use confirm::{Confirmer, Seen};
pub use corpus::Corpus;
pub use generations::{Bench, Figures, Generations, Origin, Seed};
pub use input::Input;
pub use machine::follow::Why;
pub use parts::{Part, parts};
pub use ran::{Ending, Ran, Step};
pub use same_path::other_input;

use bytecode::{DottedName, Type};
use machine::follow::{Followed, Loss, Lost, Spot};
use machine::program::Binding;
use machine::{Machine, MethodId, World};
use replay::driver::names::type_name;
use std::collections::{BTreeSet, HashMap};
use term::{Term, smtlib};

/// A place in the code, user or library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Site {
    pub class: DottedName,
    pub method: String,
    /// The name in the class file, without folders.
    pub file: Option<String>,
    pub line: Option<u16>,
    pub library: bool,
}

#[derive(Clone, Debug)]
pub struct Conjunct {
    /// SMT-LIB text; `definitions` of the trace say what its names mean.
    pub text: String,
    /// An index into `sites`.
    pub site: usize,
    pub why: Why,
}

/// A place where symbolic data was lost (heap cloning, section III-C).
#[derive(Clone, Debug)]
pub struct Imprecision {
    /// In words: a field, an element, a result.
    pub what: String,
    pub harm: Harm,
    pub native: Option<String>,
    pub call: usize,
    pub first_use: usize,
    pub count: u64,
    /// How many conjuncts depend on it, and the number of the first one.
    pub conjuncts: u64,
    pub first_conjunct: Option<usize>,
    pub model: Model,
}

/// Whether somebody has to write a model of the native before the constraint is that of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Model {
    /// A conjunct depends on what was lost, or it is an exception, which decides by itself where the program goes.
    Needed,
    /// A reference was lost, and conditions on references are not conjuncts.
    PerhapsNeeded,
    NotNeeded,
}

impl Model {
    fn of(loss: &Loss, conjuncts: u64) -> Model {
        match loss.what {
            Lost::Exception => Model::Needed,
            _ if conjuncts > 0 => Model::Needed,
            _ if loss.is_untraced => Model::PerhapsNeeded,
            _ => Model::NotNeeded,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Model::Needed => "needed",
            Model::PerhapsNeeded => "perhaps needed",
            Model::NotNeeded => "not needed",
        }
    }
}

/// What unseen code did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Harm {
    /// It changed a symbolic value.
    Changed,
    /// It knew symbolic data and wrote where there was none.
    Written,
    /// It answered, threw or passed on something after it was given symbolic data.
    Answered,
}

impl Harm {
    fn of(lost: &Lost) -> Harm {
        match lost {
            Lost::Written(_) => Harm::Written,
            Lost::Field(..) | Lost::Static(..) | Lost::Element(_) | Lost::Memory => Harm::Changed,
            Lost::Result | Lost::Exception | Lost::Argument(_) => Harm::Answered,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Harm::Changed => "changed",
            Harm::Written => "written",
            Harm::Answered => "answered",
        }
    }
}

/// A native of the program that could know symbolic data: what it wrote that was there already cannot be seen.
#[derive(Clone, Debug)]
pub struct Blind {
    pub native: String,
    pub call: usize,
    pub count: u64,
}

/// Methods and classes of which something ran.
#[derive(Clone, Copy, Debug, Default)]
pub struct Covered {
    pub methods: u64,
    pub classes: u64,
}

#[derive(Clone, Debug, Default)]
pub struct Trace {
    /// Logic, declarations and definitions of a script.
    pub definitions: String,
    /// What the inputs can be at all.
    pub domain: Vec<String>,
    /// What inputs are that stand for lost values, with the imprecision behind each.
    pub bindings: Vec<(String, usize)>,
    pub conjuncts: Vec<Conjunct>,
    pub sites: Vec<Site>,
    pub imprecisions: Vec<Imprecision>,
    pub blind: Vec<Blind>,
    /// Natives with reference parameters that ran in the concrete heap.
    pub natives: Vec<(String, u64)>,
    /// Natives that are models of Jacana, with symbolic data in their arguments.
    pub models: Vec<(String, u64)>,
    pub user: Covered,
    pub library: Covered,
    /// How many inputs are symbolic.
    pub inputs: u64,
    pub library_conjuncts: u64,
}

/// How much of a trace is wanted: writing down all conditions takes time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    Figures,
    Conditions,
}

impl Trace {
    pub fn of(machine: &mut Machine, detail: Detail) -> Trace {
        let Some(followed) = machine.world.followed.take() else {
            return Trace::default();
        };
        let trace = trace(machine, &followed, detail);
        machine.world.followed = Some(followed);
        trace
    }
}

fn trace(machine: &mut Machine, followed: &Followed, detail: Detail) -> Trace {
    let bindings = followed.bindings(&mut machine.world.terms);
    let dependences = followed.dependences(&machine.world.terms);
    let world = &*machine.world;
    let mut sites = Sites { world, known: HashMap::new(), sites: Vec::new() };
    let mut trace = Trace::default();
    let conditions = followed.conjuncts.iter().map(|conjunct| conjunct.condition);
    let all: Vec<Term> =
        followed.domain.iter().copied().chain(bindings.iter().map(|b| b.0)).chain(conditions).collect();
    let mut texts = match detail {
        Detail::Figures => Vec::new(),
        Detail::Conditions => {
            let parts = smtlib::parts(&world.terms, &all);
            trace.definitions = parts.preamble;
            parts.conjuncts
        }
    }
    .into_iter();
    trace.domain = texts.by_ref().take(followed.domain.len()).collect();
    trace.bindings = texts.by_ref().take(bindings.len()).zip(&bindings).map(|(t, b)| (t, b.1 as usize)).collect();
    for conjunct in &followed.conjuncts {
        let site = sites.of(conjunct.spot);
        trace.library_conjuncts += u64::from(sites.sites[site].library);
        trace.conjuncts.push(Conjunct { text: texts.next().unwrap_or_default(), site, why: conjunct.why });
    }
    for (loss, depends) in followed.losses.iter().zip(dependences) {
        trace.imprecisions.push(Imprecision {
            what: lost(world, &loss.what, loss.index),
            harm: Harm::of(&loss.what),
            native: loss.native.map(|native| method_name(world, native)),
            call: sites.of(loss.call),
            first_use: sites.of(loss.first_use),
            count: loss.count,
            conjuncts: depends.count,
            first_conjunct: depends.first,
            model: Model::of(loss, depends.count),
        });
    }
    for (&(native, call), &count) in &followed.blind {
        trace.blind.push(Blind { native: method_name(world, native), call: sites.of(call), count });
    }
    trace.sites = sites.sites;
    let named = |(&method, &count): (&MethodId, &u64)| (method_name(world, method), count);
    trace.natives = followed.natives.iter().map(named).collect();
    trace.models = followed.models.iter().map(named).collect();
    trace.inputs = (world.terms.all_inputs().len() - followed.lost.len()) as u64;
    (trace.user, trace.library) = covered(world);
    trace
}

struct Sites<'w> {
    world: &'w World,
    known: HashMap<Spot, usize>,
    sites: Vec<Site>,
}

impl Sites<'_> {
    fn of(&mut self, spot: Spot) -> usize {
        let (world, sites) = (self.world, &mut self.sites);
        *self.known.entry(spot).or_insert_with(|| {
            let method = &world.classes[spot.method];
            let class = &world.classes[method.class];
            sites.push(Site {
                class: class.dotted(),
                method: method.name.to_string(),
                file: class.file.as_ref().and_then(|file| file.source_file.as_deref()).map(str::to_string),
                line: method.code.get().and_then(|code| code.line(spot.pc)),
                library: class.is_jdk(),
            });
            sites.len() - 1
        })
    }
}

fn lost(world: &World, lost: &Lost, index: Option<usize>) -> String {
    match lost {
        Lost::Field(class, name) => format!("field {}.{name}", world.classes[*class].dotted()),
        Lost::Static(class, name) => format!("static field {}.{name}", world.classes[*class].dotted()),
        Lost::Element(class) => {
            format!("element {} of {}", index.unwrap_or(0), type_name(&Type::Ref(world.classes[*class].name.clone())))
        }
        Lost::Memory => format!("byte {} of off-heap memory", index.unwrap_or(0)),
        Lost::Result => "result".into(),
        Lost::Exception => "exception".into(),
        Lost::Argument(method) => format!("argument for {}", method_name(world, *method)),
        Lost::Written(place) => self::lost(world, place, index),
    }
}

fn method_name(world: &World, method: MethodId) -> String {
    let method = &world.classes[method];
    format!("{}.{}{}", world.classes[method.class].dotted(), method.name, method.descriptor)
}

/// A method was called once it is bound.
fn covered(world: &World) -> (Covered, Covered) {
    let mut classes = BTreeSet::new();
    let mut methods = [0, 0];
    for &method in world.classes.iter().flat_map(|class| &class.methods) {
        let method = &world.classes[method];
        if !matches!(method.binding.get(), Binding::Undecided) {
            let library = world.classes[method.class].is_jdk();
            methods[usize::from(library)] += 1;
            classes.insert((library, method.class));
        }
    }
    let of = |library: bool| Covered {
        methods: methods[usize::from(library)],
        classes: classes.iter().filter(|(is_library, _)| *is_library == library).count() as u64,
    };
    (of(false), of(true))
}
