//! What `run` and `verify` share: the JDK, the class path, the main class, the world over them and the embedded JVM.

use crate::compile;
use crate::options::{Launch, Program};
use crate::source::Sources;
use anyhow::{Context, Result, anyhow, bail};
use bytecode::{ClassPath, Image, access};
use hotspot::{Hotspot, Jdk, Jvm, JvmOptions, Mode};
use machine::{ClassId, LoadError, Loader, MethodId, Options, Outside, World};
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
}

/// The main class and where its classes are.
pub struct Target {
    pub main_class: String,
    pub class_path: String,
}

/// Are nondeterministic values symbols?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Data {
    Concrete,
    Symbolic(Outside),
}

impl Session {
    pub fn open(launch: &Launch, data: Data, scratch: &Path) -> Result<Session> {
        let jdk = find_jdk(launch)?;
        let target = target(launch, &jdk, data, scratch)?;
        let entries: Vec<PathBuf> =
            target.class_path.split(':').map(|e| PathBuf::from(if e.is_empty() { "." } else { e })).collect();
        let class_path = ClassPath::open(&entries)?.with_release(jdk.feature as u16);
        let image = Image::open(&jdk.home.join("lib/modules"))?;
        let options = Options {
            feature: jdk.feature,
            version: jdk.version.clone(),
            stack_bytes: JAVA_STACK_BYTES,
            symbolic: matches!(data, Data::Symbolic(_)),
            outside: match data {
                Data::Concrete => Outside::Allowed,
                Data::Symbolic(outside) => outside,
            },
            heap_bytes: java_heap_bytes(),
            interrupt: Arc::default(),
        };
        let mut world = World::new(Box::new(Sources { image, class_path }), options)
            .map_err(|e| anyhow!("cannot read the JDK: {e:?}"))?;
        let (class, main) = main_method(&mut world, &target.main_class)?;
        Ok(Session { jdk, target, world, class, main })
    }

    /// Creates the JVM. Once per process, on a thread with a large stack.
    pub fn start(&self, launch: &Launch, arguments: &[String], mode: Mode) -> Result<Hotspot> {
        let mut properties = launch.properties.clone();
        let command: Vec<String> = std::iter::once(&self.target.main_class).chain(arguments).cloned().collect();
        properties.push(("sun.java.command".into(), command.join(" ")));
        let jvm = Jvm::create(&JvmOptions {
            jdk_home: self.jdk.home.clone(),
            class_path: self.target.class_path.clone(),
            system_properties: properties,
            extra: vec!["-XX:+SuppressFatalErrorMessage".into()],
            ..JvmOptions::default()
        })?;
        Ok(Hotspot::new(jvm, mode))
    }
}

fn find_jdk(launch: &Launch) -> Result<Jdk> {
    let environment = |name: &str| std::env::var(name).ok();
    Ok(Jdk::find(launch.jdk.as_deref(), environment("JAVA_HOME").as_deref(), environment("PATH").as_deref())?)
}

/// Sources are compiled once for several processes.
pub fn compiled(launch: &Launch, scratch: &Path) -> Result<Target> {
    target(launch, &find_jdk(launch)?, Data::Symbolic(Outside::Refused), scratch)
}

/// A quarter of the machine's memory, as `java` takes by default.
fn java_heap_bytes() -> u64 {
    let info = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let total = info
        .lines()
        .find_map(|l| l.strip_prefix("MemTotal:"))
        .and_then(|l| l.trim().trim_end_matches(" kB").trim().parse::<u64>().ok());
    total.map_or(1 << 30, |kb| kb * 1024 / 4)
}

fn target(launch: &Launch, jdk: &Jdk, data: Data, scratch: &Path) -> Result<Target> {
    let given = launch.class_path.clone();
    let class_path = given.clone().or_else(|| std::env::var("CLASSPATH").ok()).unwrap_or_else(|| ".".into());
    match &launch.program {
        Program::Class(name) => Ok(Target { main_class: name.replace('/', "."), class_path }),
        Program::Jar(jar) => {
            if !jar.exists() {
                bail!("no such jar: {}", jar.display());
            }
            let manifest = bytecode::manifest(jar)?;
            let main_class =
                manifest.main_class.with_context(|| format!("no Main-Class in the manifest of {}", jar.display()))?;
            Ok(Target { main_class, class_path: jar.display().to_string() })
        }
        Program::Source(source) => {
            if !source.exists() {
                bail!("no such source file: {}", source.display());
            }
            let api = match data {
                Data::Symbolic(_) => Some(compile::api_folder(scratch)?.display().to_string()),
                Data::Concrete => None,
            };
            let libraries: Vec<String> = given.iter().chain(&api).cloned().collect();
            let compiled = compile::compile(source, &jdk.home, &libraries.join(":"), scratch)?;
            let mut entries = vec![compiled.folder.display().to_string()];
            if source.is_dir() {
                // Resources lie beside the sources.
                entries.push(source.display().to_string());
            }
            entries.extend(libraries);
            Ok(Target { main_class: compiled.main_class, class_path: entries.join(":") })
        }
        Program::None => unreachable!("the parser demands a program"),
    }
}

fn main_method(world: &mut World, name: &str) -> Result<(ClassId, MethodId)> {
    let internal = name.replace('.', "/");
    let class = match world.load(Loader::App, &internal) {
        Ok(Some(class)) => class,
        Ok(None) => bail!("no such class: {name} (is the class path right? see -cp)"),
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

fn load_failure(name: &str, error: LoadError) -> anyhow::Error {
    match error {
        LoadError::Malformed { class, why } => {
            anyhow!("class {} is corrupt: {why}", class.replace('/', "."))
        }
        LoadError::TooNew { class, major, accepted } => anyhow!(
            "class {} was compiled for Java {}, the JDK at hand is {} (use a newer one: --jdk DIR)",
            class.replace('/', "."),
            major - 44,
            accepted - 44
        ),
        LoadError::MissingSuper(missing) => {
            anyhow!("class {name} needs class {}, which is not on the class path", missing.replace('/', "."))
        }
        LoadError::WrongName { asked, found } => {
            anyhow!(
                "the class file of {} contains class {}: use its full name",
                asked.replace('/', "."),
                found.replace('/', ".")
            )
        }
        LoadError::Incompatible(why) => anyhow!("class {name} cannot be linked: {why}"),
        LoadError::Circular(class) => {
            anyhow!("class {} is its own superclass", class.replace('/', "."))
        }
        LoadError::Source(why) => anyhow!(why),
    }
}
