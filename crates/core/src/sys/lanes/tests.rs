//! Each kind of lanes computes what single words do.

use super::*;
use crate::sys::processor::Any;

/// A random word (G. Marsaglia, "Xorshift RNGs", 2003).
fn draw(random: &mut u64) -> u64 {
    *random ^= *random << 13;
    *random ^= *random >> 7;
    *random ^= *random << 17;
    *random
}

/// Everything that lanes can compute of two words, by the kind of lanes of `a` and `b`.
fn all<L: LaneWords<u64>>(
    a: L,
    b: L,
    word: u64,
    shift: u32,
) -> (Vec<Vec<u64>>, Vec<Vec<i32>>, [u32; 9]) {
    let (some, none) = ((a & b).is_some(), (a & word).is_some());
    let words = [
        a & b,
        a | b,
        a ^ b,
        a & word,
        a | word,
        a ^ word,
        !a,
        a << shift,
        a >> shift,
        a.splat(word),
        a.plus(word),
        a.minus(b),
        a.lowest(),
        a.without_lowest(),
        a.where_else(some, b),
        a.only(none),
    ];
    let (m, n) = (a.ones(), b.ones());
    let numbers = [
        m,
        m + n,
        m + -7,
        m - n,
        -m,
        (m - n) * 93,
        m.splat(-5),
        (m - n).lesser(n - m),
        m.halved(),
        m.where_else(none, n),
    ];
    let masks = [
        some,
        some & none,
        some | none,
        some ^ none,
        !some,
        some.splat(true),
        some.splat(false),
        m.is_at_least(n.greatest() - 9),
        (-m).is_at_least(-30),
    ];
    assert!(masks.iter().all(|mask| mask.any() == (mask.bits() != 0)));
    let count = L::COUNT;
    let written = |lanes: L| {
        let mut words = vec![0; count + 1];
        lanes.write(&mut words);
        assert_eq!(words.pop(), Some(0), "a place too many was written");
        words
    };
    let counted = |of: L::Numbers| {
        let mut numbers = vec![0; count + 1];
        of.write(&mut numbers);
        assert_eq!(numbers.pop(), Some(0), "a place too many was written");
        assert_eq!(of.greatest(), numbers.iter().copied().max().unwrap());
        numbers
    };
    (words.map(written).to_vec(), numbers.map(counted).to_vec(), masks.map(LaneMask::bits))
}

/// Compares vectors with groups of single words.
fn agree(vectors: impl Vectors) {
    let mut random = 1;
    for shift in 0..64 {
        let sparse = |random: &mut u64| draw(random) & draw(random) & draw(random);
        let [a, b] = [0, 1].map(|_| {
            std::array::from_fn(|lane| match lane {
                0 => 0,
                1 => draw(&mut random),
                _ => sparse(&mut random),
            })
        });
        let word = sparse(&mut random);
        let expected = all(LaneGroup(a), LaneGroup(b), word, shift);
        assert_eq!(all(vectors.load(&a), vectors.load(&b), word, shift), expected);
        let twice =
            [LaneGroup([vectors.load(&a), vectors.load(&b)]), LaneGroup([vectors.load(&b); 2])];
        let expected = [LaneGroup([LaneGroup(a), LaneGroup(b)]), LaneGroup([LaneGroup(b); 2])];
        let found = all(twice[0], twice[1], word, shift);
        assert_eq!(found, all(expected[0], expected[1], word, shift));
    }
}

#[test]
fn all_kinds_of_lanes_agree() {
    agree(Any);
    #[cfg(target_arch = "x86_64")]
    {
        use crate::sys::processor::vectors::{Avx2, Avx512};
        Avx2::detect().into_iter().for_each(agree);
        Avx512::detect().into_iter().for_each(agree);
    }
}

#[test]
fn a_group_is_its_words() {
    let (a, b) = (0b1011_0000, 0b0110_0010);
    let one = all(a, b, 0b1000_0010, 3);
    let group = all(LaneGroup([a, b]), LaneGroup([b, a]), 0b1000_0010, 3);
    assert!(one.0.iter().zip(&group.0).all(|(one, group)| one[0] == group[0]));
    assert_eq!(one.0[12], [0b1_0000]);
    assert_eq!(group.0[12], [0b1_0000, 0b10]);
    assert_eq!(group.0[13], [0b1010_0000, 0b0110_0000]);
    assert_eq!(group.1[0], [3, 3]);
    assert_eq!(group.2[0], 0b11);
}

#[test]
fn the_vectors_of_sixteen_bytes_compute_what_arrays_do() {
    let all: Vec<i8> = (i8::MIN..=i8::MAX).collect();
    for other in i8::MIN..=i8::MAX {
        for numbers in all.as_chunks().0 {
            let (a, b) = (Bytes16::new(*numbers), Bytes16::splat(other));
            assert_eq!(b, Bytes16::new(plain_bytes::splat(other)));
            assert_eq!(a.bits(), plain_bytes::signs(*numbers));
            let by_array = |compute: fn([i8; 16], [i8; 16]) -> [i8; 16]| {
                let [a, b] = [a, b].map(|bytes| plain_bytes::from_array(bytes.to_array()));
                Bytes16::new(plain_bytes::to_array(compute(a, b)))
            };
            assert_eq!(a + b, by_array(plain_bytes::sum));
            assert_eq!(a - b, by_array(plain_bytes::difference));
            assert_eq!(a.saturating_sub(b), by_array(plain_bytes::saturated_difference));
            assert_eq!(a & b, by_array(plain_bytes::and));
            assert_eq!(a | b, by_array(plain_bytes::or));
            assert_eq!(!a, by_array(|a, _| plain_bytes::xor(a, plain_bytes::splat(-1))));
            assert_eq!(-a, Bytes16::new(numbers.map(i8::wrapping_neg)));
            assert_eq!(a.is_more(b), by_array(plain_bytes::is_more));
            assert_eq!(a.is_equal(b), by_array(plain_bytes::is_equal));
            let mut changed = [a; 3];
            changed[0] += b;
            changed[1] &= b;
            changed[2] |= b;
            assert_eq!(changed, [a + b, a & b, a | b]);
        }
    }
}
