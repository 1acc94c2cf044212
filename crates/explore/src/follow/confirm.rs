//! What a followed run claims, tried on `java`: the program runs there on the same input, with probes, and goes the same way or it does not.

use super::{Ending, Input, Ran};
use bytecode::ClassName;
use machine::follow::{AskedFor, Sources};
use machine::{MethodId, World};
use replay::probed::{Comparison, Extent, Given, JavaWay, Prober};
use replay::{InputValue, Replay};
use std::fmt;
use term::Const;

/// What `java` did with an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seen {
    /// It took the same way: so many branches and switches.
    Same { branches: u64, extent: Extent, threads: Threads },
    /// It did not: where it parted, or how it ended.
    Elsewhere(String),
    /// Why nothing can be said.
    Unknown(String),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Threads {
    One,
    /// There were others, which are not compared.
    FirstOfMany,
}

impl fmt::Display for Seen {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Seen::Same { branches, extent, threads } => {
                let noun = if *branches == 1 { "branch" } else { "branches" };
                let first = if *extent == Extent::Beginning { "first " } else { "" };
                write!(f, "took the same {first}{branches} {noun}")?;
                f.write_str(match threads {
                    Threads::One => "",
                    Threads::FirstOfMany => " (first thread)",
                })
            }
            Seen::Elsewhere(place) => write!(f, "went elsewhere: {place}"),
            Seen::Unknown(why) => write!(f, "not known: {why}"),
        }
    }
}

/// Branches that were the same and how much was compared, or where the ways part.
type Difference = Result<(u64, Extent), String>;

/// Runs inputs on `java`.
#[derive(Debug)]
pub struct Confirmer {
    prober: Prober,
    sources: Sources,
    /// The way of the first input of `same_path`, or why it is not known.
    original: Option<Result<JavaWay, String>>,
}

impl Confirmer {
    pub fn new(replay: Replay, sources: Sources) -> Confirmer {
        Confirmer { prober: Prober::new(replay), sources, original: None }
    }

    /// Methods without probes, and why.
    pub fn left(&self) -> impl Iterator<Item = &String> {
        self.prober.left().iter()
    }

    /// Does `java` take the same branches on both inputs?
    pub fn same_path(&mut self, world: &mut World, original: (&Input, &Ran), other: (&Input, &Ran)) -> Seen {
        let first = match self.original.take() {
            Some(known) => known,
            None => self.run_original(world, original),
        };
        let both = first.clone().and_then(|first| Ok((first, self.run(world, other.0, other.1)?)));
        self.original = Some(first);
        let (first, second) = match both {
            Ok(both) => both,
            Err(why) => return Seen::Unknown(why),
        };
        match self.prober.compare(&first, &second) {
            Comparison::Same(branches, extent) => Seen::Same { branches, extent, threads: threads(&second) },
            Comparison::Parted(place, _) => {
                let again = self.run(world, original.0, original.1);
                self.judge(&first, again, format!("at {place}"))
            }
        }
    }

    /// What another input does beside it says nothing if `java` does not take its path.
    fn run_original(&mut self, world: &mut World, (input, ran): (&Input, &Ran)) -> Result<JavaWay, String> {
        let way = self.run(world, input, ran)?;
        match self.difference(world, ran, &way)? {
            Ok(_) => Ok(way),
            Err(differs) => Err(format!("java leaves the path of the original input {differs}")),
        }
    }

    /// Does `java` go where our interpreter went?
    pub fn confirm(&mut self, world: &mut World, input: &Input, ran: &Ran) -> Seen {
        let compared = self.run(world, input, ran).and_then(|java| Ok((self.difference(world, ran, &java)?, java)));
        match compared {
            Err(why) => Seen::Unknown(why),
            Ok((Ok((branches, extent)), java)) => Seen::Same { branches, extent, threads: threads(&java) },
            Ok((Err(differs), java)) => {
                let again = self.run(world, input, ran);
                self.judge(&java, again, differs)
            }
        }
    }

    /// How many branches were the same, or where `java` did not go where our interpreter went; an error if that cannot be told.
    fn difference(&self, world: &World, ran: &Ran, java: &JavaWay) -> Result<Difference, String> {
        if let Ending::Stopped(why) = &ran.ending {
            return Err(why.clone());
        }
        let ours = ran.way.as_ref().ok_or("our own way was not written down")?;
        let is_program = |method: MethodId| !world.classes[world.classes[method].class].is_jdk();
        if world.user_models.keys().any(|&method| is_program(method)) {
            return Err("models stand for methods of the program".into());
        }
        let is_unseen = |class: &ClassName, method: &str| world.options.concrete.matches(class, method);
        let compared = self.prober.compare_with_ours(world, ours, java, &is_unseen);
        Ok(match (compared, ends_otherwise(&ran.ending, java.exit)) {
            (Comparison::Same(branches, extent), None) => Ok((branches, extent)),
            (Comparison::Same(..), Some(end)) => Err(end),
            (Comparison::Parted(place, _), _) => Err(format!("at {place}")),
        })
    }

    /// A difference counts only if the same input takes the same way on `java` once more.
    fn judge(&self, first: &JavaWay, again: Result<JavaWay, String>, differs: String) -> Seen {
        match again {
            Err(why) => Seen::Unknown(why),
            Ok(again) => match self.prober.compare(first, &again) {
                Comparison::Same(..) => Seen::Elsewhere(differs),
                Comparison::Parted(place, _) => {
                    Seen::Unknown(format!("java itself goes another way each time, at {place}"))
                }
            },
        }
    }

    fn run(&mut self, world: &mut World, input: &Input, ran: &Ran) -> Result<JavaWay, String> {
        let files = self.sources.files.iter().map(|file| file.name.clone());
        let properties = self.sources.properties.iter().cloned();
        let inputs = ran.asked.iter().map(|asked| replay::Input {
            name: String::new(),
            value: value(ran, asked),
            asked_at: None,
        });
        let given = Given {
            arguments: input.arguments.clone(),
            properties: properties.zip(input.properties.iter().cloned()).collect(),
            standard: input.standard.clone(),
            files: files.zip(input.files.iter().cloned()).collect(),
            inputs: inputs.collect(),
        };
        self.prober.run(world, &given)
    }
}

fn threads(way: &JavaWay) -> Threads {
    if way.others { Threads::FirstOfMany } else { Threads::One }
}

/// In words, if it does. What an uncaught exception ends with is a matter of the program's handlers.
fn ends_otherwise(ending: &Ending, exit: Option<i32>) -> Option<String> {
    let code = exit.map_or("a signal".to_string(), |code| format!("exit code {code}"));
    match ending {
        Ending::Exited(expected) if exit != Some(*expected) => Some(format!("it ended with {code}")),
        Ending::Threw(what) if exit == Some(0) => Some(format!("it ended with {code} instead of {what}")),
        Ending::Exited(_) | Ending::Threw(_) | Ending::Stopped(_) => None,
    }
}

fn value(ran: &Ran, asked: &AskedFor) -> InputValue {
    match asked {
        AskedFor::Text(text) => InputValue::Text(text.encode_utf16().collect()),
        AskedFor::Number(prim, input) => {
            let bits = ran.base.get(*input).map_or(0, Const::bits);
            replay::number_value(*prim, bits)
        }
    }
}
