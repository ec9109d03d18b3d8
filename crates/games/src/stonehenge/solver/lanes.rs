//! Sixteen small numbers side by side: one for each line, and a spare one. The solver calculates
//! with them.

use sarsen_core::sys::lanes::Bytes16;

/// A number for each line. The last lane is no line.
pub(super) type Lanes = Bytes16;

/// More than any slack: the line does not matter.
pub(super) const ANY: Lanes = Lanes::new([i8::MAX; 16]);

/// 0 in each lane.
pub(super) const ZERO: Lanes = Lanes::ZERO;

/// 1 in each lane.
pub(super) const ONE: Lanes = Lanes::new([1; 16]);

/// All lanes but the last.
pub(super) const ALL_LINES: Lanes =
    Lanes::new([-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0]);

/// The same number in each lane.
#[inline(always)]
pub(super) fn each(number: i8) -> Lanes {
    Lanes::splat(number)
}

/// A mask of the lanes where `a` is more than `b`: all bits set there.
#[inline(always)]
pub(super) fn more(a: Lanes, b: Lanes) -> Lanes {
    a.is_more(b)
}

/// A mask of the lanes where `a` equals `b`.
#[inline(always)]
pub(super) fn equal(a: Lanes, b: Lanes) -> Lanes {
    a.is_equal(b)
}

/// The lesser number in each lane.
#[inline(always)]
pub(super) fn least(a: Lanes, b: Lanes) -> Lanes {
    choose(more(b, a), a, b)
}

/// `a` in the lanes of a mask, `b` in the others.
#[inline(always)]
pub(super) fn choose(mask: Lanes, a: Lanes, b: Lanes) -> Lanes {
    a & mask | b & !mask
}

/// Whether `a` is at least `b` in all lanes.
#[inline(always)]
pub(super) fn reaches(a: Lanes, b: Lanes) -> bool {
    bits(more(b, a)) == 0
}

/// A mask as bits, line 0 in bit 0.
#[inline(always)]
pub(super) fn bits(mask: Lanes) -> u32 {
    mask.bits()
}

/// The lanes in another order. `order` says which lane each place takes.
#[inline(always)]
pub(super) fn reordered(lanes: Lanes, order: &[u8; 16]) -> Lanes {
    let from = lanes.to_array();
    let mut to = [0; 16];
    for (to, lane) in to.iter_mut().zip(order) {
        *to = from[usize::from(lane & 15)];
    }
    Lanes::new(to)
}
