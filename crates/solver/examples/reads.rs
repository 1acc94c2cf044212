use solver::*;
use term::*;
fn main() {
    for n in [10usize, 20, 40, 80] {
        for kind in 0..3 {
            let mut t = Terms::new();
            let a = t.input("a", Sort::Array(Element::Bv(16)));
            let lim = t.int(12);
            let mut path = vec![];
            let mut reads = vec![];
            for i in 0..n {
                let x = t.input(&format!("i{i}"), Sort::Bv(32));
                path.push(t.ult(x, lim));
                reads.push(t.select(a, x));
            }
            for i in 0..n {
                match kind {
                    0 => { let k = t.bv(16, (i % 7) as u64); path.push(t.eq(reads[i], k)); }
                    1 => { let k = t.bv(16, (i % 13) as u64); path.push(t.eq(reads[i], k)); } // 13 values in 12 cells: unsat
                    _ => if i > 0 && i % 10 != 0 { path.push(t.ult(reads[i - 1], reads[i])); }
                }
            }
            let mut s = standard(Config::default());
            let start = std::time::Instant::now();
            let r = s.check(&mut t, &path, None);
            println!("{n} kind {kind}: {:?} {}", start.elapsed(), match r { Answer::Sat(_) => "sat".into(), Answer::Unsat => "unsat".to_string(), Answer::Unknown(w) => format!("{w:?}") });
        }
    }
}
