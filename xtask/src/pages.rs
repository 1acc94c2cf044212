//! The pages of all commands in headless Chromium: nothing on the console, no request, and all is there at once.

use differential::Tools;
use differential::browser::{Page, Size};
use differential::pages::Sample;
use differential::scan::ScannedProject;
use std::path::Path;

use crate::Shown;

const MOST_MILLISECONDS: u64 = 2000;

/// Opens every item, light and dark.
const SCRIPT: &str = "
say(Math.ceil(performance.now()));
passing.forEach(number => open(number));
byId('theme').click();
byId('theme').click();
say(passing.length);
";

/// More words: a folder for screenshots.
pub fn figures(words: &[&str]) -> Shown {
    let tools = Tools::find();
    let shop = ScannedProject::shop();
    let file = shop.scratch.path().join("page.html");
    shop.scan(&["--html", &file.display().to_string()]);
    let mut pages: Vec<(&str, Page)> = Sample::ALL.iter().map(|sample| (sample.name, sample.page(&tools))).collect();
    pages.push(("scan", Page::read(&file)));
    let mut shown = Shown { lines: Vec::new(), enough: true };
    for (name, page) in pages {
        // A visit fails with something on the console or with a request.
        let said: Vec<u64> = page.visit(SCRIPT).iter().filter_map(|line| line.parse().ok()).collect();
        let [opened, items] = said[..] else {
            return Shown { lines: vec![format!("{name}: the page said {said:?}")], enough: false };
        };
        shown.enough &= opened < MOST_MILLISECONDS && items > 0;
        shown.lines.push(format!("{name}: {items} items, there after {opened} ms"));
        if let Some(folder) = words.first() {
            let file = format!("{}.png", name.replace([',', ' '], "-"));
            page.screenshot("", Size { width: 1180, height: 900 }, &Path::new(folder).join(file));
        }
    }
    shown
}
