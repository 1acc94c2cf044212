//! Look-ups in the linked program: subtypes, members by name, and the method that a call selects.

use super::class::{ClassKind, Field, Kind};
use super::classes::Classes;
use super::ids::{ClassId, Loader, MethodId};
use bytecode::{Code, access};
use std::rc::Rc;

impl Classes {
    pub fn is_subclass(&self, class: ClassId, of: ClassId) -> bool {
        if class == of {
            return true;
        }
        let (sub, sup) = (&self[class], &self[of]);
        match sup.kind {
            ClassKind::Primitive(_) => false,
            ClassKind::Instance if sup.is_interface() => sub.all_interfaces.binary_search(&of).is_ok(),
            ClassKind::Instance => sub.chain.get(sup.chain.len() - 1) == Some(&of),
            ClassKind::Array(target) => match sub.kind {
                ClassKind::Array(source) => {
                    matches!(self[source].kind, ClassKind::Instance | ClassKind::Array(_))
                        && matches!(self[target].kind, ClassKind::Instance | ClassKind::Array(_))
                        && self.is_subclass(source, target)
                }
                ClassKind::Instance | ClassKind::Primitive(_) => false,
            },
        }
    }

    /// JVMS 5.4.3.2: the class, its superinterfaces, then the superclass.
    pub fn find_field(&self, class: ClassId, name: &str, descriptor: &str) -> Option<&Field> {
        if let Some(field) = self[class].declared_field(name, descriptor) {
            return Some(field);
        }
        let in_interfaces = self[class].interfaces.iter().find_map(|&i| self.find_field(i, name, descriptor));
        in_interfaces.or_else(|| self[class].superclass.and_then(|s| self.find_field(s, name, descriptor)))
    }

    /// JVMS 5.4.3.3 and 5.4.3.4: superclasses, then maximally-specific superinterface methods.
    pub fn find_method(&self, class: ClassId, name: &str, descriptor: &str) -> Option<MethodId> {
        let key = (Rc::from(name), Rc::from(descriptor));
        for &ancestor in self[class].chain.iter().rev() {
            if let Some(method) = self[ancestor].declared(&key) {
                return Some(method);
            }
        }
        if self[class].is_interface()
            && let Some(method) = self.object_class().and_then(|o| self[o].declared(&key))
            && self[method].access & access::PUBLIC != 0
        {
            return Some(method);
        }
        self.find_in_interfaces(class, &key)
    }

    fn object_class(&self) -> Option<ClassId> {
        self.find(Loader::Jdk, &"java/lang/Object".into())
    }

    /// The maximally-specific method of the superinterfaces, default methods before abstract ones.
    fn find_in_interfaces(&self, class: ClassId, key: &(Rc<str>, Rc<str>)) -> Option<MethodId> {
        let candidates: Vec<MethodId> = self[class]
            .all_interfaces
            .iter()
            .filter_map(|&i| self[i].declared(key))
            .filter(|&m| !self[m].is_static() && !self[m].is_private())
            .collect();
        let specific = |&m: &MethodId| {
            candidates.iter().all(|&other| other == m || !self.is_subclass(self[other].class, self[m].class))
        };
        let best: Vec<MethodId> = candidates.iter().copied().filter(specific).collect();
        best.iter().copied().find(|&m| !self[m].is_abstract()).or_else(|| best.first().copied())
    }

    /// JVMS 5.4.6: the method that an invocation of `method` selects for a receiver of `class`.
    pub fn select(&self, class: ClassId, method: MethodId) -> Option<MethodId> {
        let resolved = &self[method];
        if resolved.is_private() {
            return Some(method);
        }
        if let Some(entry) = resolved.vtable_index.get() {
            return self[class].vtable.get(entry as usize).copied();
        }
        if let Some(&known) = self[class].selected.borrow().get(&method) {
            return known;
        }
        let key = (resolved.name.clone(), resolved.descriptor.clone());
        let in_classes = self[class]
            .chain
            .iter()
            .rev()
            .filter_map(|&c| self[c].declared(&key))
            .find(|&m| !self[m].is_static() && !self[m].is_private());
        let selected = in_classes.or_else(|| self.find_in_interfaces(class, &key));
        self[class].selected.borrow_mut().insert(method, selected);
        selected
    }

    /// Decodes the body on first use.
    pub fn code(&self, id: MethodId) -> Result<Rc<Code>, bytecode::ClassFileError> {
        let method = &self[id];
        if let Some(code) = method.code.get() {
            return Ok(code.clone());
        }
        let file = self[method.class].file.as_ref().expect("a class with methods has a file");
        let code = Rc::new(bytecode::decode(file, &file.methods[method.index as usize])?);
        Ok(method.code.get_or_init(|| code).clone())
    }

    /// The kind of an array's elements.
    pub fn element_kind(&self, array: ClassId) -> Kind {
        match self[array].kind {
            ClassKind::Array(component) => match self[component].kind {
                ClassKind::Primitive(Some(prim)) => Kind::Prim(prim),
                ClassKind::Primitive(None) | ClassKind::Instance | ClassKind::Array(_) => Kind::Ref,
            },
            ClassKind::Instance | ClassKind::Primitive(_) => {
                panic!("{} is not an array", self[array].name)
            }
        }
    }
}
