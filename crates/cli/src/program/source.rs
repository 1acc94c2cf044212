//! Class files for the machine: the JDK's image and the class path.

use bytecode::synth::api::own_code;
use bytecode::{ClassName, ClassPath, DottedName, Image};
use machine::ClassSource;
use machine::world::JdkClass;
use std::collections::BTreeSet;

pub struct Sources {
    pub image: Image,
    pub class_path: ClassPath,
}

impl ClassSource for Sources {
    fn jdk(&mut self, name: &ClassName) -> Result<Option<JdkClass>, String> {
        self.image.class(name).map_err(|e| e.to_string())
    }

    fn app(&mut self, name: &ClassName) -> Result<Option<Vec<u8>>, String> {
        let found = self.class_path.find(name).map_err(|e| e.to_string())?;
        Ok(found.map(|copy| own_code(name, &copy).unwrap_or(copy)))
    }

    fn is_closed(&self, name: &ClassName) -> bool {
        self.class_path.is_closed(name)
    }

    fn names(&self) -> Vec<DottedName> {
        self.class_path.class_names()
    }

    fn names_around(&self, classes: &BTreeSet<ClassName>) -> Vec<DottedName> {
        self.class_path.class_names_around(classes)
    }
}
