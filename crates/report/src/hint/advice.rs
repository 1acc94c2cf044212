//! The words of the hints. They begin with what to do, and offer nothing that the command does not have or that cannot change the answer.

use super::{Asked, Command};
use machine::Reason;
use machine::reason::{Absent, Bound, Decider, Deed, Flaw, Gap, Inexact, Instead, Limit, Lost, Measure, Unsolved};
use std::time::Duration;

/// So much more than before is offered: what was not enough by half shows in the next run.
const MORE: u32 = 4;

/// For what nobody but the authors can mend.
const REPORT: &str = "a fault of Jacana: please report it with the program and what --stats prints";

pub(super) fn advice(asked: &Asked, reason: &Reason) -> String {
    match reason {
        Reason::Bound(bound) => bounded(asked.command, bound),
        Reason::Limit(limit) => limited(asked, *limit),
        Reason::Solver(unsolved) => unsolved_question(asked.command, *unsolved),
        Reason::Missing(absent, _) => missing(asked.command, *absent).into(),
        Reason::Environment(decider, _) => decided(asked.command, *decider).into(),
        Reason::Imprecision(inexact, _) => inexactly(asked.command, *inexact).into(),
        Reason::Confined(deed, _) => confined(asked.command, *deed).into(),
        Reason::Unsupported(gap, _) => unsupported(asked.command, *gap).into(),
        Reason::Contract(flaw, _) => contract(*flaw).into(),
        Reason::Deadlock(_) => {
            "the program waits for ever: `jacana run` ends it with all threads, their stacks and the locks that they hold".into()
        }
        Reason::Unconfirmed(_) => {
            "the JVM did something else with these inputs, so nothing is claimed: --stats counts such replays; if the program itself does \
             not differ from run to run, please report it"
                .into()
        }
        Reason::Unproved(_) => {
            "say more in the clauses of the loop (`loop_invariant`, `decreases`), or leave them out to explore within bounds".into()
        }
        Reason::Worker(lost) => lost_worker(*lost).into(),
        Reason::NotJudged(Instead::Listed) => "leave out --paths to have verdicts".into(),
        Reason::NotJudged(Instead::Compared) => "leave out --check-merging to have verdicts".into(),
        Reason::Internal(_) => REPORT.into(),
    }
}

fn bounded(command: Command, bound: &Bound) -> String {
    let arrays = |option: &str, most: u32| {
        format!("{option} {} looks at more elements; `assume` a shorter array if the program has a limit", more(most))
    };
    match bound {
        Bound::References { k, .. } => {
            format!(
                "--k {} follows one reference more from each input; --n N bounds objects of a class instead",
                k.saturating_add(1)
            )
        }
        Bound::Objects { n, .. } => format!("--n {} allows one more object of each class", n.saturating_add(1)),
        Bound::Loop => match command {
            Command::Verify => "a higher --loop, or none, goes on with longer paths".into(),
            Command::Check => {
                "a higher --loop goes on with longer paths; `loop_invariant` in a comment at the loop can prove it"
                    .into()
            }
        },
        Bound::Preemptions(most) => {
            format!("--preemptions {} looks at orders with more switches, and none is no limit", more(*most))
        }
        Bound::Elements { most, measure: Measure::K, .. } => arrays("--k", *most),
        Bound::Elements { most, measure: Measure::N, .. } => arrays("--n", *most),
        Bound::Elements { most, measure: Measure::ArrayLength, .. } => arrays("--array-length", *most),
        Bound::Length { .. } => {
            "no option makes longer arrays for a replay: `assume` a length that the program is meant for".into()
        }
    }
}

fn limited(asked: &Asked, limit: Limit) -> String {
    match limit {
        Limit::Time => {
            let (now, then) = (shown(asked.time), shown(asked.time * MORE));
            let shares = match asked.command {
                Command::Verify if asked.jobs == 1 => "; --jobs N shares the paths among N processes",
                Command::Verify | Command::Check => "",
            };
            let which = match asked.command {
                Command::Verify => "`assume` leaves inputs out",
                Command::Check => "smaller bounds (--n, --k, --loop) have fewer paths",
            };
            format!("--time {then} goes on after {now}{shares}; {which}")
        }
        Limit::Interrupted => {
            "it was ended from outside: with more time, or with a --time of its own, it may answer".into()
        }
        Limit::Paths => "the number of paths was limited: `assume` leaves inputs out".into(),
        Limit::Memory => {
            let then = (asked.memory_bytes >> 20).saturating_mul(u64::from(MORE));
            let deep = match asked.command {
                Command::Verify => "; --search dfs keeps fewer states",
                Command::Check => "; smaller bounds (--n, --k, --loop) have fewer paths",
            };
            format!("--memory {then}M allows more, if the machine has it{deep}")
        }
        Limit::Depth => match asked.command {
            Command::Verify => "a higher --depth, or none, goes on with paths that fork more often".into(),
            Command::Check => "`assume` leaves inputs out on which paths fork so often".into(),
        },
        Limit::RunTime => "one run took too long: smaller inputs, or fewer of them, have shorter runs".into(),
    }
}

fn unsolved_question(command: Command, unsolved: Unsolved) -> String {
    match unsolved {
        Unsolved::Budget | Unsolved::Size => {
            let kept = match command {
                Command::Verify => "; --log-queries DIR keeps the questions as SMT-LIB",
                Command::Check => "",
            };
            format!("`assume` smaller inputs: products, divisions and floating-point numbers make questions hard{kept}")
        }
        Unsolved::Interrupted => "it was over while the solver worked: a higher --time lets it finish".into(),
        Unsolved::Unsupported | Unsolved::Wrong | Unsolved::Refuted => REPORT.into(),
    }
}

fn missing(command: Command, absent: Absent) -> &'static str {
    match absent {
        Absent::Class => "put the jar or folder that has the class on the class path (-cp)",
        Absent::Member => {
            "the class on the class path is not the version that was compiled against: put the right one first (-cp)"
        }
        Absent::Library => match command {
            Command::Verify => {
                "--allow-native with -Djava.library.path=DIR loads the library; with models of its methods (--models) none is needed"
            }
            Command::Check => "--allow-native with -Djava.library.path=DIR loads the library",
        },
        Absent::ClassFile => "`java` refuses this class file, too: compile it again, or take another jar",
        Absent::Jdk => "--jdk DIR takes another JDK: 17 and newer are supported",
        Absent::Start => "`jacana run` with the same arguments shows what keeps the program from starting",
    }
}

fn decided(command: Command, decider: Decider) -> &'static str {
    match decider {
        Decider::Threads => {
            "order the accesses of the variable (synchronized, volatile, a lock), or verify what one thread does with --method"
        }
        Decider::StandardInput => {
            "let the program take its input from calls such as jacana.Jacana.anyString(), or from arguments of a method"
        }
        Decider::ShutdownHook => "call the code of the hook from main or a method of its own to have it explored",
        Decider::Collector => {
            "what weak references and finalizers do is up to the JVM: verify code that does not ask for it"
        }
        Decider::Machine => match command {
            Command::Verify => {
                "pass the value in as an input, or stand in for the method that asks for it by a model (--models) that answers any value"
            }
            Command::Check => "pass the value in as a parameter: then all values of it are checked",
        },
        Decider::Random => {
            "let the program draw from `new Random()` or take the value as an input: then all values of it are explored"
        }
        Decider::Identity => {
            "give the class a hashCode of its own, or use tables that keep an order (LinkedHashMap, TreeMap)"
        }
        Decider::Exhaustion => {
            "how deep calls go is up to the JVM: limit the depth in the program, or do not catch the error"
        }
        Decider::Effect | Decider::Native => match command {
            Command::Verify => "stand in for the native method by a model in Java (--models)",
            Command::Check => {
                "--assume-contracts replaces calls of a method that has a contract, so that the native is not called"
            }
        },
    }
}

fn inexactly(command: Command, inexact: Inexact) -> &'static str {
    match inexact {
        Inexact::Text => {
            "`assume` a short text (s.length() <= 10), or test the code behind it with --method or `jacana check`"
        }
        Inexact::Focus => {
            "the input that it needs is unusual (long text, other letters than ASCII): `assume` it away, if callers never pass it"
        }
        Inexact::Native | Inexact::Nested => match command {
            Command::Verify => {
                "stand in for the method that is called by a model in Java (--models), which is explored like the program"
            }
            Command::Check => {
                "--assume-contracts replaces calls of a method that has a contract, so that no native sees the data"
            }
        },
        Inexact::Identity => "compare with equals instead of ==, and do not ask for identity hash codes of boxes",
        Inexact::Trace => "let the program decide by the class or message of an exception, not by its stack trace",
        Inexact::Reflection => "`assume` a few names, or call the classes and members directly",
        Inexact::Contents => {
            "let a method of yours make the object by its constructors and call what is verified: then only real objects are tried"
        }
    }
}

fn confined(command: Command, deed: Deed) -> &'static str {
    match (deed, command) {
        (Deed::Io, Command::Verify) => {
            "with --allow-io it happens on every path and replay, for violations behind it; a model (--models) without the effect allows TRUE"
        }
        (Deed::Io, Command::Check) => {
            "with --allow-io it happens on every path and replay; --assume-contracts replaces a method that has a contract"
        }
        (Deed::Native, Command::Verify) => {
            "with --allow-native it is called, for violations behind it; a model in Java (--models) allows TRUE"
        }
        (Deed::Native, Command::Check) => {
            "with --allow-native it is called; --assume-contracts replaces a method that has a contract"
        }
        (Deed::Heap, Command::Verify | Command::Check) => REPORT,
    }
}

fn unsupported(command: Command, gap: Gap) -> &'static str {
    match gap {
        Gap::Input => "let a method of yours make the object from numbers and texts, and take those as inputs",
        Gap::Api => "take the input by a call of jacana.Jacana instead (docs/guide/inputs.md)",
        Gap::Code | Gap::Memory | Gap::Threads => match command {
            Command::Verify => "stand in for the method of the library by a model in Java (--models)",
            Command::Check => "--assume-contracts replaces calls of a method that has a contract",
        },
        Gap::Choice => "`assume` a small size or length, or make the object that the library looks into without inputs",
    }
}

fn contract(flaw: Flaw) -> &'static str {
    match flaw {
        Flaw::Clause => {
            "mend the clause that the reason names; docs/guide/contracts.md lists what is understood (--source PATH gives sources)"
        }
        Flaw::Broken => "let the program not catch the error that tells of the broken contract (Error, Throwable)",
        Flaw::Unsatisfiable => {
            "look for what contradicts itself in preconditions, invariants and `assume`, or raise --n or --k"
        }
    }
}

fn lost_worker(lost: Lost) -> &'static str {
    match lost {
        Lost::Died => "a worker may have had too little memory: fewer --jobs leave more to each, or raise --memory",
        Lost::Different | Lost::Garbled | Lost::Violation => {
            "--jobs 1 does without workers; please report that they disagree"
        }
    }
}

/// So much more than a bound, and more than nothing.
fn more(bound: u32) -> u32 {
    bound.saturating_mul(2).max(1)
}

/// In the largest unit that leaves no rest, as options take it.
fn shown(time: Duration) -> String {
    let millis = time.as_millis();
    match millis {
        _ if millis.is_multiple_of(60_000) => format!("{}m", millis / 60_000),
        _ if millis.is_multiple_of(1_000) => format!("{}s", millis / 1_000),
        _ => format!("{millis}ms"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(command: Command) -> Asked {
        Asked { command, time: Duration::from_secs(20), memory_bytes: 3 << 30, jobs: 1 }
    }

    #[test]
    fn limits_are_offered_as_options_take_them() {
        assert!(
            advice(&asked(Command::Verify), &Limit::Time.into()).starts_with("--time 80s goes on after 20s; --jobs N")
        );
        assert!(advice(&asked(Command::Verify), &Limit::Memory.into()).starts_with("--memory 12288M"));
        let times = [1500, 60_000, 90_000].map(|millis| shown(Duration::from_millis(millis)));
        assert_eq!(times, ["1500ms", "1m", "90s"]);
    }

    #[test]
    fn a_bound_is_offered_by_the_option_that_sets_it() {
        let elements = |measure| Reason::Bound(Bound::Elements { most: 8, measure, at: "at A.f".into() });
        let words = |command, measure| advice(&asked(command), &elements(measure));
        assert!(words(Command::Verify, Measure::ArrayLength).starts_with("--array-length 16"));
        assert!(words(Command::Check, Measure::N).starts_with("--n 16"));
        let references = Reason::Bound(Bound::References { k: 3, at: "at A.f".into() });
        assert!(advice(&asked(Command::Verify), &references).starts_with("--k 4"));
    }
}
