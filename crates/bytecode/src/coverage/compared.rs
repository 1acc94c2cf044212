//! Probes that tell what comparisons other than those of ints have on their two sides. Who searches for inputs learns from them what to
//! try next; coverage does without.

use super::body::Body;
use crate::insn::Insn;
use crate::probe::{DUP2, ExtraPool, INVOKESTATIC};

const POP2: u8 = 88;
const DUP2_X2: u8 = 94;

/// Methods of String that compare it with one other text.
const OF_TEXTS: [(&str, &str); 10] = [
    ("equals", "(Ljava/lang/Object;)Z"),
    ("equalsIgnoreCase", "(Ljava/lang/String;)Z"),
    ("startsWith", "(Ljava/lang/String;)Z"),
    ("endsWith", "(Ljava/lang/String;)Z"),
    ("contains", "(Ljava/lang/CharSequence;)Z"),
    ("contentEquals", "(Ljava/lang/CharSequence;)Z"),
    ("indexOf", "(Ljava/lang/String;)I"),
    ("lastIndexOf", "(Ljava/lang/String;)I"),
    ("compareTo", "(Ljava/lang/String;)I"),
    ("compareToIgnoreCase", "(Ljava/lang/String;)I"),
];

/// Code to put before an instruction, if it is such a comparison and the pool has room; `branch` is the number of the branch behind it.
pub(super) fn sides(body: &Body, at: usize, branch: u32, extra: &mut ExtraPool) -> Option<Vec<u8>> {
    match body.code.insns[at].get() {
        Insn::Fcmpl | Insn::Fcmpg => extra.call("floats", "(FFI)V", Some(DUP2), branch),
        Insn::Dcmpl | Insn::Dcmpg => of_long_values("D", branch, extra),
        Insn::Lcmp => of_long_values("J", branch, extra),
        Insn::InvokeVirtual(_) => {
            let is_of_texts =
                OF_TEXTS.iter().any(|(name, descriptor)| body.calls(at, "java/lang/String", name, descriptor));
            let texts = "(Ljava/lang/Object;Ljava/lang/Object;I)V";
            if is_of_texts { extra.call("texts", texts, Some(DUP2), branch) } else { None }
        }
        _ => None,
    }
}

/// No instruction copies two values of two words each: they are told one after the other, the upper one first.
fn of_long_values(kind: &str, branch: u32, extra: &mut ExtraPool) -> Option<Vec<u8>> {
    let [high, low] = extra.method(&format!("right{kind}"), &format!("({kind})V"))?.to_be_bytes();
    let mut code = vec![DUP2, INVOKESTATIC, high, low];
    let swap = [DUP2_X2, POP2];
    code.extend(swap);
    code.extend(extra.call(&format!("left{kind}"), &format!("({kind}I)V"), Some(DUP2), branch)?);
    code.extend(swap);
    Some(code)
}
