//! The methods of `Sites`.

use super::write::{Body, Case, Constant, Dynamic, Handle, OBJECT, kind};

const LOOKUP: &str = "Ljava/lang/invoke/MethodHandles$Lookup;";
const STRING: &str = "Ljava/lang/String;";
const CLASS: &str = "Ljava/lang/Class;";
const METHOD_TYPE: &str = "Ljava/lang/invoke/MethodType;";
const METHOD_HANDLE: &str = "Ljava/lang/invoke/MethodHandle;";
const CALL_SITE: &str = "Ljava/lang/invoke/CallSite;";
const VAR_HANDLE: &str = "Ljava/lang/invoke/VarHandle;";

pub fn all() -> Vec<Case> {
    let mut cases = constants();
    cases.extend(failing_constants());
    cases.extend(of_constant_bootstraps());
    cases.extend(handles());
    cases.extend(calls());
    cases.extend(failing_calls());
    cases.extend(lambdas());
    cases.extend(concatenations());
    cases
}

type Name = &'static str;

/// A constant by a method of `Bootstraps` whose parameters go on with `parameters`.
fn constant(method: Name, parameters: &str, arguments: Vec<Constant>, name: Name, descriptor: &str) -> Dynamic {
    let of = format!("({LOOKUP}{STRING}{CLASS}{parameters}){OBJECT}");
    Dynamic { bootstrap: Handle::of_static("Bootstraps", method, &of), arguments, name, descriptor: descriptor.into() }
}

fn call(method: Name, parameters: &str, arguments: Vec<Constant>, name: Name, descriptor: &str) -> Dynamic {
    let of = format!("({LOOKUP}{STRING}{METHOD_TYPE}{parameters}){CALL_SITE}");
    Dynamic { bootstrap: Handle::of_static("Bootstraps", method, &of), arguments, name, descriptor: descriptor.into() }
}

fn loads(name: &str, dynamic: Dynamic) -> Case {
    let descriptor = dynamic.descriptor.clone();
    Case { name: name.into(), body: Body::Load(Constant::Dynamic(dynamic), descriptor) }
}

fn calls_site(name: &str, site: Dynamic) -> Case {
    Case { name: name.into(), body: Body::Call(site) }
}

fn parsed(name: &'static str, descriptor: &str) -> Dynamic {
    constant("parse", "", Vec::new(), name, descriptor)
}

/// One static argument of each kind.
fn one_of_each() -> Vec<Constant> {
    let of = format!("({STRING}IJD){STRING}");
    vec![
        Constant::Int(-7),
        Constant::Long(1 << 40),
        Constant::Float(1.5),
        Constant::Double(-2.25),
        Constant::Text("text"),
        Constant::Class("[Ljava/util/List;"),
        Constant::Type("(I[JLjava/lang/String;)V"),
        Constant::Handle(Handle::of_static("Bootstraps", "concat", &of)),
        Constant::Dynamic(parsed("_nested", STRING)),
    ]
}

fn constants() -> Vec<Case> {
    let number = |name, descriptor| Constant::Dynamic(parsed(name, descriptor));
    let each = format!("IJFD{STRING}{CLASS}{METHOD_TYPE}{METHOD_HANDLE}{OBJECT}");
    let loose = format!("({OBJECT}{OBJECT}{OBJECT}{OBJECT}){OBJECT}");
    let exact = format!("({LOOKUP}{STRING}{CLASS})I");
    let nothing = || Constant::Dynamic(constant("nothing", "", Vec::new(), "none", OBJECT));
    let array = || Constant::Dynamic(constant("array", "", Vec::new(), "ints", "[I"));
    let of_ints = vec![Constant::Int(1), Constant::Int(2), Constant::Dynamic(parsed("_3", "I"))];
    let converted = vec![Constant::Int(1), Constant::Float(2.5), Constant::Int(3), Constant::Long(4)];
    let primitives = vec![
        number("_true", "Z"),
        number("_5", "B"),
        number("_x", "C"),
        number("_6", "S"),
        number("_7", "J"),
        number("_8", "F"),
        number("_9", "D"),
    ];
    let exact_int = |descriptor: &str| Dynamic {
        bootstrap: Handle::of_static("Bootstraps", "exactInt", &exact),
        arguments: Vec::new(),
        name: "exact",
        descriptor: descriptor.into(),
    };
    vec![
        loads("boolean", parsed("_true", "Z")),
        loads("byte", parsed("__128", "B")),
        loads("char", parsed("_z", "C")),
        loads("short", parsed("__300", "S")),
        loads("int", parsed("_2147483647", "I")),
        loads("long", parsed("__9223372036854775808", "J")),
        loads("float", parsed("_3p5", "F")),
        loads("double", parsed("_1e300", "D")),
        loads("string", parsed("_text", STRING)),
        loads("object", parsed("_text", OBJECT)),
        loads("null", constant("nothing", "", Vec::new(), "none", STRING)),
        loads("ints", constant("array", "", Vec::new(), "ints", "[I")),
        loads("exactInt", exact_int("I")),
        loads("widened", exact_int("J")),
        loads("widenedToDouble", exact_int("D")),
        loads("boxed", exact_int("Ljava/lang/Integer;")),
        loads("allKinds", constant("all", &each, one_of_each(), "all", STRING)),
        loads("rest", constant("rest", "[Ljava/lang/Object;", one_of_each()[..7].to_vec(), "rest", STRING)),
        loads("restOfNone", constant("rest", "[Ljava/lang/Object;", Vec::new(), "rest", STRING)),
        loads("restOfNull", constant("rest", "[Ljava/lang/Object;", vec![nothing()], "rest", STRING)),
        loads("restOfArray", constant("rest", "[Ljava/lang/Object;", vec![array()], "rest", STRING)),
        loads("restOfPrimitives", constant("rest", "[Ljava/lang/Object;", primitives, "rest", STRING)),
        loads("numbers", constant("numbers", "[I", of_ints, "numbers", STRING)),
        loads("converted", constant("converted", "JDLjava/lang/Integer;Ljava/lang/Number;", converted, "to", STRING)),
        loads(
            "loose",
            Dynamic {
                bootstrap: Handle::of_static("Bootstraps", "loose", &loose),
                arguments: vec![Constant::Int(5)],
                name: "loose",
                descriptor: OBJECT.into(),
            },
        ),
    ]
}

fn failing_constants() -> Vec<Case> {
    let fails = |name| constant("fails", "", Vec::new(), name, STRING);
    let inner = constant("rest", "[Ljava/lang/Object;", vec![Constant::Dynamic(fails("checked"))], "outer", STRING);
    vec![
        loads("failsWithChecked", fails("checked")),
        loads("failsWithUnchecked", fails("unchecked")),
        loads("failsWithError", fails("error")),
        loads("failsWithLinkage", fails("linkage")),
        loads("failsWithBootstrap", fails("bootstrap")),
        loads("failsWithOther", fails("other")),
        loads("failsInArgument", inner),
        loads("failsByType", constant("wrong", "", Vec::new(), "wrong", STRING)),
        loads("failsByPrimitive", constant("wrong", "", Vec::new(), "wrong", "I")),
        loads("failsByNull", constant("nothing", "", Vec::new(), "none", "I")),
        loads("failsByNarrowing", parsed("_5", "Ljava/lang/Integer;")),
        loads("failsByArity", constant("all", "I", vec![Constant::Int(1)], "all", STRING)),
        loads("failsByMissingMethod", constant("missing", "", Vec::new(), "all", STRING)),
        loads("failsByArgument", constant("numbers", "[I", vec![Constant::Text("text")], "numbers", STRING)),
    ]
}

fn of_constant_bootstraps() -> Vec<Case> {
    let of = |method, parameters: &str, result: &str, arguments, name, descriptor: &str| Dynamic {
        bootstrap: Handle::of_static(
            "java/lang/invoke/ConstantBootstraps",
            method,
            &format!("({LOOKUP}{STRING}{CLASS}{parameters}){result}"),
        ),
        arguments,
        name,
        descriptor: descriptor.into(),
    };
    let invoked = |handle, mut arguments: Vec<Constant>, descriptor: &str| {
        arguments.insert(0, Constant::Handle(handle));
        let parameters = format!("{METHOD_HANDLE}[{OBJECT}");
        of("invoke", &parameters, OBJECT, arguments, "_", descriptor)
    };
    let value_of = Handle::of_static("java/lang/Integer", "parseInt", &format!("({STRING})I"));
    let list = Handle::of(kind::INVOKE_STATIC, "java/util/Arrays", "asList", "([Ljava/lang/Object;)Ljava/util/List;");
    let made = Handle::of(kind::NEW_INVOKE_SPECIAL, "Bootstraps", "<init>", &format!("({STRING})V"));
    let owner = || vec![Constant::Class("Bootstraps")];
    let var = |name| vec![Constant::Class("Bootstraps"), Constant::Class(name)];
    let int = Constant::Dynamic(of("primitiveClass", "", CLASS, Vec::new(), "I", CLASS));
    vec![
        loads("primitiveInt", of("primitiveClass", "", CLASS, Vec::new(), "I", CLASS)),
        loads("primitiveVoid", of("primitiveClass", "", CLASS, Vec::new(), "V", CLASS)),
        loads("primitiveNone", of("primitiveClass", "", CLASS, Vec::new(), "Q", CLASS)),
        loads("nullConstant", of("nullConstant", "", OBJECT, Vec::new(), "_", STRING)),
        loads("nullOfInt", of("nullConstant", "", OBJECT, Vec::new(), "_", "I")),
        loads("enumConstant", of("enumConstant", "", "Ljava/lang/Enum;", Vec::new(), "GREEN", "LBootstraps$Color;")),
        loads("enumMissing", of("enumConstant", "", "Ljava/lang/Enum;", Vec::new(), "BLUE", "LBootstraps$Color;")),
        loads("staticFinal", of("getStaticFinal", CLASS, OBJECT, owner(), "TEXT", STRING)),
        loads("staticFinalInt", of("getStaticFinal", CLASS, OBJECT, owner(), "NUMBER", "I")),
        loads("staticFinalOwn", of("getStaticFinal", "", OBJECT, Vec::new(), "MAX_VALUE", "Ljava/lang/Integer;")),
        loads("staticNotFinal", of("getStaticFinal", CLASS, OBJECT, owner(), "counter", "I")),
        loads("invokeStatic", invoked(value_of, vec![Constant::Text("123")], "I")),
        loads("invokeVarargs", invoked(list, vec![Constant::Int(1), Constant::Text("b")], OBJECT)),
        loads("invokeNew", invoked(made, vec![Constant::Text("new")], "LBootstraps;")),
        loads(
            "fieldVarHandle",
            of("fieldVarHandle", &format!("{CLASS}{CLASS}"), VAR_HANDLE, var("java/lang/String"), "field", VAR_HANDLE),
        ),
        loads(
            "fieldVarHandleMissing",
            of("fieldVarHandle", &format!("{CLASS}{CLASS}"), VAR_HANDLE, var("java/lang/String"), "no", VAR_HANDLE),
        ),
        loads(
            "staticVarHandle",
            of(
                "staticFieldVarHandle",
                &format!("{CLASS}{CLASS}"),
                VAR_HANDLE,
                vec![Constant::Class("Bootstraps"), int],
                "counter",
                VAR_HANDLE,
            ),
        ),
        loads(
            "arrayVarHandle",
            of("arrayVarHandle", CLASS, VAR_HANDLE, vec![Constant::Class("[Ljava/lang/String;")], "_", VAR_HANDLE),
        ),
        loads("explicitCast", of("explicitCast", OBJECT, OBJECT, vec![Constant::Int(300)], "_", "B")),
    ]
}

/// ldc of method handles of all kinds, and of method types.
fn handles() -> Vec<Case> {
    let load = |name: &str, handle| Case {
        name: name.into(),
        body: Body::Load(Constant::Handle(handle), METHOD_HANDLE.into()),
    };
    let member = |kind, name, descriptor: &str| Handle::of(kind, "Bootstraps", name, descriptor);
    let of_string = format!("({STRING})V");
    let of_int = format!("(I){STRING}");
    let length = Handle::of(kind::INVOKE_INTERFACE, "java/lang/CharSequence", "length", "()I");
    let missing = Handle::of_static("Missing", "method", "()V");
    vec![
        load("handleGetField", member(kind::GET_FIELD, "field", STRING)),
        load("handleGetStatic", member(kind::GET_STATIC, "counter", "I")),
        load("handlePutField", member(kind::PUT_FIELD, "field", STRING)),
        load("handlePutStatic", member(kind::PUT_STATIC, "counter", "I")),
        load("handleVirtual", member(kind::INVOKE_VIRTUAL, "instance", &of_int)),
        load("handleStatic", member(kind::INVOKE_STATIC, "concat", &format!("({STRING}IJD){STRING}"))),
        load("handleSpecial", Handle::of(kind::INVOKE_SPECIAL, "java/lang/Object", "toString", &format!("(){STRING}"))),
        load("handleNew", member(kind::NEW_INVOKE_SPECIAL, "<init>", &of_string)),
        load("handleInterface", length),
        load("handleVarargs", Handle::of_static("java/util/Arrays", "asList", "([Ljava/lang/Object;)Ljava/util/List;")),
        load("handleMissingMethod", member(kind::INVOKE_VIRTUAL, "missing", "()V")),
        load("handleMissingField", member(kind::GET_FIELD, "missing", "I")),
        load("handleMissingClass", missing),
        load("handlePrivate", member(kind::INVOKE_STATIC, "hidden", &format!("(){STRING}"))),
        load("handleNotStatic", member(kind::INVOKE_STATIC, "instance", &of_int)),
        load("handleFinal", member(kind::PUT_STATIC, "TEXT", STRING)),
        Case {
            name: "methodType".into(),
            body: Body::Load(Constant::Type("(I[[J)Ljava/lang/String;"), METHOD_TYPE.into()),
        },
        Case { name: "methodTypeMissing".into(), body: Body::Load(Constant::Type("(LMissing;)V"), METHOD_TYPE.into()) },
    ]
}

fn calls() -> Vec<Case> {
    let shown = format!("({STRING}IJDFBCSZ{OBJECT}){STRING}");
    let each = format!("IJFD{STRING}{CLASS}{METHOD_TYPE}{METHOD_HANDLE}{OBJECT}");
    let text = format!("(){STRING}");
    let rest = |arguments| call("restSite", &format!("[{OBJECT}"), arguments, "rest", &text);
    let constructor = format!("({LOOKUP}{STRING}{METHOD_TYPE})V");
    vec![
        calls_site("callConstant", call("constant", "", Vec::new(), "shown", &shown)),
        calls_site("callMutable", call("mutable", "", Vec::new(), "shown", &shown)),
        calls_site("callVolatile", call("volatil", "", Vec::new(), "shown", &shown)),
        calls_site("callVoid", call("constant", "", Vec::new(), "print", "(I)V")),
        calls_site("callLong", call("constant", "", Vec::new(), "sum", "(IJ)J")),
        calls_site("callBoolean", call("constant", "", Vec::new(), "isPositive", "(D)Z")),
        calls_site("callRaising", call("constant", "", Vec::new(), "raise", &format!("({STRING})V"))),
        calls_site("callAllKinds", call("bound", &each, one_of_each(), "bound", &text)),
        calls_site("callRest", rest(one_of_each()[..5].to_vec())),
        calls_site("callRestOfNone", rest(Vec::new())),
        calls_site(
            "callLoose",
            Dynamic {
                bootstrap: Handle::of_static("Bootstraps", "looseSite", &format!("([{OBJECT}){OBJECT}")),
                arguments: vec![Constant::Int(1), Constant::Text("two")],
                name: "loose",
                descriptor: text.clone(),
            },
        ),
        calls_site(
            "callConstructed",
            Dynamic {
                bootstrap: Handle::of(kind::NEW_INVOKE_SPECIAL, "Bootstraps$Site", "<init>", &constructor),
                arguments: Vec::new(),
                name: "constructed",
                descriptor: text.clone(),
            },
        ),
    ]
}

fn failing_calls() -> Vec<Case> {
    let text = format!("(){STRING}");
    let fails = |name| call("failing", "", Vec::new(), name, &text);
    let no_call_site = Dynamic {
        bootstrap: Handle::of_static("Bootstraps", "noCallSite", &format!("({LOOKUP}{STRING}{METHOD_TYPE}){OBJECT}")),
        arguments: Vec::new(),
        name: "none",
        descriptor: text.clone(),
    };
    vec![
        calls_site("callFailsWithChecked", fails("checked")),
        calls_site("callFailsWithUnchecked", fails("unchecked")),
        calls_site("callFailsWithError", fails("error")),
        calls_site("callFailsWithLinkage", fails("linkage")),
        calls_site("callFailsWithBootstrap", fails("bootstrap")),
        calls_site("callFailsByNull", call("noSite", "", Vec::new(), "none", &text)),
        calls_site("callFailsByResult", no_call_site),
        calls_site("callFailsByType", call("wrongType", "", Vec::new(), "none", &text)),
        calls_site("callFailsByTarget", call("constant", "", Vec::new(), "missing", &text)),
        calls_site("callFailsByMissing", call("missing", "", Vec::new(), "none", &text)),
        calls_site("callFailsByArgument", call("restSite", "I", vec![Constant::Text("text")], "none", &text)),
        Case { name: "constructorIsNotInherited".into(), body: Body::Construct },
        Case {
            name: "callFailsByDescriptor".into(),
            body: Body::CallWithNull(call("constant", "", Vec::new(), "shown", "(LMissing;)V")),
        },
    ]
}

fn lambdas() -> Vec<Case> {
    let metafactory = |erased, handle, instantiated, name, descriptor: String| Dynamic {
        bootstrap: Handle::of_static(
            "java/lang/invoke/LambdaMetafactory",
            "metafactory",
            &format!("({LOOKUP}{STRING}{METHOD_TYPE}{METHOD_TYPE}{METHOD_HANDLE}{METHOD_TYPE}){CALL_SITE}"),
        ),
        arguments: vec![Constant::Type(erased), Constant::Handle(handle), Constant::Type(instantiated)],
        name,
        descriptor,
    };
    let supplier = |captured: &str| format!("({captured})Ljava/util/function/Supplier;");
    let none = "()Ljava/lang/Object;";
    let string = "()Ljava/lang/String;";
    let to_string = |kind, class| Handle::of(kind, class, "toString", string);
    let made = Handle::of(kind::NEW_INVOKE_SPECIAL, "Bootstraps", "<init>", "()V");
    let instance = Handle::of(kind::INVOKE_VIRTUAL, "Bootstraps", "instance", "(I)Ljava/lang/String;");
    let field = Handle::of(kind::GET_FIELD, "Bootstraps", "field", STRING);
    let static_field = Handle::of(kind::GET_STATIC, "Bootstraps", "TEXT", STRING);
    let sum = Handle::of_static("Bootstraps", "sum", "(IJ)J");
    let missing = Handle::of_static("Bootstraps", "missing", string);
    let private = Handle::of_static("Bootstraps", "hidden", string);
    let length = Handle::of(kind::INVOKE_INTERFACE, "java/lang/CharSequence", "length", "()I");
    let two = "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;";
    let of_int = "(LBootstraps;Ljava/lang/Integer;)Ljava/lang/String;";
    let instantiated = "()Ljava/lang/Long;";
    vec![
        calls_site(
            "lambdaVirtual",
            metafactory(two, instance, of_int, "apply", "()Ljava/util/function/BiFunction;".into()),
        ),
        calls_site(
            "lambdaCaptured",
            metafactory(none, to_string(kind::INVOKE_VIRTUAL, "java/lang/Object"), string, "get", supplier(STRING)),
        ),
        calls_site("lambdaNew", metafactory(none, made, "()LBootstraps;", "get", supplier(""))),
        calls_site("lambdaInterface", metafactory(none, length, "()Ljava/lang/Integer;", "get", supplier(STRING))),
        calls_site("lambdaStatic", metafactory(none, sum, instantiated, "get", supplier("IJ"))),
        calls_site("lambdaField", metafactory(none, field, string, "get", supplier("LBootstraps;"))),
        calls_site("lambdaStaticField", metafactory(none, static_field, string, "get", supplier(""))),
        calls_site("lambdaMissing", metafactory(none, missing, string, "get", supplier(""))),
        calls_site("lambdaPrivate", metafactory(none, private, string, "get", supplier(""))),
        calls_site(
            "lambdaNoInterface",
            metafactory(
                none,
                Handle::of_static("Bootstraps", "sum", "(IJ)J"),
                instantiated,
                "get",
                format!("(IJ){STRING}"),
            ),
        ),
        calls_site(
            "lambdaUnfit",
            metafactory(none, Handle::of_static("Bootstraps", "sum", "(IJ)J"), string, "get", supplier("IJ")),
        ),
    ]
}

fn concatenations() -> Vec<Case> {
    let missing = Dynamic {
        bootstrap: Handle::of_static(
            "java/lang/invoke/StringConcatFactory",
            "makeConcatWithConstants",
            &format!("({LOOKUP}{STRING}{METHOD_TYPE}{STRING}){CALL_SITE}"),
        ),
        arguments: vec![Constant::Text("\u{1}")],
        name: "concat",
        descriptor: format!("(I){STRING}"),
    };
    let concat = |recipe, mut constants: Vec<Constant>, descriptor: &str| {
        constants.insert(0, Constant::Text(recipe));
        Dynamic {
            bootstrap: Handle::of_static(
                "java/lang/invoke/StringConcatFactory",
                "makeConcatWithConstants",
                &format!("({LOOKUP}{STRING}{METHOD_TYPE}{STRING}[{OBJECT}){CALL_SITE}"),
            ),
            arguments: constants,
            name: "concat",
            descriptor: descriptor.into(),
        }
    };
    let each = one_of_each();
    let of = format!("(IJ{OBJECT}){STRING}");
    let dynamic = vec![Constant::Dynamic(parsed("_dynamic", STRING))];
    vec![
        calls_site("concatPlain", concat("<\u{1}|\u{1}|\u{1}>", Vec::new(), &of)),
        calls_site(
            "concatConstants",
            concat("\u{1}\u{2}\u{2}\u{2}\u{1}\u{2}\u{2}\u{1}\u{2}\u{2}", each[..7].to_vec(), &of),
        ),
        calls_site("concatDynamic", concat("\u{2}\u{1}\u{1}\u{1}", dynamic, &of)),
        calls_site("concatMismatch", concat("\u{1}", Vec::new(), &of)),
        calls_site("concatMissing", missing),
        calls_site("concatNoConstant", concat("\u{1}\u{1}\u{1}\u{2}", Vec::new(), &of)),
    ]
}
