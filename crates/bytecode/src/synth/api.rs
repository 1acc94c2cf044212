//! The classes that programs ask for inputs: those of SV-COMP, JBMC and Symbolic PathFinder, and our own. One table says what
//! their methods mean; the machine takes its models from it, sources are compiled against classes made from it, and
//! those classes answer with recorded inputs when a path is replayed on a JVM.

use super::{cprover, inputs};
use crate::classfile::{ClassFile, ClassFileError, MethodInfo, access};
use crate::descriptor::{MethodDescriptor, Type};
use crate::insn::Prim;
use crate::writer::{BRANCHING_MAJOR, ClassWriter, CodeWriter, Invoke};

pub const VERIFIER: &str = "org/sosy_lab/sv_benchmarks/Verifier";
pub const CPROVER: &str = "org/cprover/CProver";
pub const CPROVER_STRING: &str = "org/cprover/CProverString";
pub const SPF: &str = "gov/nasa/jpf/symbc/Debug";
pub const JACANA: &str = "jacana/Jacana";

pub const FACTORY: &str = "org/sosy_lab/sv_benchmarks/ObjectFactory";
pub(super) const STRING: &str = "java/lang/String";

/// What a call means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// Any number of the result's type.
    Number,
    /// Any String but null.
    Text,
    /// A String of as many characters as the second argument says.
    TextOfLength,
    /// Any object of the class that the argument is.
    Object(Null),
    /// Any object of the type that the caller expects: what it casts the answer to, else the class of the argument.
    Expected(Null),
    /// Executions in which the argument is false do not count.
    Assume,
    /// Executions that come here do not count.
    Never,
    /// Output and advice to other tools: nothing happens; the result is zero or an empty text.
    Nothing,
    /// The path cannot go on.
    Unsupported,
    /// The factory, which is the second argument, makes the object: ordinary code.
    Factory,
    /// Ordinary code (`cprover.rs`), which computes this Java expression of its arguments `a0`, `a1`, ...
    Code(&'static str),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Null {
    Included,
    Excluded,
}

pub struct ApiMethod {
    pub name: &'static str,
    pub descriptor: &'static str,
    pub meaning: Meaning,
    /// With type variables, if there are some.
    signature: Option<&'static str>,
}

pub struct Api {
    /// Internal name.
    pub class: &'static str,
    pub methods: &'static [ApiMethod],
}

pub(super) const fn method(name: &'static str, descriptor: &'static str, meaning: Meaning) -> ApiMethod {
    ApiMethod { name, descriptor, meaning, signature: None }
}

const fn generic(name: &'static str, descriptor: &'static str, meaning: Meaning, signature: &'static str) -> ApiMethod {
    ApiMethod { name, descriptor, meaning, signature: Some(signature) }
}

const OF_ARGUMENT: &str = "<T:Ljava/lang/Object;>(TT;)TT;";
const OF_NOTHING: &str = "<T:Ljava/lang/Object;>()TT;";

pub const APIS: &[Api] = &[
    Api {
        class: VERIFIER,
        methods: &[
            method("assume", "(Z)V", Meaning::Assume),
            method("nondetBoolean", "()Z", Meaning::Number),
            method("nondetByte", "()B", Meaning::Number),
            method("nondetChar", "()C", Meaning::Number),
            method("nondetShort", "()S", Meaning::Number),
            method("nondetInt", "()I", Meaning::Number),
            method("nondetLong", "()J", Meaning::Number),
            method("nondetFloat", "()F", Meaning::Number),
            method("nondetDouble", "()D", Meaning::Number),
            method("nondetString", "()Ljava/lang/String;", Meaning::Text),
            generic(
                "nondetObject",
                "(Ljava/lang/Class;Lorg/sosy_lab/sv_benchmarks/ObjectFactory;)Ljava/lang/Object;",
                Meaning::Factory,
                "<T:Ljava/lang/Object;>(Ljava/lang/Class<TT;>;Lorg/sosy_lab/sv_benchmarks/ObjectFactory<TT;>;)TT;",
            ),
        ],
    },
    Api {
        class: CPROVER,
        methods: &[
            method("assume", "(Z)V", Meaning::Assume),
            method("nondetBoolean", "()Z", Meaning::Number),
            method("nondetByte", "()B", Meaning::Number),
            method("nondetChar", "()C", Meaning::Number),
            method("nondetShort", "()S", Meaning::Number),
            method("nondetInt", "()I", Meaning::Number),
            method("nondetLong", "()J", Meaning::Number),
            method("nondetFloat", "()F", Meaning::Number),
            method("nondetDouble", "()D", Meaning::Number),
            generic(
                "nondetWithNull",
                "(Ljava/lang/Object;)Ljava/lang/Object;",
                Meaning::Expected(Null::Included),
                OF_ARGUMENT,
            ),
            generic(
                "nondetWithoutNull",
                "(Ljava/lang/Object;)Ljava/lang/Object;",
                Meaning::Expected(Null::Excluded),
                OF_ARGUMENT,
            ),
            generic("nondetWithNull", "()Ljava/lang/Object;", Meaning::Expected(Null::Included), OF_NOTHING),
            generic("nondetWithoutNull", "()Ljava/lang/Object;", Meaning::Expected(Null::Excluded), OF_NOTHING),
            generic(
                "nondetWithNullForNotModelled",
                "()Ljava/lang/Object;",
                Meaning::Expected(Null::Included),
                OF_NOTHING,
            ),
            generic(
                "nondetWithoutNullForNotModelled",
                "()Ljava/lang/Object;",
                Meaning::Expected(Null::Excluded),
                OF_NOTHING,
            ),
            method("notModelled", "()V", Meaning::Never),
            method("atomicBegin", "()V", Meaning::Nothing),
            method("atomicEnd", "()V", Meaning::Nothing),
            method("startThread", "(I)V", Meaning::Unsupported),
            method("endThread", "(I)V", Meaning::Unsupported),
            method("getCurrentThreadId", "()I", Meaning::Nothing),
            method("getCurrentThreadID", "()I", Meaning::Nothing),
            method("getMonitorCount", "(Ljava/lang/Object;)I", Meaning::Unsupported),
            method("nondetPrintStream", "()Ljava/io/PrintStream;", Meaning::Unsupported),
            method("nondetBufferedInputStream", "()Ljava/io/BufferedInputStream;", Meaning::Unsupported),
            method(
                "classIdentifier",
                "(Ljava/lang/Object;)Ljava/lang/String;",
                Meaning::Code("a0.getClass().getName()"),
            ),
            method("doubleToFloat", "(D)F", Meaning::Code("Inputs.<Float>take()")),
            method("arraycopy", "([BI[BII)V", Meaning::Code("System.arraycopy(a0, a1, a2, a3, a4)")),
            method("arraycopyInPlace", "([BI[BII)V", Meaning::Code("System.arraycopy(a0, a1, a2, a3, a4)")),
            generic(
                "createArrayWithType",
                "(I[Ljava/lang/Object;)[Ljava/lang/Object;",
                Meaning::Code("(Object[]) java.lang.reflect.Array.newInstance(a1.getClass().getComponentType(), a0)"),
                "<T:Ljava/lang/Object;>(I[TT;)[TT;",
            ),
        ],
    },
    Api { class: CPROVER_STRING, methods: cprover::TEXT_METHODS },
    Api {
        class: SPF,
        methods: &[
            method("assume", "(Z)V", Meaning::Assume),
            method("makeSymbolicBoolean", "(Ljava/lang/String;)Z", Meaning::Number),
            method("makeSymbolicByte", "(Ljava/lang/String;)B", Meaning::Number),
            method("makeSymbolicChar", "(Ljava/lang/String;)C", Meaning::Number),
            method("makeSymbolicShort", "(Ljava/lang/String;)S", Meaning::Number),
            method("makeSymbolicInteger", "(Ljava/lang/String;)I", Meaning::Number),
            method("makeSymbolicLong", "(Ljava/lang/String;)J", Meaning::Number),
            method("makeSymbolicReal", "(Ljava/lang/String;)D", Meaning::Number),
            method("makeSymbolicString", "(Ljava/lang/String;)Ljava/lang/String;", Meaning::Text),
            method("makeSymbolicString", "(Ljava/lang/String;I)Ljava/lang/String;", Meaning::TextOfLength),
            method("addSymbolicBoolean", "(ZLjava/lang/String;)Z", Meaning::Number),
            method("addSymbolicByte", "(BLjava/lang/String;)B", Meaning::Number),
            method("addSymbolicChar", "(CLjava/lang/String;)C", Meaning::Number),
            method("addSymbolicInt", "(ILjava/lang/String;)I", Meaning::Number),
            method("addSymbolicDouble", "(DLjava/lang/String;)D", Meaning::Number),
            method("printPC", "(Ljava/lang/String;)V", Meaning::Nothing),
            method("printHeapPC", "(Ljava/lang/String;)V", Meaning::Nothing),
            method("printSymbolicRef", "(Ljava/lang/Object;Ljava/lang/String;)V", Meaning::Nothing),
            method("getSolvedPC", "()Ljava/lang/String;", Meaning::Nothing),
            method("getPC_prefix_notation", "()Ljava/lang/String;", Meaning::Nothing),
            method("PC4Z3", "()Ljava/lang/String;", Meaning::Nothing),
            method("getSymbolicIntegerValue", "(I)Ljava/lang/String;", Meaning::Nothing),
            method("getSymbolicLongValue", "(J)Ljava/lang/String;", Meaning::Nothing),
            method("getSymbolicShortValue", "(S)Ljava/lang/String;", Meaning::Nothing),
            method("getSymbolicByteValue", "(B)Ljava/lang/String;", Meaning::Nothing),
            method("getSymbolicCharValue", "(C)Ljava/lang/String;", Meaning::Nothing),
            method("getSymbolicRealValue", "(D)Ljava/lang/String;", Meaning::Nothing),
            method("getSymbolicRealValue4Z3", "(D)Ljava/lang/String;", Meaning::Nothing),
            method("getSymbolicBooleanValue", "(Z)Ljava/lang/String;", Meaning::Nothing),
            method("getSymbolicStringValue", "(Ljava/lang/String;)Ljava/lang/String;", Meaning::Nothing),
            method("isSymbolicInteger", "(I)Z", Meaning::Unsupported),
            method("isSymbolicLong", "(J)Z", Meaning::Unsupported),
            method("isSymbolicShort", "(S)Z", Meaning::Unsupported),
            method("isSymbolicByte", "(B)Z", Meaning::Unsupported),
            method("isSymbolicChar", "(C)Z", Meaning::Unsupported),
            method("checkAccuracy", "(DD)Z", Meaning::Unsupported),
            method("matchAbstractState", "(Ljava/lang/Object;)Z", Meaning::Unsupported),
            method("makeSymbolicRef", "(Ljava/lang/String;Ljava/lang/Object;)Ljava/lang/Object;", Meaning::Unsupported),
            method("makeSymbolicNull", "(Ljava/lang/String;)Ljava/lang/Object;", Meaning::Unsupported),
            method("makeFieldsSymbolic", "(Ljava/lang/String;Ljava/lang/Object;)V", Meaning::Unsupported),
            method("addCost", "(Ljava/lang/Object;)V", Meaning::Nothing),
            method("setLastObservedInputSize", "(Ljava/lang/Object;)V", Meaning::Nothing),
            method("clearMeasurements", "()V", Meaning::Nothing),
        ],
    },
    Api {
        class: JACANA,
        methods: &[
            method("assume", "(Z)V", Meaning::Assume),
            method("anyBoolean", "()Z", Meaning::Number),
            method("anyByte", "()B", Meaning::Number),
            method("anyChar", "()C", Meaning::Number),
            method("anyShort", "()S", Meaning::Number),
            method("anyInt", "()I", Meaning::Number),
            method("anyLong", "()J", Meaning::Number),
            method("anyFloat", "()F", Meaning::Number),
            method("anyDouble", "()D", Meaning::Number),
            method("anyString", "()Ljava/lang/String;", Meaning::Text),
            generic(
                "any",
                "(Ljava/lang/Class;)Ljava/lang/Object;",
                Meaning::Object(Null::Included),
                "<T:Ljava/lang/Object;>(Ljava/lang/Class<TT;>;)TT;",
            ),
        ],
    },
];

/// The method of an API class, wherever that class was loaded from.
pub fn api_method(class: &str, name: &str, descriptor: &str) -> Option<&'static ApiMethod> {
    let api = APIS.iter().find(|api| api.class == class)?;
    api.methods.iter().find(|method| method.name == name && method.descriptor == descriptor)
}

/// All API classes, by internal name: they answer from the class of recorded inputs that has the name `inputs`.
pub fn api_classes(inputs: &str) -> Result<Vec<(&'static str, Vec<u8>)>, ClassFileError> {
    let mut classes = vec![(FACTORY, factory()?)];
    for api in APIS {
        classes.push((api.class, api_class(api, inputs)?));
    }
    Ok(classes)
}

/// `public interface ObjectFactory<T> { T createObject(); }`
fn factory() -> Result<Vec<u8>, ClassFileError> {
    let flags = access::PUBLIC | access::INTERFACE | access::ABSTRACT;
    let mut class = ClassWriter::new::<&str>(BRANCHING_MAJOR, flags, FACTORY, &[])?;
    class.signature("<T:Ljava/lang/Object;>Ljava/lang/Object;");
    class.abstract_method(access::PUBLIC, "createObject", "()Ljava/lang/Object;", Some("()TT;"));
    class.finish()
}

/// The class whose code is the meaning: a copy on the class path only says that something is answered. A copy with methods that we do not
/// know stays as it is.
pub fn own_code(class: &str, copy: &[u8]) -> Option<Vec<u8>> {
    let api = APIS.iter().find(|api| api.class == class && [CPROVER, CPROVER_STRING].contains(&class))?;
    let known = |method: &MethodInfo| {
        method.name.starts_with('<') || api_method(class, &method.name, &method.descriptor).is_some()
    };
    let copy = ClassFile::parse(copy.into()).ok()?;
    let is_known = class == CPROVER_STRING || copy.methods.iter().all(known);
    is_known.then(|| api_class(api, inputs::INPUTS).ok()).flatten()
}

fn api_class(api: &Api, inputs: &str) -> Result<Vec<u8>, ClassFileError> {
    let flags = access::PUBLIC | access::FINAL | access::SUPER;
    let mut class = ClassWriter::new::<&str>(BRANCHING_MAJOR, flags, api.class, &[])?;
    for method in api.methods {
        let flags = access::PUBLIC | access::STATIC;
        let body = |code: &mut CodeWriter| answer(code, api.class, method, inputs);
        class.generic_method(flags, method.name, method.descriptor, method.signature, body)?;
    }
    class.finish()
}

fn answer(code: &mut CodeWriter, class: &str, method: &ApiMethod, inputs: &str) -> Result<(), ClassFileError> {
    let result = MethodDescriptor::parse(method.descriptor)?.result;
    match (method.meaning, &result) {
        (Meaning::Number, Some(Type::Prim(prim))) => inputs::call_number(code, inputs, *prim)?,
        (Meaning::Text, Some(_)) => {
            inputs::call_object(code, inputs)?;
            code.check_cast(STRING);
        }
        (Meaning::TextOfLength, Some(_)) => {
            inputs::call_object(code, inputs)?;
            code.check_cast("[C");
            code.invoke(Invoke::Static, STRING, "valueOf", "([C)Ljava/lang/String;")?;
        }
        (Meaning::Object(_) | Meaning::Expected(_), Some(_)) => inputs::call_object(code, inputs)?,
        (Meaning::Assume, None) => {
            code.load(&Type::Prim(Prim::Boolean), 0);
            inputs::call_assume(code, inputs)?;
        }
        (Meaning::Never, None) => {
            code.int(0);
            inputs::call_assume(code, inputs)?;
        }
        (Meaning::Factory, Some(_)) => {
            code.load(&Type::Ref(FACTORY.into()), 1);
            code.invoke(Invoke::Interface, FACTORY, "createObject", "()Ljava/lang/Object;")?;
        }
        (Meaning::Code(_), _) => cprover::body(code, class, method.name, method.descriptor)?,
        (_, None) => {}
        (_, Some(kind)) => code.zero(kind),
    }
    code.return_value(result.as_ref());
    Ok(())
}
