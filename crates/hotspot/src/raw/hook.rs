//! What happens to classes on their way into the VM: user classes reach HotSpot as shadows, and the original
//! bytes of all are kept, found again by a tag on the class (natives.rs leads every definition here).
//! A ClassFileLoadHook would see no hidden class, and could not say which class its bytes become.

use super::boundary;
use super::env::{Env, jni};
use super::jvm::Jvm;
use super::jvmti::Jvmti;
use super::reference::{Class, Handle, Permanent};
use super::text::encode;
use bytecode::{ClassFile, ClassFileError, Patterns, check_format, shadow_class_keeping};
use jni_sys::{jbyteArray, jclass, jint, jobject, jstring};
use std::panic::catch_unwind;
use std::ptr::null_mut;
use std::rc::Rc;
use std::sync::{Mutex, OnceLock, PoisonError};

/// Used from every Java thread.
struct Hook {
    /// The tag of a captured class is its index in `captured`, plus one.
    tags: Jvmti,
    captured: Mutex<Vec<Box<[u8]>>>,
    platform_loader: Permanent,
    concrete: Patterns,
}

static HOOK: OnceLock<Hook> = OnceLock::new();

fn hook() -> &'static Hook {
    HOOK.get().expect("installed before the natives are replaced")
}

/// `tags` is an environment of our own: a class may have a tag as an object, too.
pub(super) fn install(jvm: &Jvm, tags: Jvmti, concrete: &Patterns) {
    let platform_loader = jvm.known.platform_loader.permanent();
    let hook = Hook { tags, captured: Mutex::default(), platform_loader, concrete: concrete.clone() };
    HOOK.set(hook).ok().expect("one VM per process");
}

pub(super) fn captured_bytes(class: &Class) -> Option<Rc<[u8]>> {
    let hook = hook();
    // SAFETY: a live class.
    let tag = unsafe { hook.tags.tag(class.raw()) };
    let index = usize::try_from(tag - 1).ok()?;
    let captured = hook.captured.lock().unwrap_or_else(PoisonError::into_inner);
    captured.get(index).map(|bytes| Rc::from(&bytes[..]))
}

/// Defines a class on behalf of Rust code: a local reference, or null with an exception pending.
pub(super) fn define(env: Env, class: &str, loader: Option<&Handle>, bytes: &[u8]) -> jclass {
    let thread = Thread { env };
    let loader = Handle::raw_or_null(loader);
    // SAFETY: null or the reference of a handle.
    let is_user = unsafe { thread.is_user_loader(loader) };
    let shadow = if is_user { given(bytes) } else { Given::Original };
    let given = match &shadow {
        Given::Shadow(shadow) => shadow,
        Given::Original => bytes,
        Given::Malformed(why) => return thread.throw_format_error(why),
    };
    let length = given.len().try_into().expect("a class file below 2 GB");
    let text = encode(class);
    // SAFETY: a NUL-terminated name, a loader that is null or alive, and a buffer of the length that is said.
    let defined = unsafe { jni!(env, DefineClass, text.as_ptr(), loader, given.as_ptr().cast(), length) };
    // SAFETY: what was defined is null or a live class.
    unsafe { hook().keep(defined, bytes.into()) };
    defined
}

impl Hook {
    /// # Safety
    /// The reference must be null, or alive and refer to a class.
    unsafe fn keep(&self, class: jclass, bytes: Box<[u8]>) {
        if class.is_null() {
            return;
        }
        let mut captured = self.captured.lock().unwrap_or_else(PoisonError::into_inner);
        captured.push(bytes);
        // SAFETY: alive, as the caller says.
        unsafe { self.tags.set_tag(class, captured.len() as i64) };
    }
}

/// What a user class is defined as.
enum Given {
    Shadow(Vec<u8>),
    /// No class file at all, which HotSpot itself says best.
    Original,
    /// HotSpot, which trusts what it is given here, must not see it.
    Malformed(String),
}

fn given(bytes: &[u8]) -> Given {
    let checked = || {
        let class = ClassFile::parse(bytes.into())?;
        check_format(&class)?;
        shadow_class_keeping(bytes, &hook().concrete)
    };
    match catch_unwind(checked) {
        Ok(Ok(shadow)) => Given::Shadow(shadow),
        Ok(Err(ClassFileError::NotAClassFile)) => Given::Original,
        Ok(Err(error)) => Given::Malformed(error.to_string()),
        Err(_) => Given::Malformed("internal error while it was read".into()),
    }
}

/// The thread that called a native of ours. The references that a native is called with are alive until it returns.
#[derive(Clone, Copy)]
pub(super) struct Thread {
    pub(super) env: Env,
}

impl Thread {
    /// Loaders other than the boot and the platform loader hold user classes.
    ///
    /// # Safety
    /// The reference must be null or alive.
    unsafe fn is_user_loader(self, loader: jobject) -> bool {
        // SAFETY: alive, as the caller says, and a reference that is never deleted.
        !loader.is_null() && unsafe { !jni!(self.env, IsSameObject, loader, hook().platform_loader.raw()) }
    }

    /// `source` is the location of the class: the application loader also serves modules of the JDK.
    ///
    /// # Safety
    /// Both must be null or alive, and `source` a string.
    pub(super) unsafe fn is_user_class(self, loader: jobject, source: jstring) -> bool {
        // SAFETY: as the caller says; a string that is not null is read.
        unsafe {
            let is_jdk = || !source.is_null() && self.env.string(source).starts_with("jrt:/");
            self.is_user_loader(loader) && !is_jdk()
        }
    }

    /// `None` where the original native will throw.
    ///
    /// # Safety
    /// The reference must be null, or alive and refer to an array of bytes.
    pub(super) unsafe fn bytes(self, array: jbyteArray, offset: jint, length: jint) -> Option<Box<[u8]>> {
        if array.is_null() || length < 0 {
            return None;
        }
        let mut bytes = vec![0u8; length as usize];
        // SAFETY: an array of bytes, and a buffer of the length that is said; the VM throws if the range is not in the array.
        unsafe { jni!(self.env, GetByteArrayRegion, array, offset, length, bytes.as_mut_ptr().cast()) };
        if self.env.is_exception_pending() {
            self.env.clear_exception();
            return None;
        }
        Some(bytes.into())
    }

    /// # Safety
    /// The reference must be null, or alive and refer to a buffer, whose memory nobody writes meanwhile.
    pub(super) unsafe fn buffer_bytes(self, buffer: jobject, offset: jint, length: jint) -> Option<Box<[u8]>> {
        let (start, len) = (usize::try_from(offset).ok()?, usize::try_from(length).ok()?);
        if buffer.is_null() {
            return None;
        }
        // SAFETY: a live buffer. If it is not a direct one, the answers are null and -1.
        let (address, capacity) = unsafe {
            let address = jni!(self.env, GetDirectBufferAddress, buffer);
            (address.cast::<u8>().cast_const(), jni!(self.env, GetDirectBufferCapacity, buffer))
        };
        let capacity = usize::try_from(capacity).ok()?;
        if address.is_null() || start + len > capacity {
            return None;
        }
        // SAFETY: the range lies inside of the buffer, which is alive, and nobody writes it meanwhile.
        Some(unsafe { std::slice::from_raw_parts(address.add(start), len) }.into())
    }

    /// A local reference to a new array; null, with an exception pending, when the heap is full.
    fn array(self, bytes: &[u8]) -> jbyteArray {
        let length = bytes.len() as jint;
        // SAFETY: the VM throws if there is no room.
        let array = unsafe { jni!(self.env, NewByteArray, length) };
        if !array.is_null() {
            // SAFETY: a new array of this length, and a buffer of the same.
            unsafe { jni!(self.env, SetByteArrayRegion, array, 0, length, bytes.as_ptr().cast()) };
        }
        array
    }

    fn throw_format_error(self, why: &str) -> jclass {
        boundary::throw(self.env, c"java/lang/ClassFormatError", &encode(why))
    }

    /// Defines the shadow of a user class, any other class as it is, and keeps the bytes of both.
    ///
    /// # Safety
    /// Both functions must answer null or a live reference to a class.
    pub(super) unsafe fn define(
        self,
        original: Box<[u8]>,
        is_user: bool,
        define_shadow: impl FnOnce(jbyteArray, jint) -> jclass,
        define_original: impl FnOnce() -> jclass,
    ) -> jclass {
        let class = match if is_user { given(&original) } else { Given::Original } {
            Given::Shadow(shadow) => match self.array(&shadow) {
                array if array.is_null() => null_mut(),
                array => define_shadow(array, shadow.len() as jint),
            },
            Given::Original => define_original(),
            Given::Malformed(why) => self.throw_format_error(&why),
        };
        // SAFETY: null or a live class, as the caller says.
        unsafe { hook().keep(class, original) };
        class
    }
}
