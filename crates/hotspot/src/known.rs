//! Classes and members of the JDK that this crate itself calls, resolved once after the VM started.

use crate::fields::{ArrayLayout, Scope};
use crate::handle::Handle;
use crate::jvm::{JvmError, jni};
use crate::text::encode;
use bytecode::Prim;
use jni_sys::{JNIEnv, jfieldID, jmethodID, jvalue};
use std::ptr::null;

pub(crate) struct Known {
    pub(crate) class: Handle,
    pub(crate) class_loader: Handle,
    pub(crate) string: Handle,
    pub(crate) lambda_archive: Handle,
    pub(crate) unsafe_class: Handle,
    pub(crate) the_unsafe: Handle,
    pub(crate) for_name: jmethodID,
    pub(crate) is_hidden: jmethodID,
    pub(crate) intern: jmethodID,
    pub(crate) object_field_offset: jmethodID,
    pub(crate) static_field_offset: jmethodID,
    pub(crate) ensure_initialized: jmethodID,
    pub(crate) platform_loader: Handle,
    pub(crate) app_loader: Handle,
    primitive_classes: [Handle; PRIMITIVES.len()],
    pub(crate) void_class: Handle,
    pub(crate) array_layout: ArrayLayout,
}

/// In the order of `Prim`: its box, and its name in the constants of `Unsafe`.
const PRIMITIVES: [(Prim, &str, &str); 8] = [
    (Prim::Boolean, "java/lang/Boolean", "BOOLEAN"),
    (Prim::Byte, "java/lang/Byte", "BYTE"),
    (Prim::Char, "java/lang/Character", "CHAR"),
    (Prim::Short, "java/lang/Short", "SHORT"),
    (Prim::Int, "java/lang/Integer", "INT"),
    (Prim::Long, "java/lang/Long", "LONG"),
    (Prim::Float, "java/lang/Float", "FLOAT"),
    (Prim::Double, "java/lang/Double", "DOUBLE"),
];

impl Known {
    pub(crate) fn resolve(env: *mut JNIEnv) -> Result<Known, JvmError> {
        use Scope::{Instance, Static};
        let at = Resolver { env };
        let class = at.class("java/lang/Class")?;
        let class_loader = at.class("java/lang/ClassLoader")?;
        let string = at.class("java/lang/String")?;
        let unsafe_class = at.class("jdk/internal/misc/Unsafe")?;
        let loader = "()Ljava/lang/ClassLoader;";
        let for_name = "(Ljava/lang/String;ZLjava/lang/ClassLoader;Ljava/lang/Class;)Ljava/lang/Class;";
        let offset = "(Ljava/lang/reflect/Field;)J";
        Ok(Known {
            class,
            class_loader,
            string,
            lambda_archive: at.class("java/lang/invoke/LambdaProxyClassArchive")?,
            unsafe_class,
            the_unsafe: at.supplied(unsafe_class, "getUnsafe", "()Ljdk/internal/misc/Unsafe;")?,
            for_name: at.method(class, "forName0", for_name, Static)?,
            is_hidden: at.method(class, "isHidden", "()Z", Instance)?,
            intern: at.method(string, "intern", "()Ljava/lang/String;", Instance)?,
            object_field_offset: at.method(unsafe_class, "objectFieldOffset0", offset, Instance)?,
            static_field_offset: at.method(unsafe_class, "staticFieldOffset0", offset, Instance)?,
            ensure_initialized: at.method(unsafe_class, "ensureClassInitialized0", "(Ljava/lang/Class;)V", Instance)?,
            platform_loader: at.supplied(class_loader, "getPlatformClassLoader", loader)?,
            app_loader: at.supplied(class_loader, "getSystemClassLoader", loader)?,
            primitive_classes: at.primitive_classes()?,
            void_class: at.primitive_class("java/lang/Void")?,
            array_layout: at.array_layout(unsafe_class)?,
        })
    }

    pub(crate) fn primitive_class(&self, prim: Prim) -> Handle {
        self.primitive_classes[prim as usize]
    }
}

struct Resolver {
    env: *mut JNIEnv,
}

impl Resolver {
    fn class(&self, class: &str) -> Result<Handle, JvmError> {
        let local = jni!(self, FindClass, encode(class).as_ptr());
        self.keep(local).ok_or_else(|| self.missing(class.to_owned()))
    }

    fn method(&self, class: Handle, method: &str, descriptor: &str, scope: Scope) -> Result<jmethodID, JvmError> {
        let (text, signature) = (encode(method), encode(descriptor));
        let id = match scope {
            Scope::Instance => jni!(self, GetMethodID, class.raw(), text.as_ptr(), signature.as_ptr()),
            Scope::Static => jni!(self, GetStaticMethodID, class.raw(), text.as_ptr(), signature.as_ptr()),
        };
        if id.is_null() { Err(self.missing(format!("method {method}{descriptor}"))) } else { Ok(id) }
    }

    /// The object that a static method without parameters returns.
    fn supplied(&self, class: Handle, method: &str, descriptor: &str) -> Result<Handle, JvmError> {
        let id = self.method(class, method, descriptor, Scope::Static)?;
        let local = jni!(self, CallStaticObjectMethodA, class.raw(), id, null::<jvalue>());
        self.keep(local).ok_or_else(|| self.missing(format!("result of {method}")))
    }

    fn primitive_classes(&self) -> Result<[Handle; PRIMITIVES.len()], JvmError> {
        let mut classes = [self.primitive_class("java/lang/Void")?; PRIMITIVES.len()];
        for (prim, class, _) in PRIMITIVES {
            classes[prim as usize] = self.primitive_class(class)?;
        }
        Ok(classes)
    }

    fn primitive_class(&self, class: &str) -> Result<Handle, JvmError> {
        let class = self.class(class)?;
        let field = self.static_field(class, "TYPE", "Ljava/lang/Class;");
        let field = field.ok_or_else(|| self.missing("primitive class".to_owned()))?;
        let local = jni!(self, GetStaticObjectField, class.raw(), field);
        self.keep(local).ok_or_else(|| self.missing("primitive class".to_owned()))
    }

    fn array_layout(&self, unsafe_class: Handle) -> Result<ArrayLayout, JvmError> {
        let constant = |text: String| self.constant(unsafe_class, &text).ok_or_else(|| self.missing(text));
        let mut layout = ArrayLayout {
            bases: [0; PRIMITIVES.len()],
            scales: [0; PRIMITIVES.len()],
            reference_base: constant("ARRAY_OBJECT_BASE_OFFSET".to_owned())?,
            reference_scale: constant("ARRAY_OBJECT_INDEX_SCALE".to_owned())?,
        };
        for (prim, _, text) in PRIMITIVES {
            layout.bases[prim as usize] = constant(format!("ARRAY_{text}_BASE_OFFSET"))?;
            layout.scales[prim as usize] = constant(format!("ARRAY_{text}_INDEX_SCALE"))?;
        }
        Ok(layout)
    }

    /// An `int` in JDK 17, a `long` in newer ones.
    fn constant(&self, class: Handle, text: &str) -> Option<i64> {
        if let Some(field) = self.static_field(class, text, "I") {
            return Some(jni!(self, GetStaticIntField, class.raw(), field).into());
        }
        let field = self.static_field(class, text, "J")?;
        Some(jni!(self, GetStaticLongField, class.raw(), field))
    }

    fn static_field(&self, class: Handle, field: &str, descriptor: &str) -> Option<jfieldID> {
        let (field, descriptor) = (encode(field), encode(descriptor));
        let id = jni!(self, GetStaticFieldID, class.raw(), field.as_ptr(), descriptor.as_ptr());
        jni!(self, ExceptionClear);
        (!id.is_null()).then_some(id)
    }

    fn keep(&self, local: jni_sys::jobject) -> Option<Handle> {
        let handle = Handle::new(jni!(self, NewGlobalRef, local));
        jni!(self, DeleteLocalRef, local);
        handle
    }

    fn missing(&self, what: String) -> JvmError {
        jni!(self, ExceptionClear);
        JvmError::Missing(what)
    }
}
