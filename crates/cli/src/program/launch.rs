//! What `run` and `verify` share: the JDK, the class path, the main class, the world over them and the embedded JVM.

use super::options::{Launch, Program};
use crate::program::compile::{self, Purpose};
use crate::program::models::{self, Pair};
use crate::program::source::Sources;
use crate::program::specs;
use anyhow::{Result, bail};
use bytecode::synth::check::{CHECKS, checks_class};
use bytecode::synth::driver::{self, DRIVER, Receiver};
use bytecode::{ClassName, ClassPath, DottedName, Image, Patterns, SearchPath, access};
use contracts::LoopContract;
use hotspot::{Hotspot, Jdk, JdkError, Jvm, JvmOptions, Mode};
use machine::reason::Measure;
use machine::shapes::Bounds;
use machine::{ClassId, LoadError, Loader, MethodId, Options, Outside, World};
use replay::driver::Planned;
use replay::driver::lookup::{self, Known, Wanted};
use replay::driver::names::{parameter_names, simple_type, type_name};
use replay::driver::prepare::{self, Prepared};
use replay::driver::targets::{self, Scope};
use replay::files::give_class;
use sandbox::{Free, Strength};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// `java`'s default for the main thread.
const JAVA_STACK_BYTES: usize = 1 << 20;

/// Everything that a state needs around it.
pub struct Session {
    pub jdk: Jdk,
    pub target: Target,
    pub world: World,
    pub class: ClassId,
    pub main: MethodId,
    /// The class file that calls the method in a replay, if a method is explored.
    pub driver: Option<Vec<u8>>,
    pub method: Option<report::Method>,
    /// Loops of the source that have clauses.
    pub loops: Vec<LoopContract>,
}

/// The main class and where its classes are.
pub struct Target {
    pub main_class: DottedName,
    pub class_path: SearchPath,
    /// The folder of the API classes, if there is one.
    pub api: Option<PathBuf>,
}

impl Target {
    /// The class path without the API classes.
    pub fn user_path(&self) -> SearchPath {
        self.class_path.iter().filter(|entry| self.api.as_deref() != Some(*entry)).collect()
    }
}

/// Are nondeterministic values symbols?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Data {
    Concrete,
    /// On one path.
    Followed,
    Symbolic(Outside),
}

impl Data {
    /// Of an exploration whose engine is confined so far.
    pub fn symbolic(confined: Strength) -> Data {
        Data::Symbolic(if confined == Strength::Nothing { Outside::Allowed } else { Outside::Refused })
    }
}

/// The world over a class path, with the models of the user.
pub struct Opened {
    pub jdk: Jdk,
    pub contracts: Option<Prepared>,
    pub target: Target,
    pub models: Vec<Pair>,
    pub world: World,
}

impl Opened {
    pub fn open(launch: &Launch, data: Data, free: &Free) -> Result<Opened> {
        let jdk = find_jdk(launch)?;
        let mut target = target(launch, &jdk, data, free)?;
        let contracts = contracts(launch, &jdk, &mut target, free)?;
        let models = models::class_entries(&launch.models, &jdk.home, &target.class_path, "models", free)?;
        let specs = models::class_entries(&launch.specs, &jdk.home, &target.class_path, "specs", free)?;
        models.iter().chain(&specs).for_each(|entry| target.class_path.push(entry));
        let class_path = ClassPath::open(&target.class_path)?.with_release(jdk.feature as u16);
        let image = Image::open(&jdk.home.join("lib/modules"))?;
        let options = Options {
            feature: jdk.feature,
            version: jdk.version.clone(),
            stack_bytes: JAVA_STACK_BYTES,
            symbolic: data != Data::Concrete,
            merging: false,
            lockstep: false,
            outside: match data {
                Data::Concrete | Data::Followed => Outside::Allowed,
                Data::Symbolic(outside) => outside,
            },
            native_code: if launch.allow_native { Outside::Allowed } else { Outside::Refused },
            heap_bytes: java_heap_bytes(),
            interrupt: Arc::default(),
            in_native: Arc::default(),
            orders: false,
            array_length: launch.array_length,
            measure: Measure::ArrayLength,
            input_names: Vec::new(),
            objects: false,
            invariants: false,
            bounds: Bounds::default(),
            makes: false,
            sinks: Patterns::default(),
            coverage: false,
            decisions: false,
            concrete: launch.concrete.clone(),
        };
        let mut world = World::new(Box::new(Sources { image, class_path }), options)
            .map_err(|error| load_failure("java.lang.Object", error).context("cannot read the JDK"))?;
        let models = models::pairs(&mut world, &models::marked(&models)?, &|| class_names(&target.class_path))?;
        models::register(&mut world, &models);
        specs::register(&mut world, &specs)?;
        if let Some(prepared) = &contracts {
            replay::driver::assume(&mut world, prepared).map_err(anyhow::Error::msg)?;
        }
        Ok(Opened { jdk, target, world, models, contracts })
    }

    /// Classes of the class path but for ours.
    pub fn user_classes(&self) -> Vec<DottedName> {
        class_names(&self.target.user_path())
    }

    /// The methods that the words of the user mean, and how they are driven.
    pub fn plan(&mut self, targets: &[String], scope: Scope) -> Result<Vec<Planned>> {
        let names = self.user_classes();
        targets::find(&mut self.world, &names, self.contracts.as_ref(), targets, scope).map_err(anyhow::Error::msg)
    }
}

/// Classes with contracts stand before the others, with the code that checks them.
fn contracts(launch: &Launch, jdk: &Jdk, target: &mut Target, free: &Free) -> Result<Option<Prepared>> {
    let mut sources = launch.sources.clone();
    let program = match &launch.program {
        Program::Source(source) if launch.checks => Some(source.clone()),
        Program::Source(source) if launch.method.is_some() && prepare::has_clauses_inside(source) => {
            Some(source.clone())
        }
        _ => None,
    };
    sources.extend(program.clone());
    if sources.is_empty() {
        return Ok(None);
    }
    let prepared = prepare::prepare(&sources, &launch.assumed, &jdk.home, &target.class_path, free);
    let prepared = match prepared {
        Ok(prepared) => prepared,
        // Without them the program is what javac makes of it.
        Err(why) if !launch.checks => {
            eprintln!("jacana: warning: clauses of the source are left out: {why}");
            return Ok(None);
        }
        Err(why) => return Err(anyhow::Error::msg(why)),
    };
    if !launch.checks {
        for problem in prepared.contracts.methods.iter().flat_map(|method| &method.problems) {
            eprintln!("jacana: warning: clauses of a method are left out: {problem}");
        }
    }
    if let Some(folder) = &prepared.folder {
        if program.is_none() {
            for warning in prepare::other_sources(folder, &target.class_path)? {
                eprintln!("jacana: warning: {warning}");
            }
        }
        target.class_path = target.class_path.with_first(folder);
    }
    Ok(Some(prepared))
}

fn class_names(path: &SearchPath) -> Vec<DottedName> {
    ClassPath::open(path).map(|path| path.class_names()).unwrap_or_default()
}

impl Session {
    pub fn open(launch: &Launch, data: Data, free: &Free) -> Result<Session> {
        let Opened { jdk, mut target, mut world, contracts, .. } = Opened::open(launch, data, free)?;
        let loops = contracts.map(|prepared| prepared.contracts.loops).unwrap_or_default();
        let class_path = target.class_path.clone();
        let known = || class_names(&class_path);
        let (driver, method) = match method_wanted(launch, &target, &mut world, data)? {
            Some(wanted) => {
                let (driver, method) = drive(&mut world, &mut target, &wanted, &known, free)?;
                (Some(driver), Some(method))
            }
            None => (None, None),
        };
        let (class, main) = main_method(&mut world, &target.main_class, &known)?;
        Ok(Session { jdk, target, world, class, main, driver, method, loops })
    }

    /// Creates the JVM. Once per process, on a thread with a large stack.
    pub fn start(&self, launch: &Launch, arguments: &[String], mode: Mode) -> Result<Hotspot> {
        let mut properties = launch.properties.clone();
        let command: Vec<&str> =
            std::iter::once(&*self.target.main_class).chain(arguments.iter().map(String::as_str)).collect();
        properties.push(("sun.java.command".into(), command.join(" ")));
        let jvm = Jvm::create(&JvmOptions {
            jdk_home: self.jdk.home.clone(),
            class_path: self.target.class_path.clone(),
            system_properties: properties,
            concrete: launch.concrete.clone(),
            extra: vec!["-XX:+SuppressFatalErrorMessage".into()],
            ..JvmOptions::default()
        })?;
        Ok(Hotspot::new(jvm, mode))
    }
}

pub fn find_jdk(launch: &Launch) -> Result<Jdk> {
    Ok(jdk_at(launch.jdk.as_deref())?)
}

/// The JDK of `--jdk`, else of JAVA_HOME, else of the `java` on PATH.
pub fn jdk_at(explicit: Option<&Path>) -> Result<Jdk, JdkError> {
    let environment = |name: &str| std::env::var(name).ok();
    Jdk::find(explicit, environment("JAVA_HOME").as_deref(), environment("PATH").as_deref())
}

/// Folders and jars of the class path, before anything of ours is on it.
pub fn class_path_entries(launch: &Launch) -> Vec<PathBuf> {
    // `folder/*` is all jars of the folder.
    let folder =
        |entry: &Path| if entry.ends_with("*") { entry.parent().unwrap_or(entry) } else { entry }.to_path_buf();
    class_path(launch).iter().map(folder).collect()
}

fn class_path(launch: &Launch) -> SearchPath {
    let environment = || std::env::var("CLASSPATH").ok().filter(|path| !path.is_empty());
    launch.class_path.clone().unwrap_or_else(|| SearchPath::from(environment().as_deref().unwrap_or(".")))
}

/// What keeps a replay from native libraries: it finds none by their names, and a JDK that can refuses those by their paths.
pub fn native_options(launch: &Launch, jdk: &Jdk, free: &Free) -> Vec<String> {
    match (launch.allow_native, jdk.feature) {
        (true, 24..) => vec!["--enable-native-access=ALL-UNNAMED".into()],
        (true, _) => Vec::new(),
        (false, feature) => {
            let refused = (feature >= 24).then(|| "--illegal-native-access=deny".to_string());
            refused.into_iter().chain([format!("-Djava.library.path={}", free.given.display())]).collect()
        }
    }
}

/// Sources are compiled once for several processes.
pub fn compiled(launch: &Launch, free: &Free) -> Result<Target> {
    target(launch, &find_jdk(launch)?, Data::Symbolic(Outside::Refused), free)
}

/// A quarter of the machine's memory, as `java` takes by default.
fn java_heap_bytes() -> u64 {
    machine_memory().map_or(1 << 30, |bytes| bytes / 4)
}

/// Bytes of memory that the machine has, if it tells.
pub fn machine_memory() -> Option<u64> {
    let info = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let total = info.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    total.trim().trim_end_matches(" kB").trim().parse::<u64>().ok().map(|kilobytes| kilobytes * 1024)
}

fn target(launch: &Launch, jdk: &Jdk, data: Data, free: &Free) -> Result<Target> {
    let api = match data {
        Data::Symbolic(_) | Data::Followed => Some(compile::api_folder(free)?),
        Data::Concrete => None,
    };
    // What the program brings itself comes first.
    let with_api = |path: SearchPath| path.iter().chain(api.as_deref()).collect();
    let class_path = class_path(launch);
    let (main_class, class_path) = match &launch.program {
        Program::None => (DottedName::default(), with_api(class_path)),
        Program::Class(name) => (DottedName::written(name), with_api(class_path)),
        Program::Jar(jar) => {
            if !jar.exists() {
                bail!("no such jar: {}", jar.display());
            }
            let manifest = bytecode::manifest(jar)?;
            let main_class = match (manifest.main_class, &launch.method) {
                (Some(class), _) => class,
                (None, Some(_)) => DottedName::default(),
                (None, None) => bail!("no Main-Class in the manifest of {}", jar.display()),
            };
            (main_class, with_api(SearchPath::of(jar)))
        }
        Program::Source(source) => {
            if !source.exists() {
                bail!("no such source file: {}", source.display());
            }
            let libraries: SearchPath = with_api(launch.class_path.clone().unwrap_or_default());
            let purpose = if launch.method.is_some() || launch.checks { Purpose::Methods } else { Purpose::Program };
            let compiled = compile::compile(source, &jdk.home, &libraries, purpose, free)?;
            // Resources lie beside the sources.
            let path = if source.is_dir() { libraries.with_first(source) } else { libraries };
            (compiled.main_class, path.with_first(&compiled.folder))
        }
    };
    Ok(Target { main_class, class_path, api })
}

/// The method to explore: given as such, or as the name of a class that does not exist, in a class that does.
fn method_wanted(launch: &Launch, target: &Target, world: &mut World, data: Data) -> Result<Option<Wanted>> {
    if let Some(wanted) = &launch.method {
        let mut wanted = wanted.clone();
        if wanted.class.is_none() {
            if target.main_class.is_empty() {
                bail!("which class has the method `{}`? (as in `Class.{0}`)", wanted.method);
            }
            wanted.class = Some(target.main_class.clone().into());
        }
        return Ok(Some(wanted));
    }
    let Program::Class(name) = &launch.program else {
        return Ok(None);
    };
    let mut exists = |name: &str| !matches!(world.load(Loader::App, &DottedName::written(name).internal()), Ok(None));
    if !matches!(data, Data::Symbolic(_)) || exists(name) {
        return Ok(None);
    }
    let Ok(wanted) = Wanted::parse(name) else {
        return Ok(None);
    };
    let class = wanted.class.clone().unwrap_or_default();
    // `Outer.Inner.method`: the class may be a nested one.
    let is_method = exists(&class) || class.rsplit_once('.').is_some_and(|(outer, _)| exists(outer));
    Ok(is_method.then_some(wanted))
}

/// Makes a driver of the method the main class; answers the driver of a replay, and what is to be reported.
fn drive(
    world: &mut World,
    target: &mut Target,
    wanted: &Wanted,
    known: Known,
    free: &Free,
) -> Result<(Vec<u8>, report::Method)> {
    let name = wanted.class.as_deref().unwrap_or_default();
    let class = lookup::find_class(world, name, known).map_err(anyhow::Error::msg)?;
    let method = lookup::find_method(world, class, wanted).map_err(anyhow::Error::msg)?;
    let called = lookup::target(world, class, method).map_err(anyhow::Error::msg)?;
    let this = (called.receiver == Receiver::Any).then(|| "this".to_string());
    world.options.input_names = this.into_iter().chain(parameter_names(world, method)).collect();
    world.options.objects = lookup::has_objects(world, method, called.receiver);
    world.options.invariants = called.invariants;
    let api = target.api.as_ref().expect("methods are explored, not run");
    give_class(free, api, &CHECKS.into(), &checks_class(&[])?)?;
    give_class(free, api, &DRIVER.into(), &driver::exploring_driver(&called)?)?;
    target.main_class = ClassName::from(DRIVER).dotted();
    Ok((driver::replaying_driver(&called)?, reported(world, class, method)))
}

fn main_method(world: &mut World, name: &DottedName, known: Known) -> Result<(ClassId, MethodId)> {
    let class = match world.load(Loader::App, &name.internal()) {
        Ok(Some(class)) => class,
        Ok(None) => {
            let near = lookup::near_classes(name, &known());
            bail!("no such class: {name} (is the class path right? see -cp){near}")
        }
        Err(error) => return Err(load_failure(name, error)),
    };
    let main = world.classes[class]
        .chain
        .iter()
        .rev()
        .find_map(|&c| world.classes[c].declared_method("main", "([Ljava/lang/String;)V"));
    let needed = access::PUBLIC | access::STATIC;
    match main.filter(|&m| world.classes[m].access & needed == needed) {
        Some(main) => Ok((class, main)),
        None => bail!("class {name} has no method `public static void main(String[])`"),
    }
}

pub fn load_failure(name: &str, error: LoadError) -> anyhow::Error {
    anyhow::Error::msg(lookup::load_failure(name, error))
}

/// The method as reports show it. A test in its package can call what is not private.
fn reported(world: &World, class: ClassId, method: MethodId) -> report::Method {
    let (c, m) = (&world.classes[class], &world.classes[method]);
    let name = c.dotted();
    let (package, simple) = (name.package(), name.simple());
    let source = simple.replace('$', ".");
    let constructor = c.declared_method("<init>", "()V");
    let is_open = |m: MethodId| world.classes[m].access & access::PRIVATE == 0;
    // A class file says nothing of classes that are private in their source.
    let is_visible = is_open(method) && !simple.contains('$') && !package.starts_with("java");
    let call = match (m.is_static(), constructor) {
        (true, _) => Some(format!("{source}.{}", m.name)),
        (false, Some(constructor)) if is_open(constructor) => Some(format!("new {source}().{}", m.name)),
        (false, _) => None,
    };
    report::Method {
        class: name.clone(),
        name: m.name.to_string(),
        types: m.parameters.iter().map(|p| simple_type(&type_name(p)).to_string()).collect(),
        call: call.filter(|_| is_visible),
    }
}
