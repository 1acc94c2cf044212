//! A second look at a replay that ended with an exception, but did not show the one that was expected: the program may have closed
//! System.err or replaced its handlers, or its exceptions show themselves in a way of their own. A class of ours calls the program then.

use crate::javac::javac_generated;
use crate::jvm::{Candidate, Replay};
use bytecode::SearchPath;
use sandbox::Writes;
use std::path::{Path, PathBuf};

const SOURCE: &str = include_str!("../java/Outcome.java");
const CLASS: &str = "Outcome";
/// The exit code of the class for what was expected.
const AS_EXPECTED: i32 = 97;

impl Replay {
    /// Does the program end as expected?
    pub(crate) fn ends_as_expected(&self, candidate: &Candidate) -> Result<bool, String> {
        let classes = self.compile_outcome()?;
        let expected = &candidate.expected;
        let mut command = self.start_of(candidate);
        let path: SearchPath = self.class_path_of(candidate).iter().chain([classes.as_path()]).collect();
        command.arg("-cp").arg(path.to_string()).arg(CLASS).arg(&*expected.exception);
        command.arg(expected.frame.as_deref().unwrap_or_default()).arg(&*self.main_class).args(&self.arguments);
        let (_, code) = self.finish_with_code(command, Writes::Nothing)?;
        Ok(code == Some(AS_EXPECTED))
    }

    /// The folder of the class, compiled when it is needed for the first time.
    fn compile_outcome(&self) -> Result<PathBuf, String> {
        let folder = self.free.work.join("outcome");
        if folder.join(format!("{CLASS}.class")).exists() {
            return Ok(folder);
        }
        let source = self.folder.join(format!("{CLASS}.java"));
        self.free.write(&source, SOURCE).map_err(|error| error.to_string())?;
        let jdk = self.java.parent().and_then(Path::parent).unwrap_or(Path::new("/"));
        javac_generated(&self.free, &[source], jdk, &SearchPath::default(), &folder).map_err(|why| why.to_string())?;
        Ok(folder)
    }
}
