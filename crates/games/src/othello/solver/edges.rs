//! The discs of an edge that can never turn over, whatever happens on that edge.

use std::sync::LazyLock;

/// The stable discs of every edge. The first table is for edges of 8 squares. The second is for
/// those of 6, which are the middle six bits.
static STABLE: LazyLock<[Box<[u8]>; 2]> =
    LazyLock::new(|| [stable_discs(0xff), stable_discs(0x7e)]);

/// The discs of `own` on an edge that no play on the edge can turn over. `border` is 0 for edges of
/// 8 squares, 1 for those of 6.
#[inline(always)]
pub(super) fn stable_on_edge(tables: &[Box<[u8]>; 2], border: u32, own: u64, other: u64) -> u64 {
    tables[border as usize][index(own as u8, other as u8)].into()
}

/// The tables for [`stable_on_edge`].
pub(super) fn tables() -> &'static [Box<[u8]>; 2] {
    &STABLE
}

const fn index(own: u8, other: u8) -> usize {
    (own as usize) << 8 | other as usize
}

/// The stable discs for all contents of an edge with these squares. A disc is stable if it stays
/// after every possible next move of either player, and is stable then. Full edges come first.
fn stable_discs(squares: u8) -> Box<[u8]> {
    let mut stable = vec![0; 1 << 16].into_boxed_slice();
    let is_edge = |&(own, other): &(u8, u8)| own & other == 0 && (own | other) & !squares == 0;
    let all = (0..=u8::MAX).flat_map(|own| (0..=u8::MAX).map(move |other| (own, other)));
    let mut edges: Vec<(u8, u8)> = all.filter(is_edge).collect();
    edges.sort_by_key(|&(own, other)| (own | other).count_zeros());
    for (own, other) in edges {
        let mut kept = own;
        for at in (0..8).filter(|at| squares & !(own | other) & 1 << at != 0) {
            // A disc may turn over others in other lines, so nothing needs to turn over here.
            let turned = turned(own, other, at);
            kept &= stable[index(own | turned | 1 << at, other & !turned)];
            let turned = self::turned(other, own, at);
            kept &= stable[index(own & !turned, other | turned | 1 << at)];
        }
        stable[index(own, other)] = kept;
    }
    stable
}

/// The discs of `other` between a new disc and the next disc of `own`, in both directions.
fn turned(own: u8, other: u8, at: i32) -> u8 {
    let mut turned = 0;
    for step in [1, -1] {
        let (mut passed, mut next) = (0, at + step);
        while (0..8).contains(&next) && other & 1 << next != 0 {
            passed |= 1 << next;
            next += step;
        }
        if (0..8).contains(&next) && own & 1 << next != 0 {
            turned |= passed;
        }
    }
    turned
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_and_full_edges_are_stable() {
        let eight = |own, other| stable_on_edge(tables(), 0, own, other);
        assert_eq!(eight(0b0000_0111, 0), 0b0000_0111);
        assert_eq!(eight(0b0011_1100, 0), 0);
        assert_eq!(eight(0b1010_1010, 0b0101_0101), 0b1010_1010);
        assert_eq!(eight(0b0000_0001, 0b0000_0110), 1);
        assert_eq!(stable_on_edge(tables(), 1, 0b0000_0110, 0), 0b0000_0110);
        assert_eq!(eight(0b0000_0110, 0), 0);
    }
}
