//! Bit-vector circuits over words of any width. Constants fold on the way, so a circuit with constant operands
//! costs what is left of it.

use crate::gate::{Gates, Lit, Word};

/// Bits beyond 128 are zero.
pub fn constant(value: u128, width: usize) -> Word {
    (0..width).map(|i| Lit::constant(i < 128 && value >> i & 1 == 1)).collect()
}

/// `None` if a bit is not constant, or if the value does not fit into 128 bits.
pub fn constant_value(word: &[Lit]) -> Option<u128> {
    let mut value = 0;
    for (i, &bit) in word.iter().enumerate() {
        if !bit.is_constant() || (i >= 128 && bit == Lit::TRUE) {
            return None;
        }
        if bit == Lit::TRUE {
            value |= 1 << i;
        }
    }
    Some(value)
}

pub fn invert(word: &[Lit]) -> Word {
    word.iter().map(|&bit| !bit).collect()
}

/// Truncates or extends with zeros.
pub fn resize(word: &[Lit], width: usize) -> Word {
    let mut resized = word.to_vec();
    resized.resize(width, Lit::FALSE);
    resized
}

/// `width` is at least that of the word, which is not empty.
pub fn sign_extend(word: &[Lit], width: usize) -> Word {
    let mut extended = word.to_vec();
    extended.resize(width, sign(word));
    extended
}

pub fn sign(word: &[Lit]) -> Lit {
    word[word.len() - 1]
}

/// Appends zeros at the low end.
pub fn shift_up(word: &[Lit], by: usize) -> Word {
    let mut shifted = vec![Lit::FALSE; by];
    shifted.extend_from_slice(word);
    shifted
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shift {
    Left,
    RightZero,
    RightSign,
}

impl Gates {
    pub fn all(&mut self, bits: &[Lit]) -> Lit {
        match bits {
            [] => Lit::TRUE,
            [bit] => *bit,
            _ => {
                let (low, high) = bits.split_at(bits.len() / 2);
                let (low, high) = (self.all(low), self.all(high));
                self.and(low, high)
            }
        }
    }

    pub fn any(&mut self, bits: &[Lit]) -> Lit {
        !self.all(&invert(bits))
    }

    pub fn none(&mut self, bits: &[Lit]) -> Lit {
        self.all(&invert(bits))
    }

    pub fn zip(&mut self, a: &[Lit], b: &[Lit], gate: fn(&mut Gates, Lit, Lit) -> Lit) -> Word {
        a.iter().zip(b).map(|(&a, &b)| gate(self, a, b)).collect()
    }

    /// Every bit of the word under one condition.
    pub fn mask(&mut self, word: &[Lit], condition: Lit) -> Word {
        word.iter().map(|&bit| self.and(bit, condition)).collect()
    }

    pub fn choose(&mut self, condition: Lit, then: &[Lit], otherwise: &[Lit]) -> Word {
        debug_assert_eq!(then.len(), otherwise.len());
        then.iter().zip(otherwise).map(|(&t, &o)| self.mux(condition, t, o)).collect()
    }

    /// Sum and carry out; the operands have the same width.
    pub fn add_carry(&mut self, a: &[Lit], b: &[Lit], mut carry: Lit) -> (Word, Lit) {
        debug_assert_eq!(a.len(), b.len());
        let mut sum = Word::with_capacity(a.len());
        for (&a, &b) in a.iter().zip(b) {
            let half = self.xor(a, b);
            sum.push(self.xor(half, carry));
            carry = self.majority(a, b, carry);
        }
        (sum, carry)
    }

    pub fn add(&mut self, a: &[Lit], b: &[Lit]) -> Word {
        self.add_carry(a, b, Lit::FALSE).0
    }

    pub fn sub(&mut self, a: &[Lit], b: &[Lit]) -> Word {
        self.add_carry(a, &invert(b), Lit::TRUE).0
    }

    /// Adds one bit.
    pub fn increment(&mut self, word: &[Lit], by: Lit) -> Word {
        self.add_carry(word, &constant(0, word.len()), by).0
    }

    pub fn negate(&mut self, word: &[Lit]) -> Word {
        self.increment(&invert(word), Lit::TRUE)
    }

    pub fn negate_if(&mut self, condition: Lit, word: &[Lit]) -> Word {
        let flipped: Word = word.iter().map(|&bit| self.xor(bit, condition)).collect();
        self.increment(&flipped, condition)
    }

    pub fn equal_words(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        debug_assert_eq!(a.len(), b.len());
        let differences = self.zip(a, b, Gates::xor);
        self.none(&differences)
    }

    pub fn unsigned_less(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        self.compare(a, b, Lit::FALSE)
    }

    pub fn unsigned_less_equal(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        self.compare(a, b, Lit::TRUE)
    }

    pub fn signed_less(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        self.unsigned_less(&bias(a), &bias(b))
    }

    pub fn signed_less_equal(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        self.unsigned_less_equal(&bias(a), &bias(b))
    }

    /// The carry of b - a: `if_equal` where the words are equal.
    fn compare(&mut self, a: &[Lit], b: &[Lit], if_equal: Lit) -> Lit {
        debug_assert_eq!(a.len(), b.len());
        a.iter().zip(b).fold(if_equal, |carry, (&a, &b)| self.majority(!a, b, carry))
    }

    /// The low `width` bits of the product of two unsigned words.
    pub fn multiply(&mut self, a: &[Lit], b: &[Lit], width: usize) -> Word {
        if let Some(factor) = constant_value(b) {
            return self.multiply_constant(a, factor, width);
        }
        if let Some(factor) = constant_value(a) {
            return self.multiply_constant(b, factor, width);
        }
        let mut sum = constant(0, width);
        for (i, &bit) in b.iter().enumerate().take(width) {
            let row = self.mask(&a[..a.len().min(width - i)], bit);
            let row = resize(&row, width - i);
            let high = self.add(&sum[i..], &row);
            sum.truncate(i);
            sum.extend(high);
        }
        sum
    }

    /// Canonical signed digits: a run of ones costs one addition and one subtraction.
    pub fn multiply_constant(&mut self, a: &[Lit], factor: u128, width: usize) -> Word {
        let mut sum = constant(0, width);
        let mut rest = factor;
        let mut position = 0;
        while rest != 0 && position < width {
            let zeros = rest.trailing_zeros() as usize;
            rest >>= zeros;
            position += zeros;
            if position >= width {
                break;
            }
            let shifted = resize(&shift_up(a, position), width);
            if rest & 3 == 3 {
                sum = self.sub(&sum, &shifted);
                // rest + 1, halved: cannot overflow
                rest = (rest >> 1) + 1;
            } else {
                sum = self.add(&sum, &shifted);
                rest >>= 1;
            }
            position += 1;
        }
        sum
    }

    /// Amounts of the width and above shift everything out.
    pub fn shift(&mut self, word: &[Lit], amount: &[Lit], shift: Shift) -> Word {
        let width = word.len();
        let fill = match shift {
            Shift::Left | Shift::RightZero => Lit::FALSE,
            Shift::RightSign => sign(word),
        };
        let mut shifted = word.to_vec();
        let mut all_out = Lit::FALSE;
        for (stage, &bit) in amount.iter().enumerate() {
            if stage >= usize::BITS as usize - 1 || 1 << stage >= width {
                all_out = self.or(all_out, bit);
                continue;
            }
            let by = 1 << stage;
            let moved: Word = match shift {
                Shift::Left => resize(&shift_up(&shifted, by), width),
                Shift::RightZero | Shift::RightSign => {
                    let mut moved = shifted[by..].to_vec();
                    moved.resize(width, fill);
                    moved
                }
            };
            shifted = self.choose(bit, &moved, &shifted);
        }
        self.choose(all_out, &vec![fill; width], &shifted)
    }

    /// Shifts left until the top bit is set; also answers by how much. A zero word is shifted by the greatest
    /// amount that the answer can hold.
    pub fn normalise(&mut self, word: &[Lit]) -> (Word, Word) {
        let width = word.len();
        let stages = usize::BITS - (width - 1).leading_zeros();
        let mut shifted = word.to_vec();
        let mut amount = constant(0, stages as usize);
        for stage in (0..stages as usize).rev() {
            let by = 1 << stage;
            let clear = self.none(&shifted[width - by..]);
            let moved = resize(&shift_up(&shifted, by), width);
            shifted = self.choose(clear, &moved, &shifted);
            amount[stage] = clear;
        }
        (shifted, amount)
    }
}

/// Turns signed order into unsigned order.
fn bias(word: &[Lit]) -> Word {
    let mut biased = word.to_vec();
    let top = biased.len() - 1;
    biased[top] = !biased[top];
    biased
}
