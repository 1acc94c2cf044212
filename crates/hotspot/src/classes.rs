//! Classes: loading without initialisation, definition from bytes, names and loaders.

use crate::handle::{Handle, Seen, Thrown, raw_or_null};
use crate::hook;
use crate::jvm::{Jvm, jni};
use crate::text;
use bytecode::Prim;
use jni_sys::jvalue;
use std::ptr::null;
use std::rc::Rc;

/// JVMTI_CLASS_STATUS_INITIALIZED
const CLASS_INITIALIZED: i32 = 4;

impl Jvm {
    /// As `Class.forName(name, false, loader)`: `java.lang.String`, `[I`, `[Ljava.lang.String;`.
    /// `None` is the boot loader.
    pub fn load_class(&self, class: &str, loader: Option<Handle>) -> Result<Seen, Thrown> {
        let units: Vec<u16> = class.encode_utf16().collect();
        let string = self.local_string(&units)?;
        let arguments = [
            jvalue { l: string.raw() },
            jvalue { z: false },
            jvalue { l: raw_or_null(loader) },
            jvalue { l: std::ptr::null_mut() },
        ];
        let (receiver, method) = (self.known.class.raw(), self.known.for_name);
        let class = self.local(jni!(self, CallStaticObjectMethodA, receiver, method, arguments.as_ptr()));
        self.check()?;
        Ok(self.identify(class))
    }

    /// JVMS 5.5, in HotSpot. The `<clinit>` of a user class is empty there.
    pub fn initialize_class(&self, class: Handle) -> Result<(), Thrown> {
        let (the_unsafe, unsafe_class) = (self.known.the_unsafe.raw(), self.known.unsafe_class.raw());
        let arguments = [jvalue { l: class.raw() }];
        let method = self.known.ensure_initialized;
        jni!(self, CallNonvirtualVoidMethodA, the_unsafe, unsafe_class, method, arguments.as_ptr());
        self.check()
    }

    /// Has its initialiser ended?
    pub fn is_initialized(&self, class: Handle) -> bool {
        self.tags.class_status(class.raw()) & CLASS_INITIALIZED != 0
    }

    /// `class` is an internal name. User classes are shadowed and captured as if Java code had defined them.
    pub fn define_class(&self, class: &str, loader: Option<Handle>, bytes: &[u8]) -> Result<Seen, Thrown> {
        let class = hook::define(self, class, loader, bytes);
        self.check()?;
        Ok(self.identify(class))
    }

    pub fn primitive_class(&self, prim: Prim) -> Seen {
        self.identify_borrowed(self.known.primitive_class(prim).raw())
    }

    pub fn void_class(&self) -> Seen {
        self.identify_borrowed(self.known.void_class.raw())
    }

    /// `Ljava/lang/String;`, `[I`, `I`; for hidden classes `LFoo$$Lambda.0x123;`.
    pub fn class_signature(&self, class: Handle) -> String {
        text::decode(&self.tags.class_signature(class.raw()))
    }

    /// Null is the boot loader.
    pub fn class_loader(&self, class: Handle) -> Seen {
        let loader = self.local(self.tags.class_loader(class.raw()));
        self.identify(loader)
    }

    pub fn is_hidden(&self, class: Handle) -> bool {
        let (receiver, method) = (self.known.class.raw(), self.known.is_hidden);
        jni!(self, CallNonvirtualBooleanMethodA, class.raw(), receiver, method, null::<jvalue>())
    }

    pub fn platform_loader(&self) -> Seen {
        self.identify_borrowed(self.known.platform_loader.raw())
    }

    pub fn app_loader(&self) -> Seen {
        self.identify_borrowed(self.known.app_loader.raw())
    }

    /// The class file as it was given to the VM, for every class that the VM did not read by itself:
    /// classes of all loaders but the boot loader, hidden classes, proxies.
    pub fn captured_bytes(&self, class: Handle) -> Option<Rc<[u8]>> {
        hook::captured_bytes(class.raw())
    }
}
