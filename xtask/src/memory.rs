//! The figures of the garbage collector: memory follows what is alive.

use differential::Tools;
use differential::memory::{Memory, allocating_paths};

use crate::Shown;

const MOST_MEGABYTES: u64 = 600;
const BRANCHES: u32 = 17;
/// How much more 131,072 paths may take than 256.
const MORE_MEGABYTES: u64 = 10;

pub fn figures(_: &[&str]) -> Shown {
    let tools = Tools::find();
    let memory = Memory::new(&tools);
    let mut shown = Shown { lines: Vec::new(), enough: true };
    let programs = [
        ("50 million short-lived objects", "ShortLived", "50000"),
        ("a million live objects with shadows", "LiveShadows", "1000"),
        ("garbage of 100,000 native calls", "NativeGarbage", "100"),
        ("references to objects with shadows", "ShadowedReferences", ""),
        ("finalizers", "Finalizers", ""),
        ("cleaners", "Cleaners", ""),
    ];
    for (what, name, thousands) in programs {
        let measured = memory.measure(name, &[thousands]);
        let output = if measured.equal { "output of java" } else { "not the output of java" };
        shown.lines.push(format!(
            "{what}: {} MB in all, at most {MOST_MEGABYTES}; {output}, {:.1} s",
            measured.peak_megabytes, measured.seconds
        ));
        shown.enough &= measured.equal && measured.peak_megabytes <= MOST_MEGABYTES;
    }
    let (few, many) = (allocating_paths(&tools, 8), allocating_paths(&tools, BRANCHES));
    shown.lines.push(format!(
        "{} paths with allocations, depth first: {} MB, {} with {} paths; {:.0} paths per second",
        many.paths(),
        many.peak_megabytes,
        few.peak_megabytes,
        few.paths(),
        many.paths() as f64 / many.time.as_secs_f64()
    ));
    shown.enough &= many.paths() == 1 << BRANCHES && many.peak_megabytes <= few.peak_megabytes + MORE_MEGABYTES;
    shown
}
