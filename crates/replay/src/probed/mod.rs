//! The program on a `java` whose classes have probes: which way its first thread takes there. The classes get their probes from an agent as they are
//! loaded, so that jars, their seals and loaders of the program work as ever.

mod table;

pub use table::Place;

use crate::agent::{Agent, Orders};
use crate::input::Input;
use crate::jvm::Replay;
use bytecode::probe::redirect;
use bytecode::synth::api::api_classes;
use bytecode::synth::driver::DRIVER;
use bytecode::synth::inputs::INPUTS;
use bytecode::{ClassFile, ClassName};
use machine::decided::{Evaluated, evaluations};
use machine::{Loader, MethodId, World, way};
use sandbox::Writes;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use table::Table;

/// `java` again and again, with more and more classes that have probes.
#[derive(Debug)]
pub struct Prober {
    /// How the program is started; arguments and properties are those of each run.
    pub replay: Replay,
    table: Table,
    /// The jar of the agent, or why there is none.
    agent: Option<Result<PathBuf, String>>,
    /// Classes of the JDK that open files of our choice, or why there are none.
    openers: Option<Result<Vec<ClassBytes>, String>>,
}

/// The name of a class and its class file.
type ClassBytes = (String, Vec<u8>);

/// What one run is given.
#[derive(Clone, Debug, Default)]
pub struct Given {
    pub arguments: Vec<String>,
    /// System properties of this run, which win over those of the replay.
    pub properties: Vec<(String, String)>,
    pub standard: Vec<u8>,
    /// Files by their names, and what is to be read there.
    pub files: Vec<(String, Vec<u8>)>,
    /// What input APIs answer.
    pub inputs: Vec<Input>,
}

/// The way that the first thread took on `java`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JavaWay {
    /// Numbers of the probes that it passed, as many as are kept.
    turns: Vec<u32>,
    /// How many there were, and a sum over them in their order.
    count: u64,
    sum: u64,
    /// Other threads passed probes, too, which are not compared.
    pub others: bool,
    /// Unless a signal ended it.
    pub exit: Option<i32>,
    /// The class of the exception that left the first thread.
    pub thrown: Option<String>,
}

/// Two ways beside each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// So many branches and switches were the same.
    Same(u64, Extent),
    /// Where they part, and how many branches and switches were the same.
    Parted(Place, u64),
}

/// How much of two ways was compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    Whole,
    /// As much as is kept of them.
    Beginning,
}

/// Runs until all classes that are loaded have probes.
const ATTEMPTS: usize = 3;

/// What probes call, whoever remembers it.
pub const PROBES_SOURCE: &str = include_str!("../../java/Probes.java");
pub const SIDES_SOURCE: &str = include_str!("../../java/Sides.java");
const SOURCES: [(&str, &str); 3] = [
    ("Probes.java", PROBES_SOURCE),
    ("Sides.java", SIDES_SOURCE),
    ("Passed.java", include_str!("../../java/Passed.java")),
];
const AGENT: Agent<3> = Agent { name: "agent", premain: "jacana.probe.Passed", sources: SOURCES };

/// Methods of the JDK that open files: class, name, descriptor, the variable with the name, and what it becomes.
const OPENERS: [Opener; 3] = [
    Opener { class: "java/io/FileInputStream", method: ("open", "(Ljava/lang/String;)V"), local: 1, path: None },
    Opener { class: "java/io/RandomAccessFile", method: ("open", "(Ljava/lang/String;I)V"), local: 1, path: None },
    Opener {
        class: "sun/nio/fs/UnixNativeDispatcher",
        method: ("open", "(Lsun/nio/fs/UnixPath;II)I"),
        local: 0,
        path: Some("sun/nio/fs/UnixPath"),
    },
];

struct Opener {
    class: &'static str,
    method: (&'static str, &'static str),
    local: u8,
    /// The class of paths, where it is no text.
    path: Option<&'static str>,
}

impl JavaWay {
    fn is_kept(&self) -> bool {
        self.count == self.turns.len() as u64
    }
}

impl Prober {
    pub fn new(replay: Replay) -> Prober {
        Prober { replay, table: Table::default(), agent: None, openers: None }
    }

    /// Runs the program; an error says why nothing is known of its way.
    pub fn run(&mut self, world: &mut World, given: &Given) -> Result<JavaWay, String> {
        let impossible = |text: &String| text.contains('\0');
        if given.arguments.iter().chain(given.properties.iter().map(|(_, value)| value)).any(impossible) {
            return Err("no command line can have this input".into());
        }
        self.take_loaded(world);
        let agent = self.agent()?;
        let openers = if given.files.is_empty() { Vec::new() } else { self.openers(world)? };
        for _ in 0..ATTEMPTS {
            let (way, unknown) = self.attempt(&agent, &openers, given)?;
            let mut added = false;
            for name in &unknown {
                added |= self.take_from_class_path(world, name);
            }
            match unknown.first() {
                None => return Ok(way),
                Some(name) if !added => return Err(format!("java made the class {} by itself", name.dotted())),
                Some(_) => {}
            }
        }
        Err("java loads other classes each time".into())
    }

    /// Do both runs of `java` go the same way?
    pub fn compare(&self, one: &JavaWay, other: &JavaWay) -> Comparison {
        let is_same = (one.count, one.sum) == (other.count, other.sum);
        let extent = if one.is_kept() { Extent::Whole } else { Extent::Beginning };
        self.table.compare(&one.turns, &other.turns, is_same, extent)
    }

    /// Does `java` go where our interpreter went? What neither tells apart is left out: methods that `is_unseen` by the interpreter.
    pub fn compare_with_ours(
        &self,
        world: &World,
        ours: &way::Way,
        java: &JavaWay,
        is_unseen: &dyn Fn(&ClassName, &str) -> bool,
    ) -> Comparison {
        let mut numbers: BTreeMap<MethodId, table::Numbers> = BTreeMap::new();
        let mut unseen: HashMap<u32, bool> = HashMap::new();
        let mut is_seen = |turn: &u32| !*unseen.entry(*turn).or_insert_with(|| self.table.is_in(*turn, is_unseen));
        let mine: Vec<u32> = ours
            .turns
            .iter()
            .filter_map(|turn| {
                numbers.entry(turn.method).or_insert_with(|| self.table.numbers(world, turn.method)).number(turn)
            })
            .collect();
        let mine: Vec<u32> = mine.into_iter().filter(&mut is_seen).collect();
        let theirs: Vec<u32> = java.turns.iter().copied().filter(&mut is_seen).collect();
        if ours.count == ours.turns.len() as u64 && java.is_kept() {
            return self.table.compare(&mine, &theirs, true, Extent::Whole);
        }
        // Beyond what is kept nothing is compared; what is left out makes one of them shorter.
        let length = mine.len().min(theirs.len());
        self.table.compare(&mine[..length], &theirs[..length], true, Extent::Beginning)
    }

    /// How decisions and switches were evaluated on the way, as far as it is kept.
    pub fn evaluated(&self, world: &World, way: &JavaWay) -> BTreeSet<Evaluated> {
        let mut methods: HashMap<(ClassName, usize), Option<MethodId>> = HashMap::new();
        let mut method_of = |class: &ClassName, index: usize| {
            *methods.entry((class.clone(), index)).or_insert_with(|| {
                let class = world.classes.find(Loader::App, class)?;
                let is_meant = |method: &&MethodId| usize::from(world.classes[**method].index) == index;
                world.classes[class].methods.iter().find(is_meant).copied()
            })
        };
        let jumps = way.turns.iter().filter_map(|&turn| {
            let (class, index, pc, went) = self.table.jump(turn)?;
            Some((method_of(class, index)?, pc, went))
        });
        evaluations(&world.classes, jumps)
    }

    /// Methods that have no probes, and why.
    pub fn left(&self) -> &BTreeSet<String> {
        &self.table.left
    }

    /// Classes of the program that our interpreter has loaded.
    fn take_loaded(&mut self, world: &World) {
        let ignored = ignored();
        let models: BTreeSet<_> = world.user_models.values().map(|model| world.classes[model.method].class).collect();
        for class in world.classes.iter() {
            let (Some(file), false) = (&class.file, class.is_jdk() || class.synthetic) else { continue };
            if !ignored.contains(&*class.name) && !models.contains(&class.id) {
                self.table.add(file);
            }
        }
    }

    fn take_from_class_path(&mut self, world: &mut World, name: &ClassName) -> bool {
        let Ok(Some(bytes)) = world.source.app(name) else { return false };
        ClassFile::parse(bytes.into()).is_ok_and(|file| self.table.add(&Rc::new(file)))
    }

    fn attempt(
        &self,
        agent: &Path,
        openers: &[ClassBytes],
        given: &Given,
    ) -> Result<(JavaWay, Vec<ClassName>), String> {
        let replay = &self.replay;
        let (orders, result) = (replay.folder.join("probes"), replay.free.work.join("way"));
        let mut files = Vec::new();
        for (number, (name, contents)) in given.files.iter().enumerate() {
            let instead = replay.folder.join(format!("file{number}"));
            replay.free.write(&instead, contents).map_err(told)?;
            files.push((name.clone(), instead));
        }
        replay.free.write(&orders, self.orders(&files, openers)).map_err(told)?;
        // Of an earlier run.
        let _ = fs::remove_file(&result);
        let mut properties = replay.properties.clone();
        properties.extend(given.properties.iter().cloned());
        let replay = Replay { arguments: given.arguments.clone(), properties, ..replay.clone() };
        replay.prepare_inputs(&given.inputs)?;
        let mut command = replay.java_command();
        command.arg(format!("-javaagent:{}={},{}", agent.display(), orders.display(), result.display()));
        command.arg("-cp").arg(replay.whole_class_path().to_string()).arg(&*replay.main_class).args(&replay.arguments);
        let (said, exit) = replay.finish_with_input(command, Writes::Work, given.standard.clone())?;
        if let Some(error) = REFUSALS.iter().find(|error| said.contains(**error)) {
            return Err(format!("java says {error} of a class with probes"));
        }
        if let Some(error) = LIMITS.iter().find(|error| said.contains(**error)) {
            return Err(format!("java met a limit of its own: {error}"));
        }
        let way = fs::read(&result).ok().and_then(|bytes| read(&bytes, exit, thrown(&said)));
        way.ok_or_else(|| format!("java left no record of its way: {}", said.lines().next().unwrap_or("it was halted")))
    }

    /// What the agent reads.
    fn orders(&self, files: &[(String, PathBuf)], openers: &[ClassBytes]) -> Vec<u8> {
        let mut out = Orders(Vec::new());
        let ignored = ignored();
        out.number(ignored.len());
        ignored.iter().for_each(|name| out.text(name));
        out.number(self.table.classes.len());
        for class in &self.table.classes {
            out.text(&class.file.name);
            out.bytes(&class.file.bytes);
            out.bytes(&class.probed.bytes);
        }
        self.table.write_switches(&mut out);
        out.number(files.len());
        for (name, instead) in files {
            out.text(name);
            out.text(&instead.display().to_string());
        }
        out.number(openers.len());
        for (name, bytes) in openers {
            out.text(name);
            out.bytes(bytes);
        }
        out.0
    }

    fn agent(&mut self) -> Result<PathBuf, String> {
        let made =
            self.agent.take().unwrap_or_else(|| AGENT.make(&self.replay.free, &self.replay.folder, &self.replay.java));
        self.agent.insert(made).clone()
    }

    fn openers(&mut self, world: &mut World) -> Result<Vec<ClassBytes>, String> {
        self.openers.get_or_insert_with(|| OPENERS.iter().map(|opener| opener.changed(world)).collect()).clone()
    }
}

/// What a JVM throws at classes that it does not take.
const REFUSALS: [&str; 3] = ["java.lang.VerifyError", "java.lang.ClassFormatError", "jacana/probe/P"];

/// What depends on the memory that a JVM has, not on the program alone.
const LIMITS: [&str; 2] = ["java.lang.OutOfMemoryError", "java.lang.StackOverflowError"];

impl Opener {
    fn changed(&self, world: &mut World) -> Result<(String, Vec<u8>), String> {
        let found = world.source.jdk(&self.class.into())?;
        let (_, bytes) = found.ok_or_else(|| format!("this JDK has no class {}", self.class))?;
        let file = ClassFile::parse(bytes.into()).map_err(|why| why.to_string())?;
        let by = match self.path {
            None => ("file", "(Ljava/lang/String;)Ljava/lang/String;"),
            Some(_) => ("path", "(Ljava/lang/Object;)Ljava/lang/Object;"),
        };
        let changed = redirect(&file, self.method, self.local, by, self.path).map_err(|why| why.to_string())?;
        Ok((file.name.dotted().to_string(), changed))
    }
}

/// Classes of ours that stand before those of the program.
fn ignored() -> BTreeSet<String> {
    let api = api_classes(INPUTS).unwrap_or_default();
    api.into_iter().map(|(name, _)| name.to_string()).chain([INPUTS, DRIVER].map(String::from)).collect()
}

/// The class of an exception that `java` tells of.
fn thrown(said: &str) -> Option<String> {
    let told = said.lines().find_map(|line| line.strip_prefix("Exception in thread \"main\" "))?;
    Some(told.split(':').next().unwrap_or_default().trim().to_string())
}

/// What the agent wrote, and the classes that it had no probes for; nothing if it is not complete.
fn read(bytes: &[u8], exit: Option<i32>, thrown: Option<String>) -> Option<(JavaWay, Vec<ClassName>)> {
    let mut rest = bytes;
    let mut take = |count: usize| -> Option<&[u8]> {
        let (first, behind) = rest.split_at_checked(count)?;
        rest = behind;
        Some(first)
    };
    let number = |bytes: &[u8]| bytes.iter().fold(0, |number: u64, &byte| number << 8 | u64::from(byte));
    let mut unknown = Vec::new();
    for _ in 0..number(take(4)?) {
        let length = number(take(2)?) as usize;
        unknown.push(ClassName::from(&*String::from_utf8_lossy(take(length)?)));
    }
    let others = take(1)? != [0];
    let (count, sum) = (number(take(8)?), number(take(8)?));
    let kept = number(take(4)?) as usize;
    let turns = take(kept.checked_mul(4)?)?.chunks_exact(4).map(|bytes| number(bytes) as u32).collect();
    (take(5)? == b"\0\x03end").then_some((JavaWay { turns, count, sum, others, exit, thrown }, unknown))
}

fn told(error: std::io::Error) -> String {
    error.to_string()
}
