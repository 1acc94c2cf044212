//! Where states that run through one method body can meet: instructions to which control comes from several places. Between two of
//! them code runs in one row.

use super::Code;
use super::meet::after;

impl Code {
    /// Instructions with several predecessors and the first ones of handlers, in order. None for bodies with subroutines.
    pub fn gathers(&self) -> &[u32] {
        self.gathers.get_or_init(|| gathers(self).unwrap_or_default())
    }

    pub fn is_gather(&self, pc: u32) -> bool {
        self.gathers().binary_search(&pc).is_ok()
    }

    /// The instructions around `pc` from one such place to before the next one: first and last.
    pub fn row_at(&self, pc: u32) -> (u32, u32) {
        let gathers = self.gathers();
        let behind = gathers.partition_point(|&at| at <= pc);
        let first = behind.checked_sub(1).map_or(0, |at| gathers[at]);
        let last = gathers.get(behind).map_or(u32::MAX, |&next| next - 1);
        (first, last)
    }
}

fn gathers(code: &Code) -> Option<Box<[u32]>> {
    let mut ways = vec![0u32; code.insns.len() + 1];
    for (pc, insn) in code.insns.iter().enumerate() {
        for to in after(code, pc, insn.get())? {
            ways[to as usize] += 1;
        }
    }
    // The beginning is also come to by the call.
    ways[0] += 1;
    for handler in &code.handlers {
        ways[handler.target as usize] += 2;
    }
    let end = code.insns.len();
    Some((0..end).filter(|&pc| ways[pc] > 1).map(|pc| pc as u32).collect())
}

#[cfg(test)]
mod tests {
    use crate::code::tests::code;
    use crate::insn::Insn;

    #[test]
    fn rows_end_where_ways_come_together() {
        let body = code(&[Insn::Load(0), Insn::Ifeq(5), Insn::Load(1), Insn::Ifeq(4), Insn::Goto(0), Insn::Return]);
        assert_eq!(body.gathers(), [0, 4]);
        assert_eq!([1, 4].map(|pc| body.row_at(pc)), [(0, 3), (4, u32::MAX)]);
    }
}
