//! The compiled classes of a task, kept across runs.

use std::path::PathBuf;

use differential::Tools;
use differential::fixture::files_below;
use differential::tools::compiled;

use super::task::Task;

/// The folder with the classes, or in one line why there is none.
pub fn classes(tools: &Tools, task: &Task) -> Result<PathBuf, String> {
    if let Some(missing) = task.inputs.iter().find(|input| !input.exists()) {
        return Err(format!("javac: no {}", missing.display()));
    }
    compiled(tools, &sources(task), &["-proc:none"]).map_err(|text| {
        let error = text.lines().find(|line| line.contains("error:")).or(text.lines().next()).unwrap_or_default();
        format!("javac: {error}")
    })
}

fn sources(task: &Task) -> Vec<PathBuf> {
    let files = |input: &PathBuf| if input.is_dir() { files_below(input) } else { vec![input.clone()] };
    let is_source = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "java");
    task.inputs.iter().flat_map(files).filter(is_source).collect()
}
