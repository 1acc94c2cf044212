//! Classes: loading without initialisation, definition from bytes, names and loaders.

use super::env::jni;
use super::hook;
use super::jvm::Jvm;
use super::reference::{Class, Handle, Seen, Thrown};
use super::text;
use bytecode::{ClassName, DottedName, Prim};
use jni_sys::jvalue;
use std::ptr::{null, null_mut};
use std::rc::Rc;

/// JVMTI_CLASS_STATUS_INITIALIZED
const CLASS_INITIALIZED: i32 = 4;

impl Jvm {
    /// As `Class.forName(name, false, loader)`: `java.lang.String`, `[I`, `[Ljava.lang.String;`.
    /// `None` is the boot loader.
    pub(crate) fn load_class(&self, class: &DottedName, loader: Option<&Handle>) -> Result<Seen, Thrown> {
        self.expect_loader(loader);
        let units: Vec<u16> = class.encode_utf16().collect();
        let string = self.local_string(&units)?;
        let arguments = [
            jvalue { l: string.raw() },
            jvalue { z: false },
            jvalue { l: Handle::raw_or_null(loader) },
            jvalue { l: null_mut() },
        ];
        let (env, receiver, method) = (self.env, self.known.class.raw(), self.known.for_name);
        // SAFETY: Class.forName0 takes a string, a boolean, a loader and the class that asks, each null or alive. It answers an
        // object, for which we get a local reference.
        let class = unsafe { env.local(jni!(env, CallStaticObjectMethodA, receiver, method, arguments.as_ptr())) };
        self.check()?;
        Ok(self.identify(&class))
    }

    /// JVMS 5.5, in HotSpot. The `<clinit>` of a user class is empty there.
    pub(crate) fn initialize_class(&self, class: &Class) -> Result<(), Thrown> {
        let (the_unsafe, unsafe_class) = (self.known.the_unsafe.raw(), self.known.unsafe_class.raw());
        let arguments = [jvalue { l: class.raw() }];
        let method = self.known.ensure_initialized;
        // SAFETY: Unsafe.ensureClassInitialized0 takes a class, which is alive, and answers nothing.
        unsafe { jni!(self.env, CallNonvirtualVoidMethodA, the_unsafe, unsafe_class, method, arguments.as_ptr()) };
        self.check()
    }

    /// Has its initialiser ended?
    pub(crate) fn is_initialized(&self, class: &Class) -> bool {
        // SAFETY: a live class.
        unsafe { self.tags.class_status(class.raw()) & CLASS_INITIALIZED != 0 }
    }

    /// User classes are shadowed and captured as if Java code had defined them.
    ///
    /// # Safety
    /// The code in the bytes must be such that a verifier would accept it: the VM does not check.
    pub(crate) unsafe fn define_class(
        &self,
        class: &ClassName,
        loader: Option<&Handle>,
        bytes: &[u8],
    ) -> Result<Seen, Thrown> {
        self.expect_loader(loader);
        let class = hook::define(self.env, class, loader, bytes);
        // SAFETY: null or a local reference of our own.
        let class = unsafe { self.env.local(class) };
        self.check()?;
        Ok(self.identify(&class))
    }

    fn expect_loader(&self, loader: Option<&Handle>) {
        let is_loader = loader.is_none_or(|loader| loader.is_instance(&self.known.class_loader));
        assert!(is_loader, "a class loader expected");
    }

    pub(crate) fn primitive_class(&self, prim: Prim) -> Seen {
        self.identify_handle(self.known.primitive_class(prim))
    }

    pub(crate) fn void_class(&self) -> Seen {
        self.identify_handle(&self.known.void_class)
    }

    pub(crate) fn platform_loader(&self) -> Seen {
        self.identify_handle(&self.known.platform_loader)
    }

    pub(crate) fn app_loader(&self) -> Seen {
        self.identify_handle(&self.known.app_loader)
    }

    fn identify_handle(&self, handle: &Handle) -> Seen {
        // SAFETY: a handle is alive.
        unsafe { self.identify_raw(handle.raw()) }
    }

    /// `Ljava/lang/String;`, `[I`, `I`; for hidden classes `LFoo$$Lambda.0x123;`.
    pub(crate) fn class_signature(&self, class: &Class) -> String {
        // SAFETY: a live class.
        text::decode(&unsafe { self.tags.class_signature(class.raw()) })
    }

    /// Null is the boot loader.
    pub(crate) fn class_loader(&self, class: &Class) -> Seen {
        // SAFETY: a live class; the answer is null or a local reference of our own.
        let loader = unsafe { self.env.local(self.tags.class_loader(class.raw())) };
        self.identify(&loader)
    }

    pub(crate) fn is_hidden(&self, class: &Class) -> bool {
        let (receiver, method) = (self.known.class.raw(), self.known.is_hidden);
        // SAFETY: Class.isHidden of a live class takes nothing and answers a boolean. It is a native that throws nothing.
        unsafe { jni!(self.env, CallNonvirtualBooleanMethodA, class.raw(), receiver, method, null::<jvalue>()) }
    }

    /// The class file as it was given to the VM, for every class that the VM did not read by itself:
    /// classes of all loaders but the boot loader, hidden classes, proxies.
    pub(crate) fn captured_bytes(&self, class: &Class) -> Option<Rc<[u8]>> {
        hook::captured_bytes(class)
    }
}
