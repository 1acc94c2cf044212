//! Natives of the JDK that we replace by RegisterNatives: all ways to define a class from Java code, and the
//! lookup of archived lambdas, whose bytes nobody could see. Invariant: the original native does the real work.

use super::boundary;
use super::env::{Env, jni};
use super::hook::Thread;
use super::jvm::Jvm;
use super::reference::Class;
use super::text::encode;
use jni_sys::{JNIEnv, JNINativeMethod, jboolean, jbyteArray, jclass, jint, jobject, jstring};
use std::ffi::c_void;
use std::ptr::null_mut;
use std::sync::OnceLock;

pub(super) type DefineHidden = unsafe extern "system" fn(
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
pub(super) type Define =
    unsafe extern "system" fn(*mut JNIEnv, jclass, jobject, jstring, jobject, jint, jint, jobject, jstring) -> jclass;

/// The JDK's own functions for `ClassLoader.defineClass0`, `defineClass1` and `defineClass2`.
pub(super) struct Originals {
    pub(super) hidden: DefineHidden,
    pub(super) array: Define,
    pub(super) buffer: Define,
}

static ORIGINALS: OnceLock<Originals> = OnceLock::new();

fn originals() -> &'static Originals {
    ORIGINALS.get().expect("set before the natives are replaced")
}

/// The error names what this JDK does not have.
pub(super) fn replace(jvm: &Jvm, originals: Originals) -> Result<(), String> {
    ORIGINALS.set(originals).ok().expect("one VM per process");
    let (loader, archive) = (&jvm.known.class_loader, &jvm.known.lambda_archive);
    let replacements = [
        (loader, "defineClass0", DEFINE_CLASS_0, define_class_0 as *mut c_void),
        (loader, "defineClass1", DEFINE_CLASS_1, define_class_1 as *mut c_void),
        (loader, "defineClass2", DEFINE_CLASS_2, define_class_2 as *mut c_void),
        (archive, "findFromArchive", FIND_FROM_ARCHIVE, find_from_archive as *mut c_void),
    ];
    for (class, method, descriptor, function) in replacements {
        // SAFETY: each function has the parameters of its descriptor.
        unsafe { register(jvm, class, method, descriptor, function)? };
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

/// Binds a native method to a function of ours. The error names a method that the class does not have.
///
/// # Safety
/// The function must be one for JNI, with the parameters and the result of the descriptor.
pub(super) unsafe fn register(
    jvm: &Jvm,
    class: &Class,
    method: &str,
    descriptor: &str,
    function: *mut c_void,
) -> Result<(), String> {
    let (text, signature) = (encode(method), encode(descriptor));
    let native =
        JNINativeMethod { name: text.as_ptr().cast_mut(), signature: signature.as_ptr().cast_mut(), fnPtr: function };
    // SAFETY: a live class, one method whose texts outlive the call, and a function that fits, as the caller says.
    if unsafe { jni!(jvm.env, RegisterNatives, class.raw(), &native, 1) } == 0 {
        return Ok(());
    }
    jvm.env.clear_exception();
    Err(format!("native method {method}{descriptor}"))
}

/// `ClassLoader.defineClass0`: hidden classes and `Lookup.defineClass`.
///
/// # Safety
/// Called by the VM alone, with its environment and live references of the kinds that Java declares.
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
    let original = originals().hidden;
    let define = |array, offset, length| {
        // SAFETY: the native that this one replaces, with its own arguments but for an array of bytes in place of another.
        unsafe { original(env, this, loader, lookup, class, array, offset, length, domain, initialize, flags, data) }
    };
    // SAFETY: the VM calls natives with the environment of their thread.
    let thread = Thread { env: unsafe { Env::new(env) } };
    // SAFETY: the VM's arguments are null or alive and of the declared kinds; `define` answers classes.
    boundary::native(thread.env, || unsafe {
        let Some(bytes) = thread.bytes(array, offset, length) else {
            return define(array, offset, length);
        };
        let user = thread.is_user_class(loader, null_mut());
        thread.define(bytes, user, |shadow, len| define(shadow, 0, len), || define(array, offset, length))
    })
}

/// `ClassLoader.defineClass1`: from a byte array.
///
/// # Safety
/// Called by the VM alone, with its environment and live references of the kinds that Java declares.
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
    let original = originals().array;
    let define = |array, offset, length| {
        // SAFETY: the native that this one replaces, with its own arguments but for an array of bytes in place of another.
        unsafe { original(env, this, loader, class, array, offset, length, domain, source) }
    };
    // SAFETY: the VM calls natives with the environment of their thread.
    let thread = Thread { env: unsafe { Env::new(env) } };
    // SAFETY: the VM's arguments are null or alive and of the declared kinds; `define` answers classes.
    boundary::native(thread.env, || unsafe {
        let Some(bytes) = thread.bytes(array, offset, length) else {
            return define(array, offset, length);
        };
        let user = thread.is_user_class(loader, source);
        thread.define(bytes, user, |shadow, len| define(shadow, 0, len), || define(array, offset, length))
    })
}

/// `ClassLoader.defineClass2`: from a direct buffer. A shadow goes in as an array.
///
/// # Safety
/// Called by the VM alone, with its environment and live references of the kinds that Java declares.
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
    let Originals { array: from_array, buffer: from_buffer, .. } = originals();
    // SAFETY: the native that this one replaces, with its own arguments.
    let define = || unsafe { from_buffer(env, this, loader, class, buffer, offset, length, domain, source) };
    let define_shadow = |array, length| {
        // SAFETY: its sister, which has an array of bytes where this one has a buffer.
        unsafe { from_array(env, this, loader, class, array, 0, length, domain, source) }
    };
    // SAFETY: the VM calls natives with the environment of their thread.
    let thread = Thread { env: unsafe { Env::new(env) } };
    // SAFETY: the VM's arguments are null or alive and of the declared kinds, both functions answer classes. The thread that
    // defines a class from a buffer waits for us; one that writes the buffer meanwhile breaks `java`, too.
    boundary::native(thread.env, || unsafe {
        let Some(bytes) = thread.buffer_bytes(buffer, offset, length) else {
            return define();
        };
        let user = thread.is_user_class(loader, source);
        thread.define(bytes, user, define_shadow, define)
    })
}

/// `LambdaProxyClassArchive.findFromArchive`: no lambda of the CDS archive, whose bytes we could not see.
///
/// # Safety
/// Called by the VM alone.
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
