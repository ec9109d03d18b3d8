//! Captures: the jumps of a piece, as long as it can go on.

use super::moves::CheckersMove;

/// The most different captures of one piece: to each of 8 squares, 4 sets of pieces.
const MOST: usize = 32;

/// The jumps of one piece.
#[derive(Clone, Copy)]
pub(super) struct Jumps {
    from: u32,
    /// The pieces of the opponent.
    other: u64,
    /// The squares where the piece can land, the one that it left among them.
    free: u64,
    /// Whether it can go towards white's side, and towards black's.
    goes: [bool; 2],
}

impl Jumps {
    /// The jumps of a piece over those of `other`. It can go towards white's side, and towards
    /// black's, as `goes` says.
    #[inline]
    pub(super) const fn new(from: u32, other: u64, empty: u64, goes: [bool; 2]) -> Self {
        Self { from, other, free: empty | 1 << from, goes }
    }

    /// Calls `found` with each capture. Those with the same end and the same captured pieces are
    /// one.
    #[inline]
    pub(super) fn each(self, found: &mut impl FnMut(CheckersMove)) {
        let mut seen = FoundEnds::default();
        let from = self.from;
        self.go(from, 0, &mut |to, captured| {
            if let Some(variant) = seen.add(to, captured) {
                found(CheckersMove::capture(from, to, captured, variant));
            }
        });
    }

    /// The number of captures.
    #[inline]
    pub(super) fn count(self) -> usize {
        if self.goes == [true, true] {
            let mut seen = FoundEnds::default();
            self.go(self.from, 0, &mut |to, captured| {
                seen.add(to, captured);
            });
            return seen.count;
        }
        // A man's way is known by its end and what it captures.
        let mut count = 0;
        self.go(self.from, 0, &mut |_, _| count += 1);
        count
    }

    /// The squares of a way that makes a capture, the first and the last among them. `is_right`
    /// says whether a way is wanted, by its squares and what it captured.
    pub(super) fn way(self, is_right: &mut dyn FnMut(&[u32], u64) -> bool) -> Option<Vec<u32>> {
        let mut way = vec![self.from];
        self.find(&mut way, 0, is_right).then_some(way)
    }

    /// Goes on from a square after `captured`, and calls `end` where the jumps end.
    fn go<F: FnMut(u32, u64)>(&self, at: u32, captured: u64, end: &mut F) {
        let mut is_end = true;
        self.next(at, captured, &mut |to, captured| {
            is_end = false;
            self.go_on(to, captured, end);
        });
        if is_end && captured != 0 {
            end(at, captured);
        }
    }

    /// Does the same as [`go`](Self::go), so that it can call itself.
    #[inline(never)]
    fn go_on<F: FnMut(u32, u64)>(&self, at: u32, captured: u64, end: &mut F) {
        self.go(at, captured, end);
    }

    /// Calls `jump` with each next square and what is captured then.
    #[inline(always)]
    fn next(&self, at: u32, captured: u64, jump: &mut impl FnMut(u32, u64)) {
        let (bit, other) = (1_u64 << at, self.other & !captured);
        if self.goes[0] {
            for step in [4, 5] {
                if bit << step & other != 0 && bit << (2 * step) & self.free != 0 {
                    jump(at + 2 * step, captured | bit << step);
                }
            }
        }
        if self.goes[1] {
            for step in [4, 5] {
                if bit >> step & other != 0 && bit >> (2 * step) & self.free != 0 {
                    jump(at - 2 * step, captured | bit >> step);
                }
            }
        }
    }

    fn find(
        &self,
        way: &mut Vec<u32>,
        captured: u64,
        is_right: &mut dyn FnMut(&[u32], u64) -> bool,
    ) -> bool {
        let at = way[way.len() - 1];
        let mut jumps = Vec::new();
        self.next(at, captured, &mut |to, captured| jumps.push((to, captured)));
        if jumps.is_empty() {
            return captured != 0 && is_right(way, captured);
        }
        for (to, captured) in jumps {
            way.push(to);
            if self.find(way, captured, is_right) {
                return true;
            }
            way.pop();
        }
        false
    }
}

/// The captures found so far.
struct FoundEnds {
    ends: [(u32, u64); MOST],
    count: usize,
}

impl Default for FoundEnds {
    #[inline]
    fn default() -> Self {
        Self { ends: [(0, 0); MOST], count: 0 }
    }
}

impl FoundEnds {
    /// Adds a capture. Returns how many with the same end were there, unless it was there itself.
    #[inline]
    fn add(&mut self, to: u32, captured: u64) -> Option<u32> {
        let mut variant = 0;
        for &(end, taken) in &self.ends[..self.count] {
            if end == to {
                if taken == captured {
                    return None;
                }
                variant += 1;
            }
        }
        self.ends[self.count] = (to, captured);
        self.count += 1;
        Some(variant)
    }
}
