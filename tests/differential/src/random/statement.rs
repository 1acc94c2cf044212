//! Statements and the program around them. Loops are bounded, so every path ends.

use std::fmt::Write;

use super::Dice;
use super::expression::{Expressions, Type, Variable};

/// How deep expressions and blocks go.
const EXPRESSION: usize = 3;
const BLOCK: usize = 2;

const INPUTS: &[(Type, &str)] = &[
    (Type::Int, "nondetInt"),
    (Type::Int, "nondetInt"),
    (Type::Int, "nondetByte"),
    (Type::Int, "nondetShort"),
    (Type::Int, "nondetChar"),
    (Type::Boolean, "nondetBoolean"),
    (Type::Long, "nondetLong"),
    (Type::Double, "nondetDouble"),
    (Type::Double, "nondetFloat"),
    (Type::Text, "nondetString"),
];

const SCALARS: &[Type] = &[Type::Int, Type::Int, Type::Long, Type::Double, Type::Boolean];
const ARRAYS: &[Type] = &[Type::Ints, Type::Longs, Type::Doubles, Type::Bytes];

pub struct Writer {
    dice: Dice,
    variables: Vec<Variable>,
    lines: String,
    indent: usize,
    names: usize,
}

impl Writer {
    pub fn new(dice: Dice) -> Writer {
        Writer { dice, variables: Vec::new(), lines: String::new(), indent: 0, names: 0 }
    }

    pub fn program(mut self, name: &str) -> String {
        self.line("import org.sosy_lab.sv_benchmarks.Verifier;");
        self.line("");
        self.open(&format!("public class {name} {{"));
        self.line("static int count;");
        self.helper();
        self.open("public static void main(String[] args) {");
        self.see("count", Type::Int, true);
        self.inputs();
        self.arrays();
        for _ in 0..2 + self.dice.below(2) {
            let of = *self.dice.pick(SCALARS);
            let value = self.value(of, EXPRESSION);
            let name = self.name();
            self.line(&format!("{} {name} = {value};", of.java()));
            self.see(&name, of, true);
        }
        for _ in 0..3 + self.dice.below(4) {
            self.statement(BLOCK);
        }
        let claim = self.value(Type::Boolean, EXPRESSION);
        self.line(&format!("assert {claim};"));
        self.close();
        self.close();
        self.lines
    }

    /// A bounded recursion.
    fn helper(&mut self) {
        self.open("static int helper(int depth, int value) {");
        self.see("depth", Type::Int, false);
        self.see("value", Type::Int, false);
        let deeper = self.plain(2);
        let last = self.plain(2);
        self.line(&format!("return depth > 0 ? helper(depth - 1, {deeper}) : {last};"));
        self.variables.clear();
        self.close();
    }

    /// An int expression that does not call the helper.
    fn plain(&mut self, depth: usize) -> String {
        loop {
            let value = self.value(Type::Int, depth);
            if !value.contains("helper") {
                return value;
            }
        }
    }

    fn inputs(&mut self) {
        self.line("count = Verifier.nondetByte();");
        for _ in 0..1 + self.dice.below(3) {
            let (of, method) = *self.dice.pick(INPUTS);
            let name = self.name();
            self.line(&format!("{} {name} = Verifier.{method}();", of.java()));
            self.see(&name, of, false);
        }
    }

    fn arrays(&mut self) {
        for _ in 0..1 + self.dice.below(2) {
            let of = *self.dice.pick(ARRAYS);
            let element = of.element().expect("an array");
            if self.dice.one_in(2) {
                self.array_of_any_length(of);
                continue;
            }
            let cast = if of == Type::Bytes { "(byte) " } else { "" };
            let values: Vec<String> = (0..4).map(|_| format!("{cast}({})", self.value(element, 1))).collect();
            let name = self.name();
            self.line(&format!("{} {name} = {{{}}};", of.java(), values.join(", ")));
            self.see(&name, of, false);
        }
    }

    /// A new array whose length depends on inputs, or a copy of it.
    fn array_of_any_length(&mut self, of: Type) {
        let size = self.value(Type::Int, 1);
        let size = match self.dice.below(3) {
            0 => format!("({size}) & 7"),
            1 => format!("(byte) ({size})"),
            _ => format!("4 + (({size}) & 1023)"),
        };
        let name = self.name();
        let element = of.java().trim_end_matches("[]");
        let copy = if self.dice.one_in(4) { ".clone()" } else { "" };
        self.line(&format!("{} {name} = new {element}[{size}]{copy};", of.java()));
        self.see(&name, of, false);
    }

    fn statement(&mut self, depth: usize) {
        let choice = if depth == 0 { self.dice.below(6) } else { self.dice.below(13) };
        match choice {
            0..=2 => self.assignment(),
            3 => self.array_store(),
            4 if self.dice.one_in(3) => {
                let claim = self.value(Type::Boolean, 2);
                self.line(&format!("assert {claim} || count > 1;"));
            }
            4 | 5 => self.line("count++;"),
            6..=8 => self.branch(depth),
            9 => self.repeat(depth),
            10 => self.switch(depth),
            11 => self.guarded(depth),
            _ => {
                let condition = self.value(Type::Boolean, 2);
                self.open(&format!("if ({condition}) {{"));
                let thrown = *self.dice.pick(&["IllegalStateException()", "ArithmeticException(\"own\")"]);
                self.line(&format!("throw new {thrown};"));
                self.close();
            }
        }
    }

    fn assignment(&mut self) {
        let assignable: Vec<Variable> = self.variables.iter().filter(|v| v.may_be_assigned).cloned().collect();
        let target = self.dice.pick(&assignable).clone();
        let value = self.value(target.of, EXPRESSION);
        self.line(&format!("{} = {value};", target.name));
    }

    fn array_store(&mut self) {
        let arrays: Vec<Variable> = self.variables.iter().filter(|v| v.of.element().is_some()).cloned().collect();
        let array = self.dice.pick(&arrays).clone();
        if self.dice.one_in(4) {
            let alike: Vec<Variable> = arrays.into_iter().filter(|other| other.of == array.of).collect();
            return self.array_copy(&array, &alike);
        }
        let element = array.of.element().expect("an array");
        let value = self.value(element, 2);
        let index = Expressions { dice: &mut self.dice, variables: &self.variables }.index(2);
        let cast = if array.of == Type::Bytes { "(byte) " } else { "" };
        self.line(&format!("{}[{index}] = {cast}({value});", array.name));
    }

    fn array_copy(&mut self, source: &Variable, alike: &[Variable]) {
        let target = self.dice.pick(alike).name.clone();
        let mut numbers = (0..3).map(|_| Expressions { dice: &mut self.dice, variables: &self.variables }.index(2));
        let numbers: [String; 3] = std::array::from_fn(|_| numbers.next().expect("three"));
        let [from, to, count] = numbers;
        self.line(&format!("System.arraycopy({}, {from}, {target}, {to}, {count});", source.name));
    }

    fn branch(&mut self, depth: usize) {
        let condition = self.value(Type::Boolean, EXPRESSION);
        self.open(&format!("if ({condition}) {{"));
        self.block(depth);
        if self.dice.one_in(2) {
            self.reopen("} else {");
            self.block(depth);
        }
        self.close();
    }

    fn repeat(&mut self, depth: usize) {
        let array = Expressions { dice: &mut self.dice, variables: &self.variables }.array();
        let bound = match (self.dice.below(4), array) {
            (0 | 1, _) => "3".into(),
            (2, Some(array)) => format!("Math.min({array}.length, 3)"),
            _ => format!("({} & 3)", self.value(Type::Int, 1)),
        };
        let counter = self.name();
        self.open(&format!("for (int {counter} = 0; {counter} < {bound}; {counter}++) {{"));
        self.see(&counter, Type::Int, false);
        self.block(depth);
        self.variables.retain(|variable| variable.name != counter);
        self.close();
    }

    fn switch(&mut self, depth: usize) {
        let value = self.value(Type::Int, 2);
        self.open(&format!("switch ((int) ({value})) {{"));
        let keys: &[&str] = if self.dice.one_in(2) { &["0", "1", "2"] } else { &["-1000", "7", "1000000"] };
        for key in keys {
            self.open(&format!("case {key}:"));
            self.block(depth);
            if !self.dice.one_in(4) {
                self.line("break;");
            }
            self.indent -= 1;
        }
        self.open("default:");
        self.line("count--;");
        self.indent -= 1;
        self.close();
    }

    fn guarded(&mut self, depth: usize) {
        self.open("try {");
        self.block(depth);
        let caught = *self.dice.pick(&["ArithmeticException", "IndexOutOfBoundsException", "RuntimeException"]);
        self.reopen(&format!("}} catch ({caught} caught) {{"));
        self.line("count += 2;");
        if self.dice.one_in(3) {
            self.reopen("} finally {");
            self.line("count *= 3;");
        }
        self.close();
    }

    fn block(&mut self, depth: usize) {
        for _ in 0..1 + self.dice.below(2) {
            self.statement(depth - 1);
        }
    }

    fn value(&mut self, of: Type, depth: usize) -> String {
        Expressions { dice: &mut self.dice, variables: &self.variables }.of(of, depth)
    }

    fn name(&mut self) -> String {
        self.names += 1;
        format!("v{}", self.names)
    }

    fn see(&mut self, name: &str, of: Type, may_be_assigned: bool) {
        self.variables.push(Variable { name: name.into(), of, may_be_assigned });
    }

    fn open(&mut self, head: &str) {
        self.line(head);
        self.indent += 1;
    }

    fn reopen(&mut self, head: &str) {
        self.indent -= 1;
        self.open(head);
    }

    fn close(&mut self) {
        self.indent -= 1;
        self.line("}");
    }

    fn line(&mut self, text: &str) {
        writeln!(self.lines, "{:width$}{text}", "", width = 4 * self.indent).expect("a string takes all");
    }
}
