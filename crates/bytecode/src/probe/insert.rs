//! Code put between the instructions of a method: everything that names a place in it is shifted.

use super::stack_map::shifted_frames;
use super::{Left, PROBE_STACK};
use crate::classfile::{ClassFile, ClassFileError, MethodInfo};
use crate::code::Code;
use crate::insn::Insn;
use crate::reader::Reader;

/// Code before an instruction; what it leaves on the stack is what it found there.
pub(crate) struct Insertion {
    /// Index of the instruction.
    pub before: u32,
    pub code: Vec<u8>,
    pub reached: Reached,
}

/// Who comes to inserted code.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reached {
    /// Only what comes from the instruction above, or from the start of the method: jumps go behind it.
    FromAbove,
    ByAll,
}

/// An instruction that others of the same length take the place of.
pub(crate) struct Patch {
    /// Where its bytes begin.
    pub pc: u16,
    pub bytes: Vec<u8>,
}

/// Where the instructions of the old code are in the new one.
pub(super) struct Layout<'c> {
    code: &'c Code,
    /// By instruction: where what was inserted before it begins, where jumps to it lead, and where it is itself.
    begins: Vec<usize>,
    lands: Vec<usize>,
    stands: Vec<usize>,
}

const LONGEST: usize = 65_535;

impl From<ClassFileError> for Left {
    fn from(error: ClassFileError) -> Left {
        Left::Malformed(error.to_string())
    }
}

impl Layout<'_> {
    fn index(&self, pc: u16) -> Result<usize, Left> {
        self.code.pcs.binary_search(&pc).map_err(|_| Left::Malformed(format!("no instruction at {pc}")))
    }

    /// Where a jump to the instruction at an old pc leads.
    pub fn landing(&self, pc: u16) -> Result<u16, Left> {
        Ok(self.lands[self.index(pc)?] as u16)
    }

    /// Where the instruction at an old pc is itself.
    pub fn standing(&self, pc: u16) -> Result<u16, Left> {
        Ok(self.stands[self.index(pc)?] as u16)
    }

    fn beginning(&self, pc: u16) -> Result<u16, Left> {
        Ok(self.begins[self.index(pc)?] as u16)
    }
}

/// The contents of the method's Code attribute with the insertions, which are sorted by their places.
pub(crate) fn insert(
    class: &ClassFile,
    method: &MethodInfo,
    code: &Code,
    insertions: &[Insertion],
    patches: &[Patch],
) -> Result<Vec<u8>, Left> {
    let Some(info) = &method.code else { return Err(Left::Malformed("there is no code".into())) };
    let mut old = class.bytes[info.bytes.clone()].to_vec();
    for Patch { pc, bytes } in patches {
        let start = usize::from(*pc);
        old[start..start + bytes.len()].copy_from_slice(bytes);
    }
    let layout = layout(code, insertions, &old)?;
    let new = shifted_code(&layout, insertions, &old)?;
    let stack = info.max_stack.checked_add(PROBE_STACK).ok_or(Left::TooLarge)?;
    let mut out = [stack.to_be_bytes(), info.max_locals.to_be_bytes()].concat();
    out.extend((new.len() as u32).to_be_bytes());
    out.extend(new);
    let mut reader = Reader::new(&class.bytes);
    reader.take(info.bytes.end)?;
    let handlers = reader.u16()?;
    out.extend(handlers.to_be_bytes());
    for _ in 0..handlers {
        let [start, end, handler] = [reader.u16()?, reader.u16()?, reader.u16()?];
        for pc in [start, end, handler] {
            out.extend(layout.landing(pc)?.to_be_bytes());
        }
        out.extend(reader.take(2)?);
    }
    let mut attributes = Vec::new();
    let mut count: u16 = 0;
    for _ in 0..reader.u16()? {
        let name = reader.u16()?;
        let length = reader.u32()?;
        let content = reader.sub(length as usize)?;
        let shifted = match &**class.pool.utf8(name)? {
            "LineNumberTable" => lines(&layout, content)?,
            "LocalVariableTable" | "LocalVariableTypeTable" => variables(&layout, content)?,
            "StackMapTable" => shifted_frames(&layout, content)?,
            // Annotations of types in code, which no program sees, and what only other tools know.
            _ => continue,
        };
        count += 1;
        attributes.extend(name.to_be_bytes());
        attributes.extend((shifted.len() as u32).to_be_bytes());
        attributes.extend(shifted);
    }
    out.extend(count.to_be_bytes());
    out.extend(attributes);
    Ok(out)
}

fn layout<'c>(code: &'c Code, insertions: &[Insertion], old: &[u8]) -> Result<Layout<'c>, Left> {
    let length = |before: usize, reached: Reached| -> usize {
        let first = insertions.partition_point(|insertion| (insertion.before as usize) < before);
        let here = insertions[first..].iter().take_while(|insertion| insertion.before as usize == before);
        here.filter(|insertion| insertion.reached == reached).map(|insertion| insertion.code.len()).sum()
    };
    let count = code.insns.len();
    let mut layout = Layout { code, begins: Vec::new(), lands: Vec::new(), stands: Vec::new() };
    let mut at = 0;
    for index in 0..count {
        layout.begins.push(at);
        at += length(index, Reached::FromAbove);
        layout.lands.push(at);
        at += length(index, Reached::ByAll);
        layout.stands.push(at);
        let pc = usize::from(code.pcs[index]);
        let Some(next) = code.pcs.get(index + 1).map(|&next| usize::from(next)) else { break };
        at += match old[pc] {
            TABLESWITCH | LOOKUPSWITCH => next - pc - padding(pc) + padding(at),
            _ => next - pc,
        };
        if at > LONGEST {
            return Err(Left::TooLarge);
        }
    }
    Ok(layout)
}

const TABLESWITCH: u8 = 170;
const LOOKUPSWITCH: u8 = 171;

/// Bytes between the opcode of a switch and its operands.
fn padding(pc: usize) -> usize {
    3 - pc % 4
}

fn shifted_code(layout: &Layout, insertions: &[Insertion], old: &[u8]) -> Result<Vec<u8>, Left> {
    let code = layout.code;
    let mut out = Vec::new();
    let mut insertions = insertions.iter().peekable();
    for (index, insn) in code.insns.iter().enumerate() {
        // Those that jumps pass by come first.
        let mut here = Vec::new();
        while let Some(insertion) = insertions.next_if(|insertion| insertion.before as usize == index) {
            here.push(insertion);
        }
        here.sort_by_key(|insertion| insertion.reached == Reached::ByAll);
        out.extend(here.iter().flat_map(|insertion| insertion.code.iter().copied()));
        if insn.get() == Insn::FallOff {
            break;
        }
        let pc = usize::from(code.pcs[index]);
        let raw = &old[pc..usize::from(code.pcs[index + 1])];
        let jump = |target: u32| layout.lands[target as usize] as i64 - layout.stands[index] as i64;
        match (raw[0], insn.get()) {
            (153..=168 | 198 | 199, insn) => {
                let target = insn.target().ok_or(Left::Malformed("a jump without a target".into()))?;
                let offset = i16::try_from(jump(target)).map_err(|_| Left::JumpTooFar)?;
                out.push(raw[0]);
                out.extend(offset.to_be_bytes());
            }
            (200 | 201, insn) => {
                let target = insn.target().ok_or(Left::Malformed("a jump without a target".into()))?;
                out.push(raw[0]);
                out.extend((jump(target) as i32).to_be_bytes());
            }
            (TABLESWITCH | LOOKUPSWITCH, Insn::Switch(table)) => {
                out.push(raw[0]);
                out.resize(out.len() + padding(layout.stands[index]), 0);
                let operands = &raw[1 + padding(pc)..];
                let mut targets = code.switches[table as usize].targets().map(|target| jump(target) as i32);
                let mut target = |out: &mut Vec<u8>| out.extend(targets.next().unwrap_or_default().to_be_bytes());
                target(&mut out);
                // Behind the default: two bounds, or the number of pairs.
                let fixed = if raw[0] == TABLESWITCH { 8 } else { 4 };
                out.extend(&operands[4..4 + fixed]);
                for row in operands[4 + fixed..].chunks_exact(if raw[0] == TABLESWITCH { 4 } else { 8 }) {
                    out.extend(&row[..row.len() - 4]);
                    target(&mut out);
                }
            }
            _ => out.extend(raw),
        }
    }
    Ok(out)
}

fn lines(layout: &Layout, mut content: Reader) -> Result<Vec<u8>, Left> {
    let count = content.u16()?;
    let mut out = count.to_be_bytes().to_vec();
    for _ in 0..count {
        out.extend(layout.beginning(content.u16()?)?.to_be_bytes());
        out.extend(content.take(2)?);
    }
    Ok(out)
}

fn variables(layout: &Layout, mut content: Reader) -> Result<Vec<u8>, Left> {
    let count = content.u16()?;
    let mut out = count.to_be_bytes().to_vec();
    for _ in 0..count {
        let (start, length) = (content.u16()?, content.u16()?);
        let end = start.checked_add(length).ok_or(Left::Malformed("a variable beyond the code".into()))?;
        let (start, end) = (layout.beginning(start)?, layout.beginning(end)?);
        out.extend(start.to_be_bytes());
        out.extend(end.saturating_sub(start).to_be_bytes());
        out.extend(content.take(6)?);
    }
    Ok(out)
}
