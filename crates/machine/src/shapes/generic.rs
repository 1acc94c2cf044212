//! What type variables of classes and methods stand for.

use crate::program::{ClassId, MethodId};
use crate::world::World;
use bytecode::{Argument, ClassSignature, Generic, MethodSignature};

impl World {
    pub fn signature_of_class(&self, class: ClassId) -> Option<ClassSignature> {
        ClassSignature::parse(self.classes[class].file.as_ref()?.signature.as_ref()?)
    }

    /// Nothing where parameters were added that no source has.
    pub fn signature_of(&self, method: MethodId) -> Option<MethodSignature> {
        let m = &self.classes[method];
        let file = self.classes[m.class].file.as_ref()?;
        let signature = MethodSignature::parse(file.methods[m.index as usize].signature.as_ref()?)?;
        (signature.parameters.len() == m.parameters.len()).then_some(signature)
    }

    /// The type arguments of a supertype, as a class or those between them say, by variables of the class.
    pub fn arguments_in(&self, class: ClassId, wanted: ClassId) -> Option<Vec<Argument>> {
        let signature = self.signature_of_class(class);
        let c = &self.classes[class];
        let above: Vec<Generic> = match signature {
            Some(signature) => signature.above,
            None => {
                let file = c.file.as_ref()?;
                let names = file.super_name.iter().chain(&file.interfaces);
                names.map(|name| Generic::Class(name.to_string(), Vec::new())).collect()
            }
        };
        for kind in above {
            let Generic::Class(name, arguments) = kind else { continue };
            if *self.classes[wanted].name == *name {
                return Some(arguments);
            }
            let mut known = c.chain.iter().chain(&c.all_interfaces).copied();
            let Some(other) = known.find(|&other| *self.classes[other].name == *name) else { continue };
            let Some(found) = self.arguments_in(other, wanted) else { continue };
            let variables = self.signature_of_class(other);
            let stands_for = |variable: &str| arguments.get(variables.as_ref()?.position(variable)?).cloned();
            return Some(found.iter().map(|argument| argument.with(&stands_for)).collect());
        }
        None
    }
}
