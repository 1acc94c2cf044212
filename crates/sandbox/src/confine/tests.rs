//! On threads of their own: a confined thread stays confined, its neighbours do not notice.

use super::*;
use std::fs;
use std::net::TcpListener;
use std::path::PathBuf;
use std::process::Command;

/// What a thread may do after it was confined: (write inside, write outside, delete outside, socket, process, thread).
fn tried(strength: Strength) -> (Defence, [bool; 6]) {
    let folder = std::env::temp_dir().join(format!("jacana-sandbox-{}-{}", std::process::id(), strength.name()));
    let (inside, outside) = (folder.join("inside"), folder.join("outside"));
    fs::create_dir_all(&inside).expect("temporary folder");
    fs::create_dir_all(&outside).expect("temporary folder");
    fs::write(outside.join("kept"), "x").expect("temporary folder");
    let attempt = {
        let (inside, outside): (PathBuf, PathBuf) = (inside.clone(), outside.clone());
        move || {
            let defence = confine(&Confinement {
                strength,
                writable: Some(&inside),
                readable: None,
                exec: Exec::Refused,
                without_landlock: WithoutLandlock::WritesNothing,
            });
            let done = [
                fs::write(inside.join("new"), "x").is_ok(),
                fs::write(outside.join("new"), "x").is_ok(),
                fs::remove_file(outside.join("kept")).is_ok(),
                TcpListener::bind("127.0.0.1:0").is_ok(),
                Command::new("true").status().is_ok(),
                std::thread::spawn(|| fs::read_dir("/").is_ok()).join().expect("the thread ends"),
            ];
            (defence, done)
        }
    };
    let answer = std::thread::spawn(attempt).join().expect("no panic");
    assert!(fs::write(outside.join("free"), "x").is_ok(), "other threads are free");
    let _ = fs::remove_dir_all(&folder);
    answer
}

#[test]
fn everything_is_refused_but_our_folder() {
    let (defence, done) = tried(Strength::Files);
    // Where the kernel has no landlock the filter alone refuses our folder, too.
    assert_eq!(done, [defence.files, !defence.holds(), !defence.holds(), !defence.calls, !defence.calls, true]);
}

#[test]
fn without_landlock_nothing_is_written() {
    let (defence, done) = tried(Strength::Calls);
    assert!(!defence.files);
    if defence.calls {
        assert_eq!(done, [false, false, false, false, false, true]);
    }
}

#[test]
fn without_the_kernel_nothing_changes_here() {
    let (defence, done) = tried(Strength::Natives);
    assert!(!defence.holds());
    assert_eq!(done, [true; 6]);
}
