//! Random programs with loops and recursive calls of many rounds: two small inputs, so that all of them can be tried.

use crate::random::Dice;

/// The first input is below this, the second from -`SECOND` to `SECOND`.
pub const FIRST: i32 = 2600;
pub const SECOND: i32 = 2;

const NUMBERS: [i32; 14] = [0, 1, 2, 3, 5, 7, 10, 100, -1, -2, 600, 1300, 2000, 2500];
/// Rounds and inputs in which mutations are off.
pub const FAR: [i32; 5] = [700, 1111, 1800, 2222, 2599];

/// Writes one program.
pub struct Writer {
    dice: Dice,
    lines: Vec<String>,
    depth: usize,
    loops: usize,
    /// Places where a mutation may be put, with the counter of the loop there: loops that have many rounds.
    places: Vec<(usize, usize, String)>,
    /// Variables that assertions are about.
    claimed: Vec<String>,
    uses: Uses,
}

#[derive(Clone, Copy)]
struct Uses {
    doubles: bool,
    elements: bool,
    fields: bool,
    calls: bool,
    /// Lists of objects that loops make.
    nodes: bool,
}

impl Writer {
    pub fn new(seed: u64) -> Writer {
        let mut dice = Dice::new(seed);
        for _ in 0..8 {
            dice.below(2);
        }
        let uses = Uses {
            doubles: dice.one_in(3),
            elements: dice.one_in(3),
            fields: dice.one_in(2),
            calls: dice.one_in(2),
            nodes: seed % 4 == 3,
        };
        Writer { dice, lines: Vec::new(), depth: 2, loops: 0, places: Vec::new(), claimed: Vec::new(), uses }
    }

    /// A class with a method `run(int,int)`; with a mutation, something is off in a late round.
    pub fn program(mut self, name: &str, mutation: Option<u64>) -> String {
        let callee = if self.uses.calls { self.callee() } else { String::new() };
        for _ in 0..2 + self.dice.below(4) {
            self.statement(0);
        }
        if self.uses.calls {
            let (a, b) = (self.number(1), self.number(1));
            let target = self.variable();
            self.line(format!("{target} = call(n, {a}, {b});"));
        }
        for _ in 0..1 + self.dice.below(2) {
            let claim = self.claim();
            self.line(format!("assert {claim};"));
        }
        if self.uses.nodes {
            self.walk(name);
        }
        if let Some(seed) = mutation {
            self.mutate(seed);
        }
        let body = self.lines.join("\n").replace('@', name);
        format!(
            "class {name} {{\n    static int f;\n    static int steps;\n    int g;\n    {name} next;\n{callee}\n    \
             static void run(int n, int k) {{\n        if (n < 0 || n >= {FIRST} || k < -{SECOND} || k > {SECOND}) {{\n            \
             return;\n        }}\n        int a = 0, b = k, c = n;\n        double x = 0, y = 1;\n        \
             int[] m = new int[4];\n        {name} o = new {name}(), p = new {name}(), h = null, t = null;\n        f = 0;\n{body}\n    }}\n}}\n"
        )
    }

    /// A recursive method of three numbers; the first one goes down.
    fn callee(&mut self) -> String {
        let base = self.pick(&["r", "0", "1", "s", "r + s", "k"]).replace('k', "s");
        let step = self.pick(&["1", "1", "1", "2"]);
        let (first, second) =
            (self.pick(&["r", "r + 1", "r + s", "s", "r - 1"]), self.pick(&["s", "s", "s + 1", "-s", "r"]));
        let call = format!("call(n - {step}, {first}, {second})");
        let result = self
            .pick(&["@", "@ + 1", "@ + s", "Math.max(@, r)", "@ - 1", "s - @", "(@ + 2) & 1023"])
            .replace('@', &call);
        let effect = if self.uses.fields { self.pick(&["f++;", "f += s;", "", "f = n;"]) } else { String::new() };
        let early = if self.dice.one_in(3) {
            let (far, value) = (*self.dice.pick(&FAR), self.pick(&["0", "r", "s", "77"]));
            format!("        if (n == {far} && s > 0) {{\n            return {value};\n        }}\n")
        } else {
            String::new()
        };
        format!(
            "    static int call(int n, int r, int s) {{\n        if (n <= 0) {{\n            return {base};\n        }}\n{early}        \
             {effect}\n        return {result};\n    }}"
        )
    }

    fn pick(&mut self, choices: &[&str]) -> String {
        (*self.dice.pick(choices)).to_string()
    }

    fn line(&mut self, text: String) {
        self.lines.push(format!("{}{text}", "    ".repeat(self.depth)));
    }

    fn variable(&mut self) -> String {
        let all: &[&str] = if self.uses.fields { &["a", "b", "a", "b", "f", "o.g"] } else { &["a", "b", "c"] };
        self.pick(all)
    }

    fn number(&mut self, depth: usize) -> String {
        match self.dice.below(if depth > 1 { 5 } else { 10 }) {
            0..=2 => self.variable(),
            3 => self.dice.pick(&NUMBERS).to_string(),
            4 => self.pick(&["n", "k", "c"]),
            5..=7 => {
                let operator = self.pick(&["+", "-", "+", "-", "*", "&", "|", "^"]);
                format!("({} {operator} {})", self.number(depth + 1), self.number(depth + 1))
            }
            8 if self.uses.elements => format!("m[{} & 3]", self.number(depth + 1)),
            8 => format!("({} % {})", self.number(depth + 1), self.dice.pick(&[2, 3, 4])),
            _ => format!("({} ? {} : {})", self.condition(depth + 1), self.number(depth + 1), self.number(depth + 1)),
        }
    }

    fn double(&mut self) -> String {
        match self.dice.below(5) {
            0 => self.pick(&["x", "y"]),
            1 => self.pick(&["0.5", "2.0", "0.25", "10.0", "1.0"]),
            2 => "(double) a".to_string(),
            _ => {
                let operator = self.pick(&["+", "-", "*", "*"]);
                format!("({} {operator} {})", self.pick(&["x", "y"]), self.pick(&["0.5", "x", "y", "1.0", "0.25"]))
            }
        }
    }

    fn condition(&mut self, depth: usize) -> String {
        if self.uses.doubles && self.dice.one_in(4) {
            let operator = self.pick(&["<", "<=", ">", ">="]);
            return format!("{} {operator} {}", self.pick(&["x", "y"]), self.double());
        }
        let operator = self.pick(&["<", "<=", ">", ">=", "==", "!="]);
        format!("{} {operator} {}", self.number(depth + 1), self.number(depth + 1))
    }

    fn claim(&mut self) -> String {
        if self.uses.doubles && self.dice.one_in(3) {
            let operator = self.pick(&["<=", ">=", "!="]);
            let subject = self.pick(&["x", "y"]);
            self.claimed.push(subject.clone());
            return format!("{subject} {operator} {}", self.pick(&["0.0", "1.0", "2.0", "10.0", "-1.0"]));
        }
        let subject = self.variable();
        self.claimed.push(subject.clone());
        match self.dice.below(5) {
            0 => format!("({subject} & 1) == {}", self.dice.below(2)),
            1 => {
                let operator = self.pick(&["<=", ">=", "=="]);
                format!("{subject} {operator} {}", self.pick(&["a", "b", "c", "n", "k", "n + k"]))
            }
            _ => {
                let operator = self.pick(&["<=", ">=", "!=", ">=", "<="]);
                format!("{subject} {operator} {}", self.dice.pick(&NUMBERS))
            }
        }
    }

    /// Something with a list: `h` is its first node, `t` another one, and `o` is no node that a loop made.
    fn node(&mut self) {
        let value = self.number(1);
        let all = [
            format!("t = new @(); t.g = {value}; t.next = h; h = t;"),
            format!("t = new @(); t.g = {value}; t.next = h; h = t;"),
            "if (h != null) { t = new @(); t.next = h.next; h.next = t; }".to_string(),
            "if (h != null) { h = h.next; }".to_string(),
            format!("if (h != null) {{ h.g = {value}; }}"),
            format!("if (t != null) {{ t.g = {value}; }}"),
            "if (t != null) { a = t.g; }".to_string(),
            "if (h != null && h.next != null) { b = h.next.g; }".to_string(),
            "t = h;".to_string(),
            "if (t != null) { t = t.next; }".to_string(),
            "if (t != null) { t.next = h; }".to_string(),
            "o.next = h; h = o;".to_string(),
            "if (t == o) { b = 1; }".to_string(),
            "if (t != null && t == h) { t.g++; }".to_string(),
            "a = h.g;".to_string(),
        ];
        let text = self.dice.pick(&all).clone();
        self.line(text);
    }

    /// All nodes, as far as they are not too many, hold something.
    fn walk(&mut self, name: &str) {
        let (operator, bound) = (self.pick(&["<=", ">=", "!=", ">=", "<="]), *self.dice.pick(&NUMBERS));
        self.line("int walked = 0;".to_string());
        self.line(format!("for ({name} w = h; w != null && walked < {FIRST}; w = w.next) {{"));
        self.line("    walked++;".to_string());
        if self.dice.one_in(3) {
            self.line("    w.g = w.g + 1;".to_string());
        }
        self.line(format!("    assert w.g {operator} {bound};"));
        self.line("}".to_string());
    }

    fn statement(&mut self, nested: usize) {
        if self.uses.nodes && self.dice.one_in(3) {
            return self.node();
        }
        match self.dice.below(12) {
            0..=4 => self.assignment(),
            5..=7 if nested < 3 => {
                let condition = self.condition(0);
                self.line(format!("if ({condition}) {{"));
                self.block(nested, 2);
                if self.dice.one_in(3) {
                    self.line("} else {".to_string());
                    self.block(nested, 1);
                }
                self.line("}".to_string());
            }
            8..=9 if nested < 2 && self.loops < 3 => self.round(nested),
            10 if nested < 2 => {
                self.line("try {".to_string());
                self.block(nested, 1);
                let (condition, thrown) =
                    (self.condition(0), self.pick(&["IllegalStateException", "RuntimeException"]));
                self.line(format!("    if ({condition}) {{"));
                self.line(format!("        throw new {thrown}();"));
                self.line("    }".to_string());
                let caught = self.pick(&["IllegalStateException", "RuntimeException", "IllegalStateException"]);
                self.line(format!("}} catch ({caught} e{nested}) {{"));
                self.block(nested, 1);
                self.line("}".to_string());
            }
            11 => {
                let claim = self.claim();
                self.line(format!("assert {claim};"));
            }
            _ => self.assignment(),
        }
    }

    fn block(&mut self, nested: usize, most: usize) {
        self.depth += 1;
        for _ in 0..1 + self.dice.below(most) {
            self.statement(nested + 1);
        }
        self.depth -= 1;
    }

    /// A loop that ends after some thousand rounds at most.
    fn round(&mut self, nested: usize) {
        self.loops += 1;
        let i = format!("i{}", self.loops);
        let (bound, test) = match nested {
            0 => (self.pick(&["n", "n", "n", "c", "n - 1"]), "<"),
            _ => (self.pick(&["3", "k", "4"]), "<"),
        };
        let also = if self.dice.one_in(3) { format!(" && {}", self.condition(1)) } else { String::new() };
        self.line(format!("for (int {i} = 0; {i} {test} {bound} && {i} < {FIRST}{also}; {i}++) {{"));
        if nested == 0 {
            self.places.push((self.lines.len(), self.depth + 1, i.clone()));
        }
        if self.dice.one_in(2) {
            self.line(format!("    {} = {i};", ["a", "b"][self.loops % 2]));
        }
        self.block(nested, 3);
        if self.dice.one_in(5) {
            let condition = self.condition(0);
            self.line(format!("    if ({condition}) {{"));
            let leave = self.pick(&["break;", "continue;"]);
            self.line(format!("        {leave}"));
            self.line("    }".to_string());
        }
        self.line("}".to_string());
    }

    fn assignment(&mut self) {
        if self.uses.doubles && self.dice.one_in(3) {
            let (target, value) = (self.pick(&["x", "y"]), self.double());
            return self.line(format!("{target} = {value};"));
        }
        if self.uses.elements && self.dice.one_in(3) {
            let index = match self.dice.below(4) {
                0 => self.variable(),
                _ => format!("{} & 3", self.number(1)),
            };
            let value = self.number(0);
            return self.line(format!("m[{index}] = {value};"));
        }
        if self.uses.fields && self.dice.one_in(5) {
            let swap = self.pick(&["o = p;", "p.g = a;", "p = o;", "o.g++;"]);
            return self.line(swap);
        }
        let target = self.variable();
        let value = match self.dice.below(4) {
            0 => format!("{target} + 1"),
            1 => format!("{target} + {}", self.dice.pick(&[1, 2, -1, 3])),
            _ => self.number(0),
        };
        self.line(format!("{target} = {value};"));
    }

    /// In a late round of some loop, or at the end for a late input, a variable changes.
    fn mutate(&mut self, seed: u64) {
        let mut dice = Dice::new(seed ^ 0x5bd1);
        dice.below(3);
        let (far, target) = (*dice.pick(&FAR), dice.pick(&self.claimed).clone());
        let change = *dice.pick(&["@ = @ + 1;", "@ = -@ - 1;", "@ = 3000;", "@ = -3000;"]);
        let change = match self.uses.nodes && dice.one_in(2) {
            true => "if (h != null) { h.g = -3000; }".to_string(),
            false => change.replace('@', &target),
        };
        match self.places.is_empty() {
            true => {
                let at = self.lines.iter().rposition(|line| line.trim_start().starts_with("assert")).unwrap_or(0);
                self.lines.insert(at, format!("        if (n == {far}) {{ {change} }}"));
            }
            false => {
                let (at, depth, counter) = self.places[dice.below(self.places.len())].clone();
                let line = format!("{}if ({counter} == {far}) {{ {change} }}", "    ".repeat(depth));
                self.lines.insert(at, line);
            }
        }
    }
}
