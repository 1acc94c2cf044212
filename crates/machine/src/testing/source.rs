//! The class files of a bench: those of the test, and as much of a JDK as the world and exceptions need.

use super::class::TestClass;
use crate::program::{ClassSource, JdkClass};
use bytecode::{ClassName, DottedName};
use std::collections::{BTreeSet, HashMap};

/// Class and superclass: exceptions that instructions throw.
const THROWABLES: [(&str, &str); 11] = [
    ("java/lang/Exception", "java/lang/Throwable"),
    ("java/lang/RuntimeException", "java/lang/Exception"),
    ("java/lang/NullPointerException", "java/lang/RuntimeException"),
    ("java/lang/ArithmeticException", "java/lang/RuntimeException"),
    ("java/lang/NegativeArraySizeException", "java/lang/RuntimeException"),
    ("java/lang/IndexOutOfBoundsException", "java/lang/RuntimeException"),
    ("java/lang/ArrayIndexOutOfBoundsException", "java/lang/IndexOutOfBoundsException"),
    ("java/lang/Error", "java/lang/Throwable"),
    ("java/lang/LinkageError", "java/lang/Error"),
    ("java/lang/VerifyError", "java/lang/LinkageError"),
    ("java/lang/StackOverflowError", "java/lang/Error"),
];

/// The bytes of all classes, by name.
pub struct Sources {
    jdk: HashMap<String, Vec<u8>>,
    app: HashMap<String, Vec<u8>>,
}

impl Sources {
    pub fn of(classes: Vec<TestClass>) -> Sources {
        Sources { jdk: named(jdk()), app: named(classes) }
    }
}

impl ClassSource for Sources {
    fn jdk(&mut self, name: &ClassName) -> Result<Option<JdkClass>, String> {
        Ok(self.jdk.get(&**name).map(|bytes| ("java.base".into(), bytes.clone())))
    }

    fn app(&mut self, name: &ClassName) -> Result<Option<Vec<u8>>, String> {
        Ok(self.app.get(&**name).cloned())
    }

    fn is_closed(&self, _: &ClassName) -> bool {
        false
    }

    fn names_around(&self, _: &BTreeSet<ClassName>) -> Vec<DottedName> {
        self.names()
    }

    fn names(&self) -> Vec<DottedName> {
        let mut names: Vec<DottedName> = self.app.keys().map(|name| DottedName::written(name)).collect();
        names.sort();
        names
    }
}

fn named(classes: Vec<TestClass>) -> HashMap<String, Vec<u8>> {
    classes.into_iter().map(|class| (class.name().to_string(), class.finish())).collect()
}

fn jdk() -> Vec<TestClass> {
    let mut classes = vec![
        TestClass::object(),
        TestClass::interface("java/lang/Cloneable"),
        TestClass::interface("java/io/Serializable"),
        TestClass::new("java/lang/Class"),
        TestClass::new("java/lang/String").field("value", "[B").field("coder", "B"),
        TestClass::new("java/lang/Throwable")
            .field("backtrace", "Ljava/lang/Object;")
            .field("detailMessage", "Ljava/lang/String;")
            .field("cause", "Ljava/lang/Throwable;")
            .field("stackTrace", "[Ljava/lang/StackTraceElement;")
            .field("depth", "I")
            .field("suppressedExceptions", "Ljava/util/List;")
            .static_field("UNASSIGNED_STACK", "[Ljava/lang/StackTraceElement;")
            .static_field("SUPPRESSED_SENTINEL", "Ljava/util/List;"),
    ];
    classes.extend(THROWABLES.map(|(name, superclass)| TestClass::extending(name, superclass)));
    classes
}
