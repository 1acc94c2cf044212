//! Inputs of the size of those of the literature for the subjects of the studies on heap cloning, all made here: documents, lexers, texts, and
//! constraint problems translated to the formats of Sat4J.

use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

use crate::program::Program;
use crate::random::Dice;
use crate::subject::study_programs;
use crate::tools::{Scratch, Tools, compile, workspace};

const INPUTS: u64 = 5;
const ADJECTIVES: &[&str] = &["grey", "small", "river", "night", "tall", "white", "reed", "marsh", "stone", "wood"];
const NOUNS: &[&str] = &["heron", "jacana", "owl", "kite", "finch", "plover", "swift", "crane", "dove", "tern", "wren"];

/// The subjects, each with programs that read one file.
pub fn large_programs(tools: &Tools, scratch: &Scratch) -> Vec<(&'static str, Vec<Program>)> {
    let mut studies = Vec::new();
    for (subject, programs) in study_programs(tools, scratch) {
        let template = &programs[0];
        let named = |extension: &str, make: &dyn Fn(u64) -> String| -> Vec<Program> {
            (1..=INPUTS)
                .map(|seed| given(template, subject, &format!("large{seed}.{extension}"), make(seed).into()))
                .collect()
        };
        let large = match subject {
            "nanoxml" => named("xml", &document),
            "jlex" => named("lex", &lexer),
            "sat4j" => problems()
                .into_iter()
                .map(|(name, csp)| given(template, subject, &format!("{name}.cnf"), csp.dimacs().into()))
                .collect(),
            "bcel" => classes(tools, scratch)
                .into_iter()
                .map(|(name, bytes)| {
                    let mut program = given(template, subject, &name, bytes);
                    program.args = vec!["dump-file".into(), name];
                    program
                })
                .collect(),
            "lucene" => named("txt", &words),
            _ => unreachable!("a subject of the studies"),
        };
        studies.push((subject, large));
        if subject == "sat4j" {
            studies.push(("sat4j-csp", constraint_programs(tools, scratch, template)));
        }
    }
    studies
}

fn given(template: &Program, subject: &str, file: &str, contents: Vec<u8>) -> Program {
    Program {
        name: format!("{subject} {file}"),
        args: vec![file.to_string()],
        files: vec![(file.to_string(), contents)],
        ..template.clone()
    }
}

/// Sat4J on pseudo-Boolean constraints, into which constraint problems go without becoming clauses.
fn constraint_programs(tools: &Tools, scratch: &Scratch, template: &Program) -> Vec<Program> {
    let pb = template.class_path[0].with_file_name("org.sat4j.pb.jar");
    let classes = scratch.path().join("sat4j-csp");
    let path = format!("{}:{}", template.class_path[0].display(), pb.display());
    compile(tools, &[workspace().join("fixtures/programs/sat4j-csp/SolveOpb.java")], &path, &classes);
    let class_path = vec![template.class_path[0].clone(), pb, classes];
    let template = Program { class_path, main: "SolveOpb".into(), ..template.clone() };
    problems()
        .into_iter()
        .map(|(name, csp)| given(&template, "sat4j-csp", &format!("{name}.opb"), csp.opb().into()))
        .collect()
}

/// A catalogue of some thousand characters with all that XML has.
fn document(seed: u64) -> String {
    let mut dice = Dice::new(seed);
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- a catalogue -->\n<birds>\n");
    for id in 0..20 {
        let (adjective, noun) = (*dice.pick(ADJECTIVES), *dice.pick(NOUNS));
        let _ = writeln!(text, "  <bird id=\"{id}\" name='{adjective} {noun}'>");
        let _ = writeln!(text, "    <weight unit=\"g\">{}</weight>", 20 + dice.below(900));
        match dice.below(5) {
            0 => text.push_str("    <note>eats fish &amp; frogs, &lt;rarely&gt; &#65;&#x42;</note>\n"),
            1 => text.push_str("    <![CDATA[ 1 < 2 && 3 > 2 ]]>\n"),
            2 => text.push_str("    <!-- seen often -->\n    <seen/>\n"),
            3 => _ = writeln!(text, "    <near>{} <b>{}</b></near>", dice.pick(NOUNS), dice.pick(ADJECTIVES)),
            _ => text.push_str("    <empty></empty>\n"),
        }
        text.push_str("  </bird>\n");
    }
    text.push_str("</birds>\n");
    text
}

/// A specification for JLex with many keywords and some classes of characters.
fn lexer(seed: u64) -> String {
    let mut dice = Dice::new(seed);
    let mut text = String::from(
        "%%\n%class LargeLexer\n%integer\n%line\nDIGIT=[0-9]\nLETTER=[A-Za-z_]\nWHITE=[\\ \\t\\r\\n]\n%%\n",
    );
    for number in 0..26 {
        let _ = writeln!(text, "\"{}_{}\" {{ return {number}; }}", dice.pick(ADJECTIVES), dice.pick(NOUNS));
    }
    text.push_str("{DIGIT}+(\\.{DIGIT}+)? { return 100; }\n{LETTER}({LETTER}|{DIGIT})* { return 101; }\n");
    text.push_str(
        "\"<=\"|\">=\"|\"==\"|\"+\"|\"-\" { return 102; }\n\"#\"[^\\n]* { }\n{WHITE}+ { }\n. { return -1; }\n",
    );
    text
}

/// Words, how many lines are made of them, and queries.
fn words(seed: u64) -> String {
    let mut dice = Dice::new(seed);
    let all: Vec<String> = (0..12).map(|_| format!("{}{}", dice.pick(ADJECTIVES), dice.pick(NOUNS))).collect();
    let mut text = format!("{}\n40\n", all.join(" "));
    for _ in 0..3 {
        let (a, b) = (dice.pick(&all).clone(), dice.pick(&all).clone());
        let _ = writeln!(text, "{a}\n+{a} -{b}\n{}*\n\"{a} {b}\"", &a[..3]);
    }
    text
}

/// Class files that javac makes of generated sources.
fn classes(tools: &Tools, scratch: &Scratch) -> Vec<(String, Vec<u8>)> {
    let (sources, folder) = (scratch.path().join("large-sources"), scratch.path().join("large-classes"));
    fs::create_dir_all(&sources).expect("writable");
    let files: Vec<PathBuf> = (1..=INPUTS).map(|seed| sources.join(format!("Large{seed}.java"))).collect();
    for (seed, file) in (1..).zip(&files) {
        let mut dice = Dice::new(seed);
        let mut text =
            format!("public class Large{seed} {{\n    static final String[] NAMES = {{\"heron\", \"owl\"}};\n");
        for method in 0..42 {
            let (a, b) = (dice.below(100), dice.below(1000) + 1);
            let _ = writeln!(
                text,
                "    long field{method} = {b}L;\n    int method{method}(int x, long y) {{\n        int sum = {a};\n        for (int i = 0; i < x; i++) {{\n            sum += i % {b} == 0 ? (int) (y * i) : NAMES[i & 1].length();\n        }}\n        switch (sum) {{ case {a}: return 1; case {}: return 2; default: return sum; }}\n    }}",
                a + b
            );
        }
        text.push_str("}\n");
        fs::write(file, text).expect("writable");
    }
    compile(tools, &files, "", &folder);
    let class =
        |seed| (format!("Large{seed}.class"), fs::read(folder.join(format!("Large{seed}.class"))).expect("a class"));
    (1..=INPUTS).map(class).collect()
}

/// Variables with values, and pairs of assignments that exclude each other.
struct Csp {
    /// The number of values of each variable.
    domains: Vec<usize>,
    /// (variable, value) and (variable, value).
    conflicts: Vec<((usize, usize), (usize, usize))>,
}

fn problems() -> Vec<(&'static str, Csp)> {
    vec![
        ("queens8", queens(8)),
        ("queens9", queens(9)),
        ("colouring", colouring(24, 3, 7)),
        ("pigeons", pigeons(7)),
        ("latin", latin(5)),
    ]
}

/// A queen in each row; the value is its column.
fn queens(size: usize) -> Csp {
    let mut conflicts = Vec::new();
    for (row, other) in pairs(size) {
        for column in 0..size {
            for against in 0..size {
                if column == against || column.abs_diff(against) == other - row {
                    conflicts.push(((row, column), (other, against)));
                }
            }
        }
    }
    Csp { domains: vec![size; size], conflicts }
}

/// A random graph whose ends of edges have different colours.
fn colouring(vertices: usize, colours: usize, seed: u64) -> Csp {
    let mut dice = Dice::new(seed);
    let edges: Vec<(usize, usize)> = pairs(vertices).filter(|_| dice.one_in(6)).collect();
    let conflicts = edges.iter().flat_map(|&(a, b)| (0..colours).map(move |c| ((a, c), (b, c)))).collect();
    Csp { domains: vec![colours; vertices], conflicts }
}

/// One pigeon more than there are holes.
fn pigeons(pigeons: usize) -> Csp {
    let holes = pigeons - 1;
    let conflicts = pairs(pigeons).flat_map(|(a, b)| (0..holes).map(move |hole| ((a, hole), (b, hole)))).collect();
    Csp { domains: vec![holes; pigeons], conflicts }
}

/// A Latin square.
fn latin(size: usize) -> Csp {
    let cells = pairs(size * size).filter(|(a, b)| a / size == b / size || a % size == b % size);
    let conflicts = cells.flat_map(|(a, b)| (0..size).map(move |value| ((a, value), (b, value)))).collect();
    Csp { domains: vec![size; size * size], conflicts }
}

/// All pairs of different numbers below `count`, the smaller one first.
fn pairs(count: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..count).flat_map(move |a| (a + 1..count).map(move |b| (a, b)))
}

impl Csp {
    /// A Boolean for each value of each variable, from 1.
    fn boolean(&self, (variable, value): (usize, usize)) -> usize {
        self.domains[..variable].iter().sum::<usize>() + value + 1
    }

    fn booleans(&self, variable: usize) -> Vec<usize> {
        (0..self.domains[variable]).map(|value| self.boolean((variable, value))).collect()
    }

    /// Clauses: some value for each variable, not two, and no conflict.
    fn dimacs(&self) -> String {
        let mut clauses: Vec<String> = Vec::new();
        for variable in 0..self.domains.len() {
            let all = self.booleans(variable);
            clauses.push(all.iter().map(|b| b.to_string()).collect::<Vec<_>>().join(" "));
            clauses.extend(pairs(all.len()).map(|(a, b)| format!("-{} -{}", all[a], all[b])));
        }
        clauses.extend(self.conflicts.iter().map(|&(a, b)| format!("-{} -{}", self.boolean(a), self.boolean(b))));
        let variables: usize = self.domains.iter().sum();
        let mut text = format!("p cnf {variables} {}\n", clauses.len());
        clauses.iter().for_each(|clause| _ = writeln!(text, "{clause} 0"));
        text
    }

    /// Linear constraints: exactly one value for each variable, at most one side of a conflict.
    fn opb(&self) -> String {
        let variables: usize = self.domains.iter().sum();
        let mut text = format!("* #variable= {variables} #constraint= {}\n", self.domains.len() + self.conflicts.len());
        for variable in 0..self.domains.len() {
            let sum: Vec<String> = self.booleans(variable).iter().map(|b| format!("+1 x{b}")).collect();
            let _ = writeln!(text, "{} = 1 ;", sum.join(" "));
        }
        for &(a, b) in &self.conflicts {
            let _ = writeln!(text, "-1 x{} -1 x{} >= -1 ;", self.boolean(a), self.boolean(b));
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn problems_in_both_formats() {
        let csp = pigeons(2);
        assert_eq!(csp.dimacs(), "p cnf 2 3\n1 0\n2 0\n-1 -2 0\n");
        assert_eq!(csp.opb(), "* #variable= 2 #constraint= 3\n+1 x1 = 1 ;\n+1 x2 = 1 ;\n-1 x1 -1 x2 >= -1 ;\n");
        assert_eq!(queens(6).dimacs().lines().count(), 1 + 6 + 6 * 15 + 200);
    }
}
