//! Probes: calls of a class of ours in the methods of a program, by which a JVM tells where it goes. A probe takes copies of what a branch
//! looks at and leaves the stack as it was; no instruction of the program changes, and no new place is jumped to.

mod insert;
mod stack_map;
pub mod turns;

use crate::classfile::{ClassFile, ClassFileError, MethodInfo, malformed};
use crate::code::Code;
use crate::decode::decode;
use crate::flow::Flow;
use crate::insn::{Insn, Switch};
use crate::reader::Reader;
pub(crate) use insert::{Insertion, Patch, Reached, insert};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// The class with the methods that probes call; a JVM must find it with its boot class path.
pub const PROBES: &str = "jacana/probe/Probes";

/// The agent, which remembers what probes tell.
pub const PASSED: &str = "jacana/probe/Passed";

/// A class file with probes.
#[derive(Clone, Debug)]
pub struct Probed {
    pub bytes: Vec<u8>,
    pub sites: Vec<Site>,
    /// Methods without probes, by their number in the class file.
    pub left: Vec<(usize, Left)>,
}

/// A place with a probe. What happens there is told by a number: `first`, or one of those behind it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Site {
    pub first: u32,
    /// Its number in the class file.
    pub method: usize,
    /// Index of the instruction.
    pub at: u32,
    pub kind: SiteKind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SiteKind {
    /// The method was called.
    Entry,
    /// An exception was caught.
    Handler,
    /// `first`: went on; the next number: jumped.
    Branch,
    Switch(Ways),
}

/// The ways out of a switch: a number for each target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ways {
    /// Indices of instructions, the default first.
    pub targets: Vec<u32>,
    /// Keys in their order, and for each the place of its target among `targets`; all others go to the first.
    pub keys: Vec<(i32, u32)>,
}

/// Why a method has no probes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Left {
    /// With them it would be larger than a method may be.
    TooLarge,
    /// A jump of 16 bits would have to go further than it can.
    JumpTooFar,
    Malformed(String),
}

impl fmt::Display for Left {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Left::TooLarge => f.write_str("it would be too large"),
            Left::JumpTooFar => f.write_str("a jump would be too far"),
            Left::Malformed(what) => f.write_str(what),
        }
    }
}

impl SiteKind {
    /// How many numbers it takes.
    pub fn numbers(&self) -> u32 {
        match self {
            SiteKind::Entry | SiteKind::Handler => 1,
            SiteKind::Branch => 2,
            SiteKind::Switch(ways) => ways.targets.len() as u32,
        }
    }
}

impl Ways {
    pub(crate) fn of(switch: &Switch) -> Ways {
        let mut targets = vec![switch.default()];
        let mut numbers = BTreeMap::from([(switch.default(), 0)]);
        let keys = switch.cases().into_iter().map(|key| {
            let target = switch.target(key);
            let number = *numbers.entry(target).or_insert_with(|| {
                targets.push(target);
                targets.len() as u32 - 1
            });
            (key, number)
        });
        let keys = keys.collect();
        Ways { targets, keys }
    }
}

/// Gives the methods of a class probes whose numbers begin with `first`. The class initialiser has none at its entry, since it begins when
/// its class is first used, nor has `main`, which begins with the program.
pub fn probe(class: &ClassFile, first: u32) -> Result<Probed, ClassFileError> {
    let mut extra = ExtraPool::of(class);
    let mut probed = Probed { bytes: Vec::new(), sites: Vec::new(), left: Vec::new() };
    let mut next = first;
    let bytes = rewrite(
        class,
        &mut extra,
        |at, method, extra| {
            let code = decode(class, method).map_err(|why| Left::Malformed(why.to_string()))?;
            let (sites, insertions) = place(at, method, &code, next, extra).ok_or(Left::TooLarge)?;
            let body = insert(class, method, &code, &insertions, &[])?;
            next += sites.iter().map(|site| site.kind.numbers()).sum::<u32>();
            probed.sites.extend(sites);
            Ok(body)
        },
        &mut probed.left,
    )?;
    probed.bytes = bytes;
    Ok(probed)
}

/// Replaces a variable of type `String` or another reference when a method begins: local variable `local` becomes what the static method
/// `by` of the agent answers for it, cast to `class`.
pub fn redirect(
    file: &ClassFile,
    method: (&str, &str),
    local: u8,
    by: (&str, &str),
    class: Option<&str>,
) -> Result<Vec<u8>, ClassFileError> {
    let mut extra = ExtraPool::of(file);
    let mut left = Vec::new();
    let mut found = false;
    let bytes = rewrite(
        file,
        &mut extra,
        |_, info, extra| {
            let code = decode(file, info).map_err(|why| Left::Malformed(why.to_string()))?;
            let mut insertions = Vec::new();
            if (&*info.name, &*info.descriptor) == method {
                found = true;
                let call = extra.method_of(PASSED, by.0, by.1).ok_or(Left::TooLarge)?.to_be_bytes();
                let mut snippet = vec![ALOAD, local, INVOKESTATIC, call[0], call[1]];
                if let Some(class) = class {
                    let index = extra.class(class).ok_or(Left::TooLarge)?.to_be_bytes();
                    snippet.extend([CHECKCAST, index[0], index[1]]);
                }
                snippet.extend([ASTORE, local]);
                insertions.push(Insertion { before: 0, code: snippet, reached: Reached::FromAbove });
            }
            insert(file, info, &code, &insertions, &[])
        },
        &mut left,
    )?;
    match (found, left.first()) {
        (false, _) => malformed(format!("{} has no method {}{}", file.name, method.0, method.1)),
        (true, Some((_, why))) => malformed(format!("{}: {why}", file.name)),
        (true, None) => Ok(bytes),
    }
}

const SIPUSH: u8 = 17;
const LDC_W: u8 = 19;
const ALOAD: u8 = 25;
const ASTORE: u8 = 58;
const DUP: u8 = 89;
pub(crate) const DUP2: u8 = 92;
pub(crate) const INVOKESTATIC: u8 = 184;
const CHECKCAST: u8 = 192;

/// What a probe adds to the operand stack at most: copies of two operands, and its number.
const PROBE_STACK: u16 = 3;

/// The method of `PROBES` for a conditional jump, what it takes before the number, and the instruction that copies that.
pub(crate) fn told(insn: Insn) -> Option<(&'static str, &'static str, u8)> {
    let (name, takes, copies) = match insn {
        Insn::Ifeq(_) => ("ifeq", "I", DUP),
        Insn::Ifne(_) => ("ifne", "I", DUP),
        Insn::Iflt(_) => ("iflt", "I", DUP),
        Insn::Ifge(_) => ("ifge", "I", DUP),
        Insn::Ifgt(_) => ("ifgt", "I", DUP),
        Insn::Ifle(_) => ("ifle", "I", DUP),
        Insn::IfIcmpeq(_) => ("if_icmpeq", "II", DUP2),
        Insn::IfIcmpne(_) => ("if_icmpne", "II", DUP2),
        Insn::IfIcmplt(_) => ("if_icmplt", "II", DUP2),
        Insn::IfIcmpge(_) => ("if_icmpge", "II", DUP2),
        Insn::IfIcmpgt(_) => ("if_icmpgt", "II", DUP2),
        Insn::IfIcmple(_) => ("if_icmple", "II", DUP2),
        Insn::IfAcmpeq(_) => ("if_acmpeq", "Ljava/lang/Object;Ljava/lang/Object;", DUP2),
        Insn::IfAcmpne(_) => ("if_acmpne", "Ljava/lang/Object;Ljava/lang/Object;", DUP2),
        Insn::IfNull(_) => ("ifnull", "Ljava/lang/Object;", DUP),
        Insn::IfNonNull(_) => ("ifnonnull", "Ljava/lang/Object;", DUP),
        Insn::Switch(_) => ("way", "I", DUP),
        _ => return None,
    };
    Some((name, takes, copies))
}

/// Where the probes of a method go, and their code; nothing if the pool has no room for that.
fn place(
    at: usize,
    method: &MethodInfo,
    code: &Code,
    first: u32,
    extra: &mut ExtraPool,
) -> Option<(Vec<Site>, Vec<Insertion>)> {
    let mut sites: Vec<Site> = Vec::new();
    let mut insertions = Vec::new();
    let mut next = first;
    let begins_by_itself =
        &*method.name == "<clinit>" || &*method.name == "main" && &*method.descriptor == "([Ljava/lang/String;)V";
    let handlers = only_by_exceptions(code);
    let mut add = |pc: u32, kind: SiteKind, call: (&str, &str), copies: Option<u8>, reached: Reached| {
        let code = extra.call(call.0, call.1, copies, next)?;
        insertions.push(Insertion { before: pc, code, reached });
        next += kind.numbers();
        sites.push(Site { first: next - kind.numbers(), method: at, at: pc, kind });
        Some(())
    };
    if !begins_by_itself {
        add(0, SiteKind::Entry, ("at", "(I)V"), None, Reached::FromAbove)?;
    }
    for (pc, insn) in code.insns.iter().enumerate() {
        let pc = pc as u32;
        if handlers.contains(&pc) {
            add(pc, SiteKind::Handler, ("at", "(I)V"), None, Reached::ByAll)?;
        }
        if let Some((name, takes, copies)) = told(insn.get()) {
            let kind = match insn.get() {
                Insn::Switch(table) => SiteKind::Switch(Ways::of(&code.switches[table as usize])),
                _ => SiteKind::Branch,
            };
            add(pc, kind, (name, &format!("({takes}I)V")), Some(copies), Reached::ByAll)?;
        }
    }
    Some((sites, insertions))
}

/// Handlers to which nothing but an exception leads.
fn only_by_exceptions(code: &Code) -> BTreeSet<u32> {
    let mut handlers: BTreeSet<u32> = code.handlers.iter().map(|handler| handler.target).collect();
    if handlers.is_empty() {
        return handlers;
    }
    handlers.remove(&0);
    for (pc, insn) in code.insns.iter().enumerate() {
        let next = pc as u32 + 1;
        match insn.get().flow() {
            Flow::Next => _ = handlers.remove(&next),
            Flow::Branch(target) | Flow::Jsr(target) => {
                handlers.remove(&next);
                handlers.remove(&target);
            }
            Flow::Jump(target) => _ = handlers.remove(&target),
            Flow::Switch(table) => {
                for target in code.switches[table as usize].targets() {
                    handlers.remove(&target);
                }
            }
            Flow::Return | Flow::Throw | Flow::Ret(_) => {}
        }
    }
    handlers
}

/// Constants behind those that a class has.
pub(crate) struct ExtraPool {
    count: usize,
    bytes: Vec<u8>,
    utf8: BTreeMap<String, u16>,
    classes: BTreeMap<String, u16>,
    /// By class, name and descriptor.
    methods: BTreeMap<[String; 3], u16>,
}

const MOST_CONSTANTS: usize = 65_535;

impl ExtraPool {
    pub fn of(class: &ClassFile) -> ExtraPool {
        ExtraPool {
            count: class.pool.entries.len(),
            bytes: Vec::new(),
            utf8: BTreeMap::new(),
            classes: BTreeMap::new(),
            methods: BTreeMap::new(),
        }
    }

    fn add(&mut self, entry: &[u8]) -> Option<u16> {
        if self.count >= MOST_CONSTANTS {
            return None;
        }
        self.bytes.extend(entry);
        self.count += 1;
        u16::try_from(self.count - 1).ok()
    }

    fn utf8(&mut self, text: &str) -> Option<u16> {
        if let Some(&index) = self.utf8.get(text) {
            return Some(index);
        }
        let length = u16::try_from(text.len()).ok()?.to_be_bytes();
        let index = self.add(&[&[1], length.as_slice(), text.as_bytes()].concat())?;
        self.utf8.insert(text.into(), index);
        Some(index)
    }

    fn class(&mut self, name: &str) -> Option<u16> {
        if let Some(&index) = self.classes.get(name) {
            return Some(index);
        }
        let [high, low] = self.utf8(name)?.to_be_bytes();
        let index = self.add(&[7, high, low])?;
        self.classes.insert(name.into(), index);
        Some(index)
    }

    /// Code that calls a method of `PROBES` with copies of operands and a number.
    pub fn call(&mut self, name: &str, descriptor: &str, copies: Option<u8>, number: u32) -> Option<Vec<u8>> {
        let [high, low] = self.method(name, descriptor)?.to_be_bytes();
        let mut code: Vec<u8> = copies.into_iter().collect();
        code.extend(self.number(number)?);
        code.extend([INVOKESTATIC, high, low]);
        Some(code)
    }

    /// A static method of `PROBES`.
    pub fn method(&mut self, name: &str, descriptor: &str) -> Option<u16> {
        self.method_of(PROBES, name, descriptor)
    }

    /// A method of any class.
    pub fn method_of(&mut self, class: &str, name: &str, descriptor: &str) -> Option<u16> {
        let key = [class, name, descriptor].map(String::from);
        if let Some(&index) = self.methods.get(&key) {
            return Some(index);
        }
        let class = self.class(class)?.to_be_bytes();
        let (name, descriptor) = (self.utf8(name)?.to_be_bytes(), self.utf8(descriptor)?.to_be_bytes());
        let both = self.add(&[12, name[0], name[1], descriptor[0], descriptor[1]])?.to_be_bytes();
        let index = self.add(&[10, class[0], class[1], both[0], both[1]])?;
        self.methods.insert(key, index);
        Some(index)
    }

    /// A constant text.
    pub fn text(&mut self, text: &str) -> Option<u16> {
        let [high, low] = self.utf8(text)?.to_be_bytes();
        self.add(&[8, high, low])
    }

    /// Three bytes of code that push a number.
    fn number(&mut self, number: u32) -> Option<[u8; 3]> {
        if let Ok(short) = i16::try_from(number) {
            let [high, low] = short.to_be_bytes();
            return Some([SIPUSH, high, low]);
        }
        let [a, b, c, d] = number.to_be_bytes();
        let [high, low] = self.add(&[3, a, b, c, d])?.to_be_bytes();
        Some([LDC_W, high, low])
    }
}

/// The class file with other Code attributes: those that `body` makes, or the old one where it cannot.
pub(crate) fn rewrite(
    class: &ClassFile,
    extra: &mut ExtraPool,
    mut body: impl FnMut(usize, &MethodInfo, &mut ExtraPool) -> Result<Vec<u8>, Left>,
    left: &mut Vec<(usize, Left)>,
) -> Result<Vec<u8>, ClassFileError> {
    const BEFORE_POOL: usize = 10;
    let file = &class.bytes;
    let mut reader = Reader::new(file);
    reader.take(class.after_pool)?;
    reader.take(6)?;
    let interfaces = reader.u16()?;
    reader.take(usize::from(interfaces) * 2)?;
    for _ in 0..reader.u16()? {
        reader.take(6)?;
        for _ in 0..reader.u16()? {
            reader.take(2)?;
            let length = reader.u32()?;
            reader.take(length as usize)?;
        }
    }
    let mut out = file[class.after_pool..reader.at()].to_vec();
    let count = reader.u16()?;
    out.extend(count.to_be_bytes());
    for at in 0..usize::from(count) {
        out.extend(reader.take(6)?);
        let attributes = reader.u16()?;
        out.extend(attributes.to_be_bytes());
        for _ in 0..attributes {
            let name = reader.u16()?;
            let length = reader.u32()?;
            let old = reader.take(length as usize)?;
            let is_code = class.pool.utf8(name).is_ok_and(|name| **name == *"Code");
            let known = class.methods.get(at).filter(|method| is_code && method.code.is_some());
            let made = known.map(|method| body(at, method, extra));
            let new = match made {
                Some(Ok(new)) => new,
                Some(Err(why)) => {
                    left.push((at, why));
                    old.to_vec()
                }
                None => old.to_vec(),
            };
            out.extend(name.to_be_bytes());
            out.extend((new.len() as u32).to_be_bytes());
            out.extend(new);
        }
    }
    out.extend(&file[reader.rest()]);
    let head = [&file[..BEFORE_POOL - 2], (extra.count as u16).to_be_bytes().as_slice()].concat();
    Ok([&head, &file[BEFORE_POOL..class.after_pool], &extra.bytes, &out].concat())
}

#[cfg(test)]
pub(crate) mod tests;
