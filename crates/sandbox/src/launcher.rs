//! `confined FOLDER PROGRAM WRITES ARGUMENTS...`: a process that confines itself by the rules of a run and becomes a program of its
//! JDK. Replays, tests and compilers are started so.

use crate::confine::{Confinement, Exec, Strength, WithoutLandlock, confine};
use crate::free::{Program, WORK, Writes};
use crate::process;
use crate::rules::Rules;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use std::io;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;

/// That the program writes to: its heap, stacks, code, and what natives take.
const MOST_MEMORY: u64 = 4 << 30;
const LARGEST_FILE: u64 = 1 << 30;

/// Answers only if it fails. `words` are those behind the first one.
pub fn become_confined(words: &[String]) -> io::Error {
    let [folder, program, writes, arguments @ ..] = words else {
        return io::Error::other("usage: jacana confined FOLDER PROGRAM WRITES [arguments...]");
    };
    let program = Program::ALL.into_iter().find(|known| known.word() == program);
    let writes = Writes::ALL.into_iter().find(|known| known.word() == writes);
    match (program, writes) {
        (Some(program), Some(writes)) => {
            launch(Path::new(folder), program, writes, arguments).unwrap_or_else(|error| error)
        }
        _ => io::Error::other("unknown program or place to write to"),
    }
}

/// Answers why the program could not be started.
fn launch(scratch: &Path, program: Program, writes: Writes, arguments: &[String]) -> io::Result<io::Error> {
    process::die_with_parent();
    let rules = Rules::read(scratch)?;
    let readable = rules.readable(scratch).filter(|_| program == Program::Java);
    let jdk = rules.jdk.ok_or_else(|| io::Error::other("there is no JDK"))?;
    let work = scratch.join(WORK);
    let confinement = Confinement {
        strength: match (program, rules.strength) {
            // The user allows effects of the program, not of its sources.
            (Program::Javac, Strength::Nothing) => Strength::Files,
            (_, strength) => strength,
        },
        writable: (writes == Writes::Work).then_some(work.as_path()),
        readable: readable.as_deref(),
        exec: Exec::Allowed,
        without_landlock: match program {
            Program::Java => WithoutLandlock::WritesNothing,
            Program::Javac => WithoutLandlock::WritesAnywhere,
        },
    };
    if confinement.strength != Strength::Nothing {
        limit(Resource::Data, MOST_MEMORY)?;
        limit(Resource::Fsize, LARGEST_FILE)?;
        limit(Resource::Core, 0)?;
        process::keep_descriptors_from_children();
        process::leave_terminal();
    }
    if !confine(&confinement).holds() && program == Program::Java {
        return Err(io::Error::other("this kernel cannot confine a program"));
    }
    let path = jdk.join("bin").join(program.word());
    let error = Command::new(&path).args(arguments).exec();
    Ok(io::Error::new(error.kind(), format!("cannot start {}: {error}", path.display())))
}

fn limit(resource: Resource, most: u64) -> io::Result<()> {
    let most = getrlimit(resource).maximum.map_or(most, |already| already.min(most));
    Ok(setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) })?)
}
