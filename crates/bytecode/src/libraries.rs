//! The native libraries that a class loads by a name that stands in its code.

use crate::{ClassFile, Constant, Insn, decode};

/// A native library as `System` is asked for it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum NativeLibrary {
    /// `System.loadLibrary(name)`
    Named(String),
    /// `System.load(path)`
    File(String),
}

/// In the order of the code. A name that is computed is not seen.
pub fn libraries(class: &ClassFile) -> Vec<NativeLibrary> {
    let mut found = Vec::new();
    for method in &class.methods {
        let Ok(code) = decode(class, method) else { continue };
        for pair in code.insns.windows(2) {
            let (Insn::Ldc(name), Insn::InvokeStatic(callee) | Insn::InvokeVirtual(callee)) =
                (pair[0].get(), pair[1].get())
            else {
                continue;
            };
            let (Some(Constant::String(units)), Ok(callee)) = (class.pool.get(name), class.pool.method(callee)) else {
                continue;
            };
            let name = String::from_utf16_lossy(units);
            match (callee.class.as_ref(), &*callee.name) {
                ("java/lang/System" | "java/lang/Runtime", "loadLibrary") => found.push(NativeLibrary::Named(name)),
                ("java/lang/System" | "java/lang/Runtime", "load") => found.push(NativeLibrary::File(name)),
                _ => {}
            }
        }
    }
    found
}
