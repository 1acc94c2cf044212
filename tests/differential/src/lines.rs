//! Lines of source text with code, by the line tables of class files.

use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use bytecode::{ClassFile, ClassName, ClassPath, DottedName, Image, SearchPath};

use crate::program::Program;
use crate::tools::Tools;

pub struct Lines {
    image: Image,
    path: ClassPath,
    known: HashMap<String, Option<Rc<ClassFile>>>,
}

impl Lines {
    /// Of the classes of a program and of the JDK.
    pub fn of(tools: &Tools, program: &Program) -> Lines {
        Lines {
            image: Image::open(&tools.jdk.join("lib/modules")).expect("the image of the JDK"),
            path: ClassPath::open(&SearchPath::from(&*program.joined_class_path())).expect("a class path"),
            known: HashMap::new(),
        }
    }

    /// Lines of a method, by the name of its class with dots, and its name with its descriptor; none for what has no code or no table.
    pub fn of_method(&mut self, class: &str, method: &str) -> usize {
        let found = match self.known.get(class) {
            Some(found) => found.clone(),
            None => {
                let found = self.find(&DottedName::new(class).internal());
                self.known.insert(class.into(), found.clone());
                found
            }
        };
        let Some(file) = found else { return 0 };
        let info = file.methods.iter().find(|info| format!("{}{}", info.name, info.descriptor) == method);
        let code = info.and_then(|info| info.code.as_ref());
        code.map_or(0, |code| code.lines.iter().map(|&(_, line)| line).collect::<BTreeSet<_>>().len())
    }

    fn find(&mut self, name: &ClassName) -> Option<Rc<ClassFile>> {
        let in_image = self.image.class(name).ok().flatten().map(|(_, bytes)| bytes);
        let bytes = in_image.or_else(|| self.path.find(name).ok().flatten())?;
        ClassFile::parse(bytes.into()).ok().map(Rc::new)
    }
}
