//! Mutants: copies of a class with one small change each, which good tests notice. The change is made in the code of one method; loops of that method
//! count their turns, so that a mutant that does not end is stopped by a count, not by a clock.

mod operators;

use crate::classfile::{ClassFile, MethodInfo};
use crate::code::Code;
use crate::coverage::{Body, Filtered};
use crate::decode::decode;
use crate::flow::Flow;
use crate::probe::{ExtraPool, INVOKESTATIC, Insertion, Left, PASSED, Patch, Reached, insert, rewrite};
use operators::{Change, Push};
use std::fmt;

/// One small change of a class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mutant {
    /// The number of the method in the class file.
    pub method: usize,
    /// Index of the instruction.
    pub at: u32,
    pub line: Option<u16>,
    pub operator: Operator,
    change: Change,
}

/// What kind of change it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Operator {
    /// The other side of a branch is taken.
    NegatedConditional,
    /// `<` becomes `<=` and the like.
    Boundary,
    /// `+` becomes `-` and the like; a sign is left out.
    Arithmetic,
    /// `i++` becomes `i--`.
    Increment,
    /// Another value is returned: nothing, zero, the empty one.
    Return,
    /// A number becomes its neighbour.
    Constant,
    /// A call whose result nobody wants is left out.
    RemovedCall,
    /// Two arguments of one type change places.
    SwappedArguments,
}

impl Operator {
    pub const ALL: [Operator; 8] = [
        Operator::NegatedConditional,
        Operator::Boundary,
        Operator::Arithmetic,
        Operator::Increment,
        Operator::Return,
        Operator::Constant,
        Operator::RemovedCall,
        Operator::SwappedArguments,
    ];
}

impl fmt::Display for Operator {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Operator::NegatedConditional => "negated conditional",
            Operator::Boundary => "moved boundary",
            Operator::Arithmetic => "other arithmetic",
            Operator::Increment => "other increment",
            Operator::Return => "other result",
            Operator::Constant => "other constant",
            Operator::RemovedCall => "removed call",
            Operator::SwappedArguments => "swapped arguments",
        })
    }
}

/// All mutants of a class, in the order of its code. Static initialisers run once only, and what a compiler wrote by itself is nobody's mistake:
/// neither is changed.
pub fn mutants(class: &ClassFile) -> Vec<Mutant> {
    let mut found = Vec::new();
    for (number, method) in class.methods.iter().enumerate() {
        if method.code.is_none() || &*method.name == "<clinit>" {
            continue;
        }
        let Ok(code) = decode(class, method) else { continue };
        let body = Body::of(class, method, &code);
        let filtered = Filtered::of(&body);
        for at in (0..body.len()).filter(|&at| filtered.counts(at)) {
            for (operator, change) in operators::changes(&body, at) {
                found.push(Mutant { method: number, at: at as u32, line: code.line(at as u32), operator, change });
            }
        }
    }
    found
}

/// The class file of a mutant; nothing if the change makes a method too large.
pub fn mutated(class: &ClassFile, mutant: &Mutant) -> Option<Vec<u8>> {
    let mut extra = ExtraPool::of(class);
    let mut left = Vec::new();
    let bytes = rewrite(
        class,
        &mut extra,
        |number, method, extra| {
            let code = decode(class, method).map_err(|why| Left::Malformed(why.to_string()))?;
            if number != mutant.method {
                return insert(class, method, &code, &[], &[]);
            }
            changed(class, method, &code, mutant, extra)
        },
        &mut left,
    );
    bytes.ok().filter(|_| left.is_empty())
}

fn changed(
    class: &ClassFile,
    method: &MethodInfo,
    code: &Code,
    mutant: &Mutant,
    extra: &mut ExtraPool,
) -> Result<Vec<u8>, Left> {
    let body = Body::of(class, method, code);
    let mut insertions = Vec::new();
    let turn = extra.method_of(PASSED, "turn", "()V").ok_or(Left::TooLarge)?.to_be_bytes();
    for at in 0..body.len() {
        if at == mutant.at as usize {
            let before = mutant.change.before.iter().map(|push| snippet(push, extra));
            let before: Vec<u8> = before.collect::<Option<Vec<_>>>().ok_or(Left::TooLarge)?.concat();
            insertions.push(Insertion { before: mutant.at, code: before, reached: Reached::ByAll });
        }
        if leads_back(code, at) {
            let call = vec![INVOKESTATIC, turn[0], turn[1]];
            insertions.push(Insertion { before: at as u32, code: call, reached: Reached::ByAll });
        }
    }
    let pc = code.pcs[mutant.at as usize];
    let patch = (!mutant.change.instead.is_empty()).then(|| Patch { pc, bytes: mutant.change.instead.clone() });
    insert(class, method, code, &insertions, patch.as_slice())
}

/// Whether an instruction jumps to itself or to one above.
fn leads_back(code: &Code, at: usize) -> bool {
    let is_back = |target: u32| target as usize <= at;
    match code.insns[at].get().flow() {
        Flow::Branch(target) | Flow::Jump(target) => is_back(target),
        Flow::Switch(table) => code.switches[table as usize].targets().any(is_back),
        Flow::Next | Flow::Return | Flow::Throw | Flow::Jsr(_) | Flow::Ret(_) => false,
    }
}

const LDC_W: u8 = 19;

fn snippet(push: &Push, extra: &mut ExtraPool) -> Option<Vec<u8>> {
    Some(match push {
        Push::Opcode(opcode) => vec![*opcode],
        Push::Call(class, name, descriptor) => {
            let [high, low] = extra.method_of(class, name, descriptor)?.to_be_bytes();
            vec![INVOKESTATIC, high, low]
        }
        Push::EmptyText => {
            let [high, low] = extra.text("")?.to_be_bytes();
            vec![LDC_W, high, low]
        }
    })
}

#[cfg(test)]
mod tests;
