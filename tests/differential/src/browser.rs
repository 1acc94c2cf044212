//! Pages of ours in headless Chromium (scripts/setup tests). A script of the test's own clicks there and says what it sees; the page after it
//! is what Chromium prints. A page that has something on the console, an error or a request that was refused, fails.

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::process::{self, Exit, PATIENCE};
use crate::tools::Scratch;

const FLAGS: [&str; 10] = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
    "--enable-logging=stderr",
];

/// What marks a line of the page's console among the log of the browser.
const CONSOLE: &str = ":CONSOLE";

/// `say` keeps a line; the rest runs when the page is there.
const BEFORE: &str = "<pre id=\"said\" hidden></pre><script>
const say = line => document.getElementById('said').append(line + '\\n');
const put = (id, value) => {
  const field = document.getElementById(id);
  field.value = value;
  field.dispatchEvent(new Event(field.matches('[type=search]') ? 'input' : 'change'));
};
const shown = selector => [...document.querySelectorAll(selector)].map(found => found.textContent.trim());
addEventListener('load', () => {
";
const AFTER: &str = "
say('requests: ' + performance.getEntriesByType('resource').length);
});</script>";
/// Said at the end of each visit: the page has loaded nothing besides itself.
const NO_REQUESTS: &str = "requests: 0";

/// Pixels of a screenshot.
#[derive(Clone, Copy, Debug)]
pub struct Size {
    pub width: u32,
    pub height: u32,
}

pub const USUAL: Size = Size { width: 1180, height: 760 };

/// A page in a file of its own.
#[derive(Debug)]
pub struct Page {
    scratch: Scratch,
    html: String,
}

impl Page {
    pub fn new(html: String) -> Page {
        Page { scratch: Scratch::new("page"), html }
    }

    pub fn read(file: &Path) -> Page {
        Page::new(fs::read_to_string(file).unwrap_or_else(|error| panic!("no page {}: {error}", file.display())))
    }

    pub fn html(&self) -> &str {
        &self.html
    }

    /// What the script says, once the page is loaded.
    pub fn visit(&self, script: &str) -> Vec<String> {
        let mut chromium = self.chromium(USUAL);
        chromium.arg("--dump-dom").arg(self.address(script));
        let outcome = process::run(chromium, b"", PATIENCE);
        let log = outcome.stderr_text();
        assert_eq!(outcome.exit, Exit::Code(0), "{log}");
        let console: Vec<&str> = log.lines().filter(|line| line.contains(CONSOLE)).collect();
        assert!(console.is_empty(), "on the console: {console:#?}");
        let dom = outcome.stdout_text();
        let (_, said) = dom.split_once("<pre id=\"said\" hidden=\"\">").expect("the script ran");
        let said = said.split("</pre>").next().unwrap_or_default();
        let said = said.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
        let mut said: Vec<String> = said.lines().map(String::from).collect();
        assert_eq!(said.pop().as_deref(), Some(NO_REQUESTS), "the script ends, and nothing was loaded: {said:#?}");
        said
    }

    /// A picture of the page after the script.
    pub fn screenshot(&self, script: &str, size: Size, file: &Path) {
        let mut chromium = self.chromium(size);
        chromium.arg(format!("--screenshot={}", file.display())).arg(self.address(script));
        let outcome = process::run(chromium, b"", PATIENCE);
        assert!(file.exists(), "no screenshot: {}", outcome.stderr_text());
    }

    /// A copy of the page with the script at its end.
    fn address(&self, script: &str) -> String {
        let page = [&self.html, BEFORE, script, AFTER].concat();
        format!("file://{}", self.scratch.write("visited.html", page).display())
    }

    fn chromium(&self, size: Size) -> Command {
        let profile: PathBuf = self.scratch.path().join("profile");
        let mut chromium = Command::new("chromium");
        chromium.args(FLAGS).arg(format!("--user-data-dir={}", profile.display()));
        chromium.arg(format!("--window-size={},{}", size.width, size.height));
        chromium
    }
}

/// A page of a scan with so many findings, made of those that it has: each with a line, an input and a fingerprint of its own.
pub fn many_findings(page: &Page, count: usize) -> Page {
    const START: &str = "id=\"data\">";
    let (before, rest) = page.html.split_once(START).expect("a page has data");
    let (data, after) = rest.split_once("</script>").expect("the data ends");
    let mut data: Value = serde_json::from_str(data).expect("the data is JSON");
    let some = data["findings"].as_array().cloned().unwrap_or_default();
    assert!(!some.is_empty(), "findings to copy");
    let copies = some.iter().cycle().take(count).enumerate().map(|(number, finding)| {
        let mut finding = finding.clone();
        finding["fingerprint"] = format!("{number:016x}").into();
        finding["class"] = format!("shop.part{}.Class{number}", number % 40).into();
        finding["message"] = format!("{} ({number})", finding["message"].as_str().unwrap_or_default()).into();
        finding["known"] = (number % 3 == 0).into();
        finding
    });
    data["findings"] = copies.collect();
    let data = data.to_string().replace('<', "\\u003c");
    Page::new([before, START, &data, "</script>", after].concat())
}
