//! The virtual machine inside our process: options, creation, pending exceptions.
//! Invariant: one VM per process, never destroyed; when a function of this crate returns, no exception is pending.

use crate::handle::{Seen, Thrown};
use crate::hook;
use crate::jdk::Jdk;
use crate::jvmti::Jvmti;
use crate::known::Known;
use crate::natives;
use crate::upcall;
use jni_sys::{JNI_VERSION_1_8, JNIEnv, JavaVM, JavaVMInitArgs, JavaVMOption, jint};
use std::ffi::{CStr, CString, c_void};
use std::fmt;
use std::path::{Path, PathBuf};
use std::ptr::null_mut;
use std::sync::atomic::{AtomicBool, Ordering};

/// Calls one function of the JNI table. Callers pass live references of the kind that the function wants.
macro_rules! jni {
    ($jvm:expr, $name:ident $(, $arg:expr)*) => {{
        let env = $jvm.env;
        // SAFETY: the environment belongs to this thread, since `Jvm` is not `Send`.
        unsafe { ((**env).v1_6.$name)(env $(, $arg)*) }
    }};
}
pub(crate) use jni;

#[derive(Clone, Debug, Default)]
pub struct JvmOptions {
    pub jdk_home: PathBuf,
    pub class_path: String,
    /// Folders of native libraries, as in `java.library.path`; empty for the default of the JDK.
    pub library_path: String,
    pub system_properties: Vec<(String, String)>,
    /// Zero for the default of the JDK.
    pub max_heap_mb: u32,
    /// Methods of user classes that HotSpot gets with their own bodies.
    pub concrete: bytecode::Patterns,
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

/// The running VM, seen from the thread that created it. A copy is the same VM.
///
/// Handles passed in must be alive and of the kind that the function names (a class, an array of that element
/// type, an instance of the field's class): the VM does not check.
#[derive(Clone, Copy)]
pub struct Jvm {
    pub(crate) env: *mut JNIEnv,
    pub(crate) tags: Jvmti,
    pub(crate) known: &'static Known,
}

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
        let tags = Jvmti::new(vm).map_err(JvmError::Refused)?;
        let known = Box::leak(Box::new(Known::resolve(env)?));
        let jvm = Jvm { env, tags, known };
        hook::install(&jvm, vm, options)?;
        natives::replace(&jvm, &options.jdk_home)?;
        upcall::install(&jvm)?;
        Ok(jvm)
    }

    /// To be called after everything that may have run Java code or allocated.
    pub(crate) fn check(&self) -> Result<(), Thrown> {
        if !jni!(self, ExceptionCheck) {
            upcall::resume_panic();
            return Ok(());
        }
        let thrown = self.local(jni!(self, ExceptionOccurred));
        jni!(self, ExceptionClear);
        upcall::resume_panic();
        Err(Thrown(self.identify(thrown)))
    }

    /// For calls that fail only when the caller broke their precondition.
    pub(crate) fn check_precondition(&self, precondition: &str) {
        if let Err(Thrown(thrown)) = self.check() {
            if let Seen::New(handle) = thrown {
                self.release(handle);
            }
            panic!("{precondition}");
        }
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
        // SAFETY: the default action needs no code of ours.
        unsafe { libc::signal(signal, libc::SIG_DFL) };
    }
}

type CreateJavaVm = unsafe extern "system" fn(*mut *mut JavaVM, *mut *mut JNIEnv, *mut JavaVMInitArgs) -> jint;

fn create_vm(libjvm: &Path, flags: &[CString]) -> Result<(*mut JavaVM, *mut JNIEnv), JvmError> {
    let create = symbol(libjvm, c"JNI_CreateJavaVM")?;
    // SAFETY: the function has this type by the JNI specification.
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
    // SAFETY: the VM copies the options before it returns.
    match unsafe { create(&mut vm, &mut env, &mut arguments) } {
        0 => Ok((vm, env)),
        code => Err(JvmError::Refused(code)),
    }
}

/// Loads the library, for good, and finds one of its functions.
pub(crate) fn symbol(library: &Path, symbol: &CStr) -> Result<*mut c_void, JvmError> {
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
    unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned()
}
