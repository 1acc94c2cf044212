//! Call sites that are linked once for all states, and what calls through method handles look up.

use crate::heap::marks::Marks;
use crate::program::{ClassId, MethodId, ObjectId};
use bytecode::MemberRef;
use std::collections::HashMap;
use std::rc::Rc;

/// A linked call site.
#[derive(Clone, Debug)]
pub enum Site {
    /// A static method with the call site's descriptor.
    Static(MethodId),
    /// The same object every time: a lambda that captures nothing.
    Constant(ObjectId),
    /// `SwitchBootstraps`: the index of the first label that fits.
    Switch(Rc<[Label]>),
    /// Linked by its own bootstrap method, once per state.
    Bootstrapped { class: ClassId, index: u16 },
    /// MethodHandle.invokeBasic with so many slots of arguments, the handle among them.
    Basic { slots: u8 },
    /// MethodHandle.linkTo* with so many slots of arguments, the member not among them.
    Member(Linker, u8),
    /// Any other signature-polymorphic method, linked once per state. The receiver counts as a slot.
    Polymorphic { class: ClassId, member: Rc<MemberRef>, slots: u8 },
}

#[derive(Clone, Debug)]
pub enum Label {
    Class(ClassId),
    Text(Rc<[u16]>),
    Integer(i32),
    /// A constant of the selector's enum type.
    EnumConstant(Rc<str>),
    /// A constant of the enum that code of `from` knows by this descriptor.
    Qualified {
        from: ClassId,
        descriptor: Rc<str>,
        name: Rc<str>,
    },
}

/// How a `linkTo*` method calls the member that is its last argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Linker {
    Static,
    Special,
    /// By the class of the receiver, for classes and interfaces alike.
    Selecting,
}

/// What calls through method handles look up again and again.
#[derive(Default)]
pub struct Handles {
    pub(crate) slots: Option<HandleSlots>,
    /// By ResolvedMethodName.
    pub(crate) methods: HashMap<ObjectId, MethodId>,
    /// MethodType by the classes of its result and parameters.
    pub types: HashMap<Vec<ObjectId>, ObjectId>,
}

impl Handles {
    pub fn roots(&self, marks: &mut Marks) {
        self.methods.keys().for_each(|&id| marks.object(id));
        for (classes, &id) in &self.types {
            classes.iter().for_each(|&class| marks.object(class));
            marks.object(id);
        }
    }
}

#[derive(Clone, Copy)]
pub(crate) struct HandleSlots {
    /// MethodHandle.form
    pub(crate) form: u16,
    /// LambdaForm.vmentry
    pub(crate) entry: u16,
    /// MemberName.method
    pub(crate) resolved: u16,
}
