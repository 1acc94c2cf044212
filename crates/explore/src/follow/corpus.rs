//! A folder of inputs: a folder for each, with a file `entry` of one `key value` on each line (bytes that are not plain as %XX) and the contents
//! of files and standard input as they are. The file `entry` comes last, under its name when it is complete: without it, a folder is
//! what an interruption left.

use super::{Ending, Input, Origin, Seed};
use sandbox::Free;
use std::fs;
use std::path::{Path, PathBuf};

#[derive(Clone, Debug)]
pub struct Corpus {
    folder: PathBuf,
    next: u32,
    free: Free,
}

const ENTRY: &str = "entry";
const EXPANDED: &str = "expanded";
const UNFINISHED: &str = "entry.part";

impl Corpus {
    /// Opens or makes the folder; answers what is in it.
    pub fn open(folder: &Path, free: &Free) -> Result<(Corpus, Vec<Seed>), String> {
        let unreadable = |error: std::io::Error| format!("--corpus {}: {error}", folder.display());
        if !folder.is_dir() {
            free.make_folder(folder).map_err(unreadable)?;
        }
        let mut seeds = Vec::new();
        let mut next = 1;
        let mut names = Vec::new();
        for entry in fs::read_dir(folder).map_err(unreadable)? {
            let name = entry.map_err(unreadable)?.file_name().to_string_lossy().into_owned();
            if let Ok(number) = name.parse::<u32>()
                && folder.join(&name).join(ENTRY).exists()
            {
                next = next.max(number + 1);
                names.push(name);
            }
        }
        names.sort();
        for name in names {
            let told = |why: String| format!("--corpus {}: entry {name}: {why}", folder.display());
            seeds.push(read(folder, &name).map_err(told)?);
        }
        Ok((Corpus { folder: folder.into(), next, free: free.clone() }, seeds))
    }

    pub fn next_name(&mut self) -> String {
        self.next += 1;
        format!("{:06}", self.next - 1)
    }

    pub fn write(&self, name: &str, seed: &Seed) -> std::io::Result<()> {
        let folder = self.folder.join(name);
        self.free.write(&folder.join("stdin"), &seed.input.standard)?;
        for (at, contents) in seed.input.files.iter().enumerate() {
            self.free.write(&folder.join(format!("file{at}")), contents)?;
        }
        self.free.write(&folder.join(UNFINISHED), lines(seed))?;
        self.free.rename(&folder.join(UNFINISHED), &folder.join(ENTRY))
    }

    /// Adds a line to the table of progress: seconds, runs, branches, inputs kept, exceptions.
    pub fn note(&self, line: &str) {
        // The table is for people to look at; the search does not depend on it.
        let _ = self.free.append(&self.folder.join("progress.tsv"), line);
    }

    pub fn expanded(&self, name: &str) -> std::io::Result<()> {
        self.free.write(&self.folder.join(name).join(EXPANDED), "")
    }
}

fn lines(seed: &Seed) -> String {
    let Seed { input, bound, branches, ending, origin, seen, .. } = seed;
    let mut lines = vec![format!("bound {bound}"), format!("files {}", input.files.len())];
    let texts = [("argument", &input.arguments), ("property", &input.properties), ("input", &input.given)];
    for (key, values) in texts {
        lines.extend(values.iter().map(|value| format!("{key} {}", encoded(value))));
    }
    if let Some(Origin { parent, place }) = origin {
        lines.extend([format!("parent {parent}"), format!("parts {}", encoded(place))]);
    }
    match ending {
        Some(Ending::Exited(code)) => lines.push(format!("exit {code}")),
        Some(Ending::Threw(exception)) => lines.push(format!("threw {}", encoded(exception))),
        Some(Ending::Stopped(reason)) => lines.push(format!("stopped {}", encoded(reason))),
        None => {}
    }
    lines.extend(seen.iter().map(|seen| format!("java {}", encoded(&seen.to_string()))));
    lines.extend(branches.iter().map(|branch| format!("branch {branch:016x}")));
    lines.join("\n") + "\n"
}

fn read(folder: &Path, name: &str) -> Result<Seed, String> {
    let folder = folder.join(name);
    let unreadable = |error: std::io::Error| error.to_string();
    let text = fs::read_to_string(folder.join(ENTRY)).map_err(unreadable)?;
    let expanded = folder.join(EXPANDED).exists();
    let mut seed = Seed {
        input: Input::default(),
        bound: 0,
        branches: Vec::new(),
        ending: None,
        expanded,
        name: name.into(),
        origin: None,
        seen: None,
    };
    let mut files = 0;
    for line in text.lines() {
        let (key, value) = line.split_once(' ').unwrap_or((line, ""));
        let number = || value.parse::<usize>().map_err(|_| format!("`{line}` has no number"));
        match key {
            "bound" => seed.bound = number()?,
            "files" => files = number()?,
            "argument" => seed.input.arguments.push(decoded(value)?),
            "property" => seed.input.properties.push(decoded(value)?),
            "input" => seed.input.given.push(decoded(value)?),
            "exit" => seed.ending = Some(Ending::Exited(value.parse().unwrap_or_default())),
            "threw" => seed.ending = Some(Ending::Threw(decoded(value)?)),
            "stopped" => seed.ending = Some(Ending::Stopped(decoded(value)?)),
            // For those who look at the corpus.
            "parent" | "parts" | "java" => {}
            "branch" => seed.branches.push(u64::from_str_radix(value, 16).map_err(|_| "a branch is no number")?),
            _ => return Err(format!("`{key}` is not known")),
        }
    }
    seed.input.standard = fs::read(folder.join("stdin")).map_err(unreadable)?;
    for at in 0..files {
        seed.input.files.push(fs::read(folder.join(format!("file{at}"))).map_err(unreadable)?);
    }
    Ok(seed)
}

fn encoded(text: &str) -> String {
    let plain = |byte: u8| (b' '..=b'~').contains(&byte) && byte != b'%';
    text.bytes().map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02x}") }).collect()
}

fn decoded(text: &str) -> Result<String, String> {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        rest = after;
        if *first != b'%' {
            bytes.push(*first);
            continue;
        }
        let digits = after.get(..2).and_then(|digits| std::str::from_utf8(digits).ok());
        bytes.push(digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()).ok_or("a broken % sequence")?);
        rest = &after[2..];
    }
    String::from_utf8(bytes).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odd_text_survives() {
        for text in ["", "a b", "50% of\n\u{1}é", "%41"] {
            assert_eq!(decoded(&encoded(text)).unwrap(), text);
            assert!(!encoded(text).contains('\n'));
        }
        assert!(decoded("%4").is_err());
    }
}
