//! The way from Java code in HotSpot to our interpreter: methods of shadow classes call `jacana/Upcall.call`,
//! which ends in a handler installed here. Invariant: no panic crosses a Java frame; it continues behind it.

use crate::handle::{Handle, Seen, raw_or_null};
use crate::hook::Thread;
use crate::jvm::{Jvm, JvmError, jni};
use crate::natives::register;
use bytecode::shadow_class::{UPCALL_CLASS, UPCALL_DESCRIPTOR, UPCALL_METHOD};
use jni_sys::{JNIEnv, jclass, jobject, jobjectArray, jstring};
use std::any::Any;
use std::cell::{Cell, RefCell};
use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::ptr::null_mut;
use std::rc::Rc;

/// Answers with the result, or with the throwable to throw. It may call back into the VM, and so be entered again.
pub type UpcallHandler = Rc<dyn Fn(&UpcallRequest) -> Result<Option<Handle>, Handle>>;

/// A method of a shadow class was called. References are identified one at a time, so that one that occurs
/// twice can get its tag in between.
pub struct UpcallRequest {
    pub name: String,
    pub descriptor: String,
    jvm: Jvm,
    class: jclass,
    receiver: jobject,
    arguments: jobjectArray,
}

impl UpcallRequest {
    pub fn class(&self) -> Seen {
        self.jvm.identify_borrowed(self.class)
    }

    /// Null for a static method.
    pub fn receiver(&self) -> Seen {
        self.jvm.identify_borrowed(self.receiver)
    }

    pub fn argument_count(&self) -> i32 {
        if self.arguments.is_null() { 0 } else { jni!(self.jvm, GetArrayLength, self.arguments) }
    }

    /// Primitives come boxed.
    pub fn argument(&self, index: i32) -> Seen {
        let argument = self.jvm.local(jni!(self.jvm, GetObjectArrayElement, self.arguments, index));
        self.jvm.check_precondition("an upcall argument outside the argument list");
        self.jvm.identify(argument)
    }
}

thread_local! {
    static HANDLER: RefCell<Option<(Jvm, UpcallHandler)>> = const { RefCell::new(None) };
    static PANIC: Cell<Option<Box<dyn Any + Send>>> = const { Cell::new(None) };
}

impl Jvm {
    /// Upcalls on this thread go to the handler. Other Java threads have none: their upcalls throw InternalError.
    pub fn on_upcall(&self, handler: UpcallHandler) {
        HANDLER.set(Some((*self, handler)));
    }
}

pub(crate) fn install(jvm: &Jvm) -> Result<(), JvmError> {
    let bytes = bytecode::upcall_class();
    let Ok(Seen::New(class)) = jvm.define_class(UPCALL_CLASS, None, &bytes) else {
        return Err(JvmError::Missing(format!("room for {UPCALL_CLASS}")));
    };
    register(jvm, class, UPCALL_METHOD, UPCALL_DESCRIPTOR, call as *mut c_void)?;
    jvm.release(class);
    Ok(())
}

/// Continues a panic that was stopped before a Java frame. Called once that frame is gone.
pub(crate) fn resume_panic() {
    if let Some(payload) = PANIC.take() {
        resume_unwind(payload);
    }
}

unsafe extern "system" fn call(
    env: *mut JNIEnv,
    _upcall: jclass,
    class: jclass,
    name: jstring,
    descriptor: jstring,
    receiver: jobject,
    arguments: jobjectArray,
) -> jobject {
    let answer = catch_unwind(AssertUnwindSafe(|| {
        let (jvm, handler) = HANDLER.with_borrow(Clone::clone)?;
        let text = |string| String::from_utf16_lossy(&jvm.units_of(string));
        let (name, descriptor) = (text(name), text(descriptor));
        Some(handler(&UpcallRequest { name, descriptor, jvm, class, receiver, arguments }))
    }));
    let thread = Thread { env };
    match answer {
        Ok(Some(Ok(result))) => jni!(thread, NewLocalRef, raw_or_null(result)),
        Ok(Some(Err(throwable))) => {
            jni!(thread, Throw, throwable.raw());
            null_mut()
        }
        Ok(None) => thread.throw_internal_error(c"jacana: upcall on a thread without a handler"),
        Err(payload) => {
            PANIC.set(Some(payload));
            thread.throw_internal_error(c"jacana: panic in an upcall")
        }
    }
}

impl Thread {
    fn throw_internal_error(&self, message: &std::ffi::CStr) -> jobject {
        let class = jni!(self, FindClass, c"java/lang/InternalError".as_ptr());
        jni!(self, ThrowNew, class, message.as_ptr());
        null_mut()
    }
}
