//! What the machine decides and the program can see. Each has one of three fates: it is an input (random numbers, which a replay
//! sets again), or an assumption that is told beside a TRUE, or it stops a TRUE. This table has the last two; docs/internals/concrete.md has all.

use crate::reason::{Assumption, Decider};
use Decided::{Assumed, Stops};

/// What a value that the machine decided does to a TRUE.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decided {
    /// A TRUE holds where this does.
    Assumed(Assumption),
    /// No TRUE, for this reason.
    Stops(Decider, &'static str),
}

pub const PROPERTIES: Decided = Assumed(Assumption::Properties);
pub const LONG_TEXT: Decided = Assumed(Assumption::LongText);
pub const OVERFLOWS: Decided = Assumed(Assumption::StackDepth);
pub const OVERFLOW_SEEN: Decided =
    Stops(Decider::Exhaustion, "the program handles an overflow of the stack: how deep it is is up to the JVM");
pub const MEMORY_SEEN: Decided =
    Stops(Decider::Exhaustion, "the program handles a lack of memory: how much there is is up to the machine");
pub const IDENTITY: Decided = Assumed(Assumption::Identity);
pub const IDENTITY_SEEN: Decided =
    Stops(Decider::Identity, "the program looks at an identity hash code: it differs from run to run");
pub const IDENTITY_ORDER: Decided = Stops(
    Decider::Identity,
    "the program goes through a table ordered by identity hash codes: the order differs from run to run",
);

const LOCALE: Decided = Assumed(Assumption::Locale);
const PLATFORM: Decided = Assumed(Assumption::Platform);
const GENERATOR: Decided = Stops(Decider::Random, "a generator of random numbers without a seed");
const ORDER: Decided = Stops(Decider::Random, "the order of Set.of and Map.of differs from run to run");

/// Static fields of the JDK in which it keeps what it asked the machine for, often before the program started.
const FIELDS: &[(&str, &str, Decided)] = &[
    ("java/util/ImmutableCollections", "SALT32L", ORDER),
    ("java/util/ImmutableCollections", "REVERSE", ORDER),
    ("java/util/SplittableRandom", "defaultGen", GENERATOR),
    ("java/util/Locale", "defaultLocale", LOCALE),
    ("java/util/Locale", "defaultDisplayLocale", LOCALE),
    ("java/util/Locale", "defaultFormatLocale", LOCALE),
    ("java/util/TimeZone", "defaultTimeZone", Assumed(Assumption::TimeZone)),
    ("java/nio/charset/Charset", "defaultCharset", Assumed(Assumption::Charset)),
    ("java/lang/System", "lineSeparator", PLATFORM),
    ("java/io/File", "separator", PLATFORM),
    ("java/io/File", "separatorChar", PLATFORM),
    ("java/io/File", "pathSeparator", PLATFORM),
    ("java/io/File", "pathSeparatorChar", PLATFORM),
    (
        "java/lang/ProcessHandleImpl",
        "current",
        Stops(Decider::Machine, "the number of the process is up to the machine"),
    ),
    ("java/lang/System", "cons", Stops(Decider::Machine, "whether there is a console is up to who starts the program")),
    ("java/io/Console", "cons", Stops(Decider::Machine, "whether there is a console is up to who starts the program")),
];

/// Methods that tell what the machine decided.
const METHODS: &[(&str, &str, Decided)] = &[
    ("java/io/UnixFileSystem", "resolve", CURRENT),
    ("sun/nio/fs/UnixFileSystem", "defaultDirectory", CURRENT),
    ("sun/nio/fs/UnixPath", "toAbsolutePath", CURRENT),
    ("java/lang/Thread", "getId", Stops(Decider::Threads, "the number of a thread is up to the JVM")),
    ("java/lang/Thread", "threadId", Stops(Decider::Threads, "the number of a thread is up to the JVM")),
];

const CURRENT: Decided = Stops(Decider::Machine, "the current folder is up to who starts the program");

/// Properties that a JVM takes from the machine or from itself.
const MACHINE_PROPERTIES: &[&str] =
    &["user.", "os.", "java.", "sun.", "jdk.", "file.", "path.", "line.", "native.", "stdout.", "stderr."];

pub fn field(class: &str, name: &str) -> Option<Decided> {
    let is_generator =
        (class.starts_with("jdk/random/") || class.starts_with("jdk/internal/random/")) && name == "defaultGen";
    let row = FIELDS.iter().find(|row| row.0 == class && row.1 == name).map(|row| row.2);
    row.or_else(|| is_generator.then_some(GENERATOR))
}

pub fn method(class: &str, name: &str) -> Option<Decided> {
    METHODS.iter().find(|row| row.0 == class && row.1 == name).map(|row| row.2)
}

pub fn property(name: &str) -> Decided {
    if MACHINE_PROPERTIES.iter().any(|prefix| name.starts_with(prefix)) {
        Stops(Decider::Machine, "a system property that the machine decides")
    } else {
        PROPERTIES
    }
}
