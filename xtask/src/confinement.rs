//! `cargo xtask show confinement [PLACE...]`: Java and C code that tries to change files, processes, sockets and memory outside, in
//! every place where Jacana runs code of a program. Nothing may have an effect.

use std::fs;
use std::process::Command;

use differential::Tools;
use differential::attacks::{Arsenal, Attacked, Place, User};

use crate::Shown;

/// Fewer deeds than this show nothing.
const ENOUGH: usize = 100;

pub fn figures(words: &[&str]) -> Shown {
    let tools = Tools::find();
    let mut lines = vec![format!("JDK {}, kernel {}", tools.feature(), kernel())];
    let arsenal = Arsenal::new(tools);
    lines.push(arsenal.defence());
    let chosen =
        |place: &Place| words.is_empty() || words.iter().any(|word| format!("{place:?}").eq_ignore_ascii_case(word));
    let users: &[User] = if is_root() { &[User::Caller, User::Ordinary] } else { &[User::Caller] };
    let (mut deeds, mut effects, mut idle) = (0, 0, 0);
    for &user in users {
        let control = arsenal.attack(Place::Outside, user);
        lines.push(format!("{user:?}, without confinement: {} effects, so the deeds are real", control.effects.len()));
        for place in Place::CONFINED.into_iter().filter(chosen) {
            let attacked = arsenal.attack(place, user);
            deeds += attacked.deeds;
            effects += attacked.effects.len();
            idle += usize::from(attacked.native_ran != place.runs_native_code());
            lines.extend(told(&attacked));
        }
    }
    let secrets = arsenal.secrets_in_tests();
    lines.push(format!("secrets of environment and files in generated tests: {}", secrets.len()));
    lines.extend(secrets.iter().map(|file| format!("  {file}")));
    lines.push(format!("{deeds} deeds, {effects} effects"));
    lines.push(format!("places where the library ran and should not, or should and did not: {idle}"));
    lines.extend(not_enforced());
    Shown { lines, enough: effects == 0 && idle == 0 && deeds >= ENOUGH && secrets.is_empty() }
}

fn told(attacked: &Attacked) -> Vec<String> {
    let Attacked { place, user, deeds, effects, native_ran, outcome } = attacked;
    let library = if *native_ran { "the library ran" } else { "the library did not run" };
    let head = format!("{user:?}, {place:?}: {deeds} deeds, {} effects, {library}, {:?}", effects.len(), outcome.exit);
    std::iter::once(head).chain(effects.iter().map(|effect| format!("  {effect}"))).collect()
}

fn is_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|said| said.stdout == b"0\n")
}

fn kernel() -> String {
    fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default().trim().to_string()
}

/// What nobody refuses, because the kernel has no way to tell.
fn not_enforced() -> Vec<String> {
    let always = [
        "named pipes of the user's can be read, which takes from whoever reads them otherwise",
        "files can be read (verify, and check without tests); their times of access change where the file system keeps them",
        "processor time and memory of the machine can be used up to the limits of the run",
    ];
    always.iter().map(|line| format!("not enforced: {line}")).collect()
}
