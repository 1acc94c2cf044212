//! `jacana check` on methods with arrays against all arrays within the bound: fixtures/arrays and random methods are called on the JVM with all
//! arguments, and what is said of them must fit.

mod random;

use std::collections::BTreeMap;
use std::fs;

use crate::check::Answer;
use crate::fixture::files_below;
use crate::soundness::{Description, contains};
use crate::tools::{Scratch, Tools, compile_with, workspace};

pub use random::source;

/// The levels of `--init`.
pub const LEVELS: [&str; 3] = ["lazy", "lazier", "lazier#"];
/// The classes of fixtures/arrays, and how long arrays are with which their methods are called.
pub const CLASSES: [(&str, u32); 6] =
    [("Loops", 3), ("Aliases", 2), ("References", 2), ("Nested", 2), ("Stores", 3), ("Widths", 3)];
/// Elements of an array and chains of references: no array above is longer, no chain of these classes either.
const BOUND: &str = "3";
/// Methods of `Seeded`, and how many places must be looked at before their bug shows.
pub const SEEDED: [(&str, u32); 8] = [
    ("upThree", 3),
    ("downFour", 4),
    ("jumpTwo", 2),
    ("anyThree", 3),
    ("sharedTwo", 2),
    ("writtenTwo", 2),
    ("copiedTwo", 2),
    ("rowTwo", 2),
];
/// Seconds for a method at one level.
const TIME: u32 = 60;
/// Heaps that are looked for in the cases of a method.
const MOST_LOOKED_FOR: usize = 400;
/// Cases that are looked at of an answer that was cut off: there may be a hundred thousand, in which no heap must be.
const MOST_OF_CUT: usize = 2_000;

/// A heap on which a method was called, and what became of it.
pub struct Tried {
    heap: Description,
}

impl Tried {
    /// Whether the heap is one that the method assumes away.
    fn is_assumed_away(&self) -> bool {
        self.heap.text("outcome") == "assumed"
    }

    fn is_violation(&self) -> bool {
        !self.is_assumed_away() && self.heap.text("outcome") != "returned"
    }
}

/// Classes with methods on arrays, compiled, with the program that calls them.
pub struct ArrayBench {
    tools: Tools,
    scratch: Scratch,
}

/// What became of a method at one level.
pub struct ArrayFigures {
    pub verdict: String,
    pub cases: usize,
    /// The time was over before all cases were there.
    pub is_cut: bool,
    pub faults: Vec<String>,
}

impl ArrayBench {
    /// With random classes, by their seeds, beside those of fixtures/arrays.
    pub fn new(seeds: std::ops::Range<u64>) -> ArrayBench {
        let tools = Tools::find();
        let scratch = Scratch::new("arrays");
        let root = workspace();
        let mut sources = files_below(&root.join("fixtures/arrays"));
        sources.retain(|path| path.extension().is_some_and(|extension| extension == "java"));
        sources.extend(seeds.map(|seed| scratch.write(&format!("Random{seed}.java"), source(seed))));
        let api = root.join("api").display().to_string();
        compile_with(&tools, &sources, &["-g", "-parameters", "-sourcepath", &api], scratch.path());
        ArrayBench { tools, scratch }
    }

    /// All heaps of all methods of a class, by the names of the methods.
    pub fn tried(&self, class: &str, longest: u32) -> BTreeMap<String, Vec<Tried>> {
        let mut java = self.tools.java();
        java.arg("-ea").arg("-cp").arg(self.scratch.path()).arg("AllArrays").arg(longest.to_string()).arg(class);
        let output = java.output().expect("java starts");
        assert!(output.status.success(), "AllArrays {class}: {}", String::from_utf8_lossy(&output.stderr));
        let mut methods: BTreeMap<String, Vec<Tried>> = BTreeMap::new();
        for heap in Description::read(&String::from_utf8_lossy(&output.stdout)) {
            methods.entry(heap.text("method").to_string()).or_default().push(Tried { heap });
        }
        methods
    }

    /// What `jacana check` says with a bound, and all cases, also behind a violation.
    pub fn check(&self, target: &str, level: &str, bound: &str) -> (Option<Answer>, Vec<Description>) {
        let (file, page) = (self.scratch.path().join("cases.json"), self.scratch.path().join("page.html"));
        let _ = fs::remove_file(&file);
        let mut jacana = self.tools.jacana();
        jacana.arg("check").arg("-cp").arg(self.scratch.path()).args(["--k", bound, "--init", level]);
        jacana.args(["--time", &TIME.to_string(), "--cases"]).arg(&file).arg("--html").arg(&page).arg(target);
        let output = jacana.output().expect("jacana starts");
        let answer = String::from_utf8_lossy(&output.stdout).lines().find_map(Answer::read);
        (answer, Description::read(&fs::read_to_string(&file).unwrap_or_default()))
    }

    /// What becomes of the heap that each case proposes.
    fn outcomes(&self, target: &str, cases: &[Description]) -> Vec<String> {
        let mut java = self.tools.java();
        java.arg("-ea").arg("-cp").arg(self.scratch.path()).arg("AllArrays").arg(target);
        let heaps: Vec<String> = cases.iter().map(|case| case.concretisation().line()).collect();
        let input = self.scratch.write("heaps.txt", heaps.join("\n"));
        let output = java.stdin(fs::File::open(input).expect("it was written")).output().expect("java starts");
        assert!(output.status.success(), "{target}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).lines().map(String::from).collect()
    }

    /// What is wrong about a method of `Seeded` at the bound that it needs and at the one below.
    pub fn seeded(&self, method: &str, places: u32, level: &str) -> Option<String> {
        let target = format!("Seeded.{method}");
        let verdict = |bound: u32| {
            let (answer, _) = self.check(&target, level, &bound.to_string());
            answer.map_or("no answer".into(), |answer| answer.verdict)
        };
        let (enough, fewer) = (verdict(places), verdict(places - 1));
        // With fewer there may be no heap at all that the method assumes.
        let is_not_denied =
            fewer.starts_with("HOLDS WITHIN") || fewer.starts_with("UNKNOWN: no heap within the bounds");
        let is_right = enough == "VIOLATED" && is_not_denied;
        (!is_right).then(|| format!("{enough} with {places} places, {fewer} with fewer"))
    }

    /// Compares what is said of a method with what became of it on all heaps.
    pub fn compare(&self, target: &str, level: &str, tried: &[Tried]) -> ArrayFigures {
        let (answer, mut cases) = self.check(target, level, BOUND);
        let all_cases = cases.len();
        let is_cut = answer.as_ref().is_some_and(|answer| answer.seconds >= f64::from(TIME) - 1.0);
        let verdict = answer.map_or("no answer".into(), |answer| answer.verdict);
        if is_cut {
            let step = cases.len().div_ceil(MOST_OF_CUT).max(1);
            cases = cases.into_iter().step_by(step).collect();
        }
        let mut faults = Vec::new();
        // What a violation is like may be outside of what was tried: each case is tried, too.
        let outcomes = self.outcomes(target, &cases);
        let shows = outcomes.iter().any(|outcome| outcome != "returned");
        match (shows || tried.iter().any(Tried::is_violation), verdict.as_str()) {
            (true, "VIOLATED") => {}
            (false, verdict) if verdict.starts_with("HOLDS") => {}
            (violated, verdict) => faults.push(format!("{verdict}, but violated on the JVM: {violated}")),
        }
        for (at, case) in cases.iter().enumerate() {
            if !contains(case, &case.concretisation()) {
                faults.push(format!("case {} does not contain its own concretisation", at + 1));
            }
        }
        let step = tried.len().div_ceil(MOST_LOOKED_FOR).max(1);
        for (at, one) in tried.iter().enumerate().step_by(step) {
            let inside: Vec<usize> = (0..cases.len()).filter(|&case| contains(&cases[case], &one.heap)).collect();
            // Of cases that are not all there, none is twice.
            let expected = usize::from(!one.is_assumed_away());
            if inside.len() > expected || !is_cut && inside.len() < expected {
                faults.push(format!("heap {} ({}) is in the cases {inside:?}", at + 1, one.heap.text("outcome")));
            }
        }
        ArrayFigures { verdict, cases: all_cases, is_cut, faults }
    }
}
