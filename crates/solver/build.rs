//! With the feature `z3`: says what to do where libz3 is missing, and lets tests and examples find it.

use std::env;
use std::path::Path;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=Z3_LIBRARY_PATH_OVERRIDE");
    if env::var_os("CARGO_FEATURE_Z3").is_none() {
        return;
    }
    let folder = env::var("Z3_LIBRARY_PATH_OVERRIDE").unwrap_or_default();
    let library = Path::new(&folder).join("libz3.so");
    println!("cargo::rerun-if-changed={}", library.display());
    if !library.exists() {
        println!("cargo::error=no {}: run `scripts/setup z3`", library.display());
    }
    println!("cargo::rustc-link-arg=-Wl,-rpath,$ORIGIN/../../z3");
}
