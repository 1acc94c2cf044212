//! Assembly for tests: one instruction a line by its name in JVMS 6.5, `label:` on a line of its own. Members are written as
//! `Main.f (I)I`.

use bytecode::writer::PoolWriter;
use std::collections::HashMap;

/// What follows an opcode.
#[derive(Clone, Copy)]
enum Operands {
    None,
    /// A byte: the number of a local, or a number.
    Byte,
    /// Two of them.
    Bytes,
    Label,
    Field,
    Method,
}

fn opcode(name: &str) -> (u8, Operands) {
    match name {
        "aconst_null" => (1, Operands::None),
        "bipush" => (16, Operands::Byte),
        "iload" => (21, Operands::Byte),
        "aload" => (25, Operands::Byte),
        "iaload" => (46, Operands::None),
        "istore" => (54, Operands::Byte),
        "astore" => (58, Operands::Byte),
        "iadd" => (96, Operands::None),
        "imul" => (104, Operands::None),
        "idiv" => (108, Operands::None),
        "iinc" => (132, Operands::Bytes),
        "ifeq" => (153, Operands::Label),
        "ifne" => (154, Operands::Label),
        "iflt" => (155, Operands::Label),
        "ifge" => (156, Operands::Label),
        "ifgt" => (157, Operands::Label),
        "ifle" => (158, Operands::Label),
        "if_icmpne" => (160, Operands::Label),
        "if_icmplt" => (161, Operands::Label),
        "if_icmpge" => (162, Operands::Label),
        "goto" => (167, Operands::Label),
        "ireturn" => (172, Operands::None),
        "areturn" => (176, Operands::None),
        "return" => (177, Operands::None),
        "getstatic" => (178, Operands::Field),
        "putstatic" => (179, Operands::Field),
        "getfield" => (180, Operands::Field),
        "putfield" => (181, Operands::Field),
        "invokestatic" => (184, Operands::Method),
        "ifnull" => (198, Operands::Label),
        "ifnonnull" => (199, Operands::Label),
        _ => panic!("the assembler of the bench has no instruction {name}"),
    }
}

/// The bytes of a method body.
pub fn assemble(pool: &mut PoolWriter, code: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut labels = HashMap::new();
    let mut branches = Vec::new();
    for line in code.lines().map(str::trim).filter(|line| !line.is_empty()) {
        if let Some(label) = line.strip_suffix(':') {
            labels.insert(label, bytes.len());
            continue;
        }
        let words: Vec<&str> = line.split(' ').collect();
        let (opcode, operands) = opcode(words[0]);
        let at = bytes.len();
        bytes.push(opcode);
        match (operands, &words[1..]) {
            (Operands::None, []) => {}
            (Operands::Byte, [number]) => bytes.push(byte(number)),
            (Operands::Bytes, [first, second]) => bytes.extend([byte(first), byte(second)]),
            (Operands::Label, &[label]) => {
                branches.push((at, label));
                bytes.extend([0, 0]);
            }
            (Operands::Field, [member, descriptor]) => {
                let (class, name) = split(member);
                bytes.extend(pool.field(class, name, descriptor).to_be_bytes());
            }
            (Operands::Method, [member, descriptor]) => {
                let (class, name) = split(member);
                bytes.extend(pool.method(class, name, descriptor).to_be_bytes());
            }
            _ => panic!("wrong operands: {line}"),
        }
    }
    for (at, label) in branches {
        let target = *labels.get(label).unwrap_or_else(|| panic!("no label {label}"));
        let offset = target as i16 - at as i16;
        bytes[at + 1..at + 3].copy_from_slice(&offset.to_be_bytes());
    }
    bytes
}

fn byte(number: &str) -> u8 {
    number.parse::<i8>().unwrap_or_else(|_| panic!("no byte: {number}")) as u8
}

fn split(member: &str) -> (&str, &str) {
    member.split_once('.').unwrap_or_else(|| panic!("no member: {member}"))
}
