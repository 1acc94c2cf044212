//! The JNI environment of a thread, through which every function of JNI is called.

use jni_sys::JNIEnv;
use std::ptr::NonNull;

/// Calls one function of the JNI table. It is an unsafe operation: who writes it says why the arguments are what the
/// function wants, and why an exception may be pending or is not.
macro_rules! jni {
    ($env:expr, $name:ident $(, $arg:expr)*) => {{
        let env = $env.raw();
        ((**env).v1_6.$name)(env $(, $arg)*)
    }};
}
pub(super) use jni;

/// The environment of the thread at hand. It is neither `Send` nor `Sync`, and so is whatever holds it: references are
/// used and deleted on the thread that made them.
#[derive(Clone, Copy)]
pub(super) struct Env(NonNull<JNIEnv>);

impl Env {
    /// # Safety
    /// The environment must be that of the current thread, which must stay attached to the VM as long as it runs.
    pub(super) unsafe fn new(env: *mut JNIEnv) -> Env {
        Env(NonNull::new(env).expect("a thread that is attached has an environment"))
    }

    pub(super) fn raw(self) -> *mut JNIEnv {
        self.0.as_ptr()
    }

    pub(super) fn is_exception_pending(self) -> bool {
        // SAFETY: asks for a flag of the thread, at any time.
        unsafe { jni!(self, ExceptionCheck) }
    }

    /// Drops the pending exception, if there is one.
    pub(super) fn clear_exception(self) {
        // SAFETY: allowed at any time.
        unsafe { jni!(self, ExceptionClear) }
    }
}
