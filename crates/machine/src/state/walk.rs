//! Orders of threads by chance.

/// An order that is drawn by chance, beside those that are explored one after the other: it finds what lies far from the first ones. The same number
/// draws the same order.
#[derive(Clone, Copy, Debug)]
pub struct Walk {
    random: u64,
    /// Percent of the steps after which the thread that runs goes on.
    keeps: u64,
    pub steps: u32,
}

impl Walk {
    const KEEPS: [u64; 4] = [90, 50, 98, 0];

    pub fn new(number: u64) -> Walk {
        Walk { random: number, keeps: Walk::KEEPS[number as usize % Walk::KEEPS.len()], steps: 0 }
    }

    /// One of so many.
    pub fn below(&mut self, count: usize) -> usize {
        // SplitMix64.
        self.random = self.random.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.random;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % count as u64) as usize
    }

    /// Which of those that can go on does.
    pub fn choose(&mut self, enabled: usize, running: Option<usize>) -> usize {
        self.steps += 1;
        let keeps = (self.below(100) as u64) < self.keeps;
        running.filter(|_| keeps).unwrap_or_else(|| self.below(enabled))
    }
}
