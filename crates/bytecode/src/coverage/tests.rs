use super::*;
use crate::classfile::ClassFile;
use crate::probe::tests::class;

fn hits(numbers: &[u32]) -> impl Fn(u32) -> bool + '_ {
    |number| numbers.contains(&number)
}

#[test]
fn a_branch_counts_by_its_sides() {
    // 0: iload_0; 1: ifeq 7; 4: goto 0; 7: return
    let code = [26, 153, 0, 6, 167, 0xff, 0xfc, 177];
    let measured = measure(&class(&code, &[], Some(&[0, 2, 0, 6])), 3).unwrap();
    // The entry, both sides of the branch, the jump, the return.
    assert_eq!((measured.first, measured.numbers), (3, 5));
    assert!(ClassFile::parse(measured.bytes.clone().into()).is_ok());
    let nothing = measured.count(&hits(&[]));
    assert_eq!(nothing.branches, Share { covered: 0, total: 2 });
    assert_eq!(nothing.instructions, Share { covered: 0, total: 4 });
    let left = measured.count(&hits(&[3, 5, 7]));
    assert_eq!(left.branches, Share { covered: 1, total: 2 });
    assert_eq!(left.instructions, Share { covered: 3, total: 4 });
    let all = measured.count(&hits(&[3, 4, 5, 6, 7]));
    assert_eq!(all.branches, Share { covered: 2, total: 2 });
    assert_eq!(measured.entry(0), Some(3));
}

#[test]
fn what_is_thrown_before_the_next_probe_is_not_executed() {
    // 0: iconst_1; 1: iload_0; 2: idiv; 3: pop; 4: return
    let measured = measure(&class(&[4, 26, 108, 87, 177], &[], None), 0).unwrap();
    assert_eq!(measured.count(&hits(&[0])).instructions, Share { covered: 0, total: 5 });
    assert_eq!(measured.count(&hits(&[0, 1])).instructions, Share { covered: 5, total: 5 });
}

#[test]
fn copies_of_a_finally_block_count_as_one() {
    // 0: nop; 1: iinc 0 1; 4: return; handler 5: astore_1; 6: iinc 0 1; 9: aload_1; 10: athrow
    let code = [0, 132, 0, 1, 177, 76, 132, 0, 1, 43, 191];
    let frames = [0, 1, 0x45, 7, 0, 2];
    let measured = measure(&class(&code, &[[0, 1, 5]], Some(&frames)), 0).unwrap();
    let all = |number: u32| number < measured.numbers;
    // nop, iinc and return; what stores the exception and throws it again is the compiler's.
    assert_eq!(measured.count(&all).instructions.total, 3);
}
