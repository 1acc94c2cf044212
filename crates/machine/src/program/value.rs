//! What a local, a stack slot, a field or a static holds. Concrete kinds only carry their payload;
//! a reference is an `ObjectId`, whose zero is null.

use bytecode::Prim;
use term::Term;

/// A place in the heap, the same in every state that has the object. `NULL` is the null reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ObjectId(pub u32);

impl ObjectId {
    pub const NULL: ObjectId = ObjectId(0);

    pub fn is_null(self) -> bool {
        self.0 == 0
    }
}

#[derive(Clone, Copy, Debug)]
pub enum Value {
    Int(i32),
    Long(i64),
    Float(f32),
    Double(f64),
    Ref(ObjectId),
    /// A symbolic int, float or reference: one slot.
    Sym(Term),
    /// A symbolic long or double: two slots.
    Sym2(Term),
}

const _: () = assert!(std::mem::size_of::<Value>() == 16);

impl Value {
    pub const NULL: Value = Value::Ref(ObjectId::NULL);
    /// Fills the second slot of a long or double.
    pub const PAD: Value = Value::Int(0);

    pub fn boolean(b: bool) -> Value {
        Value::Int(b as i32)
    }

    /// The slots it takes on an operand stack (JVMS 2.6.2).
    pub fn slots(self) -> usize {
        match self {
            Value::Long(_) | Value::Double(_) | Value::Sym2(_) => 2,
            Value::Int(_) | Value::Float(_) | Value::Ref(_) | Value::Sym(_) => 1,
        }
    }

    pub fn as_int(self) -> i32 {
        match self {
            Value::Int(i) => i,
            other => panic!("int expected, found {other:?}"),
        }
    }

    pub fn as_long(self) -> i64 {
        match self {
            Value::Long(l) => l,
            other => panic!("long expected, found {other:?}"),
        }
    }

    pub fn as_float(self) -> f32 {
        match self {
            Value::Float(x) => x,
            other => panic!("float expected, found {other:?}"),
        }
    }

    pub fn as_double(self) -> f64 {
        match self {
            Value::Double(x) => x,
            other => panic!("double expected, found {other:?}"),
        }
    }

    pub fn as_ref(self) -> ObjectId {
        match self {
            Value::Ref(id) => id,
            other => panic!("reference expected, found {other:?}"),
        }
    }

    /// The term of a symbolic value.
    pub fn term(self) -> Option<Term> {
        match self {
            Value::Sym(term) | Value::Sym2(term) => Some(term),
            Value::Int(_) | Value::Long(_) | Value::Float(_) | Value::Double(_) | Value::Ref(_) => None,
        }
    }

    /// Bit-wise equality: tells NaNs apart and 0.0 from -0.0, as a field compare must.
    pub fn same(self, other: Value) -> bool {
        match (self, other) {
            (Value::Int(a), Value::Int(b)) => a == b,
            (Value::Long(a), Value::Long(b)) => a == b,
            (Value::Float(a), Value::Float(b)) => a.to_bits() == b.to_bits(),
            (Value::Double(a), Value::Double(b)) => a.to_bits() == b.to_bits(),
            (Value::Ref(a), Value::Ref(b)) => a == b,
            (Value::Sym(a) | Value::Sym2(a), Value::Sym(b) | Value::Sym2(b)) => a == b,
            (
                Value::Int(_)
                | Value::Long(_)
                | Value::Float(_)
                | Value::Double(_)
                | Value::Ref(_)
                | Value::Sym(_)
                | Value::Sym2(_),
                _,
            ) => false,
        }
    }
}

/// Identity and widening primitive conversions; `None` where Java has none.
pub fn widen(from: Prim, value: Value, to: Prim) -> Option<Value> {
    let rank = |prim: Prim| match prim {
        Prim::Boolean => None,
        Prim::Byte => Some(0),
        Prim::Short | Prim::Char => Some(1),
        Prim::Int => Some(2),
        Prim::Long => Some(3),
        Prim::Float => Some(4),
        Prim::Double => Some(5),
    };
    if from == to {
        return Some(value);
    }
    if rank(from)? >= rank(to)? || to == Prim::Char {
        return None;
    }
    Some(match (value, to) {
        (Value::Int(i), Prim::Long) => Value::Long(i as i64),
        (Value::Int(i), Prim::Float) => Value::Float(i as f32),
        (Value::Int(i), Prim::Double) => Value::Double(i as f64),
        (Value::Long(l), Prim::Float) => Value::Float(l as f32),
        (Value::Long(l), Prim::Double) => Value::Double(l as f64),
        (Value::Float(x), Prim::Double) => Value::Double(x as f64),
        (value, _) => value,
    })
}
