//! CPU nanoseconds per operation of the pool: `cargo bench -p term --bench terms`. Best of several rounds, each on a fresh pool.

use std::hint::black_box;
use term::{Assumptions, Const, Sort, Term, Terms, Witness};

const ROUNDS: usize = 40;
const COUNT: usize = 20_000;

struct Setting {
    terms: Terms,
    inputs: Vec<Term>,
}

/// Time this thread spent on a processor, whatever else runs (Linux).
struct Clock(u64);

impl Clock {
    fn now() -> u64 {
        // The kernel brings the count up to date when it schedules.
        std::thread::yield_now();
        let text = std::fs::read_to_string("/proc/thread-self/schedstat").expect("a Linux kernel with schedstat");
        text.split_whitespace().next().and_then(|first| first.parse().ok()).expect("nanoseconds on the processor")
    }

    fn start() -> Clock {
        Clock(Clock::now())
    }

    fn nanos(&self) -> f64 {
        (Clock::now() - self.0) as f64
    }
}

fn main() {
    report("operator on new arguments", |setting| mixed(setting, COUNT));
    report("same, per term in the pool", |setting| mixed(setting, COUNT) * COUNT as f64 / setting.terms.len() as f64);
    report("operator that exists", |setting| {
        mixed(setting, 1000);
        let start = Clock::start();
        for _ in 0..COUNT / 1000 {
            mixed(setting, 1000);
        }
        start.nanos() / COUNT as f64
    });
    report("new comparisons and guards", guards);
    report("lcmp and branch", branches);
    report("evaluate a new term", |setting| {
        mixed(setting, COUNT);
        let witness = witness(setting);
        let last = setting.terms.len() as u32;
        let start = Clock::start();
        let top = conjunction(setting);
        black_box(setting.terms.eval(top, &witness));
        start.nanos() / f64::from(last)
    });
    report("assume a conjunct", assume);
}

fn report(name: &str, run: impl Fn(&mut Setting) -> f64) {
    let best = (0..ROUNDS)
        .map(|_| {
            let mut terms = Terms::new();
            let inputs = (0..16).map(|place| terms.input(&format!("x{place}"), Sort::Bv(32))).collect();
            run(&mut Setting { terms, inputs })
        })
        .fold(f64::INFINITY, f64::min);
    println!("{best:8.1} ns  {name}");
}

/// A stream of operators on recent terms, the same for the same count.
fn mixed(setting: &mut Setting, count: usize) -> f64 {
    let Setting { terms, inputs } = setting;
    let mut recent: Vec<Term> = inputs.clone();
    let start = Clock::start();
    for step in 0..count {
        let (a, b) = (recent[step * 7 % 16], recent[(step * 5 + 3) % 16]);
        recent[step % 16] = match step % 6 {
            0 => terms.add(a, b),
            1 => terms.mul(a, b),
            2 => terms.bv_xor(a, b),
            3 => {
                let c = terms.int(step as i32);
                terms.add(a, c)
            }
            4 => terms.sub(a, b),
            _ => terms.bv_and(a, b),
        };
    }
    black_box(&recent);
    let time = start.nanos() / count as f64;
    setting.inputs.truncate(16);
    setting.inputs.extend(recent);
    time
}

fn guards(setting: &mut Setting) -> f64 {
    let Setting { terms, inputs } = setting;
    let start = Clock::start();
    let mut guard = Terms::TRUE;
    for step in 0..COUNT / 3 {
        let limit = terms.int(step as i32);
        let below = terms.slt(inputs[step % 16], limit);
        guard = terms.and(guard, below);
    }
    black_box(guard);
    start.nanos() / COUNT as f64
}

fn branches(setting: &mut Setting) -> f64 {
    let Setting { terms, inputs } = setting;
    let (a, zero) = (terms.sext(64, inputs[0]), terms.int(0));
    let rounds = COUNT / 10;
    let start = Clock::start();
    for step in 0..rounds {
        let c = terms.long(step as i64);
        let compared = terms.lcmp(a, c);
        black_box(terms.sle(compared, zero));
    }
    start.nanos() / rounds as f64
}

fn conjunction(setting: &mut Setting) -> Term {
    let last: Vec<Term> = setting.inputs[16..].to_vec();
    last.into_iter().reduce(|a, b| setting.terms.bv_xor(a, b)).expect("some terms")
}

fn witness(setting: &Setting) -> Witness {
    let value = |place: usize| Const::Bv { width: 32, value: (place * 77_777_777) as u64 & 0xffff_ffff };
    let inputs = setting.inputs.iter().take(16).enumerate();
    inputs.map(|(place, &term)| (setting.terms.as_input(term).expect("an input"), value(place))).collect()
}

/// A path of bounds and sums as loops over arrays leave them.
fn assume(setting: &mut Setting) -> f64 {
    let Setting { terms, inputs } = setting;
    let conjuncts: Vec<Term> = (0..100)
        .map(|step| {
            let (x, y, c) = (inputs[step % 16], inputs[(step + 1) % 16], terms.int(step as i32 * 1000 + 10_000));
            let sum = terms.add(x, c);
            if step % 2 == 0 { terms.ult(x, c) } else { terms.slt(y, sum) }
        })
        .collect();
    let start = Clock::start();
    for _ in 0..100 {
        let mut assumptions = Assumptions::new();
        for &conjunct in &conjuncts {
            black_box(assumptions.assume(terms, conjunct));
        }
    }
    start.nanos() / 10_000.0
}
