//! The command line of the scoreboard, and which tasks it selects.

use std::fs;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use crate::verify::task::Task;
use crate::verify::watch::Limits;

pub const USAGE: &str = "\
usage: cargo xtask scoreboard DIR [options]     verify all SV-COMP tasks below DIR
       cargo xtask scoreboard --table FILE.csv  the tables of a finished run, as Markdown
options:
  --time SECONDS      per task, wall clock (20)
  --memory GB         per task, resident (4)
  --jobs N            tasks at a time (2)
  --only TEXT         tasks with this text in their name
  --sample N          so many tasks, drawn at random
  --seed S            of the draw (1)
  --out FILE.csv      every answer is appended at once; answers that it has already are not asked again
  --compare OLD.csv   say what got better and worse
  --jacana FILE       the binary (JACANA, or the release build)";

pub enum Request {
    Table(PathBuf),
    Run(Options),
}

pub struct Options {
    pub folder: PathBuf,
    pub limits: Limits,
    pub jobs: usize,
    pub only: String,
    pub sample: Option<usize>,
    pub seed: u64,
    pub out: Option<PathBuf>,
    pub compare: Option<PathBuf>,
    pub jacana: Option<PathBuf>,
}

impl Options {
    pub fn new(folder: PathBuf) -> Options {
        Options {
            folder,
            limits: Limits { time: Duration::from_secs(20), memory_bytes: 4 << 30 },
            jobs: 2,
            only: String::new(),
            sample: None,
            seed: 1,
            out: None,
            compare: None,
            jacana: None,
        }
    }

    pub fn selected(&self, tasks: Vec<Task>) -> Vec<Task> {
        let asked = |task: &Task| !task.labels.is_empty() && task.name.contains(&self.only);
        let mut tasks: Vec<Task> = tasks.into_iter().filter(asked).collect();
        if let Some(count) = self.sample {
            let mut dice = self.seed;
            tasks.sort_by_cached_key(|_| random(&mut dice));
            tasks.truncate(count);
            tasks.sort_by(|a, b| a.name.cmp(&b.name));
        }
        tasks
    }
}

/// SplitMix64 (Steele, Lea, Flood 2014): good enough to draw a sample, the same everywhere.
fn random(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

pub fn parse(words: &[&str]) -> Result<Request, String> {
    let mut options = Options::new(PathBuf::new());
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        let mut value = || rest.next().copied().ok_or_else(|| format!("{word} needs a value"));
        match *word {
            "--table" => return Ok(Request::Table(value()?.into())),
            "--time" => options.limits.time = Duration::from_secs(number(word, value()?)?),
            "--memory" => options.limits.memory_bytes = number::<u64>(word, value()?)? << 30,
            "--jobs" => options.jobs = number::<usize>(word, value()?)?.max(1),
            "--only" => options.only = value()?.into(),
            "--sample" => options.sample = Some(number(word, value()?)?),
            "--seed" => options.seed = number(word, value()?)?,
            "--out" => options.out = Some(value()?.into()),
            "--compare" => options.compare = Some(value()?.into()),
            "--jacana" => options.jacana = Some(existing(value()?)?),
            unknown if unknown.starts_with('-') => return Err(format!("unknown option {unknown}")),
            folder if options.folder.as_os_str().is_empty() => options.folder = existing(folder)?,
            second => return Err(format!("one folder at a time, not {second} too")),
        }
    }
    if options.folder.as_os_str().is_empty() {
        return Err("no folder given".into());
    }
    Ok(Request::Run(options))
}

fn number<N: FromStr>(option: &str, text: &str) -> Result<N, String> {
    text.parse().map_err(|_| format!("{option} needs a number, not {text}"))
}

/// Tasks run in folders of their own, so paths have to hold everywhere.
fn existing(path: &str) -> Result<PathBuf, String> {
    fs::canonicalize(path).map_err(|error| format!("{path}: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verify::task::{Label, Property};

    fn tasks() -> Vec<Task> {
        let label = Label { property: Property::Assert, expected: true };
        let task = |number| Task { name: format!("t{number:03}"), inputs: vec![], labels: vec![label], skipped: 0 };
        (0..100).map(task).collect()
    }

    #[test]
    fn the_same_seed_draws_the_same_sample_in_order() {
        let draw = |seed| {
            let options = Options { sample: Some(10), seed, ..Options::new(PathBuf::new()) };
            options.selected(tasks()).into_iter().map(|task| task.name).collect::<Vec<_>>()
        };
        assert_eq!(draw(7), draw(7));
        assert_ne!(draw(7), draw(8));
        assert!(draw(7).is_sorted() && draw(7).len() == 10);
    }

    #[test]
    fn bad_words_are_named() {
        let problem = |words: &[&str]| parse(words).err().unwrap_or_default();
        assert_eq!(problem(&[".", "--jobs", "many"]), "--jobs needs a number, not many");
        assert_eq!(problem(&[".", "--time"]), "--time needs a value");
        assert_eq!(problem(&[".", "--fast"]), "unknown option --fast");
        assert_eq!(problem(&[]), "no folder given");
    }
}
