//! The last look of tests that have passed: variables with type arguments, and rows of one test for those that differ in values alone. What does not
//! compile or pass like that stays as it was.

use super::{Class, REPAIRS, Writer, typed};
use crate::arrange::VariableTypes;
use crate::choice::{Proposed, Sort};
use crate::junit::{self, UnitTest};
use crate::trial::Round;
use machine::World;
use replay::driver::Planned;
use std::collections::BTreeSet;

impl Writer {
    pub(super) fn dress(
        &self,
        world: &mut World,
        planned: &[Planned],
        class: &Class,
        tests: &mut [Proposed],
    ) -> Result<(), String> {
        for one in tests.iter_mut() {
            let tested = &class.methods[one.test.tested];
            one.test.arrangement.types = typed::types(world, &planned[one.test.tested], tested, &one.test.arrangement);
        }
        if self.tables {
            let is_row: Vec<bool> = tests.iter().map(|one| one.sort == Sort::Plain && !one.changes_statics).collect();
            let mut all: Vec<&mut UnitTest> = tests.iter_mut().map(|one| &mut one.test).collect();
            junit::assign_rows(&class.package, &class.methods, &mut all, |at| is_row[at]);
        }
        for _ in 0..REPAIRS {
            if !tests.iter().any(is_dressed) {
                return Ok(());
            }
            let files = class.files(tests);
            let sources: Vec<(String, String)> =
                files.iter().map(|source| (source.path.clone(), source.contents.clone())).collect();
            let passed = self.trial.tests(Round::First, &sources, &class.measured, None)?;
            if passed.broken.is_empty() {
                undress(tests, |one| !passed.tests.contains(&shown(class, one)));
                return Ok(());
            }
            let broken: BTreeSet<String> = class.broken(tests, &passed.broken);
            undress(tests, |one| broken.contains(&shown(class, one)));
        }
        undress(tests, |_| true);
        Ok(())
    }
}

/// As the trial names the test that it is, or is a row of.
fn shown(class: &Class, one: &Proposed) -> String {
    class.shown_as(one, one.test.table.as_deref().unwrap_or(&one.test.name))
}

fn is_dressed(one: &Proposed) -> bool {
    one.test.table.is_some() || one.test.arrangement.types != VariableTypes::default()
}

/// All rows of a table with it.
fn undress(tests: &mut [Proposed], is_wrong: impl Fn(&Proposed) -> bool) {
    let wrong: Vec<usize> = (0..tests.len()).filter(|&at| is_wrong(&tests[at])).collect();
    for at in wrong {
        tests[at].test.table = None;
        tests[at].test.arrangement.types = VariableTypes::default();
    }
}
