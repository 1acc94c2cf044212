//! `cargo xtask guide`: the pages of docs as a site in target/guide, by mdBook, and a look at all links of what was built.

use differential::fixture::files_below;
use differential::tools::{build_folder, workspace};
use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::process::{Command, ExitCode};

/// The release of mdBook that is installed where there is none.
const MDBOOK: &str = "0.5.4";

/// What pages link to outside of docs; it lies beside docs in the book, as it does in the repository.
const BESIDE: [&str; 4] = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "LICENSE"];
const FOLDERS_BESIDE: [&str; 3] = ["docs", "examples", "fixtures/languages"];

pub fn guide() -> ExitCode {
    match built() {
        Ok(site) => {
            println!("{}", site.join("index.html").display());
            ExitCode::SUCCESS
        }
        Err(why) => {
            eprintln!("xtask: {why}");
            ExitCode::FAILURE
        }
    }
}

/// Builds the site and answers its folder.
fn built() -> Result<PathBuf, String> {
    let target = build_folder();
    let (book, site) = (target.join("guide-book"), target.join("guide"));
    let mdbook = mdbook(&target)?;
    for old in [&book, &site] {
        if old.exists() {
            fs::remove_dir_all(old).map_err(|why| told(old, &why))?;
        }
    }
    stage(&book)?;
    let status = Command::new(&mdbook).arg("build").arg(&book).arg("--dest-dir").arg(&site).status();
    if !status.map_err(|why| told(&mdbook, &why))?.success() {
        return Err("mdbook failed".into());
    }
    let (pages, broken) = broken_links(&site);
    if !broken.is_empty() {
        return Err(format!("links that lead nowhere:\n  {}", broken.join("\n  ")));
    }
    println!("{pages} pages, all links lead somewhere");
    Ok(site)
}

fn told(path: &Path, why: &std::io::Error) -> String {
    format!("{}: {why}", path.display())
}

/// The one of `MDBOOK` or of the path, else one of our own, which is built once.
fn mdbook(target: &Path) -> Result<PathBuf, String> {
    if let Some(named) = env::var_os("MDBOOK") {
        return Ok(named.into());
    }
    let path = env::var_os("PATH").unwrap_or_default();
    let own = target.join("tools/bin/mdbook");
    let on_path = env::split_paths(&path).map(|folder| folder.join("mdbook")).chain([own.clone()]);
    if let Some(found) = on_path.into_iter().find(|program| program.is_file()) {
        return Ok(found);
    }
    println!("installing mdBook {MDBOOK} into {}: some minutes, once", target.join("tools").display());
    let words = ["install", "mdbook", "--version", MDBOOK, "--locked", "--no-default-features", "--features", "search"];
    let status = Command::new("cargo").args(words).arg("--root").arg(target.join("tools")).status();
    match status {
        Ok(status) if status.success() => Ok(own),
        Ok(_) | Err(_) => Err("mdBook is not there and cannot be installed; set MDBOOK to its executable".into()),
    }
}

/// Lays out what belongs to the book as in the repository, with its table of contents on top.
fn stage(book: &Path) -> Result<(), String> {
    let root = workspace();
    let folders = FOLDERS_BESIDE.iter().flat_map(|folder| files_below(&root.join(folder)));
    for file in BESIDE.iter().map(|name| root.join(name)).chain(folders) {
        let to = book.join(file.strip_prefix(&root).expect("below the root"));
        fs::create_dir_all(to.parent().expect("below the book")).map_err(|why| told(&to, &why))?;
        fs::copy(&file, &to).map_err(|why| told(&file, &why))?;
    }
    let summary = book.join("docs/SUMMARY.md");
    let text = fs::read_to_string(&summary).map_err(|why| told(&summary, &why))?;
    fs::write(book.join("SUMMARY.md"), text.replace("](", "](docs/").replace("](docs/)", "]()"))
        .and_then(|()| fs::remove_file(&summary))
        .and_then(|()| fs::rename(book.join("docs/book.toml"), book.join("book.toml")))
        .map_err(|why| told(book, &why))
}

/// How many pages the site has, and the links in them without a file or without the place in it.
fn broken_links(site: &Path) -> (usize, Vec<String>) {
    let is_page = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "html");
    let pages: BTreeMap<PathBuf, String> = files_below(site)
        .into_iter()
        .filter(is_page)
        .map(|path| (path.clone(), fs::read_to_string(path).unwrap_or_default()))
        .collect();
    let places: BTreeMap<&Path, BTreeSet<&str>> =
        pages.iter().map(|(path, text)| (path.as_path(), values(text, " id=\"").collect())).collect();
    let mut broken = Vec::new();
    for (page, text) in &pages {
        // The page that holds all others has the links of each, as seen from its folder.
        if page.ends_with("print.html") || page.ends_with("404.html") || page.ends_with("toc.html") {
            continue;
        }
        for link in values(text, " href=\"").chain(values(text, " src=\"")) {
            let (file, place) = link.split_once('#').unwrap_or((link, ""));
            if file.contains(':') || file.starts_with("//") {
                continue;
            }
            let to = match file {
                "" => page.clone(),
                _ => plain(&page.parent().expect("in a folder").join(file)),
            };
            let has_place = || place.is_empty() || places.get(to.as_path()).is_none_or(|ids| ids.contains(place));
            if !to.exists() || !has_place() {
                broken.push(format!("{}: {link}", page.strip_prefix(site).unwrap_or(page).display()));
            }
        }
    }
    (pages.len(), broken)
}

/// What stands between a beginning and the next quotation mark.
fn values<'a>(text: &'a str, beginning: &'a str) -> impl Iterator<Item = &'a str> {
    text.split(beginning).skip(1).filter_map(|rest| rest.split('"').next())
}

/// Without `.` and `..`.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => _ = plain.pop(),
            Component::CurDir => {}
            Component::Normal(_) | Component::RootDir | Component::Prefix(_) => plain.push(part),
        }
    }
    plain
}
