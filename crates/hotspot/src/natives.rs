//! Natives of the JDK that we replace by RegisterNatives: all ways to define a class from Java code, and the
//! lookup of archived lambdas, whose bytes nobody could see. Invariant: the original native does the real work.

use crate::handle::Handle;
use crate::hook::Thread;
use crate::jvm::{Jvm, JvmError, jni, symbol};
use crate::text::encode;
use jni_sys::{JNIEnv, JNINativeMethod, jboolean, jbyteArray, jclass, jint, jobject, jstring};
use std::ffi::{CStr, c_void};
use std::path::Path;
use std::ptr::null_mut;
use std::sync::OnceLock;

type DefineHidden = unsafe extern "system" fn(
    *mut JNIEnv,
    jclass,
    jobject,
    jclass,
    jstring,
    jbyteArray,
    jint,
    jint,
    jobject,
    jboolean,
    jint,
    jobject,
) -> jclass;

/// The third parameter is a byte array or a direct buffer.
type Define =
    unsafe extern "system" fn(*mut JNIEnv, jclass, jobject, jstring, jobject, jint, jint, jobject, jstring) -> jclass;

struct Originals {
    hidden: DefineHidden,
    array: Define,
    buffer: Define,
}

static ORIGINALS: OnceLock<Originals> = OnceLock::new();

fn originals() -> &'static Originals {
    ORIGINALS.get().expect("set before the natives are replaced")
}

pub(crate) fn replace(jvm: &Jvm, jdk_home: &Path) -> Result<(), JvmError> {
    let libjava = jdk_home.join("lib/libjava.so");
    let original = |function: &CStr| symbol(&libjava, function);
    let hidden = original(c"Java_java_lang_ClassLoader_defineClass0")?;
    let array = original(c"Java_java_lang_ClassLoader_defineClass1")?;
    let buffer = original(c"Java_java_lang_ClassLoader_defineClass2")?;
    // SAFETY: the parameters are those of the Java declarations, whose descriptors `register` checks.
    let originals = unsafe {
        Originals {
            hidden: std::mem::transmute::<*mut c_void, DefineHidden>(hidden),
            array: std::mem::transmute::<*mut c_void, Define>(array),
            buffer: std::mem::transmute::<*mut c_void, Define>(buffer),
        }
    };
    ORIGINALS.set(originals).map_err(|_| JvmError::AlreadyRunning)?;
    let (loader, archive) = (jvm.known.class_loader, jvm.known.lambda_archive);
    let replacements = [
        (loader, "defineClass0", DEFINE_CLASS_0, define_class_0 as *mut c_void),
        (loader, "defineClass1", DEFINE_CLASS_1, define_class_1 as *mut c_void),
        (loader, "defineClass2", DEFINE_CLASS_2, define_class_2 as *mut c_void),
        (archive, "findFromArchive", FIND_FROM_ARCHIVE, find_from_archive as *mut c_void),
    ];
    for (class, method, descriptor, function) in replacements {
        register(jvm, class, method, descriptor, function)?;
    }
    Ok(())
}

const DEFINE_CLASS_0: &str = "(Ljava/lang/ClassLoader;Ljava/lang/Class;Ljava/lang/String;[BII\
    Ljava/security/ProtectionDomain;ZILjava/lang/Object;)Ljava/lang/Class;";
const DEFINE_CLASS_1: &str = "(Ljava/lang/ClassLoader;Ljava/lang/String;[BII\
    Ljava/security/ProtectionDomain;Ljava/lang/String;)Ljava/lang/Class;";
const DEFINE_CLASS_2: &str = "(Ljava/lang/ClassLoader;Ljava/lang/String;Ljava/nio/ByteBuffer;II\
    Ljava/security/ProtectionDomain;Ljava/lang/String;)Ljava/lang/Class;";
const FIND_FROM_ARCHIVE: &str = "(Ljava/lang/Class;Ljava/lang/String;Ljava/lang/invoke/MethodType;\
    Ljava/lang/invoke/MethodType;Ljava/lang/invoke/MemberName;Ljava/lang/invoke/MethodType;)Ljava/lang/Class;";

/// Binds a native method to a function of ours.
pub(crate) fn register(
    jvm: &Jvm,
    class: Handle,
    method: &str,
    descriptor: &str,
    function: *mut c_void,
) -> Result<(), JvmError> {
    let (text, signature) = (encode(method), encode(descriptor));
    let native =
        JNINativeMethod { name: text.as_ptr().cast_mut(), signature: signature.as_ptr().cast_mut(), fnPtr: function };
    if jni!(jvm, RegisterNatives, class.raw(), &native, 1) == 0 {
        return Ok(());
    }
    jni!(jvm, ExceptionClear);
    Err(JvmError::Missing(format!("native method {method}{descriptor}")))
}

/// `ClassLoader.defineClass0`: hidden classes and `Lookup.defineClass`.
unsafe extern "system" fn define_class_0(
    env: *mut JNIEnv,
    this: jclass,
    loader: jobject,
    lookup: jclass,
    class: jstring,
    array: jbyteArray,
    offset: jint,
    length: jint,
    domain: jobject,
    initialize: jboolean,
    flags: jint,
    data: jobject,
) -> jclass {
    let thread = Thread { env };
    let define = |array, offset, length| {
        // SAFETY: the original native with arguments of the same kinds.
        unsafe {
            (originals().hidden)(
                env, this, loader, lookup, class, array, offset, length, domain, initialize, flags, data,
            )
        }
    };
    let Some(bytes) = thread.bytes(array, offset, length) else {
        return define(array, offset, length);
    };
    let user = thread.is_user_class(loader, null_mut());
    thread.define(bytes, user, |shadow, len| define(shadow, 0, len), || define(array, offset, length))
}

/// `ClassLoader.defineClass1`: from a byte array.
unsafe extern "system" fn define_class_1(
    env: *mut JNIEnv,
    this: jclass,
    loader: jobject,
    class: jstring,
    array: jbyteArray,
    offset: jint,
    length: jint,
    domain: jobject,
    source: jstring,
) -> jclass {
    let thread = Thread { env };
    let define = |array, offset, length| {
        // SAFETY: the original native with arguments of the same kinds.
        unsafe { (originals().array)(env, this, loader, class, array, offset, length, domain, source) }
    };
    let Some(bytes) = thread.bytes(array, offset, length) else {
        return define(array, offset, length);
    };
    let user = thread.is_user_class(loader, source);
    thread.define(bytes, user, |shadow, len| define(shadow, 0, len), || define(array, offset, length))
}

/// `ClassLoader.defineClass2`: from a direct buffer. A shadow goes in as an array.
unsafe extern "system" fn define_class_2(
    env: *mut JNIEnv,
    this: jclass,
    loader: jobject,
    class: jstring,
    buffer: jobject,
    offset: jint,
    length: jint,
    domain: jobject,
    source: jstring,
) -> jclass {
    let thread = Thread { env };
    // SAFETY, twice: an original native with arguments of the right kinds.
    let define = || unsafe { (originals().buffer)(env, this, loader, class, buffer, offset, length, domain, source) };
    let define_shadow =
        |array, length| unsafe { (originals().array)(env, this, loader, class, array, 0, length, domain, source) };
    let Some(bytes) = thread.buffer_bytes(buffer, offset, length) else {
        return define();
    };
    let user = thread.is_user_class(loader, source);
    thread.define(bytes, user, define_shadow, define)
}

/// `LambdaProxyClassArchive.findFromArchive`: no lambda of the CDS archive, whose bytes we could not see.
unsafe extern "system" fn find_from_archive(
    _env: *mut JNIEnv,
    _this: jclass,
    _caller: jclass,
    _name: jstring,
    _factory: jobject,
    _interface: jobject,
    _implementation: jobject,
    _dynamic: jobject,
) -> jclass {
    null_mut()
}
