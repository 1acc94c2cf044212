//! SHA-256 (FIPS 180-4), for samples that nobody chose: the constants are the first bits of roots of the first primes.

const PRIMES: usize = 64;

/// In hexadecimal digits.
pub fn sha256(text: impl AsRef<[u8]>) -> String {
    let mut state: [u32; 8] = std::array::from_fn(|at| root(prime(at), 2));
    let rounds: [u32; PRIMES] = std::array::from_fn(|at| root(prime(at), 3));
    let mut bytes = text.as_ref().to_vec();
    let bits = bytes.len() as u64 * 8;
    bytes.push(0x80);
    while bytes.len() % 64 != 56 {
        bytes.push(0);
    }
    bytes.extend(bits.to_be_bytes());
    for block in bytes.chunks_exact(64) {
        add_block(&mut state, &rounds, block);
    }
    state.iter().map(|word| format!("{word:08x}")).collect()
}

fn prime(at: usize) -> u128 {
    let is_prime =
        |number: &u128| (2..*number).take_while(|by| by * by <= *number).all(|by| !number.is_multiple_of(by));
    (2..).filter(is_prime).nth(at).expect("there are more primes")
}

/// 32 bits behind the point of a square or cube root.
fn root(number: u128, power: u32) -> u32 {
    let (mut below, mut above) = (0u128, 1 << 40);
    while below + 1 < above {
        let middle = (below + above) / 2;
        let fits = middle.pow(power) <= number << (32 * power);
        (below, above) = if fits { (middle, above) } else { (below, middle) };
    }
    below as u32
}

fn add_block(state: &mut [u32; 8], rounds: &[u32; PRIMES], block: &[u8]) {
    let mut words: Vec<u32> =
        block.chunks_exact(4).map(|four| u32::from_be_bytes([four[0], four[1], four[2], four[3]])).collect();
    for at in 16..PRIMES {
        let (early, late) = (words[at - 15], words[at - 2]);
        let mix = early.rotate_right(7) ^ early.rotate_right(18) ^ early >> 3;
        let other = late.rotate_right(17) ^ late.rotate_right(19) ^ late >> 10;
        words.push(words[at - 16].wrapping_add(mix).wrapping_add(words[at - 7]).wrapping_add(other));
    }
    let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = *state;
    for (word, round) in words.iter().zip(rounds) {
        let mix = e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25);
        let choice = e & f ^ !e & g;
        let first = h.wrapping_add(mix).wrapping_add(choice).wrapping_add(*round).wrapping_add(*word);
        let other = a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22);
        let second = other.wrapping_add(a & b ^ a & c ^ b & c);
        (h, g, f, e, d, c, b, a) = (g, f, e, d.wrapping_add(first), c, b, a, first.wrapping_add(second));
    }
    for (word, more) in state.iter_mut().zip([a, b, c, d, e, f, g, h]) {
        *word = word.wrapping_add(more);
    }
}

#[cfg(test)]
mod tests {
    use super::sha256;

    #[test]
    fn examples_of_the_standard() {
        assert_eq!(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        assert_eq!(sha256(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
        assert_eq!(
            sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        );
    }
}
