//! What a user installs works, the short form: archive and wheel; all packages are `cargo xtask show packages`.

use differential::packages::{PackageKind, build, faults};
use differential::{Scratch, Tools};

fn works_after_installing(kind: PackageKind) {
    let (tools, built) = (Tools::find(), Scratch::new("packages"));
    for package in build(&tools, &[kind], built.path()) {
        for way in package.ways() {
            let root = Scratch::new("packages-root");
            let installed =
                (way.install)(&package.file, root.path()).unwrap_or_else(|why| panic!("{}: {why:?}", way.name));
            assert_eq!(faults(&tools, &installed), [""; 0], "{} by {}", package.name(), way.name);
        }
    }
}

#[test]
fn the_archive_works_in_an_empty_environment() {
    works_after_installing(PackageKind::Archive);
}

#[test]
fn the_wheel_works_in_an_empty_environment() {
    works_after_installing(PackageKind::Wheel);
}
