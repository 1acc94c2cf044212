use super::*;
use crate::insn::Insn;
use crate::probe::tests::class;

fn insns(class: &ClassFile, mutant: &Mutant) -> Vec<Insn> {
    let parsed = ClassFile::parse(mutated(class, mutant).unwrap().into()).unwrap();
    let code = decode(&parsed, &parsed.methods[0]).unwrap();
    code.insns.iter().map(|insn| insn.get()).collect()
}

#[test]
fn a_condition_is_negated_and_its_boundary_moved() {
    // 0: iload_0; 1: ifge 5; 4: return; 5: return
    let class = class(&[26, 156, 0, 4, 177, 177], &[], Some(&[0, 1, 5]));
    let all = mutants(&class);
    assert_eq!(
        all.iter().map(|one| one.operator).collect::<Vec<_>>(),
        [Operator::NegatedConditional, Operator::Boundary]
    );
    assert_eq!(insns(&class, &all[0])[1], Insn::Iflt(3));
    assert_eq!(insns(&class, &all[1])[1], Insn::Ifgt(3));
}

#[test]
fn a_loop_counts_its_turns() {
    // 0: iload_0; 1: ifeq 10; 4: iinc 0 -1; 7: goto 0; 10: return
    let code = [26, 153, 0, 9, 132, 0, 0xff, 167, 0xff, 0xf9, 177];
    let class = class(&code, &[], Some(&[0, 2, 0, 9]));
    let all = mutants(&class);
    assert_eq!(
        all.iter().map(|one| one.operator).collect::<Vec<_>>(),
        [Operator::NegatedConditional, Operator::Increment]
    );
    let insns = insns(&class, &all[1]);
    assert_eq!(insns[2], Insn::Iinc { local: 0, by: 1 });
    assert!(matches!(insns[3], Insn::InvokeStatic(_)) && insns[4] == Insn::Goto(0), "{insns:?}");
}

#[test]
fn numbers_and_operators_have_neighbours() {
    // 0: bipush 127; 2: iload_0; 3: iadd; 4: pop; 5: return
    let class = class(&[16, 127, 26, 96, 87, 177], &[], None);
    let all = mutants(&class);
    assert_eq!(all.iter().map(|one| one.operator).collect::<Vec<_>>(), [Operator::Constant, Operator::Arithmetic]);
    assert_eq!(insns(&class, &all[0])[0], Insn::Iconst(126));
    assert_eq!(insns(&class, &all[1])[2], Insn::Isub);
}
