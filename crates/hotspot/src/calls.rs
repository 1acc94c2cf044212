//! Method calls with the semantics of JNI. A call of an instance method is always nonvirtual: which method
//! runs was decided before, by our interpreter.

use crate::fields::{RawValue, Scope};
use crate::handle::{Handle, Seen, Thrown, raw_or_null};
use crate::jvm::{Jvm, jni};
use crate::text::encode;
use bytecode::Prim;
use jni_sys::{jmethodID, jvalue};

/// Unique within its class only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MethodHandle(jmethodID);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Callee {
    Static {
        class: Handle,
    },
    /// Also constructors, private and interface methods; `class` declares the method.
    Nonvirtual {
        receiver: Handle,
        class: Handle,
    },
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum JavaArg {
    Boolean(bool),
    Byte(i8),
    Char(u16),
    Short(i16),
    Int(i32),
    Long(i64),
    Float(f32),
    Double(f64),
    Ref(Option<Handle>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultKind {
    Void,
    Prim(Prim),
    Ref,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ReturnValue {
    Void,
    Prim(RawValue),
    Ref(Seen),
}

/// Most natives have fewer parameters; longer lists go to the heap.
const INLINE_ARGUMENTS: usize = 12;

impl JavaArg {
    fn raw(self) -> jvalue {
        match self {
            JavaArg::Boolean(z) => jvalue { z },
            JavaArg::Byte(b) => jvalue { b },
            JavaArg::Char(c) => jvalue { c },
            JavaArg::Short(s) => jvalue { s },
            JavaArg::Int(i) => jvalue { i },
            JavaArg::Long(j) => jvalue { j },
            JavaArg::Float(f) => jvalue { f },
            JavaArg::Double(d) => jvalue { d },
            JavaArg::Ref(handle) => jvalue { l: raw_or_null(handle) },
        }
    }
}

/// Picks the JNI function by result type; `$arg` is what comes before the method id.
macro_rules! call_by_kind {
    ($jvm:expr, $kind:expr, ($($arg:expr),*); $void:ident $object:ident $boolean:ident $byte:ident $char:ident
     $short:ident $int:ident $long:ident $float:ident $double:ident) => {
        match $kind {
            ResultKind::Void => {
                jni!($jvm, $void $(, $arg)*);
                $jvm.check()?;
                ReturnValue::Void
            }
            ResultKind::Ref => {
                let result = $jvm.local(jni!($jvm, $object $(, $arg)*));
                $jvm.check()?;
                ReturnValue::Ref($jvm.identify(result))
            }
            ResultKind::Prim(prim) => {
                let result = match prim {
                    Prim::Boolean => RawValue::Int(jni!($jvm, $boolean $(, $arg)*).into()),
                    Prim::Byte => RawValue::Int(jni!($jvm, $byte $(, $arg)*).into()),
                    Prim::Char => RawValue::Int(jni!($jvm, $char $(, $arg)*).into()),
                    Prim::Short => RawValue::Int(jni!($jvm, $short $(, $arg)*).into()),
                    Prim::Int => RawValue::Int(jni!($jvm, $int $(, $arg)*)),
                    Prim::Long => RawValue::Long(jni!($jvm, $long $(, $arg)*)),
                    Prim::Float => RawValue::Float(jni!($jvm, $float $(, $arg)*)),
                    Prim::Double => RawValue::Double(jni!($jvm, $double $(, $arg)*)),
                };
                $jvm.check()?;
                ReturnValue::Prim(result)
            }
        }
    };
}

impl Jvm {
    /// Initialises the class. Finds inherited methods too, except constructors.
    pub fn method_id(
        &self,
        class: Handle,
        method: &str,
        descriptor: &str,
        scope: Scope,
    ) -> Result<MethodHandle, Thrown> {
        let (method, descriptor) = (encode(method), encode(descriptor));
        let id = match scope {
            Scope::Instance => jni!(self, GetMethodID, class.raw(), method.as_ptr(), descriptor.as_ptr()),
            Scope::Static => jni!(self, GetStaticMethodID, class.raw(), method.as_ptr(), descriptor.as_ptr()),
        };
        self.check().map(|()| MethodHandle(id))
    }

    /// Number and kinds of the arguments must fit the method's descriptor, and `result` its return type.
    pub fn call(
        &self,
        callee: Callee,
        method: MethodHandle,
        arguments: &[JavaArg],
        result: ResultKind,
    ) -> Result<ReturnValue, Thrown> {
        let mut inline = [jvalue { j: 0 }; INLINE_ARGUMENTS];
        let spilled: Vec<jvalue>;
        let arguments = if arguments.len() <= INLINE_ARGUMENTS {
            for (slot, argument) in inline.iter_mut().zip(arguments) {
                *slot = argument.raw();
            }
            inline.as_ptr()
        } else {
            spilled = arguments.iter().map(|argument| argument.raw()).collect();
            spilled.as_ptr()
        };
        Ok(match callee {
            Callee::Static { class } => {
                call_by_kind!(self, result, (class.raw(), method.0, arguments);
                CallStaticVoidMethodA CallStaticObjectMethodA CallStaticBooleanMethodA CallStaticByteMethodA
                CallStaticCharMethodA CallStaticShortMethodA CallStaticIntMethodA CallStaticLongMethodA
                CallStaticFloatMethodA CallStaticDoubleMethodA)
            }
            Callee::Nonvirtual { receiver, class } => call_by_kind!(self, result,
                (receiver.raw(), class.raw(), method.0, arguments);
                CallNonvirtualVoidMethodA CallNonvirtualObjectMethodA CallNonvirtualBooleanMethodA
                CallNonvirtualByteMethodA CallNonvirtualCharMethodA CallNonvirtualShortMethodA
                CallNonvirtualIntMethodA CallNonvirtualLongMethodA CallNonvirtualFloatMethodA
                CallNonvirtualDoubleMethodA),
        })
    }
}
