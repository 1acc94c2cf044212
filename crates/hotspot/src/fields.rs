//! Fields: ids, values, offsets as `Unsafe` knows them.
//! Looking up an id initialises the class (JNI specification, GetFieldID).

use crate::handle::{Handle, Seen, Thrown, raw_or_null};
use crate::jvm::{Jvm, jni};
use crate::text::encode;
use bytecode::Prim;
use jni_sys::{jfieldID, jvalue};

/// Unique within its class only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FieldHandle(jfieldID);

/// Does a member belong to the instance or to the class?
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scope {
    Instance,
    Static,
}

/// A primitive as the operand stack holds it: the small types travel as `Int`, extended as JVMS 2.11.1 says.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RawValue {
    Int(i32),
    Long(i64),
    Float(f32),
    Double(f64),
}

/// Where `Unsafe` finds the elements of an array: base + index * scale.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ArrayLayout {
    /// Indexed by `Prim`.
    pub bases: [i64; 8],
    pub scales: [i64; 8],
    pub reference_base: i64,
    pub reference_scale: i64,
}

impl RawValue {
    fn int(self) -> i32 {
        match self {
            RawValue::Int(value) => value,
            RawValue::Long(_) | RawValue::Float(_) | RawValue::Double(_) => {
                panic!("int expected, not {self:?}")
            }
        }
    }

    fn long(self) -> i64 {
        match self {
            RawValue::Long(value) => value,
            RawValue::Int(_) | RawValue::Float(_) | RawValue::Double(_) => {
                panic!("long expected, not {self:?}")
            }
        }
    }

    fn float(self) -> f32 {
        match self {
            RawValue::Float(value) => value,
            RawValue::Int(_) | RawValue::Long(_) | RawValue::Double(_) => {
                panic!("float expected, not {self:?}")
            }
        }
    }

    fn double(self) -> f64 {
        match self {
            RawValue::Double(value) => value,
            RawValue::Int(_) | RawValue::Long(_) | RawValue::Float(_) => {
                panic!("double expected, not {self:?}")
            }
        }
    }
}

/// One JNI getter per primitive type; `$arg` are the holder and the id.
macro_rules! get_by_prim {
    ($jvm:expr, $prim:expr, $arg:expr, $id:expr; $boolean:ident $byte:ident $char:ident $short:ident
     $int:ident $long:ident $float:ident $double:ident) => {
        match $prim {
            Prim::Boolean => RawValue::Int(jni!($jvm, $boolean, $arg, $id).into()),
            Prim::Byte => RawValue::Int(jni!($jvm, $byte, $arg, $id).into()),
            Prim::Char => RawValue::Int(jni!($jvm, $char, $arg, $id).into()),
            Prim::Short => RawValue::Int(jni!($jvm, $short, $arg, $id).into()),
            Prim::Int => RawValue::Int(jni!($jvm, $int, $arg, $id)),
            Prim::Long => RawValue::Long(jni!($jvm, $long, $arg, $id)),
            Prim::Float => RawValue::Float(jni!($jvm, $float, $arg, $id)),
            Prim::Double => RawValue::Double(jni!($jvm, $double, $arg, $id)),
        }
    };
}

/// One JNI setter per primitive type. A boolean keeps its lowest bit, as putfield does.
macro_rules! set_by_prim {
    ($jvm:expr, $prim:expr, $arg:expr, $id:expr, $value:expr; $boolean:ident $byte:ident $char:ident $short:ident
     $int:ident $long:ident $float:ident $double:ident) => {
        match $prim {
            Prim::Boolean => jni!($jvm, $boolean, $arg, $id, $value.int() & 1 != 0),
            Prim::Byte => jni!($jvm, $byte, $arg, $id, $value.int() as i8),
            Prim::Char => jni!($jvm, $char, $arg, $id, $value.int() as u16),
            Prim::Short => jni!($jvm, $short, $arg, $id, $value.int() as i16),
            Prim::Int => jni!($jvm, $int, $arg, $id, $value.int()),
            Prim::Long => jni!($jvm, $long, $arg, $id, $value.long()),
            Prim::Float => jni!($jvm, $float, $arg, $id, $value.float()),
            Prim::Double => jni!($jvm, $double, $arg, $id, $value.double()),
        }
    };
}

impl Jvm {
    /// Initialises the class. Finds inherited fields too.
    pub fn field_id(&self, class: Handle, field: &str, descriptor: &str, scope: Scope) -> Result<FieldHandle, Thrown> {
        let (field, descriptor) = (encode(field), encode(descriptor));
        let id = match scope {
            Scope::Instance => jni!(self, GetFieldID, class.raw(), field.as_ptr(), descriptor.as_ptr()),
            Scope::Static => jni!(self, GetStaticFieldID, class.raw(), field.as_ptr(), descriptor.as_ptr()),
        };
        self.check().map(|()| FieldHandle(id))
    }

    pub fn get_prim(&self, object: Handle, field: FieldHandle, prim: Prim) -> RawValue {
        get_by_prim!(self, prim, object.raw(), field.0; GetBooleanField GetByteField GetCharField GetShortField
            GetIntField GetLongField GetFloatField GetDoubleField)
    }

    /// A value of another kind than `prim` is a bug of the caller and panics.
    pub fn set_prim(&self, object: Handle, field: FieldHandle, prim: Prim, value: RawValue) {
        set_by_prim!(self, prim, object.raw(), field.0, value; SetBooleanField SetByteField SetCharField SetShortField
            SetIntField SetLongField SetFloatField SetDoubleField)
    }

    pub fn get_ref(&self, object: Handle, field: FieldHandle) -> Seen {
        let value = self.local(jni!(self, GetObjectField, object.raw(), field.0));
        self.identify(value)
    }

    /// A reference of its own, whether the object is tagged or not. `None` for null.
    pub(crate) fn get_handle(&self, object: Handle, field: FieldHandle) -> Option<Handle> {
        let value = self.local(jni!(self, GetObjectField, object.raw(), field.0));
        (!value.raw().is_null()).then(|| self.global(value.raw()))
    }

    pub fn set_ref(&self, object: Handle, field: FieldHandle, value: Option<Handle>) {
        jni!(self, SetObjectField, object.raw(), field.0, raw_or_null(value));
    }

    pub fn get_static_prim(&self, class: Handle, field: FieldHandle, prim: Prim) -> RawValue {
        get_by_prim!(self, prim, class.raw(), field.0; GetStaticBooleanField GetStaticByteField GetStaticCharField
            GetStaticShortField GetStaticIntField GetStaticLongField GetStaticFloatField GetStaticDoubleField)
    }

    /// A value of another kind than `prim` is a bug of the caller and panics.
    pub fn set_static_prim(&self, class: Handle, field: FieldHandle, prim: Prim, value: RawValue) {
        set_by_prim!(self, prim, class.raw(), field.0, value; SetStaticBooleanField SetStaticByteField
            SetStaticCharField SetStaticShortField SetStaticIntField SetStaticLongField SetStaticFloatField
            SetStaticDoubleField)
    }

    pub fn get_static_ref(&self, class: Handle, field: FieldHandle) -> Seen {
        let value = self.local(jni!(self, GetStaticObjectField, class.raw(), field.0));
        self.identify(value)
    }

    pub fn set_static_ref(&self, class: Handle, field: FieldHandle, value: Option<Handle>) {
        jni!(self, SetStaticObjectField, class.raw(), field.0, raw_or_null(value));
    }

    /// As `Unsafe.objectFieldOffset` answers, but for records and hidden classes too.
    pub fn field_offset(&self, class: Handle, field: FieldHandle, scope: Scope) -> Result<i64, Thrown> {
        let reflected = jni!(self, ToReflectedField, class.raw(), field.0, scope == Scope::Static);
        let reflected = self.local(reflected);
        self.check()?;
        let method = match scope {
            Scope::Instance => self.known.object_field_offset,
            Scope::Static => self.known.static_field_offset,
        };
        let (the_unsafe, class) = (self.known.the_unsafe.raw(), self.known.unsafe_class.raw());
        let arguments = [jvalue { l: reflected.raw() }];
        let offset = jni!(self, CallNonvirtualLongMethodA, the_unsafe, class, method, arguments.as_ptr());
        self.check().map(|()| offset)
    }

    pub fn array_layout(&self) -> ArrayLayout {
        self.known.array_layout
    }
}
