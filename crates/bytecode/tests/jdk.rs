//! Every class of the installed JDKs parses and every method decodes.

mod common;

use bytecode::{ClassFile, Image, decode, shadow_class};
use common::java_home;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::{Duration, Instant};

#[test]
fn every_class_of_the_jdk_decodes() {
    for image in images() {
        let image = Image::open(&image).unwrap();
        let mut modules: BTreeMap<String, Totals> = BTreeMap::new();
        for name in image.names() {
            let name = name.unwrap();
            let Some((module, path)) = name[1..].split_once('/') else {
                continue;
            };
            if !path.ends_with(".class") || module == "modules" || module == "packages" {
                continue;
            }
            let totals = modules.entry(module.to_owned()).or_default();
            let start = Instant::now();
            decode_all(&image, module, path, totals);
            totals.time += start.elapsed();
        }
        let base = &modules["java.base"];
        println!("java.base: {} classes, {} methods, {:?}", base.classes, base.methods, base.time);
        assert!(base.classes > 5000 && base.methods > 50_000);
    }
}

#[test]
fn classes_are_found_by_name() {
    for image in images() {
        let image = Image::open(&image).unwrap();
        let (module, bytes) = image.class(&"java/util/concurrent/ForkJoinPool".into()).unwrap().unwrap();
        assert_eq!(&*module, "java.base");
        let class = ClassFile::parse(bytes.into()).unwrap();
        assert_eq!(&*class.super_name.unwrap(), "java/util/concurrent/AbstractExecutorService");
        assert_eq!(&*image.class(&"java/util/logging/Logger".into()).unwrap().unwrap().0, "java.logging");
        // Nothing but packages below it.
        assert_eq!(image.module_of("java").unwrap(), None);
        for absent in ["Main", "java/lang/Absent", "absent/Main", "", "/", "java/lang/"] {
            assert!(image.class(&absent.into()).unwrap().is_none(), "{absent}");
        }
        assert!(image.resource("java.base", "module-info.class").unwrap().is_some());
    }
}

/// Rewriting keeps everything but bodies, and what it writes decodes again.
#[test]
fn every_class_of_java_base_has_a_shadow() {
    for image in images() {
        let image = Image::open(&image).unwrap();
        for name in image.names().map(Result::unwrap) {
            let Some(path) = name.strip_prefix("/java.base/").filter(|path| path.ends_with(".class")) else {
                continue;
            };
            let bytes = image.resource("java.base", path).unwrap().unwrap();
            let class = ClassFile::parse(bytes.clone().into()).unwrap();
            let shadow = ClassFile::parse(shadow_class(&bytes).unwrap().into()).unwrap();
            assert_eq!(shadow.name, class.name);
            assert_eq!(shadow.methods.len(), class.methods.len());
            for method in shadow.methods.iter().filter(|method| method.code.is_some()) {
                decode(&shadow, method).unwrap_or_else(|error| panic!("{error}"));
            }
        }
    }
}

#[derive(Default)]
struct Totals {
    classes: usize,
    methods: usize,
    time: Duration,
}

fn decode_all(image: &Image, module: &str, path: &str, totals: &mut Totals) {
    let bytes = image.resource(module, path).unwrap().unwrap();
    let class = ClassFile::parse(bytes.into()).unwrap_or_else(|error| panic!("{path}: {error}"));
    totals.classes += 1;
    for method in class.methods.iter().filter(|method| method.code.is_some()) {
        decode(&class, method).unwrap_or_else(|error| panic!("{error}"));
        totals.methods += 1;
    }
}

/// The images of the JDK at hand and of those installed beside it; none on a machine without Java.
fn images() -> Vec<PathBuf> {
    let Some(home) = java_home() else {
        return Vec::new();
    };
    let siblings = home.parent().and_then(|parent| std::fs::read_dir(parent).ok());
    let mut homes: Vec<PathBuf> = siblings.into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    homes.push(home);
    let mut images: Vec<PathBuf> =
        homes.iter().filter_map(|home| home.join("lib/modules").canonicalize().ok()).collect();
    images.sort();
    images.dedup();
    images
}
