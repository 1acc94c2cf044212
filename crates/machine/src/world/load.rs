//! Loading and linking of classes from their source (JVMS 5.3, 5.4): the same for all states.

use super::World;
use crate::program::{ClassId, ClassKind, Definition, LoadError, Loader};
use bytecode::{ClassFile, ClassName, access};
use std::rc::Rc;

impl World {
    /// A class of the JDK that is certain to exist.
    pub fn jdk_class(&mut self, name: &str) -> Result<ClassId, LoadError> {
        let name = ClassName::from(name);
        self.load(Loader::Jdk, &name)?.ok_or(LoadError::MissingSuper(name))
    }

    /// Loads from the JDK or the class path; a custom loader only knows what it defined or was asked for before.
    pub fn load(&mut self, loader: Loader, name: &ClassName) -> Result<Option<ClassId>, LoadError> {
        if let Some(class) = self.classes.find(loader, name) {
            return Ok(Some(class));
        }
        if let Some(component) = name.strip_prefix('[') {
            return self.load_array(loader, component);
        }
        match loader {
            Loader::Custom(_) => Ok(None),
            Loader::Jdk => match self.source.jdk(name).map_err(LoadError::Source)? {
                Some((module, bytes)) => self.define(name, Loader::Jdk, Some(module), bytes.into()).map(Some),
                None => Ok(None),
            },
            Loader::App => {
                if let Some(class) = self.load(Loader::Jdk, name)? {
                    self.classes.record_initiated(Loader::App, name.clone(), class);
                    return Ok(Some(class));
                }
                match self.source.app(name).map_err(LoadError::Source)? {
                    Some(bytes) => self.define(name, Loader::App, None, bytes.into()).map(Some),
                    None => Ok(None),
                }
            }
        }
    }

    /// Whether its package takes no tests and stubs of ours: of the JDK, or of a jar that is signed or sealed.
    pub fn is_closed(&self, class: ClassId) -> bool {
        let class = &self.classes[class];
        class.is_jdk() || self.source.is_closed(&class.name)
    }

    /// `component` is a descriptor.
    fn load_array(&mut self, loader: Loader, component: &str) -> Result<Option<ClassId>, LoadError> {
        let class = match component.as_bytes().first() {
            Some(b'L') => self.load(loader, &component[1..].trim_end_matches(';').into())?,
            Some(b'[') => self.load(loader, &component.into())?,
            Some(_) => bytecode::parse_type(component).ok().and_then(|t| match t {
                bytecode::Type::Prim(prim) => Some(self.classes.primitive(Some(prim))),
                bytecode::Type::Ref(_) => None,
            }),
            None => None,
        };
        Ok(class.map(|c| {
            let array = self.array_of(c);
            self.classes.record_initiated(loader, format!("[{component}").into(), array);
            array
        }))
    }

    /// The descriptor of a type; that of void is `V`.
    pub fn descriptor(&self, class: ClassId) -> String {
        let c = &self.classes[class];
        match c.kind {
            ClassKind::Primitive(prim) => prim.map_or('V', bytecode::Prim::descriptor).to_string(),
            ClassKind::Array(_) => c.name.to_string(),
            ClassKind::Instance => format!("L{};", c.name),
        }
    }

    pub fn array_of(&mut self, component: ClassId) -> ClassId {
        let interfaces = [self.cloneable, self.serializable];
        self.classes.array_of(component, self.object, &interfaces)
    }

    fn define(
        &mut self,
        asked: &ClassName,
        loader: Loader,
        module: Option<Rc<str>>,
        bytes: Rc<[u8]>,
    ) -> Result<ClassId, LoadError> {
        let file = self.parse(asked, bytes)?;
        if loader != Loader::Jdk {
            bytecode::check_format(&file).map_err(|why| LoadError::Malformed { class: asked.clone(), why })?;
        }
        if file.name != *asked {
            return Err(LoadError::WrongName { asked: asked.clone(), found: file.name.clone() });
        }
        if self.loading.contains(asked) {
            return Err(LoadError::Circular(asked.clone()));
        }
        self.loading.push(asked.clone());
        let supers = self.load_supers(loader, &file);
        self.loading.pop();
        let (superclass, interfaces) = supers?;
        self.link(file, loader, module, superclass, interfaces, None)
    }

    pub fn parse(&self, asked: &ClassName, bytes: Rc<[u8]>) -> Result<Rc<ClassFile>, LoadError> {
        let malformed = |why| LoadError::Malformed { class: asked.clone(), why };
        let file = ClassFile::parse(bytes).map_err(malformed)?;
        let accepted = self.options.feature as u16 + 44;
        if file.major > accepted {
            return Err(LoadError::TooNew { class: asked.clone(), major: file.major, accepted });
        }
        Ok(Rc::new(file))
    }

    fn load_supers(&mut self, loader: Loader, file: &ClassFile) -> Result<(Option<ClassId>, Vec<ClassId>), LoadError> {
        let need = |world: &mut World, name: &ClassName| {
            world.load(loader, name)?.ok_or_else(|| LoadError::MissingSuper(name.clone()))
        };
        let superclass = match &file.super_name {
            Some(name) => Some(need(self, name)?),
            None => None,
        };
        let interfaces = file.interfaces.iter().map(|name| need(self, name)).collect::<Result<Vec<_>, _>>()?;
        Ok((superclass, interfaces))
    }

    /// Links a parsed class whose supers are known. `hidden_name` makes it a hidden class.
    pub fn link(
        &mut self,
        file: Rc<ClassFile>,
        loader: Loader,
        module: Option<Rc<str>>,
        superclass: Option<ClassId>,
        interfaces: Vec<ClassId>,
        hidden_name: Option<ClassName>,
    ) -> Result<ClassId, LoadError> {
        if let Some(s) = superclass.filter(|&s| self.classes[s].is_interface() && file.access & access::INTERFACE == 0)
        {
            let why = format!("class {} has interface {} as super class", file.name.dotted(), self.classes[s].dotted());
            return Err(LoadError::Incompatible(why));
        }
        if let Some(&i) = interfaces.iter().find(|&&i| !self.classes[i].is_interface()) {
            let why = format!(
                "class {} can not implement {}, because it is not an interface ({} is in unnamed module of loader 'app')",
                file.name.dotted(),
                self.classes[i].dotted(),
                self.classes[i].dotted()
            );
            return Err(LoadError::Incompatible(why));
        }
        let statics = self.base.fresh_id();
        let name = hidden_name.clone().unwrap_or_else(|| file.name.clone());
        let class = file.name.clone();
        let definition = Definition {
            file,
            loader,
            module,
            superclass,
            interfaces,
            statics,
            name,
            hidden: hidden_name.is_some(),
            synthetic: false,
        };
        self.define_linked(definition, class)
    }

    fn define_linked(&mut self, definition: Definition, name: ClassName) -> Result<ClassId, LoadError> {
        let statics = definition.statics;
        let class = self.classes.define(definition).map_err(|why| LoadError::Malformed { class: name, why })?;
        self.holders.insert(statics, class);
        Ok(class)
    }

    /// A class made by us for a call site of `host`: same loader, extends Object, found by no one else.
    pub fn link_synthetic(
        &mut self,
        host: ClassId,
        bytes: Vec<u8>,
        interfaces: Vec<ClassId>,
    ) -> Result<ClassId, LoadError> {
        self.link_below(host, bytes, self.object, interfaces)
    }

    /// The same, below another class.
    pub fn link_below(
        &mut self,
        host: ClassId,
        bytes: Vec<u8>,
        superclass: ClassId,
        interfaces: Vec<ClassId>,
    ) -> Result<ClassId, LoadError> {
        let file = self.parse(&"call site".into(), bytes.into())?;
        let definition = Definition {
            name: file.name.clone(),
            file,
            loader: self.classes[host].loader,
            module: self.classes[host].module.clone(),
            superclass: Some(superclass),
            interfaces,
            statics: self.base.fresh_id(),
            hidden: true,
            synthetic: true,
        };
        self.define_linked(definition, "call site".into())
    }
}
