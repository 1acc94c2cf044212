//! `try` with resources: what closes them is written by the compiler, with and without an exception (javac from version 7 on).

use super::super::body::{Body, op};
use super::Filtered;

pub(super) fn filter(body: &Body, filtered: &mut Filtered) {
    for handler in body.code.handlers.iter().filter(|handler| handler.catch.as_deref() == Some("java/lang/Throwable")) {
        let at = handler.target as usize;
        for checks in [true, false] {
            if let Some((end, resource)) = since_11(body, at, checks) {
                ignore(body, at, end, filtered, |start| close(body, start, checks, &resource));
            }
        }
        for pattern in OLDER {
            if let Some((end, names)) = before_11(body, at, pattern) {
                ignore(body, at, end, filtered, |start| older_close(body, start, pattern, &mut Some(names.clone())));
                break;
            }
        }
    }
}

/// The handler itself, and the closing above it on the way without an exception, with the jump behind it.
fn ignore(
    body: &Body,
    handler: usize,
    end: usize,
    filtered: &mut Filtered,
    mut closes: impl FnMut(usize) -> Option<usize>,
) {
    let Some((start, behind)) = (0..=handler).rev().find_map(|start| Some((start, closes(start)?))) else { return };
    let last = if body.opcode(behind) == Some(op::GOTO) { behind } else { behind - 1 };
    filtered.ignore(start, last);
    filtered.ignore(handler, end);
}

/// A variable that is closed, and the class that it is declared with.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Resource {
    local: u16,
    class: String,
}

fn is_var(body: &Body, at: usize, opcode: u8, local: u16) -> bool {
    body.opcode(at) == Some(opcode) && body.local(at) == Some(local)
}

fn stored(body: &Body, at: usize) -> Option<u16> {
    (body.opcode(at)? == op::ASTORE).then(|| body.local(at)).flatten()
}

fn loaded(body: &Body, at: usize) -> Option<u16> {
    (body.opcode(at)? == op::ALOAD).then(|| body.local(at)).flatten()
}

/// `r.close()`
fn closed(body: &Body, at: usize) -> Option<Resource> {
    let local = loaded(body, at)?;
    let is_call = matches!(body.opcode(at + 1)?, op::INVOKEINTERFACE | op::INVOKEVIRTUAL);
    let called =
        body.called(at + 1).filter(|called| is_call && &*called.name == "close" && &*called.descriptor == "()V")?;
    Some(Resource { local, class: called.class.to_string() })
}

fn suppresses(body: &Body, at: usize) -> bool {
    body.opcode(at) == Some(op::INVOKEVIRTUAL)
        && body.calls(at, "java/lang/Throwable", "addSuppressed", "(Ljava/lang/Throwable;)V")
}

/// `if (r != null) r.close()`, with the check or without it; answers what is behind.
fn close(body: &Body, at: usize, checks: bool, resource: &Resource) -> Option<usize> {
    let call = if checks { at + 2 } else { at };
    let is_checked = !checks || is_var(body, at, op::ALOAD, resource.local) && body.opcode(at + 1) == Some(op::IFNULL);
    (is_checked && closed(body, call)? == *resource).then_some(call + 2)
}

/// Since Java 11: close, add what that throws to the exception, and throw it. Answers the last instruction and what is closed.
fn since_11(body: &Body, at: usize, checks: bool) -> Option<(usize, Resource)> {
    let primary = stored(body, at)?;
    let resource = closed(body, if checks { at + 3 } else { at + 1 })?;
    let behind = close(body, at + 1, checks, &resource)?;
    let second = stored(body, behind + 1).filter(|_| body.opcode(behind) == Some(op::GOTO))?;
    let is_rest = is_var(body, behind + 2, op::ALOAD, primary)
        && is_var(body, behind + 3, op::ALOAD, second)
        && suppresses(body, behind + 4)
        && is_var(body, behind + 5, op::ALOAD, primary)
        && body.opcode(behind + 6) == Some(op::ATHROW);
    is_rest.then_some((behind + 6, resource))
}

/// How older compilers close: with a check of the resource, by a method of theirs.
#[derive(Clone, Copy, Debug)]
struct Pattern {
    checks: bool,
    by_method: bool,
}

const OLDER: [Pattern; 4] = [
    Pattern { checks: false, by_method: true },
    Pattern { checks: true, by_method: false },
    Pattern { checks: false, by_method: false },
    Pattern { checks: true, by_method: true },
];

/// The variables of an older pattern; the class is empty where a method closes.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Names {
    primary: u16,
    resource: Resource,
}

/// Before Java 11: the exception is stored and thrown, and a second handler closes.
fn before_11(body: &Body, at: usize, pattern: Pattern) -> Option<(usize, Names)> {
    let thrown = stored(body, at)?;
    let primary = stored(body, at + 2).filter(|_| is_var(body, at + 1, op::ALOAD, thrown))?;
    let second = stored(body, at + 5)
        .filter(|_| is_var(body, at + 3, op::ALOAD, thrown) && body.opcode(at + 4) == Some(op::ATHROW))?;
    let mut names = None;
    let behind = older_close(body, at + 6, pattern, &mut names)?;
    let names: Names = names.filter(|names: &Names| names.primary == primary)?;
    let is_thrown = is_var(body, behind, op::ALOAD, second) && body.opcode(behind + 1) == Some(op::ATHROW);
    is_thrown.then_some((behind + 1, names))
}

/// Answers what is behind; the variables are those of the first time.
fn older_close(body: &Body, at: usize, pattern: Pattern, names: &mut Option<Names>) -> Option<usize> {
    let mut cursor = at;
    let mut checked = None;
    if pattern.checks {
        checked = Some(loaded(body, cursor)?);
        if body.opcode(cursor + 1)? != op::IFNULL {
            return None;
        }
        cursor += 2;
    }
    let primary = loaded(body, cursor)?;
    let (resource, behind) = if pattern.by_method {
        let is_call = body.opcode(cursor + 2)? == op::INVOKESTATIC;
        let called = body.called(cursor + 2).filter(|_| is_call)?;
        let is_meant = &*called.name == "$closeResource"
            && &*called.descriptor == "(Ljava/lang/Throwable;Ljava/lang/AutoCloseable;)V";
        let local = loaded(body, cursor + 1).filter(|_| is_meant)?;
        (Resource { local, class: String::new() }, cursor + 3)
    } else {
        let resource = closed(body, cursor + 2).filter(|_| body.opcode(cursor + 1) == Some(op::IFNULL))?;
        let second = stored(body, cursor + 5).filter(|_| body.opcode(cursor + 4) == Some(op::GOTO))?;
        let is_rest = is_var(body, cursor + 6, op::ALOAD, primary)
            && is_var(body, cursor + 7, op::ALOAD, second)
            && suppresses(body, cursor + 8)
            && body.opcode(cursor + 9)? == op::GOTO
            && closed(body, cursor + 10)? == resource;
        is_rest.then_some((resource, cursor + 12))?
    };
    let found = Names { primary, resource };
    let is_same = names.as_ref().is_none_or(|known| *known == found);
    (is_same && checked.is_none_or(|local| local == found.resource.local)).then(|| {
        names.get_or_insert(found);
        behind
    })
}
