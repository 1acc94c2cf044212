//! Nothing in the crate recurses on the depth of a term.

use term::{Assumptions, Const, Element, Sort, Terms, Witness, smtlib};

const LEVELS: usize = 100_000;
const INT: Sort = Sort::Bv(32);

fn int(value: i32) -> Const {
    Const::Bv { width: 32, value: u64::from(value as u32) }
}

#[test]
fn a_hundred_thousand_levels() {
    let mut terms = Terms::new();
    let (x, y) = (terms.input("x", INT), terms.input("y", INT));
    let array = terms.input("a", Sort::Array(Element::Bv(32)));
    let (mut sum, mut choice, mut written, mut guard) = (x, x, array, Terms::TRUE);
    for level in 0..LEVELS {
        let limit = terms.int(level as i32 * 3);
        let below = terms.slt(y, limit);
        choice = terms.ite(below, choice, limit);
        let product = terms.mul(sum, y);
        sum = terms.bv_xor(product, x);
        let either = terms.slt(sum, choice);
        guard = terms.and(guard, either);
        let index = terms.add(choice, sum);
        written = terms.store(written, index, sum);
    }
    let read = terms.select(written, x);
    let is_read = terms.eq(choice, read);
    let witness: Witness =
        [(terms.as_input(x).unwrap(), int(3)), (terms.as_input(y).unwrap(), int(5))].into_iter().collect();
    for term in [sum, choice, guard, read, is_read] {
        terms.eval(term, &witness);
        assert!(terms.inputs_of(term).len() >= 2);
        assert!(terms.show(term).to_string().len() < 10_000);
    }
    let mut assumptions = Assumptions::new();
    assumptions.assume(&terms, is_read);
    assumptions.assume(&terms, guard);
    assert!(smtlib::script(&terms, &[guard, is_read]).len() > LEVELS);
    let three = terms.int(3);
    assert_ne!(terms.eq(choice, three), Terms::TRUE);
}
