//! Classes in both heaps: mirrors and loaders, the class of ours for one of HotSpot, the ids and offsets of fields.

use crate::concrete::{Hotspot, Offsets};
use crate::raw::{Class, FieldHandle, Handle, Scope, Seen};
use crate::upcalls;
use bytecode::ClassName;
use machine::reason::Gap;
use machine::{ClassId, ClassKind, End, Host, LoadError, Loader, ObjectId, Reason, Res, State, Stop, World};

impl Hotspot {
    /// Whether neither the class nor what is initialised before it has an initialiser that is still to run: then nothing sees our heap.
    pub(crate) fn runs_nothing(&mut self, world: &mut World, state: &mut State, class: ClassId) -> Res<bool> {
        let mut open = vec![class];
        while let Some(class) = open.pop() {
            let handle = self.class_handle(world, state, class)?;
            if self.jvm.is_initialized(&handle) {
                continue;
            }
            if world.classes[class].declared_method("<clinit>", "()V").is_some() {
                return Ok(false);
            }
            open.extend(world.classes[class].superclass);
            open.extend(world.classes[class].interfaces.iter().copied());
        }
        Ok(true)
    }

    /// Loads a class in the concrete heap, but does not initialise it there.
    pub(crate) fn ready_class(&mut self, world: &mut World, state: &mut State, class: ClassId) -> Res<ObjectId> {
        let mirror = world.classes[class].mirror.get();
        if mirror.is_null() { self.mirror(world, state, class) } else { Ok(mirror) }
    }

    /// The handle of a class, loaded in the concrete heap but not initialised there.
    pub(crate) fn class_handle(&mut self, world: &mut World, state: &mut State, class: ClassId) -> Res<Class> {
        if let Some(known) = self.classes.get(&class) {
            return Ok(known.clone());
        }
        let mirror = self.ready_class(world, state, class)?;
        let found = self.jvm.class(&self.handle(mirror));
        self.classes.insert(class, found.clone());
        Ok(found)
    }

    pub(crate) fn load_mirror(&mut self, world: &mut World, state: &mut State, class: ClassId) -> Res<Seen> {
        let jvm = self.jvm;
        let c = &world.classes[class];
        let (name, loader) = (c.dotted(), c.loader);
        if c.synthetic {
            let file = c.file.clone().expect("a synthetic class has bytes");
            let bytes =
                bytecode::shadow_class(&file.bytes).map_err(|e| End::stopped(Reason::Internal(e.to_string())))?;
            let loader = self.loader_handle(world, state, loader)?;
            // SAFETY: the bodies of a shadow class are ours; all they do is call back.
            let defined = unsafe { jvm.define_class(&file.name, loader.as_ref(), &bytes) };
            return defined.map_err(|e| self.thrown(world, e));
        }
        if let ClassKind::Primitive(prim) = c.kind {
            return Ok(prim.map_or_else(|| jvm.void_class(), |prim| jvm.primitive_class(prim)));
        }
        if let ClassKind::Array(component) = c.kind
            && world.classes[component].hidden
        {
            // No name leads to it, only its component.
            let component = self.class_handle(world, state, component)?;
            let array = jvm.new_ref_array(&component, 0);
            let array = array.map_err(|e| self.thrown(world, e))?;
            return Ok(jvm.object_class(&array));
        }
        let loader = match loader {
            // Some modules of the image belong to the platform or app loader, which delegate the rest.
            Loader::Jdk => self.loader_handle(world, state, Loader::App)?,
            loader => self.loader_handle(world, state, loader)?,
        };
        let loaded = upcalls::during(self, world, state, |jvm| jvm.load_class(&name, loader.as_ref()));
        loaded.map_err(|e| self.thrown(world, e))
    }

    fn loader_handle(&mut self, world: &mut World, state: &mut State, loader: Loader) -> Res<Option<Handle>> {
        match loader {
            Loader::Jdk => Ok(None),
            Loader::App => {
                let app = self.app_loader(world)?;
                Ok(Some(self.handle(app)))
            }
            Loader::Custom(object) => self.shadow(world, state, object).map(Some),
        }
    }

    pub(crate) fn loader_kind(&mut self, world: &mut World, loader: Seen) -> Res<Loader> {
        if self.app_loader.is_null() {
            self.app_loader = self.wrap(world, self.jvm.app_loader())?;
            self.platform_loader = self.wrap(world, self.jvm.platform_loader())?;
        }
        Ok(match self.wrap(world, loader)? {
            ObjectId::NULL => Loader::Jdk,
            id if id == self.app_loader => Loader::App,
            id if id == self.platform_loader => Loader::Jdk,
            id => Loader::Custom(id),
        })
    }

    /// The class of ours for a Class object that was not seen before.
    pub(crate) fn identify_class(&mut self, world: &mut World, mirror: &Class) -> Res<ClassId> {
        let signature = self.jvm.class_signature(mirror);
        if let Ok(bytecode::Type::Prim(prim)) = bytecode::parse_type(&signature) {
            return Ok(world.classes.primitive(Some(prim)));
        }
        if signature == "V" {
            return Ok(world.classes.primitive(None));
        }
        let loader = self.jvm.class_loader(mirror);
        let loader_kind = self.loader_kind(world, loader)?;
        if let Some(component) = signature.strip_prefix('[') {
            return self.identify_array(world, loader_kind, component);
        }
        let name = ClassName::from(signature.trim_start_matches('L').trim_end_matches(';'));
        if self.jvm.is_hidden(mirror) {
            // The number of a hidden class stands behind a dot.
            return self.define_captured(world, mirror, loader_kind, Some(name.dotted().internal()));
        }
        match world.load(loader_kind, &name).map_err(load_stop)? {
            Some(class) => Ok(class),
            None => self.define_captured(world, mirror, loader_kind, None),
        }
    }

    fn identify_array(&mut self, world: &mut World, loader: Loader, component: &str) -> Res<ClassId> {
        let component = match bytecode::parse_type(component) {
            Ok(bytecode::Type::Prim(prim)) => world.classes.primitive(Some(prim)),
            _ => {
                let name = component.strip_prefix('L').map_or(component, |n| n.trim_end_matches(';'));
                self.named(world, loader, &name.into())?
            }
        };
        Ok(world.array_of(component))
    }

    /// The class `name` as the concrete heap knows it for a loader.
    fn named(&mut self, world: &mut World, loader: Loader, name: &ClassName) -> Res<ClassId> {
        if let Some(class) = world.load(loader, name).map_err(load_stop)? {
            return Ok(class);
        }
        let handle = match loader {
            Loader::Jdk => None,
            Loader::App => Some(self.app_loader(world)?),
            Loader::Custom(object) => Some(object),
        };
        let handle = handle.map(|object| self.handle(object));
        let seen = self.jvm.load_class(&name.dotted(), handle.as_ref()).map_err(|e| self.thrown(world, e))?;
        let mirror = self.wrap(world, seen)?;
        self.class_of_mirror(world, mirror)
    }

    /// A class that was defined at run time, from the bytes it was defined with.
    fn define_captured(
        &mut self,
        world: &mut World,
        mirror: &Class,
        loader: Loader,
        hidden: Option<ClassName>,
    ) -> Res<ClassId> {
        let name = self.jvm.class_signature(mirror);
        let Some(bytes) = self.jvm.captured_bytes(mirror) else {
            return Err(End::stopped(Reason::Unsupported(
                Gap::Code,
                format!("class {name} was made by the JVM in a way that hides its bytes"),
            )));
        };
        let file = world.parse(&name.into(), bytes).map_err(load_stop)?;
        let superclass = match &file.super_name {
            Some(name) => Some(self.named(world, loader, name)?),
            None => None,
        };
        let mut interfaces = Vec::new();
        for name in &file.interfaces {
            interfaces.push(self.named(world, loader, name)?);
        }
        let class = world.link(file, loader, None, superclass, interfaces, hidden).map_err(load_stop)?;
        Ok(class)
    }

    /// The JNI id of a declared field.
    pub(crate) fn field_handle(&mut self, world: &mut World, owner: ClassId, at: u16) -> Res<FieldHandle> {
        if let Some(known) = self.fields.get(&(owner, at)) {
            return Ok(known.clone());
        }
        let class = self.jvm.class(&self.handle(world.classes[owner].mirror.get()));
        let field = &world.classes[owner].fields[at as usize];
        let scope = if field.is_static() { Scope::Static } else { Scope::Instance };
        let (name, descriptor) = (field.name.clone(), field.descriptor.clone());
        let id = self.jvm.field(&class, &name, &descriptor, scope).map_err(|e| self.thrown(world, e))?;
        self.fields.insert((owner, at), id.clone());
        Ok(id)
    }

    /// Makes sure that the superclasses' mirrors are known, which field look-ups need.
    pub(crate) fn ready_chain(&mut self, world: &mut World, class: ClassId) -> Res<()> {
        for owner in world.classes[class].chain.clone() {
            if world.classes[owner].mirror.get().is_null() {
                let loader = world.classes[owner].loader;
                let handle = match loader {
                    Loader::Custom(object) => self.handle(object),
                    Loader::Jdk | Loader::App => {
                        let app = self.app_loader(world)?;
                        self.handle(app)
                    }
                };
                let name = world.classes[owner].dotted();
                let seen = self.jvm.load_class(&name, Some(&handle)).map_err(|e| self.thrown(world, e))?;
                let mirror = self.wrap(world, seen)?;
                world.record_mirror(owner, mirror);
            }
        }
        Ok(())
    }

    pub(crate) fn offsets(&mut self, world: &mut World, state: &mut State, class: ClassId) -> Res<&Offsets> {
        if !self.offsets.contains_key(&class) {
            let mut offsets = Offsets::default();
            for (slot, (owner, at)) in world.classes[class].layout.clone().into_iter().enumerate() {
                let offset = self.field_offset(world, state, owner, at)?;
                offsets.instance.insert(offset, slot as u16);
            }
            for (at, field) in world.classes[class].fields.clone().iter().enumerate() {
                if field.is_static() {
                    let offset = self.field_offset(world, state, class, at as u16)?;
                    offsets.statics.insert(offset, field.slot);
                }
            }
            self.offsets.insert(class, offsets);
        }
        Ok(&self.offsets[&class])
    }

    fn field_offset(&mut self, world: &mut World, state: &mut State, owner: ClassId, at: u16) -> Res<i64> {
        self.ready_class(world, state, owner)?;
        let field = self.field_handle(world, owner, at)?;
        // The reflected field names its type, which a loader of the program may have to load.
        let offset = upcalls::during(self, world, state, |jvm| jvm.field_offset(&field));
        offset.map_err(|e| self.thrown(world, e))
    }
}

fn load_stop(error: LoadError) -> Stop {
    End::stopped(Reason::Internal(format!("a class of the concrete heap could not be loaded: {error}")))
}
