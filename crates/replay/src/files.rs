//! Files that we write for a JVM. An error names the file.

use bytecode::ClassName;
use sandbox::Free;
use std::io;
use std::path::Path;

/// Writes a file, with the folders above it.
pub fn write(file: &Path, contents: impl AsRef<[u8]>) -> io::Result<()> {
    let named = |what: &str, at: &Path, error: io::Error| {
        io::Error::new(error.kind(), format!("cannot {what} {}: {error}", at.display()))
    };
    if let Some(parent) = file.parent() {
        std::fs::create_dir_all(parent).map_err(|error| named("create", parent, error))?;
    }
    std::fs::write(file, contents).map_err(|error| named("write", file, error))
}

/// Gives a JVM the class file of a class, below a folder of a class path that only the outside writes to.
pub fn give_class(free: &Free, folder: &Path, name: &ClassName, bytes: &[u8]) -> io::Result<()> {
    free.write(&folder.join(format!("{name}.class")), bytes)
}

/// Writes the class file of a class below the folder of a class path.
pub fn write_class(folder: &Path, name: &ClassName, bytes: &[u8]) -> io::Result<()> {
    write(&folder.join(format!("{name}.class")), bytes)
}
