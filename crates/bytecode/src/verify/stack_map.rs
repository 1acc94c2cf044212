//! The StackMapTable attribute (JVMS 4.7.4): the frames that the compiler promises at branch targets.

use super::frame::Frame;
use super::kind::Kind;
use super::{Body, Checked, Hierarchy, Verifier, refuse};
use crate::classfile::ClassFileError;
use crate::insn::Insn;
use crate::reader::Reader;
use std::rc::Rc;

/// A frame at an instruction. Frames share what they have in common with the one before.
#[derive(Clone)]
pub(super) struct MapFrame {
    pub at: usize,
    pub locals: Rc<[Kind]>,
    pub stack: Rc<[Kind]>,
    pub this_uninitialized: bool,
}

impl MapFrame {
    pub fn to_frame(&self) -> Frame {
        Frame {
            locals: self.locals.to_vec(),
            stack: self.stack.to_vec(),
            this_uninitialized: self.this_uninitialized,
            changed: true,
        }
    }
}

impl<H: Hierarchy> Verifier<'_, H> {
    /// In the order of their instructions.
    pub(super) fn stack_map(&mut self, body: &Body, initial: &Frame) -> Checked<Vec<MapFrame>, H::Error> {
        let Some(range) = body.method.code.as_ref().and_then(|code| code.stack_map.clone()) else {
            return Ok(Vec::new());
        };
        let mut reader = Reader::new(&self.class.bytes[range]);
        match self.frames(&mut reader, body, initial)? {
            Ok(frames) if reader.is_empty() => Ok(frames),
            Ok(_) => refuse("StackMapTable is too long"),
            Err(error) => refuse(format!("StackMapTable: {error}")),
        }
    }

    fn frames(
        &mut self,
        reader: &mut Reader,
        body: &Body,
        initial: &Frame,
    ) -> Checked<Result<Vec<MapFrame>, ClassFileError>, H::Error> {
        let mut frames: Vec<MapFrame> = Vec::new();
        let empty: Rc<[Kind]> = Rc::new([]);
        let mut locals: Rc<[Kind]> = initial.locals.clone().into();
        macro_rules! read {
            ($read:expr) => {
                match $read {
                    Ok(value) => value,
                    Err(error) => return Ok(Err(error)),
                }
            };
        }
        let mut pc = None;
        for _ in 0..read!(reader.u16()) {
            let tag = read!(reader.u8());
            let delta = match tag {
                0..=63 => tag.into(),
                64..=127 => (tag - 64).into(),
                128..=246 => return refuse(format!("stack map frame of type {tag}")),
                247..=255 => read!(reader.u16()),
            };
            let here = pc.map_or(usize::from(delta), |before: usize| before + usize::from(delta) + 1);
            pc = Some(here);
            let Some(at) = body.index_of(here) else {
                return refuse(format!("stack map frame at pc {here}, where no instruction starts"));
            };
            let mut stack = empty.clone();
            match tag {
                64..=127 | 247 => {
                    let mut kinds = Vec::new();
                    read!(self.read_kind(reader, body, &mut kinds)?);
                    stack = kinds.into();
                }
                248..=250 => locals = chopped(&locals, 251 - tag)?,
                252..=254 => {
                    let mut kinds = locals.to_vec();
                    for _ in 251..tag {
                        read!(self.read_kind(reader, body, &mut kinds)?);
                    }
                    self.spend(kinds.len())?;
                    locals = kinds.into();
                }
                255 => {
                    locals = read!(self.read_kinds(reader, body)?);
                    stack = read!(self.read_kinds(reader, body)?);
                }
                _ => {}
            }
            if locals.len() > body.code.max_locals.into() || stack.len() > body.code.max_stack.into() {
                return refuse(format!("the stack map frame at pc {here} is larger than the method's frame"));
            }
            let this_uninitialized = locals.contains(&Kind::UninitializedThis);
            frames.push(MapFrame { at, locals: locals.clone(), stack, this_uninitialized });
        }
        Ok(Ok(frames))
    }

    fn read_kinds(
        &mut self,
        reader: &mut Reader,
        body: &Body,
    ) -> Checked<Result<Rc<[Kind]>, ClassFileError>, H::Error> {
        let count = match reader.u16() {
            Ok(count) => count,
            Err(error) => return Ok(Err(error)),
        };
        let mut kinds = Vec::new();
        for _ in 0..count {
            if let Err(error) = self.read_kind(reader, body, &mut kinds)? {
                return Ok(Err(error));
            }
        }
        self.spend(kinds.len())?;
        Ok(Ok(kinds.into()))
    }

    fn read_kind(
        &mut self,
        reader: &mut Reader,
        body: &Body,
        kinds: &mut Vec<Kind>,
    ) -> Checked<Result<(), ClassFileError>, H::Error> {
        let tag = reader.u8();
        let operand = match tag {
            Ok(7 | 8) => reader.u16(),
            _ => Ok(0),
        };
        let (tag, operand) = match (tag, operand) {
            (Ok(tag), Ok(operand)) => (tag, operand),
            (Err(error), _) | (_, Err(error)) => return Ok(Err(error)),
        };
        kinds.push(match tag {
            0 => Kind::Top,
            1 => Kind::Int,
            2 => Kind::Float,
            3 => Kind::Double,
            4 => Kind::Long,
            5 => Kind::Null,
            6 => Kind::UninitializedThis,
            7 => match self.class.pool.class(operand) {
                Ok(class) => Kind::Object(self.names.intern(class)),
                Err(error) => return Ok(Err(error)),
            },
            8 => match body.index_of(operand.into()) {
                Some(at) if matches!(body.code.insns[at].get(), Insn::New(_)) => Kind::Uninitialized(at as u32),
                _ => return refuse(format!("no object is made at pc {operand}")),
            },
            tag => return refuse(format!("verification type {tag}")),
        });
        if kinds.last().is_some_and(|kind| kind.is_wide()) {
            kinds.push(Kind::High);
        }
        Ok(Ok(()))
    }
}

/// Without the last `count` locals, where a long or double is one.
fn chopped<E>(locals: &[Kind], count: u8) -> Checked<Rc<[Kind]>, E> {
    let mut rest = locals;
    for _ in 0..count {
        rest = match rest {
            [head @ .., _, Kind::High] => head,
            [head @ .., _] => head,
            [] => return refuse("a stack map frame chops more locals than there are"),
        };
    }
    Ok(rest.into())
}
