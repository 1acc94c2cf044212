//! Fields: ids, values, offsets as `Unsafe` knows them.
//! Looking up an id initialises the class (JNI specification, GetFieldID).

use super::env::jni;
use super::jvm::Jvm;
use super::member::{RawValue, Scope};
use super::reference::{Class, Handle, Local, Seen, Thrown};
use bytecode::{Prim, Type};
use jni_sys::{jfieldID, jvalue};

/// A field of a class, which stays loaded as long as somebody holds this.
#[derive(Clone)]
pub(crate) struct FieldHandle {
    id: jfieldID,
    class: Class,
    scope: Scope,
    /// `None` for references.
    prim: Option<Prim>,
}

/// What a field holds.
pub(crate) enum FieldValue {
    Prim(RawValue),
    Ref(Seen),
}

/// The JNI getter of a primitive type, called with the holder and the id.
macro_rules! get_by_prim {
    ($env:expr, $prim:expr, $holder:expr, $id:expr; $boolean:ident $byte:ident $char:ident $short:ident
     $int:ident $long:ident $float:ident $double:ident) => {
        match $prim {
            Prim::Boolean => RawValue::Int(jni!($env, $boolean, $holder, $id).into()),
            Prim::Byte => RawValue::Int(jni!($env, $byte, $holder, $id).into()),
            Prim::Char => RawValue::Int(jni!($env, $char, $holder, $id).into()),
            Prim::Short => RawValue::Int(jni!($env, $short, $holder, $id).into()),
            Prim::Int => RawValue::Int(jni!($env, $int, $holder, $id)),
            Prim::Long => RawValue::Long(jni!($env, $long, $holder, $id)),
            Prim::Float => RawValue::Float(jni!($env, $float, $holder, $id)),
            Prim::Double => RawValue::Double(jni!($env, $double, $holder, $id)),
        }
    };
}

/// The JNI setter of a primitive type. A boolean keeps its lowest bit, as putfield does.
macro_rules! set_by_prim {
    ($env:expr, $prim:expr, $holder:expr, $id:expr, $value:expr; $boolean:ident $byte:ident $char:ident $short:ident
     $int:ident $long:ident $float:ident $double:ident) => {
        match $prim {
            Prim::Boolean => jni!($env, $boolean, $holder, $id, $value.int() & 1 != 0),
            Prim::Byte => jni!($env, $byte, $holder, $id, $value.int() as i8),
            Prim::Char => jni!($env, $char, $holder, $id, $value.int() as u16),
            Prim::Short => jni!($env, $short, $holder, $id, $value.int() as i16),
            Prim::Int => jni!($env, $int, $holder, $id, $value.int()),
            Prim::Long => jni!($env, $long, $holder, $id, $value.long()),
            Prim::Float => jni!($env, $float, $holder, $id, $value.float()),
            Prim::Double => jni!($env, $double, $holder, $id, $value.double()),
        }
    };
}

impl FieldHandle {
    fn expect(&self, scope: Scope) {
        assert_eq!(self.scope, scope, "a static field is one of the class, any other one of its instances");
    }

    /// An object without the field is a bug of the caller and panics.
    fn expect_in(&self, object: &Handle) {
        self.expect(Scope::Instance);
        assert!(object.is_instance(&self.class), "a field of another class than the object's");
    }

    /// A reference field is a bug of the caller and panics.
    fn expect_prim(&self) -> Prim {
        self.prim.expect("a field of a primitive type")
    }

    fn expect_ref(&self) {
        assert!(self.prim.is_none(), "a field of a reference type expected");
    }
}

impl Jvm {
    /// Initialises the class. Finds inherited fields too.
    pub(crate) fn field(
        &self,
        class: &Class,
        field: &str,
        descriptor: &str,
        scope: Scope,
    ) -> Result<FieldHandle, Thrown> {
        let id = self.env.field_id(class, field, descriptor, scope);
        self.check()?;
        let prim = match bytecode::parse_type(descriptor).expect("the VM knows a field of this type") {
            Type::Prim(prim) => Some(prim),
            Type::Ref(_) => None,
        };
        Ok(FieldHandle { id, class: class.clone(), scope, prim })
    }

    pub(crate) fn get(&self, object: &Handle, field: &FieldHandle) -> FieldValue {
        field.expect_in(object);
        let Some(prim) = field.prim else {
            // SAFETY: the object is alive and has this reference field.
            return FieldValue::Ref(self.identify(&unsafe { self.get_local(object, field) }));
        };
        let (env, object) = (self.env, object.raw());
        // SAFETY: the object is alive and an instance of the field's class, the class is loaded, the getter is that of the
        // field's type.
        FieldValue::Prim(unsafe {
            get_by_prim!(env, prim, object, field.id; GetBooleanField GetByteField GetCharField GetShortField
            GetIntField GetLongField GetFloatField GetDoubleField)
        })
    }

    /// A handle of its own, whether the object is tagged or not. `None` for null.
    pub(crate) fn get_handle(&self, object: &Handle, field: &FieldHandle) -> Option<Handle> {
        field.expect_in(object);
        field.expect_ref();
        // SAFETY: the object is alive and has this reference field.
        unsafe { self.get_local(object, field) }.global()
    }

    /// # Safety
    /// The object must have the field, which must be of a reference type.
    unsafe fn get_local(&self, object: &Handle, field: &FieldHandle) -> Local<'_> {
        // SAFETY: the object is alive and has the field, as the caller says; the answer is a local reference of our own.
        unsafe { self.env.local(jni!(self.env, GetObjectField, object.raw(), field.id)) }
    }

    /// A value of another kind than the field's is a bug of the caller and panics.
    pub(crate) fn set_prim(&self, object: &Handle, field: &FieldHandle, value: RawValue) {
        field.expect_in(object);
        let (env, object, prim) = (self.env, object.raw(), field.expect_prim());
        // SAFETY: as in `get`; the value is converted to the field's type.
        unsafe {
            set_by_prim!(env, prim, object, field.id, value; SetBooleanField SetByteField SetCharField SetShortField
            SetIntField SetLongField SetFloatField SetDoubleField)
        }
    }

    /// # Safety
    /// The value must be null or an instance of the type that the field was declared with: the VM does not check.
    pub(crate) unsafe fn set_ref(&self, object: &Handle, field: &FieldHandle, value: Option<&Handle>) {
        field.expect_in(object);
        field.expect_ref();
        let value = Handle::raw_or_null(value);
        // SAFETY: the object is alive and an instance of the field's class; the value fits, as the caller says.
        unsafe { jni!(self.env, SetObjectField, object.raw(), field.id, value) };
    }

    /// Sets a field to null, which fits every type.
    pub(crate) fn clear(&self, object: &Handle, field: &FieldHandle) {
        // SAFETY: null is of every reference type.
        unsafe { self.set_ref(object, field, None) };
    }

    pub(crate) fn get_static(&self, field: &FieldHandle) -> FieldValue {
        field.expect(Scope::Static);
        let (env, class) = (self.env, field.class.raw());
        let Some(prim) = field.prim else {
            // SAFETY: a static reference field of this live class; the answer is a local reference of our own.
            let value = unsafe { env.local(jni!(env, GetStaticObjectField, class, field.id)) };
            return FieldValue::Ref(self.identify(&value));
        };
        // SAFETY: a static field of this live class, the getter is that of its type.
        FieldValue::Prim(unsafe {
            get_by_prim!(env, prim, class, field.id; GetStaticBooleanField GetStaticByteField GetStaticCharField
            GetStaticShortField GetStaticIntField GetStaticLongField GetStaticFloatField GetStaticDoubleField)
        })
    }

    /// A value of another kind than the field's is a bug of the caller and panics.
    pub(crate) fn set_static_prim(&self, field: &FieldHandle, value: RawValue) {
        field.expect(Scope::Static);
        let (env, class, prim) = (self.env, field.class.raw(), field.expect_prim());
        // SAFETY: a static field of this live class; the value is converted to its type.
        unsafe {
            set_by_prim!(env, prim, class, field.id, value; SetStaticBooleanField SetStaticByteField
            SetStaticCharField SetStaticShortField SetStaticIntField SetStaticLongField SetStaticFloatField
            SetStaticDoubleField)
        }
    }

    /// # Safety
    /// The value must be null or an instance of the type that the field was declared with: the VM does not check.
    pub(crate) unsafe fn set_static_ref(&self, field: &FieldHandle, value: Option<&Handle>) {
        field.expect(Scope::Static);
        field.expect_ref();
        let value = Handle::raw_or_null(value);
        // SAFETY: a static reference field of this live class; the value fits, as the caller says.
        unsafe { jni!(self.env, SetStaticObjectField, field.class.raw(), field.id, value) };
    }

    /// As `Unsafe.objectFieldOffset` answers, but for records and hidden classes too.
    pub(crate) fn field_offset(&self, field: &FieldHandle) -> Result<i64, Thrown> {
        let (env, known, is_static) = (self.env, self.known, field.scope == Scope::Static);
        // SAFETY: the field is one of this live class, in this scope; the answer is a local reference of our own.
        let reflected = unsafe { env.local(jni!(env, ToReflectedField, field.class.raw(), field.id, is_static)) };
        self.check()?;
        let method = if is_static { known.static_field_offset } else { known.object_field_offset };
        let (the_unsafe, class) = (known.the_unsafe.raw(), known.unsafe_class.raw());
        let arguments = [jvalue { l: reflected.raw() }];
        // SAFETY: methods of Unsafe that take a `reflect.Field`, which `reflected` is, and answer a long.
        let offset = unsafe { jni!(env, CallNonvirtualLongMethodA, the_unsafe, class, method, arguments.as_ptr()) };
        self.check().map(|()| offset)
    }
}
