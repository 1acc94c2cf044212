//! What `jacana.toml` says of null, besides the annotations that everybody knows.

use super::index::Index;
use bytecode::annotated;
use serde::Deserialize;
use std::collections::BTreeSet;
use testgen::suspicion::Suspicion;

/// What an argument may be unless something else is said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NullArguments {
    /// Null is a bug: callers may pass it.
    Allowed,
    /// Null is a fault of the caller.
    Forbidden,
    #[default]
    Unsaid,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct NullRules {
    #[serde(default)]
    arguments: NullArguments,
    /// Simple names of annotations of the project's own.
    #[serde(default)]
    nullable: Vec<String>,
    #[serde(default)]
    non_null: Vec<String>,
}

impl NullRules {
    /// What holds where these parameters of the method were given null.
    pub fn of(
        &self,
        index: &Index,
        suspicion: &Suspicion,
        class: &bytecode::DottedName,
        nulls: &BTreeSet<usize>,
    ) -> NullArguments {
        let names = names(index, suspicion, class, nulls);
        let has = |wanted: &[String]| names.iter().any(|name| wanted.contains(name));
        match self.arguments {
            _ if has(&self.non_null) => NullArguments::Forbidden,
            _ if has(&self.nullable) => NullArguments::Allowed,
            rule => rule,
        }
    }
}

/// The annotations of these parameters.
fn names(index: &Index, suspicion: &Suspicion, class: &bytecode::DottedName, nulls: &BTreeSet<usize>) -> Vec<String> {
    let Some(file) = index.classes.get(&class.internal()) else { return Vec::new() };
    let is_meant = |(name, descriptor): (&str, &str)| name == suspicion.name && descriptor == suspicion.descriptor;
    let at = file.methods.iter().position(|method| is_meant((&method.name, &method.descriptor)));
    let Some(method) = at.and_then(|at| annotated(file).methods.into_iter().nth(at)) else { return Vec::new() };
    let parameters = method.parameters.into_iter().enumerate();
    parameters.filter(|(at, _)| nulls.contains(at)).flat_map(|(_, names)| names).collect()
}
