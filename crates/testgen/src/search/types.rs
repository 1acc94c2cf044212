//! Class hierarchy analysis for `jacana test`, over the JDK: which of its classes may be behind variables of more general types. Those that
//! implement what the class under test wants, those beside a class of the JDK that is tested, those that it mentions, and usual ones.

use bytecode::{ClassName, Image, SourceError, Type, access};
use machine::{ClassId, Loader, World};
use replay::driver::{self, Planned};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

const USUAL: [&str; 32] = [
    "java/util/ArrayList",
    "java/util/HashMap",
    "java/util/HashSet",
    "java/util/TreeMap",
    "java/util/TreeSet",
    "java/util/ArrayDeque",
    "java/util/Properties",
    "java/util/Date",
    "java/util/GregorianCalendar",
    "java/util/SimpleTimeZone",
    "java/util/Locale",
    "java/util/BitSet",
    "java/util/Random",
    "java/util/UUID",
    "java/util/StringTokenizer",
    "java/lang/StringBuilder",
    "java/lang/StringBuffer",
    "java/lang/Exception",
    "java/lang/Thread",
    "java/io/File",
    "java/io/StringReader",
    "java/io/StringWriter",
    "java/io/PrintWriter",
    "java/io/ByteArrayInputStream",
    "java/io/ByteArrayOutputStream",
    "java/math/BigInteger",
    "java/math/BigDecimal",
    "java/net/URI",
    "java/text/SimpleDateFormat",
    "java/text/DecimalFormat",
    "java/text/ParsePosition",
    "java/text/FieldPosition",
];

/// Implementations of one type.
const OF_EACH: usize = 6;

/// Those that the class under test may be given.
#[derive(Default)]
pub struct Types(Vec<ClassId>);

impl Types {
    /// `home` is that of the JDK.
    pub fn of(world: &mut World, home: &Path, planned: &[Planned]) -> Result<Types, SourceError> {
        let Some(tested) = planned.first().map(|plan| plan.class) else { return Ok(Types::default()) };
        let mut found = Vec::new();
        if world.classes[tested].is_jdk() {
            let package = world.classes[tested].dotted().package().to_string();
            found.extend(public(world, jdk_package(home, &package)?));
            let mentioned = world.classes[tested].file.clone().map(|file| driver::mentions(&file)).unwrap_or_default();
            found.extend(public(world, mentioned.into_iter().filter(|name| !name.starts_with('['))));
        }
        let mut packages: BTreeMap<String, Vec<ClassId>> = BTreeMap::new();
        for wanted in abstract_types(world, planned) {
            let package = world.classes[wanted].dotted().package().to_string();
            if !packages.contains_key(&package) {
                let beside = public(world, jdk_package(home, &package)?);
                packages.insert(package.clone(), beside);
            }
            let below = packages[&package].iter().copied().filter(|&class| world.classes.is_subclass(class, wanted));
            let mut below: Vec<ClassId> = below.collect();
            below.sort_by_key(|&class| (least_parameters(world, class), class));
            found.extend(below.into_iter().take(OF_EACH));
        }
        found.extend(USUAL.iter().filter_map(|name| world.jdk_class(name).ok()));
        let mut seen = BTreeSet::new();
        found.retain(|&class| seen.insert(class));
        Ok(Types(found))
    }

    /// Whether the class mentions them or not.
    pub fn know(&self, world: &mut World) {
        for &class in &self.0 {
            if !world.atlas.mentioned.contains(&class) {
                world.atlas.mentioned.push(class);
            }
        }
    }
}

/// Those with objects that anybody can name.
fn public(world: &mut World, names: impl IntoIterator<Item = ClassName>) -> Vec<ClassId> {
    let mut found = Vec::new();
    for name in names {
        let Ok(Some(class)) = world.load(Loader::Jdk, &name) else { continue };
        let c = &world.classes[class];
        let flags = c.file.as_ref().and_then(|file| file.visibility()).unwrap_or(0);
        if flags & access::PUBLIC != 0 && c.access & (access::ABSTRACT | access::INTERFACE) == 0 {
            found.push(class);
        }
    }
    found
}

/// Types of the JDK without objects of their own that methods of the class want.
fn abstract_types(world: &mut World, planned: &[Planned]) -> BTreeSet<ClassId> {
    let mut wanted = BTreeSet::new();
    for plan in planned {
        for kind in world.classes[plan.method].parameters.clone() {
            if let Type::Ref(name) = kind
                && name.starts_with("java")
                && let Ok(class) = world.jdk_class(&name)
                && world.classes[class].access & access::ABSTRACT != 0
            {
                wanted.insert(class);
            }
        }
    }
    wanted
}

fn least_parameters(world: &World, class: ClassId) -> usize {
    let methods = world.classes[class].methods.iter().map(|&method| &world.classes[method]);
    let constructors = methods.filter(|method| &*method.name == "<init>" && method.access & access::PUBLIC != 0);
    constructors.map(|method| method.parameters.len()).min().unwrap_or(usize::MAX)
}

/// The classes of a package of the JDK.
pub fn jdk_package(home: &Path, package: &str) -> Result<Vec<ClassName>, SourceError> {
    Ok(jdk_packages(home, package)?.into_iter().filter(|name| *name.dotted().package() == *package).collect())
}

/// The classes of a package of the JDK and of those below it in its module.
pub fn jdk_packages(home: &Path, package: &str) -> Result<Vec<ClassName>, SourceError> {
    let image = Image::open(&home.join("lib/modules"))?;
    let folder = package.replace('.', "/");
    let Some(module) = image.module_of(&folder)? else { return Ok(Vec::new()) };
    let prefix = format!("/{module}/{folder}/");
    let mut names = Vec::new();
    for name in image.names() {
        let name = name?;
        if let Some(simple) = name.strip_prefix(&prefix).and_then(|rest| rest.strip_suffix(".class")) {
            names.push(ClassName::from(format!("{folder}/{simple}")));
        }
    }
    names.sort();
    Ok(names)
}
