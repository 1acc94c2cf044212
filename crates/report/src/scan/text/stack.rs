//! The stack of a finding, shortened to what is the project's own.

use crate::scan::Frame;
use crate::visible::{counted, visible};

/// More frames of the project than that are most likely recursion.
const MAX_OWN_FRAMES: usize = 8;

#[derive(PartialEq)]
enum Origin {
    Project,
    Jdk,
    Library,
}

/// Own frames one by one, neighbouring frames of others as a count.
pub(super) fn stack_lines(stack: &[Frame]) -> Vec<String> {
    let mut lines = Vec::new();
    let (mut own, mut told) = (0, 0);
    for run in stack.chunk_by(|a, b| origin(a) == origin(b)) {
        let frames = || counted(run.len() as u64, "frame", "frames");
        match origin(&run[0]) {
            Origin::Project => {
                let shown = run.len().min(MAX_OWN_FRAMES - own);
                lines.extend(run[..shown].iter().map(frame_line));
                own += shown;
                told += shown;
                if shown < run.len() || own == MAX_OWN_FRAMES {
                    break;
                }
            }
            Origin::Jdk => {
                lines.push(format!("... {} of the JDK", frames()));
                told += run.len();
            }
            Origin::Library => {
                lines.push(format!("... {} of libraries", frames()));
                told += run.len();
            }
        }
    }
    if told < stack.len() {
        lines.push(format!("... {}", counted((stack.len() - told) as u64, "more frame", "more frames")));
    }
    lines
}

fn frame_line(frame: &Frame) -> String {
    let place = frame.place.as_ref().map_or(String::new(), |place| format!(" ({})", place.short()));
    visible(&format!("at {}{place}", frame.method))
}

fn origin(frame: &Frame) -> Origin {
    const JDK_PACKAGES: [&str; 5] = ["java.", "javax.", "jdk.", "sun.", "com.sun."];
    if frame.is_own {
        Origin::Project
    } else if JDK_PACKAGES.iter().any(|package| frame.method.starts_with(package)) {
        Origin::Jdk
    } else {
        Origin::Library
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scan::examples::{foreign, place};

    fn own(line: u32) -> Frame {
        Frame { method: "shop.Account.sum".into(), place: Some(place(line)), is_own: true }
    }

    #[test]
    fn frames_of_others_are_folded() {
        let stack = [
            foreign("java.util.List.of", "List.java", 1),
            own(3),
            foreign("org.lib.A.f", "A.java", 2),
            foreign("org.lib.A.g", "A.java", 3),
            foreign("jdk.internal.B.h", "B.java", 4),
            Frame { place: None, ..own(1) },
        ];
        assert_eq!(
            stack_lines(&stack),
            [
                "... 1 frame of the JDK",
                "at shop.Account.sum (Account.java:3)",
                "... 2 frames of libraries",
                "... 1 frame of the JDK",
                "at shop.Account.sum"
            ]
        );
        assert!(stack_lines(&[]).is_empty());
    }

    #[test]
    fn recursion_is_cut() {
        let lines = stack_lines(&vec![own(3); 1024]);
        assert_eq!(lines.len(), MAX_OWN_FRAMES + 1);
        assert_eq!(lines[MAX_OWN_FRAMES], "... 1016 more frames");
        assert_eq!(stack_lines(&vec![own(3); MAX_OWN_FRAMES]).len(), MAX_OWN_FRAMES);
    }
}
