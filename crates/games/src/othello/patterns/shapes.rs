//! The shapes: groups of squares whose contents are looked up in a table, all squares at once.
//!
//! A square is empty, has a disc of the player to act, or one of the opponent: 0, 1 or 2. So the
//! contents of a shape are a number with a digit of base 3 for each square, its state.

use super::super::squares::transpose;

/// The powers of 3 up to the tenth.
pub(super) const POWERS: [usize; 11] = {
    let mut powers = [1; 11];
    let mut at = 1;
    while at < 11 {
        powers[at] = 3 * powers[at - 1];
        at += 1;
    }
    powers
};

/// For each set of up to ten squares, the sum of their powers of 3.
static SUMS: [u16; 1024] = {
    let mut sums = [0; 1024];
    let mut set = 1_usize;
    while set < 1024 {
        let lowest = set & set.wrapping_neg();
        sums[set] = sums[set ^ lowest] + POWERS[lowest.trailing_zeros() as usize] as u16;
        set += 1;
    }
    sums
};

/// What reflects a shape onto itself. Its contents mean the same in both views.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reflection {
    /// Nothing.
    None,
    /// The first squares, this many, come in reverse order, and so do the others after them.
    Reversed(usize),
    /// Rows and columns of 3 by 3 squares change places.
    Transposed,
}

/// A shape.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    pub(super) name: &'static str,
    pub(super) squares: usize,
    pub(super) reflection: Reflection,
}

impl Shape {
    const fn new(name: &'static str, squares: usize, reflection: Reflection) -> Self {
        Self { name, squares, reflection }
    }

    /// For each state, the one that means the same.
    pub(super) fn reflected(&self) -> Vec<usize> {
        let mut images = vec![0];
        for (at, &power) in POWERS.iter().enumerate().take(self.squares) {
            let to = match self.reflection {
                Reflection::None => at,
                Reflection::Reversed(first) if at < first => first - 1 - at,
                Reflection::Reversed(first) => self.squares - 1 - (at - first),
                Reflection::Transposed => at % 3 * 3 + at / 3,
            };
            // The states of the squares before this one are known.
            for digit in [1, 2] {
                images.extend_from_within(..power);
                let last = images.len() - power;
                images[last..].iter_mut().for_each(|image| *image += digit * POWERS[to]);
            }
        }
        images
    }
}

/// All shapes, in the order of their tables. The files of weights have this order, too.
pub(super) const SHAPES: [Shape; 11] = [
    // A side of the board and the two squares diagonally next to its corners.
    Shape::new("side", 10, Reflection::Reversed(8)),
    Shape::new("line2", 8, Reflection::Reversed(8)),
    Shape::new("line3", 8, Reflection::Reversed(8)),
    Shape::new("line4", 8, Reflection::Reversed(8)),
    Shape::new("diagonal8", 8, Reflection::Reversed(8)),
    Shape::new("diagonal7", 7, Reflection::Reversed(7)),
    Shape::new("diagonal6", 6, Reflection::Reversed(6)),
    Shape::new("diagonal5", 5, Reflection::Reversed(5)),
    Shape::new("diagonal4", 4, Reflection::Reversed(4)),
    Shape::new("corner3x3", 9, Reflection::Transposed),
    Shape::new("corner5x2", 10, Reflection::None),
];

/// For each shape, the number of states of those before it. The last number is that of all.
pub(super) const FIRST: [usize; SHAPES.len() + 1] = {
    let mut first = [0; SHAPES.len() + 1];
    let mut at = 0;
    while at < SHAPES.len() {
        first[at + 1] = first[at] + POWERS[SHAPES[at].squares];
        at += 1;
    }
    first
};

/// Both players' discs in one view of the board.
#[derive(Clone, Copy)]
struct BoardView {
    own: u64,
    other: u64,
}

impl BoardView {
    #[inline(always)]
    fn map(self, map: impl Fn(u64) -> u64) -> Self {
        Self { own: map(self.own), other: map(self.other) }
    }

    /// The state of a shape. `cut` moves its squares to the lowest bits and leaves out all others.
    #[inline(always)]
    fn state<const SHAPE: usize>(self, cut: impl Fn(u64) -> u64) -> usize {
        let sum = |set: u64| usize::from(SUMS[(cut(set) & 0x3ff) as usize]);
        FIRST[SHAPE] + sum(self.own) + 2 * sum(self.other)
    }
}

/// Row `ROW`, the lowest square first.
#[inline(always)]
const fn row<const ROW: u32>(set: u64) -> u64 {
    set >> (8 * ROW) & 0xff
}

/// The diagonal that goes down to the right from a square of the first row or column.
#[inline(always)]
const fn diagonal<const COLUMN: u32, const ROW: u32>(set: u64) -> u64 {
    const MAIN: u64 = 0x8040_2010_0804_0201;
    // The squares of the main diagonal that stay on the board if it moves right or down.
    let squares = if ROW > 0 { MAIN << (8 * ROW) } else { (MAIN << (8 * COLUMN)) >> (7 * COLUMN) };
    // The product collects the columns in the last row.
    (set & squares).wrapping_mul(0x0101_0101_0101_0101) >> 56 >> COLUMN
}

#[inline(always)]
const fn side(set: u64) -> u64 {
    set & 0xff | set >> 1 & 0x100 | set >> 5 & 0x200
}

#[inline(always)]
const fn corner3x3(set: u64) -> u64 {
    set & 7 | set >> 5 & 0o70 | set >> 10 & 0o700
}

#[inline(always)]
const fn corner5x2(set: u64) -> u64 {
    set & 0x1f | set >> 3 & 0x3e0
}

/// Calls `take` with the state of each shape at each of its places on the board, as an index into
/// the states of all shapes.
#[inline(always)]
pub(super) fn each_state(own: u64, other: u64, mut take: impl FnMut(usize)) {
    let board = BoardView { own, other };
    let columns = board.map(transpose);
    for view in [board, columns] {
        take(view.state::<1>(row::<1>));
        take(view.state::<1>(row::<6>));
        take(view.state::<2>(row::<2>));
        take(view.state::<2>(row::<5>));
        take(view.state::<3>(row::<3>));
        take(view.state::<3>(row::<4>));
        let turned = view.map(u64::reverse_bits);
        for view in [view, view.map(u64::swap_bytes), turned, turned.map(u64::swap_bytes)] {
            take(view.state::<10>(corner5x2));
        }
        for view in [view, view.map(u64::swap_bytes)] {
            take(view.state::<0>(side));
        }
    }
    let turned = board.map(u64::reverse_bits);
    for view in [board, board.map(u64::swap_bytes), turned, turned.map(u64::swap_bytes)] {
        take(view.state::<9>(corner3x3));
    }
    for view in [board, board.map(u64::swap_bytes)] {
        take(view.state::<4>(diagonal::<0, 0>));
        take(view.state::<5>(diagonal::<1, 0>));
        take(view.state::<5>(diagonal::<0, 1>));
        take(view.state::<6>(diagonal::<2, 0>));
        take(view.state::<6>(diagonal::<0, 2>));
        take(view.state::<7>(diagonal::<3, 0>));
        take(view.state::<7>(diagonal::<0, 3>));
        take(view.state::<8>(diagonal::<4, 0>));
        take(view.state::<8>(diagonal::<0, 4>));
    }
}
