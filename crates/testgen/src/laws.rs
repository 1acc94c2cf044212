//! What every class promises by `Object` and `Comparable`: `equals` is reflexive, symmetric and never true of null, equal objects have equal hash codes,
//! `compareTo` has opposite signs for exchanged objects. Objects of tests are asked in pairs on a JVM; a broken promise is a suspected bug of its own.

use crate::arrange::{Arrangement, Given, Made, Object};
use crate::choice::{Proposed, Sort};
use crate::junit::{Declares, TestOutcome, Tested, TestedKind, UnitTest, law};
use crate::trial::Covered;
use bytecode::Type;
use std::collections::BTreeMap;

/// Objects that are compared with each other.
const MOST_OBJECTS: usize = 6;

/// A promise, in the words of the program that asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Law {
    Reflexive,
    NotNull,
    Symmetric,
    HashCode,
    Comparison,
}

impl Law {
    pub const ALL: [(&'static str, Law); 5] = [
        ("reflexive", Law::Reflexive),
        ("null", Law::NotNull),
        ("symmetric", Law::Symmetric),
        ("hash", Law::HashCode),
        ("comparison", Law::Comparison),
    ];

    /// Tests of broken promises are called so.
    pub fn is_name(name: &str) -> bool {
        Law::ALL.iter().any(|(_, law)| law.name() == name)
    }

    fn name(self) -> &'static str {
        match self {
            Law::Reflexive => "equalsIsNotReflexive",
            Law::NotNull => "equalsIsTrueOfNull",
            Law::Symmetric => "equalsIsNotSymmetric",
            Law::HashCode => "equalObjectsHaveDifferentHashCodes",
            Law::Comparison => "compareToHasNoOppositeSigns",
        }
    }

    fn reason(self) -> &'static str {
        match self {
            Law::Reflexive => "An object is not equal to itself.",
            Law::NotNull => "An object is equal to null.",
            Law::Symmetric => "One object is equal to another one, which is not equal to it.",
            Law::HashCode => "Equal objects have different hash codes: hash tables lose them.",
            Law::Comparison => "Two objects are not compared the other way round: sorting may go wrong.",
        }
    }

    /// What holds of the broken promise: of the answer, and of the variables of both objects.
    fn assertions(self, one: &str, other: &str) -> Vec<String> {
        match self {
            Law::Reflexive => vec!["assertFalse(result);".into()],
            Law::NotNull => vec!["assertTrue(result);".into()],
            Law::Symmetric => vec!["assertTrue(result);".into(), format!("assertFalse({other}.equals({one}));")],
            Law::HashCode => {
                vec!["assertTrue(result);".into(), format!("assertFalse({one}.hashCode() == {other}.hashCode());")]
            }
            Law::Comparison => {
                vec![format!("assertTrue(Integer.signum(result) != -Integer.signum({other}.compareTo({one})));")]
            }
        }
    }
}

/// Two objects, and what may be asked of them.
pub struct Pair {
    /// `one.equals(other)`
    pub arrangement: Arrangement,
}

/// Methods of the class that promise something: numbers among the tested ones.
pub struct Promises {
    pub equals: Option<usize>,
    pub compare: Option<usize>,
}

impl Promises {
    pub fn of(methods: &[Tested], is_own: impl Fn(usize) -> bool) -> Promises {
        let find = |name: &str, fits: &dyn Fn(&[Type]) -> bool| {
            let is_it = |(at, method): &(usize, &Tested)| {
                method.kind == TestedKind::Instance && method.name == name && fits(&method.types) && is_own(*at)
            };
            methods.iter().enumerate().find(is_it).map(|(at, _)| at)
        };
        let object = |types: &[Type]| matches!(types, [Type::Ref(name)] if &**name == "java/lang/Object");
        let any = |types: &[Type]| matches!(types, [Type::Ref(_)]);
        Promises { equals: find("equals", &object), compare: find("compareTo", &any) }
    }

    pub fn is_empty(&self) -> bool {
        self.equals.is_none() && self.compare.is_none()
    }
}

/// All pairs of a few objects that tests make, and each with a second one that is made in the same way.
pub fn pairs(proposed: &[Proposed], methods: &[Tested]) -> Vec<Pair> {
    let mut recipes: Vec<Vec<Object>> = Vec::new();
    for one in proposed.iter().filter(|one| methods[one.test.tested].kind == TestedKind::Instance) {
        let arrangement = &one.test.arrangement;
        if let Some((_, Given::Object(at))) = arrangement.arguments.first()
            && let Some(recipe) = recipe(&arrangement.objects, *at)
            && !recipes.contains(&recipe)
        {
            recipes.push(recipe);
        }
    }
    recipes.sort_by_key(Vec::len);
    recipes.truncate(MOST_OBJECTS);
    let mut pairs = Vec::new();
    for (at, one) in recipes.iter().enumerate() {
        for other in &recipes[at..] {
            pairs.push(Pair { arrangement: beside(one, other) });
        }
    }
    pairs
}

/// The objects that make one, itself last.
fn recipe(objects: &[Object], at: usize) -> Option<Vec<Object>> {
    let mut wanted = vec![false; objects.len()];
    wanted[at] = true;
    for number in (0..=at).rev() {
        if wanted[number] {
            let mut copy = objects[number].clone();
            let mut inner = Vec::new();
            each(&mut copy, &mut |number| inner.push(*number));
            inner.into_iter().for_each(|number| wanted[number] = true);
        }
    }
    let mut places = BTreeMap::new();
    let mut found = Vec::new();
    for number in (0..=at).filter(|&number| wanted[number]) {
        let mut object = objects[number].clone();
        let mut is_known = true;
        each(&mut object, &mut |inner| match places.get(inner) {
            Some(&place) => *inner = place,
            None => is_known = false,
        });
        if !is_known {
            return None;
        }
        places.insert(number, found.len());
        found.push(object);
    }
    Some(found)
}

/// Numbers of the objects that one is made of.
fn each(object: &mut Object, visit: &mut dyn FnMut(&mut usize)) {
    fn of(given: &mut Given, visit: &mut dyn FnMut(&mut usize)) {
        match given {
            Given::Object(at) => visit(at),
            Given::As(given, _) => of(given, visit),
            Given::Plain(_) | Given::Class(_) | Given::Constant { .. } => {}
        }
    }
    match &mut object.made {
        Made::Call { of: outer, arguments, steps, .. } => {
            outer.iter_mut().chain(arguments).for_each(|given| of(given, visit));
            steps.iter_mut().flat_map(|step| &mut step.arguments).for_each(|given| of(given, visit));
        }
        Made::Elements(elements) => elements.iter_mut().for_each(|given| of(given, visit)),
        Made::Anonymous { arguments, methods, .. } => {
            arguments.iter_mut().for_each(|given| of(given, visit));
            let answers = methods.iter_mut().filter_map(|method| method.answer.as_mut());
            answers.for_each(|(_, given)| of(given, visit));
        }
        Made::Value(_) | Made::Member { .. } => {}
    }
}

fn beside(one: &[Object], other: &[Object]) -> Arrangement {
    let by = one.len();
    let mut objects = one.to_vec();
    objects.extend(other.iter().cloned().map(|mut object| {
        each(&mut object, &mut |number| *number += by);
        object
    }));
    let arguments =
        vec![("this".to_string(), Given::Object(by - 1)), ("other".to_string(), Given::Object(objects.len() - 1))];
    Arrangement { arguments, objects, ..Arrangement::default() }
}

/// The sources that ask, by the name of their class.
pub fn questions(package: &str, methods: &[Tested], promises: &Promises, pairs: &[Pair]) -> Vec<(String, String)> {
    let Some(tested) = promises.equals.or(promises.compare).map(|at| &methods[at]) else { return Vec::new() };
    let asked = pairs.iter().enumerate().map(|(number, pair)| {
        let name = format!("JacanaLaw{number}");
        let text =
            law(package, &name, tested, &pair.arrangement, promises.equals.is_some(), promises.compare.is_some());
        (name, text)
    });
    asked.collect()
}

/// A suspected bug for each promise that is broken, by the simplest pair that breaks it.
pub fn broken(
    methods: &[Tested],
    promises: &Promises,
    pairs: &[Pair],
    answers: &BTreeMap<String, String>,
) -> Vec<Proposed> {
    let mut found: BTreeMap<Law, Proposed> = BTreeMap::new();
    for (number, pair) in pairs.iter().enumerate() {
        let Some(answer) = answers.get(&format!("JacanaLaw{number}")) else { continue };
        for (_, law) in Law::ALL.iter().filter(|(word, _)| answer.split(',').any(|said| said == *word)) {
            let method = if *law == Law::Comparison { promises.compare } else { promises.equals };
            let Some(method) = method else { continue };
            let smaller = |known: &Proposed| known.test.arrangement.objects.len() <= pair.arrangement.objects.len();
            if !found.get(law).is_some_and(smaller) {
                found.insert(*law, suspect(methods, method, *law, &pair.arrangement));
            }
        }
    }
    found.into_values().collect()
}

fn suspect(methods: &[Tested], method: usize, law: Law, both: &Arrangement) -> Proposed {
    let mut arrangement = both.clone();
    let Given::Object(first) = arrangement.arguments[0].1 else { unreachable!("two objects") };
    match law {
        Law::Reflexive => {
            arrangement.objects.truncate(first + 1);
            arrangement.arguments[1].1 = Given::Object(first);
        }
        Law::NotNull => {
            arrangement.objects.truncate(first + 1);
            arrangement.arguments[1].1 = Given::Plain(replay::InputValue::Null);
        }
        Law::Symmetric | Law::HashCode | Law::Comparison => {}
    }
    let variables = crate::junit::variables(&methods[method], &arrangement);
    let other = variables.last().map(String::as_str).unwrap_or_default();
    let outcome = TestOutcome::Returned(law.assertions("receiver", other));
    Proposed {
        sort: Sort::Suspect,
        is_public: true,
        outcome: law.name().into(),
        place: law.name().into(),
        covered: Covered::new(),
        changes_statics: false,
        noticed: BTreeMap::new(),
        thrown: None,
        path: Vec::new(),
        test: UnitTest {
            name: law.name().into(),
            display: None,
            declares: Declares::default(),
            comment: Some(law.reason().into()),
            tested: method,
            arrangement,
            outcome,
            table: None,
        },
    }
}
