//! Bytes of a Code attribute into `Insn`s (JVMS 6.5). Branches leave here as instruction indices, and every
//! pool operand has been checked to be of the kind its instruction needs.

mod operands;

use crate::classfile::{ClassFile, ClassFileError, CodeInfo, HandlerInfo, MethodInfo, Pool, malformed};
use crate::code::{Code, Handler};
use crate::insn::{Insn, Switch};
use crate::reader::Reader;
use operands::typed;
use std::cell::{Cell, OnceCell};

/// The last instruction is always `FallOff`, at the pc after the code.
pub fn decode(class: &ClassFile, method: &MethodInfo) -> Result<Code, ClassFileError> {
    let Some(info) = &method.code else {
        return malformed(format!("{}.{} has no code", class.name, method.name));
    };
    decode_body(class, info).map_err(|error| match error {
        ClassFileError::Malformed(what) => {
            ClassFileError::Malformed(format!("{}.{}{}: {what}", class.name, method.name, method.descriptor))
        }
        ClassFileError::NotAClassFile => error,
    })
}

fn decode_body(class: &ClassFile, info: &CodeInfo) -> Result<Code, ClassFileError> {
    let mut body = Body {
        pool: &class.pool,
        reader: Reader::new(&class.bytes[info.bytes.clone()]),
        insns: Vec::new(),
        pcs: Vec::new(),
        switches: Vec::new(),
    };
    while !body.reader.is_empty() {
        let pc = body.reader.at();
        let insn = body.next(pc)?;
        body.insns.push(insn);
        body.pcs.push(pc as u16);
    }
    body.insns.push(Insn::FallOff);
    body.pcs.push(body.reader.at() as u16);
    body.link()?;
    let handlers = handlers(&body, info)?;
    let lines = lines(&body, info);
    Ok(Code {
        insns: body.insns.into_iter().map(Cell::new).collect(),
        pcs: body.pcs.into(),
        switches: body.switches.into(),
        handlers,
        lines,
        max_stack: info.max_stack,
        max_locals: info.max_locals,
        meets: OnceCell::new(),
        gathers: OnceCell::new(),
        loops: OnceCell::new(),
        executed: OnceCell::new(),
    })
}

fn handlers(body: &Body, info: &CodeInfo) -> Result<Box<[Handler]>, ClassFileError> {
    let handler = |row: &HandlerInfo| {
        if row.start >= row.end {
            return malformed(format!("empty handler range {}..{}", row.start, row.end));
        }
        let catch = match row.catch {
            0 => None,
            index => Some(body.pool.class(index)?.clone()),
        };
        Ok(Handler {
            start: body.index_of(row.start.into())?,
            end: body.boundary(row.end.into())?,
            target: body.index_of(row.handler.into())?,
            catch,
        })
    };
    info.handlers.iter().map(handler).collect()
}

fn lines(body: &Body, info: &CodeInfo) -> Box<[(u32, u16)]> {
    let index = |start| body.pcs.partition_point(|&pc| pc < start) as u32;
    info.lines.iter().map(|&(start, line)| (index(start), line)).collect()
}

/// The body while it is read: until `link`, branch operands are byte pcs.
struct Body<'a> {
    pool: &'a Pool,
    reader: Reader<'a>,
    insns: Vec<Insn>,
    pcs: Vec<u16>,
    switches: Vec<Switch>,
}

impl Body<'_> {
    fn next(&mut self, pc: usize) -> Result<Insn, ClassFileError> {
        let opcode = self.reader.u8()?;
        Ok(match opcode {
            0 => Insn::Nop,
            1 => Insn::AconstNull,
            2..=8 => Insn::Iconst(i32::from(opcode) - 3),
            9..=10 => Insn::Lconst(i32::from(opcode) - 9),
            11..=13 => Insn::Fconst(f32::from(opcode - 11)),
            14..=15 => Insn::Dconst(f32::from(opcode - 14)),
            16 => Insn::Iconst(self.reader.i8()?.into()),
            17 => Insn::Iconst(self.reader.i16()?.into()),
            18 => {
                let index = self.reader.u8()?;
                Insn::Ldc(self.constant(index.into())?)
            }
            19 => {
                let index = self.reader.u16()?;
                Insn::Ldc(self.constant(index)?)
            }
            20 => Insn::Ldc2(self.wide_constant()?),
            21..=25 => typed(opcode - 21, self.reader.u8()?.into(), Insn::Load, Insn::Load2),
            // Four short forms per type, in the order of the long forms.
            26..=45 => typed((opcode - 26) / 4, ((opcode - 26) % 4).into(), Insn::Load, Insn::Load2),
            46 => Insn::Iaload,
            47 => Insn::Laload,
            48 => Insn::Faload,
            49 => Insn::Daload,
            50 => Insn::Aaload,
            51 => Insn::Baload,
            52 => Insn::Caload,
            53 => Insn::Saload,
            54..=58 => typed(opcode - 54, self.reader.u8()?.into(), Insn::Store, Insn::Store2),
            59..=78 => typed((opcode - 59) / 4, ((opcode - 59) % 4).into(), Insn::Store, Insn::Store2),
            79 => Insn::Iastore,
            80 => Insn::Lastore,
            81 => Insn::Fastore,
            82 => Insn::Dastore,
            83 => Insn::Aastore,
            84 => Insn::Bastore,
            85 => Insn::Castore,
            86 => Insn::Sastore,
            87 => Insn::Pop,
            88 => Insn::Pop2,
            89 => Insn::Dup,
            90 => Insn::DupX1,
            91 => Insn::DupX2,
            92 => Insn::Dup2,
            93 => Insn::Dup2X1,
            94 => Insn::Dup2X2,
            95 => Insn::Swap,
            96 => Insn::Iadd,
            97 => Insn::Ladd,
            98 => Insn::Fadd,
            99 => Insn::Dadd,
            100 => Insn::Isub,
            101 => Insn::Lsub,
            102 => Insn::Fsub,
            103 => Insn::Dsub,
            104 => Insn::Imul,
            105 => Insn::Lmul,
            106 => Insn::Fmul,
            107 => Insn::Dmul,
            108 => Insn::Idiv,
            109 => Insn::Ldiv,
            110 => Insn::Fdiv,
            111 => Insn::Ddiv,
            112 => Insn::Irem,
            113 => Insn::Lrem,
            114 => Insn::Frem,
            115 => Insn::Drem,
            116 => Insn::Ineg,
            117 => Insn::Lneg,
            118 => Insn::Fneg,
            119 => Insn::Dneg,
            120 => Insn::Ishl,
            121 => Insn::Lshl,
            122 => Insn::Ishr,
            123 => Insn::Lshr,
            124 => Insn::Iushr,
            125 => Insn::Lushr,
            126 => Insn::Iand,
            127 => Insn::Land,
            128 => Insn::Ior,
            129 => Insn::Lor,
            130 => Insn::Ixor,
            131 => Insn::Lxor,
            132 => Insn::Iinc { local: self.reader.u8()?.into(), by: self.reader.i8()?.into() },
            133 => Insn::I2l,
            134 => Insn::I2f,
            135 => Insn::I2d,
            136 => Insn::L2i,
            137 => Insn::L2f,
            138 => Insn::L2d,
            139 => Insn::F2i,
            140 => Insn::F2l,
            141 => Insn::F2d,
            142 => Insn::D2i,
            143 => Insn::D2l,
            144 => Insn::D2f,
            145 => Insn::I2b,
            146 => Insn::I2c,
            147 => Insn::I2s,
            148 => Insn::Lcmp,
            149 => Insn::Fcmpl,
            150 => Insn::Fcmpg,
            151 => Insn::Dcmpl,
            152 => Insn::Dcmpg,
            153 => Insn::Ifeq(self.near(pc)?),
            154 => Insn::Ifne(self.near(pc)?),
            155 => Insn::Iflt(self.near(pc)?),
            156 => Insn::Ifge(self.near(pc)?),
            157 => Insn::Ifgt(self.near(pc)?),
            158 => Insn::Ifle(self.near(pc)?),
            159 => Insn::IfIcmpeq(self.near(pc)?),
            160 => Insn::IfIcmpne(self.near(pc)?),
            161 => Insn::IfIcmplt(self.near(pc)?),
            162 => Insn::IfIcmpge(self.near(pc)?),
            163 => Insn::IfIcmpgt(self.near(pc)?),
            164 => Insn::IfIcmple(self.near(pc)?),
            165 => Insn::IfAcmpeq(self.near(pc)?),
            166 => Insn::IfAcmpne(self.near(pc)?),
            167 => Insn::Goto(self.near(pc)?),
            168 => Insn::Jsr(self.near(pc)?),
            169 => Insn::Ret(self.reader.u8()?.into()),
            170 => self.table_switch(pc)?,
            171 => self.lookup_switch(pc)?,
            172 => Insn::Ireturn,
            173 => Insn::Lreturn,
            174 => Insn::Freturn,
            175 => Insn::Dreturn,
            176 => Insn::Areturn,
            177 => Insn::Return,
            178 => Insn::GetStatic(self.field()?),
            179 => Insn::PutStatic(self.field()?),
            180 => Insn::GetField(self.field()?),
            181 => Insn::PutField(self.field()?),
            182 => Insn::InvokeVirtual(self.virtual_method()?),
            183 => Insn::InvokeSpecial(self.any_method()?),
            184 => Insn::InvokeStatic(self.any_method()?),
            185 => Insn::InvokeInterface(self.interface_method()?),
            186 => Insn::InvokeDynamic(self.call_site()?),
            187 => Insn::New(self.class()?),
            188 => Insn::NewArray(self.element_type()?),
            189 => Insn::ANewArray(self.class()?),
            190 => Insn::ArrayLength,
            191 => Insn::Athrow,
            192 => Insn::CheckCast(self.class()?),
            193 => Insn::InstanceOf(self.class()?),
            194 => Insn::MonitorEnter,
            195 => Insn::MonitorExit,
            196 => self.wide()?,
            197 => self.multi_array()?,
            198 => Insn::IfNull(self.near(pc)?),
            199 => Insn::IfNonNull(self.near(pc)?),
            200 => Insn::Goto(self.far(pc)?),
            201 => Insn::Jsr(self.far(pc)?),
            202..=255 => return malformed(format!("opcode {opcode} at pc {pc}")),
        })
    }

    fn wide(&mut self) -> Result<Insn, ClassFileError> {
        let opcode = self.reader.u8()?;
        let local = self.reader.u16()?;
        Ok(match opcode {
            21..=25 => typed(opcode - 21, local, Insn::Load, Insn::Load2),
            54..=58 => typed(opcode - 54, local, Insn::Store, Insn::Store2),
            132 => Insn::Iinc { local, by: self.reader.i16()? },
            169 => Insn::Ret(local),
            _ => return malformed(format!("wide form of opcode {opcode}")),
        })
    }

    /// Skips to the next multiple of four from the start of the method.
    fn pad(&mut self, pc: usize) -> Result<(), ClassFileError> {
        self.reader.take(3 - pc % 4).map(|_| ())
    }

    fn table_switch(&mut self, pc: usize) -> Result<Insn, ClassFileError> {
        self.pad(pc)?;
        let default = self.far(pc)?;
        let low = self.reader.i32()?;
        let high = self.reader.i32()?;
        if low > high {
            return malformed(format!("tableswitch from {low} to {high}"));
        }
        let mut targets = Vec::new();
        for _ in low..=high {
            targets.push(self.far(pc)?);
        }
        Ok(self.switch(Switch::Table { low, targets: targets.into(), default }))
    }

    fn lookup_switch(&mut self, pc: usize) -> Result<Insn, ClassFileError> {
        self.pad(pc)?;
        let default = self.far(pc)?;
        let count = self.reader.i32()?;
        if count < 0 {
            return malformed(format!("lookupswitch with {count} pairs"));
        }
        let mut keys = Vec::new();
        let mut targets = Vec::new();
        for _ in 0..count {
            keys.push(self.reader.i32()?);
            targets.push(self.far(pc)?);
        }
        if !keys.is_sorted_by(|a, b| a < b) {
            return malformed("keys of a lookupswitch are not sorted");
        }
        Ok(self.switch(Switch::Lookup { keys: keys.into(), targets: targets.into(), default }))
    }

    fn switch(&mut self, switch: Switch) -> Insn {
        self.switches.push(switch);
        Insn::Switch(self.switches.len() as u32 - 1)
    }
}

#[cfg(test)]
mod tests;
