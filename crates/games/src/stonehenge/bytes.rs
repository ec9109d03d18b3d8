//! Sixteen small numbers at once, a byte for each line, in two ordinary words.

/// The number of lanes: one for each of the 15 lines, and a spare one.
pub(super) const LANES: usize = 16;

/// A byte for each of 16 lanes, the first in the lowest byte of the first word.
pub(super) type Bytes = [u64; 2];

/// 1 in each byte. Its product with a number below 256 has that number in each byte.
pub(super) const EACH: u64 = 0x0101_0101_0101_0101;

const TOP: u64 = EACH << 7;

/// The lanes as an array.
#[inline]
pub(super) fn to_lanes(bytes: Bytes) -> [u8; LANES] {
    let mut lanes = [0; LANES];
    lanes[..8].copy_from_slice(&bytes[0].to_le_bytes());
    lanes[8..].copy_from_slice(&bytes[1].to_le_bytes());
    lanes
}

/// An array as lanes.
pub(super) const fn from_lanes(lanes: [u8; LANES]) -> Bytes {
    let both = u128::from_le_bytes(lanes);
    [both as u64, (both >> 64) as u64]
}

/// 1 in each byte that is at least `bound`, 0 in the others. All numbers are below 128.
#[inline]
pub(super) const fn at_least(word: u64, bound: u8) -> u64 {
    (word + EACH * (128 - bound) as u64) >> 7 & EACH
}

/// 1 in each byte where `a` is at least `b`, 0 in the others. All numbers are below 128.
#[inline]
pub(super) const fn not_less(a: u64, b: u64) -> u64 {
    ((a | TOP) - b) >> 7 & EACH
}

/// Bytes of 0 or 1 as bits, the first lane in bit 0.
#[inline]
pub(super) const fn bits(bytes: Bytes) -> u16 {
    // The product's top byte collects bit i from byte i.
    const GATHER: u64 = 0x0102_0408_1020_4080;
    let low = bytes[0].wrapping_mul(GATHER) >> 56;
    let high = bytes[1].wrapping_mul(GATHER) >> 56;
    (low | high << 8) as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lanes_do_not_touch_each_other() {
        let a = std::array::from_fn(|i| (i * 8) as u8);
        let b = std::array::from_fn(|i| (i * 37 % 128) as u8);
        let [words_a, words_b] = [a, b].map(from_lanes);
        assert_eq!(to_lanes(words_a), a);
        let compared = [0, 1].map(|half| not_less(words_a[half], words_b[half]));
        let bounded = [0, 1].map(|half| at_least(words_b[half], 50));
        for i in 0..LANES {
            assert_eq!(bits(compared) >> i & 1 == 1, a[i] >= b[i]);
            assert_eq!(bits(bounded) >> i & 1 == 1, b[i] >= 50);
        }
    }
}
