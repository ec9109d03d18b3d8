//! Where marbles can go, for whole sets of marbles and all directions at once.

use super::lanes::{EDGES, Lanes, STRIDES, Stride, both, either, size, walk};

/// The moves of a player.
pub(super) struct Reach {
    /// Moves of one marble alone, for each direction.
    pub(super) single: Lanes,
    /// Moves of two marbles along their row, for each direction: the last marbles of the rows.
    pub(super) two: Lanes,
    /// The same for three marbles.
    pub(super) three: Lanes,
    /// Moves of two marbles sideways, for each direction: the lower ends. First those of rows along
    /// the axis after the direction, then those along the other.
    pub(super) pairs: [Lanes; 2],
    /// The same for three marbles.
    pub(super) triples: [Lanes; 2],
}

impl Reach {
    /// The moves of the player who has the marbles `own`. `empty` are the empty cells.
    #[inline(always)]
    pub(super) fn of(own: u64, other: u64, empty: u64) -> Self {
        let strides = &STRIDES;
        let back = &strides.back;
        let (own, other) = ([own; 8], [other; 8]);
        let to_empty = walk([empty; 8], back);
        let free = both(own, to_empty);
        // Opponents whose next cell is empty or off the board, one or two in a row.
        let light = both(other, either(to_empty, EDGES));
        let at_light = walk(light, back);
        let heavy = both(other, at_light);
        let two = both(own, walk(either(free, both(own, at_light)), back));
        let at_heavy = both(own, walk(both(own, walk(heavy, back)), back));
        let three = both(own, walk(either(two, at_heavy), back));
        let mut pairs = [[0; 8]; 2];
        let mut triples = [[0; 8]; 2];
        let mut across = 0;
        while across < 2 {
            pairs[across] = both(free, walk(free, &strides.back_across[across]));
            triples[across] =
                both(pairs[across], walk(pairs[across], &strides.back_across[across]));
            across += 1;
        }
        Self { single: free, two, three, pairs, triples }
    }

    /// How many moves there are.
    #[inline(always)]
    pub(super) fn count(&self) -> u32 {
        // No marble is the last one of two rows in the same direction.
        let inline = size(either(self.single, either(self.two, self.three)));
        let sideways = size(self.pairs[0]) + size(self.pairs[1]);
        inline + sideways + size(self.triples[0]) + size(self.triples[1])
    }
}

/// The last marbles of the rows that push the opponent's marbles, for each direction.
pub(super) struct Pushes {
    /// Rows that push a marble off the board.
    pub(super) off: Lanes,
    /// Rows that push marbles on to an empty cell.
    pub(super) on: Lanes,
}

impl Pushes {
    /// The pushes of the player who has the marbles `own`. `to_empty` are the cells that have an
    /// empty one next to them, for each direction.
    #[inline(always)]
    pub(super) fn of(own: u64, other: u64, to_empty: Lanes, back: &Stride) -> Self {
        let (own, other) = ([own; 8], [other; 8]);
        Self {
            off: pushing(own, other, both(other, EDGES), back),
            on: pushing(own, other, both(other, to_empty), back),
        }
    }
}

/// The last marbles of the rows that push. `last` are the foremost marbles of the rows before them.
#[inline(always)]
fn pushing(own: Lanes, other: Lanes, last: Lanes, back: &Stride) -> Lanes {
    let at_one = walk(last, back);
    let two = both(own, walk(both(own, at_one), back));
    let at_two = walk(both(other, at_one), back);
    let at_two = both(own, walk(both(own, at_two), back));
    let three = both(own, walk(either(two, at_two), back));
    either(two, three)
}
