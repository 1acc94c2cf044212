//! The few JVMTI functions we need, called by their slot number in `jvmti.h`: tags, class signatures, loaders.
//! An environment may be used from every thread attached to the VM.

use jni_sys::{JavaVM, jclass, jobject};
use std::ffi::{CStr, c_char, c_void};
use std::ptr::null_mut;

const VERSION_1_2: i32 = 0x3001_0200;
/// Bit 0 of jvmtiCapabilities.
const CAN_TAG_OBJECTS: u64 = 1;

/// One JVMTI environment. Each has tags of its own.
#[derive(Clone, Copy)]
pub(super) struct Jvmti(*mut c_void);

// SAFETY: JVMTI environments are thread-safe and live as long as the VM, that is, as long as the process.
unsafe impl Send for Jvmti {}
// SAFETY: the value is an address that never changes; what it leads to is thread-safe, see `Send`.
unsafe impl Sync for Jvmti {}

/// Calls slot `$slot` (1-based, as numbered in jvmti.h), which has these parameters in every version since 1.0, and returns
/// its error code. It is an unsafe operation: who writes it says why slot, types and arguments fit.
macro_rules! jvmti {
    ($env:expr, $slot:literal, ($($ty:ty),*) $(, $arg:expr)*) => {{
        let table = *($env.0 as *const *const *const c_void);
        let function: unsafe extern "system" fn(*mut c_void $(, $ty)*) -> i32 = std::mem::transmute(*table.add($slot - 1));
        function($env.0 $(, $arg)*)
    }};
}

impl Jvmti {
    /// A new environment that can tag objects, or the error code.
    ///
    /// # Safety
    /// `vm` must be the running VM.
    pub(super) unsafe fn new(vm: *mut JavaVM) -> Result<Jvmti, i32> {
        let mut env = null_mut();
        // SAFETY: the VM runs; it writes one pointer.
        let code = unsafe { ((**vm).v1_2.GetEnv)(vm, &mut env, VERSION_1_2) };
        if code != 0 {
            return Err(code);
        }
        let jvmti = Jvmti(env);
        let capabilities = [CAN_TAG_OBJECTS, 0];
        // SAFETY: slot 142 is AddCapabilities; jvmtiCapabilities is a bit field of 16 bytes, which the VM only reads.
        match unsafe { jvmti!(jvmti, 142, (*const u64), capabilities.as_ptr()) } {
            0 => Ok(jvmti),
            code => Err(code),
        }
    }

    /// JVMTI_CLASS_STATUS_* bits.
    ///
    /// # Safety
    /// The reference must be alive and refer to a class.
    pub(super) unsafe fn class_status(self, class: jclass) -> i32 {
        let mut status = 0;
        // SAFETY: slot 49 is GetClassStatus, which writes one jint.
        unsafe { jvmti!(self, 49, (jclass, *mut i32), class, &mut status) };
        status
    }

    /// Zero for an object without a tag.
    ///
    /// # Safety
    /// The reference must be alive and not null.
    pub(super) unsafe fn tag(self, object: jobject) -> i64 {
        let mut tag = 0i64;
        // SAFETY: slot 106 is GetTag, which writes one jlong.
        unsafe { jvmti!(self, 106, (jobject, *mut i64), object, &mut tag) };
        tag
    }

    /// # Safety
    /// The reference must be alive and not null.
    pub(super) unsafe fn set_tag(self, object: jobject, tag: i64) {
        // SAFETY: slot 107 is SetTag.
        unsafe { jvmti!(self, 107, (jobject, i64), object, tag) };
    }

    /// The signature in modified UTF-8, `Ljava/lang/String;` or `[I`.
    ///
    /// # Safety
    /// The reference must be alive and refer to a class.
    pub(super) unsafe fn class_signature(self, class: jclass) -> Vec<u8> {
        let mut text: *mut c_char = null_mut();
        type Out = *mut *mut c_char;
        // SAFETY: slot 48 is GetClassSignature, which writes one pointer; the generic signature is not wanted.
        let code = unsafe { jvmti!(self, 48, (jclass, Out, Out), class, &mut text, null_mut()) };
        assert_eq!(code, 0, "GetClassSignature of something that is not a class");
        // SAFETY: on success `text` is a NUL-terminated string, ours until it is deallocated.
        let bytes = unsafe { CStr::from_ptr(text) }.to_bytes().to_vec();
        // SAFETY: slot 47 is Deallocate; JVMTI allocated the text, and `bytes` is a copy.
        unsafe { jvmti!(self, 47, (*mut c_char), text) };
        bytes
    }

    /// A local reference, null for the boot loader.
    ///
    /// # Safety
    /// The reference must be alive and refer to a class.
    pub(super) unsafe fn class_loader(self, class: jclass) -> jobject {
        let mut loader = null_mut();
        // SAFETY: slot 57 is GetClassLoader, which writes one reference.
        unsafe { jvmti!(self, 57, (jclass, *mut jobject), class, &mut loader) };
        loader
    }

    /// # Safety
    /// The reference must be alive and not null.
    pub(super) unsafe fn hash_code(self, object: jobject) -> i32 {
        let mut hash = 0;
        // SAFETY: slot 58 is GetObjectHashCode, which writes one jint.
        unsafe { jvmti!(self, 58, (jobject, *mut i32), object, &mut hash) };
        hash
    }

    pub(super) fn collect_garbage(self) {
        // SAFETY: slot 108 is ForceGarbageCollection; it takes nothing but the environment.
        unsafe { jvmti!(self, 108, ()) };
    }
}
