//! Names of files on a followed path: a file is opened by the name that it has now, so that joins the constraint.

use crate::program::{MethodId, Value};
use crate::state::State;
use crate::world::{Machine, Res};

/// Natives of `sun.nio.fs` that take the address of a name begin so.
const BY_NAME: [&str; 16] = [
    "open", "fopen", "stat", "lstat", "access", "exists", "realpath", "readlink", "chmod", "chown", "mkdir", "rmdir",
    "unlink", "rename", "link", "symlink",
];

impl Machine<'_> {
    /// Fixes the names that a native looks for in the file system.
    pub(crate) fn fix_names(&mut self, state: &mut State, method: MethodId, arguments: &[Value]) -> Res<()> {
        let m = &self.world.classes[method];
        let takes_name = match &*self.world.classes[m.class].name {
            "java/io/FileInputStream" | "java/io/FileOutputStream" | "java/io/RandomAccessFile" => &*m.name == "open0",
            "sun/nio/fs/UnixNativeDispatcher" => BY_NAME.iter().any(|name| m.name.starts_with(name)),
            _ => false,
        };
        if !takes_name {
            return Ok(());
        }
        for &argument in arguments {
            match argument {
                Value::Ref(id) if !id.is_null() && self.class_of(state, id) == self.world.string => {
                    let text = self.field_named(state, id, "value")?.as_ref();
                    let len = self.array_length(state, text)?;
                    self.concretize_range(state, text, 0, len)?;
                }
                Value::Long(address) => {
                    let below = state.memory.range(..=address as u64).next_back();
                    let inside = below.map(|(start, segment)| (segment.bytes, address as u64 - start, segment.length));
                    if let Some((bytes, at, length)) = inside.filter(|(_, at, length)| at < length) {
                        self.concretize_range(state, bytes, at as usize, (length - at) as usize)?;
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }
}
