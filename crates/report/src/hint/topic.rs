//! What a reason is about, as fine as the sections of docs/guide/unknown.md: each of them has the name of a topic as its title.

use machine::Reason;
use machine::reason::{Absent, Bound, Decider, Deed, Flaw, Gap, Inexact, Instead, Limit, Lost, Unsolved};

/// The enum, the list of all of it and the names from one table, so that none of them can miss a topic.
macro_rules! topics {
    ($($topic:ident $name:literal,)*) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Topic {
            $($topic,)*
        }

        impl Topic {
            pub const ALL: &'static [Topic] = &[$(Topic::$topic,)*];

            /// The title of its section, also in JSON.
            pub fn name(self) -> &'static str {
                match self {
                    $(Topic::$topic => $name,)*
                }
            }
        }
    };
}

topics! {
    Time "time",
    Interrupted "interrupted",
    Memory "memory",
    Paths "paths",
    Depth "depth",
    RunTime "run-time",
    References "references",
    Objects "objects",
    Loop "loop",
    Preemptions "preemptions",
    Elements "elements",
    Length "length",
    SolverBudget "solver-budget",
    SolverSize "solver-size",
    SolverInterrupted "solver-interrupted",
    SolverUnsupported "solver-unsupported",
    SolverWrong "solver-wrong",
    MissingClass "missing-class",
    MissingMember "missing-member",
    MissingLibrary "missing-library",
    ClassFile "class-file",
    Jdk "jdk",
    Start "start",
    Threads "threads",
    StandardInput "standard-input",
    ShutdownHook "shutdown-hook",
    Collector "garbage-collector",
    Machine "machine",
    Random "random",
    IdentityHash "identity-hash",
    Exhaustion "exhaustion",
    Effect "effect",
    NativeState "native-state",
    Text "text",
    Focus "unusual-input",
    NativeValue "native-value",
    Nested "nested-call",
    Identity "identity",
    Trace "stack-trace",
    Reflection "reflection",
    Contents "contents",
    Io "refused-io",
    NativeCode "refused-native",
    HeapEffect "refused-heap",
    Input "input-class",
    Api "input-method",
    Code "code",
    RawMemory "raw-memory",
    Choice "choice",
    NativeThreads "native-threads",
    Clause "contract",
    Broken "broken-contract",
    Unsatisfiable "unsatisfiable",
    Deadlock "deadlock",
    Unconfirmed "unconfirmed",
    Unproved "unproved",
    Worker "worker",
    Listed "listed",
    Compared "compared",
    Internal "internal",
}

impl Topic {
    pub fn of(reason: &Reason) -> Topic {
        match reason {
            Reason::Bound(bound) => match bound {
                Bound::References { .. } => Topic::References,
                Bound::Objects { .. } => Topic::Objects,
                Bound::Loop => Topic::Loop,
                Bound::Preemptions(_) => Topic::Preemptions,
                Bound::Elements { .. } => Topic::Elements,
                Bound::Length { .. } => Topic::Length,
            },
            Reason::Limit(limit) => match limit {
                Limit::Time => Topic::Time,
                Limit::Interrupted => Topic::Interrupted,
                Limit::Paths => Topic::Paths,
                Limit::Memory => Topic::Memory,
                Limit::Depth => Topic::Depth,
                Limit::RunTime => Topic::RunTime,
            },
            Reason::Solver(unsolved) => match unsolved {
                Unsolved::Budget => Topic::SolverBudget,
                Unsolved::Size => Topic::SolverSize,
                Unsolved::Unsupported => Topic::SolverUnsupported,
                Unsolved::Interrupted => Topic::SolverInterrupted,
                Unsolved::Wrong | Unsolved::Refuted => Topic::SolverWrong,
            },
            Reason::Missing(absent, _) => match absent {
                Absent::Class => Topic::MissingClass,
                Absent::Member => Topic::MissingMember,
                Absent::Library => Topic::MissingLibrary,
                Absent::ClassFile => Topic::ClassFile,
                Absent::Jdk => Topic::Jdk,
                Absent::Start => Topic::Start,
            },
            Reason::Environment(decider, _) => match decider {
                Decider::Threads => Topic::Threads,
                Decider::StandardInput => Topic::StandardInput,
                Decider::ShutdownHook => Topic::ShutdownHook,
                Decider::Collector => Topic::Collector,
                Decider::Machine => Topic::Machine,
                Decider::Random => Topic::Random,
                Decider::Identity => Topic::IdentityHash,
                Decider::Exhaustion => Topic::Exhaustion,
                Decider::Effect => Topic::Effect,
                Decider::Native => Topic::NativeState,
            },
            Reason::Imprecision(inexact, _) => match inexact {
                Inexact::Text => Topic::Text,
                Inexact::Focus => Topic::Focus,
                Inexact::Native => Topic::NativeValue,
                Inexact::Nested => Topic::Nested,
                Inexact::Identity => Topic::Identity,
                Inexact::Trace => Topic::Trace,
                Inexact::Reflection => Topic::Reflection,
                Inexact::Contents => Topic::Contents,
            },
            Reason::Confined(deed, _) => match deed {
                Deed::Io => Topic::Io,
                Deed::Native => Topic::NativeCode,
                Deed::Heap => Topic::HeapEffect,
            },
            Reason::Unsupported(gap, _) => match gap {
                Gap::Input => Topic::Input,
                Gap::Api => Topic::Api,
                Gap::Code => Topic::Code,
                Gap::Memory => Topic::RawMemory,
                Gap::Choice => Topic::Choice,
                Gap::Threads => Topic::NativeThreads,
            },
            Reason::Contract(flaw, _) => match flaw {
                Flaw::Clause => Topic::Clause,
                Flaw::Broken => Topic::Broken,
                Flaw::Unsatisfiable => Topic::Unsatisfiable,
            },
            Reason::Deadlock(_) => Topic::Deadlock,
            Reason::Unconfirmed(_) => Topic::Unconfirmed,
            Reason::Unproved(_) => Topic::Unproved,
            Reason::Worker(lost) => match lost {
                Lost::Died | Lost::Different | Lost::Garbled | Lost::Violation => Topic::Worker,
            },
            Reason::NotJudged(instead) => match instead {
                Instead::Listed => Topic::Listed,
                Instead::Compared => Topic::Compared,
            },
            Reason::Internal(_) => Topic::Internal,
        }
    }
}
