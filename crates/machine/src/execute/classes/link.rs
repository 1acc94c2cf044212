//! Linking (JVMS 5.4): user classes are verified before anything of them runs. Classes of the JDK's image and those that we make are
//! trusted, as `java` trusts its own.

use crate::program::{ClassId, ClassKind};
use crate::state::State;
use crate::world::{Machine, Res, Stop};
use bytecode::verify::{Failure, Hierarchy, Sort, Verifier};
use bytecode::{ClassName, Code, MemberRef, access};
use std::rc::Rc;

/// What the JDK's reflection generates for itself breaks rules on purpose.
const MAGIC_ACCESSOR: &str = "jdk/internal/reflect/MagicAccessorImpl";

impl Machine<'_> {
    /// Links the class and its supers, those first. What fails stays unlinked and fails again.
    pub fn link_class(&mut self, state: &mut State, class: ClassId) -> Res<()> {
        let linked = &self.world.classes[class];
        if linked.linked.get() || !matches!(linked.kind, ClassKind::Instance) {
            return Ok(());
        }
        if !linked.is_jdk() {
            let is_accessor = linked.chain.iter().any(|&c| *self.world.classes[c].name == *MAGIC_ACCESSOR);
            let trusted = linked.synthetic || is_accessor;
            let supers: Vec<ClassId> = linked.superclass.iter().chain(&linked.interfaces).copied().collect();
            for ancestor in supers {
                self.link_class(state, ancestor)?;
            }
            if !trusted {
                self.verify_class(state, class)?;
            }
        }
        self.world.classes[class].linked.set(true);
        Ok(())
    }

    fn verify_class(&mut self, state: &mut State, class: ClassId) -> Res<()> {
        match self.refusal(state, class)? {
            None => Ok(()),
            Some(why) => Err(self.throw(state, "java/lang/VerifyError", Some(&why))),
        }
    }

    /// Why the verifier refuses a class, if it does.
    pub(crate) fn refusal(&mut self, state: &mut State, class: ClassId) -> Res<Option<String>> {
        let file = self.world.classes[class].file.clone().expect("an instance class has a file");
        let mut bodies: Vec<(u16, Rc<Code>)> = Vec::new();
        for id in self.world.classes[class].methods.clone() {
            let index = self.world.classes[id].index;
            if file.methods[index as usize].code.is_none() {
                continue;
            }
            match self.world.classes.code(id) {
                Ok(code) => bodies.push((index, code)),
                Err(why) => return Ok(Some(why.to_string())),
            }
        }
        let mut hierarchy = Loaded { machine: self, state, class };
        let mut verifier = Verifier::new(&file, &mut hierarchy);
        let verified = bodies.iter().try_for_each(|(index, code)| {
            let method = &file.methods[*index as usize];
            verifier.verify(method, code)
        });
        match verified {
            Ok(()) => Ok(None),
            Err(Failure::Refused(why)) => Ok(Some(why)),
            Err(Failure::Error(stop)) => Err(stop),
        }
    }
}

/// Other classes as the class under verification sees them.
struct Loaded<'a, 'm> {
    machine: &'a mut Machine<'m>,
    state: &'a mut State,
    class: ClassId,
}

impl Loaded<'_, '_> {
    fn find(&mut self, name: &ClassName) -> Res<ClassId> {
        if self.machine.world.classes[self.class].name == *name {
            return Ok(self.class);
        }
        self.machine.class_named(self.state, self.class, name)
    }
}

impl Hierarchy for Loaded<'_, '_> {
    type Error = Stop;

    fn is_interface(&mut self, class: &ClassName) -> Res<bool> {
        let class = self.find(class)?;
        Ok(self.machine.world.classes[class].is_interface())
    }

    fn is_subclass(&mut self, class: &ClassName, of: &ClassName) -> Res<bool> {
        let (class, of) = (self.find(class)?, self.find(of)?);
        Ok(self.machine.world.classes.is_subclass(class, of))
    }

    fn superclass(&mut self, class: &ClassName) -> Res<Option<ClassName>> {
        let class = self.find(class)?;
        let classes = &self.machine.world.classes;
        Ok(classes[class].superclass.map(|superclass| classes[superclass].name.clone()))
    }

    fn is_protected_elsewhere(&mut self, member: &MemberRef, sort: Sort) -> Res<bool> {
        let classes = &self.machine.world.classes;
        let this = &classes[self.class];
        let Some(&owner) = this.chain.iter().rev().skip(1).find(|&&class| classes[class].name == member.class) else {
            return Ok(false);
        };
        let found = match sort {
            Sort::Field => classes.find_field(owner, &member.name, &member.descriptor).map(|f| (f.access, f.class)),
            Sort::Method => {
                let method = classes.find_method(owner, &member.name, &member.descriptor);
                method.map(|m| (classes[m].access, classes[m].class))
            }
        };
        Ok(found.is_some_and(|(flags, holder)| {
            let holder = &classes[holder];
            flags & access::PROTECTED != 0 && (holder.loader, holder.package()) != (this.loader, this.package())
        }))
    }
}
