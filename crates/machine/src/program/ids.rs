//! Numbers of classes and methods, and who defines a class. A number means the same in every state.

use super::value::ObjectId;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ClassId(pub u32);

impl ClassId {
    pub const NONE: ClassId = ClassId(0);
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MethodId(pub u32);

/// What stands for a method of the JDK: a number in the library of models.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ModelId(pub u16);

/// Who defines a class. All classes of the JDK's image count as one loader: delegation between boot,
/// platform and app loaders never gives two classes of one name there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Loader {
    Jdk,
    App,
    /// A ClassLoader object of the program.
    Custom(ObjectId),
}
