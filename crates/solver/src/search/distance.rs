//! How far a condition is from being true and from being false: 0 where it already is, else more the further away.

use term::{Op, Sort};

#[derive(Clone, Copy, Default, PartialEq, Debug)]
pub struct Cost {
    pub to_true: f64,
    pub to_false: f64,
}

/// A comparison with NaN: no small step helps.
const HOPELESS: f64 = 4.0;

impl Cost {
    pub fn opposite(self) -> Cost {
        Cost { to_true: self.to_false, to_false: self.to_true }
    }

    pub fn both(a: Cost, b: Cost) -> Cost {
        Cost { to_true: a.to_true + b.to_true, to_false: a.to_false.min(b.to_false) }
    }

    pub fn choice(condition: Cost, then: Cost, otherwise: Cost) -> Cost {
        Cost {
            to_true: (condition.to_true + then.to_true).min(condition.to_false + otherwise.to_true),
            to_false: (condition.to_true + then.to_false).min(condition.to_false + otherwise.to_false),
        }
    }

    pub fn same(a: Cost, b: Cost) -> Cost {
        Cost {
            to_true: (a.to_true + b.to_true).min(a.to_false + b.to_false),
            to_false: (a.to_true + b.to_false).min(a.to_false + b.to_true),
        }
    }

    fn of(holds: bool, away: f64) -> Cost {
        if holds { Cost { to_true: 0.0, to_false: away } } else { Cost { to_true: away, to_false: 0.0 } }
    }
}

/// Of a condition that is not made of conditions, from the bits of its operands.
pub fn comparison(op: Op, of: Sort, a: u64, b: u64, holds: bool) -> Cost {
    let away = match op {
        Op::Eq | Op::Feq | Op::Flt | Op::Fle if of.is_float() => match (real(of, a), real(of, b)) {
            (x, y) if x.is_nan() || y.is_nan() => HOPELESS,
            (x, y) => scaled((x - y).abs()),
        },
        Op::Eq | Op::Ult => scaled(a.abs_diff(b) as f64),
        Op::Slt => scaled(signed(of, a).abs_diff(signed(of, b)) as f64),
        _ => 1.0,
    };
    Cost::of(holds, away)
}

/// Rises with every distance that a double can have, and steeply where most values are.
fn scaled(distance: f64) -> f64 {
    let finite = distance.min(f64::MAX);
    if finite == 0.0 {
        return 0.05;
    }
    0.1 + (finite.log2() + 1075.0) / 2100.0 + finite / (1.0 + finite)
}

fn real(sort: Sort, bits: u64) -> f64 {
    match sort {
        Sort::Float32 => f32::from_bits(bits as u32).into(),
        _ => f64::from_bits(bits),
    }
}

fn signed(sort: Sort, bits: u64) -> i64 {
    let unused = 64 - u32::from(sort.width());
    (bits << unused) as i64 >> unused
}
