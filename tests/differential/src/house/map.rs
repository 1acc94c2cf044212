//! docs/architecture.md as a map of the code: the section of a crate names each of its top-level modules.

use super::Crate;

/// The unit tests of a crate's root.
const TESTS: &str = "tests";

/// Modules that the section of their crate does not name as `name`, `name/` or `name.rs`.
pub fn unmapped_modules(document: &str, crates: &[Crate]) -> Vec<String> {
    let mut missing = Vec::new();
    for found in crates {
        let Some(section) = section(document, &found.name) else {
            missing.push(format!("{} has no section", found.name));
            continue;
        };
        let named: Vec<&str> = section.split('`').skip(1).step_by(2).filter_map(module).collect();
        let unnamed = found.modules().into_iter().filter(|module| *module != TESTS && !named.contains(module));
        missing.extend(unnamed.map(|module| format!("{}: {module} is not on the map", found.name)));
    }
    missing
}

/// What follows the heading `### name` up to the next heading.
fn section<'d>(document: &'d str, name: &str) -> Option<&'d str> {
    let heading = format!("\n### {name}\n");
    let start = document.find(&heading)? + heading.len();
    let rest = &document[start..];
    let end = ["\n## ", "\n### "].iter().filter_map(|heading| rest.find(heading)).min();
    Some(&rest[..end.unwrap_or(rest.len())])
}

/// The module that a name or path means: `search/` and `search/order.rs` mean `search`.
fn module(code: &str) -> Option<&str> {
    let first = code.split('/').next()?;
    Some(first.strip_suffix(".rs").unwrap_or(first))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::house::Source;

    #[test]
    fn a_module_that_is_not_named_is_reported() {
        let source = |path: &str| Source { path: path.into(), text: String::new() };
        let sources = ["lib.rs", "plain.rs", "folder/a.rs", "folder/b.rs", "lost.rs", "other.rs", "tests.rs"]
            .map(source)
            .to_vec();
        let one = Crate { name: "one".into(), sources, ..Crate::default() };
        let two = Crate { name: "two".into(), ..Crate::default() };
        let document = "# Map\n\n### one\n\n| `plain.rs`, `folder/` | x |\nand lost\n\n### other\n\n`lost`, `other`\n";
        let missing = unmapped_modules(document, &[one, two]);
        assert_eq!(missing, ["one: lost is not on the map", "one: other is not on the map", "two has no section"]);
    }
}
