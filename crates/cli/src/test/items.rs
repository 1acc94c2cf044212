//! The classes of a campaign: what targets mean, and which classes need not be tried.

use crate::program::launch::{Opened, load_failure};
use anyhow::{Result, bail};
use bytecode::{ClassName, ClassPath, DottedName, SearchPath, access};
use machine::{ClassId, Loader, World};
use replay::driver::lookup::find_class;
use replay::driver::targets::{self, Scope};
use std::path::{Path, PathBuf};
use testgen::choice::Sort;
use testgen::search::types::jdk_packages;
use testgen::{sinks, untested, writer};

/// One class: a piece of work.
#[derive(Clone, Debug)]
pub struct Item {
    pub class: DottedName,
    /// What of it, as a user would write it.
    pub targets: Vec<String>,
    /// Why it is not tried.
    pub skipped: Option<String>,
    /// Files that its tests may have, below the folder.
    pub files: Vec<PathBuf>,
    /// What else its results depend on, if that is not all of the class path.
    pub contents: String,
}

impl Item {
    fn new(world: &World, class: ClassId, target: String) -> Item {
        let dotted = world.classes[class].dotted();
        let package = writer::package(world, class);
        let simple = writer::simple(&dotted);
        let endings = [Sort::Plain.ending(), Sort::Suspect.ending(), sinks::ENDING];
        let files = endings.map(|ending| {
            let test = DottedName::in_package(&package, &format!("{simple}{ending}"));
            PathBuf::from(format!("{}.java", test.internal()))
        });
        let skipped = untested::why_not(world, class).or_else(|| untested::too_long(&files));
        Item { class: dotted, targets: vec![target], skipped, files: files.into(), contents: String::new() }
    }

    /// What was asked for, for the memory of the campaign.
    pub fn about(&self) -> String {
        format!("{} {}", self.targets.join(" "), self.contents)
    }
}

/// In the order of the targets; classes of one target by name.
pub fn expand(opened: &mut Opened, targets: &[String]) -> Result<Vec<Item>> {
    let mut items: Vec<Item> = Vec::new();
    for target in targets {
        for item in classes(opened, target)? {
            match items.iter_mut().find(|known| known.class == item.class) {
                Some(known) => known.targets.extend(item.targets),
                None => items.push(item),
            }
        }
    }
    Ok(items)
}

fn classes(opened: &mut Opened, target: &str) -> Result<Vec<Item>> {
    let place = Path::new(target);
    if place.is_dir() || target.ends_with(".jar") && place.is_file() {
        let items = public(&mut opened.world, ClassPath::open(&SearchPath::of(place))?.own_class_names());
        if items.is_empty() {
            bail!("no public classes in {target}");
        }
        return Ok(items);
    }
    if target.ends_with(".jar") {
        bail!("no such jar: {target}");
    }
    let names = opened.user_classes();
    if let Some(package) = target.strip_suffix(".**").or_else(|| target.strip_suffix(".*")) {
        let below = format!("{package}.");
        let has_below = target.ends_with(".**");
        let counts = |name: &DottedName| name.package() == package || has_below && name.starts_with(&below);
        let mut inside: Vec<DottedName> = names.into_iter().filter(counts).collect();
        if inside.is_empty() {
            let all = jdk_packages(&opened.jdk.home, package)?;
            inside = all.iter().map(ClassName::dotted).filter(counts).collect();
        }
        if inside.is_empty() {
            bail!("no classes in package {package} on the class path (see -cp)");
        }
        return Ok(public(&mut opened.world, inside));
    }
    let world = &mut opened.world;
    let found = targets::methods(world, target, &names, Scope::Tests).map_err(anyhow::Error::msg)?;
    let class = match found.first() {
        Some((class, _)) => *class,
        None => find_class(world, target, &|| names.clone()).map_err(anyhow::Error::msg)?,
    };
    Ok(vec![Item::new(world, class, target.to_string())])
}

/// Those that others can name; what cannot be loaded is told.
fn public(world: &mut World, names: Vec<DottedName>) -> Vec<Item> {
    let mut items = Vec::new();
    for name in names {
        let is_code = !name.starts_with("META-INF.") && !name.ends_with("-info");
        match world.load(Loader::App, &name.internal()) {
            _ if !is_code => {}
            Ok(Some(class)) if world.classes[class].access & (access::PUBLIC | access::SYNTHETIC) == access::PUBLIC => {
                items.push(Item::new(world, class, name.into()));
            }
            Ok(_) => {}
            Err(error) => {
                let skipped = Some(format!("{:#}", load_failure(&name, error)));
                items.push(Item {
                    class: name,
                    targets: Vec::new(),
                    skipped,
                    files: Vec::new(),
                    contents: String::new(),
                });
            }
        }
    }
    items
}
