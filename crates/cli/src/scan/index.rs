//! What is known of a project's own classes and sources: who calls whom, what depends on what, where sources are.

use crate::program::models::class_files;
use anyhow::Result;
use bytecode::{
    ClassFile, ClassName, Constant, DottedName, Flow, Insn, MemberRef, MethodDescriptor, annotated, decode, slots,
};
use machine::shapes::mentions;
use std::collections::hash_map::DefaultHasher;
use std::collections::{BTreeMap, BTreeSet};
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};

use super::place::Located;
use crate::test::sources::sources;
use testgen::documented::Sources;

/// A method of the project: class, name and descriptor.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct MethodKey {
    pub class: ClassName,
    pub name: String,
    pub descriptor: String,
}

/// A place in the project that calls a method.
#[derive(Clone, Debug)]
pub struct Call {
    pub caller: MethodKey,
    pub line: Option<u16>,
    /// The parameters for which null is written there.
    pub nulls: BTreeSet<usize>,
}

/// What tests of JUnit 3 extend.
const TEST_CASES: [&str; 2] = ["junit/framework/TestCase", "junit/framework/TestSuite"];
/// Simple names of what marks a method as a test, by JUnit 4, 5 and TestNG.
const TEST_MARKS: [&str; 3] = ["Test", "ParameterizedTest", "RepeatedTest"];

pub struct Index {
    pub root: PathBuf,
    pub classes: BTreeMap<ClassName, ClassFile>,
    /// By name and descriptor: which class is meant depends on the receiver.
    calls: BTreeMap<(String, String), Vec<(ClassName, Call)>>,
    pub sources: Sources,
}

impl Index {
    pub fn of(located: &Located) -> Result<Index> {
        let mut classes = BTreeMap::new();
        for entry in &located.classes {
            classes.extend(class_files(entry)?.into_iter().map(|file| (file.name.clone(), file)));
        }
        let mut calls: BTreeMap<(String, String), Vec<(ClassName, Call)>> = BTreeMap::new();
        for file in classes.values() {
            for (callee, call) in calls_of(file).filter(|(callee, _)| classes.contains_key(&callee.class)) {
                let key = (callee.name.to_string(), callee.descriptor.to_string());
                calls.entry(key).or_default().push((callee.class, call));
            }
        }
        let sources = sources(&located.sources)?;
        Ok(Index { root: located.root.clone(), classes, calls, sources })
    }

    pub fn is_own(&self, class: &DottedName) -> bool {
        self.classes.contains_key(&class.internal())
    }

    /// Places that may call the method: by its class, or by one above or below it.
    pub fn callers(&self, method: &MethodKey) -> Vec<&Call> {
        let named = self.calls.get(&(method.name.clone(), method.descriptor.clone()));
        let is_meant = |of: &ClassName| self.is_above(of, &method.class) || self.is_above(&method.class, of);
        let meant = named.into_iter().flatten().filter(|(of, _)| is_meant(of));
        meant.map(|(_, call)| call).filter(|call| call.caller != *method).collect()
    }

    /// Whether it has tests, wherever its source lies: what breaks in those breaks nobody's program.
    pub fn is_test(&self, class: &DottedName) -> bool {
        let Some(file) = self.classes.get(&class.internal()) else { return false };
        let is_case = TEST_CASES.iter().any(|case| self.is_above(&ClassName::from(*case), &file.name));
        let marks = || annotated(file).methods.into_iter().flat_map(|method| method.method);
        is_case || marks().any(|name| TEST_MARKS.contains(&name.as_str()))
    }

    /// Is the second class the first one, or below it?
    fn is_above(&self, above: &ClassName, below: &ClassName) -> bool {
        let mut open = vec![below.clone()];
        while let Some(class) = open.pop() {
            if class == *above {
                return true;
            }
            if let Some(file) = self.classes.get(&class) {
                open.extend(file.super_name.iter().chain(&file.interfaces).cloned());
            }
        }
        false
    }

    /// The source file of a class, by the name of the file alone.
    pub fn source(&self, class: &DottedName, file: &str) -> Option<&Path> {
        self.sources.find(class, file)
    }

    /// Below the project, with `/`.
    pub fn relative(&self, file: &Path) -> String {
        file.strip_prefix(&self.root).unwrap_or(file).display().to_string()
    }

    /// What the results of a class depend on: its own code and that of all classes of the project that it can reach.
    pub fn contents(&self, class: &DottedName) -> String {
        let (mut seen, mut open) = (BTreeSet::new(), vec![class.internal()]);
        while let Some(name) = open.pop() {
            if let Some(file) = self.classes.get(&name).filter(|_| seen.insert(name)) {
                open.extend(mentions(file).into_iter().filter(|other| self.classes.contains_key(other)));
            }
        }
        let mut hasher = DefaultHasher::new();
        for name in &seen {
            self.classes[name].bytes.hash(&mut hasher);
        }
        format!("{:016x}", hasher.finish())
    }

    /// Methods whose lines are among these of a source file.
    pub fn methods_at(&self, source: &Path, changed: &dyn Fn(u16) -> bool) -> BTreeSet<MethodKey> {
        let mut found = BTreeSet::new();
        for file in self.classes.values() {
            let named = file.source_file.as_deref().and_then(|name| self.source(&file.name.dotted(), name));
            if named != Some(source) {
                continue;
            }
            for method in &file.methods {
                let Some(code) = &method.code else { continue };
                let lines = || code.lines.iter().map(|(_, line)| *line);
                let (Some(first), Some(last)) = (lines().min(), lines().max()) else { continue };
                // What has no code of its own, such as the head of the method, belongs to the lines above the first one.
                if (first.saturating_sub(1)..=last).any(changed) {
                    found.insert(MethodKey {
                        class: file.name.clone(),
                        name: method.name.to_string(),
                        descriptor: method.descriptor.to_string(),
                    });
                }
            }
        }
        found
    }
}

/// Methods that a class calls, with the place.
fn calls_of(file: &ClassFile) -> impl Iterator<Item = (MemberRef, Call)> {
    let mut found = Vec::new();
    for method in &file.methods {
        let Ok(code) = decode(file, method) else { continue };
        let caller = || MethodKey {
            class: file.name.clone(),
            name: method.name.to_string(),
            descriptor: method.descriptor.to_string(),
        };
        let insn = |at: usize| code.insns[at].get();
        for at in 0..code.insns.len() {
            let (Insn::InvokeVirtual(index)
            | Insn::InvokeSpecial(index)
            | Insn::InvokeStatic(index)
            | Insn::InvokeInterface(index)) = insn(at)
            else {
                continue;
            };
            let Some(Constant::Method(callee) | Constant::InterfaceMethod(callee)) = file.pool.get(index) else {
                continue;
            };
            let nulls = nulls(file, &callee.descriptor, at, &insn);
            found.push((callee.clone(), Call { caller: caller(), line: code.line(at as u32), nulls }));
        }
    }
    found.into_iter()
}

/// The parameters for which a call at this instruction has the word null.
fn nulls(file: &ClassFile, descriptor: &str, call: usize, insn: &dyn Fn(usize) -> Insn) -> BTreeSet<usize> {
    let mut found = BTreeSet::new();
    let Ok(descriptor) = MethodDescriptor::parse(descriptor) else { return found };
    let mut end = call;
    for (number, kind) in descriptor.parameters.iter().enumerate().rev() {
        let mut wanted = kind.slots();
        if end > 0 && matches!(insn(end - 1), Insn::AconstNull) {
            found.insert(number);
        }
        while wanted > 0 {
            let Some(before) = end.checked_sub(1) else { return found };
            let Some((pops, pushes)) = slots(file, insn(before)).filter(|_| insn(before).flow() == Flow::Next) else {
                return found;
            };
            let Some(left) = wanted.checked_sub(pushes) else { return found };
            wanted = left + pops;
            end = before;
        }
    }
    found
}
