//! Threads: a deadlock is told with all stacks, in `run` and in `verify`. That programs with threads behave as under `java` is in
//! `fixtures.rs` and `stress.rs`; `cargo xtask show threads` counts them.

use std::time::Duration;

use differential::process::run;
use differential::threads::deadlocks;
use differential::tools::workspace;
use differential::{Exit, Scratch, Tools};

#[test]
fn deadlocks_are_told_with_all_stacks() {
    let scratch = Scratch::new("threads");
    let (count, wrong) = deadlocks(&Tools::find(), &scratch);
    assert!(count >= 4);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_deadlock_is_a_violation_with_all_stacks() {
    let mut command = Tools::find().jacana();
    command.args(["verify", "--property", "deadlock"]).arg(workspace().join("fixtures/deadlock/Monitors.java"));
    let outcome = run(command, b"", Duration::from_secs(120));
    let text = outcome.stdout_text() + &outcome.stderr_text();
    assert_eq!(outcome.exit, Exit::Code(1), "{text}");
    assert!(text.contains("\"left\" and \"right\" wait for each other"), "{text}");
    assert!(text.contains("VERDICT: FALSE(deadlock)"), "{text}");
}
