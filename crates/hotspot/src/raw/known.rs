//! Classes and members of the JDK that this crate itself calls, resolved once after the VM started. All belong to the boot
//! loader, which unloads nothing: their ids are good for ever.

use super::env::{Env, jni};
use super::member::Scope;
use super::reference::{Class, Handle, Local};
use super::text::encode;
use bytecode::Prim;
use jni_sys::{jmethodID, jvalue};
use std::ptr::null;

pub(super) struct Known {
    pub(super) object: Class,
    pub(super) class: Class,
    pub(super) class_loader: Class,
    pub(super) string: Class,
    pub(super) throwable: Class,
    pub(super) lambda_archive: Class,
    pub(super) unsafe_class: Class,
    pub(super) the_unsafe: Handle,
    pub(super) for_name: jmethodID,
    pub(super) is_hidden: jmethodID,
    pub(super) intern: jmethodID,
    pub(super) object_field_offset: jmethodID,
    pub(super) static_field_offset: jmethodID,
    pub(super) ensure_initialized: jmethodID,
    pub(super) platform_loader: Handle,
    pub(super) app_loader: Handle,
    pub(super) void_class: Handle,
    pub(super) object_array: Class,
    /// Indexed by `Prim`.
    primitives: [Primitive; PRIMITIVES.len()],
}

struct Primitive {
    /// `int.class`
    class: Handle,
    /// `int[].class`
    array: Class,
}

/// In the order of `Prim`: its box, and its array class.
const PRIMITIVES: [(Prim, &str, &str); 8] = [
    (Prim::Boolean, "java/lang/Boolean", "[Z"),
    (Prim::Byte, "java/lang/Byte", "[B"),
    (Prim::Char, "java/lang/Character", "[C"),
    (Prim::Short, "java/lang/Short", "[S"),
    (Prim::Int, "java/lang/Integer", "[I"),
    (Prim::Long, "java/lang/Long", "[J"),
    (Prim::Float, "java/lang/Float", "[F"),
    (Prim::Double, "java/lang/Double", "[D"),
];

impl Known {
    /// The error names what this JDK does not have.
    pub(super) fn resolve(env: Env) -> Result<Known, String> {
        use Scope::{Instance, Static};
        let at = Resolver { env };
        let class = at.class("java/lang/Class")?;
        let class_loader = at.class("java/lang/ClassLoader")?;
        let string = at.class("java/lang/String")?;
        let unsafe_class = at.class("jdk/internal/misc/Unsafe")?;
        let loader = "()Ljava/lang/ClassLoader;";
        let for_name = "(Ljava/lang/String;ZLjava/lang/ClassLoader;Ljava/lang/Class;)Ljava/lang/Class;";
        let offset = "(Ljava/lang/reflect/Field;)J";
        let mut primitives = Vec::with_capacity(PRIMITIVES.len());
        for (prim, boxed, array) in PRIMITIVES {
            debug_assert_eq!(primitives.len(), prim as usize);
            primitives.push(Primitive { class: at.primitive_class(boxed)?, array: at.class(array)? });
        }
        Ok(Known {
            object: at.class("java/lang/Object")?,
            throwable: at.class("java/lang/Throwable")?,
            lambda_archive: at.class("java/lang/invoke/LambdaProxyClassArchive")?,
            the_unsafe: at.supplied(&unsafe_class, "getUnsafe", "()Ljdk/internal/misc/Unsafe;")?,
            for_name: at.method(&class, "forName0", for_name, Static)?,
            is_hidden: at.method(&class, "isHidden", "()Z", Instance)?,
            intern: at.method(&string, "intern", "()Ljava/lang/String;", Instance)?,
            object_field_offset: at.method(&unsafe_class, "objectFieldOffset0", offset, Instance)?,
            static_field_offset: at.method(&unsafe_class, "staticFieldOffset0", offset, Instance)?,
            ensure_initialized: at.method(
                &unsafe_class,
                "ensureClassInitialized0",
                "(Ljava/lang/Class;)V",
                Instance,
            )?,
            platform_loader: at.supplied(&class_loader, "getPlatformClassLoader", loader)?,
            app_loader: at.supplied(&class_loader, "getSystemClassLoader", loader)?,
            void_class: at.primitive_class("java/lang/Void")?,
            object_array: at.class("[Ljava/lang/Object;")?,
            primitives: primitives.try_into().ok().expect("one for each"),
            class,
            class_loader,
            string,
            unsafe_class,
        })
    }

    /// `int.class`
    pub(super) fn primitive_class(&self, prim: Prim) -> &Handle {
        &self.primitives[prim as usize].class
    }

    /// `int[].class`
    pub(super) fn primitive_array(&self, prim: Prim) -> &Class {
        &self.primitives[prim as usize].array
    }
}

struct Resolver {
    env: Env,
}

impl Resolver {
    fn class(&self, class: &str) -> Result<Class, String> {
        let text = encode(class);
        // SAFETY: a NUL-terminated name; the answer is a local reference of our own, null if there is no such class.
        let local = unsafe { self.env.local(jni!(self.env, FindClass, text.as_ptr())) };
        let handle = self.keep(&local, || class.to_owned())?;
        // SAFETY: FindClass answers classes.
        Ok(unsafe { Class::new(handle) })
    }

    fn method(&self, class: &Class, method: &str, descriptor: &str, scope: Scope) -> Result<jmethodID, String> {
        let id = self.env.method_id(class, method, descriptor, scope);
        if id.is_null() { Err(self.missing(format!("method {method}{descriptor}"))) } else { Ok(id) }
    }

    /// The object that a static method without parameters returns.
    fn supplied(&self, class: &Class, method: &str, descriptor: &str) -> Result<Handle, String> {
        let id = self.method(class, method, descriptor, Scope::Static)?;
        // SAFETY: a static method of this class that takes nothing and answers an object, for which we get a local reference.
        let local =
            unsafe { self.env.local(jni!(self.env, CallStaticObjectMethodA, class.raw(), id, null::<jvalue>())) };
        self.keep(&local, || format!("result of {method}"))
    }

    /// What the field `TYPE` of a box class holds.
    fn primitive_class(&self, boxed: &str) -> Result<Handle, String> {
        let class = self.class(boxed)?;
        let missing = || "primitive class".to_owned();
        let field = self.env.field_id(&class, "TYPE", "Ljava/lang/Class;", Scope::Static);
        if field.is_null() {
            return Err(self.missing(missing()));
        }
        // SAFETY: a static field of this class that holds an object, for which we get a local reference.
        let local = unsafe { self.env.local(jni!(self.env, GetStaticObjectField, class.raw(), field)) };
        self.keep(&local, missing)
    }

    fn keep(&self, local: &Local, what: impl FnOnce() -> String) -> Result<Handle, String> {
        local.global().ok_or_else(|| self.missing(what()))
    }

    fn missing(&self, what: String) -> String {
        self.env.clear_exception();
        what
    }
}
