//! What `run --explore --html FILE` keeps for its page: inputs, and the sides of branches on symbolic data.

use crate::program::listing::Listing;
use crate::run::options::Run;
use anyhow::Result;
use bytecode::DottedName;
use explore::follow::{Figures, Ran, Seed};
use explore::{SourceLine, source_line};
use machine::Machine;
use machine::follow::Sources;
use report::{Explored, SidesTaken};
use sandbox::Free;
use std::collections::HashMap;
use std::time::Duration;

#[derive(Default)]
pub struct Kept {
    pub seeds: Vec<Seed>,
    sides: SidesTaken,
    /// Lines of places in code of the program, and nothing for those of the JDK.
    known: HashMap<u64, Option<SourceLine>>,
}

impl Kept {
    /// The sides that a run took.
    pub fn look(&mut self, machine: &Machine, ran: &Ran) {
        for step in &ran.steps {
            let at = self.known.entry(step.place).or_insert_with(|| {
                let classes = &machine.world.classes;
                let is_own = !classes[classes[step.spot.method].class].is_jdk();
                is_own.then(|| source_line(machine, step.spot.method, step.spot.pc)).flatten()
            });
            if let Some(at) = at {
                self.sides.add(at, step.branch, step.other);
            }
        }
    }
}

/// A finished search.
pub struct Finished<'a> {
    pub run: &'a Run,
    pub main_class: &'a DottedName,
    pub jdk: &'a str,
    pub time: Duration,
    pub figures: &'a Figures,
    pub sources: &'a Sources,
    pub kept: &'a Kept,
}

impl Finished<'_> {
    /// Writes the page, if it is wanted.
    pub fn write(&self, free: &Free) -> Result<()> {
        let Some(file) = &self.run.html else { return Ok(()) };
        let files: Vec<String> = self.sources.files.iter().map(|file| file.name.clone()).collect();
        let explored = Explored {
            main_class: self.main_class,
            jdk: self.jdk,
            seconds: self.time.as_secs_f64(),
            figures: self.figures,
            kept: &self.kept.seeds,
            sides: &self.kept.sides,
            properties: &self.sources.properties,
            files: &files,
        };
        let listing = Listing::new(&self.run.launch, None);
        Ok(free.write(file, report::explored_html(&explored, |name| listing.text(name)))?)
    }
}
