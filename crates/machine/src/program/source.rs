//! Where class files come from, and why a class could not be had from there.

use bytecode::{ClassFileError, ClassName, DottedName};
use std::collections::BTreeSet;
use std::fmt;
use std::rc::Rc;

/// Module and bytes of a class of the image.
pub type JdkClass = (Rc<str>, Vec<u8>);

/// Where class files come from.
pub trait ClassSource {
    /// A class of the JDK's image, with its module.
    fn jdk(&mut self, name: &ClassName) -> Result<Option<JdkClass>, String>;

    /// A class of the class path.
    fn app(&mut self, name: &ClassName) -> Result<Option<Vec<u8>>, String>;

    /// Whether a loader refuses further classes in the package of this class of the class path.
    fn is_closed(&self, name: &ClassName) -> bool;

    /// All classes of the class path, in order.
    fn names(&self) -> Vec<DottedName>;

    /// Those of entries of the class path that have one of these classes.
    fn names_around(&self, classes: &BTreeSet<ClassName>) -> Vec<DottedName>;
}

#[derive(Clone, Debug)]
pub enum LoadError {
    /// A superclass or superinterface is not there.
    MissingSuper(ClassName),
    Malformed {
        class: ClassName,
        why: ClassFileError,
    },
    TooNew {
        class: ClassName,
        major: u16,
        accepted: u16,
    },
    WrongName {
        asked: ClassName,
        found: ClassName,
    },
    /// IncompatibleClassChangeError with this message.
    Incompatible(String),
    Circular(ClassName),
    /// A class path entry could not be read.
    Source(String),
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let dotted = |name: &ClassName| name.dotted();
        match self {
            LoadError::MissingSuper(missing) => write!(f, "class {} is missing", dotted(missing)),
            LoadError::Malformed { class, why } => write!(f, "class {} is corrupt: {why}", dotted(class)),
            LoadError::TooNew { class, major, accepted } => write!(
                f,
                "class {} was compiled for Java {}, the JDK at hand is {} (use a newer one: --jdk DIR)",
                dotted(class),
                major - 44,
                accepted - 44
            ),
            LoadError::WrongName { asked, found } => {
                write!(f, "the class file of {} contains class {}: use its full name", dotted(asked), dotted(found))
            }
            LoadError::Incompatible(why) => f.write_str(why),
            LoadError::Circular(class) => write!(f, "class {} is its own superclass", dotted(class)),
            LoadError::Source(why) => f.write_str(why),
        }
    }
}
