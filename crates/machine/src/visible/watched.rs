//! Whose accesses of variables are looked at: those of the program, and of what the JDK does with its data.

use super::HANDLES;
use crate::program::{ClassId, ObjectId, Value};
use crate::state::State;
use crate::state::steps::{Cell, Deed, MOST_CELLS, Touch};
use crate::world::Machine;

/// Classes of the JDK whose variables are looked at for races: what they hold belongs to the program, and they are not made for several threads.
const CHECKED_PACKAGES: [&str; 13] = [
    "java/util/",
    "java/text/",
    "java/io/",
    "java/nio/",
    "java/awt/",
    "java/beans/",
    "java/rmi/",
    "java/sql/",
    "javax/",
    "java/security/MessageDigest",
    "sun/security/provider/Digest",
    "sun/security/provider/MD",
    "sun/security/provider/SHA",
];
const UNCHECKED_PACKAGES: [&str; 10] = [
    "java/util/concurrent/",
    "java/util/regex/",
    "java/util/function/",
    "java/util/jar/",
    "java/util/zip/",
    "java/util/Locale",
    "java/util/ResourceBundle",
    "java/io/File",
    "java/nio/charset/",
    "java/nio/file/",
];
const CHECKED: [&str; 10] = [
    "java/lang/AbstractStringBuilder",
    "java/lang/StringBuilder",
    "java/lang/ThreadGroup",
    "java/nio/charset/CharsetDecoder",
    "java/nio/charset/CharsetEncoder",
    "java/util/concurrent/RecursiveTask",
    "java/util/regex/Matcher",
    "java/util/zip/Adler32",
    "java/util/zip/CRC32",
    "java/util/zip/CRC32C",
];
/// Made for several threads, with plain variables that are read beside writers on purpose: in which order matters to the program, but is no race.
const TRUSTED_PACKAGE: &str = "java/util/concurrent/";
/// Nothing there depends on a plain variable that is not ordered: who waits in a queue, and who has a lock, is asked by its thread alone.
const ORDERED_PACKAGE: &str = "java/util/concurrent/locks/";
/// Classes that access the memory of those who call them.
const ERRANDS: [&str; 10] = [
    "java/lang/String",
    "java/lang/StringLatin1",
    "java/lang/StringUTF16",
    "java/lang/StringCoding",
    "java/lang/Character",
    "java/lang/reflect/Array",
    "java/lang/System",
    "jdk/internal/util/ArraysSupport",
    "jdk/internal/misc/Unsafe",
    "jdk/internal/misc/ScopedMemoryAccess",
];
impl Machine<'_> {
    /// Whether races on variables of this class, and in its code, are looked for.
    pub(super) fn is_checked(&self, class: ClassId) -> bool {
        let class = &self.world.classes[class];
        if !class.is_jdk() {
            return !class.synthetic;
        }
        let is_in = |packages: &[&str]| packages.iter().any(|package| class.name.starts_with(package));
        CHECKED.contains(&&*class.name) || is_in(&CHECKED_PACKAGES) && !is_in(&UNCHECKED_PACKAGES)
    }

    pub(super) fn is_trusted(&self, class: ClassId) -> bool {
        let class = &self.world.classes[class];
        class.is_jdk() && class.name.starts_with(TRUSTED_PACKAGE) && !class.name.starts_with(ORDERED_PACKAGE)
    }

    /// The class in whose name the running thread accesses memory: code that copies and compares for others does not count.
    pub(super) fn accessor(&self, state: &State) -> ClassId {
        let mut by_handle = false;
        let mut classes = state.frames.iter().rev().map(|frame| self.world.classes[frame.method].class);
        let top = self.world.classes[state.top().method].class;
        let is_other = |class: &ClassId| {
            let name = &*self.world.classes[*class].name;
            by_handle |= name.starts_with("java/lang/invoke/VarHandle");
            !(ERRANDS.contains(&name) || by_handle && name.starts_with(HANDLES[0]))
        };
        classes.find(is_other).unwrap_or(top)
    }

    /// Whether the program gave the array to the method of the JDK that it called: what that does with it is the program's doing.
    pub(super) fn is_given_by_program(&self, state: &State, array: ObjectId) -> bool {
        let is_of_jdk = |at: &usize| self.world.classes[self.world.classes[state.frames[*at].method].class].is_jdk();
        let Some(called) = (0..state.frames.len()).rev().take_while(is_of_jdk).last() else { return false };
        let frame = &state.frames[called];
        let first = frame.locals as usize;
        let count = usize::from(self.world.classes[frame.method].argument_slots);
        let given = state.stack.get(first..first + count).unwrap_or_default();
        called > 0 && given.iter().any(|value| matches!(value, Value::Ref(id) if *id == array))
    }

    /// Who waits first for a synchronizer of the JDK makes its queue: head and tail are set by one step. Else others would go round until both are
    /// there, each round one that nobody has seen before.
    pub(super) fn first_in_queue(&self, state: &State, head: Cell) -> Option<Deed> {
        let Cell::Slot(object, _) = head else { return None };
        if !self.makes_queue(state) {
            return None;
        }
        let tail = self.world.classes.slot_named(self.class_of(state, object), "tail")?;
        let mut cells = [None; MOST_CELLS];
        cells[0] = Some((head, Touch::Write));
        cells[1] = Some((Cell::Slot(object, tail), Touch::Write));
        Some(Deed::Several(cells))
    }

    pub(super) fn makes_queue(&self, state: &State) -> bool {
        const QUEUES: [&str; 2] = [
            "java/util/concurrent/locks/AbstractQueuedSynchronizer",
            "java/util/concurrent/locks/AbstractQueuedLongSynchronizer",
        ];
        state.frames.last().is_some_and(|top| {
            let method = &self.world.classes[top.method];
            &*method.name == "tryInitializeHead" && QUEUES.contains(&&*self.world.classes[method.class].name)
        })
    }
}
