//! A second look at a replay that ended with an exception, but did not show the one that was expected: the program may have closed
//! System.err or replaced its handlers, or its exceptions show themselves in a way of their own. A class of ours calls the program then.

use crate::files::write;
use crate::javac::javac;
use crate::jvm::{Candidate, Replay};
use bytecode::SearchPath;

const SOURCE: &str = include_str!("../java/Outcome.java");
const CLASS: &str = "Outcome";
/// The exit code of the class for what was expected.
const AS_EXPECTED: i32 = 97;

impl Replay {
    /// Does the program end as expected?
    pub(crate) fn ends_as_expected(&self, candidate: &Candidate) -> Result<bool, String> {
        self.compile_outcome()?;
        let expected = &candidate.expected;
        let mut command = self.start_of(candidate);
        command.arg("-cp").arg(self.whole_class_path().to_string()).arg(CLASS).arg(&*expected.exception);
        command.arg(expected.frame.as_deref().unwrap_or_default()).arg(&*self.main_class).args(&self.arguments);
        let (_, code) = self.finish_with_code(command)?;
        Ok(code == Some(AS_EXPECTED))
    }

    fn compile_outcome(&self) -> Result<(), String> {
        if self.folder.join(format!("{CLASS}.class")).exists() {
            return Ok(());
        }
        let source = self.folder.join(format!("{CLASS}.java"));
        write(&source, SOURCE).map_err(|error| error.to_string())?;
        let jdk = self.java.parent().and_then(|bin| bin.parent()).ok_or("java lies in no JDK")?;
        javac(&[source], jdk, &SearchPath::default(), &["-proc:none"], &self.folder).map_err(|error| error.to_string())
    }
}
