//! Writes Java programs that run every arithmetic, conversion, comparison and shift bytecode on boundary values.
//! Each operation is a method of its own, so javac cannot fold it; each row of results is one line of output.

use std::fmt::Write;

use crate::process::Outcome;
use crate::program::Program;
use crate::tools::{Scratch, Tools, compile};

/// A value type of the JVM; `Boolean` only as a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Int,
    Long,
    Float,
    Double,
    Boolean,
}

impl Kind {
    const NUMERIC: [Kind; 4] = [Kind::Int, Kind::Long, Kind::Float, Kind::Double];

    fn java(self) -> &'static str {
        match self {
            Kind::Int => "int",
            Kind::Long => "long",
            Kind::Float => "float",
            Kind::Double => "double",
            Kind::Boolean => "boolean",
        }
    }

    /// The first letter of the bytecodes of this type.
    fn letter(self) -> char {
        match self {
            Kind::Int => 'i',
            Kind::Long => 'l',
            Kind::Float => 'f',
            Kind::Double => 'd',
            Kind::Boolean => 'z',
        }
    }

    fn edges(self) -> &'static str {
        match self {
            Kind::Int => INT_EDGES,
            Kind::Long => LONG_EDGES,
            Kind::Float => FLOAT_EDGES,
            Kind::Double => DOUBLE_EDGES,
            Kind::Boolean => "true, false",
        }
    }
}

const INT_EDGES: &str = "0, 1, -1, 2, -2, 3, -3, 5, 7, -7, 10, 31, 32, 33, 63, 64, 100, 127, 128, -128, -129, 255, \
    256, 32767, 32768, -32768, -32769, 65535, 65536, 46340, 46341, 0x55555555, 0xaaaaaaaa, 0x12345678, \
    Integer.MAX_VALUE, Integer.MIN_VALUE, Integer.MAX_VALUE - 1, Integer.MIN_VALUE + 1";

const LONG_EDGES: &str = "0, 1, -1, 2, -2, 3, -3, 7, -7, 10, 63, 64, 127, -128, 255, 65535, 65536, \
    Integer.MAX_VALUE, Integer.MIN_VALUE, Integer.MAX_VALUE + 1L, Integer.MIN_VALUE - 1L, 0xffffffffL, \
    0x100000000L, 1L << 24, (1L << 24) + 1, (1L << 53) - 1, 1L << 53, (1L << 53) + 1, 3037000499L, 3037000500L, \
    0x5555555555555555L, 0xaaaaaaaaaaaaaaaaL, 0x123456789abcdef0L, 1L << 62, \
    Long.MAX_VALUE, Long.MIN_VALUE, Long.MAX_VALUE - 1, Long.MIN_VALUE + 1, Long.MAX_VALUE - 512";

const FLOAT_EDGES: &str = "0f, -0f, 1f, -1f, 0.5f, -0.5f, 1.5f, 2.5f, 0.1f, 0.3f, 3f, -7f, 127.5f, 128f, 255.9f, \
    32767.5f, 65536f, 16777215f, 16777216f, -16777218f, 2147483520f, 2147483648f, -2147483648f, -2147483904f, \
    9.223371e18f, 9.223372e18f, -9.223372e18f, 1e-10f, 1e10f, 1e20f, 1e38f, 1e-38f, Float.MIN_VALUE, \
    -Float.MIN_VALUE, Float.MIN_NORMAL, Float.MAX_VALUE, -Float.MAX_VALUE, Float.POSITIVE_INFINITY, \
    Float.NEGATIVE_INFINITY, Float.NaN";

const DOUBLE_EDGES: &str = "0.0, -0.0, 1, -1, 0.5, -0.5, 1.5, 2.5, 0.1, 0.3, 3, -7, 127.5, 255.9, 32768, \
    65535.5, 16777217, 2147483647, 2147483647.5, 2147483648.0, -2147483648.0, -2147483649.0, 9007199254740991.0, \
    9007199254740992.0, 9223372036854774784.0, 9223372036854775807.0, -9223372036854775808.0, -9223372036854777856.0, \
    1e-10, 1e20, 3.4028235677973366e38, 3.4028235677973362e38, 1.4e-45, 7e-46, 1e-300, 1e300, 1e308, \
    Double.MIN_VALUE, -Double.MIN_VALUE, Double.MIN_NORMAL, Double.MAX_VALUE, -Double.MAX_VALUE, \
    Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.NaN";

/// One static method and the values it is called with: all edges, all pairs of edges, and random ones.
struct Operation {
    name: String,
    operands: Vec<Kind>,
    result: Kind,
    body: String,
}

impl Operation {
    fn expression(name: String, operands: &[Kind], result: Kind, expression: &str) -> Operation {
        let body = format!("return {expression};");
        Operation { name, operands: operands.to_vec(), result, body }
    }
}

const COMPARISONS: &[(&str, &str)] =
    &[("lt", "<"), ("le", "<="), ("gt", ">"), ("ge", ">="), ("eq", "=="), ("ne", "!=")];

const ARITHMETIC: &[(&str, &str)] = &[("add", "+"), ("sub", "-"), ("mul", "*"), ("div", "/"), ("rem", "%")];

const BITWISE: &[(&str, &str)] = &[("and", "&"), ("or", "|"), ("xor", "^")];

const SHIFTS: &[(&str, &str)] = &[("shl", "<<"), ("shr", ">>"), ("ushr", ">>>")];

/// The constants of the short forms: iconst, bipush, sipush, ldc; lconst, fconst, dconst.
const CONSTANTS: &[&str] =
    &["-1", "0", "1", "2", "3", "4", "5", "6", "127", "-128", "128", "32767", "-32768", "32768", "123456789"];

fn arithmetic(kind: Kind) -> Vec<Operation> {
    let mut operations = Vec::new();
    let integral = matches!(kind, Kind::Int | Kind::Long);
    let letter = kind.letter();
    let bitwise = if integral { BITWISE } else { &[] };
    for (name, sign) in ARITHMETIC.iter().chain(bitwise) {
        let both = [kind, kind];
        operations.push(Operation::expression(format!("{letter}{name}"), &both, kind, &format!("a {sign} b")));
        for (index, constant) in CONSTANTS.iter().enumerate() {
            let left = format!("{letter}{name}Right{index}");
            operations.push(Operation::expression(left, &[kind], kind, &format!("a {sign} {constant}")));
            let right = format!("{letter}{name}Left{index}");
            operations.push(Operation::expression(right, &[kind], kind, &format!("{constant} {sign} a")));
        }
    }
    operations.push(Operation::expression(format!("{letter}neg"), &[kind], kind, "-a"));
    operations
}

fn shifts(kind: Kind) -> Vec<Operation> {
    let mut operations = Vec::new();
    let letter = kind.letter();
    for (name, sign) in SHIFTS {
        for distance in [Kind::Int, Kind::Long] {
            let name = format!("{letter}{name}By{}", distance.java());
            operations.push(Operation::expression(name, &[kind, distance], kind, &format!("a {sign} b")));
        }
        for distance in ["0", "1", "5", "31", "32", "33", "63", "64", "-1"] {
            let name = format!("{letter}{name}By{}", distance.replace('-', "Minus"));
            operations.push(Operation::expression(name, &[kind], kind, &format!("a {sign} {distance}")));
        }
    }
    operations
}

/// iinc in its short and wide forms, prefix and postfix.
fn increments() -> Vec<Operation> {
    let mut operations = Vec::new();
    for (index, step) in ["1", "-1", "127", "-128", "128", "-129", "32767", "-32768", "32768"].iter().enumerate() {
        let body = format!("int old = a; a += {step}; return a ^ old++ + --old;");
        operations.push(Operation { name: format!("iinc{index}"), operands: vec![Kind::Int], result: Kind::Int, body });
    }
    operations
}

/// Every cast, the narrow ones in two steps too, and the narrow stores of arrays.
fn conversions() -> Vec<Operation> {
    let mut operations = Vec::new();
    for from in Kind::NUMERIC {
        for to in Kind::NUMERIC {
            let name = format!("{}2{}", from.letter(), to.letter());
            operations.push(Operation::expression(name, &[from], to, &format!("({}) a", to.java())));
            let name = format!("{}2{}2{}", from.letter(), to.letter(), from.letter());
            let back = format!("({}) ({}) a", from.java(), to.java());
            operations.push(Operation::expression(name, &[from], from, &back));
        }
        for narrow in ["byte", "short", "char"] {
            let name = format!("{}2{narrow}", from.letter());
            operations.push(Operation::expression(name, &[from], Kind::Int, &format!("({narrow}) a")));
            let body =
                format!("{narrow}[] cell = new {narrow}[2]; cell[1] = ({narrow}) a; cell[1] += a; return cell[1];");
            let name = format!("{}Into{narrow}s", from.letter());
            operations.push(Operation { name, operands: vec![from], result: Kind::Int, body });
        }
    }
    operations
}

/// Each comparison as a value, as a negated value, as a branch both ways, and against constants.
fn comparisons(kind: Kind) -> Vec<Operation> {
    let mut operations = Vec::new();
    let letter = kind.letter();
    for (name, sign) in COMPARISONS {
        let both = [kind, kind];
        let mut add = |suffix: &str, operands: &[Kind], body: String| {
            let name = format!("{letter}{name}{suffix}");
            operations.push(Operation { name, operands: operands.to_vec(), result: Kind::Boolean, body });
        };
        add("", &both, format!("return a {sign} b;"));
        add("Not", &both, format!("return !(a {sign} b);"));
        add("Branch", &both, format!("if (a {sign} b && !(b {sign} a)) return true; return false;"));
        add("Loop", &both, format!("int n = 0; while (a {sign} b && n++ < 2) {{ }} return n > 1;"));
        for (index, constant) in ["0", "1", "-1"].iter().enumerate() {
            add(&format!("Constant{index}"), &[kind], format!("return a {sign} {constant};"));
            add(&format!("NotConstant{index}"), &[kind], format!("return !(a {sign} {constant});"));
        }
    }
    operations
}

/// What was generated, compiled and ready to run.
pub struct Generated {
    pub programs: Vec<Program>,
}

impl Generated {
    pub fn new(tools: &Tools, scratch: &Scratch) -> Generated {
        let mut families: Vec<(String, Vec<Operation>)> = Vec::new();
        for kind in Kind::NUMERIC {
            families.push((format!("Arithmetic{}", kind.letter()), arithmetic(kind)));
            families.push((format!("Comparison{}", kind.letter()), comparisons(kind)));
        }
        families.push(("Shifti".into(), shifts(Kind::Int)));
        families.push(("Shiftl".into(), shifts(Kind::Long)));
        families.push(("Increment".into(), increments()));
        families.push(("Conversion".into(), conversions()));

        let sources: Vec<_> =
            families.iter().map(|(name, ops)| scratch.write(&format!("{name}.java"), source(name, ops))).collect();
        let classes = scratch.path().join("classes");
        compile(tools, &sources, "", &classes);
        let program = |name: &String| Program {
            name: name.clone(),
            class_path: vec![classes.clone()],
            main: name.clone(),
            ..Program::default()
        };
        Generated { programs: families.iter().map(|(name, _)| program(name)).collect() }
    }
}

/// The number of operations that a program says it ran, on its last line.
pub fn cases(outcome: &Outcome) -> usize {
    let text = outcome.stdout_text();
    let last = text.lines().last().unwrap_or_default();
    last.strip_prefix("cases ")
        .and_then(|rest| rest.split(' ').next())
        .and_then(|number| number.parse().ok())
        .unwrap_or(0)
}

/// What every program needs: tables, hash, random values.
const PRELUDE: &str = r#"
    static final int RANDOM = 60;
    static final StringBuilder row = new StringBuilder();
    static long hash;
    static int cases;
    static long seed = 88172645463325252L;

    static void mix(long bits) {
        hash = hash * 31 + bits;
        cases++;
    }

    static void put(long bits) {
        mix(bits);
        row.append(' ').append(Long.toHexString(bits));
    }

    static void fail(ArithmeticException e) {
        put(e.getMessage().hashCode());
    }

    static void end(String name) {
        System.out.println(row.insert(0, name));
        row.setLength(0);
    }

    static long bits(int v) { return v & 0xffffffffL; }
    static long bits(long v) { return v; }
    static long bits(float v) { return Float.floatToIntBits(v) & 0xffffffffL; }
    static long bits(double v) { return Double.doubleToLongBits(v); }
    static long bits(boolean v) { return v ? 1 : 0; }

    static long next() {
        seed ^= seed << 13;
        seed ^= seed >>> 7;
        seed ^= seed << 17;
        return seed;
    }

    static int randomInt() { return (int) next() >> (next() & 31); }
    static long randomLong() { return next() >> (next() & 63); }
    static float randomFloat() { return (next() & 1) == 0 ? Float.intBitsToFloat((int) next()) : (float) randomLong(); }
    static double randomDouble() { return (next() & 1) == 0 ? Double.longBitsToDouble(next()) : (double) randomLong() / 1024; }
"#;

fn source(class: &str, operations: &[Operation]) -> String {
    let mut text = format!("public class {class} {{\n");
    for kind in Kind::NUMERIC {
        let _ = writeln!(text, "    static final {0}[] {0}s = {{{1}}};", kind.java(), kind.edges());
    }
    text += PRELUDE;
    for operation in operations {
        text += &method(operation);
        text += &driver(operation);
    }
    text += "\n    public static void main(String[] args) {\n";
    for operation in operations {
        let _ = writeln!(text, "        all_{}();", operation.name);
    }
    text += "        System.out.println(\"cases \" + cases + \" hash \" + hash);\n    }\n}\n";
    text
}

const NAMES: [&str; 2] = ["a", "b"];

fn method(operation: &Operation) -> String {
    let parameters: Vec<String> =
        operation.operands.iter().zip(NAMES).map(|(kind, name)| format!("{} {name}", kind.java())).collect();
    format!(
        "\n    static {} {}({}) {{\n        {}\n    }}\n",
        operation.result.java(),
        operation.name,
        parameters.join(", "),
        operation.body
    )
}

/// Loops over all edges of each operand, one line of output per value of the first; then random values.
fn driver(operation: &Operation) -> String {
    let name = &operation.name;
    let arguments = &NAMES[..operation.operands.len()].join(", ");
    let call = format!("try {{ put(bits({name}({arguments}))); }} catch (ArithmeticException e) {{ fail(e); }}");
    let edges = match operation.operands.as_slice() {
        [a] => format!("for ({0} a : {0}s) {{ {call} }}\n        end(\"{name}\");", a.java()),
        [a, b] => format!(
            "for ({0} a : {0}s) {{\n            for ({1} b : {1}s) {{ {call} }}\n            end(\"{name} \" + a);\n        }}",
            a.java(),
            b.java()
        ),
        other => unreachable!("{} operands", other.len()),
    };
    let random: Vec<String> = operation
        .operands
        .iter()
        .zip(NAMES)
        .map(|(kind, name)| format!("{} {name} = {};", kind.java(), random(*kind)))
        .collect();
    format!(
        "\n    static void all_{name}() {{\n        {edges}\n        for (int i = 0; i < RANDOM; i++) {{\n            {}\n            {call}\n        }}\n        row.setLength(0);\n        System.out.println(\"{name} random \" + hash);\n    }}\n",
        random.join(" "),
    )
}

fn random(kind: Kind) -> &'static str {
    match kind {
        Kind::Int => "randomInt()",
        Kind::Long => "randomLong()",
        Kind::Float => "randomFloat()",
        Kind::Double => "randomDouble()",
        Kind::Boolean => "(next() & 1) == 0",
    }
}
