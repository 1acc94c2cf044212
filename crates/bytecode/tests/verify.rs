//! The verifier accepts what compilers make: the JDK's own classes, and old ones from Debian's jars.

mod common;

use bytecode::probe::{Left, probe};
use bytecode::verify::{Failure, Hierarchy, Sort, Verifier};
use bytecode::{ClassFile, ClassName, ClassPath, DottedName, Image, MemberRef, SearchPath, access, decode};
use std::collections::HashMap;
use std::path::Path;
use std::rc::Rc;
use std::time::Instant;

/// Classes by name, from the image and a class path.
struct Library {
    image: Image,
    path: ClassPath,
    known: HashMap<ClassName, Option<Rc<ClassFile>>>,
    /// The class under verification.
    current: Option<Rc<ClassFile>>,
    age: Age,
}

#[derive(Clone, Copy, PartialEq)]
enum Age {
    Own,
    Old,
    /// With probes in all methods.
    Probed,
}

#[derive(Debug)]
struct Missing(#[expect(dead_code, reason = "shown by failing tests")] String);

impl Library {
    fn new(home: &Path, path: &SearchPath) -> Library {
        Library {
            image: Image::open(&home.join("lib/modules")).unwrap(),
            path: ClassPath::open(path).unwrap(),
            known: HashMap::new(),
            current: None,
            age: Age::Own,
        }
    }

    fn find(&mut self, name: &ClassName) -> Result<Rc<ClassFile>, Missing> {
        if !self.known.contains_key(name) {
            let in_image = self.image.class(name).unwrap().map(|(_, bytes)| bytes);
            let bytes = in_image.or_else(|| self.path.find(name).unwrap());
            let parsed = bytes.and_then(|bytes| ClassFile::parse(bytes.into()).ok()).map(Rc::new);
            self.known.insert(name.clone(), parsed);
        }
        self.known[name].clone().ok_or_else(|| Missing(name.to_string()))
    }

    fn verify(&mut self, name: &ClassName) -> Result<(), Failure<Missing>> {
        let mut class = self.find(name)?;
        if self.age == Age::Old {
            class = Rc::new(ClassFile { major: 49, ..(*class).clone() });
        }
        if self.age == Age::Probed {
            // From here on numbers do not fit into a short.
            let probed = probe(&class, 32_760).unwrap();
            assert!(probed.left.iter().all(|(_, why)| *why == Left::TooLarge), "{name}: {:?}", probed.left);
            class = Rc::new(ClassFile::parse(probed.bytes.into()).unwrap());
        }
        self.current = Some(class.clone());
        let mut verifier = Verifier::new(&class, self);
        for method in class.methods.iter().filter(|method| method.code.is_some()) {
            verifier.verify(method, &decode(&class, method).unwrap())?;
        }
        Ok(())
    }

    /// How many were verified; the rest needs classes that are not there.
    fn verify_all(&mut self, names: &[ClassName]) -> usize {
        let mut verified = 0;
        for name in names {
            match self.verify(name) {
                Ok(()) => verified += 1,
                Err(Failure::Error(Missing(_))) => {}
                // Features of newer versions, where an old class was pretended.
                Err(Failure::Refused(why)) if self.age == Age::Old && why.contains("of an interface method") => {}
                Err(Failure::Refused(why)) => panic!("{name}: {why}"),
            }
        }
        verified
    }
}

impl Hierarchy for Library {
    type Error = Missing;

    fn is_interface(&mut self, class: &ClassName) -> Result<bool, Missing> {
        Ok(self.find(class)?.is_interface())
    }

    fn is_subclass(&mut self, class: &ClassName, of: &ClassName) -> Result<bool, Missing> {
        let mut at = Some(class.clone());
        while let Some(name) = at {
            if name == *of {
                return Ok(true);
            }
            at = self.superclass(&name)?;
        }
        Ok(false)
    }

    fn superclass(&mut self, class: &ClassName) -> Result<Option<ClassName>, Missing> {
        Ok(self.find(class)?.super_name.clone())
    }

    fn is_protected_elsewhere(&mut self, member: &MemberRef, sort: Sort) -> Result<bool, Missing> {
        let current = self.current.clone().unwrap();
        if !self.is_subclass(&current.name, &member.class)? {
            return Ok(false);
        }
        let mut at = Some(member.class.clone());
        while let Some(name) = at {
            let class = self.find(&name)?;
            let found = match sort {
                Sort::Field => class.field(&member.name, &member.descriptor).map(|field| field.access),
                Sort::Method => class.method(&member.name, &member.descriptor).map(|method| method.access),
            };
            if let Some(flags) = found {
                let package = |name: &str| name.rsplit_once('/').map_or(String::new(), |(package, _)| package.into());
                return Ok(flags & access::PROTECTED != 0 && package(&class.name) != package(&current.name));
            }
            at = class.super_name.clone();
        }
        Ok(false)
    }
}

/// Those of java.base by name.
fn base_classes(library: &Library) -> Vec<ClassName> {
    let names = library.image.names().map(Result::unwrap);
    let class = |name: String| Some(ClassName::from(name.strip_prefix("/java.base/")?.strip_suffix(".class")?));
    names.filter_map(class).filter(|name| *name != *"module-info").collect()
}

#[test]
fn classes_of_the_jdk_pass() {
    let Some(home) = common::java_home() else {
        return;
    };
    let mut library = Library::new(&home, &SearchPath::default());
    let names = base_classes(&library);
    let start = Instant::now();
    let verified = library.verify_all(&names);
    println!("{verified} of {} classes in {:?}", names.len(), start.elapsed());
    assert!(verified > 5000, "{verified}");
}

/// Without their stack maps, types are inferred.
#[test]
fn classes_of_the_jdk_pass_as_old_ones() {
    let Some(home) = common::java_home() else {
        return;
    };
    let mut library = Library::new(&home, &SearchPath::default());
    library.age = Age::Old;
    let names = base_classes(&library);
    let start = Instant::now();
    let verified = library.verify_all(&names);
    println!("{verified} of {} classes in {:?}", names.len(), start.elapsed());
    assert!(verified > 4000, "{verified}");
}

/// Compilers of twenty years.
#[test]
fn classes_of_jars_pass() {
    let Some(home) = common::java_home() else {
        return;
    };
    let Ok(files) = std::fs::read_dir("/usr/share/java") else {
        return;
    };
    let mut total = 0;
    for jar in files.map(|file| file.unwrap().path()).filter(|path| path.extension().is_some_and(|e| e == "jar")) {
        if jar.is_symlink() {
            continue;
        }
        let mut library = Library::new(&home, &SearchPath::of(jar));
        let names: Vec<ClassName> = library.path.class_names().iter().map(DottedName::internal).collect();
        total += library.verify_all(&names);
    }
    println!("{total} classes");
}

#[test]
fn classes_with_probes_pass() {
    let Some(home) = common::java_home() else {
        return;
    };
    let mut library = Library::new(&home, &SearchPath::default());
    let names = base_classes(&library);
    library.age = Age::Probed;
    let verified = library.verify_all(&names);
    assert!(verified > 5000, "{verified} classes");
}
