//! The method that is explored instead of main: finding it by what the user wrote, and what can be explored at all.

use super::names::{signature, simple_type, type_name};
use super::near::did_you_mean;
use bytecode::synth::driver::{Receiver, Target};
use bytecode::writer::Owner;
use bytecode::{ClassName, DottedName, MethodDescriptor, Prim, Type, access};
use machine::{ClassId, LoadError, Loader, MethodId, World};

/// `pkg.Class.method(int,String[])`, or `pkg.Class.method:(I[Ljava/lang/String;)V` as JBMC writes it; the class may be missing
/// where it is clear, the types where one method has the name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wanted {
    pub class: Option<String>,
    pub method: String,
    pub types: Option<Vec<String>>,
    /// As class files have it, if the user wrote that.
    pub descriptor: Option<String>,
}

impl Wanted {
    pub fn parse(text: &str) -> Result<Wanted, String> {
        if let Some((path, rest)) = text.split_once(":(") {
            return Wanted::with_descriptor(text, path, &format!("({}", rest.trim_end()));
        }
        let (path, types) = match text.split_once('(') {
            None => (text, None),
            Some((path, rest)) => match rest.trim_end().strip_suffix(')') {
                Some(types) => (path, Some(split_types(types))),
                None => {
                    return Err(format!(
                        "`{text}` is no method: the list of types has no end (as in `Class.method(int,String[])`)"
                    ));
                }
            },
        };
        let (class, method) = split_path(path.trim());
        if method.is_empty() || class.as_ref().is_some_and(String::is_empty) {
            return Err(format!("`{text}` is no method (as in `pkg.Class.method(int,String[])`)"));
        }
        Ok(Wanted { class, method: method.into(), types, descriptor: None })
    }

    /// JBMC's internal names begin with `java::`, and packages may be written as in class files.
    fn with_descriptor(text: &str, path: &str, descriptor: &str) -> Result<Wanted, String> {
        let path = path.trim();
        let path = path.strip_prefix("java::").unwrap_or(path).replace('/', ".");
        let (class, method) = split_path(&path);
        let is_named = !method.is_empty() && !class.as_ref().is_some_and(String::is_empty);
        if !is_named || MethodDescriptor::parse(descriptor).is_err() {
            return Err(format!("`{text}` is no method (as in `pkg.Class.method:(ILjava/lang/String;)V`)"));
        }
        Ok(Wanted { class, method: method.into(), types: None, descriptor: Some(descriptor.into()) })
    }
}

fn split_path(path: &str) -> (Option<String>, &str) {
    match path.rsplit_once('.') {
        Some((class, method)) => (Some(class.to_string()), method),
        None => (None, path),
    }
}

fn split_types(types: &str) -> Vec<String> {
    let spaceless: String = types.chars().filter(|c| !c.is_whitespace()).collect();
    spaceless.replace("...", "[]").split(',').filter(|t| !t.is_empty()).map(str::to_string).collect()
}

/// Why a class could not be loaded, for who asked for it by name.
pub fn load_failure(name: &str, error: LoadError) -> String {
    match error {
        LoadError::MissingSuper(missing) => {
            format!("class {name} needs class {}, which is not on the class path", missing.dotted())
        }
        LoadError::Incompatible(why) => format!("class {name} cannot be linked: {why}"),
        other => other.to_string(),
    }
}

/// Lists the classes of the class path.
pub type Known<'a> = &'a dyn Fn() -> Vec<DottedName>;

/// The class by its name in source form: nested classes by `.` or `$`, the package may be missing if one class only has the name.
pub fn find_class(world: &mut World, name: &str, known: Known) -> Result<ClassId, String> {
    let mut internal = DottedName::new(name).internal();
    loop {
        match world.load(Loader::App, &internal) {
            Ok(Some(class)) => return Ok(class),
            Ok(None) => {}
            // On file systems that ignore case.
            Err(LoadError::WrongName { .. }) => {}
            Err(error) => return Err(load_failure(name, error)),
        }
        match internal.rsplit_once('/') {
            Some((outer, inner)) => internal = format!("{outer}${inner}").into(),
            None => break,
        }
    }
    let simple = |known: &&DottedName| known.simple().replace('$', ".") == name;
    let names = known();
    match names.iter().filter(simple).collect::<Vec<_>>().as_slice() {
        [one] => find_class(world, one, known),
        [] => Err(format!("no such class: {name} (is the class path right? see -cp){}", near_classes(name, &names))),
        many => Err(format!(
            "several classes have the name {name}: {}; give the package, too",
            many.iter().map(|known| &***known).collect::<Vec<_>>().join(", ")
        )),
    }
}

/// Classes with a name like this one, or with the same name in another package.
pub fn near_classes(name: &str, known: &[DottedName]) -> String {
    let near = did_you_mean(name, known.iter().map(|known| &**known));
    let last = name.rsplit('.').next();
    match known.iter().filter(|known| *known != name).find(|known| known.rsplit(['.', '$']).next() == last) {
        Some(elsewhere) if near.is_empty() => format!("; did you mean `{elsewhere}`?"),
        _ => near,
    }
}

/// The one method that the user can mean.
pub fn find_method(world: &World, class: ClassId, wanted: &Wanted) -> Result<MethodId, String> {
    match methods_named(world, class, wanted)?.as_slice() {
        [one] => Ok(*one),
        many => Err(format!(
            "class {} has several methods `{}`: choose one of {}",
            world.classes[class].dotted(),
            wanted.method,
            signatures(world, many, wanted)
        )),
    }
}

/// In the form that the user chose.
fn signatures(world: &World, methods: &[MethodId], wanted: &Wanted) -> String {
    let shown = |&m: &MethodId| match wanted.descriptor {
        Some(_) => format!("`{}:{}`", world.classes[m].name, world.classes[m].descriptor),
        None => signature(world, m),
    };
    methods.iter().map(shown).collect::<Vec<_>>().join(", ")
}

/// All methods that the user can mean: at least one.
pub fn methods_named(world: &World, class: ClassId, wanted: &Wanted) -> Result<Vec<MethodId>, String> {
    let class_name = world.classes[class].dotted();
    let methods = methods_of(world, class);
    let named: Vec<MethodId> = methods.iter().copied().filter(|&m| *world.classes[m].name == *wanted.method).collect();
    if named.is_empty() {
        let names: Vec<&str> = methods.iter().map(|&m| &*world.classes[m].name).collect();
        let near = did_you_mean(&wanted.method, names.into_iter());
        return Err(format!("class {class_name} has no method `{}`{near}", wanted.method));
    }
    let fits = |&m: &MethodId| match (&wanted.descriptor, &wanted.types) {
        (Some(descriptor), _) => *world.classes[m].descriptor == **descriptor,
        (None, Some(types)) => has_types(world, m, types),
        (None, None) => true,
    };
    let chosen: Vec<MethodId> = named.iter().copied().filter(fits).collect();
    if chosen.is_empty() {
        let types = match &wanted.descriptor {
            Some(descriptor) => format!(":{descriptor}"),
            None => format!("({})", wanted.types.as_ref().map(|t| t.join(",")).unwrap_or_default()),
        };
        return Err(format!(
            "class {class_name} has no method `{}{types}`: there is {}",
            wanted.method,
            signatures(world, &named, wanted)
        ));
    }
    Ok(chosen)
}

/// Methods that a source can name, own ones first, each signature once.
fn methods_of(world: &World, class: ClassId) -> Vec<MethodId> {
    let mut found: Vec<MethodId> = Vec::new();
    for &class in world.classes[class].chain.iter().rev() {
        for &method in &world.classes[class].methods {
            let m = &world.classes[method];
            let is_named = m.access & access::SYNTHETIC == 0 && !m.name.starts_with('<');
            let is_new = !found.iter().any(|&f| {
                let f = &world.classes[f];
                f.name == m.name && f.parameters == m.parameters
            });
            if is_named && is_new {
                found.push(method);
            }
        }
    }
    found
}

fn has_types(world: &World, method: MethodId, types: &[String]) -> bool {
    let parameters = &world.classes[method].parameters;
    parameters.len() == types.len()
        && parameters.iter().zip(types).all(|(parameter, wanted)| {
            let full = type_name(parameter);
            let simple = simple_type(&full);
            let inner = simple.rsplit('$').next() == Some(wanted);
            full == *wanted || simple == *wanted || simple.replace('$', ".") == *wanted || inner
        })
}

/// What a driver needs to call the method, or why it cannot be explored.
pub fn target(world: &World, class: ClassId, method: MethodId) -> Result<Target, String> {
    let (c, m) = (&world.classes[class], &world.classes[method]);
    let shown = format!("{}.{}", c.dotted(), signature(world, method).trim_matches('`'));
    if m.is_abstract() {
        return Err(format!("method {shown} is abstract: name a class that implements it"));
    }
    if m.is_native() {
        return Err(format!("method {shown} is native: there is no bytecode to explore"));
    }
    if c.is_jdk() && m.access & access::PUBLIC == 0 {
        return Err(format!("method {shown} is not public: of the JDK only public methods can be explored"));
    }
    let receiver = if m.is_static() { Receiver::None } else { receiver(world, class, method) };
    let invariants = m.access & access::PUBLIC != 0 && has_objects(world, method, receiver);
    let declaring = if m.is_static() { m.class } else { class };
    let owner = if world.classes[declaring].is_interface() { Owner::Interface } else { Owner::Class };
    Ok(Target {
        class: world.classes[declaring].name.clone(),
        owner,
        name: m.name.to_string(),
        descriptor: m.descriptor.to_string(),
        receiver,
        invariants,
        is_jdk: c.is_jdk(),
    })
}

/// Made by the constructor without parameters, if there is one; else any object. An argument that could be the receiver must be able
/// to, and an argument is an object of the symbolic heap: so the receiver is one, too.
fn receiver(world: &World, class: ClassId, method: MethodId) -> Receiver {
    let c = &world.classes[class];
    let is_its_type = |name: &ClassName| {
        c.chain.iter().chain(c.all_interfaces.iter()).any(|&above| world.classes[above].name == *name)
    };
    let may_be_given = world.classes[method].parameters.iter().any(|parameter| match parameter {
        Type::Prim(_) => false,
        Type::Ref(name) => is_its_type(name),
    });
    let can_be_made = c.access & (access::ABSTRACT | access::INTERFACE) == 0 && !may_be_given;
    match c.declared_method("<init>", "()V").filter(|_| can_be_made) {
        Some(_) => Receiver::New,
        None => Receiver::Any,
    }
}

/// Whether objects of the symbolic heap are among the arguments.
pub fn has_objects(world: &World, method: MethodId, receiver: Receiver) -> bool {
    receiver == Receiver::Any || world.classes[method].parameters.iter().any(|parameter| !is_plain_input(parameter))
}

/// A number, a text, a box, or an array of them.
fn is_plain_input(parameter: &Type) -> bool {
    match parameter {
        Type::Prim(_) => true,
        Type::Ref(name) => match bytecode::parse_type(name.trim_start_matches('[')) {
            Ok(Type::Prim(_)) if name.starts_with('[') => true,
            Ok(Type::Ref(element)) if name.starts_with('[') => is_input_class(&element),
            _ => is_input_class(name),
        },
    }
}

fn is_input_class(name: &str) -> bool {
    name == "java/lang/String" || Prim::from_wrapper(name).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_users_write() {
        let wanted = Wanted::parse("a.b.C.run( int , String... )").unwrap();
        assert_eq!(wanted.class.as_deref(), Some("a.b.C"));
        assert_eq!(wanted.method, "run");
        assert_eq!(wanted.types, Some(vec!["int".into(), "String[]".into()]));
        let bare = Wanted { class: None, method: "run".into(), types: None, descriptor: None };
        assert_eq!(Wanted::parse("run").unwrap(), bare);
        assert_eq!(Wanted::parse("C.run()").unwrap().types, Some(Vec::new()));
        assert!(Wanted::parse("C.run(int").is_err());
        assert!(Wanted::parse("C.").is_err());
    }

    #[test]
    fn what_users_of_jbmc_write() {
        for text in [
            "a.b.C.run:(I[Ljava/lang/String;)V",
            "java::a.b.C.run:(I[Ljava/lang/String;)V",
            "a/b/C.run:(I[Ljava/lang/String;)V",
        ] {
            let wanted = Wanted::parse(text).unwrap();
            assert_eq!((wanted.class.as_deref(), &*wanted.method, wanted.types), (Some("a.b.C"), "run", None));
            assert_eq!(wanted.descriptor.as_deref(), Some("(I[Ljava/lang/String;)V"));
        }
        assert_eq!(Wanted::parse("me0:()V").unwrap().class, None);
        for text in ["C.run:(I", "C.run:(Q)V", "C.run:()", ".run:()V", "C.:()V"] {
            assert!(Wanted::parse(text).is_err(), "{text}");
        }
    }
}
