//! Findings for the tests of the formats.

use super::{CodeStep, Finding, Frame, Importance, Input, Place, ReproducingTest, Rule, Scan, Sources, Work};

pub(super) const ACCOUNT: &str = "package shop;

class Account {
    String owner;

    int initials(int count) {
        if (count > 0) {
            return owner.substring(0, count).length();
        }
        return 0;
    }
}
";

pub(super) fn place(line: u32) -> Place {
    Place { file: "src/main/java/shop/Account.java".into(), line, has_source: true }
}

pub(super) fn foreign(method: &str, file: &str, line: u32) -> Frame {
    let place = Place { file: file.into(), line, has_source: false };
    Frame { method: method.into(), place: Some(place), is_own: false }
}

/// A new bug in `ACCOUNT` with everything that a finding can have.
pub(super) fn finding() -> Finding {
    Finding {
        rule: Rule::NullPointer,
        importance: Importance::Bug,
        class: "shop.Account".into(),
        method: "initials(int)".into(),
        message: "Account.initials reads the field owner, which is null".into(),
        place: Some(place(8)),
        stack: vec![
            foreign("java.util.Objects.requireNonNull", "Objects.java", 220),
            Frame { method: "shop.Account.initials".into(), place: Some(place(8)), is_own: true },
            foreign("java.lang.Thread.run", "Thread.java", 1583),
        ],
        path: vec![CodeStep { place: place(7), condition: "count > 0".into() }],
        inputs: vec![Input { name: "count".into(), value: "1".into() }],
        why: vec!["no argument is null".into()],
        test: Some(ReproducingTest {
            file: "shop/AccountScanTest.java".into(),
            name: "initialsThrows".into(),
            source: "@Test\nvoid initialsThrows() {\n    new Account().initials(1);\n}".into(),
        }),
        fingerprint: "00112233445566ff".into(),
        known: false,
    }
}

/// A likely finding of the baseline, without place, path, inputs and test.
pub(super) fn known() -> Finding {
    Finding {
        rule: Rule::Arithmetic,
        importance: Importance::Likely,
        class: "shop.Cart$Item".into(),
        method: "share(int)".into(),
        message: "Item.share divides by zero".into(),
        place: None,
        stack: Vec::new(),
        path: Vec::new(),
        inputs: Vec::new(),
        why: Vec::new(),
        test: None,
        fingerprint: "ffeeddccbbaa0099".into(),
        known: true,
    }
}

/// A finding whose texts and file name are hostile to every format.
pub(super) fn hostile() -> Finding {
    let evil = "</script><!--\u{2028} ]]> \"'&\u{1b}[31m\u{0}\n::error::x%0A";
    let file = "src/Größe & \"Maß\"/a b:c,d#?%.java";
    Finding {
        message: format!("text {evil}"),
        place: Some(Place { file: file.into(), line: 3, has_source: true }),
        inputs: vec![Input { name: "text".into(), value: format!("\"{evil}\"") }],
        why: vec![evil.into()],
        fingerprint: "0123456789abcdef".into(),
        ..finding()
    }
}

pub(super) fn scan(findings: Vec<Finding>) -> Scan {
    Scan {
        project: "shop".into(),
        jdk: "21.0.2".into(),
        findings,
        gone: vec!["9988776655443322".into()],
        work: Work {
            explored: 12,
            remembered: 30,
            excluded: 2,
            skipped: 1,
            contracts: 3,
            programs: 1,
            branches: Some((81, 100)),
        },
        class_path: vec!["shop/.jacana/classes".into()],
        notes: vec!["shop.Native: native methods are not explored".into()],
        millis: Some(12_345),
    }
}

/// The text of `ACCOUNT` for every file that a finding refers to.
pub(super) fn sources(scan: &Scan) -> Sources {
    scan.sources(|_| Some(ACCOUNT.into()))
}
