//! Finds the JDK of this machine. Tests that need one pass silently without.

use std::path::{Path, PathBuf};

pub fn java_home() -> Option<PathBuf> {
    if let Some(home) = std::env::var_os("JAVA_HOME") {
        return Some(home.into());
    }
    let path = std::env::var_os("PATH")?;
    let java = std::env::split_paths(&path).find_map(|directory| directory.join("java").canonicalize().ok())?;
    java.parent().and_then(Path::parent).map(Path::to_owned)
}
