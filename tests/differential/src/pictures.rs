//! The page of `jacana check --html` in headless Chromium (scripts/setup tests). A script of the test's own clicks there and says what it
//! sees; the page after it is what Chromium prints.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::check::Subjects;
use crate::process::{self, Exit, PATIENCE};
use crate::tools::{Scratch, workspace};

const FLAGS: [&str; 9] = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--window-size=1180,760",
];

/// `say` keeps a line; the rest runs when the page is there.
const BEFORE: &str = "<pre id=\"said\" hidden></pre><script>
const say = line => byId('said').append(line + '\\n');
const click = number => byId('list').children[number].click();
const put = (id, value) => { byId(id).value = value; byId(id).dispatchEvent(new Event(id === 'search' ? 'input' : 'change')); };
addEventListener('load', () => {
";

pub struct Page {
    scratch: Scratch,
    file: PathBuf,
}

impl Subjects {
    /// The page of these methods.
    pub fn page(&self, options: &[&str], targets: &[&str]) -> Page {
        let scratch = Scratch::new("pictures");
        let file = scratch.path().join("page.html");
        let mut jacana = self.tools.jacana();
        jacana.arg("check").arg("-cp").arg(self.classes()).args(options);
        jacana.arg("--source").arg(workspace().join("fixtures/check")).arg("--html").arg(&file).args(targets);
        let outcome = process::run(jacana, b"", PATIENCE);
        assert!(file.exists(), "no page: {}{}", outcome.stdout_text(), outcome.stderr_text());
        Page { scratch, file }
    }
}

impl Page {
    /// What the script says, once the page is loaded.
    pub fn visit(&self, script: &str) -> Vec<String> {
        let page = std::fs::read_to_string(&self.file).expect("UTF-8");
        let visited = self.scratch.write("visited.html", page + BEFORE + script + "});</script>");
        let mut chromium = self.chromium();
        chromium.arg("--dump-dom").arg(address(&visited));
        let outcome = process::run(chromium, b"", PATIENCE);
        assert_eq!(outcome.exit, Exit::Code(0), "{}", outcome.stderr_text());
        let dom = outcome.stdout_text();
        let (_, said) = dom.split_once("<pre id=\"said\" hidden=\"\">").expect("the script ran");
        let said = said.split("</pre>").next().unwrap_or_default();
        said.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&").lines().map(String::from).collect()
    }

    pub fn screenshot(&self, script: &str, file: &Path) {
        let page = std::fs::read_to_string(&self.file).expect("UTF-8");
        let visited = self.scratch.write("visited.html", page + BEFORE + script + "});</script>");
        let mut chromium = self.chromium();
        chromium.arg(format!("--screenshot={}", file.display())).arg(address(&visited));
        process::run(chromium, b"", PATIENCE);
        assert!(file.exists(), "no screenshot");
    }

    fn chromium(&self) -> Command {
        let mut chromium = Command::new("chromium");
        chromium.args(FLAGS).arg(format!("--user-data-dir={}", self.scratch.path().join("profile").display()));
        chromium
    }
}

fn address(file: &Path) -> String {
    format!("file://{}", file.display())
}
