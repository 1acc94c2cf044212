//! Random programs for path merging: branches of all forms around writes to locals, fields, statics, arrays and builders, calls with
//! several targets and early returns, loops with a symbolic exit, allocations, inputs, assumptions and exceptions inside of
//! branches. What a path computed ends up in static fields, which are compared.

use super::Dice;
use std::fmt::Write;

/// Types that programs compute with.
const LOCALS: [&str; 4] = ["a", "b", "c", "d"];

const FRAME: &str = "
  static int r0, r1, r2, r3;
  static long total;
  static double ratio;
  static int[] cells = new int[4];
  static Node kept;
  static String word = \"\";
  static StringBuilder text = new StringBuilder();
  static int asked;

  static class Node {
    int value; Node next;
    Node(int value, Node next) { this.value = value; this.next = next; }
    int weight() { return value + 1; }
  }
  static class Heavy extends Node {
    Heavy(int value, Node next) { super(value, next); }
    @Override int weight() { return value < 0 ? -value : 2 * value; }
  }
  static int ask() { if (++asked > 4) return asked; return Verifier.nondetInt(); }
  static int sign(int x) { if (x < 0) return -1; if (x == 0) { return 0; } return 1; }
  static int limit(int x) { if (x > 50) { throw new IllegalStateException(); } return x; }
";

pub struct Merging {
    dice: Dice,
    lines: String,
    indent: usize,
    names: usize,
}

impl Merging {
    pub fn new(dice: Dice) -> Merging {
        Merging { dice, lines: String::new(), indent: 2, names: 0 }
    }

    pub fn program(mut self, name: &str) -> String {
        for local in LOCALS {
            let start = if self.dice.one_in(2) { "Verifier.nondetInt()".into() } else { self.number() };
            self.line(&format!("int {local} = {start};"));
        }
        self.line("Node n = new Node(a, null);");
        for _ in 0..3 + self.dice.below(4) {
            self.statement(3);
        }
        for (at, local) in LOCALS.iter().enumerate() {
            self.line(&format!("r{at} = {local};"));
        }
        self.line("kept = n;");
        if self.dice.one_in(3) {
            let claim = self.condition();
            self.line(&format!("assert {claim};"));
        }
        format!(
            "import org.sosy_lab.sv_benchmarks.Verifier;\n\npublic class {name} {{\n{FRAME}\n  public static void main(String[] args) {{\n{}  }}\n}}\n",
            self.lines
        )
    }

    fn statement(&mut self, depth: usize) {
        let simple = depth == 0;
        match self.dice.below(if simple { 12 } else { 20 }) {
            0..=2 => {
                let (to, value) = (self.local(), self.value());
                self.line(&format!("{to} = {value};"));
            }
            3 => {
                let value = self.value();
                let operator = *self.dice.pick(&["=", "+=", "^="]);
                self.line(&format!("n.value {operator} {value};"));
            }
            4 => {
                let (at, value) = (self.index(), self.value());
                self.line(&format!("cells[{at}] = {value};"));
            }
            5 => {
                let value = self.value();
                let class = ["Node", "Heavy"][self.dice.below(2)];
                let next = ["n", "null", "kept"][self.dice.below(3)];
                self.line(&format!("n = new {class}({value}, {next});"));
            }
            6 => {
                let (to, x) = (self.local(), self.local());
                let call = ["n.weight()".to_string(), format!("sign({x})"), format!("limit({x} & 63)"), "ask()".into()];
                let call = self.dice.pick(&call).clone();
                self.line(&format!("{to} = {call};"));
            }
            7 => {
                let x = self.local();
                let part = [format!("{x} > 3"), "\"ab\"".into(), "'x'".into(), "word.length()".into()];
                let part = self.dice.pick(&part).clone();
                self.line(&format!("if (text.length() < 8) text.append({part});"));
            }
            8 => {
                let condition = self.condition();
                self.line(&format!("word = {condition} ? \"yes\" : word;"));
            }
            9 => {
                let value = self.value();
                let operator = *self.dice.pick(&["+=", "-=", "^="]);
                self.line(&format!("total {operator} {value};"));
            }
            10 => {
                let value = self.value();
                self.line(&format!("ratio = ratio / 2 + ({value} % 100);"));
            }
            11 => self.line("if (n.next != null) n = n.next;"),
            12..=14 => {
                let condition = self.condition();
                self.block(&format!("if ({condition}) {{"), depth);
                if self.dice.one_in(2) {
                    self.block("else {", depth);
                }
            }
            15 => self.switch(depth),
            16 => self.bounded_loop(depth),
            17 => {
                let condition = self.condition();
                self.line(&format!("Verifier.assume({condition} || a > b);"));
            }
            18 => {
                self.block("try {", depth);
                let catch = ["IllegalStateException", "ArithmeticException", "RuntimeException"][self.dice.below(3)];
                self.names += 1;
                let name = self.names;
                self.block(&format!("catch ({catch} e{name}) {{"), depth);
            }
            _ => {
                let condition = self.condition();
                let end = ["return;", "throw new IllegalStateException();"][self.dice.below(2)];
                self.line(&format!("if ({condition} && c == 7) {end}"));
            }
        }
    }

    fn switch(&mut self, depth: usize) {
        let on = self.local();
        self.line(&format!("switch ({on} & 7) {{"));
        for case in 0..2 + self.dice.below(2) {
            self.block(&format!("case {}: {{", case * 2), depth);
            if !self.dice.one_in(4) {
                self.line("break;");
            }
        }
        self.block("default: {", depth);
        self.line("}");
    }

    fn bounded_loop(&mut self, depth: usize) {
        self.names += 1;
        let i = format!("i{}", self.names);
        let (x, condition) = (self.local(), self.condition());
        match self.dice.below(3) {
            0 => self.block(&format!("for (int {i} = 0; {i} < 3; {i}++) {{"), depth),
            1 => self.block(&format!("for (int {i} = 0; {i} < ({x} & 3); {i}++) {{"), depth),
            _ => self.block(&format!("for (int {i} = 0; {i} < 3 && {condition}; {i}++) {{"), depth),
        }
    }

    fn block(&mut self, head: &str, depth: usize) {
        self.line(head);
        self.indent += 1;
        for _ in 0..1 + self.dice.below(2) {
            self.statement(depth - 1);
        }
        self.indent -= 1;
        self.line("}");
    }

    fn condition(&mut self) -> String {
        let (x, y, k) = (self.local(), self.value(), self.number());
        match self.dice.below(8) {
            0 => format!("{x} < {k}"),
            1 => format!("{x} == {y}"),
            2 => format!("({x} & {k}) != 0"),
            3 => format!("{x} > {k} && cells[1] <= {y}"),
            4 => format!("n.value > {k} || {x} < {y}"),
            5 => "n instanceof Heavy".into(),
            6 => "n.next == null".into(),
            _ => format!("text.length() > {}", self.dice.below(4)),
        }
    }

    fn value(&mut self) -> String {
        let (x, y, k) = (self.local(), self.local(), self.number());
        match self.dice.below(9) {
            0 => k,
            1 => format!("{x} + {k}"),
            2 => format!("{x} - {y}"),
            3 => format!("({x} ^ {y})"),
            4 => format!("cells[{}]", self.index()),
            5 => "n.value".into(),
            6 => format!("({x} > {k} ? {y} : {x})"),
            7 => format!("10 / ({x} | 1)"),
            _ => x.to_string(),
        }
    }

    /// Mostly inside of the array.
    fn index(&mut self) -> String {
        match self.dice.below(8) {
            0 => format!("{} & 7", self.local()),
            1..=2 => format!("{} & 3", self.local()),
            at => (at % 4).to_string(),
        }
    }

    fn local(&mut self) -> &'static str {
        LOCALS[self.dice.below(LOCALS.len())]
    }

    fn number(&mut self) -> String {
        (self.dice.below(12) as i32 - 3).to_string()
    }

    fn line(&mut self, text: &str) {
        writeln!(self.lines, "{}{text}", "  ".repeat(self.indent)).expect("a string takes all");
    }
}
