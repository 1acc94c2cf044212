//! `cargo xtask show NAME`: the figures that the engine must show.

fn main() {
    println!("usage: cargo xtask show NAME");
}
