//! The classes whose coverage is measured, with their probes: what the agent is told, and what the numbers that it tells mean.

use super::questions::questions;
use bytecode::coverage::{Counted, Measured, Share, is_counted, measure};
use bytecode::{ClassFile, ClassName, DottedName};
use machine::{Loader, World};
use replay::agent::Orders;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Covered and all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counter {
    pub covered: u64,
    pub total: u64,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Coverage {
    pub branches: Counter,
    pub lines: Counter,
    pub instructions: Counter,
}

/// What tests run of a source file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceCoverage {
    /// Below a folder of sources: `com/example/Main.java`.
    pub file: String,
    pub lines: BTreeMap<u16, LineCounts>,
}

/// Instructions and branches of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LineCounts {
    pub covered: u64,
    pub missed: u64,
}

impl Counter {
    fn add(&mut self, share: Share) {
        self.covered += share.covered;
        self.total += share.total;
    }
}

#[derive(Debug, Default)]
pub struct Measure {
    /// The class under test first.
    classes: Vec<OneClass>,
    numbers: u32,
}

#[derive(Debug)]
struct OneClass {
    name: ClassName,
    file: Rc<ClassFile>,
    measured: Measured,
    module: Option<String>,
}

/// Classes of this module are what programs of ours stand on: a mutant of one would change what judges it.
const BASE: &str = "java.base";

impl Measure {
    /// Classes without a class file that can be read have no probes.
    pub fn of(world: &mut World, loader: Loader, classes: &[DottedName]) -> Measure {
        let mut all = Measure::default();
        for name in classes {
            let Ok(Some(class)) = world.load(loader, &name.internal()) else { continue };
            let class = &world.classes[class];
            let Some(file) = class.file.as_ref().filter(|file| is_counted(file)) else { continue };
            let Ok(measured) = measure(file, all.numbers) else { continue };
            all.numbers += measured.numbers;
            let module = class.module.as_ref().filter(|_| class.is_jdk()).map(|module| module.to_string());
            all.classes.push(OneClass { name: name.internal(), file: file.clone(), measured, module });
        }
        all
    }

    /// How many numbers its probes have.
    pub fn numbers(&self) -> u32 {
        self.numbers
    }

    pub fn names(&self) -> impl Iterator<Item = DottedName> {
        self.classes.iter().map(|class| class.name.dotted())
    }

    /// What the agent reads.
    pub fn orders(&self) -> Vec<u8> {
        let mut out = Orders::default();
        let switches = self.classes.iter().flat_map(|class| &class.measured.switches);
        out.switches(self.numbers, &switches.map(|(number, ways)| (*number, ways)).collect::<Vec<_>>());
        self.write_modules(&mut out);
        out.number(self.classes.len());
        for class in &self.classes {
            out.text(&class.name);
            // Of a class of the JDK there is one only.
            out.bytes(if class.module.is_none() { &class.file.bytes } else { &[] });
            out.bytes(&class.measured.bytes);
        }
        out.0
    }

    /// What the agent reads if no class shall have probes.
    pub fn orders_without_probes(&self) -> Vec<u8> {
        let mut out = Orders::default();
        out.switches(0, &[]);
        self.write_modules(&mut out);
        out.number(0);
        out.0
    }

    fn write_modules(&self, out: &mut Orders) {
        let modules: BTreeSet<&String> = self.classes.iter().filter_map(|class| class.module.as_ref()).collect();
        out.number(modules.len());
        modules.into_iter().for_each(|module| out.text(module));
    }

    /// An option of `java`: methods that only look at their object, for the program of ours that asks them.
    pub fn questions(&self) -> String {
        let all = self.classes.iter().flat_map(|class| {
            questions(&class.file).into_iter().map(|method| format!("{}.{method}", class.name.dotted()))
        });
        format!("-Djacana.questions={}", all.collect::<Vec<_>>().join(","))
    }

    /// Classes that may be replaced by mutants, by their numbers here.
    pub fn changeable(&self) -> impl Iterator<Item = (usize, &ClassFile)> {
        let all = self.classes.iter().enumerate();
        all.filter(|(_, class)| class.module.as_deref() != Some(BASE)).map(|(at, class)| (at, &*class.file))
    }

    /// The probe at the beginning of a method, given by the numbers of its class here and its own in the class file.
    pub fn entry(&self, class: usize, method: usize) -> Option<u32> {
        self.classes[class].measured.entry(method)
    }

    fn counted(&self, hits: &BTreeSet<u32>) -> impl Iterator<Item = (&ClassName, Counted)> {
        self.classes.iter().map(|class| (&class.name, class.measured.count(&|number| hits.contains(&number))))
    }

    /// Of all classes together.
    pub fn coverage(&self, hits: &BTreeSet<u32>) -> Coverage {
        let mut coverage = Coverage::default();
        for (_, counted) in self.counted(hits) {
            coverage.branches.add(counted.branches);
            coverage.lines.add(counted.lines);
            coverage.instructions.add(counted.instructions);
        }
        coverage
    }

    /// What ran of the lines of their sources.
    pub fn sources(&self, hits: &BTreeSet<u32>) -> Vec<SourceCoverage> {
        let mut found: BTreeMap<String, BTreeMap<u16, LineCounts>> = BTreeMap::new();
        for class in &self.classes {
            let Some(source) = &class.file.source_file else { continue };
            let package = class.name.package();
            let file = if package.is_empty() { source.to_string() } else { format!("{package}/{source}") };
            let lines = found.entry(file).or_default();
            for (line, share) in class.measured.count(&|number| hits.contains(&number)).of_lines {
                let counts = lines.entry(line).or_default();
                counts.covered += share.covered;
                counts.missed += share.total - share.covered;
            }
        }
        found.into_iter().map(|(file, lines)| SourceCoverage { file, lines }).collect()
    }

    /// Classes and lines with branches that were all taken.
    pub fn taken(&self, hits: &BTreeSet<u32>) -> BTreeSet<(ClassName, u16)> {
        let lines = self
            .counted(hits)
            .flat_map(|(name, counted)| counted.taken.into_iter().map(|line| (name.clone(), line)).collect::<Vec<_>>());
        lines.collect()
    }
}
