//! Expected messages are what JDK 17 prints for the same bytecode.

use super::message_in;
use bytecode::{ClassFile, CodeInfo, Constant, HandlerInfo, MemberRef, MethodInfo, Pool, access};

const FIELD: u8 = 1;
const ARRAYS: u8 = 2;
const LENGTH: u8 = 3;
const INIT: u8 = 4;
const STATIC: u8 = 5;
const MANY: u8 = 6;
const SITE: u8 = 7;

const ACONST_NULL: u8 = 1;
const ICONST_0: u8 = 3;
const LCONST_0: u8 = 9;
const ILOAD_1: u8 = 27;
const ALOAD_0: u8 = 42;
const ALOAD_2: u8 = 44;
const IALOAD: u8 = 46;
const AALOAD: u8 = 50;
const LSTORE_1: u8 = 64;
const ASTORE_2: u8 = 77;
const POP: u8 = 87;
const IADD: u8 = 96;
const IFEQ: u8 = 153;
const GOTO: u8 = 167;
const RETURN: u8 = 177;
const GETSTATIC: u8 = 178;
const GETFIELD: u8 = 180;
const PUTFIELD: u8 = 181;
const INVOKEVIRTUAL: u8 = 182;
const INVOKESPECIAL: u8 = 183;
const INVOKEDYNAMIC: u8 = 186;
const ATHROW: u8 = 191;

fn pool() -> Pool {
    let member = |class: &str, name: &str, descriptor: &str| MemberRef {
        class: class.into(),
        name: name.into(),
        descriptor: descriptor.into(),
    };
    Pool {
        entries: vec![
            Constant::Unusable,
            Constant::Field(member("p/Node", "next", "Lp/Node;")),
            Constant::Field(member("p/Node", "rows", "[[I")),
            Constant::Method(member("java/lang/String", "length", "()I")),
            Constant::Method(member("java/lang/NullPointerException", "<init>", "()V")),
            Constant::Field(member("p/Node", "head", "Lp/Node;")),
            Constant::Method(member(
                "p/Node",
                "find",
                "(JLjava/lang/StringBuilder;[[Ljava/lang/Object;Lp/Node;)Lp/Node;",
            )),
            Constant::InvokeDynamic { bootstrap: 0, name: "make".into(), descriptor: "()Lp/Node;".into() },
        ],
    }
}

/// The message for the last instruction of an instance method `(int, Node)`, put in front of a return.
fn last(code: &[u8], handlers: Vec<HandlerInfo>) -> Option<String> {
    let code = [code, &[RETURN]].concat();
    let method = MethodInfo {
        access: access::PUBLIC,
        name: "run".into(),
        descriptor: "(ILp/Node;)V".into(),
        code: Some(CodeInfo { max_stack: 10, max_locals: 4, bytes: 0..code.len(), handlers, ..CodeInfo::default() }),
        ..MethodInfo::default()
    };
    let class = ClassFile {
        major: 61,
        access: access::PUBLIC,
        name: "p/Test".into(),
        super_name: Some("java/lang/Object".into()),
        pool: pool(),
        bytes: code.into(),
        ..ClassFile::default()
    };
    // The return and what the decoder puts after it.
    let count = bytecode::decode(&class, &method).unwrap().insns.len() as u32;
    message_in(&class, &method, count - 3)
}

fn check(code: &[u8], message: &str) {
    assert_eq!(last(code, Vec::new()).as_deref(), Some(message));
}

#[test]
fn fields_and_arrays() {
    check(
        &[ALOAD_0, GETFIELD, 0, ARRAYS, ILOAD_1, AALOAD, ICONST_0, IALOAD],
        "Cannot load from int array because \"this.rows[<parameter1>]\" is null",
    );
    check(
        &[ALOAD_0, GETFIELD, 0, ARRAYS, ILOAD_1, ICONST_0, IADD, AALOAD, ICONST_0, IALOAD],
        "Cannot load from int array because \"this.rows[...]\" is null",
    );
    check(
        &[GETSTATIC, 0, STATIC, GETFIELD, 0, FIELD, ACONST_NULL, PUTFIELD, 0, FIELD],
        "Cannot assign field \"next\" because \"p.Node.head.next\" is null",
    );
    let chain = [GETFIELD, 0, FIELD].repeat(6);
    check(
        &[&[ALOAD_0], &chain[..]].concat(),
        "Cannot read field \"next\" because \"next.next.next.next.next\" is null",
    );
}

#[test]
fn calls() {
    let find = [ALOAD_2, LCONST_0, ACONST_NULL, ACONST_NULL, ACONST_NULL, INVOKEVIRTUAL, 0, MANY];
    check(
        &find,
        "Cannot invoke \"p.Node.find(long, StringBuilder, Object[][], p.Node)\" because \"<parameter2>\" is null",
    );
    check(
        &[&find[..], &[GETFIELD, 0, FIELD]].concat(),
        "Cannot read field \"next\" because the return value of \
         \"p.Node.find(long, StringBuilder, Object[][], p.Node)\" is null",
    );
    check(&[INVOKEDYNAMIC, 0, SITE, 0, 0, GETFIELD, 0, FIELD], "Cannot read field \"next\" because \"");
    check(&[ACONST_NULL, ATHROW], "Cannot throw exception because \"null\" is null");
    let constructor = [ACONST_NULL, INVOKESPECIAL, 0, INIT];
    assert_eq!(last(&constructor, Vec::new()), None);
}

#[test]
fn merged_values_have_no_cause() {
    let choice = [ILOAD_1, IFEQ, 0, 7, ALOAD_0, GOTO, 0, 4, ALOAD_2];
    check(&[&choice[..], &[INVOKEVIRTUAL, 0, LENGTH]].concat(), "Cannot invoke \"String.length()\"");
    check(
        &[&choice[..], &[GETFIELD, 0, FIELD, INVOKEVIRTUAL, 0, LENGTH]].concat(),
        "Cannot invoke \"String.length()\" because \"next\" is null",
    );
}

#[test]
fn written_parameters_are_locals() {
    let store = [ACONST_NULL, ASTORE_2, ALOAD_2, GETFIELD, 0, FIELD];
    check(&store, "Cannot read field \"next\" because \"<local2>\" is null");
    check(
        &[LCONST_0, LSTORE_1, ALOAD_2, GETFIELD, 0, FIELD],
        "Cannot read field \"next\" because \"<parameter2>\" is null",
    );
    // A handler forgets what was written before.
    let handler = HandlerInfo { start: 0, end: 6, handler: 7, catch: 0 };
    let caught = [&store[..], &[RETURN, POP, ALOAD_2, GETFIELD, 0, FIELD]].concat();
    assert_eq!(
        last(&caught, vec![handler]).as_deref(),
        Some("Cannot read field \"next\" because \"<parameter2>\" is null")
    );
}
