//! invokedynamic. The bootstrap methods that javac uses are linked in Rust to classes of our making, without any
//! method-handle plumbing; all others, and uses that javac would not make, are called as the program wrote them.

mod lambda;
mod switch;

use crate::execute::flow::{Flow, malformed, quicken};
use crate::program::{ClassId, Loader, Value};
use crate::state::State;
use crate::world::sites::Site;
use crate::world::{Machine, Res};
use bytecode::synth::{Component, ConcatConstant, RecordSpec};
use bytecode::{Bootstrap, Constant, Insn, MemberRef, MethodDescriptor, synth};
use std::rc::Rc;

/// A call site before linking.
pub struct Request {
    pub class: ClassId,
    pub bootstrap: Bootstrap,
    factory: MemberRef,
    pub name: Rc<str>,
    pub descriptor: Rc<str>,
}

const LAMBDA: &str = "java/lang/invoke/LambdaMetafactory";

impl Machine<'_> {
    pub fn link_site(&mut self, state: &mut State, index: u16) -> Res<Flow> {
        let class = self.current_class(state);
        let Some(Constant::InvokeDynamic { bootstrap, name, descriptor }) = self.pool_constant(state, index) else {
            return Err(malformed("invokedynamic of something else"));
        };
        let request = self.request(class, bootstrap, name, descriptor)?;
        let known = self.exists_in_jdk(&request.factory);
        let site = match (&*request.factory.class, &*request.factory.name) {
            // The JDK says what is wrong with it.
            _ if !known => None,
            (LAMBDA, "metafactory" | "altMetafactory") => self.link_lambda(state, &request)?,
            ("java/lang/invoke/StringConcatFactory", "makeConcatWithConstants" | "makeConcat") => {
                self.link_concat(state, &request)?
            }
            ("java/lang/runtime/ObjectMethods", "bootstrap") => self.link_record(state, &request)?,
            ("java/lang/runtime/SwitchBootstraps", "typeSwitch" | "enumSwitch") => self.link_switch(state, &request)?,
            _ => None,
        };
        self.add_site(state, site.unwrap_or(Site::Bootstrapped { class, index }))
    }

    fn exists_in_jdk(&mut self, member: &MemberRef) -> bool {
        let class = self.world.load(Loader::Jdk, &member.class);
        let MemberRef { name, descriptor, .. } = member;
        matches!(class, Ok(Some(class)) if self.world.classes[class].declared_method(name, descriptor).is_some())
    }

    /// Makes the current instruction this call site.
    pub fn add_site(&mut self, state: &mut State, site: Site) -> Res<Flow> {
        let id = self.world.sites.len() as u32;
        self.world.sites.push(site);
        quicken(self, state, Insn::InvokeSiteQuick(id));
        Ok(Flow::Entered)
    }

    pub fn invoke_site(&mut self, state: &mut State, id: u32) -> Res<Flow> {
        match self.world.sites[id as usize].clone() {
            Site::Static(method) => self.invoke_static(state, method),
            Site::Constant(object) => {
                state.push(Value::Ref(object));
                Ok(Flow::Next)
            }
            Site::Switch(labels) => self.switch(state, &labels),
            Site::Bootstrapped { class, index } => self.invoke_bootstrapped(state, id, class, index),
            Site::Basic { slots } => self.invoke_basic(state, slots),
            Site::Member(linker, slots) => self.invoke_member(state, linker, slots),
            Site::Polymorphic { class, member, slots } => self.invoke_polymorphic(state, id, class, &member, slots),
        }
    }

    pub fn request(&self, class: ClassId, bootstrap: u16, name: Rc<str>, descriptor: Rc<str>) -> Res<Request> {
        let file = self.world.classes[class].file.as_ref().expect("a class with code");
        let bootstrap =
            file.bootstraps.get(bootstrap as usize).ok_or_else(|| malformed("no such bootstrap method"))?.clone();
        let Some((_, factory, _)) = self.handle_constant(class, bootstrap.method) else {
            return Err(malformed("a bootstrap method that is no method handle"));
        };
        Ok(Request { class, bootstrap, factory, name, descriptor })
    }

    pub fn constant(&self, class: ClassId, index: u16) -> Option<&Constant> {
        self.world.classes[class].file.as_ref()?.pool.entries.get(index as usize)
    }

    /// Kind, member and whether it is an interface's, of a CONSTANT_MethodHandle.
    pub fn handle_constant(&self, class: ClassId, index: u16) -> Option<(u8, MemberRef, bool)> {
        let Some(&Constant::MethodHandle { kind, reference }) = self.constant(class, index) else {
            return None;
        };
        match self.constant(class, reference)? {
            Constant::Method(member) | Constant::Field(member) => Some((kind, member.clone(), false)),
            Constant::InterfaceMethod(member) => Some((kind, member.clone(), true)),
            _ => None,
        }
    }

    fn link_synthetic(&mut self, host: ClassId, bytes: Vec<u8>, interfaces: Vec<ClassId>) -> Res<ClassId> {
        self.world.link_synthetic(host, bytes, interfaces).map_err(|e| malformed(&format!("call site: {e:?}")))
    }

    fn link_concat(&mut self, state: &mut State, request: &Request) -> Res<Option<Site>> {
        let parsed = MethodDescriptor::parse(&request.descriptor).map_err(|e| malformed(&e.to_string()))?;
        let mut arguments =
            request.bootstrap.arguments.iter().filter_map(|&i| self.constant(request.class, i).cloned());
        let recipe: Rc<[u16]> = match &*request.factory.name {
            "makeConcat" => vec![1; parsed.parameters.len()].into(),
            _ => match arguments.next() {
                Some(Constant::String(units)) => units,
                _ => return Ok(None),
            },
        };
        let mut constants = Vec::new();
        for constant in arguments.collect::<Vec<_>>() {
            match self.concat_constant(state, request.class, constant)? {
                Some(constant) => constants.push(constant),
                None => return Ok(None),
            }
        }
        self.world.lambda_count += 1;
        let name = format!("{}$$Concat${}", self.world.classes[request.class].name, self.world.lambda_count);
        match synth::concat_class(&name, &request.descriptor, &recipe, &constants) {
            Ok(bytes) => self.static_site(request, bytes, "concat"),
            Err(_) => Ok(None),
        }
    }

    fn concat_constant(&mut self, state: &mut State, from: ClassId, constant: Constant) -> Res<Option<ConcatConstant>> {
        let text = match constant {
            Constant::String(units) => return Ok(Some(ConcatConstant::String(units))),
            Constant::Integer(i) => i.to_string(),
            Constant::Class(name) => {
                let class = self.class_named(state, from, &name)?;
                let kind = if self.world.classes[class].is_interface() { "interface" } else { "class" };
                format!("{kind} {}", self.world.classes[class].dotted())
            }
            _ => return Ok(None),
        };
        let units = text.encode_utf16().collect();
        Ok(Some(ConcatConstant::String(units)))
    }

    fn static_site(&mut self, request: &Request, bytes: Vec<u8>, method: &str) -> Res<Option<Site>> {
        let class = self.link_synthetic(request.class, bytes, Vec::new())?;
        let method = self.world.classes[class].declared_method(method, &request.descriptor);
        Ok(method.map(Site::Static))
    }

    /// bootstrap(lookup, name, type, record class, "a;b;c", getters...)
    fn link_record(&mut self, state: &mut State, request: &Request) -> Res<Option<Site>> {
        let arguments = &request.bootstrap.arguments;
        let record = arguments.first().and_then(|&i| self.constant(request.class, i));
        let Some(Constant::Class(record)) = record.cloned() else {
            return Ok(None);
        };
        let mut components = Vec::new();
        for &index in arguments.iter().skip(2) {
            let Some((_, member, _)) = self.handle_constant(request.class, index) else {
                return Ok(None);
            };
            let kind = bytecode::parse_type(&member.descriptor).map_err(|e| malformed(&e.to_string()))?;
            components.push(Component { name: member.name, kind });
        }
        let simple_name = self.simple_name(state, request.class)?;
        self.world.lambda_count += 1;
        let spec = RecordSpec {
            name: format!("{record}$$Record${}", self.world.lambda_count).into(),
            record: record.clone(),
            simple_name: simple_name.as_str().into(),
            components,
        };
        match synth::record_class(&spec) {
            Ok(bytes) => self.static_site(request, bytes, &request.name),
            Err(_) => Ok(None),
        }
    }

    /// `Class.getSimpleName`, as the JDK computes it.
    fn simple_name(&mut self, state: &mut State, class: ClassId) -> Res<String> {
        let mirror = self.mirror(state, class)?;
        let method = self.find_method(state, self.world.class, "getSimpleName", "()Ljava/lang/String;")?;
        let name = self.call(state, method, &[Value::Ref(mirror)])?.expect("a name").as_ref();
        self.string(state, name)
    }
}
