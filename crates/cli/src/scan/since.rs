//! `--since REV`: the methods whose lines changed, by git, and who calls them.

use super::index::{Index, MethodKey};
use anyhow::{Context, Result, bail};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Changed lines of files, by their full paths.
type Changes = BTreeMap<PathBuf, Vec<RangeInclusive<u32>>>;

/// Methods that changed since the revision, and callers of those, up to so many calls away.
pub fn changed(index: &Index, revision: &str, depth: u64) -> Result<BTreeSet<MethodKey>> {
    let changes = changes(&index.root, revision)?;
    let mut found = BTreeSet::new();
    for (file, ranges) in &changes {
        let is_changed = |line: u16| ranges.iter().any(|range| range.contains(&u32::from(line)));
        found.extend(index.methods_at(file, &is_changed));
    }
    let mut newest = found.clone();
    for _ in 0..depth {
        let callers: BTreeSet<MethodKey> =
            newest.iter().flat_map(|method| index.callers(method)).map(|call| call.caller.clone()).collect();
        newest = callers.difference(&found).cloned().collect();
        found.extend(newest.iter().cloned());
    }
    Ok(found)
}

fn git(folder: &Path, arguments: &[&str]) -> Result<String> {
    let output = Command::new("git").args(arguments).current_dir(folder).stdin(Stdio::null()).output();
    let output = output.context("--since needs git")?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        bail!("git {}: {}", arguments[0], said.lines().next().unwrap_or("failed"));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// What differs between the revision and the files as they are; files that git does not know yet changed as a whole.
fn changes(folder: &Path, revision: &str) -> Result<Changes> {
    if revision.starts_with('-') {
        bail!("--since: {revision} is no revision");
    }
    let top = PathBuf::from(git(folder, &["rev-parse", "--show-toplevel"])?.trim_end());
    let options =
        ["diff", "--unified=0", "--no-color", "--no-ext-diff", "--no-renames", "--src-prefix=a/", "--dst-prefix=b/"];
    let text = git(folder, &[&options[..], &[revision, "--", "*.java"]].concat())?;
    let mut changes = read(&text, &top);
    let new = git(folder, &["ls-files", "--others", "--exclude-standard", "--full-name", "--", "*.java"])?;
    changes.extend(new.lines().map(|name| (top.join(name), vec![0..=u32::MAX])));
    Ok(changes)
}

/// Of a diff without context: where lines are now. Where lines went, the one above is what changed.
fn read(diff: &str, top: &Path) -> Changes {
    let (mut changes, mut file) = (Changes::new(), None);
    for line in diff.lines() {
        if let Some(name) = line.strip_prefix("+++ ") {
            file = name.trim_matches('"').strip_prefix("b/").map(|name| top.join(name));
        } else if let (Some(hunk), Some(file)) = (line.strip_prefix("@@ "), &file) {
            let Some(place) = hunk.split(' ').find_map(|word| word.strip_prefix('+')) else { continue };
            let (start, count) = place.split_once(',').unwrap_or((place, "1"));
            let (Ok(start), Ok(count)) = (start.parse::<u32>(), count.parse::<u32>()) else { continue };
            let range = if count == 0 { start..=start + 1 } else { start..=start + count - 1 };
            changes.entry(file.clone()).or_default().push(range);
        }
    }
    changes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hunks_are_lines_of_the_file_as_it_is_now() {
        let diff = "diff --git a/src/A.java b/src/A.java\n--- a/src/A.java\n+++ b/src/A.java\n@@ -3 +3,2 @@ class A {\n-x\n+y\n+z\n@@ -9,2 +10,0 @@\n-a\n-b\n--- a/B.java\n+++ /dev/null\n@@ -1 +0,0 @@\n-c\n";
        let found = read(diff, Path::new("/p"));
        assert_eq!(found.len(), 1);
        assert_eq!(found[Path::new("/p/src/A.java")], [3..=4, 10..=11]);
    }
}
