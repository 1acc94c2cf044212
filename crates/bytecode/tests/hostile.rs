//! Damaged class files end in an error, never in a panic.

mod common;

use bytecode::probe::probe;
use bytecode::synth::{Component, RecordSpec, concat_class, record_class};
use bytecode::{ClassFile, ClassFileError, Image, Prim, Type, decode, shadow_class};

#[test]
fn not_class_files() {
    for bytes in [&[][..], &[0xca, 0xfe], &[0xca, 0xfe, 0xda, 0xda, 0, 0, 0, 0]] {
        assert_eq!(ClassFile::parse(bytes.into()).unwrap_err(), ClassFileError::NotAClassFile);
    }
}

#[test]
fn every_truncation_is_an_error() {
    for bytes in samples() {
        for length in 0..bytes.len() {
            assert!(ClassFile::parse(bytes[..length].into()).is_err(), "{length}");
        }
        assert!(ClassFile::parse([&bytes[..], &[0]].concat().into()).is_err());
    }
}

#[test]
fn damage_never_panics() {
    let mut random = 1_u64;
    let mut next = |below: usize| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) as usize % below
    };
    let mut survivors = 0;
    for bytes in samples() {
        for _ in 0..2000 {
            let mut damaged = bytes.clone();
            for _ in 0..1 + next(3) {
                let at = next(damaged.len());
                damaged[at] = [0, 1, 0x7f, 0xff, next(256) as u8][next(5)];
            }
            survivors += usize::from(exercise(&damaged));
        }
    }
    assert!(survivors > 1000);
}

/// Counts that promise far more than the file holds.
#[test]
fn counts_are_not_believed() {
    let header = [0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 52];
    let pool = [0xff, 0xff, 1, 0xff, 0xff];
    assert!(ClassFile::parse([&header[..], &pool].concat().into()).is_err());
}

fn exercise(bytes: &[u8]) -> bool {
    let _ = shadow_class(bytes);
    let Ok(class) = ClassFile::parse(bytes.into()) else {
        return false;
    };
    for method in &class.methods {
        let _ = decode(&class, method);
    }
    if let Ok(probed) = probe(&class, 32_700) {
        ClassFile::parse(probed.bytes.into()).expect("a class with probes is a class");
    }
    true
}

fn samples() -> Vec<Vec<u8>> {
    let kinds = [Type::Prim(Prim::Long), Type::Prim(Prim::Float), Type::Ref("java/lang/String".into())];
    let component = |kind: &Type| Component { name: kind.to_string().into(), kind: kind.clone() };
    let record = RecordSpec {
        name: "Methods".into(),
        record: "Sample".into(),
        simple_name: "Sample".into(),
        components: kinds.iter().map(component).collect(),
    };
    let mut samples = vec![
        record_class(&record).unwrap(),
        concat_class("Site", "(IJ[C)Ljava/lang/String;", &[65, 1, 66, 1, 1], &[]).unwrap(),
    ];
    let Some(home) = common::java_home() else {
        return samples;
    };
    let image = Image::open(&home.join("lib/modules")).unwrap();
    for name in ["java/lang/invoke/LambdaForm$Hidden", "java/util/Optional", "java/lang/Boolean"] {
        samples.extend(image.class(&name.into()).unwrap().map(|(_, bytes)| bytes));
    }
    samples
}
