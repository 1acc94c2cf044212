//! What the candidates of a class notice of its mutants.

use super::{Class, Writer, probe_name};
use crate::choice::Proposed;
use crate::existing::Done;
use crate::junit::TestOutcome;
use crate::trial::{MutantId, Noticings, Runner};
use bytecode::DottedName;
use std::collections::{BTreeMap, BTreeSet};

impl Writer {
    /// What candidates that may become tests notice of all changes of the class, or of some, and tests that are there already.
    pub(super) fn noticings(
        &self,
        judged: &[Result<Proposed, String>],
        class: &Class,
        done: &mut Done,
        wanted: Option<&BTreeSet<MutantId>>,
    ) -> Result<Noticings, String> {
        let is_run = |one: &&Proposed| one.test.outcome != TestOutcome::Endless;
        let runners = judged.iter().enumerate().filter_map(|(at, one)| {
            let one = one.as_ref().ok().filter(is_run)?;
            let name = DottedName::in_package(&class.package, &probe_name(at)).to_string();
            Some((at, Runner { class: name, covered: &one.covered }))
        });
        let (places, mut runners): (Vec<usize>, Vec<Runner>) = runners.unzip();
        runners.extend(done.passed.iter().map(|(name, covered)| {
            let class = DottedName::in_package(&class.package, name).to_string();
            Runner { class, covered }
        }));
        let mut found = self.trial.mutants(&class.measured, &runners, wanted, self.mutants_millis)?;
        let by = std::mem::replace(&mut found.by, vec![BTreeMap::new(); judged.len()]);
        let existing = by[places.len()..].to_vec();
        places.into_iter().zip(by).for_each(|(at, by)| found.by[at] = by);
        drop(runners);
        done.notice(&existing);
        Ok(found)
    }
}

/// Tells each candidate what it notices.
pub(super) fn tell(noticings: &Noticings, judged: &mut [Result<Proposed, String>]) {
    for (one, noticed) in judged.iter_mut().zip(&noticings.by) {
        if let Ok(one) = one {
            one.notice(noticed);
        }
    }
}
