//! invokedynamic. The bootstrap methods that javac uses are linked in Rust to classes of our making, without any
//! method-handle plumbing; all others are called as the program wrote them.

use crate::host::Res;
use crate::insn::{Flow, quicken};
use crate::machine::Machine;
use crate::program::{ClassId, MethodId};
use crate::run::malformed;
use crate::state::State;
use crate::value::{ObjectId, Value};
use bytecode::synth::{
    Component, ConcatConstant, Implementation, LambdaSpec, RecordSpec, Serializable,
};
use bytecode::{Bootstrap, Constant, Insn, MemberRef, MethodDescriptor, Type, synth};
use std::rc::Rc;

/// A linked call site.
#[derive(Clone, Debug)]
pub enum Site {
    /// A static method with the call site's descriptor.
    Static(MethodId),
    /// The same object every time: a lambda that captures nothing.
    Constant(ObjectId),
    /// `SwitchBootstraps`: the index of the first label that fits.
    Switch(Rc<[Label]>),
    /// Linked by its own bootstrap method, once per state.
    Bootstrapped { class: ClassId, index: u16 },
}

#[derive(Clone, Debug)]
pub enum Label {
    Class(ClassId),
    Text(Rc<[u16]>),
    Integer(i32),
    /// A constant of the selector's enum type.
    EnumConstant(Rc<str>),
}

/// A call site before linking.
struct Request {
    class: ClassId,
    bootstrap: Bootstrap,
    factory: MemberRef,
    name: Rc<str>,
    descriptor: Rc<str>,
}

const LAMBDA: &str = "java/lang/invoke/LambdaMetafactory";
const FLAG_SERIALIZABLE: i32 = 1;
const FLAG_MARKERS: i32 = 2;
const FLAG_BRIDGES: i32 = 4;

impl Machine<'_> {
    pub fn link_site(&mut self, state: &mut State, index: u16) -> Res<Flow> {
        let class = self.current_class(state);
        let Some(Constant::InvokeDynamic {
            bootstrap,
            name,
            descriptor,
        }) = self.pool_constant(state, index)
        else {
            return Err(malformed("invokedynamic of something else"));
        };
        let request = self.request(class, bootstrap, name, descriptor)?;
        let site = match (&*request.factory.class, &*request.factory.name) {
            (LAMBDA, "metafactory" | "altMetafactory") => self.link_lambda(state, &request)?,
            ("java/lang/invoke/StringConcatFactory", "makeConcatWithConstants" | "makeConcat") => {
                self.link_concat(state, &request)?
            }
            ("java/lang/runtime/ObjectMethods", "bootstrap") => {
                self.link_record(state, &request)?
            }
            ("java/lang/runtime/SwitchBootstraps", "typeSwitch" | "enumSwitch") => {
                self.link_switch(state, &request)?
            }
            _ => Site::Bootstrapped { class, index },
        };
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
            Site::Bootstrapped { class, index } => {
                self.invoke_bootstrapped(state, id, class, index)
            }
        }
    }

    fn request(
        &self,
        class: ClassId,
        bootstrap: u16,
        name: Rc<str>,
        descriptor: Rc<str>,
    ) -> Res<Request> {
        let file = self.world.classes[class]
            .file
            .as_ref()
            .expect("a class with code");
        let bootstrap = file
            .bootstraps
            .get(bootstrap as usize)
            .ok_or_else(|| malformed("no such bootstrap method"))?
            .clone();
        let Some((_, factory, _)) = self.handle_constant(class, bootstrap.method) else {
            return Err(malformed("a bootstrap method that is no method handle"));
        };
        Ok(Request {
            class,
            bootstrap,
            factory,
            name,
            descriptor,
        })
    }

    pub fn constant(&self, class: ClassId, index: u16) -> Option<&Constant> {
        self.world.classes[class]
            .file
            .as_ref()?
            .pool
            .entries
            .get(index as usize)
    }

    /// Kind, member and whether it is an interface's, of a CONSTANT_MethodHandle.
    pub fn handle_constant(&self, class: ClassId, index: u16) -> Option<(u8, MemberRef, bool)> {
        let Some(&Constant::MethodHandle { kind, reference }) = self.constant(class, index) else {
            return None;
        };
        match self.constant(class, reference)? {
            Constant::Method(member) | Constant::Field(member) => {
                Some((kind, member.clone(), false))
            }
            Constant::InterfaceMethod(member) => Some((kind, member.clone(), true)),
            _ => None,
        }
    }

    fn link_lambda(&mut self, state: &mut State, request: &Request) -> Res<Site> {
        let spec = self.lambda_spec(state, request)?;
        let mut interfaces = Vec::new();
        for name in &spec.interfaces {
            interfaces.push(self.class_named(state, request.class, name)?);
        }
        let bytes = synth::lambda_class(&spec).map_err(|why| malformed(&why.to_string()))?;
        let class = self.link_synthetic(request.class, bytes, interfaces)?;
        if spec.captured.is_empty() {
            let object = crate::heap::Body::Fields(self.world.classes[class].blank.clone());
            return Ok(Site::Constant(self.world.base.alloc(class, object)));
        }
        let factory =
            self.world.classes[class].declared_method(synth::FACTORY, &request.descriptor);
        Ok(Site::Static(
            factory.ok_or_else(|| malformed("lambda factory"))?,
        ))
    }

    fn link_synthetic(
        &mut self,
        host: ClassId,
        bytes: Vec<u8>,
        interfaces: Vec<ClassId>,
    ) -> Res<ClassId> {
        self.world
            .link_synthetic(host, bytes, interfaces)
            .map_err(|e| malformed(&format!("call site: {e:?}")))
    }

    fn lambda_spec(&mut self, state: &mut State, request: &Request) -> Res<LambdaSpec> {
        let class = request.class;
        let arguments = &request.bootstrap.arguments;
        let method_type = |machine: &Machine, at: usize| match arguments
            .get(at)
            .and_then(|&i| machine.constant(class, i))
        {
            Some(Constant::MethodType(descriptor)) => Ok(descriptor.clone()),
            _ => Err(malformed("lambda without method type")),
        };
        let handle = arguments
            .get(1)
            .and_then(|&i| self.handle_constant(class, i));
        let (kind, member, is_interface) =
            handle.ok_or_else(|| malformed("lambda without implementation"))?;
        let parsed =
            MethodDescriptor::parse(&request.descriptor).map_err(|e| malformed(&e.to_string()))?;
        let Some(Type::Ref(interface)) = parsed.result else {
            return Err(malformed("lambda that is no object"));
        };
        let (method_descriptor, instantiated_descriptor) =
            (method_type(self, 0)?, method_type(self, 2)?);
        let mut interfaces = vec![interface];
        let mut bridges = Vec::new();
        let flags = if *request.factory.name == *"altMetafactory" {
            self.int_argument(class, arguments, 3)
        } else {
            0
        };
        let mut at = 4;
        if flags & FLAG_MARKERS != 0 {
            let count = self.int_argument(class, arguments, at) as usize;
            for &index in arguments.iter().skip(at + 1).take(count) {
                if let Some(Constant::Class(name)) = self.constant(class, index) {
                    interfaces.push(name.clone());
                }
            }
            at += count + 1;
        }
        if flags & FLAG_BRIDGES != 0 {
            let count = self.int_argument(class, arguments, at) as usize;
            for offset in 0..count {
                bridges.push(method_type(self, at + 1 + offset)?.to_string());
            }
        }
        let serializable = self.serializable(state, class, flags, &mut interfaces, &member)?;
        interfaces.dedup();
        self.world.lambda_count += 1;
        let host = self.world.classes[class].name.clone();
        Ok(LambdaSpec {
            name: format!("{host}$$Lambda${}", self.world.lambda_count).into(),
            interfaces,
            method_name: request.name.clone(),
            method_descriptor,
            instantiated_descriptor,
            bridges,
            captured: parsed.parameters,
            implementation: Implementation {
                kind,
                member,
                is_interface,
            },
            serializable,
        })
    }

    fn int_argument(&self, class: ClassId, arguments: &[u16], at: usize) -> i32 {
        match arguments.get(at).and_then(|&i| self.constant(class, i)) {
            Some(&Constant::Integer(i)) => i,
            _ => 0,
        }
    }

    /// A lambda is serializable by flag, or because its interface is.
    fn serializable(
        &mut self,
        state: &mut State,
        class: ClassId,
        flags: i32,
        interfaces: &mut Vec<Rc<str>>,
        member: &MemberRef,
    ) -> Res<Option<Serializable>> {
        if flags & FLAG_SERIALIZABLE == 0 {
            return Ok(None);
        }
        let mut inherited = false;
        for name in interfaces.iter() {
            let interface = self.class_named(state, class, name)?;
            inherited |= self
                .world
                .classes
                .is_subclass(interface, self.world.serializable);
        }
        if !inherited {
            interfaces.push("java/io/Serializable".into());
        }
        let named = self.class_named(state, class, &member.class)?;
        let declaring = self
            .world
            .classes
            .find_method(named, &member.name, &member.descriptor);
        let declaring = declaring.map_or(named, |m| self.world.classes[m].class);
        Ok(Some(Serializable {
            capturing_class: self.world.classes[class].name.clone(),
            declaring_class: self.world.classes[declaring].name.clone(),
        }))
    }

    fn link_concat(&mut self, state: &mut State, request: &Request) -> Res<Site> {
        let parsed =
            MethodDescriptor::parse(&request.descriptor).map_err(|e| malformed(&e.to_string()))?;
        let mut arguments = request
            .bootstrap
            .arguments
            .iter()
            .filter_map(|&i| self.constant(request.class, i).cloned());
        let recipe: Rc<[u16]> = match &*request.factory.name {
            "makeConcat" => vec![1; parsed.parameters.len()].into(),
            _ => match arguments.next() {
                Some(Constant::String(units)) => units,
                _ => return Err(malformed("concatenation without recipe")),
            },
        };
        let mut constants = Vec::new();
        for constant in arguments.collect::<Vec<_>>() {
            constants.push(self.concat_constant(state, request.class, constant)?);
        }
        self.world.lambda_count += 1;
        let name = format!(
            "{}$$Concat${}",
            self.world.classes[request.class].name, self.world.lambda_count
        );
        let bytes = synth::concat_class(&name, &request.descriptor, &recipe, &constants)
            .map_err(|why| malformed(&why.to_string()))?;
        self.static_site(request, bytes, "concat", &request.descriptor)
    }

    fn concat_constant(
        &mut self,
        state: &mut State,
        from: ClassId,
        constant: Constant,
    ) -> Res<ConcatConstant> {
        let text = match constant {
            Constant::String(units) => return Ok(ConcatConstant::String(units)),
            Constant::Integer(i) => i.to_string(),
            Constant::Class(name) => {
                let class = self.class_named(state, from, &name)?;
                let kind = if self.world.classes[class].is_interface() {
                    "interface"
                } else {
                    "class"
                };
                format!("{kind} {}", self.world.classes[class].dotted())
            }
            _ => return Err(malformed("constant of a concatenation")),
        };
        Ok(ConcatConstant::String(text.encode_utf16().collect()))
    }

    fn static_site(
        &mut self,
        request: &Request,
        bytes: Vec<u8>,
        method: &str,
        descriptor: &str,
    ) -> Res<Site> {
        let class = self.link_synthetic(request.class, bytes, Vec::new())?;
        let method = self.world.classes[class].declared_method(method, descriptor);
        Ok(Site::Static(
            method.ok_or_else(|| malformed("call site method"))?,
        ))
    }

    /// bootstrap(lookup, name, type, record class, "a;b;c", getters...)
    fn link_record(&mut self, state: &mut State, request: &Request) -> Res<Site> {
        let arguments = &request.bootstrap.arguments;
        let Some(Constant::Class(record)) = arguments
            .first()
            .and_then(|&i| self.constant(request.class, i))
        else {
            return Err(malformed("record methods without record"));
        };
        let record = record.clone();
        let mut components = Vec::new();
        for &index in arguments.iter().skip(2) {
            let Some((_, member, _)) = self.handle_constant(request.class, index) else {
                return Err(malformed("record methods without getter"));
            };
            let kind =
                bytecode::parse_type(&member.descriptor).map_err(|e| malformed(&e.to_string()))?;
            components.push(Component {
                name: member.name,
                kind,
            });
        }
        let simple_name = self.simple_name(state, request.class)?;
        self.world.lambda_count += 1;
        let spec = RecordSpec {
            name: format!("{record}$$Record${}", self.world.lambda_count).into(),
            record: record.clone(),
            simple_name: simple_name.as_str().into(),
            components,
        };
        let bytes = synth::record_class(&spec).map_err(|why| malformed(&why.to_string()))?;
        self.static_site(request, bytes, &request.name, &request.descriptor)
    }

    /// `Class.getSimpleName`, as the JDK computes it.
    fn simple_name(&mut self, state: &mut State, class: ClassId) -> Res<String> {
        let mirror = self.mirror(state, class)?;
        let method = self.find_method(
            state,
            self.world.class,
            "getSimpleName",
            "()Ljava/lang/String;",
        )?;
        let name = self
            .call(state, method, &[Value::Ref(mirror)])?
            .expect("a name")
            .as_ref();
        self.string(state, name)
    }

    fn link_switch(&mut self, state: &mut State, request: &Request) -> Res<Site> {
        let mut labels = Vec::new();
        let enum_switch = *request.factory.name == *"enumSwitch";
        for &index in &request.bootstrap.arguments {
            labels.push(match self.constant(request.class, index).cloned() {
                Some(Constant::Class(name)) => {
                    Label::Class(self.class_named(state, request.class, &name)?)
                }
                Some(Constant::Integer(i)) => Label::Integer(i),
                Some(Constant::String(units)) if enum_switch => {
                    Label::EnumConstant(String::from_utf16_lossy(&units).into())
                }
                Some(Constant::String(units)) => Label::Text(units),
                _ => {
                    let reason = "a switch over qualified enum constants is not supported yet";
                    return Err(crate::End::stopped(reason));
                }
            });
        }
        Ok(Site::Switch(labels.into()))
    }

    /// SwitchBootstraps.typeSwitch(target, restart): -1 for null, the number of labels if none fits.
    fn switch(&mut self, state: &mut State, labels: &[Label]) -> Res<Flow> {
        let (target, restart) = (state.peek(1).as_ref(), state.peek(0).as_int());
        let mut chosen = if target.is_null() {
            -1
        } else {
            labels.len() as i32
        };
        if !target.is_null() {
            for (at, label) in labels.iter().enumerate().skip(restart as usize) {
                if self.fits(state, target, label)? {
                    chosen = at as i32;
                    break;
                }
            }
        }
        state.drop_slots(2);
        state.push(Value::Int(chosen));
        Ok(Flow::Next)
    }

    fn fits(&mut self, state: &mut State, target: ObjectId, label: &Label) -> Res<bool> {
        let class = self.class_of(state, target);
        Ok(match label {
            Label::Class(of) => self.world.classes.is_subclass(class, *of),
            Label::Text(units) => {
                class == self.world.string && self.units(state, target)? == **units
            }
            Label::Integer(i) => {
                matches!(self.unbox(state, target)?, Some((_, Value::Int(found))) if found == *i)
            }
            Label::EnumConstant(name) => {
                let found = self.field_named(state, target, "name")?.as_ref();
                self.string(state, found)? == **name
            }
        })
    }

    /// Calls the bootstrap method on first use in a state, then the target of the call site it answered.
    fn invoke_bootstrapped(
        &mut self,
        state: &mut State,
        id: u32,
        class: ClassId,
        index: u16,
    ) -> Res<Flow> {
        let Some(Constant::InvokeDynamic {
            bootstrap,
            name,
            descriptor,
        }) = self.constant(class, index).cloned()
        else {
            return Err(malformed("invokedynamic of something else"));
        };
        let site = match state.sites.get(&id) {
            Some(&site) => site,
            None => {
                let request = self.request(class, bootstrap, name, descriptor.clone())?;
                let ty = self.method_type(state, class, &descriptor)?;
                let site = self.run_bootstrap(state, &request, Value::Ref(ty))?;
                Rc::make_mut(&mut state.sites).insert(id, site);
                site
            }
        };
        let site_class = self.class_of(state, site);
        let get = self.find_method(
            state,
            site_class,
            "getTarget",
            "()Ljava/lang/invoke/MethodHandle;",
        )?;
        let get = self.world.select(site_class, get).unwrap_or(get);
        let target = self
            .call(state, get, &[Value::Ref(site)])?
            .expect("a target")
            .as_ref();
        self.invoke_handle_on_stack(state, target, &descriptor)
    }

    /// A CONSTANT_Dynamic: its bootstrap method answers the value.
    pub fn dynamic_constant(&mut self, state: &mut State, index: u16) -> Res<Value> {
        let class = self.current_class(state);
        let Some(Constant::Dynamic {
            bootstrap,
            name,
            descriptor,
        }) = self.constant(class, index).cloned()
        else {
            return Err(malformed("dynamic constant expected"));
        };
        let key = u32::MAX - (class.0 << 12) - index as u32;
        let request = self.request(class, bootstrap, name, descriptor.clone())?;
        let object = match state.sites.get(&key) {
            Some(&known) => known,
            None => {
                let ty = self.type_mirror(state, class, &descriptor)?;
                let object = self.run_bootstrap(state, &request, Value::Ref(ty))?;
                Rc::make_mut(&mut state.sites).insert(key, object);
                object
            }
        };
        match bytecode::parse_type(&descriptor) {
            Ok(Type::Prim(_)) => {
                let unboxed = self.unbox(state, object)?;
                unboxed
                    .map(|(_, value)| value)
                    .ok_or_else(|| malformed("dynamic constant of another kind"))
            }
            _ => Ok(Value::Ref(object)),
        }
    }

    /// Calls bootstrap(lookup, name, type, static arguments...), collecting varargs.
    fn run_bootstrap(&mut self, state: &mut State, request: &Request, ty: Value) -> Res<ObjectId> {
        let lookup = self.lookup_for(state, request.class)?;
        let name = self.intern(&request.name.encode_utf16().collect::<Vec<_>>())?;
        let mut arguments = vec![Value::Ref(lookup), Value::Ref(name), ty];
        for &index in &request.bootstrap.arguments {
            arguments.push(self.loadable(state, request.class, index)?);
        }
        let handle = self.handle_for_constant(state, request.class, request.bootstrap.method)?;
        self.invoke_handle_boxed(state, handle, arguments)
    }
}
