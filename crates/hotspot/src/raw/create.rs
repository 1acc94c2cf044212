//! The virtual machine inside our process: options and creation.
//! Invariant: one VM per process, never destroyed.

use super::env::Env;
use super::jvm::Jvm;
use super::jvmti::Jvmti;
use super::known::Known;
use super::{hook, natives, upcall};
use crate::jdk::Jdk;
use bytecode::{Patterns, SearchPath};
use jni_sys::{JNI_VERSION_1_8, JNIEnv, JavaVM, JavaVMInitArgs, JavaVMOption, jint};
use std::ffi::{CStr, CString, c_void};
use std::fmt;
use std::path::{Path, PathBuf};
use std::ptr::null_mut;
use std::sync::atomic::{AtomicBool, Ordering};

#[derive(Clone, Debug, Default)]
pub struct JvmOptions {
    pub jdk_home: PathBuf,
    pub class_path: SearchPath,
    /// Folders of native libraries, as in `java.library.path`; empty for the default of the JDK.
    pub library_path: String,
    pub system_properties: Vec<(String, String)>,
    /// Zero for the default of the JDK.
    pub max_heap_mb: u32,
    /// Methods of user classes that HotSpot gets with their own bodies.
    pub concrete: Patterns,
    /// Passed on as they are, after our own flags.
    pub extra: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JvmError {
    /// `libjvm.so` or `libjava.so` could not be loaded, or misses a function.
    Library(String),
    AlreadyRunning,
    /// An option, the class path or a property with a NUL character in it.
    NulInOption,
    /// The code that JNI_CreateJavaVM or JVMTI answered with.
    Refused(i32),
    /// A class or member of the JDK that we rely on is not there.
    Missing(String),
}

impl fmt::Display for JvmError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            JvmError::Library(reason) => {
                write!(f, "cannot load the Java virtual machine: {reason}")
            }
            JvmError::AlreadyRunning => {
                write!(f, "a Java virtual machine already runs in this process")
            }
            JvmError::NulInOption => write!(f, "an option for the Java virtual machine contains a NUL character"),
            JvmError::Refused(code) => {
                write!(f, "the Java virtual machine did not start (code {code})")
            }
            JvmError::Missing(what) => write!(f, "this JDK has no {what}"),
        }
    }
}

impl std::error::Error for JvmError {}

/// A second attempt must not reach `reset_signals`, which would disarm the running VM.
static CREATED: AtomicBool = AtomicBool::new(false);

impl Jvm {
    /// Call it on a thread with a large stack (64 MB or more): Java frames of nested upcalls live there.
    pub fn create(options: &JvmOptions) -> Result<Jvm, JvmError> {
        if CREATED.swap(true, Ordering::Relaxed) {
            return Err(JvmError::AlreadyRunning);
        }
        reset_signals();
        let flags = options.flags().into_iter().map(|flag| CString::new(flag).map_err(|_| JvmError::NulInOption));
        let flags = flags.collect::<Result<Vec<CString>, JvmError>>()?;
        let (vm, env) = create_vm(&Jdk::libjvm(&options.jdk_home), &flags)?;
        // SAFETY: the VM was just created, by this thread, and is never destroyed.
        let (env, tags) = unsafe { (Env::new(env), Jvmti::new(vm).map_err(JvmError::Refused)?) };
        let known = Known::resolve(env).map_err(JvmError::Missing)?;
        let known = Box::leak(Box::new(known));
        let jvm = Jvm { env, tags, known };
        // SAFETY: as above.
        let captures = unsafe { Jvmti::new(vm).map_err(JvmError::Refused)? };
        hook::install(&jvm, captures, &options.concrete);
        natives::replace(&jvm, originals(&options.jdk_home)?).map_err(JvmError::Missing)?;
        upcall::install(&jvm).map_err(JvmError::Missing)?;
        Ok(jvm)
    }
}

impl JvmOptions {
    /// `-Xint`: a JIT would ignore writes to static finals. Verification of user classes is off because their
    /// shadows are rewritten. Unknown flags are ignored, so one list serves every JDK.
    fn flags(&self) -> Vec<String> {
        let fixed = [
            "-Xint",
            "-XX:+UseSerialGC",
            "-XX:-UsePerfData",
            "-XX:+DisableAttachMechanism",
            "-XX:+UnlockDiagnosticVMOptions",
            "-XX:-BytecodeVerificationRemote",
            "-Xrs",
            "-Xshare:auto",
            "-Xlog:jni+resolve=off",
            "--enable-native-access=ALL-UNNAMED",
        ];
        let mut flags: Vec<String> = fixed.map(String::from).into();
        flags.push(format!("-Djava.class.path={}", self.class_path));
        if !self.library_path.is_empty() {
            flags.push(format!("-Djava.library.path={}", self.library_path));
        }
        if self.max_heap_mb > 0 {
            flags.push(format!("-Xmx{}m", self.max_heap_mb));
        }
        flags.extend(self.system_properties.iter().map(|(key, value)| format!("-D{key}={value}")));
        flags.extend(self.extra.iter().cloned());
        flags
    }
}

/// The Rust runtime's handlers for stack overflow would be chained behind HotSpot's own.
fn reset_signals() {
    for signal in [libc::SIGSEGV, libc::SIGBUS] {
        // SAFETY: the default action needs no code of ours; the VM, which sets its own, does not run yet.
        unsafe { libc::signal(signal, libc::SIG_DFL) };
    }
}

type CreateJavaVm = unsafe extern "system" fn(*mut *mut JavaVM, *mut *mut JNIEnv, *mut JavaVMInitArgs) -> jint;

fn create_vm(libjvm: &Path, flags: &[CString]) -> Result<(*mut JavaVM, *mut JNIEnv), JvmError> {
    let create = symbol(libjvm, c"JNI_CreateJavaVM")?;
    // SAFETY: a function of this name has this type by the JNI specification.
    let create: CreateJavaVm = unsafe { std::mem::transmute(create) };
    let option = |flag: &CString| JavaVMOption { optionString: flag.as_ptr().cast_mut(), extraInfo: null_mut() };
    let mut options: Vec<JavaVMOption> = flags.iter().map(option).collect();
    let mut arguments = JavaVMInitArgs {
        version: JNI_VERSION_1_8,
        nOptions: options.len() as jint,
        options: options.as_mut_ptr(),
        ignoreUnrecognized: true,
    };
    let (mut vm, mut env) = (null_mut(), null_mut());
    // SAFETY: the function came from libjvm. Options and texts outlive the call, in which the VM copies them, and it writes two
    // pointers.
    match unsafe { create(&mut vm, &mut env, &mut arguments) } {
        0 => Ok((vm, env)),
        code => Err(JvmError::Refused(code)),
    }
}

/// The natives of `ClassLoader` that ours call to do the real work.
fn originals(jdk_home: &Path) -> Result<natives::Originals, JvmError> {
    let libjava = jdk_home.join("lib/libjava.so");
    let hidden = symbol(&libjava, c"Java_java_lang_ClassLoader_defineClass0")?;
    let array = symbol(&libjava, c"Java_java_lang_ClassLoader_defineClass1")?;
    let buffer = symbol(&libjava, c"Java_java_lang_ClassLoader_defineClass2")?;
    // SAFETY: JNI names a native's function after class and method, and its parameters are those of the Java declaration,
    // whose descriptor is checked when the replacement is registered.
    Ok(unsafe {
        natives::Originals {
            hidden: std::mem::transmute::<*mut c_void, natives::DefineHidden>(hidden),
            array: std::mem::transmute::<*mut c_void, natives::Define>(array),
            buffer: std::mem::transmute::<*mut c_void, natives::Define>(buffer),
        }
    })
}

/// Loads the library, for good, and finds one of its functions.
fn symbol(library: &Path, symbol: &CStr) -> Result<*mut c_void, JvmError> {
    let path = CString::new(library.as_os_str().as_encoded_bytes()).map_err(|_| JvmError::NulInOption)?;
    // SAFETY: loading a JDK library runs its initialisers, which have no preconditions.
    let handle = unsafe { libc::dlopen(path.as_ptr(), libc::RTLD_NOW | libc::RTLD_GLOBAL) };
    if handle.is_null() {
        return Err(JvmError::Library(last_load_error()));
    }
    // SAFETY: the handle is live, the name NUL-terminated.
    let address = unsafe { libc::dlsym(handle, symbol.as_ptr()) };
    if address.is_null() { Err(JvmError::Library(last_load_error())) } else { Ok(address) }
}

fn last_load_error() -> String {
    // SAFETY: dlerror answers null or a string that lives until the next call on this thread.
    let text = unsafe { libc::dlerror() };
    if text.is_null() {
        return "unknown error".to_owned();
    }
    // SAFETY: not null, so it is such a string, and nobody on this thread has called the loader since.
    unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned()
}
