//! Other releases of the JDK, as far as they are here: what is special about code of the JDK that they changed. In full: `cargo xtask show jdks`.

use differential::fixture::fixtures_named;
use differential::jdks::{has_compiler, installed};
use differential::process::{PATIENCE, run};
use differential::tools::{compile, workspace};
use differential::{Mode, Scratch, Tools, compare_all};

/// Where the JDK's own classes differ most between releases: strings, lambdas, threads, reflection, collections.
const FIXTURES: &[&str] = &[
    "BigJson",
    "Decimals",
    "Formatting",
    "HashMaps",
    "Lambdas",
    "MethodHandlesUse",
    "Records",
    "ReflectiveCalls",
    "Regex",
    "Serialization",
    "StackTraces",
    "Streams",
    "StringConcat",
    "ThreadsExecutors",
    "ThreadsVirtual",
    "VarHandles",
];

#[test]
fn other_jdks_run_and_verify_as_well() {
    let own = Tools::find();
    let installed = installed();
    for (feature, jdk) in installed.iter().filter(|(feature, _)| **feature != own.feature()) {
        let tools = Tools { jdk: jdk.clone(), ..own.clone() };
        let scratch = Scratch::new("jdks");
        println!("JDK {feature} in {}", jdk.display());
        compare_all(&tools, &fixtures_named(&tools, &scratch, FIXTURES), Mode::Plain).assert_equal();
        let classes = scratch.path().join("classes");
        compile(&tools, &[workspace().join("examples/Text.java")], "", &classes);
        let mut command = tools.jacana();
        command.args(["verify", "--method", "Text.abbreviate", "-cp"]).arg(&classes);
        let outcome = run(command, b"", PATIENCE);
        let said = outcome.stdout_text();
        let expected = ["confirmed on the JVM", "VERDICT: TRUE(assert)", "VERDICT: FALSE(runtime-exception)"];
        assert!(expected.iter().all(|text| said.contains(text)), "{said}{}", outcome.stderr_text());
        // Sources need a compiler; who has none is told so.
        let mut command = tools.jacana();
        command.args(["run"]).arg(workspace().join("examples/Inventory.java")).args(["lamp", "rug"]);
        let outcome = run(command, b"", PATIENCE);
        let told = outcome.stderr_text();
        assert_eq!(told.contains("has no javac: sources need a full JDK"), !has_compiler(jdk), "{told}");
    }
    for missing in [17, 21, 25].iter().filter(|feature| !installed.contains_key(feature)) {
        println!("not tried: no JDK {missing} (scripts/setup jdks fetches runtimes)");
    }
}
