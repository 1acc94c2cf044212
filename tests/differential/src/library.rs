//! The classes of a package of the JDK or of a jar, as our own reader of class files sees them: what there is to test, without any engine.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::rc::Rc;

use bytecode::{
    ClassFile, ClassName, ClassPath, Code, DottedName, Flow, Image, Insn, MethodInfo, SearchPath, access, decode,
};

use crate::sha256::sha256;
use crate::tools::Tools;

pub struct Library {
    pub classes: BTreeMap<ClassName, ClassFile>,
}

impl Library {
    /// The classes of one package of the JDK, those below it left out.
    pub fn package(tools: &Tools, package: &str) -> Library {
        Library::of_jdk(tools, package, |simple| !simple.contains('/'))
    }

    /// The classes of a package of the JDK and of all below it, as far as they are in the same module.
    pub fn packages(tools: &Tools, package: &str) -> Library {
        Library::of_jdk(tools, package, |_| true)
    }

    fn of_jdk(tools: &Tools, package: &str, counts: impl Fn(&str) -> bool) -> Library {
        let image = Image::open(&tools.jdk.join("lib/modules")).expect("a JDK has modules");
        let folder = package.replace('.', "/");
        let module = image.module_of(&folder).expect("a readable image");
        let module = module.unwrap_or_else(|| panic!("this JDK has no package {package}"));
        let prefix = format!("/{module}/{folder}/");
        let mut classes = BTreeMap::new();
        for name in image.names() {
            let name = name.expect("a readable image");
            let simple = name.strip_prefix(&prefix).and_then(|rest| rest.strip_suffix(".class"));
            if let Some(simple) = simple.filter(|simple| counts(simple) && !simple.ends_with("-info")) {
                let path = format!("{folder}/{simple}.class");
                let bytes = image.resource(&module, &path).expect("a readable image").expect("it is listed");
                classes.insert(format!("{folder}/{simple}").into(), parse(bytes));
            }
        }
        Library { classes }
    }

    /// Of a jar or a folder.
    pub fn open(place: &Path) -> Library {
        let open = || ClassPath::open(&SearchPath::of(place)).unwrap_or_else(|error| panic!("{error}"));
        let mut path = open();
        let names = open().own_class_names();
        assert!(!names.is_empty(), "no classes in {}: run scripts/setup tests", place.display());
        let mut classes = BTreeMap::new();
        for name in names.iter().filter(|name| !name.starts_with("META-INF.") && !name.ends_with("-info")) {
            let internal = name.internal();
            let bytes = path.find(&internal).expect("readable").expect("it is listed");
            classes.insert(internal, parse(bytes));
        }
        Library { classes }
    }

    /// The class of that dotted name, if it is one of them.
    pub fn named(&self, dotted: &str) -> Option<&ClassName> {
        self.classes.get_key_value(&DottedName::new(dotted).internal()).map(|(name, _)| name)
    }

    /// Dotted names of the first classes by the SHA-256 of that name, among public concrete classes with so many branches.
    pub fn sample(&self, count: usize, fewest_branches: usize) -> Vec<String> {
        self.first_by(count, fewest_branches, |name| sha256(name))
    }

    /// The same with a seed.
    pub fn drawn(&self, count: usize, fewest_branches: usize, seed: u64) -> Vec<String> {
        self.first_by(count, fewest_branches, |name| sha256(format!("{seed} {name}")))
    }

    fn first_by(&self, count: usize, fewest_branches: usize, hash: impl Fn(&str) -> String) -> Vec<String> {
        let is_subject = |class: &&ClassFile| {
            let hidden = access::ABSTRACT | access::INTERFACE | access::SYNTHETIC;
            class.access & hidden == 0
                && class.visibility().is_some_and(|flags| flags & access::PUBLIC != 0)
                && branches(class) >= fewest_branches
        };
        let subjects = self.classes.values().filter(is_subject).map(|class| String::from(class.name.dotted()));
        let mut subjects: Vec<(String, String)> = subjects.map(|name| (hash(&name), name)).collect();
        subjects.sort();
        subjects.into_iter().take(count).map(|(_, name)| name).collect()
    }
}

fn parse(bytes: Vec<u8>) -> ClassFile {
    ClassFile::parse(Rc::from(bytes)).expect("a class file")
}

/// Methods with code.
pub fn bodies(class: &ClassFile) -> impl Iterator<Item = (&MethodInfo, Code)> {
    let bodies = class.methods.iter().filter(|method| method.code.is_some());
    bodies.map(|method| (method, decode(class, method).expect("code that can be decoded")))
}

/// Sides of conditional jumps and targets of switches.
pub fn branches(class: &ClassFile) -> usize {
    let of_code = |code: &Code| -> usize {
        let of = |insn: Insn| match insn.flow() {
            Flow::Branch(_) => 2,
            Flow::Switch(table) => code.switches[table as usize].targets().collect::<BTreeSet<u32>>().len(),
            Flow::Next | Flow::Jump(_) | Flow::Return | Flow::Throw | Flow::Jsr(_) | Flow::Ret(_) => 0,
        };
        code.insns.iter().map(|insn| of(insn.get())).sum()
    };
    bodies(class).map(|(_, code)| of_code(&code)).sum()
}

/// Calls whose target depends on the class of an object.
pub fn virtual_calls(class: &ClassFile) -> usize {
    let is_virtual = |insn: Insn| matches!(insn, Insn::InvokeVirtual(_) | Insn::InvokeInterface(_));
    bodies(class).map(|(_, code)| code.insns.iter().filter(|insn| is_virtual(insn.get())).count()).sum()
}

/// Whether everybody can name it.
pub fn is_public(class: &ClassFile) -> bool {
    class.access & access::SYNTHETIC == 0 && class.visibility().is_some_and(|flags| flags & access::PUBLIC != 0)
}

/// Methods and constructors with code that everybody can call.
pub fn public_methods(class: &ClassFile) -> usize {
    let counts = |method: &&MethodInfo| {
        let is_public = method.access & (access::PUBLIC | access::SYNTHETIC) == access::PUBLIC;
        is_public && method.code.is_some() && &*method.name != "<clinit>"
    };
    class.methods.iter().filter(counts).count()
}
