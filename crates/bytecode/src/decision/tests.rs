use super::*;
use crate::descriptor::Type;
use crate::insn::Prim;
use crate::writer::{Branch, ClassWriter, CodeWriter, Label};

/// The decisions of a method `static int m(int, int, int)`.
fn decisions_of(body: impl FnOnce(&mut CodeWriter)) -> Vec<Decision> {
    let mut class = ClassWriter::new::<&str>(52, 0, "A", &[]).unwrap();
    class
        .method(0x0008, "m", "(III)V", |code| {
            body(code);
            code.return_value(None);
            Ok(())
        })
        .unwrap();
    let file = ClassFile::parse(class.finish().unwrap().into()).unwrap();
    decisions(&file, &file.methods[0]).all
}

/// A local is tested; the jump is taken if it is 0.
fn test(code: &mut CodeWriter, local: i32) -> Label {
    code.int(local);
    code.branch(Branch::IfEq)
}

/// What stands for a statement.
fn statement(code: &mut CodeWriter) {
    code.int(1);
    code.store(&Type::Prim(Prim::Int), 0);
}

#[test]
fn conditions_of_an_and_are_one_decision() {
    let found = decisions_of(|code| {
        let otherwise = [test(code, 1), test(code, 2)];
        statement(code);
        for label in otherwise {
            code.land(label);
        }
    });
    assert_eq!(found.len(), 1);
    let [first, second] = &found[0].conditions[..] else { panic!("two conditions") };
    assert_eq!(first.sides, [Onward::To(1), Onward::Outcome(true)]);
    assert_eq!(second.sides, [Onward::Outcome(false), Onward::Outcome(true)]);
    let vectors = found[0].vectors().unwrap();
    assert_eq!(vectors.len(), 3);
    let [short, yes, no] = [&[true][..], &[false, false], &[false, true]]
        .map(|sides| sides.iter().enumerate().fold(Vector::default(), |vector, (at, &jumped)| vector.with(at, jumped)));
    assert!(found[0].is_pair(0, short, yes) && found[0].is_pair(1, yes, no));
    assert!(!found[0].is_pair(0, short, no) && !found[0].is_pair(1, short, yes));
}

#[test]
fn a_statement_between_conditions_ends_a_decision() {
    let found = decisions_of(|code| {
        let first = test(code, 1);
        statement(code);
        let second = test(code, 2);
        statement(code);
        code.land(first);
        code.land(second);
    });
    assert_eq!(found.iter().map(|decision| decision.conditions.len()).collect::<Vec<_>>(), [1, 1]);
}

#[test]
fn a_decision_has_two_outcomes() {
    // if (a) { if (b) { 1; } 2; }
    let found = decisions_of(|code| {
        let first = test(code, 1);
        let second = test(code, 2);
        statement(code);
        code.land(second);
        statement(code);
        code.land(first);
    });
    assert_eq!(found.iter().map(|decision| decision.conditions.len()).collect::<Vec<_>>(), [1, 1]);
}
