//! Method calls with the semantics of JNI. A call of an instance method is always nonvirtual: which method
//! runs was decided before, by our interpreter.

use super::env::jni;
use super::jvm::Jvm;
use super::member::{RawValue, Scope};
use super::reference::{Class, Handle, Seen, Thrown};
use bytecode::{MethodDescriptor, Prim, Type};
use jni_sys::{jmethodID, jvalue};

/// A method of a class, which stays loaded as long as somebody holds this.
pub(crate) struct MethodHandle {
    id: jmethodID,
    class: Class,
    scope: Scope,
    descriptor: MethodDescriptor,
}

#[derive(Clone)]
pub(crate) enum JavaArg {
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

pub(crate) enum ReturnValue {
    Void,
    Prim(RawValue),
    Ref(Seen),
}

/// Most natives have fewer parameters; longer lists go to the heap.
const INLINE_ARGUMENTS: usize = 12;

impl JavaArg {
    /// The reference in it, if there is one, is alive as long as the argument.
    fn raw(&self) -> jvalue {
        match *self {
            JavaArg::Boolean(z) => jvalue { z },
            JavaArg::Byte(b) => jvalue { b },
            JavaArg::Char(c) => jvalue { c },
            JavaArg::Short(s) => jvalue { s },
            JavaArg::Int(i) => jvalue { i },
            JavaArg::Long(j) => jvalue { j },
            JavaArg::Float(f) => jvalue { f },
            JavaArg::Double(d) => jvalue { d },
            JavaArg::Ref(ref handle) => jvalue { l: Handle::raw_or_null(handle.as_ref()) },
        }
    }

    fn fits(&self, ty: &Type) -> bool {
        match self {
            JavaArg::Boolean(_) => *ty == Type::Prim(Prim::Boolean),
            JavaArg::Byte(_) => *ty == Type::Prim(Prim::Byte),
            JavaArg::Char(_) => *ty == Type::Prim(Prim::Char),
            JavaArg::Short(_) => *ty == Type::Prim(Prim::Short),
            JavaArg::Int(_) => *ty == Type::Prim(Prim::Int),
            JavaArg::Long(_) => *ty == Type::Prim(Prim::Long),
            JavaArg::Float(_) => *ty == Type::Prim(Prim::Float),
            JavaArg::Double(_) => *ty == Type::Prim(Prim::Double),
            JavaArg::Ref(_) => matches!(ty, Type::Ref(_)),
        }
    }
}

/// Picks the JNI function by result type; `$arg` is what it is called with.
macro_rules! call_by_result {
    ($jvm:expr, $result:expr, ($($arg:expr),*); $void:ident $object:ident $boolean:ident $byte:ident $char:ident
     $short:ident $int:ident $long:ident $float:ident $double:ident) => {
        match $result {
            None => {
                jni!($jvm.env, $void $(, $arg)*);
                $jvm.check()?;
                ReturnValue::Void
            }
            Some(Type::Ref(_)) => {
                let result = $jvm.env.local(jni!($jvm.env, $object $(, $arg)*));
                $jvm.check()?;
                ReturnValue::Ref($jvm.identify(&result))
            }
            Some(Type::Prim(prim)) => {
                let result = match prim {
                    Prim::Boolean => RawValue::Int(jni!($jvm.env, $boolean $(, $arg)*).into()),
                    Prim::Byte => RawValue::Int(jni!($jvm.env, $byte $(, $arg)*).into()),
                    Prim::Char => RawValue::Int(jni!($jvm.env, $char $(, $arg)*).into()),
                    Prim::Short => RawValue::Int(jni!($jvm.env, $short $(, $arg)*).into()),
                    Prim::Int => RawValue::Int(jni!($jvm.env, $int $(, $arg)*)),
                    Prim::Long => RawValue::Long(jni!($jvm.env, $long $(, $arg)*)),
                    Prim::Float => RawValue::Float(jni!($jvm.env, $float $(, $arg)*)),
                    Prim::Double => RawValue::Double(jni!($jvm.env, $double $(, $arg)*)),
                };
                $jvm.check()?;
                ReturnValue::Prim(result)
            }
        }
    };
}

impl Jvm {
    /// Initialises the class. Finds inherited methods too, except constructors.
    pub(crate) fn method(
        &self,
        class: &Class,
        method: &str,
        descriptor: &str,
        scope: Scope,
    ) -> Result<MethodHandle, Thrown> {
        let id = self.env.method_id(class, method, descriptor, scope);
        self.check()?;
        let descriptor = MethodDescriptor::parse(descriptor).expect("the VM knows a method of this type");
        Ok(MethodHandle { id, class: class.clone(), scope, descriptor })
    }

    /// The receiver is `None` for a static method. A receiver of another class, arguments that are too few, too many or of
    /// other kinds than the descriptor says are bugs of the caller and panic.
    ///
    /// # Safety
    /// Arguments that are references must be null or instances of the types that the method was declared with: the VM does
    /// not check.
    pub(crate) unsafe fn call(
        &self,
        receiver: Option<&Handle>,
        method: &MethodHandle,
        arguments: &[JavaArg],
    ) -> Result<ReturnValue, Thrown> {
        let parameters = &method.descriptor.parameters;
        let fit = parameters.len() == arguments.len() && arguments.iter().zip(parameters).all(|(a, ty)| a.fits(ty));
        assert!(fit, "arguments of other kinds than the method's parameters");
        let mut inline = [jvalue { j: 0 }; INLINE_ARGUMENTS];
        let spilled: Vec<jvalue>;
        let given = if arguments.len() <= INLINE_ARGUMENTS {
            for (slot, argument) in inline.iter_mut().zip(arguments) {
                *slot = argument.raw();
            }
            inline.as_ptr()
        } else {
            spilled = arguments.iter().map(JavaArg::raw).collect();
            spilled.as_ptr()
        };
        let (class, result) = (method.class.raw(), &method.descriptor.result);
        Ok(match (method.scope, receiver) {
            // SAFETY: a static method of this live class. The arguments have the kinds of its descriptor, and the caller says
            // that references fit; the function is that of its result. A result is a local reference of our own.
            (Scope::Static, None) => unsafe {
                call_by_result!(self, result, (class, method.id, given);
                CallStaticVoidMethodA CallStaticObjectMethodA CallStaticBooleanMethodA CallStaticByteMethodA
                CallStaticCharMethodA CallStaticShortMethodA CallStaticIntMethodA CallStaticLongMethodA
                CallStaticFloatMethodA CallStaticDoubleMethodA)
            },
            (Scope::Instance, Some(receiver)) => {
                assert!(receiver.is_instance(&method.class), "a receiver without this method");
                let receiver = receiver.raw();
                // SAFETY: an instance method of this live class, of which the receiver is an instance; the rest as above.
                unsafe {
                    call_by_result!(self, result, (receiver, class, method.id, given);
                    CallNonvirtualVoidMethodA CallNonvirtualObjectMethodA CallNonvirtualBooleanMethodA
                    CallNonvirtualByteMethodA CallNonvirtualCharMethodA CallNonvirtualShortMethodA
                    CallNonvirtualIntMethodA CallNonvirtualLongMethodA CallNonvirtualFloatMethodA
                    CallNonvirtualDoubleMethodA)
                }
            }
            (Scope::Static, Some(_)) => panic!("a static method has no receiver"),
            (Scope::Instance, None) => panic!("an instance method has a receiver"),
        })
    }
}
