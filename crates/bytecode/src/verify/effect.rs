//! What one instruction does to the types of a frame (JVMS 4.10.1.9). Both ways of verification use it. The decoded instruction
//! gives operands and targets; the opcode tells int, float and reference forms apart, which decoding makes one.

mod members;
mod stack;

use super::frame::Frame;
use super::kind::{Kind, Name};
use super::{Body, Checked, Hierarchy, Verifier, refuse};
use crate::classfile::Constant;
use crate::descriptor::parse_type;
use crate::flow::Flow;
use crate::insn::Insn;

/// The four kinds of numbers, in the order of their opcodes.
const NUMBERS: [Kind; 4] = [Kind::Int, Kind::Long, Kind::Float, Kind::Double];

/// i2l to i2s: from, to.
const CONVERSIONS: [(Kind, Kind); 15] = [
    (Kind::Int, Kind::Long),
    (Kind::Int, Kind::Float),
    (Kind::Int, Kind::Double),
    (Kind::Long, Kind::Int),
    (Kind::Long, Kind::Float),
    (Kind::Long, Kind::Double),
    (Kind::Float, Kind::Int),
    (Kind::Float, Kind::Long),
    (Kind::Float, Kind::Double),
    (Kind::Double, Kind::Int),
    (Kind::Double, Kind::Long),
    (Kind::Double, Kind::Float),
    (Kind::Int, Kind::Int),
    (Kind::Int, Kind::Int),
    (Kind::Int, Kind::Int),
];

/// The arrays that iaload to saload take, without the one of references and the one of bytes, and their elements.
const ARRAYS: [(&str, Kind); 8] = [
    ("[I", Kind::Int),
    ("[J", Kind::Long),
    ("[F", Kind::Float),
    ("[D", Kind::Double),
    ("", Kind::Null),
    ("[B", Kind::Int),
    ("[C", Kind::Int),
    ("[S", Kind::Int),
];

const REFERENCES: u8 = 4;

impl<H: Hierarchy> Verifier<'_, H> {
    pub(super) fn execute(&mut self, body: &Body, at: usize, frame: &mut Frame) -> Checked<Flow, H::Error> {
        let insn = body.code.insns[at].get();
        let opcode = body.opcode(at);
        match opcode {
            0 => {}
            1 => frame.push(body, Kind::Null)?,
            2..=8 | 16 | 17 => frame.push(body, Kind::Int)?,
            9 | 10 => frame.push(body, Kind::Long)?,
            11..=13 => frame.push(body, Kind::Float)?,
            14 | 15 => frame.push(body, Kind::Double)?,
            18..=20 => self.constant(body, insn, frame)?,
            21..=25 => load(body, opcode - 21, insn, frame)?,
            26..=45 => load(body, (opcode - 26) / 4, insn, frame)?,
            46..=53 => self.array_load(body, opcode - 46, frame)?,
            54..=58 => store(body, opcode - 54, insn, frame)?,
            59..=78 => store(body, (opcode - 59) / 4, insn, frame)?,
            79..=86 => self.array_store(opcode - 79, frame)?,
            87..=95 => stack::execute(body, opcode, frame)?,
            96..=115 => {
                let kind = NUMBERS[usize::from((opcode - 96) % 4)];
                frame.pop_prim(kind)?;
                frame.pop_prim(kind)?;
                frame.push(body, kind)?;
            }
            116..=119 => {
                let kind = NUMBERS[usize::from(opcode - 116)];
                frame.pop_prim(kind)?;
                frame.push(body, kind)?;
            }
            120..=125 => {
                let kind = NUMBERS[usize::from(opcode % 2)];
                frame.pop_prim(Kind::Int)?;
                frame.pop_prim(kind)?;
                frame.push(body, kind)?;
            }
            126..=131 => {
                let kind = NUMBERS[usize::from(opcode % 2)];
                frame.pop_prim(kind)?;
                frame.pop_prim(kind)?;
                frame.push(body, kind)?;
            }
            132 => {
                if let Insn::Iinc { local, .. } = insn
                    && frame.local(body, local, 1)? != Kind::Int
                {
                    return refuse(format!("iinc of local {local}, which is no int"));
                }
            }
            133..=147 => {
                let (from, to) = CONVERSIONS[usize::from(opcode - 133)];
                frame.pop_prim(from)?;
                frame.push(body, to)?;
            }
            148..=152 => {
                let kind =
                    [Kind::Long, Kind::Float, Kind::Float, Kind::Double, Kind::Double][usize::from(opcode - 148)];
                frame.pop_prim(kind)?;
                frame.pop_prim(kind)?;
                frame.push(body, Kind::Int)?;
            }
            153..=171 | 198..=201 => return branch(opcode, insn, body, frame),
            172..=177 => return self.leave(body, opcode, frame),
            178..=181 => self.field(body, opcode, insn, frame)?,
            182..=186 => self.invoke(body, at, opcode, insn, frame)?,
            187..=189 | 192 | 193 | 197 => self.class_operand(body, at, insn, frame)?,
            190 => match frame.pop_slot()? {
                Kind::Null => frame.push(body, Kind::Int)?,
                Kind::Object(name) if self.names.is_array(name) => frame.push(body, Kind::Int)?,
                _ => return refuse("arraylength of what is no array"),
            },
            191 => {
                self.pop(frame, Kind::Object(Name::THROWABLE))?;
                return Ok(Flow::Throw);
            }
            194 | 195 => {
                frame.pop_reference()?;
            }
            _ => return refuse(format!("opcode {opcode}")),
        }
        Ok(Flow::Next)
    }

    fn constant(&mut self, body: &Body, insn: Insn, frame: &mut Frame) -> Checked<(), H::Error> {
        let (Insn::Ldc(index) | Insn::Ldc2(index)) = insn else {
            return refuse("no constant");
        };
        // JVMS 4.9.1: what each version may load.
        let (since, kind) = match self.class.pool.get(index) {
            Some(Constant::Integer(_)) => (0, Kind::Int),
            Some(Constant::Float(_)) => (0, Kind::Float),
            Some(Constant::Long(_)) => (0, Kind::Long),
            Some(Constant::Double(_)) => (0, Kind::Double),
            Some(Constant::String(_)) => (0, Kind::Object(Name::STRING)),
            Some(Constant::Class(_)) => (49, Kind::Object(Name::CLASS)),
            Some(Constant::MethodHandle { .. }) => (51, Kind::Object(Name::METHOD_HANDLE)),
            Some(Constant::MethodType(_)) => (51, Kind::Object(Name::METHOD_TYPE)),
            Some(Constant::Dynamic { descriptor, .. }) => match parse_type(descriptor) {
                Ok(found) => (55, self.kind_of(&found)),
                Err(error) => return refuse(error.to_string()),
            },
            _ => return refuse(format!("pool entry {index} cannot be loaded")),
        };
        if self.class.major < since {
            return refuse(format!("pool entry {index} cannot be loaded by classes of version {}", self.class.major));
        }
        frame.push(body, kind)
    }

    fn array_load(&mut self, body: &Body, form: u8, frame: &mut Frame) -> Checked<(), H::Error> {
        frame.pop_prim(Kind::Int)?;
        let array = frame.pop_slot()?;
        let element = match self.element(array, form)? {
            None => Kind::Null,
            Some(element) => element,
        };
        let (_, number) = ARRAYS[usize::from(form)];
        frame.push(body, if form == REFERENCES { element } else { number })
    }

    fn array_store(&mut self, form: u8, frame: &mut Frame) -> Checked<(), H::Error> {
        let value = if form == REFERENCES { Kind::Object(Name::OBJECT) } else { ARRAYS[usize::from(form)].1 };
        self.pop(frame, value)?;
        frame.pop_prim(Kind::Int)?;
        let array = frame.pop_slot()?;
        self.element(array, form).map(|_| ())
    }

    /// The element of an array that the form of an instruction takes; `None` if the array is null.
    fn element(&mut self, array: Kind, form: u8) -> Checked<Option<Kind>, H::Error> {
        let name = match array {
            Kind::Null => return Ok(None),
            Kind::Object(name) => name,
            _ => return refuse("an array is expected on the stack"),
        };
        let (wanted, number) = ARRAYS[usize::from(form)];
        if form == REFERENCES {
            if let Some(component) = self.names.component(name) {
                return Ok(Some(Kind::Object(component)));
            }
        } else if **self.names.text(name) == *wanted || wanted == "[B" && **self.names.text(name) == *"[Z" {
            return Ok(Some(number));
        }
        refuse(format!("{} on the stack where another array is expected", self.describe(array)))
    }

    /// new, anewarray, multianewarray, checkcast, instanceof.
    fn class_operand(&mut self, body: &Body, at: usize, insn: Insn, frame: &mut Frame) -> Checked<(), H::Error> {
        let index = match insn {
            Insn::New(index) | Insn::ANewArray(index) | Insn::CheckCast(index) | Insn::InstanceOf(index) => index,
            Insn::MultiANewArray { class, .. } => class,
            Insn::NewArray(prim) => {
                frame.pop_prim(Kind::Int)?;
                let array = self.names.intern(&format!("[{}", prim.descriptor()).into());
                return frame.push(body, Kind::Object(array));
            }
            _ => return refuse("no class"),
        };
        let class = match self.class.pool.class(index) {
            Ok(class) => self.names.intern(class),
            Err(error) => return refuse(error.to_string()),
        };
        match insn {
            Insn::New(_) => self.new_object(body, at, class, frame),
            Insn::ANewArray(_) => {
                frame.pop_prim(Kind::Int)?;
                let dimensions = self.names.text(class).bytes().take_while(|&byte| byte == b'[').count();
                if dimensions >= 255 {
                    return refuse("an array of more than 255 dimensions");
                }
                let array = self.names.array_of(class);
                frame.push(body, Kind::Object(array))
            }
            Insn::MultiANewArray { dimensions, .. } => {
                for _ in 0..dimensions {
                    frame.pop_prim(Kind::Int)?;
                }
                frame.push(body, Kind::Object(class))
            }
            Insn::InstanceOf(_) => {
                self.pop(frame, Kind::Object(Name::OBJECT))?;
                frame.push(body, Kind::Int)
            }
            _ => {
                self.pop(frame, Kind::Object(Name::OBJECT))?;
                frame.push(body, Kind::Object(class))
            }
        }
    }

    fn new_object(&mut self, body: &Body, at: usize, class: Name, frame: &mut Frame) -> Checked<(), H::Error> {
        if self.names.is_array(class) {
            return refuse("new of an array class");
        }
        let fresh = Kind::Uninitialized(at as u32);
        if frame.stack.contains(&fresh) {
            return refuse("an object of the same instruction is not initialised yet");
        }
        for local in frame.locals.iter_mut().filter(|local| **local == fresh) {
            *local = Kind::Top;
            frame.changed = true;
        }
        frame.push(body, fresh)
    }

    fn leave(&mut self, body: &Body, opcode: u8, frame: &mut Frame) -> Checked<Flow, H::Error> {
        let expected = match opcode {
            172 => Some(Kind::Int),
            173 => Some(Kind::Long),
            174 => Some(Kind::Float),
            175 => Some(Kind::Double),
            _ => None,
        };
        match (opcode, body.signature.result) {
            (177, None) => {}
            (176, Some(result @ Kind::Object(_))) => {
                self.pop(frame, result)?;
            }
            (172..=175, result) if result == expected => {
                if let Some(result) = result {
                    frame.pop_prim(result)?;
                }
            }
            _ => return refuse("the method returns another type"),
        }
        if frame.this_uninitialized {
            return refuse("a constructor returns before it called another one");
        }
        Ok(Flow::Return)
    }
}

/// The types that typed loads and stores move, in the order of their opcodes.
const MOVED: [Option<Kind>; 5] = [Some(Kind::Int), Some(Kind::Long), Some(Kind::Float), Some(Kind::Double), None];

fn load<E>(body: &Body, form: u8, insn: Insn, frame: &mut Frame) -> Checked<(), E> {
    let (Insn::Load(local) | Insn::Load2(local)) = insn else {
        return refuse("no local");
    };
    let wide = matches!(insn, Insn::Load2(_));
    let kind = frame.local(body, local, if wide { 2 } else { 1 })?;
    let fits = match MOVED[usize::from(form)] {
        Some(expected) => kind == expected,
        None => kind.is_reference(),
    };
    if !fits {
        return refuse(format!("local {local} is of another type"));
    }
    frame.push(body, kind)
}

fn store<E>(body: &Body, form: u8, insn: Insn, frame: &mut Frame) -> Checked<(), E> {
    let (Insn::Store(local) | Insn::Store2(local)) = insn else {
        return refuse("no local");
    };
    let kind = match MOVED[usize::from(form)] {
        Some(expected) => {
            frame.pop_prim(expected)?;
            expected
        }
        // JVMS 6.5 astore: return addresses too.
        None => match frame.pop_slot()? {
            address @ Kind::Return(_) => address,
            kind if kind.is_reference() => kind,
            _ => return refuse("a reference is expected on the stack"),
        },
    };
    frame.set_local(body, local, kind)
}

fn branch<E>(opcode: u8, insn: Insn, body: &Body, frame: &mut Frame) -> Checked<Flow, E> {
    match opcode {
        153..=158 | 170 | 171 => frame.pop_prim(Kind::Int)?,
        159..=164 => {
            frame.pop_prim(Kind::Int)?;
            frame.pop_prim(Kind::Int)?;
        }
        165 | 166 => {
            frame.pop_reference()?;
            frame.pop_reference()?;
        }
        198 | 199 => {
            frame.pop_reference()?;
        }
        _ => {}
    }
    if let Insn::Ret(local) = insn {
        frame.local::<E>(body, local, 1)?;
    }
    match insn.flow() {
        Flow::Next => refuse("no branch target"),
        flow => Ok(flow),
    }
}
