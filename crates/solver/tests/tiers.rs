//! What each tier answers by itself, what it hands on, and how limits show.

use solver::backend::bitblast::{BitBlaster, Limits};
use solver::sat::Budget;
use solver::statistics::{Tier, TierName};
use solver::tier::anew::{Anew, Patience};
use solver::tier::checked::Checked;
use solver::tier::opinion::Opinion;
use solver::tier::repeated::Repeated;
use solver::tier::second::Second;
use solver::tier::slice::Slice;
use solver::{Answer, Config, Haste, Solver, Why, standard};
use std::cell::RefCell;
use std::rc::Rc;
use term::{Const, Sort, Term, Terms, Witness};

type Asked = Rc<RefCell<Vec<Vec<Term>>>>;

/// Gives the same answer to everything and remembers what it was asked.
struct Scripted {
    answer: Answer,
    asked: Asked,
}

impl Scripted {
    fn new(answer: Answer) -> (Box<Scripted>, Asked) {
        let asked = Rc::new(RefCell::new(Vec::new()));
        (Box::new(Scripted { answer, asked: asked.clone() }), asked)
    }
}

impl Solver for Scripted {
    fn check(&mut self, _: &mut Terms, conjuncts: &[Term], _: Option<&Witness>) -> Answer {
        self.asked.borrow_mut().push(conjuncts.to_vec());
        self.answer.clone()
    }

    fn statistics(&self, tiers: &mut Vec<Tier>) {
        tiers.push(Tier::new(TierName::Checked));
    }
}

fn int(terms: &Terms, input: Term, value: i32) -> Witness {
    let input = terms.as_input(input).expect("an input");
    [(input, Const::Bv { width: 32, value: value as u32 as u64 })].into_iter().collect()
}

fn equals(terms: &mut Terms, a: Term, value: i32) -> Term {
    let value = terms.int(value);
    terms.eq(a, value)
}

#[test]
fn a_hint_that_holds_is_the_answer() {
    let mut terms = Terms::new();
    let x = terms.input("x", Sort::Bv(32));
    // Signed comparisons are for the tier of orders.
    let nine = terms.bv(32, 9);
    let path = [terms.ult(x, nine)];
    let hint = int(&terms, x, 7);
    let mut solver = standard(Config::default());
    assert_eq!(solver.check(&mut terms, &path, Some(&hint)), Answer::Sat(hint));
    let mut tiers = Vec::new();
    solver.statistics(&mut tiers);
    let asked: Vec<(TierName, u64)> =
        tiers.iter().filter(|tier| tier.queries > 0).map(|tier| (tier.name, tier.sat)).collect();
    assert_eq!(asked, [(TierName::Checked, 1), (TierName::Order, 0), (TierName::Recent, 1)]);
}

#[test]
fn values_of_other_inputs_stay() {
    let mut terms = Terms::new();
    let (x, y) = (terms.input("x", Sort::Bv(32)), terms.input("y", Sort::Bv(32)));
    let path = [equals(&mut terms, x, 7)];
    let hint = int(&terms, y, 5);
    let Answer::Sat(witness) = standard(Config::default()).check(&mut terms, &path, Some(&hint)) else { panic!() };
    assert_eq!(terms.eval(y, &witness).signed(), Some(5));
}

#[test]
fn a_small_slice_is_asked_alone() {
    let mut terms = Terms::new();
    let inputs: Vec<Term> = (0..4).map(|i| terms.input(&format!("x{i}"), Sort::Bv(32))).collect();
    let mut path: Vec<Term> = inputs.iter().map(|&input| equals(&mut terms, input, 0)).collect();
    path.push({
        let limit = terms.int(9);
        terms.slt(inputs[1], limit)
    });
    let (inner, asked) = Scripted::new(Answer::Unsat);
    let mut slice = Slice::new(inner);
    let (last, connected) = (path[4], path[1]);
    slice.check(&mut terms, &path, Some(&Witness::new()));
    assert_eq!(asked.borrow()[0], [connected, last]);
    // What the hint does not satisfy need not be the last one.
    let hint = int(&terms, inputs[3], 1);
    slice.check(&mut terms, &path, Some(&hint));
    assert_eq!(asked.borrow()[1], [path[3]]);
    slice.check(&mut terms, &path, None);
    assert_eq!(asked.borrow()[2], path);
}

#[test]
fn a_query_that_comes_again_is_answered_from_memory() {
    let mut terms = Terms::new();
    let (x, y) = (terms.input("x", Sort::Bv(32)), terms.input("y", Sort::Bv(32)));
    let path = [equals(&mut terms, x, 7)];
    let (inner, asked) = Scripted::new(Answer::Sat(int(&terms, x, 7)));
    let mut repeated = Repeated::new(inner);
    for value in [1, 2] {
        let hint = int(&terms, y, value);
        let Answer::Sat(witness) = repeated.check(&mut terms, &path, Some(&hint)) else { panic!() };
        assert_eq!(terms.eval(x, &witness).signed(), Some(7));
    }
    assert_eq!(asked.borrow().len(), 1);
    // The values of other inputs are those of the hint at hand.
    let hint = int(&terms, y, 3);
    let Answer::Sat(witness) = repeated.check(&mut terms, &path, Some(&hint)) else { panic!() };
    assert_eq!(terms.eval(y, &witness).signed(), Some(3));
    // What is unknown now may be known another time.
    let (inner, asked) = Scripted::new(Answer::Unknown(Why::Budget));
    let mut repeated = Repeated::new(inner);
    for _ in 0..2 {
        assert_eq!(repeated.check(&mut terms, &path, None), Answer::Unknown(Why::Budget));
    }
    assert_eq!(asked.borrow().len(), 2);
}

#[test]
fn the_second_solver_gets_the_unknown() {
    let mut terms = Terms::new();
    let (first, _) = Scripted::new(Answer::Unknown(Why::Budget));
    let (second, asked) = Scripted::new(Answer::Unsat);
    assert_eq!(Second::new(first, second).check(&mut terms, &[], None), Answer::Unsat);
    assert_eq!(asked.borrow().len(), 1);
    let (first, _) = Scripted::new(Answer::Unknown(Why::Size));
    let (second, _) = Scripted::new(Answer::Unknown(Why::Unsupported));
    assert_eq!(Second::new(first, second).check(&mut terms, &[], None), Answer::Unknown(Why::Size));
}

#[test]
fn every_so_many_refutations_are_confirmed() {
    let mut terms = Terms::new();
    let (first, _) = Scripted::new(Answer::Unsat);
    let (second, asked) = Scripted::new(Answer::Unknown(Why::Budget));
    let mut solver = Opinion::new(first, second, 3);
    for _ in 0..7 {
        assert_eq!(solver.check(&mut terms, &[], None), Answer::Unsat);
    }
    assert_eq!(asked.borrow().len(), 2);
}

#[test]
#[cfg_attr(debug_assertions, should_panic)]
fn a_witness_that_fails_does_not_leave() {
    let mut terms = Terms::new();
    let x = terms.input("x", Sort::Bv(32));
    let path = [equals(&mut terms, x, 7)];
    let (inner, _) = Scripted::new(Answer::Sat(Witness::new()));
    let mut solver = Checked::new(inner);
    assert_eq!(solver.check(&mut terms, &path, None), Answer::Unknown(Why::Internal));
}

#[test]
#[cfg(not(debug_assertions))]
fn a_refuted_refutation_is_counted() {
    let mut terms = Terms::new();
    let x = terms.input("x", Sort::Bv(32));
    let path = [equals(&mut terms, x, 7)];
    let found = Answer::Sat(int(&terms, x, 7));
    let (first, _) = Scripted::new(Answer::Unsat);
    let (other, _) = Scripted::new(found.clone());
    let mut solver = Opinion::new(first, other, 1);
    assert_eq!(solver.check(&mut terms, &path, None), found);
    let mut tiers = Vec::new();
    solver.statistics(&mut tiers);
    assert_eq!(tiers[0].refuted, 1);
}

/// x * y = z * z + 1 with odd factors in a window: no quick answer.
fn hard(terms: &mut Terms) -> Vec<Term> {
    let [x, y, z] = ["x", "y", "z"].map(|name| terms.input(name, Sort::Bv(64)));
    let (product, square, one) = (terms.mul(x, y), terms.mul(z, z), terms.long(1));
    let next = terms.add(square, one);
    let limit = terms.long(1 << 20);
    let mut path = vec![terms.eq(product, next)];
    for factor in [x, y, z] {
        path.push(terms.slt(limit, factor));
    }
    path
}

#[test]
fn an_exhausted_budget_is_unknown() {
    let mut terms = Terms::new();
    let path = hard(&mut terms);
    let budget = Budget { conflicts: 10, propagations: 50_000_000 };
    let mut solver = BitBlaster::new(Limits { budget, ..Limits::default() });
    assert_eq!(solver.check(&mut terms, &path, None), Answer::Unknown(Why::Budget));
    let budget = Budget { conflicts: 1_000_000, propagations: 1 };
    let mut solver = BitBlaster::new(Limits { budget, ..Limits::default() });
    assert_eq!(solver.check(&mut terms, &path, None), Answer::Unknown(Why::Budget));
}

/// What the tier of CaDiCaL was asked and decided.
fn by_cadical(solver: &dyn Solver) -> [u64; 4] {
    let mut tiers = Vec::new();
    solver.statistics(&mut tiers);
    let cadical = tiers.iter().find(|tier| tier.name == TierName::Cadical).expect("it is always there");
    [cadical.queries, cadical.sat, cadical.unsat, cadical.unknown]
}

#[test]
fn cadical_decides_what_the_budget_was_not_enough_for() {
    let mut terms = Terms::new();
    let (x, y) = (terms.input("x", Sort::Bv(32)), terms.input("y", Sort::Bv(32)));
    let (product, sum) = (terms.mul(x, y), terms.add(x, y));
    let known = [equals(&mut terms, product, 40_011 * 50_021), equals(&mut terms, sum, 40_011 + 50_021)];
    // Of two odd numbers the sum is even.
    let never = [known[0], equals(&mut terms, sum, 40_011 + 50_022)];
    let haste = Haste::default();
    let new_solver = |patience| {
        let limits = Limits { budget: Budget::EMPTY, ..Limits::default() };
        let blaster = Rc::new(RefCell::new(BitBlaster::new(limits)));
        Anew::new(Box::new(blaster.clone()), blaster, patience, haste.clone())
    };
    let mut solver = new_solver(Patience::default());
    let Answer::Sat(witness) = solver.check(&mut terms, &known, None) else { panic!() };
    assert!(known.iter().all(|&term| terms.holds(term, &witness)));
    assert_eq!(solver.check(&mut terms, &never, None), Answer::Unsat);
    assert_eq!(by_cadical(&solver), [2, 1, 1, 0]);
    // Not for a guess.
    haste.set(8);
    assert_eq!(solver.check(&mut terms, &known, None), Answer::Unknown(Why::Budget));
    assert_eq!(by_cadical(&solver), [2, 1, 1, 0]);
    // Nor for what would take too much memory or time.
    haste.set(1);
    let budget = Budget { conflicts: 1, propagations: 1 };
    for patience in [Patience { gates: 100, ..Patience::default() }, Patience { budget, ..Patience::default() }] {
        let mut solver = new_solver(patience);
        assert_eq!(solver.check(&mut terms, &known, None), Answer::Unknown(Why::Budget));
        assert_eq!(by_cadical(&solver), [1, 0, 0, 1]);
    }
}

/// Of integers, and of floats, on which all tiers work that search.
#[test]
fn a_question_takes_no_more_than_is_allowed() {
    let mut terms = Terms::new();
    let integers = hard(&mut terms);
    let (a, b) = (terms.input("a", Sort::Float64), terms.input("b", Sort::Float64));
    let (product, quotient) = (terms.fmul(a, b), terms.fdiv(a, b));
    let sum = terms.fadd(product, quotient);
    let floats = vec![terms.flt(a, b), terms.feq(sum, product), terms.flt(quotient, sum)];
    for path in [integers, floats] {
        let config = Config::default();
        let haste = config.haste.clone();
        let mut solver = standard(config);
        let mut before = 0;
        for allowed in [0, 10_000, 100_000] {
            haste.allow(allowed);
            solver.check(&mut terms, &path, None);
            let mut tiers = Vec::new();
            solver.statistics(&mut tiers);
            let work = tiers.iter().map(|tier| tier.work).sum::<u64>();
            // A circuit that was begun is there, too.
            assert!(work - before <= allowed + 50_000, "{} of {allowed}", work - before);
            before = work;
        }
    }
}

#[test]
fn a_circuit_beyond_the_limit_is_unknown() {
    let mut terms = Terms::new();
    let path = hard(&mut terms);
    let mut solver = BitBlaster::new(Limits { query_gates: 1000, ..Limits::default() });
    assert_eq!(solver.check(&mut terms, &path, None), Answer::Unknown(Why::Size));
}

#[test]
fn forgetting_gates_changes_no_answer() {
    let mut terms = Terms::new();
    let x = terms.input("x", Sort::Bv(32));
    let mut solver = BitBlaster::new(Limits { cached_gates: 50, ..Limits::default() });
    for value in 0..20 {
        let k = terms.int(value * 1001);
        let product = terms.mul(x, k);
        let path =
            [equals(&mut terms, product, value * 1001 * 3), equals(&mut terms, x, if value % 2 == 0 { 3 } else { 4 })];
        let sat = matches!(solver.check(&mut terms, &path, None), Answer::Sat(_));
        assert_eq!(sat, value % 2 == 0);
    }
    assert!(solver.evictions() > 10);
}

#[test]
fn a_remainder_beyond_the_encoding_is_unknown_unless_it_does_not_matter() {
    let mut terms = Terms::new();
    let x = terms.input("x", Sort::Float64);
    let number = |terms: &mut Terms, value: f64| terms.float64(value.to_bits());
    let (divisor, huge, small, zero) =
        (number(&mut terms, 0.3), number(&mut terms, 1e200), number(&mut terms, 1e3), number(&mut terms, 0.0));
    let remainder = terms.frem(x, divisor);
    let positive = terms.flt(zero, remainder);
    let (large, little) = (terms.flt(huge, x), terms.flt(x, small));
    let mut solver = BitBlaster::new(Limits::default());
    assert!(matches!(solver.check(&mut terms, &[positive, little], None), Answer::Sat(_)));
    assert_eq!(solver.check(&mut terms, &[positive, large, little], None), Answer::Unsat);
    let above = terms.fle(divisor, remainder);
    match solver.check(&mut terms, &[above, large], None) {
        Answer::Unknown(why) => assert_eq!(why, Why::Unsupported),
        answer => panic!("{answer:?}"),
    }
}

#[test]
fn queries_are_logged_while_wanted() {
    let mut terms = Terms::new();
    let x = terms.input("x", Sort::Bv(32));
    let log = Rc::new(RefCell::new(Vec::new()));
    let sink = log.clone();
    let write = move |number, script: &str| {
        sink.borrow_mut().push(script.to_owned());
        number < 2
    };
    let mut solver = standard(Config { log: Some(Box::new(write)), ..Config::default() });
    let path = [equals(&mut terms, x, 3), equals(&mut terms, x, 4)];
    let hint = int(&terms, x, 31);
    for conjuncts in [&path[..1], &path, &path] {
        solver.check(&mut terms, conjuncts, Some(&hint));
    }
    let log = log.borrow();
    assert_eq!(log.len(), 2);
    assert!(log[0].starts_with("; sat in ") && log[1].starts_with("; unsat in "), "{log:?}");
    assert_eq!(log[0].lines().nth(1), Some("; hint |x#0| 1f"));
    assert_eq!(log[1].lines().nth(2), Some("(set-info :status unsat)"));
}

#[test]
fn the_same_queries_give_the_same_witnesses() {
    let run = || {
        let mut terms = Terms::new();
        let [x, y] = ["x", "y"].map(|name| terms.input(name, Sort::Bv(32)));
        let mut solver = standard(Config::default());
        let product = terms.mul(x, y);
        (1..30)
            .map(|value| {
                let path = [equals(&mut terms, product, value * 7), terms.slt(x, y)];
                solver.check(&mut terms, &path, None)
            })
            .collect::<Vec<Answer>>()
    };
    assert_eq!(run(), run());
}
