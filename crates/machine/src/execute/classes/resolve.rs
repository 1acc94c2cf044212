//! Resolution of the current class's constant pool, and of method references at call instructions.

use crate::execute::flow::{Flow, malformed, quicken};
use crate::program::{ClassId, Field, MethodId};
use crate::state::State;
use crate::world::{Machine, Res, Stop};
use bytecode::{ClassName, Constant, Insn, MemberRef};

impl Machine<'_> {
    /// The class whose code the top frame runs.
    pub fn current_class(&self, state: &State) -> ClassId {
        self.world.classes[state.top().method].class
    }

    pub fn pool_constant(&self, state: &State, index: u16) -> Option<Constant> {
        let class = self.current_class(state);
        self.world.classes[class].file.as_ref().and_then(|f| f.pool.entries.get(index as usize)).cloned()
    }

    pub fn pool_class(&mut self, state: &mut State, index: u16) -> Res<ClassId> {
        let Some(Constant::Class(name)) = self.pool_constant(state, index) else {
            return Err(malformed("class reference expected"));
        };
        let class = self.current_class(state);
        self.resolve_class(state, class, &name)
    }

    /// The class that the code casts the answer of the call at hand to.
    pub(crate) fn cast_behind(&mut self, state: &mut State) -> Res<Option<ClassId>> {
        let top = state.top();
        let code = self.world.classes[top.method].code.get().expect("decoded");
        match code.insns.get(top.pc as usize + 1).map(|insn| insn.get()) {
            Some(Insn::CheckCast(index)) => self.pool_class(state, index).map(Some),
            Some(Insn::CheckCastQuick(class)) => Ok(Some(ClassId(class))),
            Some(_) | None => Ok(None),
        }
    }

    /// A reference in the pool of `from`. What failed once fails again in the same way (JVMS 5.4.3), without asking the
    /// loader again: error and cause are new, so they show the new place.
    fn resolve_class(&mut self, state: &mut State, from: ClassId, name: &ClassName) -> Res<ClassId> {
        if self.world.unresolved.contains(&(from, name.clone())) {
            let dotted = name.dotted();
            let Stop::Throw(cause) = self.throw(state, "java/lang/ClassNotFoundException", Some(&dotted)) else {
                return Err(malformed("no exception to throw"));
            };
            return Err(self.throw_with_cause(state, "java/lang/NoClassDefFoundError", Some(name), cause));
        }
        let found = self.class_named(state, from, name);
        if let Err(Stop::Throw(error)) = found {
            let class = self.class_of(state, error);
            if *self.world.classes[class].name == *"java/lang/NoClassDefFoundError" {
                self.world.unresolved.insert((from, name.clone()));
            }
        }
        found
    }

    /// `name` as code of `from` means it. A hidden class knows itself by the name in its class file.
    pub fn class_named(&mut self, state: &mut State, from: ClassId, name: &ClassName) -> Res<ClassId> {
        let own = &self.world.classes[from];
        if own.hidden && own.file.as_ref().is_some_and(|f| f.name == *name) {
            return Ok(from);
        }
        self.load_class(state, own.loader, name)
    }

    fn pool_member(&self, state: &State, index: u16) -> Res<(MemberRef, bool)> {
        match self.pool_constant(state, index) {
            Some(Constant::Field(member) | Constant::Method(member)) => Ok((member, false)),
            Some(Constant::InterfaceMethod(member)) => Ok((member, true)),
            _ => Err(malformed("member reference expected")),
        }
    }

    pub fn pool_field(&mut self, state: &mut State, index: u16) -> Res<Field> {
        let (member, _) = self.pool_member(state, index)?;
        let from = self.current_class(state);
        let class = self.resolve_class(state, from, &member.class)?;
        match self.world.classes.find_field(class, &member.name, &member.descriptor) {
            Some(field) => Ok(field.clone()),
            None => Err(self.throw(state, "java/lang/NoSuchFieldError", Some(&member.name))),
        }
    }

    /// The method, or `None` if it is signature-polymorphic (JVMS 2.9.3): such a call is carried out by `method_handles`.
    fn pool_method(&mut self, state: &mut State, index: u16) -> Res<Result<MethodId, MemberRef>> {
        let (member, _) = self.pool_member(state, index)?;
        let from = self.current_class(state);
        let class = self.resolve_class(state, from, &member.class)?;
        if matches!(&*member.class, "java/lang/invoke/MethodHandle" | "java/lang/invoke/VarHandle")
            && self.is_polymorphic(class, &member.name)
        {
            return Ok(Err(member));
        }
        self.find_method(state, class, &member.name, &member.descriptor).map(Ok)
    }

    /// JVMS 5.4.3.3; NoSuchMethodError in HotSpot's words.
    pub fn find_method(&mut self, state: &mut State, class: ClassId, name: &str, descriptor: &str) -> Res<MethodId> {
        match self.world.classes.find_method(class, name, descriptor) {
            Some(method) => Ok(method),
            None => {
                let message =
                    format!("'{}'", external_signature(&self.world.classes[class].dotted(), name, descriptor));
                Err(self.throw(state, "java/lang/NoSuchMethodError", Some(&message)))
            }
        }
    }

    fn check_staticness(&mut self, state: &mut State, method: MethodId, expected: bool) -> Res<()> {
        let m = &self.world.classes[method];
        if m.is_static() == expected {
            return Ok(());
        }
        let signature = external_signature(&self.world.classes[m.class].dotted(), &m.name, &m.descriptor);
        let what = if expected { "Expected static method" } else { "Expecting non-static method" };
        let message = format!("{what} '{signature}'");
        Err(self.throw(state, "java/lang/IncompatibleClassChangeError", Some(&message)))
    }

    pub fn resolve_static(&mut self, state: &mut State, index: u16) -> Res<Flow> {
        let method = match self.pool_method(state, index)? {
            Ok(method) => method,
            Err(member) => return self.link_polymorphic(state, member),
        };
        self.check_staticness(state, method, true)?;
        quicken(self, state, Insn::InvokeStaticQuick(method.0));
        Ok(Flow::Entered)
    }

    /// JVMS invokespecial: with ACC_SUPER semantics, the search starts in the direct superclass.
    pub fn resolve_special(&mut self, state: &mut State, index: u16) -> Res<Flow> {
        let mut method = match self.pool_method(state, index)? {
            Ok(method) => method,
            Err(_) => return Err(malformed("invokespecial of a signature-polymorphic method")),
        };
        self.check_staticness(state, method, false)?;
        let current = self.current_class(state);
        let resolved = &self.world.classes[method];
        let declared_in = resolved.class;
        if *resolved.name == *"<init>" {
            self.check_constructor(state, index, method)?;
        } else if !resolved.is_private()
            && !self.world.classes[declared_in].is_interface()
            && declared_in != current
            && let Some(superclass) = self.world.classes[current].superclass
        {
            let (name, descriptor) = (resolved.name.clone(), resolved.descriptor.clone());
            method = self.find_method(state, superclass, &name, &descriptor)?;
        }
        quicken(self, state, Insn::InvokeSpecialQuick(method.0));
        Ok(Flow::Entered)
    }

    /// Constructors are not inherited.
    fn check_constructor(&mut self, state: &mut State, index: u16, method: MethodId) -> Res<()> {
        let (member, _) = self.pool_member(state, index)?;
        let m = &self.world.classes[method];
        if *self.world.classes[m.class].name == *member.class {
            return Ok(());
        }
        let class = member.class.dotted();
        let signature = external_signature("", &m.name, &m.descriptor).replacen(" .", " ", 1);
        let message = format!("{class}: method '{signature}' not found");
        Err(self.throw(state, "java/lang/NoSuchMethodError", Some(&message)))
    }

    pub fn resolve_virtual(&mut self, state: &mut State, index: u16) -> Res<Flow> {
        let method = match self.pool_method(state, index)? {
            Ok(method) => method,
            Err(member) => return self.link_polymorphic(state, member),
        };
        self.check_staticness(state, method, false)?;
        let m = &self.world.classes[method];
        let args = self.argument_byte(method)?;
        let quick = match m.vtable_index.get() {
            Some(vtable) => Insn::InvokeVirtualQuick { args, vtable },
            None if m.is_private() => Insn::InvokeSpecialQuick(method.0),
            None => Insn::InvokeInterfaceQuick { args, method: method.0 },
        };
        quicken(self, state, quick);
        Ok(Flow::Entered)
    }

    pub fn resolve_interface(&mut self, state: &mut State, index: u16) -> Res<Flow> {
        let method = match self.pool_method(state, index)? {
            Ok(method) => method,
            Err(_) => {
                return Err(malformed("invokeinterface of a signature-polymorphic method"));
            }
        };
        self.check_staticness(state, method, false)?;
        let args = self.argument_byte(method)?;
        quicken(self, state, Insn::InvokeInterfaceQuick { args, method: method.0 });
        Ok(Flow::Entered)
    }

    fn argument_byte(&self, method: MethodId) -> Result<u8, Stop> {
        // JVMS 4.3.3: at most 255 slots.
        u8::try_from(self.world.classes[method].argument_slots).map_err(|_| malformed("more than 255 argument slots"))
    }
}

/// `void Main.f(int, java.lang.String)`, as in linkage errors.
pub fn external_signature(class: &str, name: &str, descriptor: &str) -> String {
    let Ok(parsed) = bytecode::MethodDescriptor::parse(descriptor) else {
        return format!("{class}.{name}{descriptor}");
    };
    let parameters: Vec<String> = parsed.parameters.iter().map(external_type).collect();
    let result = parsed.result.as_ref().map_or("void".into(), external_type);
    format!("{result} {class}.{name}({})", parameters.join(", "))
}

/// `int`, `java.lang.String`, `long[][]`.
pub fn external_type(ty: &bytecode::Type) -> String {
    match ty {
        bytecode::Type::Prim(prim) => prim_name(*prim).into(),
        bytecode::Type::Ref(name) => {
            let dimensions = name.len() - name.trim_start_matches('[').len();
            let element = &name[dimensions..];
            let base = match bytecode::parse_type(element) {
                Ok(bytecode::Type::Prim(prim)) if dimensions > 0 => prim_name(prim).to_string(),
                Ok(bytecode::Type::Ref(element)) if dimensions > 0 => element.dotted().into(),
                _ => name.dotted().into(),
            };
            base + &"[]".repeat(dimensions)
        }
    }
}

pub fn prim_name(prim: bytecode::Prim) -> &'static str {
    crate::program::PRIMITIVES.iter().find(|&&(_, p)| p == Some(prim)).expect("all are listed").0
}
