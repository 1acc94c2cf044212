//! What happens to classes on their way into the VM: user classes reach HotSpot as shadows, and the original
//! bytes of all are kept, found again by a tag on the class (natives.rs leads every definition here).
//! A ClassFileLoadHook would see no hidden class, and could not say which class its bytes become.

use crate::handle::{Handle, Local, raw_or_null};
use crate::jvm::{Jvm, JvmError, JvmOptions, jni};
use crate::jvmti::Jvmti;
use crate::text::encode;
use bytecode::{ClassFile, ClassFileError, Patterns, check_format, shadow_class_keeping};
use jni_sys::{JNIEnv, JavaVM, jbyteArray, jclass, jint, jobject, jstring};
use std::panic::catch_unwind;
use std::ptr::null_mut;
use std::rc::Rc;
use std::sync::{Mutex, OnceLock, PoisonError};

/// Used from every Java thread.
struct Hook {
    /// The tag of a captured class is its index in `captured`, plus one.
    tags: Jvmti,
    captured: Mutex<Vec<Box<[u8]>>>,
    platform_loader: PlatformLoader,
    concrete: Patterns,
}

struct PlatformLoader(Handle);

// SAFETY: a global reference may be used from every thread.
unsafe impl Send for PlatformLoader {}
unsafe impl Sync for PlatformLoader {}

static HOOK: OnceLock<Hook> = OnceLock::new();

fn hook() -> &'static Hook {
    HOOK.get().expect("installed before the natives are replaced")
}

pub(crate) fn install(jvm: &Jvm, vm: *mut JavaVM, options: &JvmOptions) -> Result<(), JvmError> {
    let hook = Hook {
        tags: Jvmti::new(vm).map_err(JvmError::Refused)?,
        captured: Mutex::default(),
        platform_loader: PlatformLoader(jvm.known.platform_loader),
        concrete: options.concrete.clone(),
    };
    HOOK.set(hook).map_err(|_| JvmError::AlreadyRunning)
}

pub(crate) fn captured_bytes(class: jclass) -> Option<Rc<[u8]>> {
    let hook = hook();
    let index = usize::try_from(hook.tags.tag(class) - 1).ok()?;
    let captured = hook.captured.lock().unwrap_or_else(PoisonError::into_inner);
    captured.get(index).map(|bytes| Rc::from(&bytes[..]))
}

/// Defines a class on behalf of Rust code. An exception may be pending afterwards.
pub(crate) fn define(jvm: &Jvm, class: &str, loader: Option<Handle>, bytes: &[u8]) -> Local {
    let thread = Thread { env: jvm.env };
    let user = thread.is_user_loader(raw_or_null(loader));
    let shadow = if user { given(bytes) } else { Given::Original };
    let given = match &shadow {
        Given::Shadow(shadow) => shadow,
        Given::Original => bytes,
        Given::Malformed(why) => {
            thread.throw_format_error(why);
            return jvm.local(null_mut());
        }
    };
    let length = given.len().try_into().expect("a class file below 2 GB");
    let text = encode(class);
    let defined = jni!(jvm, DefineClass, text.as_ptr(), raw_or_null(loader), given.as_ptr().cast(), length);
    hook().keep(defined, bytes.into());
    jvm.local(defined)
}

impl Hook {
    fn keep(&self, class: jclass, bytes: Box<[u8]>) {
        if class.is_null() {
            return;
        }
        let mut captured = self.captured.lock().unwrap_or_else(PoisonError::into_inner);
        captured.push(bytes);
        self.tags.set_tag(class, captured.len() as i64);
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

/// The thread that called a native of ours.
pub(crate) struct Thread {
    pub(crate) env: *mut JNIEnv,
}

impl Thread {
    /// Loaders other than the boot and the platform loader hold user classes.
    fn is_user_loader(&self, loader: jobject) -> bool {
        !loader.is_null() && !jni!(self, IsSameObject, loader, hook().platform_loader.0.raw())
    }

    /// `source` is the location of the class: the application loader also serves modules of the JDK.
    pub(crate) fn is_user_class(&self, loader: jobject, source: jstring) -> bool {
        self.is_user_loader(loader) && !self.text(source).is_some_and(|url| url.starts_with("jrt:/"))
    }

    fn text(&self, string: jstring) -> Option<String> {
        if string.is_null() {
            return None;
        }
        let length = jni!(self, GetStringLength, string);
        let mut units = vec![0; length as usize];
        jni!(self, GetStringRegion, string, 0, length, units.as_mut_ptr());
        Some(String::from_utf16_lossy(&units))
    }

    /// `None` where the original native will throw.
    pub(crate) fn bytes(&self, array: jbyteArray, offset: jint, length: jint) -> Option<Box<[u8]>> {
        if array.is_null() || length < 0 {
            return None;
        }
        let mut bytes = vec![0u8; length as usize];
        jni!(self, GetByteArrayRegion, array, offset, length, bytes.as_mut_ptr().cast());
        if jni!(self, ExceptionCheck) {
            jni!(self, ExceptionClear);
            return None;
        }
        Some(bytes.into())
    }

    pub(crate) fn buffer_bytes(&self, buffer: jobject, offset: jint, length: jint) -> Option<Box<[u8]>> {
        if buffer.is_null() || length < 0 || offset < 0 {
            return None;
        }
        let start = jni!(self, GetDirectBufferAddress, buffer) as *const u8;
        if start.is_null() {
            return None;
        }
        // SAFETY: `ClassLoader.defineClass` passes a range inside the buffer.
        let range = unsafe { std::slice::from_raw_parts(start.add(offset as usize), length as usize) };
        Some(range.into())
    }

    /// Null, with an exception pending, when the heap is full.
    fn array(&self, bytes: &[u8]) -> jbyteArray {
        let length = bytes.len() as jint;
        let array = jni!(self, NewByteArray, length);
        if !array.is_null() {
            jni!(self, SetByteArrayRegion, array, 0, length, bytes.as_ptr().cast());
        }
        array
    }

    fn throw_format_error(&self, why: &str) {
        let class = jni!(self, FindClass, c"java/lang/ClassFormatError".as_ptr());
        let message = encode(why);
        jni!(self, ThrowNew, class, message.as_ptr());
    }

    /// Defines the shadow of a user class, any other class as it is, and keeps the bytes of both.
    pub(crate) fn define(
        &self,
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
            Given::Malformed(why) => {
                self.throw_format_error(&why);
                null_mut()
            }
        };
        hook().keep(class, original);
        class
    }
}
