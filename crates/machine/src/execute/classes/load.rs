//! Loading a class for code that names it: builtin loaders are ours, a loader of the program is asked in Java.
//! Failures become the exceptions that HotSpot throws.

use crate::program::{ClassId, LoadError, Loader, ObjectId, Value};
use crate::reason::{Absent, Reason};
use crate::state::State;
use crate::world::{End, Machine, Res, Stop};
use bytecode::ClassName;

impl Machine<'_> {
    /// The class `name` as seen by code of `loader`; NoClassDefFoundError if there is none.
    pub fn load_class(&mut self, state: &mut State, loader: Loader, name: &ClassName) -> Res<ClassId> {
        match self.world.load(loader, name) {
            Ok(Some(class)) => return Ok(class),
            Ok(None) => {}
            Err(error) => return Err(self.load_error(state, error)),
        }
        match self.ask_loader(state, loader, name) {
            Ok(class) => Ok(class),
            Err(Stop::Throw(cause)) => Err(self.no_class_def(state, name, cause)),
            Err(stop) => Err(stop),
        }
    }

    /// A class of the JDK that we know to exist.
    pub fn jdk_class(&mut self, state: &mut State, name: &str) -> Res<ClassId> {
        let name = ClassName::from(name);
        match self.world.load(Loader::Jdk, &name) {
            Ok(Some(class)) => Ok(class),
            Ok(None) => {
                Err(End::stopped(Reason::Missing(Absent::Jdk, format!("this JDK has no class {}", name.dotted()))))
            }
            Err(error) => Err(self.load_error(state, error)),
        }
    }

    /// Runs `loadClass` of the loader object. For the class path this only makes the right exception: what it has, `World::load` finds.
    fn ask_loader(&mut self, state: &mut State, loader: Loader, name: &ClassName) -> Res<ClassId> {
        if let Some(component) = name.strip_prefix('[') {
            let element = component.trim_start_matches('[');
            let inner = element.strip_prefix('L').map_or(component, |n| n.trim_end_matches(';'));
            let mut class = self.load_class(state, loader, &inner.into())?;
            for _ in 0..name.len() - element.len() {
                class = self.world.array_of(class);
            }
            self.world.classes.record_initiated(loader, name.clone(), class);
            return Ok(class);
        }
        let object = match loader {
            Loader::Custom(object) => object,
            Loader::App => self.host.app_loader(self.world)?,
            Loader::Jdk => {
                let message = name.dotted();
                return Err(self.throw(state, "java/lang/ClassNotFoundException", Some(&message)));
            }
        };
        let class = self.load_through(state, object, name)?;
        self.world.classes.record_initiated(loader, name.clone(), class);
        Ok(class)
    }

    /// `ClassLoader.loadClass(String)` of any loader object.
    pub fn load_through(&mut self, state: &mut State, loader: ObjectId, name: &ClassName) -> Res<ClassId> {
        let dotted = self.new_string(state, &name.dotted());
        let loader_class = self.class_of(state, loader);
        let method = self.find_method(state, loader_class, "loadClass", "(Ljava/lang/String;)Ljava/lang/Class;")?;
        let mirror = self.call(state, method, &[Value::Ref(loader), Value::Ref(dotted)])?.expect("a result").as_ref();
        if mirror.is_null() {
            let message = name.dotted();
            return Err(self.throw(state, "java/lang/ClassNotFoundException", Some(&message)));
        }
        self.host.class_of_mirror(self.world, mirror)
    }

    fn no_class_def(&mut self, state: &mut State, name: &ClassName, cause: ObjectId) -> Stop {
        let class = self.class_of(state, cause);
        let not_found = match self.jdk_class(state, "java/lang/ClassNotFoundException") {
            Ok(c) => self.world.classes.is_subclass(class, c),
            Err(stop) => return stop,
        };
        if not_found {
            self.throw_with_cause(state, "java/lang/NoClassDefFoundError", Some(name), cause)
        } else {
            Stop::Throw(cause)
        }
    }

    pub fn load_error(&mut self, state: &mut State, error: LoadError) -> Stop {
        match error {
            LoadError::MissingSuper(name) => match self.ask_loader(state, Loader::App, &name) {
                Ok(_) => {
                    End::stopped(Reason::Missing(Absent::Class, format!("class {name} appeared while it was loaded")))
                }
                Err(Stop::Throw(cause)) => self.no_class_def(state, &name, cause),
                Err(stop) => stop,
            },
            LoadError::Malformed { class, why } => {
                let message = format!("{why} in class file {class}");
                self.throw(state, "java/lang/ClassFormatError", Some(&message))
            }
            LoadError::TooNew { class, major, accepted } => {
                let message = format!(
                    "{class} has been compiled by a more recent version of the Java Runtime (class file version {major}.0), \
                     this version of the Java Runtime only recognizes class file versions up to {accepted}.0"
                );
                self.throw(state, "java/lang/UnsupportedClassVersionError", Some(&message))
            }
            LoadError::WrongName { asked, found } => {
                let message = format!("{asked} (wrong name: {found})");
                self.throw(state, "java/lang/NoClassDefFoundError", Some(&message))
            }
            LoadError::Incompatible(message) => {
                self.throw(state, "java/lang/IncompatibleClassChangeError", Some(&message))
            }
            LoadError::Circular(class) => self.throw(state, "java/lang/ClassCircularityError", Some(&class)),
            LoadError::Source(why) => End::stopped(Reason::Missing(Absent::ClassFile, why)),
        }
    }

    /// The java.lang.Class object of a class.
    pub fn mirror(&mut self, state: &mut State, class: ClassId) -> Res<ObjectId> {
        let known = self.world.classes[class].mirror.get();
        if !known.is_null() {
            return Ok(known);
        }
        self.host.mirror(self.world, state, class)
    }

    /// The descriptor of the type that a Class object stands for.
    pub(crate) fn descriptor_of_mirror(&mut self, mirror: ObjectId) -> Res<String> {
        let class = self.class_of_mirror(mirror)?;
        Ok(self.world.descriptor(class))
    }

    /// The class of a Class object.
    pub fn class_of_mirror(&mut self, mirror: ObjectId) -> Res<ClassId> {
        match self.world.mirrors.get(&mirror) {
            Some(&class) => Ok(class),
            None => self.host.class_of_mirror(self.world, mirror),
        }
    }

    /// As HotSpot names a loader in messages: 'bootstrap', 'app', or its class with an identity hash.
    pub fn loader_name(&mut self, state: &mut State, class: ClassId) -> Res<String> {
        let mirror = self.mirror(state, class)?;
        let loader = self.field_named(state, mirror, "classLoader")?.as_ref();
        if loader.is_null() {
            return Ok("'bootstrap'".into());
        }
        let name = self.field_named(state, loader, "name")?.as_ref();
        if !name.is_null() {
            let name = self.string(state, name)?;
            let builtin = matches!(name.as_str(), "app" | "platform");
            let suffix = if builtin { String::new() } else { format!(" @{:x}", self.identity_hash(state, loader)) };
            return Ok(format!("'{name}'{suffix}"));
        }
        let class = self.world.classes[self.class_of(state, loader)].dotted();
        Ok(format!("{class} @{:x}", self.identity_hash(state, loader)))
    }

    /// The loader that a ClassLoader object (or null) stands for.
    pub fn loader_of(&mut self, state: &mut State, object: ObjectId) -> Res<Loader> {
        if object.is_null() {
            return Ok(Loader::Jdk);
        }
        let class = self.class_of(state, object);
        Ok(match &*self.world.classes[class].name {
            "jdk/internal/loader/ClassLoaders$AppClassLoader" => Loader::App,
            "jdk/internal/loader/ClassLoaders$PlatformClassLoader" => Loader::Jdk,
            _ => Loader::Custom(object),
        })
    }
}
