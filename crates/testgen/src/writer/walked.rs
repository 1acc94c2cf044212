//! What a JVM with probes tells of the chosen tests: which branches they take, after which they are named, and what their objects promise and do not keep.

use super::{Class, Writer};
use crate::choice::Proposed;
use crate::junit;
use crate::laws::{self, Promises};
use crate::naming::{self, Walked};
use crate::suspicion;
use crate::ways::Walker;
use bytecode::{ClassFile, DottedName};
use machine::World;
use replay::driver::Planned;
use std::path::{Path, PathBuf};
use std::rc::Rc;

impl Writer {
    pub(super) fn walker<'a>(&'a self, folder: &'a Path) -> Walker<'a> {
        Walker { replay: &self.trial.replay, helper: &self.trial.helper, folder }
    }

    /// What objects of the tests break of what all objects promise.
    pub(super) fn broken_promises(
        &self,
        world: &World,
        planned: &[Planned],
        class: &Class,
        tests: &[Proposed],
    ) -> Vec<Proposed> {
        let is_own = |at: usize| world.classes[planned[at].method].class == planned[at].class;
        let promises = Promises::of(&class.methods, is_own);
        let Some(folder) = self.ways.as_ref().filter(|_| !promises.is_empty()) else { return Vec::new() };
        let pairs = laws::pairs(tests, &class.methods);
        let sources = laws::questions(&class.package, &class.methods, &promises, &pairs);
        let sources: Vec<(String, String)> = sources
            .into_iter()
            .map(|(name, text)| (format!("{}.java", DottedName::in_package(&class.package, &name).internal()), text))
            .collect();
        if sources.is_empty() {
            return Vec::new();
        }
        let answers = self.walker(folder).answers(&sources).unwrap_or_default();
        laws::broken(&class.methods, &promises, &pairs, &answers)
    }

    /// By what is special about each, as far as a JVM tells which branches it takes.
    pub(super) fn name(&self, files: &[Rc<ClassFile>], class: &Class, tests: &mut [Proposed]) {
        let sources = tests.iter().enumerate().map(|(at, one)| {
            let name = format!("JacanaWalk{at}");
            let file = DottedName::in_package(&class.package, &name).internal();
            let method = &class.methods[one.test.tested];
            (format!("{file}.java"), junit::walked(&class.package, &name, method, &one.test.arrangement))
        });
        let sources: Vec<(String, String)> = sources.collect();
        let walk = |folder: &PathBuf| self.walker(folder).walk(files, &sources).ok();
        let walked = self.ways.as_ref().and_then(walk).unwrap_or_default();
        let sides = walked
            .into_iter()
            .filter_map(|(name, sides)| Some((name.strip_prefix("JacanaWalk")?.parse().ok()?, sides)));
        let walked = Walked { classes: files, sides: sides.collect() };
        naming::name_all(tests, &class.methods, &walked);
        for (at, one) in tests.iter_mut().enumerate().filter(|(_, one)| one.sort.is_suspect()) {
            one.path = walked.sides.get(&at).map(|sides| suspicion::path(files, sides)).unwrap_or_default();
        }
    }
}
