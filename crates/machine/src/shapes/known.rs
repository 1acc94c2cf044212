//! What classes the objects of a symbolic heap may have: those of the class path, and those of the JDK that the program mentions.

use crate::program::{ClassId, Loader};
use crate::world::World;
use bytecode::synth::api::{APIS, FACTORY};
use bytecode::{ClassFile, ClassName, Constant, DottedName, Prim, access};
use std::collections::BTreeSet;
use std::rc::Rc;

impl World {
    /// Every class of the class path that can have objects, but for ours.
    pub fn know_classes(&mut self) {
        let names = self.source.names();
        self.know_named(names);
    }

    /// The same of the jar or folder that has this class, and of those that have what it speaks of: others have nothing to do with it. For a
    /// class of the JDK somebody chose the class path.
    pub fn know_classes_around(&mut self, class: ClassId) {
        if self.classes[class].is_jdk() {
            return self.know_classes();
        }
        let mut around = BTreeSet::from([self.classes[class].name.clone()]);
        for of in self.classes[class].chain.clone() {
            if let Some(file) = self.classes[of].file.as_ref().filter(|_| !self.classes[of].is_jdk()) {
                around.extend(mentions(file));
                around.extend(members(file).flat_map(classes_in));
            }
        }
        let names = self.source.names_around(&around);
        self.know_named(names);
    }

    fn know_named(&mut self, names: Vec<DottedName>) {
        for name in names {
            let internal = name.internal();
            if name.starts_with("jacana.") || is_api(&internal) {
                continue;
            }
            // A class that cannot be loaded has no objects.
            if let Ok(Some(class)) = self.load(Loader::App, &internal)
                && self.classes[class].access & (access::ABSTRACT | access::INTERFACE) == 0
            {
                self.atlas.concrete.push(class);
            }
        }
    }

    /// Classes of the JDK count for variables of more general classes if these classes speak of them, or a class of the program of which
    /// those speak, and so on. Names that begin with one of `unmentioned` do not count. Answers the classes that speak.
    pub fn know_mentioned(&mut self, first: &[ClassId], unmentioned: &[&str]) -> Vec<ClassId> {
        let Some(&root) = first.first() else { return Vec::new() };
        let loader = self.classes[root].loader;
        let mut speaking = first.to_vec();
        let mut all = Vec::new();
        let mut names: BTreeSet<ClassName> = BTreeSet::new();
        while let Some(class) = speaking.pop() {
            all.push(class);
            let Some(file) = self.classes[class].file.clone().filter(|_| !self.classes[class].is_jdk()) else {
                continue;
            };
            for name in mentions(&file) {
                if unmentioned.iter().any(|ours| name.starts_with(ours)) {
                    continue;
                }
                // The input API is not the program's.
                let is_ours = name.starts_with("jacana/") || is_api(&name);
                if !names.insert(name.clone()) || name.starts_with("java/") || is_ours {
                    continue;
                }
                if let Ok(Some(other)) = self.load(loader, &name)
                    && !self.classes[other].is_jdk()
                {
                    speaking.push(other);
                }
            }
        }
        let arrays = self.arrays_of(&[root], arrays);
        self.atlas.arrays.extend(arrays);
        for name in names.iter().filter(|name| !name.starts_with('[') && name.starts_with("java/")) {
            let Ok(class) = self.jdk_class(name) else { continue };
            if **name == *"java/lang/String" || Prim::from_wrapper(name).is_some() {
                self.atlas.values.push(class);
            } else if self.classes[class].access & (access::ABSTRACT | access::INTERFACE) == 0 {
                self.atlas.mentioned.push(class);
            }
        }
        // Tests make arrays where they need some.
        self.atlas.general_arrays = (!self.options.makes).then(|| self.arrays_of(&all, all_arrays));
        let mentioned = self.atlas.mentioned.clone();
        self.know_enums(all.iter().chain(&mentioned));
        all
    }

    /// Of these classes, those that have constants.
    fn know_enums<'a>(&mut self, classes: impl Iterator<Item = &'a ClassId>) {
        let is_enum = |class: ClassId| self.classes[class].access & access::ENUM != 0;
        let has_constants = |class: &ClassId| is_enum(*class) && !self.classes[*class].superclass.is_some_and(is_enum);
        let enums: BTreeSet<ClassId> = classes.copied().filter(has_constants).collect();
        self.atlas.enums = enums.into_iter().collect();
    }

    /// What a program that asks for objects may be given: all that there is.
    pub(super) fn know_program(&mut self, first: ClassId) {
        self.know_classes();
        let speaking = self.know_mentioned(&[first], &[]);
        let (concrete, mentioned) = (self.atlas.concrete.clone(), self.atlas.mentioned.clone());
        self.know_enums(concrete.iter().chain(&speaking).chain(&mentioned));
    }

    /// The classes of arrays that these classes name.
    fn arrays_of(&mut self, speaking: &[ClassId], named: fn(&ClassFile) -> BTreeSet<ClassName>) -> Vec<ClassId> {
        let mut found = BTreeSet::new();
        for &class in speaking {
            let Some(file) = self.classes[class].file.clone() else { continue };
            let loader = self.classes[class].loader;
            for array in named(&file) {
                found.extend(self.load(loader, &array).ok().flatten());
            }
        }
        found.into_iter().collect()
    }
}

fn is_api(name: &str) -> bool {
    name == FACTORY || APIS.iter().any(|api| api.class == name)
}

/// The classes that a class names, arrays by their elements.
pub fn mentions(file: &ClassFile) -> Vec<ClassName> {
    let class = |constant: &Constant| match constant {
        Constant::Class(name) if name.starts_with('[') => {
            let element = name.trim_start_matches('[').strip_prefix('L')?;
            Some(element.trim_end_matches(';').into())
        }
        Constant::Class(name) => Some(name.clone()),
        _ => None,
    };
    file.pool.entries.iter().filter_map(class).collect()
}

/// The classes of arrays that a class names as such.
fn arrays(file: &ClassFile) -> BTreeSet<ClassName> {
    let array = |constant: &Constant| match constant {
        Constant::Class(name) if name.starts_with('[') => Some(name.clone()),
        _ => None,
    };
    file.pool.entries.iter().filter_map(array).collect()
}

/// The classes of arrays that a class names, also as types of members.
fn all_arrays(file: &ClassFile) -> BTreeSet<ClassName> {
    let mut found = arrays(file);
    let used = file.pool.entries.iter().filter_map(|constant| match constant {
        Constant::NameAndType { descriptor, .. } => Some(descriptor),
        _ => None,
    });
    members(file).chain(used).for_each(|descriptor| found.extend(arrays_in(descriptor)));
    found
}

/// The descriptors of what a class declares.
fn members(file: &ClassFile) -> impl Iterator<Item = &Rc<str>> {
    file.fields.iter().map(|field| &field.descriptor).chain(file.methods.iter().map(|method| &method.descriptor))
}

/// The classes in a descriptor, those of arrays by their elements.
fn classes_in(descriptor: &Rc<str>) -> impl Iterator<Item = ClassName> {
    descriptor.split(';').filter_map(|part| part.split_once('L')).map(|(_, name)| ClassName::from(name))
}

/// The types of arrays in a descriptor.
fn arrays_in(descriptor: &str) -> impl Iterator<Item = ClassName> {
    let ends = |at: usize| {
        let element = at + descriptor[at..].find(|c| c != '[')?;
        let end = if descriptor[element..].starts_with('L') { descriptor[element..].find(';')? } else { 0 };
        descriptor.get(at..=element + end).map(ClassName::from)
    };
    let starts = descriptor.match_indices('[').map(|(at, _)| at);
    starts.filter(|&at| at == 0 || !descriptor[..at].ends_with('[')).filter_map(ends)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrays_of_descriptors() {
        let found = |descriptor: &str| arrays_in(descriptor).map(|name| name.to_string()).collect::<Vec<_>>();
        assert_eq!(found("(I[[J[La/B;Lc/D;)[Z"), ["[[J", "[La/B;", "[Z"]);
        assert_eq!(found("La/B;"), [""; 0]);
        assert_eq!(found("["), [""; 0]);
        let found = |descriptor: &str| classes_in(&descriptor.into()).map(|name| name.to_string()).collect::<Vec<_>>();
        assert_eq!(found("(I[[J[La/Leaf;ZLc/D;)Le/LList;"), ["a/Leaf", "c/D", "e/LList"]);
        assert_eq!(found("(IJ)V"), [""; 0]);
    }
}
