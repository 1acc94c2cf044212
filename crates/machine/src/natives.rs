//! The table of natives: what a native method of the JDK may touch. Unlisted means hidden state: the safe assumption.

use crate::host::Effect::{self, Arguments, Hidden, Outside, Pure};

/// Methods with bytecode that HotSpot computes in its own way (intrinsics whose last bit matters) or whose work is
/// on the VM itself: they run there.
pub fn runs_in_host(class: &str, method: &str) -> bool {
    match class {
        "java/lang/Math" => {
            matches!(
                method,
                "sin" | "cos" | "tan" | "exp" | "log" | "log10" | "pow" | "sinh" | "cosh" | "tanh" | "cbrt"
            )
        }
        "java/lang/Runtime" => matches!(method, "loadLibrary0" | "load0"),
        _ => false,
    }
}

/// (class, method or "*", effect). The first match counts.
const TABLE: &[(&str, &str, Effect)] = &[
    ("java/lang/Math", "*", Pure),
    ("java/lang/StrictMath", "*", Pure),
    ("java/lang/Class", "*", Pure),
    ("java/lang/Module", "*", Hidden),
    ("java/lang/Package", "*", Pure),
    ("java/lang/ClassLoader", "findLoadedClass0", Pure),
    ("java/lang/ClassLoader", "retrieveDirectives", Pure),
    ("java/lang/Runtime", "loadLibrary0", Hidden),
    ("java/lang/Runtime", "load0", Hidden),
    ("java/lang/Runtime", "*", Pure),
    ("java/lang/System", "*", Pure),
    ("java/lang/Thread", "*", Pure),
    ("java/lang/String", "*", Pure),
    ("java/lang/StringUTF16", "*", Pure),
    ("java/lang/StringCoding", "*", Pure),
    ("java/lang/Float", "*", Pure),
    ("java/lang/Double", "*", Pure),
    ("java/lang/ProcessEnvironment", "*", Pure),
    ("java/lang/ProcessHandleImpl", "destroy0", Outside),
    ("java/lang/ProcessHandleImpl", "*", Pure),
    ("java/lang/ref/Reference", "refersTo0", Pure),
    ("java/lang/ref/PhantomReference", "refersTo0", Pure),
    ("java/lang/ref/Reference", "clear0", Arguments),
    ("java/lang/ref/PhantomReference", "clear0", Arguments),
    ("java/lang/ref/Finalizer", "*", Pure),
    ("java/lang/reflect/Array", "*", Arguments),
    ("java/lang/reflect/Executable", "*", Pure),
    ("java/lang/reflect/Field", "*", Pure),
    ("java/lang/reflect/Method", "*", Pure),
    ("java/lang/reflect/Proxy", "*", Hidden),
    ("jdk/internal/reflect/Reflection", "*", Pure),
    ("jdk/internal/reflect/ConstantPool", "*", Pure),
    ("jdk/internal/reflect/DirectConstructorHandleAccessor", "*", Pure),
    ("jdk/internal/misc/Unsafe", "*", Arguments),
    ("jdk/internal/misc/VM", "*", Pure),
    ("jdk/internal/misc/CDS", "*", Pure),
    ("jdk/internal/misc/Signal", "*", Hidden),
    ("jdk/internal/misc/ScopedMemoryAccess", "*", Pure),
    ("jdk/internal/perf/Perf", "*", Pure),
    ("jdk/internal/util/SystemProps$Raw", "*", Pure),
    ("jdk/internal/loader/NativeLibraries", "*", Hidden),
    ("jdk/internal/loader/NativeLibrary", "*", Pure),
    ("jdk/internal/loader/BootLoader", "*", Pure),
    ("jdk/internal/jimage/NativeImageBuffer", "*", Hidden),
    ("java/lang/invoke/MethodHandleNatives", "*", Arguments),
    ("java/io/FileInputStream", "open0", Arguments),
    ("java/io/FileInputStream", "read0", Hidden),
    ("java/io/FileInputStream", "readBytes", Hidden),
    ("java/io/FileInputStream", "readBytes0", Hidden),
    ("java/io/FileInputStream", "skip0", Hidden),
    ("java/io/FileInputStream", "position0", Hidden),
    ("java/io/FileInputStream", "available0", Pure),
    ("java/io/FileInputStream", "length0", Pure),
    ("java/io/FileInputStream", "isRegularFile0", Pure),
    ("java/io/FileDescriptor", "getHandle", Pure),
    ("java/io/FileDescriptor", "getAppend", Pure),
    ("java/io/FileDescriptor", "close0", Outside),
    ("java/io/FileDescriptor", "sync", Outside),
    ("java/io/FileOutputStream", "*", Outside),
    ("java/io/FileCleanable", "*", Outside),
    ("java/io/RandomAccessFile", "*", Outside),
    ("java/io/ObjectStreamClass", "*", Pure),
    ("java/io/ObjectInputStream", "*", Arguments),
    ("java/io/ObjectOutputStream", "*", Arguments),
    ("java/io/Console", "*", Pure),
    ("java/io/UnixFileSystem", "canonicalize0", Pure),
    ("java/io/UnixFileSystem", "getBooleanAttributes0", Pure),
    ("java/io/UnixFileSystem", "checkAccess", Pure),
    ("java/io/UnixFileSystem", "checkAccess0", Pure),
    ("java/io/UnixFileSystem", "getLastModifiedTime", Pure),
    ("java/io/UnixFileSystem", "getLastModifiedTime0", Pure),
    ("java/io/UnixFileSystem", "getLength", Pure),
    ("java/io/UnixFileSystem", "getLength0", Pure),
    ("java/io/UnixFileSystem", "list", Pure),
    ("java/io/UnixFileSystem", "list0", Pure),
    ("java/io/UnixFileSystem", "getSpace", Pure),
    ("java/io/UnixFileSystem", "*", Outside),
    ("sun/nio/fs/UnixNativeDispatcher", "getcwd", Pure),
    ("sun/nio/fs/UnixNativeDispatcher", "init", Pure),
    ("sun/nio/fs/UnixNativeDispatcher", "strerror", Pure),
    ("sun/nio/fs/UnixNativeDispatcher", "*", Outside),
    ("sun/nio/ch/IOUtil", "*", Hidden),
    ("sun/nio/ch/FileDispatcherImpl", "*", Outside),
    ("sun/nio/ch/UnixFileDispatcherImpl", "*", Outside),
    ("sun/nio/ch/FileChannelImpl", "*", Hidden),
    ("sun/nio/ch/NativeThread", "*", Pure),
    ("java/util/TimeZone", "*", Pure),
    ("java/util/concurrent/atomic/AtomicLong", "*", Pure),
    ("java/util/zip/CRC32", "*", Pure),
    ("java/util/zip/CRC32C", "*", Pure),
    ("java/util/zip/Adler32", "*", Pure),
    ("java/util/zip/Inflater", "*", Hidden),
    ("java/util/zip/Deflater", "*", Hidden),
    ("java/net/InetAddress", "*", Pure),
    ("java/net/Inet4Address", "*", Pure),
    ("java/net/Inet6Address", "*", Pure),
];

/// Natives whose answer comes from outside of the program: a path that asked is one of many.
pub fn is_environment(class: &str, method: &str) -> bool {
    match class {
        "java/lang/System" => matches!(method, "currentTimeMillis" | "nanoTime"),
        "java/lang/Runtime" => !matches!(method, "gc" | "loadLibrary0" | "load0"),
        "jdk/internal/misc/VM" => method == "getNanoTimeAdjustment",
        "java/lang/ProcessEnvironment" | "java/lang/ProcessHandleImpl" => true,
        "java/io/FileInputStream" | "java/io/UnixFileSystem" | "sun/nio/fs/UnixNativeDispatcher" => true,
        _ => false,
    }
}

pub fn effect(class: &str, method: &str) -> Effect {
    TABLE.iter().find(|(c, m, _)| *c == class && (*m == "*" || *m == method)).map_or(Hidden, |&(_, _, effect)| effect)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unlisted_natives_are_hidden_state() {
        assert_eq!(effect("java/lang/Math", "sin"), Pure);
        assert_eq!(effect("com/example/Unheard", "of"), Hidden);
    }
}
