//! The decoded instruction: branch targets are instruction indices, constants are folded, and the operand of
//! a symbolic reference is a constant-pool index until its first execution replaces it by a quick form.
//! Invariant: 8 bytes, `Copy`, so that a `Cell<Insn>` array can be quickened in place.

/// Element types of primitive arrays, also the kinds of a primitive descriptor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Prim {
    Boolean,
    Byte,
    Char,
    Short,
    Int,
    Long,
    Float,
    Double,
}

/// One instruction. Names follow JVMS 6.5; loads and stores are untyped since values carry their kind.
/// A long or double takes two stack slots and two locals, as in the specification.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Insn {
    Nop,
    AconstNull,
    /// iconst_*, bipush, sipush
    Iconst(i32),
    /// lconst_0, lconst_1
    Lconst(i32),
    /// fconst_*
    Fconst(f32),
    /// dconst_0, dconst_1
    Dconst(f32),
    /// ldc, ldc_w: a one-slot constant
    Ldc(u16),
    /// ldc2_w: a two-slot constant
    Ldc2(u16),
    /// iload, fload, aload and short forms
    Load(u16),
    /// lload, dload
    Load2(u16),
    Store(u16),
    Store2(u16),
    Iaload,
    Laload,
    Faload,
    Daload,
    Aaload,
    Baload,
    Caload,
    Saload,
    Iastore,
    Lastore,
    Fastore,
    Dastore,
    Aastore,
    Bastore,
    Castore,
    Sastore,
    Pop,
    Pop2,
    Dup,
    DupX1,
    DupX2,
    Dup2,
    Dup2X1,
    Dup2X2,
    Swap,
    Iadd,
    Ladd,
    Fadd,
    Dadd,
    Isub,
    Lsub,
    Fsub,
    Dsub,
    Imul,
    Lmul,
    Fmul,
    Dmul,
    Idiv,
    Ldiv,
    Fdiv,
    Ddiv,
    Irem,
    Lrem,
    Frem,
    Drem,
    Ineg,
    Lneg,
    Fneg,
    Dneg,
    Ishl,
    Lshl,
    Ishr,
    Lshr,
    Iushr,
    Lushr,
    Iand,
    Land,
    Ior,
    Lor,
    Ixor,
    Lxor,
    Iinc {
        local: u16,
        by: i16,
    },
    I2l,
    I2f,
    I2d,
    L2i,
    L2f,
    L2d,
    F2i,
    F2l,
    F2d,
    D2i,
    D2l,
    D2f,
    I2b,
    I2c,
    I2s,
    Lcmp,
    Fcmpl,
    Fcmpg,
    Dcmpl,
    Dcmpg,
    Ifeq(u32),
    Ifne(u32),
    Iflt(u32),
    Ifge(u32),
    Ifgt(u32),
    Ifle(u32),
    IfIcmpeq(u32),
    IfIcmpne(u32),
    IfIcmplt(u32),
    IfIcmpge(u32),
    IfIcmpgt(u32),
    IfIcmple(u32),
    IfAcmpeq(u32),
    IfAcmpne(u32),
    IfNull(u32),
    IfNonNull(u32),
    Goto(u32),
    Jsr(u32),
    Ret(u16),
    /// Index into `Code::switches`.
    Switch(u32),
    Ireturn,
    Lreturn,
    Freturn,
    Dreturn,
    Areturn,
    Return,
    GetStatic(u16),
    PutStatic(u16),
    GetField(u16),
    PutField(u16),
    InvokeVirtual(u16),
    InvokeSpecial(u16),
    InvokeStatic(u16),
    InvokeInterface(u16),
    InvokeDynamic(u16),
    New(u16),
    NewArray(Prim),
    ANewArray(u16),
    ArrayLength,
    Athrow,
    CheckCast(u16),
    InstanceOf(u16),
    MonitorEnter,
    MonitorExit,
    MultiANewArray {
        class: u16,
        dimensions: u8,
    },
    /// Control reached the end of the code: only in malformed classes.
    FallOff,

    // Quick forms, written by the machine after resolution; `u32` payloads are ids of the machine's tables.
    LdcQuick(u32),
    GetFieldQuick {
        slot: u16,
    },
    GetField2Quick {
        slot: u16,
    },
    PutFieldQuick {
        slot: u16,
    },
    PutField2Quick {
        slot: u16,
    },
    GetStaticQuick {
        slot: u16,
        holder: u32,
    },
    GetStatic2Quick {
        slot: u16,
        holder: u32,
    },
    PutStaticQuick {
        slot: u16,
        holder: u32,
    },
    PutStatic2Quick {
        slot: u16,
        holder: u32,
    },
    InvokeStaticQuick(u32),
    InvokeSpecialQuick(u32),
    InvokeVirtualQuick {
        args: u8,
        vtable: u32,
    },
    InvokeInterfaceQuick {
        args: u8,
        method: u32,
    },
    InvokeSiteQuick(u32),
    NewQuick(u32),
    ANewArrayQuick(u32),
    CheckCastQuick(u32),
    InstanceOfQuick(u32),
}

const _: () = assert!(size_of::<Insn>() == 8);

impl Insn {
    /// The target of a branch; switches have theirs in `Code::switches`.
    pub fn target(mut self) -> Option<u32> {
        self.target_mut().copied()
    }

    pub(crate) fn target_mut(&mut self) -> Option<&mut u32> {
        match self {
            Insn::Ifeq(target)
            | Insn::Ifne(target)
            | Insn::Iflt(target)
            | Insn::Ifge(target)
            | Insn::Ifgt(target)
            | Insn::Ifle(target)
            | Insn::IfIcmpeq(target)
            | Insn::IfIcmpne(target)
            | Insn::IfIcmplt(target)
            | Insn::IfIcmpge(target)
            | Insn::IfIcmpgt(target)
            | Insn::IfIcmple(target)
            | Insn::IfAcmpeq(target)
            | Insn::IfAcmpne(target)
            | Insn::IfNull(target)
            | Insn::IfNonNull(target)
            | Insn::Goto(target)
            | Insn::Jsr(target) => Some(target),
            _ => None,
        }
    }
}

/// tableswitch and lookupswitch alike: sorted keys, binary search, or a dense table.
#[derive(Clone, Debug, PartialEq)]
pub enum Switch {
    Table { low: i32, targets: Box<[u32]>, default: u32 },
    Lookup { keys: Box<[i32]>, targets: Box<[u32]>, default: u32 },
}

impl Switch {
    /// The keys that have a target of their own.
    pub fn cases(&self) -> Vec<i32> {
        match self {
            Switch::Table { low, targets, default } => {
                let keys = (0..targets.len()).filter(|&at| targets[at] != *default);
                keys.map(|at| (*low as i64 + at as i64) as i32).collect()
            }
            Switch::Lookup { keys, .. } => keys.to_vec(),
        }
    }

    /// Where all other keys lead.
    pub fn default(&self) -> u32 {
        match self {
            Switch::Table { default, .. } | Switch::Lookup { default, .. } => *default,
        }
    }

    pub fn has_case(&self, key: i32) -> bool {
        self.cases().contains(&key)
    }

    pub fn target(&self, key: i32) -> u32 {
        match self {
            Switch::Table { low, targets, default } => {
                let index = key as i64 - *low as i64;
                usize::try_from(index).ok().and_then(|i| targets.get(i)).copied().unwrap_or(*default)
            }
            Switch::Lookup { keys, targets, default } => match keys.binary_search(&key) {
                Ok(i) => targets[i],
                Err(_) => *default,
            },
        }
    }
}

impl Prim {
    /// Stack and local slots of a value.
    pub fn slots(self) -> usize {
        match self {
            Prim::Long | Prim::Double => 2,
            Prim::Boolean | Prim::Byte | Prim::Char | Prim::Short | Prim::Int | Prim::Float => 1,
        }
    }

    /// JVMS table 4.3-A.
    pub fn descriptor(self) -> char {
        match self {
            Prim::Boolean => 'Z',
            Prim::Byte => 'B',
            Prim::Char => 'C',
            Prim::Short => 'S',
            Prim::Int => 'I',
            Prim::Long => 'J',
            Prim::Float => 'F',
            Prim::Double => 'D',
        }
    }

    pub fn from_descriptor(letter: char) -> Option<Prim> {
        Some(match letter {
            'Z' => Prim::Boolean,
            'B' => Prim::Byte,
            'C' => Prim::Char,
            'S' => Prim::Short,
            'I' => Prim::Int,
            'J' => Prim::Long,
            'F' => Prim::Float,
            'D' => Prim::Double,
            _ => return None,
        })
    }

    /// The operand of newarray (JVMS table 6.5.newarray-A).
    pub fn from_array_code(code: u8) -> Option<Prim> {
        Some(match code {
            4 => Prim::Boolean,
            5 => Prim::Char,
            6 => Prim::Float,
            7 => Prim::Double,
            8 => Prim::Byte,
            9 => Prim::Short,
            10 => Prim::Int,
            11 => Prim::Long,
            _ => return None,
        })
    }
}
