//! Classes that nobody chose: some of each jar of a folder, by a seed.

use std::fs;
use std::path::{Path, PathBuf};

use differential::library::Library;

use super::Options;
use super::jars::{BRANCHES, Runs, Tested, short, tables, test};

const CLASSES: usize = 20;
const FEWEST_JARS: usize = 8;
/// Mean over all classes, in percent.
const WANTED: f64 = 85.0;

/// `cargo xtask show drawn`
pub fn run(options: &Options) -> bool {
    let Some(folder) = &options.folder_of_jars else {
        println!("no folder with jars given: --from DIR");
        return false;
    };
    let jars = jars_in(folder);
    if jars.len() < FEWEST_JARS {
        println!("{} jars in {}: at least {FEWEST_JARS} are needed", jars.len(), folder.display());
        return false;
    }
    let beside = options.beside.as_deref().map(jars_in).unwrap_or_default();
    let mut all: Vec<Tested> = Vec::new();
    let mut problems = Vec::new();
    for (jar, classes) in draw(&jars, options.seed) {
        let classes: Vec<String> = classes.into_iter().filter(|class| options.is_chosen(class)).collect();
        if classes.is_empty() {
            continue;
        }
        // What one of them needs may be in another one.
        let others = jars.iter().filter(|other| **other != jar).chain(&beside);
        let path: Vec<String> =
            [&jar].into_iter().chain(others).map(|jar| jar.to_string_lossy().into_owned()).collect();
        let name = jar.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        match test(options, &name, &path.join(":"), &classes, Runs::Shuffled) {
            Ok(tested) => all.push(tested),
            Err(problem) => problems.push(format!("{name}: {problem}")),
        }
    }
    tables(&all);
    problems.extend(short(&all, WANTED));
    problems.iter().for_each(|line| println!("short: {line}"));
    problems.is_empty()
}

fn jars_in(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut jars: Vec<PathBuf> =
        entries.filter(|file| file.extension().is_some_and(|ending| ending == "jar")).collect();
    jars.sort();
    jars
}

/// Jars in the order of the seed, each with its next class in turn, until there are enough.
fn draw(jars: &[PathBuf], seed: u64) -> Vec<(PathBuf, Vec<String>)> {
    let samples = jars.iter().map(|jar| (jar.clone(), Library::open(jar).drawn(CLASSES, BRANCHES, seed)));
    let mut samples: Vec<(PathBuf, Vec<String>)> = samples.filter(|(_, classes)| !classes.is_empty()).collect();
    let hash = |jar: &PathBuf| differential::sha256::sha256(format!("{seed} {}", jar.display()));
    samples.sort_by_key(|(jar, _)| hash(jar));
    let mut taken = vec![0; samples.len()];
    let mut left = CLASSES;
    for round in 0..CLASSES {
        for (at, (_, classes)) in samples.iter().enumerate() {
            if left > 0 && classes.len() > round {
                taken[at] += 1;
                left -= 1;
            }
        }
    }
    let drawn = samples.into_iter().zip(taken).map(|((jar, mut classes), count)| {
        classes.truncate(count);
        (jar, classes)
    });
    drawn.collect()
}
