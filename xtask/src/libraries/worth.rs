//! What the tests of classes of real jars are worth: mutants that they kill with how many lines, and their coverage beside what JaCoCo counts.

use std::fs;
use std::path::Path;

use differential::Scratch;
use differential::campaign::{Campaign, Row};
use differential::jacoco::{Beside, beside};
use differential::library::Library;

use super::Options;
use super::jars::{BRANCHES, FOLDER, JARS, class_path};

/// Classes of each jar.
const CLASSES: usize = 6;
/// Of the mutants of a class, in percent, as a mean over all classes.
const WANTED: f64 = 55.0;

/// `cargo xtask show mutation-score`
pub fn mutants(options: &Options) -> bool {
    println!("\n| jar | class | branches covered | mutants killed | | tests | lines | lines per killed mutant |");
    println!("| --- | --- | --- | --- | --- | --- | --- | --- |");
    let mut shares = Vec::new();
    let (mut all_killed, mut all_mutants, mut all_lines) = (0, 0, 0);
    let mut good = true;
    for jar in JARS {
        let scratch = Scratch::new("worth");
        let Some((campaign, _)) = tested(options, jar, &scratch, &["--mutants"]) else { continue };
        match campaign {
            Err(problem) => {
                println!("{jar}: {problem}");
                good = false;
            }
            Ok(campaign) => {
                for row in &campaign.rows {
                    let [killed, all] = row.mutants.unwrap_or_default();
                    let lines = lines(&campaign, row);
                    let share = if all > 0 { 100.0 * killed as f64 / all as f64 } else { 0.0 };
                    let covered = row.coverage().map_or("-".into(), |covered| format!("{covered:.1}%"));
                    let each = lines as f64 / killed.max(1) as f64;
                    println!(
                        "| {jar} | {} | {covered} | {killed} of {all} | {share:.1}% | {} | {lines} | {each:.1} |",
                        row.class,
                        row.tests + row.suspects
                    );
                    shares.push(share);
                    (all_killed, all_mutants, all_lines) = (all_killed + killed, all_mutants + all, all_lines + lines);
                }
            }
        }
    }
    let mean = shares.iter().sum::<f64>() / shares.len().max(1) as f64;
    let each = all_lines as f64 / all_killed.max(1) as f64;
    println!(
        "\n{} classes: mean score {mean:.1}%, {all_killed} of {all_mutants} mutants, {all_lines} lines, {each:.2} per killed mutant",
        shares.len()
    );
    good && mean >= WANTED
}

/// `cargo xtask show coverage`
pub fn coverage(options: &Options) -> bool {
    println!("\n| jar | class | branches, ours | JaCoCo | lines, ours | JaCoCo |");
    println!("| --- | --- | --- | --- | --- | --- |");
    let mut wrong = Vec::new();
    let mut count = 0;
    for jar in JARS {
        let scratch = Scratch::new("worth");
        let Some((campaign, path)) = tested(options, jar, &scratch, &[]) else { continue };
        match campaign.and_then(|campaign| beside(&options.tools, &campaign, &path)) {
            Err(problem) => wrong.push(format!("{jar}: {problem}")),
            Ok(all) => {
                for Beside { class, ours, theirs } in &all {
                    println!(
                        "| {jar} | {class} | {} of {} | {} of {} | {} of {} | {} of {} |",
                        ours[0], ours[1], theirs[0], theirs[1], ours[2], ours[3], theirs[2], theirs[3]
                    );
                }
                count += all.len();
                let apart = all.iter().filter(|one| one.branches_apart() > 1);
                wrong.extend(apart.map(|one| format!("{}: {:?} and {:?}", one.class, one.ours, one.theirs)));
            }
        }
    }
    println!("\n{count} classes, {} more than one branch apart", wrong.len());
    wrong.iter().for_each(|line| println!("wrong: {line}"));
    wrong.is_empty() && count > 0
}

/// The campaign, and the class path; nothing if no class of the jar is wanted.
pub fn tested(
    options: &Options,
    jar: &str,
    scratch: &Scratch,
    more: &[&str],
) -> Option<(Result<Campaign, String>, String)> {
    let file = format!("{FOLDER}/{jar}.jar");
    let sample = Library::open(Path::new(&file)).sample(CLASSES, BRANCHES);
    let chosen = sample.into_iter().filter(|class| options.is_chosen(jar) || options.is_chosen(class));
    let chosen: Vec<String> = chosen.collect();
    let path = class_path(&file);
    let targets: Vec<&str> = chosen.iter().map(String::as_str).collect();
    let mut words = options.of_test();
    words.extend(["-cp", &path]);
    words.extend(more);
    let run = || Campaign::run(&options.tools, &words, &targets, &options.folder(scratch, jar));
    (!targets.is_empty()).then(|| (run(), path.clone()))
}

/// Lines of the files of a class that are not empty.
fn lines(campaign: &Campaign, row: &Row) -> u64 {
    let simple = row.class.rsplit('.').next().unwrap_or(&row.class).replace('$', "_");
    let is_of_class = |file: &&std::path::PathBuf| {
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        name == format!("{simple}Test.java") || name == format!("{simple}SuspectedBugsTest.java")
    };
    let texts = campaign.tests.iter().filter(is_of_class).filter_map(|file| fs::read_to_string(file).ok());
    texts.map(|text| text.lines().filter(|line| !line.trim().is_empty()).count() as u64).sum()
}
