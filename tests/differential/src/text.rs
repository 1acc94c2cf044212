//! Every model of text and of numbers in text against the JVM: `java` says what an operation gives on random strings, `jacana verify`
//! must prove the same for a symbolic string that is assumed to equal the random one. With a wrong expectation it must refuse.

use crate::process::{PATIENCE, run};
use crate::tools::compile;
use crate::{Exit, Scratch, Tools};
use std::fmt::Write;

/// Expressions over a String `s` that give something `String.valueOf` shows completely.
const TEXT: &[&str] = &[
    "s.length()",
    "s.isEmpty()",
    "s.isBlank()",
    "(int) s.charAt(0)",
    "(int) s.charAt(2)",
    "(int) s.charAt(-1)",
    "s.equals(\"ab\")",
    "\"ab\".equals(s)",
    "s.equals(null)",
    "s.equalsIgnoreCase(\"ABC\")",
    "\"kIsS\".equalsIgnoreCase(s)",
    "s.compareTo(\"abc\")",
    "\"b\".compareTo(s)",
    "s.hashCode()",
    "s.startsWith(\"a\")",
    "s.startsWith(\"b\", 1)",
    "s.endsWith(\"c\")",
    "s.contains(\"ab\")",
    "s.contains(\"\")",
    "s.regionMatches(1, \"xbcx\", 1, 2)",
    "s.indexOf('a')",
    "s.indexOf('b', 2)",
    "s.indexOf(\"ab\")",
    "s.indexOf(\"\", 3)",
    "s.indexOf(\"b\", -1)",
    "s.lastIndexOf('a')",
    "s.lastIndexOf('a', 3)",
    "s.lastIndexOf(\"ab\")",
    "s.lastIndexOf(\"\", 2)",
    "s.lastIndexOf(\"b\", 100)",
    "s.substring(1)",
    "s.substring(1, 3)",
    "s.subSequence(0, 2)",
    "s.concat(\"x\")",
    "\"x\".concat(s)",
    "\"<\" + s + \">\" + s.length()",
    "s.replace('a', 'b')",
    "s.replace(\"ab\", \"c\")",
    "s.trim()",
    "s.strip()",
    "s.stripLeading()",
    "s.stripTrailing()",
    "s.toUpperCase()",
    "s.toLowerCase()",
    "new String(s)",
    "s.toCharArray().length",
    "String.valueOf(s.toCharArray())",
    "s.split(\",\").length",
    "s.repeat(2)",
    "String.join(s, \"a\", \"b\")",
    "Boolean.parseBoolean(s)",
    "Integer.parseInt(s)",
    "Long.parseLong(s)",
    "Double.parseDouble(s)",
    "new StringBuilder(s).append('c').append(1).append(2L).append(true).append(1.5)",
    "new StringBuilder(\"ab\").append(s).length()",
    "new StringBuilder(s).append(s).indexOf(\"b\")",
    "new StringBuilder(s).append(s).lastIndexOf(\"b\")",
    "new StringBuilder(s).charAt(1) + 0",
    "new StringBuilder(s).substring(1)",
    "new StringBuilder(\"ab\").insert(1, s)",
    "new StringBuilder(s).insert(1, 'x').insert(0, 7)",
    "new StringBuilder(s).append(new char[] {'x', 'y', 'z'}, 1, 2).append(new StringBuilder(s)).insert(1, new StringBuffer(s))",
    "new StringBuilder(s).delete(1, 2)",
    "new StringBuilder(s).delete(0, 100)",
    "new StringBuilder(s).deleteCharAt(1)",
    "new StringBuilder(s).reverse()",
    "new StringBuffer(s).append(s).append(new char[] {'x', 'y'})",
    "changed(s, b -> b.setCharAt(1, 'q'))",
    "changed(s, b -> b.setLength(1))",
    "changed(s, b -> b.setLength(3))",
];

/// Expressions over an int `i`, a long `l` and a double `d`.
const NUMBERS: &[&str] = &[
    "String.valueOf(i)",
    "\"i\" + i + \"l\" + l",
    "Integer.toString(i).length()",
    "(int) Long.toString(l).charAt(0)",
    "new StringBuilder().append(i).append(',').append(l)",
    "new StringBuilder(\"ab\").insert(1, i)",
    "Integer.parseInt(\"\" + i)",
    "\"\" + d",
    "Double.toString(d).length()",
    "String.valueOf((char) i)",
    "new String(new char[] {(char) i, 'b'})",
];

const NUMBER_CASES: &[&str] = &[
    "0, 0L, 0.0",
    "7, -7L, 1.5",
    "-42, 1234567890123L, -1e300",
    "Integer.MIN_VALUE, Long.MIN_VALUE, Double.NaN",
    "Integer.MAX_VALUE, Long.MAX_VALUE, 1e-5",
];

/// Which strings are tried.
#[derive(Clone, Copy, Debug)]
pub struct Draw {
    pub seed: u64,
    /// At least as many as the fixed ones.
    pub strings: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// What the JVM says.
    Right,
    Wrong,
}

/// The number of expectations and the output of `jacana verify`.
pub fn verified(tools: &Tools, draw: Draw, expected: Expected) -> (usize, String) {
    let scratch = Scratch::new("text");
    let answers = answers(tools, &scratch, draw);
    assert_eq!(answers.len(), draw.strings * TEXT.len() + NUMBER_CASES.len() * NUMBERS.len());
    (answers.len(), verify(tools, &scratch, &verifier(draw, &answers, expected)))
}

/// xorshift64*
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) % bound
    }
}

/// Short strings over few characters, so that searches find something; some are numbers, blank, or not ASCII.
fn strings(draw: Draw) -> Vec<String> {
    let mut random = Random(draw.seed | 1);
    let mut strings: Vec<String> =
        ["", "0", "-12", "+7", "99999999999", "true", " \\t ", "ab", "KISS"].map(String::from).into();
    const ALPHABETS: [&[&str]; 4] =
        [&["a", "b", "c"], &["a", "b", " ", ","], &["A", "b", "Z", "1"], &["a", "\\u00e4", "\\u20ac", "b"]];
    while strings.len() < draw.strings {
        let alphabet = ALPHABETS[random.below(4) as usize];
        let length = random.below(9);
        strings.push((0..length).map(|_| alphabet[random.below(alphabet.len() as u64) as usize]).collect());
    }
    strings
}

/// A class that shows what each expression gives: its text or its exception.
fn shower(draw: Draw) -> String {
    let mut source = header("Show");
    source += "  static void show(java.util.concurrent.Callable<Object> c) { String r;\n";
    source += "    try { r = \"=\" + c.call(); } catch (Exception e) { r = \"!\" + e.getClass().getName(); }\n";
    source += "    StringBuilder b = new StringBuilder();\n";
    source += "    for (char c2 : r.toCharArray()) b.append(String.format(\"%04x\", (int) c2));\n";
    source += "    System.out.println(b); }\n  public static void main(String[] args) {\n";
    for string in strings(draw) {
        writeln!(source, "    {{ String s = \"{string}\";").expect("memory");
        TEXT.iter().for_each(|e| writeln!(source, "      show(() -> {e});").expect("memory"));
        source += "    }\n";
    }
    for case in NUMBER_CASES {
        writeln!(source, "    {{ {}", numbers(case)).expect("memory");
        NUMBERS.iter().for_each(|e| writeln!(source, "      show(() -> {e});").expect("memory"));
        source += "    }\n";
    }
    source + "  }\n}\n"
}

fn header(class: &str) -> String {
    format!(
        "import org.sosy_lab.sv_benchmarks.Verifier;\nimport java.util.function.Consumer;\npublic class {class} {{\n\
         \x20 static StringBuilder changed(String s, Consumer<StringBuilder> c) {{\n\
         \x20   StringBuilder b = new StringBuilder(s); c.accept(b); return b; }}\n"
    )
}

fn numbers(case: &str) -> String {
    let values: Vec<&str> = case.split(", ").collect();
    format!("final int i = {}; final long l = {}; final double d = {};", values[0], values[1], values[2])
}

/// One path for each expression and case: the expectation must hold for the symbolic value that equals the case.
fn verifier(draw: Draw, answers: &[String], expected: Expected) -> String {
    let mut source = header("Check");
    source += "  static String any(String c) { String s = Verifier.nondetString(); Verifier.assume(s.equals(c)); return s; }\n";
    source += "  static int any(int c) { int i = Verifier.nondetInt(); Verifier.assume(i == c); return i; }\n";
    source += "  static long any(long c) { long l = Verifier.nondetLong(); Verifier.assume(l == c); return l; }\n";
    source += "  static double any(double c) { double d = Verifier.nondetDouble();\n";
    source += "    Verifier.assume(Double.doubleToRawLongBits(d) == Double.doubleToRawLongBits(c)); return d; }\n";
    let mut main = String::new();
    let mut answers = answers.iter();
    let mut add = |inputs: String, expression: &str| {
        let answer = answers.next().expect("one answer for each");
        let method = format!("m{}", answers.len());
        let (kind, text) = answer.split_at(1);
        let text: String = text.encode_utf16().map(|unit| format!("\\u{unit:04x}")).collect();
        let change = if expected == Expected::Wrong { "x" } else { "" };
        let check = match kind {
            "=" => format!("{inputs} String r = \"\" + ({expression}); assert r.equals(\"{text}{change}\") : r;"),
            _ => format!(
                "{inputs} try {{ Object r = {expression}; assert false : r; }} catch (Exception e) {{ \
                 assert e.getClass().getName().equals(\"{text}{change}\"); }}"
            ),
        };
        writeln!(source, "  static void {method}() {{ {check} }}").expect("memory");
        writeln!(main, "      case {}: {method}(); break;", answers.len()).expect("memory");
    };
    for string in strings(draw) {
        TEXT.iter().for_each(|e| add(format!("String s = any(\"{string}\");"), e));
    }
    for case in NUMBER_CASES {
        let inputs = case.split(", ").map(|value| format!("any({value})")).collect::<Vec<_>>().join(", ");
        NUMBERS.iter().for_each(|e| add(numbers(&inputs), e));
    }
    format!(
        "{source}  public static void main(String[] args) {{\n    switch (Verifier.nondetInt()) {{\n{main}      default: \
         break;\n    }}\n  }}\n}}\n"
    )
}

/// What `java` says, one line for each expression and case.
fn answers(tools: &Tools, scratch: &Scratch, draw: Draw) -> Vec<String> {
    let source = scratch.write("Show.java", shower(draw).replace("import org.sosy_lab.sv_benchmarks.Verifier;\n", ""));
    compile(tools, &[source], "", scratch.path());
    let mut java = tools.java();
    java.arg("-cp").arg(scratch.path()).arg("Show");
    let outcome = run(java, b"", PATIENCE);
    assert_eq!(outcome.exit, Exit::Code(0), "{}", outcome.stderr_text());
    let decode = |line: &str| {
        let units: Vec<u16> = line
            .as_bytes()
            .chunks(4)
            .map(|hex| u16::from_str_radix(&String::from_utf8_lossy(hex), 16).expect("hex"))
            .collect();
        String::from_utf16(&units).expect("whole characters")
    };
    outcome.stdout_text().lines().map(decode).collect()
}

fn verify(tools: &Tools, scratch: &Scratch, source: &str) -> String {
    let source = scratch.write("Check.java", source);
    let mut command = tools.jacana();
    command.args(["verify", "--time", "240", "--property", "assert"]).arg(source);
    run(command, b"", PATIENCE).stdout_text()
}
