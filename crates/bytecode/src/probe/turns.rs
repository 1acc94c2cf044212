//! Calls of an agent of ours before instructions at which threads take turns. Nothing else of a class changes, but that what would block
//! (`wait`, `park`, `sleep`) becomes a call of the agent, which does it or does not.

use super::insert::{Insertion, Patch, Reached, insert};
use super::{ALOAD, ExtraPool, INVOKESTATIC, Left, rewrite};
use crate::classfile::{ClassFile, ClassFileError, MemberRef, malformed};
use crate::code::Code;
use crate::decode::decode;
use crate::flow::Flow;
use crate::insn::Insn;

/// The class that is called; a JVM must find it with its boot class path.
pub const TURNS: &str = "jacana/probe/Turns";

/// A call of the agent in a method of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TurnCall {
    /// The method's number in the class file.
    pub method: usize,
    /// Index of the instruction.
    pub at: u32,
    /// By which the agent knows the place.
    pub site: u32,
    pub kind: TurnCallKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TurnCallKind {
    /// When the method begins: `this` may be the thread.
    Begin,
    /// Before the instruction.
    Before,
    /// Before the instruction, which starts the thread `this`.
    Start,
    /// Behind the instruction, if control goes on there.
    Behind,
    /// Before the instruction, with the field or element that it accesses.
    Access,
}

/// A class with these calls.
pub fn with_turns(class: &ClassFile, calls: &[TurnCall]) -> Result<Vec<u8>, ClassFileError> {
    let mut calls = calls.to_vec();
    calls.sort_unstable();
    calls.dedup();
    let mut extra = ExtraPool::of(class);
    let mut left = Vec::new();
    let bytes = rewrite(
        class,
        &mut extra,
        |number, method, extra| {
            let code = decode(class, method).map_err(|why| Left::Malformed(why.to_string()))?;
            let (mut insertions, mut patches) = (Vec::new(), Vec::new());
            for call in calls.iter().filter(|call| call.method == number) {
                let Some(insn) = code.insns.get(call.at as usize).map(|insn| insn.get()) else {
                    return Err(Left::Malformed(format!("no instruction {}", call.at)));
                };
                place(class, &code, call, insn, extra, (&mut insertions, &mut patches)).ok_or(Left::TooLarge)?;
            }
            insertions.sort_by_key(|insertion| insertion.before);
            insert(class, method, &code, &insertions, &patches)
        },
        &mut left,
    )?;
    let has_calls = |method: usize| calls.iter().any(|call| call.method == method);
    match left.into_iter().find(|(method, _)| has_calls(*method)) {
        Some((method, why)) => malformed(format!("{}.{}: {why}", class.name, class.methods[method].name)),
        None => Ok(bytes),
    }
}

/// Nothing if the pool has no room.
fn place(
    class: &ClassFile,
    code: &Code,
    call: &TurnCall,
    insn: Insn,
    extra: &mut ExtraPool,
    (insertions, patches): (&mut Vec<Insertion>, &mut Vec<Patch>),
) -> Option<()> {
    let mut add = |before: u32, code: Vec<u8>, reached: Reached| insertions.push(Insertion { before, code, reached });
    match call.kind {
        TurnCallKind::Begin => {
            let begin = invoke(extra, "begin", "(Ljava/lang/Object;)V")?;
            add(call.at, [vec![ALOAD, 0], begin].concat(), Reached::FromAbove);
        }
        TurnCallKind::Start => {
            let number = extra.number(call.site)?.to_vec();
            let start = invoke(extra, "start", "(Ljava/lang/Object;I)V")?;
            add(call.at, [vec![ALOAD, 0], number, start].concat(), Reached::ByAll);
        }
        TurnCallKind::Behind => {
            if insn.flow() == Flow::Next {
                let number = extra.number(call.site)?.to_vec();
                let after = invoke(extra, "after", "(I)V")?;
                add(call.at + 1, [number, after].concat(), Reached::FromAbove);
            }
        }
        TurnCallKind::Before => {
            let number = extra.number(call.site)?.to_vec();
            match replaced(class, insn) {
                Some((name, descriptor)) => {
                    add(call.at, number, Reached::ByAll);
                    patches.push(Patch { pc: code.pcs[call.at as usize], bytes: invoke(extra, name, descriptor)? });
                }
                None => add(call.at, [number, invoke(extra, "at", "(I)V")?].concat(), Reached::ByAll),
            }
        }
        TurnCallKind::Access => {
            let number = extra.number(call.site)?.to_vec();
            let (copies, descriptor) = match is_made(class, code, call) {
                true => accessed(class, insn),
                false => (NO_COPIES, SITE_ALONE),
            };
            let access = invoke(extra, "access", descriptor)?;
            add(call.at, [copies.to_vec(), number, access].concat(), Reached::ByAll);
        }
    }
    Some(())
}

fn invoke(extra: &mut ExtraPool, name: &str, descriptor: &str) -> Option<Vec<u8>> {
    let [high, low] = extra.method_of(TURNS, name, descriptor)?.to_be_bytes();
    Some(vec![INVOKESTATIC, high, low])
}

/// The method of the agent that takes the place of a call: its operands are those of the call, and the site.
fn replaced(class: &ClassFile, insn: Insn) -> Option<(&'static str, &'static str)> {
    let (index, is_static) = match insn {
        Insn::InvokeVirtual(index) | Insn::InvokeSpecial(index) => (index, false),
        Insn::InvokeStatic(index) => (index, true),
        _ => return None,
    };
    let MemberRef { class, name, descriptor } = class.pool.method(index).ok()?;
    // The methods of Object are final.
    Some(match (&**class, &**name, &**descriptor, is_static) {
        (_, "wait" | "wait0", "(J)V", false) => ("waits", "(Ljava/lang/Object;JI)V"),
        (_, "wait", "()V", false) => ("waits", "(Ljava/lang/Object;I)V"),
        (_, "wait", "(JI)V", false) => ("waits", "(Ljava/lang/Object;JII)V"),
        ("jdk/internal/misc/Unsafe", "park", "(ZJ)V", false) => ("parks", "(Ljava/lang/Object;ZJI)V"),
        ("java/lang/Thread", "sleep" | "sleep0" | "sleepNanos0", "(J)V", true) => ("sleeps", "(JI)V"),
        _ => return None,
    })
}

const POP: u8 = 87;
const POP2: u8 = 88;
const DUP: u8 = 89;
const DUP_X2: u8 = 91;
const DUP2: u8 = 92;
const DUP2_X1: u8 = 93;
const DUP2_X2: u8 = 94;

const NO_COPIES: &[u8] = &[];
const SITE_ALONE: &str = "(I)V";

/// Whether `this` may be handed on: in a constructor not before that of the superclass was called.
fn is_made(class: &ClassFile, code: &Code, call: &TurnCall) -> bool {
    let makes = |insn: Insn| match insn {
        Insn::InvokeSpecial(index) => class.pool.method(index).is_ok_and(|member| *member.name == *"<init>"),
        _ => false,
    };
    let above = &code.insns[..call.at as usize];
    *class.methods[call.method].name != *"<init>" || above.iter().any(|insn| makes(insn.get()))
}

/// Instructions that copy the object, or the array and the index, that an access is to, and the descriptor of what takes them.
fn accessed(class: &ClassFile, insn: Insn) -> (&'static [u8], &'static str) {
    const OBJECT: &str = "(Ljava/lang/Object;I)V";
    const ELEMENT: &str = "(Ljava/lang/Object;II)V";
    let is_wide = |index: u16| {
        let field = class.pool.field(index);
        field.is_ok_and(|field| matches!(&*field.descriptor, "J" | "D"))
    };
    match insn {
        Insn::GetField(_) => (&[DUP], OBJECT),
        // object, long
        Insn::PutField(index) if is_wide(index) => (&[DUP2_X1, POP2, DUP_X2], OBJECT),
        // object, value
        Insn::PutField(_) => (&[DUP2, POP], OBJECT),
        Insn::Iaload
        | Insn::Laload
        | Insn::Faload
        | Insn::Daload
        | Insn::Aaload
        | Insn::Baload
        | Insn::Caload
        | Insn::Saload => (&[DUP2], ELEMENT),
        // array, index, long
        Insn::Lastore | Insn::Dastore => (&[DUP2_X2, POP2, DUP2_X2], ELEMENT),
        // array, index, value
        Insn::Iastore | Insn::Fastore | Insn::Aastore | Insn::Bastore | Insn::Castore | Insn::Sastore => {
            (&[DUP_X2, POP, DUP2_X1], ELEMENT)
        }
        _ => (NO_COPIES, SITE_ALONE),
    }
}
