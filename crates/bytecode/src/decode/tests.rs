use super::*;
use crate::classfile::Constant;
use Insn::*;

fn decode_bytes(code: &[u8]) -> Result<Code, ClassFileError> {
    decode_with(code, vec![], vec![])
}

/// Entry 1 of the pool is the class `A`, entry 2 a long.
fn decode_with(code: &[u8], handlers: Vec<HandlerInfo>, lines: Vec<(u16, u16)>) -> Result<Code, ClassFileError> {
    let entries = vec![Constant::Unusable, Constant::Class("A".into()), Constant::Long(7), Constant::Unusable];
    let class = ClassFile { major: 52, pool: Pool { entries }, bytes: code.into(), ..ClassFile::default() };
    let info = CodeInfo { bytes: 0..code.len(), handlers, lines, ..CodeInfo::default() };
    let method = MethodInfo { descriptor: "()V".into(), code: Some(info), ..MethodInfo::default() };
    decode(&class, &method)
}

fn insns(code: &Code) -> Vec<Insn> {
    code.insns.iter().map(|insn| insn.get()).collect()
}

#[test]
fn constants_and_locals() {
    let code = decode_bytes(&[2, 8, 16, 0x80, 17, 0x80, 0, 10, 13, 15, 27, 33, 45, 59, 66, 24, 9, 132, 1, 0xff, 177]);
    let expected = [
        Iconst(-1),
        Iconst(5),
        Iconst(-128),
        Iconst(-32768),
        Lconst(1),
        Fconst(2.0),
        Dconst(1.0),
        Load(1),
        Load2(3),
        Load(3),
        Store(0),
        Store2(3),
        Load2(9),
        Iinc { local: 1, by: -1 },
        Return,
        FallOff,
    ];
    let code = code.unwrap();
    assert_eq!(insns(&code), expected);
    assert_eq!(code.pcs[4..7], [7, 8, 9]);
    assert_eq!(code.pcs.last(), Some(&21));
}

#[test]
fn wide_forms() {
    let code = decode_bytes(&[196, 21, 1, 0, 196, 55, 1, 1, 196, 132, 1, 2, 0x80, 0, 196, 169, 1, 3]);
    let expected = [Load(256), Store2(257), Iinc { local: 258, by: -32768 }, Ret(259), FallOff];
    assert_eq!(insns(&code.unwrap()), expected);
    assert!(decode_bytes(&[196, 0, 0, 0]).is_err());
}

#[test]
fn branches_are_instruction_indices() {
    // 0: goto 4; 3: nop; 4: goto_w 3; 9: jsr 3; 12: ifnull 0
    let code = decode_bytes(&[167, 0, 4, 0, 200, 0xff, 0xff, 0xff, 0xff, 168, 0xff, 0xfa, 198, 0xff, 0xf4]);
    assert_eq!(insns(&code.unwrap()), [Goto(2), Nop, Goto(1), Jsr(1), IfNull(0), FallOff]);
}

#[test]
fn bad_branches_are_errors() {
    for code in [
        &[167, 0, 3][..],               // to the end
        &[167, 0, 1],                   // into itself
        &[167, 0xff, 0xff],             // before the start
        &[167, 0],                      // truncated
        &[200, 0x80, 0, 0, 0],          // far before the start
        &[200, 0x7f, 0xff, 0xff, 0xff], // far after the end
        &[203],                         // no such opcode
    ] {
        assert!(decode_bytes(code).is_err(), "{code:?}");
    }
}

#[test]
fn switches() {
    let mut table = vec![0, 170, 0, 0];
    for word in [-1_i32, -2, 0, 23, -1, 23] {
        table.extend(word.to_be_bytes());
    }
    table.extend([177]);
    // The tableswitch is at pc 1: offsets are relative to it, and 28 is the return.
    table[4..8].copy_from_slice(&27_i32.to_be_bytes());
    for at in [16, 24] {
        table[at..at + 4].copy_from_slice(&27_i32.to_be_bytes());
    }
    let code = decode_bytes(&table).unwrap();
    assert_eq!(insns(&code), [Nop, Switch(0), Return, FallOff]);
    let targets = [2, 0, 2].into();
    assert_eq!(code.switches[0], crate::insn::Switch::Table { low: -2, targets, default: 2 });
    assert_eq!([-3, -2, -1, 0, 1].map(|key| code.switches[0].target(key)), [2, 2, 0, 2, 2]);

    let lookup = |keys: [i32; 2]| {
        let mut bytes = vec![171, 0, 0, 0];
        for word in [28, 2, keys[0], 0, keys[1], 28] {
            bytes.extend(word.to_be_bytes());
        }
        bytes.extend([177]);
        decode_bytes(&bytes)
    };
    let code = lookup([i32::MIN, 5]).unwrap();
    assert_eq!([i32::MIN, 5, 6].map(|key| code.switches[0].target(key)), [0, 1, 1]);
    assert!(lookup([5, 5]).is_err());
}

#[test]
fn oversized_switches_are_errors() {
    for (low, high) in [(i32::MIN, i32::MAX), (1, 0)] {
        let mut bytes = vec![170, 0, 0, 0];
        for word in [0, low, high, 0] {
            bytes.extend(word.to_be_bytes());
        }
        assert!(decode_bytes(&bytes).is_err());
    }
    let mut bytes = vec![171, 0, 0, 0];
    for word in [0, -1] {
        bytes.extend(i32::to_be_bytes(word));
    }
    assert!(decode_bytes(&bytes).is_err());
}

#[test]
fn handlers_and_lines() {
    let handler = |start, end, handler, catch| HandlerInfo { start, end, handler, catch };
    let body = [17, 0, 1, 87, 177];
    let rows = vec![handler(0, 5, 4, 1), handler(3, 4, 3, 0)];
    let code = decode_with(&body, rows, vec![(0, 10), (3, 12), (4, 11)]).unwrap();
    let [first, second] = &code.handlers[..] else {
        panic!("two rows");
    };
    assert_eq!((first.start, first.end, first.target), (0, 3, 2));
    assert_eq!(first.catch.as_deref(), Some("A"));
    assert_eq!((second.start, second.end, second.target), (1, 2, 1));
    assert_eq!(second.catch, None);
    assert_eq!([0, 1, 2, 3].map(|index| code.line(index)), [10, 12, 11, 11].map(Some));
    for bad in [
        handler(1, 5, 4, 0),
        handler(0, 2, 4, 0),
        handler(0, 6, 4, 0),
        handler(0, 5, 5, 0),
        handler(3, 3, 4, 0),
        handler(0, 5, 4, 2),
    ] {
        assert!(decode_with(&body, vec![bad], vec![]).is_err(), "{bad:?}");
    }
}

#[test]
fn operands_are_of_the_right_kind() {
    assert!(decode_bytes(&[18, 1, 20, 0, 2, 187, 0, 1]).is_ok());
    for code in [
        &[18, 2][..],    // ldc of a long
        &[20, 0, 1],     // ldc2_w of a class
        &[18, 0],        // unusable
        &[19, 0, 9],     // outside of the pool
        &[187, 0, 2],    // new of a long
        &[178, 0, 1],    // getstatic of a class
        &[182, 0, 1],    // invokevirtual of a class
        &[188, 3],       // no such element type
        &[197, 0, 1, 1], // multianewarray of a class that is no array
    ] {
        assert!(decode_bytes(code).is_err(), "{code:?}");
    }
}
