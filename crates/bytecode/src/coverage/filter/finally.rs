//! The statements of a `finally` block, which a compiler writes once for every way out of the `try` block: all copies count as one.

use super::super::body::{Body, op};
use super::Filtered;
use crate::code::Handler;
use crate::flow::Flow;

pub(super) fn filter(body: &Body, filtered: &mut Filtered) {
    let handlers = &body.code.handlers;
    for any in handlers.iter().filter(|handler| handler.catch.is_none()) {
        let at = any.target as usize;
        let Some(size) = size(body, at) else { continue };
        let regions: Vec<&Handler> = handlers.iter().filter(|handler| handler.target == any.target).collect();
        let is_inside =
            |at: usize| regions.iter().any(|region| (region.start as usize..region.end as usize).contains(&at));
        let mut copies = Vec::new();
        for handler in handlers {
            if handler.target == any.target {
                copies.extend(exits(body, handler));
            }
            let is_beside = !std::ptr::eq(handler, any) && (handler.start, handler.end) == (any.start, any.end);
            if is_beside {
                // An empty `catch` block stores the exception and goes on.
                copies.push(handler.target as usize + 1);
            }
        }
        copies.retain(|&copy| !is_inside(copy));
        copies.into_iter().for_each(|copy| merge(body, size, at, copy, filtered));
    }
}

/// How many instructions stand in the handler between storing the exception and throwing it again; nothing if it does something else.
fn size(body: &Body, at: usize) -> Option<usize> {
    let stored = (body.opcode(at)? == op::ASTORE).then(|| body.local(at)).flatten()?;
    let is_loaded = |at: &usize| body.opcodes[*at] == op::ALOAD && body.local(*at) == Some(stored);
    let loaded = (at + 1..body.len()).find(is_loaded)?;
    (body.opcode(loaded + 1)? == op::ATHROW && loaded > at + 1).then(|| loaded - at - 1)
}

/// Where control goes from a region: targets of jumps, and what is behind it.
fn exits(body: &Body, region: &Handler) -> Vec<usize> {
    let mut found = Vec::new();
    let mut continues = false;
    for at in region.start as usize..(region.end as usize).min(body.len()) {
        continues = match body.code.insns[at].get().flow() {
            Flow::Jump(target) => {
                found.push(target as usize);
                false
            }
            Flow::Branch(target) => {
                found.push(target as usize);
                true
            }
            Flow::Return | Flow::Throw => false,
            Flow::Next | Flow::Switch(_) | Flow::Jsr(_) | Flow::Ret(_) => true,
        };
    }
    if continues {
        found.push(region.end as usize);
    }
    found
}

fn merge(body: &Body, size: usize, handler: usize, copy: usize, filtered: &mut Filtered) {
    let first = handler + 1;
    let is_same = (0..size).all(|at| body.opcode(copy + at) == body.opcode(first + at));
    if !is_same {
        return;
    }
    filtered.ignore(handler, handler);
    (0..size).for_each(|at| filtered.merge(first + at, copy + at));
    filtered.ignore(first + size, first + size + 1);
    // The jump behind a copy that was not executed would make the last line look half done.
    if body.opcode(copy + size) == Some(op::GOTO) {
        filtered.ignore(copy + size, copy + size);
    }
}
