//! Names of classes in their two forms. A name in one form finds nothing where the other is meant, and no error tells: the types do.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Borrow;
use std::fmt;
use std::ops::Deref;
use std::rc::Rc;

/// As class files name a class: `java/util/Map$Entry`; an array is its descriptor, `[Ljava/util/Map$Entry;`.
#[derive(Clone, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ClassName(Rc<str>);

/// As Java prints it and people write it: `java.util.Map$Entry`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct DottedName(String);

impl ClassName {
    pub fn dotted(&self) -> DottedName {
        DottedName(self.0.replace('/', "."))
    }

    /// Its package in the same form, empty for the unnamed one.
    pub fn package(&self) -> &str {
        self.0.rsplit_once('/').map_or("", |(package, _)| package)
    }
}

impl DottedName {
    pub fn new(name: impl Into<String>) -> DottedName {
        DottedName(name.into())
    }

    /// Takes what people write: both forms are meant, since neither can be mistaken for the other.
    pub fn written(name: &str) -> DottedName {
        DottedName(name.replace('/', "."))
    }

    /// Of a class of a package, which may be the unnamed one.
    pub fn in_package(package: &str, simple: &str) -> DottedName {
        DottedName(if package.is_empty() { simple.into() } else { format!("{package}.{simple}") })
    }

    pub fn internal(&self) -> ClassName {
        ClassName(self.0.replace('.', "/").into())
    }

    pub fn package(&self) -> &str {
        self.0.rsplit_once('.').map_or("", |(package, _)| package)
    }

    /// What follows the package.
    pub fn simple(&self) -> &str {
        self.0.rsplit_once('.').map_or(&self.0, |(_, simple)| simple)
    }
}

/// The text must be in internal form, as all texts of class files and of our tables are.
impl<T: Into<Rc<str>>> From<T> for ClassName {
    fn from(text: T) -> ClassName {
        ClassName(text.into())
    }
}

/// Both are read as text.
macro_rules! readable {
    ($name:ty) => {
        impl Deref for $name {
            type Target = str;
            fn deref(&self) -> &str {
                &self.0
            }
        }

        /// For look-ups without a copy.
        impl Borrow<str> for $name {
            fn borrow(&self) -> &str {
                &self.0
            }
        }

        impl AsRef<str> for $name {
            fn as_ref(&self) -> &str {
                &self.0
            }
        }

        impl PartialEq<str> for $name {
            fn eq(&self, text: &str) -> bool {
                *self.0 == *text
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    };
}

readable!(ClassName);
readable!(DottedName);

impl fmt::Debug for ClassName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

impl Serialize for ClassName {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for ClassName {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<ClassName, D::Error> {
        String::deserialize(from).map(ClassName::from)
    }
}

impl From<DottedName> for String {
    fn from(name: DottedName) -> String {
        name.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_form_becomes_the_other() {
        let entry = ClassName::from("java/util/Map$Entry");
        assert_eq!((&*entry.dotted(), entry.package()), ("java.util.Map$Entry", "java/util"));
        assert_eq!(entry.dotted().internal(), entry);
        assert_eq!((entry.dotted().package(), entry.dotted().simple()), ("java.util", "Map$Entry"));
        assert_eq!(DottedName::in_package("java.util", "Map$Entry"), entry.dotted());
        let alone = ClassName::from("Main");
        assert_eq!((alone.package(), &*alone.dotted(), alone.dotted().package()), ("", "Main", ""));
        assert_eq!(DottedName::written("com/example/A"), DottedName::written("com.example.A"));
        assert_eq!(&*ClassName::from("[Ljava/lang/String;").dotted(), "[Ljava.lang.String;");
    }
}
