//! The border between Java frames and Rust ones. Invariant: no panic unwinds through a Java frame. It is kept until the
//! engine's thread is back behind that frame and goes on there, so that an internal error ends the run like any other.

use super::env::{Env, jni};
use jni_sys::jobject;
use std::any::Any;
use std::ffi::CStr;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::ptr::null_mut;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// The first panic that was stopped before a Java frame, on whichever thread.
static STOPPED: Mutex<Option<Box<dyn Any + Send>>> = Mutex::new(None);
/// Is there one? Asked after every call into the VM.
static IS_STOPPED: AtomicBool = AtomicBool::new(false);

/// Runs the body of a native method of ours. After a panic the Java code that called it gets an InternalError; should it
/// catch that, the natives that it calls next throw it again.
pub(super) fn native(env: Env, body: impl FnOnce() -> jobject) -> jobject {
    if IS_STOPPED.load(Ordering::Acquire) {
        return throw_internal_error(env, c"jacana: called after an internal error");
    }
    catch_unwind(AssertUnwindSafe(body)).unwrap_or_else(|payload| {
        STOPPED.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(payload);
        IS_STOPPED.store(true, Ordering::Release);
        env.clear_exception();
        throw_internal_error(env, c"jacana: internal error in a native method of the engine")
    })
}

/// Continues a panic that was stopped before a Java frame. Called by the engine's thread once that frame is gone.
pub(super) fn resume_panic() {
    if IS_STOPPED.load(Ordering::Acquire) {
        let stopped = STOPPED.lock().unwrap_or_else(PoisonError::into_inner).take();
        IS_STOPPED.store(false, Ordering::Release);
        if let Some(payload) = stopped {
            resume_unwind(payload);
        }
    }
}

/// Answers null, as natives do that throw.
pub(super) fn throw_internal_error(env: Env, message: &CStr) -> jobject {
    throw(env, c"java/lang/InternalError", message)
}

/// No exception may be pending before. The class is one of the boot loader.
pub(super) fn throw(env: Env, class: &CStr, message: &CStr) -> jobject {
    // SAFETY: a NUL-terminated name; the answer is a local reference of our own.
    let class = unsafe { env.local(jni!(env, FindClass, class.as_ptr())) };
    // Without the class, the exception that says so is pending instead.
    if !class.raw().is_null() {
        // SAFETY: a live class of throwables and a NUL-terminated text.
        unsafe { jni!(env, ThrowNew, class.raw(), message.as_ptr()) };
    }
    null_mut()
}
