//! What is called: groups of JDK classes and of our own shapes, and their public methods as a JVM lists them.

use std::collections::BTreeMap;
use std::path::Path;

use crate::process::{PATIENCE, run};
use crate::tools::{Tools, workspace};

/// Classes whose programs are counted together.
pub struct Group {
    pub name: &'static str,
    pub classes: &'static [&'static str],
}

/// The classes without a package are our own, in fixtures/sound: what no single call of the JDK shows.
pub const GROUPS: &[Group] = &[
    Group {
        name: "numbers",
        classes: &[
            "java.lang.Integer",
            "java.lang.Long",
            "java.lang.Short",
            "java.lang.Byte",
            "java.lang.Float",
            "java.lang.Double",
            "java.lang.Boolean",
            "java.lang.Math",
            "java.lang.StrictMath",
        ],
    },
    Group { name: "characters", classes: &["java.lang.Character", "java.lang.CharSequence"] },
    Group {
        name: "text",
        classes: &[
            "java.lang.String",
            "java.lang.StringBuilder",
            "java.lang.StringBuffer",
            "java.util.StringJoiner",
            "java.util.StringTokenizer",
            "java.util.Scanner",
            "java.util.Formatter",
            "java.util.HexFormat",
        ],
    },
    Group {
        name: "big-numbers",
        classes: &["java.math.BigInteger", "java.math.BigDecimal", "java.math.MathContext", "java.math.RoundingMode"],
    },
    Group {
        name: "utilities",
        classes: &[
            "java.util.Objects",
            "java.util.Arrays",
            "java.util.Collections",
            "java.util.Optional",
            "java.util.OptionalInt",
            "java.util.OptionalDouble",
            "java.util.UUID",
            "java.util.Base64",
            "java.util.BitSet",
            "java.util.Random",
            "java.util.Locale",
            "java.util.Properties",
            "java.util.Currency",
            "java.util.IntSummaryStatistics",
            "java.util.LongSummaryStatistics",
            "java.util.DoubleSummaryStatistics",
        ],
    },
    Group {
        name: "collections",
        classes: &[
            "java.util.ArrayList",
            "java.util.LinkedList",
            "java.util.ArrayDeque",
            "java.util.PriorityQueue",
            "java.util.HashMap",
            "java.util.LinkedHashMap",
            "java.util.TreeMap",
            "java.util.HashSet",
            "java.util.LinkedHashSet",
            "java.util.TreeSet",
            "java.util.Vector",
            "java.util.Stack",
            "java.util.Hashtable",
            "java.util.EnumSet",
            "java.util.EnumMap",
            "java.util.List",
            "java.util.Set",
            "java.util.Map",
            "java.util.Iterator",
            "java.util.ListIterator",
            "java.util.AbstractMap.SimpleEntry",
        ],
    },
    Group {
        name: "concurrent",
        classes: &[
            "java.util.concurrent.ConcurrentHashMap",
            "java.util.concurrent.ConcurrentSkipListMap",
            "java.util.concurrent.CopyOnWriteArrayList",
            "java.util.concurrent.ConcurrentLinkedQueue",
            "java.util.concurrent.TimeUnit",
            "java.util.concurrent.CompletableFuture",
            "java.util.concurrent.atomic.AtomicInteger",
            "java.util.concurrent.atomic.AtomicLong",
            "java.util.concurrent.atomic.AtomicBoolean",
            "java.util.concurrent.atomic.AtomicReference",
            "java.util.concurrent.atomic.AtomicIntegerArray",
            "java.util.concurrent.atomic.LongAdder",
        ],
    },
    Group {
        name: "time",
        classes: &[
            "java.time.LocalDate",
            "java.time.LocalTime",
            "java.time.LocalDateTime",
            "java.time.Duration",
            "java.time.Period",
            "java.time.Instant",
            "java.time.Year",
            "java.time.YearMonth",
            "java.time.MonthDay",
            "java.time.ZoneOffset",
            "java.time.OffsetDateTime",
            "java.time.DayOfWeek",
            "java.time.Month",
            "java.time.temporal.ChronoUnit",
            "java.time.temporal.ChronoField",
            "java.time.temporal.ValueRange",
        ],
    },
    Group {
        name: "formats",
        classes: &[
            "java.text.DecimalFormat",
            "java.text.MessageFormat",
            "java.text.ChoiceFormat",
            "java.text.SimpleDateFormat",
            "java.text.ParsePosition",
            "java.text.StringCharacterIterator",
            "java.text.BreakIterator",
            "java.text.Normalizer",
            "java.time.format.DateTimeFormatter",
        ],
    },
    Group { name: "regex", classes: &["java.util.regex.Pattern", "java.util.regex.Matcher"] },
    Group {
        name: "streams",
        classes: &[
            "java.util.stream.IntStream",
            "java.util.stream.LongStream",
            "java.util.stream.DoubleStream",
            "java.util.stream.Stream",
            "java.util.stream.Collectors",
        ],
    },
    Group {
        name: "bytes",
        classes: &[
            "java.nio.ByteBuffer",
            "java.nio.CharBuffer",
            "java.nio.IntBuffer",
            "java.io.StringReader",
            "java.io.StringWriter",
            "java.io.ByteArrayInputStream",
            "java.io.ByteArrayOutputStream",
            "java.util.zip.CRC32",
            "java.util.zip.Adler32",
            "java.net.URI",
        ],
    },
    Group {
        name: "reflection",
        classes: &[
            "java.lang.Class",
            "java.lang.reflect.Array",
            "java.lang.reflect.Modifier",
            "java.lang.invoke.MethodType",
            "java.lang.StackTraceElement",
            "java.lang.Throwable",
            "java.lang.Enum",
        ],
    },
    Group { name: "shapes-exceptions", classes: &["Thrown", "Nested"] },
    Group { name: "shapes-arrays", classes: &["ArrayShapes"] },
    Group { name: "shapes-text", classes: &["TextShapes", "Formats"] },
    Group { name: "shapes-identity", classes: &["Identity", "SameText"] },
    Group { name: "shapes-places", classes: &["Places"] },
    Group { name: "shapes-objects", classes: &["Objectual", "Collected"] },
    Group { name: "shapes-control", classes: &["Control"] },
];

/// What blocks, ends the process, looks outside, or takes too long to be a small program.
const EXCLUDED: &[&str] = &[
    "wait",
    "notify",
    "notifyAll",
    "getClass",
    "parallelStream",
    "parallel",
    "parallelPrefix",
    "parallelSetAll",
    "parallelSort",
    "sleep",
    "timedJoin",
    "timedWait",
    "get(long,java.util.concurrent.TimeUnit)",
    "load",
    "loadFromXML",
    "store",
    "storeToXML",
    "save",
    "getProperties",
    "random",
    "forName",
    "generate",
    "iterate",
    "now",
    "systemDefault",
    "randomUUID",
    "probablePrime",
    "getResourceAsStream",
    "getResource",
    "allocateDirect",
    "supplyAsync",
    "runAsync",
    "delayedExecutor",
    "join",
    "orTimeout",
    "completeOnTimeout",
    "infinite",
    "toURL",
    "getUnsafe",
    "asMatchPredicate",
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallKind {
    Static,
    Instance,
    New,
}

/// A public method or constructor, with erased types as a source writes them.
#[derive(Clone, Debug)]
pub struct Call {
    pub group: &'static str,
    pub class: String,
    pub kind: CallKind,
    pub name: String,
    pub result: String,
    pub parameters: Vec<String>,
}

impl Call {
    /// `Class.name(types)`, by which words select calls.
    pub fn title(&self) -> String {
        let name = if self.kind == CallKind::New { "new" } else { &self.name };
        format!("{}.{name}({})", self.class, self.parameters.join(","))
    }
}

/// All calls, and the constants of enums.
#[derive(Debug, Default)]
pub struct Catalogue {
    pub calls: Vec<Call>,
    pub constants: BTreeMap<String, Vec<String>>,
}

impl Catalogue {
    /// Of all groups; `shapes` has the classes of fixtures/sound.
    pub fn read(tools: &Tools, shapes: &Path) -> Catalogue {
        let mut java = tools.java();
        java.arg("-cp").arg(shapes).arg(workspace().join("tests/differential/java/PublicCalls.java"));
        let group_of: BTreeMap<&str, &'static str> =
            GROUPS.iter().flat_map(|group| group.classes.iter().map(|class| (*class, group.name))).collect();
        java.args(GROUPS.iter().flat_map(|group| group.classes).map(|class| class.replace("Map.S", "Map$S")));
        let listed = run(java, b"", PATIENCE);
        let text = listed.stdout_text();
        assert!(!text.is_empty(), "no calls: {}", listed.stderr_text());
        let mut catalogue = Catalogue::default();
        for line in text.lines() {
            catalogue.add(line, &group_of);
        }
        catalogue
    }

    fn add(&mut self, line: &str, group_of: &BTreeMap<&str, &'static str>) {
        let fields: Vec<&str> = line.split('\t').collect();
        match fields[..] {
            [class, "constant", name] => self.constants.entry(class.to_string()).or_default().push(name.to_string()),
            [class, kind, name, result, parameters] => {
                let kind = match kind {
                    "static" => CallKind::Static,
                    "new" => CallKind::New,
                    _ => CallKind::Instance,
                };
                let parameters = parameters.split(',').filter(|name| !name.is_empty()).map(str::to_string).collect();
                let (class, name, result) = (class.to_string(), name.to_string(), result.to_string());
                let group = group_of[class.as_str()];
                let call = Call { group, class, kind, name, result, parameters };
                let long = format!("{}({})", call.name, call.parameters.join(","));
                if !EXCLUDED.contains(&call.name.as_str()) && !EXCLUDED.contains(&long.as_str()) {
                    self.calls.push(call);
                }
            }
            _ => panic!("PublicCalls prints three or five fields: {line}"),
        }
    }

    /// How objects of a class can be made, by its own constructors and static methods.
    pub fn makers<'a>(&'a self, class: &'a str) -> impl Iterator<Item = &'a Call> {
        self.calls
            .iter()
            .filter(move |call| call.result == class && call.class == class && call.kind != CallKind::Instance)
    }
}
