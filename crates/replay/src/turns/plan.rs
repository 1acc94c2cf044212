//! Where calls of the agent go for a schedule, the classes that have them, and what the agent reads.

use super::{StepKind, TurnSite, TurnStep, Turns, TurnsEnd};
use crate::agent::Orders;
use bytecode::probe::turns::{TurnCall, TurnCallKind, with_turns};
use bytecode::{
    ClassFile, ClassName, ClassPath, Image, Insn, MemberRef, MethodInfo, SearchPath, SourceError, access, decode,
};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// A thread's `run` begins here, or in a subclass.
const THREAD: &str = "java/lang/Thread";
const RUN: (&str, &str) = ("run", "()V");

/// Classes whose threads the agent cannot hold: HotSpot moves them between threads of its own.
const VIRTUAL: [&str; 2] = ["java/lang/VirtualThread", "java/lang/ThreadBuilders$BoundVirtualThread"];

/// The classes of a program and of its JDK, as a JVM will find them.
pub(crate) struct Schedule<'t> {
    turns: &'t Turns,
    path: ClassPath,
    image: Image,
    /// Classes of threads of which the agent must see where they begin.
    begins: BTreeSet<ClassName>,
}

/// A class and the calls in it.
struct Woven {
    file: ClassFile,
    is_jdk: bool,
    calls: Vec<TurnCall>,
}

impl<'t> Schedule<'t> {
    pub fn new(turns: &'t Turns, path: &SearchPath, jdk: &Path) -> Result<Schedule<'t>, String> {
        check(turns)?;
        let path = ClassPath::open(path).map_err(|why| why.to_string())?.with_release(release(jdk));
        let image = Image::open(&jdk.join("lib/modules")).map_err(|why| why.to_string())?;
        Ok(Schedule { turns, path, image, begins: BTreeSet::from([THREAD.into()]) })
    }

    /// Threads of this class begin with its own `run`. False if that is known.
    pub fn begins_with(&mut self, class: ClassName) -> bool {
        self.begins.insert(class)
    }

    /// What the agent reads.
    pub fn orders(&mut self) -> Result<Vec<u8>, String> {
        let sites = sites(self.turns);
        let mut classes: BTreeMap<ClassName, Woven> = BTreeMap::new();
        for name in sites.iter().map(|site| &site.class).chain(&self.begins) {
            if !classes.contains_key(name) {
                classes.insert(name.clone(), find(&mut self.path, &self.image, name)?);
            }
        }
        for woven in classes.values_mut() {
            woven.begin();
        }
        let number = |site: &TurnSite| sites.binary_search(site).expect("all sites are among them") as u32;
        let lasts = lasts(self.turns);
        for site in &sites {
            let woven = classes.get_mut(&site.class).expect("found above");
            let method = woven.method(site)?;
            let mut add = |kind| woven.calls.push(TurnCall { method, at: site.at, site: number(site), kind });
            add(self.kind_of(site));
            if lasts.contains(&site) {
                add(TurnCallKind::Behind);
            }
        }
        let mut out = Orders::default();
        let begins: Vec<&ClassName> =
            classes.iter().filter(|(_, woven)| woven.has_begin()).map(|(name, _)| name).collect();
        out.number(begins.len());
        begins.iter().for_each(|name| out.text(&name.dotted()));
        out.number(classes.len());
        for (name, woven) in &classes {
            let changed = with_turns(&woven.file, &woven.calls).map_err(|why| why.to_string())?;
            out.text(name);
            out.number(usize::from(woven.is_jdk));
            out.bytes(&woven.file.bytes);
            out.bytes(&changed);
        }
        out.number(sites.len());
        for site in &sites {
            let woven = &classes[&site.class];
            out.text(&woven.told(site)?);
            out.number(usize::from(woven.is_jdk));
            let field = woven.field(site)?;
            out.text(&field.map_or(Ok(String::new()), |field| declared(&mut self.path, &self.image, field))?);
        }
        self.write_steps(&mut out, &number);
        Ok(out.0)
    }

    fn kind_of(&self, site: &TurnSite) -> TurnCallKind {
        let is_here = |step: &&TurnStep| step.site.as_ref() == Some(site);
        let starts = |step: &TurnStep| matches!(step.kind, StepKind::Start { .. });
        if self.turns.steps.iter().filter(is_here).any(starts) {
            return TurnCallKind::Start;
        }
        match &self.turns.end {
            TurnsEnd::Race(both) if both.iter().any(|(_, raced)| raced == site) => TurnCallKind::Access,
            TurnsEnd::Race(_) | TurnsEnd::Exception | TurnsEnd::Deadlock => TurnCallKind::Before,
        }
    }

    fn write_steps(&self, out: &mut Orders, number: &dyn Fn(&TurnSite) -> u32) {
        let stands = |step: &&TurnStep| step.kind == StepKind::Stand;
        let steps: Vec<&TurnStep> = self.turns.steps.iter().filter(|step| !stands(step)).collect();
        out.number(steps.len());
        for step in steps {
            let (code, child) = match step.kind {
                StepKind::Step => (0, 0),
                StepKind::Start { child } => (1, child),
                StepKind::End => (2, 0),
                StepKind::Wait => (3, 0),
                StepKind::Park => (4, 0),
                StepKind::Pass => (5, 0),
                StepKind::Wake { interrupted: false } => (6, 0),
                StepKind::Wake { interrupted: true } => (7, 0),
                StepKind::Stand => unreachable!("filtered out"),
            };
            out.number(step.thread as usize);
            out.number(code);
            out.number(step.site.as_ref().map_or(u32::MAX, number) as usize);
            out.number(child as usize);
        }
        let mut standing: Vec<(u32, u32)> = Vec::new();
        for step in self.turns.steps.iter().filter(stands) {
            standing.extend(step.site.as_ref().map(|site| (step.thread, number(site))));
        }
        let end = match &self.turns.end {
            TurnsEnd::Exception => 0,
            TurnsEnd::Deadlock => 1,
            TurnsEnd::Race(both) => {
                standing.retain(|(thread, _)| both.iter().all(|(racing, _)| racing != thread));
                standing.splice(0..0, both.iter().map(|(thread, site)| (*thread, number(site))));
                2
            }
        };
        out.number(standing.len());
        for (thread, site) in standing {
            out.number(thread as usize);
            out.number(site as usize);
        }
        out.number(end);
        if let TurnsEnd::Race(both) = &self.turns.end {
            both.iter().for_each(|(thread, _)| out.number(*thread as usize));
        }
    }
}

impl Woven {
    /// A call where `run` begins, if there is one of a thread's kind.
    fn begin(&mut self) {
        let is_run = |method: &MethodInfo| {
            (&*method.name, &*method.descriptor) == RUN && method.code.is_some() && !method.is_static()
        };
        if let Some(method) = self.file.methods.iter().position(is_run)
            && !self.file.is_interface()
        {
            self.calls.push(TurnCall { method, at: 0, site: 0, kind: TurnCallKind::Begin });
        }
    }

    fn has_begin(&self) -> bool {
        self.calls.iter().any(|call| call.kind == TurnCallKind::Begin)
    }

    fn method(&self, site: &TurnSite) -> Result<usize, String> {
        let is_meant = |method: &MethodInfo| {
            *method.name == *site.method
                && *method.descriptor == *site.descriptor
                && method.access & access::NATIVE == 0
        };
        let found = self.file.methods.iter().position(is_meant);
        found.ok_or_else(|| format!("{} has no code of {}{}", site.class.dotted(), site.method, site.descriptor))
    }

    fn told(&self, site: &TurnSite) -> Result<String, String> {
        let method = &self.file.methods[self.method(site)?];
        let code = decode(&self.file, method).map_err(|why| why.to_string())?;
        let line = code.line(site.at).map_or(String::new(), |line| format!(", line {line}"));
        Ok(format!("{}.{} instruction {}{line}", site.class.dotted(), site.method, site.at))
    }

    /// The field that the instruction accesses, if it is one.
    fn field(&self, site: &TurnSite) -> Result<Option<MemberRef>, String> {
        let method = &self.file.methods[self.method(site)?];
        let code = decode(&self.file, method).map_err(|why| why.to_string())?;
        Ok(match code.insns.get(site.at as usize).map(|insn| insn.get()) {
            Some(Insn::GetField(index) | Insn::PutField(index) | Insn::GetStatic(index) | Insn::PutStatic(index)) => {
                self.file.pool.field(index).ok().cloned()
            }
            _ => None,
        })
    }
}

fn find(path: &mut ClassPath, image: &Image, name: &ClassName) -> Result<Woven, String> {
    let told = |why: SourceError| why.to_string();
    let of_jdk = image.class(name).map_err(told)?.map(|(_, bytes)| bytes);
    let is_jdk = of_jdk.is_some();
    let bytes = match of_jdk {
        Some(bytes) => Some(bytes),
        None => path.find(name).map_err(told)?,
    };
    let bytes = bytes.ok_or_else(|| format!("there is no class file of {}", name.dotted()))?;
    let file = ClassFile::parse(bytes.into()).map_err(|why| why.to_string())?;
    Ok(Woven { file, is_jdk, calls: Vec::new() })
}

/// A field by the class that declares it: that of a reference may be a subclass.
fn declared(path: &mut ClassPath, image: &Image, mut field: MemberRef) -> Result<String, String> {
    loop {
        let file = find(path, image, &field.class)?.file;
        match file.super_name.clone().filter(|_| file.field(&field.name, &field.descriptor).is_none()) {
            Some(above) => field.class = above,
            None => return Ok(format!("{}.{} {}", field.class, field.name, field.descriptor)),
        }
    }
}

/// All places of a schedule, each once; the number of one is its position.
fn sites(turns: &Turns) -> Vec<TurnSite> {
    let of_steps = turns.steps.iter().filter_map(|step| step.site.as_ref());
    let of_end = match &turns.end {
        TurnsEnd::Race(both) => both.iter().map(|(_, site)| site).collect(),
        TurnsEnd::Exception | TurnsEnd::Deadlock => Vec::new(),
    };
    let sites: BTreeSet<&TurnSite> = of_steps.chain(of_end).collect();
    sites.into_iter().cloned().collect()
}

/// Places of last steps of threads. A thread that ends must not be held: others may wait for it.
fn lasts(turns: &Turns) -> BTreeSet<&TurnSite> {
    let mut by_thread = BTreeMap::new();
    for step in &turns.steps {
        by_thread.insert(step.thread, step);
    }
    let goes_on = |step: &&TurnStep| !matches!(step.kind, StepKind::Stand | StepKind::End);
    by_thread.into_values().filter(goes_on).filter_map(|step| step.site.as_ref()).collect()
}

/// What is wrong with a schedule, whatever the program is.
fn check(turns: &Turns) -> Result<(), String> {
    let mut started = 1;
    let mut stands = BTreeSet::new();
    for (number, step) in turns.steps.iter().enumerate() {
        let wrong = |what: &str| Err(format!("step {number} of the schedule {what}"));
        if step.thread >= started {
            return wrong("is of a thread that was not started");
        }
        if stands.contains(&step.thread) && step.kind != StepKind::Stand {
            return wrong("is of a thread that stands");
        }
        match step.kind {
            StepKind::Wake { .. } => {}
            _ if step.site.is_none() => return wrong("has no place"),
            StepKind::Start { child } if child != started => return wrong("starts a thread out of order"),
            StepKind::Start { .. } => started += 1,
            StepKind::Stand => _ = stands.insert(step.thread),
            StepKind::Step | StepKind::End | StepKind::Wait | StepKind::Park | StepKind::Pass => {}
        }
        match &step.site {
            Some(site) if VIRTUAL.contains(&&*site.class) => {
                return Err("virtual threads cannot be made to take turns".into());
            }
            Some(site) if matches!(step.kind, StepKind::Start { .. }) && *site.class != *THREAD => {
                return wrong("starts a thread elsewhere than in java.lang.Thread");
            }
            Some(_) | None => {}
        }
    }
    Ok(())
}

/// Which classes of a jar with several versions a JVM takes.
fn release(jdk: &Path) -> u16 {
    const OLDEST: u16 = 8;
    let told = std::fs::read_to_string(jdk.join("release")).unwrap_or_default();
    let version = told.lines().find_map(|line| line.strip_prefix("JAVA_VERSION=\""));
    version.and_then(|version| version.split(['.', '"', '-', '+']).next()?.parse().ok()).unwrap_or(OLDEST)
}
