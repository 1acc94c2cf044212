//! The table of natives: what a native method of the JDK may touch. Unlisted means hidden state, and nobody knows what
//! else: the safe assumption. Rows of `outside` change the world; they say what a user is told.

use crate::program::Value;

pub mod decided;
mod outside;

use Effect::{Arguments, Hidden, Pure};

/// What a native method may touch: the rows of the table of natives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Reads its arguments' own fields at most, writes nothing that we can see.
    Pure,
    /// Writes to its arguments and what they refer to directly, nothing else.
    Arguments,
    /// Depends on or changes state that is in no heap (file positions, tables of the VM). Also writes the heap.
    Hidden,
    /// Changes the world outside of the process.
    Outside,
}

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
        _ => loads_library(class, method),
    }
}

/// Where all calls that load a library for a class arrive, with that class as first argument.
pub fn loads_library(class: &str, method: &str) -> bool {
    class == "java/lang/Runtime" && matches!(method, "loadLibrary0" | "load0")
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
    ("java/lang/ClassLoader", "defineClass1", Hidden),
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
    ("java/lang/ProcessHandleImpl", "destroy0", Effect::Outside),
    ("java/lang/ProcessHandleImpl", "*", Pure),
    ("java/lang/ProcessImpl", "init", Pure),
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
    ("jdk/internal/misc/Signal", "findSignal0", Pure),
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
    ("java/io/FileDescriptor", "initIDs", Pure),
    ("java/io/FileDescriptor", "getHandle", Pure),
    ("java/io/FileDescriptor", "getAppend", Pure),
    ("java/io/FileDescriptor", "close0", Hidden),
    ("java/io/FileOutputStream", "initIDs", Pure),
    ("java/io/FileCleanable", "*", Hidden),
    ("java/io/RandomAccessFile", "initIDs", Pure),
    ("java/io/RandomAccessFile", "read0", Hidden),
    ("java/io/RandomAccessFile", "readBytes", Hidden),
    ("java/io/RandomAccessFile", "readBytes0", Hidden),
    ("java/io/RandomAccessFile", "getFilePointer", Hidden),
    ("java/io/RandomAccessFile", "seek0", Hidden),
    ("java/io/RandomAccessFile", "length", Hidden),
    ("java/io/RandomAccessFile", "length0", Hidden),
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
    ("java/io/UnixFileSystem", "getSpace0", Pure),
    ("java/io/UnixFileSystem", "getNameMax0", Pure),
    ("java/io/UnixFileSystem", "initIDs", Pure),
    ("sun/nio/fs/UnixNativeDispatcher", "getcwd", Pure),
    ("sun/nio/fs/UnixNativeDispatcher", "init", Pure),
    ("sun/nio/fs/UnixNativeDispatcher", "strerror", Pure),
    ("sun/nio/ch/IOUtil", "*", Hidden),
    ("sun/nio/ch/FileChannelImpl", "transferTo0", Effect::Outside),
    ("sun/nio/ch/FileChannelImpl", "*", Hidden),
    ("sun/nio/ch/FileKey", "*", Pure),
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

/// Natives that only look, in classes whose others change something.
const LOOKS: &[(&str, &[&str])] = &[
    (
        "sun/nio/fs/UnixNativeDispatcher",
        &[
            "access0",
            "close0",
            "closedir",
            "dup",
            "exists0",
            "fdopendir",
            "fgetxattr0",
            "flistxattr",
            "fstat",
            "fstatat0",
            "getgrgid",
            "getgrnam0",
            "getlinelen",
            "getpwnam0",
            "getpwuid",
            "lstat0",
            "opendir0",
            "read",
            "readdir",
            "readlink0",
            "realpath0",
            "rewind",
            "stat0",
            "stat1",
            "statvfs0",
        ],
    ),
    ("sun/nio/fs/LinuxNativeDispatcher", &["endmntent", "getmntent0", "init", "setmntent0"]),
    ("sun/nio/ch/FileDispatcherImpl", READING),
    ("sun/nio/ch/UnixFileDispatcherImpl", READING),
    ("sun/nio/ch/UnixDispatcher", &["close0", "preClose0", "init"]),
    ("sun/nio/ch/UnixDomainSockets", &["init"]),
    ("java/net/NetworkInterface", &["init"]),
    ("java/net/InetAddressImplFactory", &["isIPv6Supported"]),
    (
        "sun/nio/ch/Net",
        &[
            "isIPv6Available0",
            "isReusePortAvailable0",
            "isExclusiveBindAvailable",
            "shouldSetBothIPv4AndIPv6Options0",
            "canIPv6SocketJoinIPv4Group0",
            "canJoin6WithIPv4Group0",
            "canUseIPv6OptionsWithIPv4LocalAddress0",
            "pollinValue",
            "polloutValue",
            "pollerrValue",
            "pollhupValue",
            "pollnvalValue",
            "pollconnValue",
        ],
    ),
];

const READING: &[&str] = &[
    "allocationGranularity0",
    "available0",
    "canTransferToFromOverlappedMap0",
    "close0",
    "closeIntFD",
    "dup0",
    "init",
    "init0",
    "isOther0",
    "map0",
    "maxDirectTransferSize0",
    "preClose0",
    "pread0",
    "read0",
    "readv0",
    "release0",
    "seek0",
    "size0",
    "unmap0",
];

/// A row of the table; `None` for a native that is not listed.
pub fn listed(class: &str, method: &str) -> Option<Effect> {
    let row = TABLE.iter().find(|(c, m, _)| *c == class && (*m == "*" || *m == method));
    let looks = || LOOKS.iter().any(|(c, methods)| *c == class && methods.contains(&method));
    match row {
        Some(&(_, _, effect)) => Some(effect),
        None if looks() => Some(Hidden),
        None => outside::deed(class, method).map(|_| Effect::Outside),
    }
}

/// What a native does to the world, in words that stand behind "the program would".
pub fn deed(class: &str, method: &str) -> &'static str {
    outside::deed(class, method).unwrap_or("call native code that Jacana does not know")
}

/// Does this call only look, though the native can change things? By the flags that a file is opened with.
pub fn opens_for_reading(class: &str, method: &str, arguments: &[Value]) -> bool {
    let (flags, writing) = match (class, method) {
        ("java/io/RandomAccessFile", "open0") => (arguments.get(2), JAVA_OPEN_WRITE),
        ("sun/nio/fs/UnixNativeDispatcher", "open0") => (arguments.get(1), OPEN_WRITE),
        ("sun/nio/fs/UnixNativeDispatcher", "openat0") => (arguments.get(2), OPEN_WRITE),
        _ => return false,
    };
    matches!(flags, Some(Value::Int(flags)) if flags & writing == 0)
}

/// O_WRONLY, O_RDWR, O_CREAT and O_TRUNC of Linux.
const OPEN_WRITE: i32 = 0o1 | 0o2 | 0o100 | 0o1000;

/// All modes of RandomAccessFile but "r", which is 1.
const JAVA_OPEN_WRITE: i32 = !1;

#[cfg(test)]
mod tests {
    use super::*;
    use Effect::Outside;

    #[test]
    fn unlisted_natives_have_no_row() {
        assert_eq!(listed("java/lang/Math", "sin"), Some(Pure));
        assert_eq!(listed("com/example/Unheard", "of"), None);
    }

    #[test]
    fn what_changes_the_world_is_outside() {
        let rows = [
            ("java/io/UnixFileSystem", "delete0"),
            ("java/io/FileOutputStream", "open0"),
            ("sun/nio/fs/UnixNativeDispatcher", "unlink0"),
            ("sun/nio/ch/FileDispatcherImpl", "write0"),
            ("sun/nio/ch/Net", "socket0"),
            ("java/lang/ProcessImpl", "forkAndExec"),
        ];
        for (class, method) in rows {
            assert_eq!(listed(class, method), Some(Outside), "{class}.{method}");
        }
        assert_eq!(listed("sun/nio/fs/UnixNativeDispatcher", "stat0"), Some(Hidden));
        assert_eq!(deed("java/io/UnixFileSystem", "delete0"), "delete a file");
    }

    #[test]
    fn the_flags_of_a_file_tell_reading_from_writing() {
        let open = |flags| {
            let arguments = [Value::Long(0), Value::Int(flags), Value::Int(0o666)];
            opens_for_reading("sun/nio/fs/UnixNativeDispatcher", "open0", &arguments)
        };
        assert!(open(0));
        assert!(!open(0o1));
        assert!(!open(0o100 | 0o1000));
    }
}
