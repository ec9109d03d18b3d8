//! Mixing of bits: hashes and reproducible random numbers.

/// A bijection that mixes well: the finisher of D. Stafford's variant 13 of MurmurHash3 (2011).
#[inline]
#[must_use]
pub const fn mix64(mut x: u64) -> u64 {
    x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 31
}

/// A number of some bytes, in this order.
#[must_use]
pub fn mix_bytes(bytes: impl IntoIterator<Item = u8>) -> u64 {
    bytes.into_iter().fold(0, |sum, byte| mix64(sum ^ u64::from(byte)))
}

/// The next of a sequence of random numbers: splitmix64 (G. Steele, D. Lea and C. Flood, "Fast
/// splittable pseudorandom number generators", 2014). The state may begin with any number.
#[inline]
pub const fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    mix64(*state)
}
