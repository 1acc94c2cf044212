//! The page of a scan with thousands of findings: how soon it is there, and how it scrolls and filters.

use differential::browser::{Page, Size, many_findings};
use differential::scan::ScannedProject;
use std::path::Path;

use crate::Shown;

const FINDINGS: usize = 5000;
const MOST_MILLISECONDS: u64 = 2000;
/// For a key in the filter or a step of the wheel: what people still take for at once.
const MOST_FOR_A_KEY: u64 = 200;

const SCRIPT: &str = "
const took = work => {
  const start = performance.now();
  for (let round = 0; round < 20; round++) { work(round); details.getBoundingClientRect(); }
  return Math.ceil((performance.now() - start) / 20);
};
say(Math.ceil(performance.now()));
say(took(round => { list.scrollTop = round * 9000; draw(); }));
say(took(round => put('search', 'prices ' + round)));
put('search', '');
say(took(round => move(1)));
say(passing.length);
";

/// More words: the folder into which screenshots go.
pub fn figures(words: &[&str]) -> Shown {
    let shop = ScannedProject::shop();
    let file = shop.scratch.path().join("page.html");
    shop.scan(&["--html", &file.display().to_string()]);
    let few = Page::read(&file);
    let page = many_findings(&few, FINDINGS);
    let said: Vec<u64> = page.visit(SCRIPT).iter().filter_map(|line| line.parse().ok()).collect();
    let [opened, scrolled, filtered, moved, findings] = said[..] else {
        return Shown { lines: vec![format!("the page said {said:?}")], enough: false };
    };
    if let Some(folder) = words.first() {
        let size = Size { width: 1180, height: 900 };
        let open = "open(passing.find(number => data.findings[number].path.length > 2) ?? 0);";
        let dark = format!("byId('theme').click(); byId('theme').click(); {open}");
        few.screenshot(&format!("byId('theme').click(); {open}"), size, &Path::new(folder).join("scan-page.png"));
        few.screenshot(&dark, size, &Path::new(folder).join("scan-page-dark.png"));
    }
    let slowest = [scrolled, filtered, moved].into_iter().max().unwrap_or_default();
    Shown {
        lines: vec![
            format!(
                "{findings} findings in {:.1} MB: the page is there after {opened} ms",
                page.html().len() as f64 / 1e6
            ),
            format!(
                "a step of the wheel {scrolled} ms, a key in the filter {filtered} ms, the next finding {moved} ms"
            ),
        ],
        enough: findings == FINDINGS as u64 && opened < MOST_MILLISECONDS && slowest < MOST_FOR_A_KEY,
    }
}
