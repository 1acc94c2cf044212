//! SHA-256 (FIPS 180-4), for the hash of the program in a witness.

/// In hexadecimal digits.
pub fn sha256(message: &[u8]) -> String {
    let mut state = fractions(8, 2);
    let constants = fractions(64, 3);
    let mut padded = message.to_vec();
    padded.push(0x80);
    padded.resize((message.len() + 9).next_multiple_of(64) - 8, 0);
    padded.extend((message.len() as u64 * 8).to_be_bytes());
    for block in padded.chunks_exact(64) {
        compress(&mut state, &constants, block);
    }
    state.iter().map(|word| format!("{word:08x}")).collect()
}

fn compress(state: &mut [u32], constants: &[u32], block: &[u8]) {
    let mut words: Vec<u32> =
        block.chunks_exact(4).map(|bytes| u32::from_be_bytes(bytes.try_into().expect("four bytes"))).collect();
    for at in 16..64 {
        let (near, far) = (words[at - 2], words[at - 15]);
        let s0 = far.rotate_right(7) ^ far.rotate_right(18) ^ (far >> 3);
        let s1 = near.rotate_right(17) ^ near.rotate_right(19) ^ (near >> 10);
        words.push(words[at - 16].wrapping_add(s0).wrapping_add(words[at - 7]).wrapping_add(s1));
    }
    let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = <[u32; 8]>::try_from(&*state).expect("eight words");
    for (word, constant) in words.iter().zip(constants) {
        let s1 = e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25);
        let choice = (e & f) ^ (!e & g);
        let first = h.wrapping_add(s1).wrapping_add(choice).wrapping_add(*constant).wrapping_add(*word);
        let s0 = a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22);
        let majority = (a & b) ^ (a & c) ^ (b & c);
        (h, g, f, e, d, c, b) = (g, f, e, d.wrapping_add(first), c, b, a);
        a = first.wrapping_add(s0).wrapping_add(majority);
    }
    for (word, added) in state.iter_mut().zip([a, b, c, d, e, f, g, h]) {
        *word = word.wrapping_add(added);
    }
}

/// The first 32 bits of the fractional parts of the square or cube roots of the first primes.
fn fractions(count: usize, root: u32) -> Vec<u32> {
    let is_prime = |n: &u128| (2..*n).take_while(|d| d * d <= *n).all(|d| !n.is_multiple_of(d));
    (2..).filter(is_prime).take(count).map(|prime| integer_root(prime << (32 * root), root) as u32).collect()
}

/// The largest number whose power is not above `n`.
fn integer_root(n: u128, root: u32) -> u128 {
    let mut found: u128 = 0;
    for bit in (0..40).rev() {
        let candidate = found | 1 << bit;
        if candidate.pow(root) <= n {
            found = candidate;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_digests() {
        assert_eq!(sha256(b""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
        assert_eq!(sha256(b"abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        let two_blocks = b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
        assert_eq!(sha256(two_blocks), "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    }
}
