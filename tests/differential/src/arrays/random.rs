//! Random methods on arrays: loops, stores and swaps at any indices, and an assertion at the end. Some hold, most do not.

use crate::random::Dice;

/// Methods of a class.
const METHODS: usize = 4;
const MOST_STATEMENTS: usize = 3;

/// What the parameters of a method are.
struct Shape {
    parameters: &'static str,
    /// Arrays, all of one type.
    arrays: &'static [&'static str],
    /// What is not assumed to be null.
    needed: &'static str,
    /// Values that can be stored into these arrays.
    values: &'static [&'static str],
    /// Conditions on one element, for `@`.
    conditions: &'static [&'static str],
    local: &'static str,
}

const SHAPES: [Shape; 4] = [
    Shape {
        parameters: "int[] a, int[] b, int i",
        arrays: &["a", "b"],
        needed: "a != null && b != null",
        values: &["0", "2", "i", "a.length"],
        conditions: &["@ == 0", "@ > 1", "@ == i", "@ < a.length"],
        local: "int",
    },
    Shape {
        parameters: "Item[] a, Item e, int i",
        arrays: &["a"],
        needed: "a != null",
        values: &["null", "e", "new Item()"],
        conditions: &["@ == null", "@ == e", "@ != null && @.value == 1", "@ instanceof Item.Special"],
        local: "Item",
    },
    Shape {
        parameters: "byte[] a, int i, int j",
        arrays: &["a"],
        needed: "a != null",
        values: &["0", "(byte) 200", "(byte) i", "127"],
        conditions: &["@ == 0", "@ > 1", "@ < 0", "@ == j"],
        local: "byte",
    },
    Shape {
        parameters: "Holder h, int i",
        arrays: &["h.items"],
        needed: "h != null && h.items != null",
        values: &["null", "new Item.Special()"],
        conditions: &["@ == null", "@ != null && @.value == 0", "@ == h.items[0]"],
        local: "Item",
    },
];

/// The source of the class with this seed.
pub fn source(seed: u64) -> String {
    let mut dice = Dice::new(seed);
    let mut text = format!("import jacana.Jacana;\n\nclass Random{seed} {{\n");
    for number in 0..METHODS {
        let shape = dice.pick(&SHAPES);
        let mut writer = Writer { shape, dice: &mut dice, inside: false };
        let mut body = String::new();
        if !writer.dice.one_in(4) {
            body += &format!("        Jacana.assume({});\n", shape.needed);
        }
        for _ in 0..=writer.dice.below(MOST_STATEMENTS) {
            body += &writer.statement(2);
        }
        let claim = writer.condition();
        body += &format!("        assert {claim};\n");
        // Indices outside are not what all methods are about.
        let body = match writer.dice.one_in(3) {
            true => body,
            false => format!(
                "        try {{\n{body}        }} catch (ArrayIndexOutOfBoundsException out) {{\n            return;\n        }}\n"
            ),
        };
        text += &format!("    static void method{number}({}) {{\n{body}    }}\n\n", shape.parameters);
    }
    text + "}\n"
}

struct Writer<'a> {
    shape: &'static Shape,
    dice: &'a mut Dice,
    /// Of a loop over `n`.
    inside: bool,
}

impl Writer<'_> {
    fn array(&mut self) -> &'static str {
        self.dice.pick::<&str>(self.shape.arrays)
    }

    fn index(&mut self) -> String {
        let array = self.array();
        match self.dice.below(if self.inside { 7 } else { 4 }) {
            0 => "0".into(),
            1 | 2 => "i".into(),
            3 => format!("{array}.length - 1"),
            4 | 5 => "n".into(),
            _ => format!("{array}.length - 1 - n"),
        }
    }

    fn element(&mut self) -> String {
        format!("{}[{}]", self.array(), self.index())
    }

    fn condition(&mut self) -> String {
        match self.dice.below(5) {
            0 => format!("{} == {}", self.element(), self.element()),
            1 => format!("{}.length < {}", self.array(), 1 + self.dice.below(3)),
            _ => {
                let element = self.element();
                let condition = self.dice.pick(self.shape.conditions);
                condition.replace('@', &element)
            }
        }
    }

    fn statement(&mut self, depth: usize) -> String {
        let indent = " ".repeat(8 + 4 * (2 - depth));
        let array = self.array();
        match self.dice.below(if depth == 0 { 2 } else { 6 }) {
            0 => format!("{indent}{} = {};\n", self.element(), self.dice.pick(self.shape.values)),
            1 => {
                let (one, other) = (self.element(), self.element());
                let local = self.shape.local;
                format!("{indent}{{ {local} moved = {one}; {one} = {other}; {other} = moved; }}\n")
            }
            2 if !self.inside => self.looped(&indent, &format!("int n = 0; n < {array}.length; n++"), depth),
            3 if !self.inside => self.looped(&indent, &format!("int n = {array}.length - 1; n >= 0; n--"), depth),
            4 if !self.inside => self.looped(&indent, &format!("int n = 1; n < {array}.length; n += 2"), depth),
            _ => {
                let condition = self.condition();
                let inner = self.statement(depth - 1);
                format!("{indent}if ({condition}) {{\n{inner}{indent}}}\n")
            }
        }
    }

    fn looped(&mut self, indent: &str, head: &str, depth: usize) -> String {
        self.inside = true;
        let inner = self.statement(depth - 1);
        self.inside = false;
        format!("{indent}for ({head}) {{\n{inner}{indent}}}\n")
    }
}
