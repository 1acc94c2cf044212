//! Tests that differ in values alone become rows of one, once each has passed by itself; what does not pass as a row stays as it was.

use super::{Class, REPAIRS, Writer};
use crate::choice::{Proposed, Sort};
use crate::junit;
use crate::junit::UnitTest;
use crate::trial::Round;
use std::collections::BTreeSet;

impl Writer {
    pub(super) fn tabulate(&self, class: &Class, tests: &mut [Proposed]) -> Result<(), String> {
        if !self.tables {
            return Ok(());
        }
        let is_row: Vec<bool> = tests.iter().map(|one| one.sort == Sort::Plain && !one.changes_statics).collect();
        let mut all: Vec<&mut UnitTest> = tests.iter_mut().map(|one| &mut one.test).collect();
        junit::assign_rows(&class.package, &class.methods, &mut all, |at| is_row[at]);
        let mut repairs = REPAIRS;
        while tests.iter().any(|one| one.test.table.is_some()) {
            let files = class.files(tests);
            let sources: Vec<(String, String)> =
                files.iter().map(|source| (source.path.clone(), source.contents.clone())).collect();
            let passed = self.trial.tests(Round::First, &sources, &class.measured, None)?;
            let broken = class.broken(tests, &passed.broken);
            let is_kept = |one: &Proposed| {
                let shown = class.shown_as(one, one.test.table.as_deref().unwrap_or(&one.test.name));
                if passed.broken.is_empty() { passed.tests.contains(&shown) } else { !broken.contains(&shown) }
            };
            let lost: BTreeSet<String> =
                tests.iter().filter(|one| !is_kept(one)).filter_map(|one| one.test.table.clone()).collect();
            let is_over = passed.broken.is_empty();
            repairs -= 1;
            for one in tests.iter_mut().filter(|one| one.test.table.is_some()) {
                // Lines outside of all of them say nothing of any.
                if one.test.table.as_ref().is_some_and(|table| lost.contains(table)) || repairs == 0 && !is_over {
                    one.test.table = None;
                }
            }
            if is_over {
                break;
            }
        }
        Ok(())
    }
}
