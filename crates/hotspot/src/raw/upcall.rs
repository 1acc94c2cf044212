//! The way from Java code in HotSpot to our interpreter: methods of shadow classes call `jacana/Upcall.call`, which ends in
//! the answerer that was lent for the call into HotSpot. Invariant: what is lent is given back whichever way that call ends.

use super::boundary;
use super::env::{Env, jni};
use super::jvm::Jvm;
use super::natives::register;
use super::reference::{Handle, Seen};
use bytecode::shadow_class::{UPCALL_CLASS, UPCALL_DESCRIPTOR, UPCALL_METHOD};
use jni_sys::{JNIEnv, jclass, jobject, jobjectArray, jstring};
use std::cell::Cell;
use std::ffi::c_void;
use std::ptr::{NonNull, null_mut};

/// Answers with the result, or with the throwable to throw. It may call back into the VM, and lend an answerer of its own.
pub(crate) type Answerer<'a> = dyn FnMut(&UpcallRequest) -> Result<Option<Handle>, Handle> + 'a;

/// A method of a shadow class was called. References are identified one at a time, so that one that occurs
/// twice can get its tag in between.
pub(crate) struct UpcallRequest {
    pub(crate) name: String,
    pub(crate) descriptor: String,
    jvm: Jvm,
    /// These are alive as long as the request, which nobody can keep.
    class: jclass,
    receiver: jobject,
    arguments: jobjectArray,
}

impl UpcallRequest {
    pub(crate) fn class(&self) -> Seen {
        // SAFETY: an argument of the native that waits for the answer.
        unsafe { self.jvm.identify_raw(self.class) }
    }

    /// Null for a static method.
    pub(crate) fn receiver(&self) -> Seen {
        // SAFETY: an argument of the native that waits for the answer.
        unsafe { self.jvm.identify_raw(self.receiver) }
    }

    /// Primitives come boxed.
    pub(crate) fn argument(&self, index: i32) -> Seen {
        assert!(!self.arguments.is_null(), "an upcall without arguments");
        let env = self.jvm.env;
        // SAFETY: an array of objects, alive until the native returns; the VM checks the index. The answer is a local
        // reference of our own.
        let argument = unsafe { env.local(jni!(env, GetObjectArrayElement, self.arguments, index)) };
        self.jvm.check_precondition("an upcall argument outside the argument list");
        self.jvm.identify(&argument)
    }
}

/// An answerer whose lifetime is known to `Jvm::answering` only.
type Lent = NonNull<Answerer<'static>>;

thread_local! {
    /// The VM, on the thread that created it. Upcalls on other Java threads throw InternalError.
    static ENGINE: Cell<Option<Jvm>> = const { Cell::new(None) };
    /// The answerer of the innermost call into HotSpot; `None` while it answers.
    static LENT: Cell<Option<Lent>> = const { Cell::new(None) };
}

/// Puts back what was lent before, when it is dropped: on return as well as on a panic.
struct GiveBack(Option<Lent>);

impl Drop for GiveBack {
    fn drop(&mut self) {
        LENT.set(self.0);
    }
}

impl Jvm {
    /// Makes a call into the VM during which upcalls on this thread go to the answerer.
    pub(crate) fn answering<T>(&self, answerer: &mut Answerer, call: impl FnOnce(&Jvm) -> T) -> T {
        let lent = NonNull::from(answerer);
        // SAFETY: only the lifetime changes. The pointer leaves `LENT` before this function returns, so before the borrow ends.
        let lent = unsafe { std::mem::transmute::<NonNull<Answerer>, Lent>(lent) };
        let _outer = GiveBack(LENT.replace(Some(lent)));
        call(self)
    }
}

/// The error names what this JDK does not have.
pub(super) fn install(jvm: &Jvm) -> Result<(), String> {
    let bytes = bytecode::upcall_class();
    // SAFETY: the class has no code, only a native method.
    let Ok(Seen::New(class)) = (unsafe { jvm.define_class(&UPCALL_CLASS.into(), None, &bytes) }) else {
        return Err(format!("room for {UPCALL_CLASS}"));
    };
    // SAFETY: the parameters of `call` are those of the descriptor.
    unsafe { register(jvm, &jvm.class(&class), UPCALL_METHOD, UPCALL_DESCRIPTOR, call as *mut c_void)? };
    ENGINE.set(Some(*jvm));
    Ok(())
}

/// `jacana/Upcall.call`.
///
/// # Safety
/// Called by the VM alone, with its environment and live references of the kinds that Java declares.
unsafe extern "system" fn call(
    env: *mut JNIEnv,
    _upcall: jclass,
    class: jclass,
    name: jstring,
    descriptor: jstring,
    receiver: jobject,
    arguments: jobjectArray,
) -> jobject {
    // SAFETY: the VM calls natives with the environment of their thread.
    let env = unsafe { Env::new(env) };
    boundary::native(env, || {
        let Some(jvm) = ENGINE.get() else {
            return boundary::throw_internal_error(env, c"jacana: upcall on a thread without a handler");
        };
        // SAFETY: shadow classes pass the names of the method as constants.
        let (name, descriptor) = unsafe { (env.string(name), env.string(descriptor)) };
        match answer(&UpcallRequest { name, descriptor, jvm, class, receiver, arguments }) {
            // SAFETY: null or the reference of a handle; the new local one is deleted by the VM when we return.
            Ok(result) => unsafe { jni!(env, NewLocalRef, Handle::raw_or_null(result.as_ref())) },
            Err(throwable) => {
                assert!(throwable.is_instance(&jvm.known.throwable), "an upcall ends with a throwable");
                // SAFETY: a live throwable; no exception is pending, since calls of `Jvm` leave none.
                unsafe { jni!(env, Throw, throwable.raw()) };
                null_mut()
            }
        }
    })
}

fn answer(request: &UpcallRequest) -> Result<Option<Handle>, Handle> {
    let lent = GiveBack(LENT.take());
    let Some(mut answerer) = lent.0 else {
        // We ask for a class that our state has initialised.
        if request.name == "<clinit>" {
            return Ok(None);
        }
        panic!("{}{} runs in HotSpot, but not during a call of ours", request.name, request.descriptor);
    };
    // SAFETY: `answering` lent it from a unique borrow that lasts until the Java code that waits for us has returned there. It is
    // not in `LENT` until `lent` is dropped, so nobody else makes a reference of it.
    let answerer = unsafe { answerer.as_mut() };
    answerer(request)
}
