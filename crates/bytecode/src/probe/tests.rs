use super::*;
use crate::writer::{BRANCHING_MAJOR, ClassWriter};

/// A class with one static method `m(int)` of this code; handlers are start, end and handler; frames are the contents of its stack map.
pub(crate) fn class(code: &[u8], handlers: &[[u16; 3]], frames: Option<&[u8]>) -> ClassFile {
    let mut writer = ClassWriter::new::<&str>(BRANCHING_MAJOR, 0, "A", &[]).unwrap();
    writer
        .method(0x0008, "m", "(I)V", |code| {
            code.return_value(None);
            Ok(())
        })
        .unwrap();
    let empty = ClassFile::parse(writer.finish().unwrap().into()).unwrap();
    let mut extra = ExtraPool::of(&empty);
    let map = extra.utf8("StackMapTable").unwrap();
    let mut left = Vec::new();
    let bytes = rewrite(
        &empty,
        &mut extra,
        |_, _, _| {
            let mut out = vec![0, 4, 0, 4];
            out.extend((code.len() as u32).to_be_bytes());
            out.extend(code);
            out.extend((handlers.len() as u16).to_be_bytes());
            for handler in handlers {
                out.extend(handler.iter().flat_map(|pc| pc.to_be_bytes()));
                out.extend([0, 0]);
            }
            out.extend(u16::from(frames.is_some()).to_be_bytes());
            if let Some(frames) = frames {
                out.extend(map.to_be_bytes());
                out.extend((frames.len() as u32).to_be_bytes());
                out.extend(frames);
            }
            Ok(out)
        },
        &mut left,
    );
    ClassFile::parse(bytes.unwrap().into()).unwrap()
}

fn probed(class: &ClassFile, first: u32) -> (Probed, ClassFile) {
    let probed = probe(class, first).unwrap();
    let parsed = ClassFile::parse(probed.bytes.clone().into()).unwrap();
    (probed, parsed)
}

fn insns(class: &ClassFile) -> Vec<Insn> {
    decode(class, &class.methods[0]).unwrap().insns.iter().map(|insn| insn.get()).collect()
}

#[test]
fn a_loop_from_the_start_enters_once() {
    // 0: iload_0; 1: ifeq 7; 4: goto 0; 7: return
    let code = [26, 153, 0, 6, 167, 0xff, 0xfc, 177];
    let class = class(&code, &[], Some(&[0, 2, 0, 6]));
    let (probed, parsed) = probed(&class, 5);
    let kinds: Vec<_> = probed.sites.iter().map(|site| (site.first, site.at, site.kind.clone())).collect();
    assert_eq!(kinds, [(5, 0, SiteKind::Entry), (6, 1, SiteKind::Branch)]);
    let insns = insns(&parsed);
    // sipush, invokestatic | iload, dup, sipush, invokestatic, ifeq, goto, return
    assert_eq!(insns[0], Insn::Iconst(5));
    assert!(matches!(insns[1], Insn::InvokeStatic(_)));
    assert_eq!((insns[2], insns[3], insns[4]), (Insn::Load(0), Insn::Dup, Insn::Iconst(6)));
    assert_eq!((insns[6], insns[7]), (Insn::Ifeq(8), Insn::Goto(2)));
    let map = parsed.methods[0].code.clone().unwrap().stack_map.unwrap();
    // The loop begins at byte 6, the end is at 20.
    assert_eq!(parsed.bytes[map], [0, 2, 6, 13]);
}

#[test]
fn switches_are_padded_again() {
    // 0: iload_0; 1: tableswitch 0..1 default 24: 24, 25; 24: return; 25: return
    let mut code = vec![26, 170, 0, 0];
    for word in [23_i32, 0, 1, 23, 24] {
        code.extend(word.to_be_bytes());
    }
    code.extend([177, 177]);
    let class = class(&code, &[], None);
    let (probed, parsed) = probed(&class, 0);
    let SiteKind::Switch(ways) = &probed.sites[1].kind else { panic!("{:?}", probed.sites) };
    assert_eq!(*ways, Ways { targets: vec![2, 3], keys: vec![(1, 1)] });
    let decoded = decode(&parsed, &parsed.methods[0]).unwrap();
    assert_eq!(decoded.switches[0].target(0), 7);
    assert_eq!(decoded.switches[0].target(1), 8);
    assert_eq!(decoded.switches[0].target(9), 7);
}

#[test]
fn handlers_that_are_also_jumped_to_have_no_probe() {
    // 0: aconst_null; 1: goto 4; 4: pop; 5: return; 6: pop; 7: return
    let code = [1, 167, 0, 3, 87, 177, 87, 177];
    let class = class(&code, &[[0, 4, 4], [0, 4, 6]], None);
    let (probed, parsed) = probed(&class, 0);
    let handlers: Vec<u32> = probed.sites.iter().filter(|s| s.kind == SiteKind::Handler).map(|site| site.at).collect();
    assert_eq!(handlers, [4]);
    let moved = &parsed.methods[0].code.as_ref().unwrap().handlers;
    assert_eq!((moved[0].start, moved[0].end, moved[0].handler), (6, 10, 10));
    assert_eq!(moved[1].handler, 12);
}

#[test]
fn large_numbers_are_constants() {
    let class = class(&[177], &[], None);
    let (_, parsed) = probed(&class, 40_000);
    let Insn::Ldc(index) = insns(&parsed)[0] else { panic!("no constant") };
    assert!(matches!(parsed.pool.get(index), Some(crate::classfile::Constant::Integer(40_000))));
}

#[test]
fn what_does_not_fit_is_left_alone() {
    // Each branch needs 13 bytes instead of 4.
    let round = [26, 153, 0, 3];
    let mut code = round.repeat(16_000);
    code.push(177);
    let class = class(&code, &[], None);
    let (probed, parsed) = probed(&class, 0);
    assert_eq!(probed.left, [(0, Left::TooLarge)]);
    assert_eq!(insns(&parsed), insns(&class));
    // 0: goto 32004; many branches; the end is too far from the start.
    let mut code = vec![167, 0x7d, 4, 0];
    code.extend(round.repeat(4_000));
    code.extend([0; 16_000]);
    code.push(177);
    let class = self::class(&code, &[], None);
    let (probed, _) = self::probed(&class, 0);
    assert_eq!(probed.left, [(0, Left::JumpTooFar)]);
}

#[test]
fn a_variable_is_redirected() {
    let class = class(&[177], &[], None);
    let bytes = redirect(&class, ("m", "(I)V"), 1, ("file", "(Ljava/lang/String;)Ljava/lang/String;"), None).unwrap();
    let parsed = ClassFile::parse(bytes.into()).unwrap();
    let insns = insns(&parsed);
    assert_eq!((insns[0], insns[2], insns[3]), (Insn::Load(1), Insn::Store(1), Insn::Return));
    assert!(redirect(&class, ("n", "(I)V"), 1, ("file", ""), None).is_err());
}
