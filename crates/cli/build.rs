//! With the feature `z3` the executable looks for libz3 in `target/z3`, beside the folder of its profile.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var_os("CARGO_FEATURE_Z3").is_some() {
        println!("cargo::rustc-link-arg=-Wl,-rpath,$ORIGIN/../z3");
    }
}
