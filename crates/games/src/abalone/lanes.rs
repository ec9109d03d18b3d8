//! Sets of cells for all six directions at once, so that the compiler makes vectors of them.

use super::cells::{BOARD, CELLS, DIRECTIONS, INSIDE, STEPS, opposite};

/// A set of cells for each direction. The last two are always empty.
pub(super) type Lanes = [u64; 8];

/// A step that each lane makes in a direction of its own.
pub(super) struct Stride {
    inside: Lanes,
    left: Lanes,
    right: Lanes,
}

/// The strides that lanes make.
pub(super) struct Strides {
    /// Each lane steps back from its direction.
    pub(super) back: Stride,
    /// Each lane steps back along a row that crosses its direction: in the first stride along the
    /// axis after its own, in the second along the one after that.
    pub(super) back_across: [Stride; 2],
}

/// All strides, unseen by the compiler. If it sees them, it makes few vectors. That is best where
/// little is computed, as for the number of moves, and bad where much is.
#[inline(always)]
pub(super) fn strides() -> &'static Strides {
    std::hint::black_box(&STRIDES)
}

/// All strides.
pub(super) static STRIDES: Strides = Strides { back: BACK, back_across: BACK_ACROSS };

const BACK: Stride =
    stride([opposite(0), opposite(1), opposite(2), opposite(3), opposite(4), opposite(5)]);

const BACK_ACROSS: [Stride; 2] = [
    stride([opposite(1), opposite(2), opposite(0), opposite(1), opposite(2), opposite(0)]),
    stride([opposite(2), opposite(0), opposite(1), opposite(2), opposite(0), opposite(1)]),
];

/// The cells from which a step in the lane's direction leads off the board.
pub(super) static EDGES: Lanes = {
    let mut edges = [0; 8];
    let mut lane = 0;
    while lane < DIRECTIONS {
        edges[lane] = BOARD & !INSIDE[lane];
        lane += 1;
    }
    edges
};

const fn stride(directions: [usize; DIRECTIONS]) -> Stride {
    let mut stride = Stride { inside: [0; 8], left: [0; 8], right: [0; 8] };
    let mut lane = 0;
    while lane < DIRECTIONS {
        let direction = directions[lane];
        stride.inside[lane] = INSIDE[direction];
        stride.left[lane] = STEPS[direction] as u64;
        stride.right[lane] = CELLS as u64 - STEPS[direction] as u64;
        lane += 1;
    }
    stride
}

/// The cells that a step from these leads to.
#[inline(always)]
pub(super) fn walk(from: Lanes, stride: &Stride) -> Lanes {
    let mut to = [0; 8];
    let mut lane = 0;
    while lane < 8 {
        let start = from[lane] & stride.inside[lane];
        to[lane] = (start << stride.left[lane] | start >> stride.right[lane]) & BOARD;
        lane += 1;
    }
    to
}

/// The cells that are in both sets.
#[inline(always)]
pub(super) fn both(one: Lanes, other: Lanes) -> Lanes {
    let mut to = [0; 8];
    let mut lane = 0;
    while lane < 8 {
        to[lane] = one[lane] & other[lane];
        lane += 1;
    }
    to
}

/// The cells that are in one of the sets.
#[inline(always)]
pub(super) fn either(one: Lanes, other: Lanes) -> Lanes {
    let mut to = [0; 8];
    let mut lane = 0;
    while lane < 8 {
        to[lane] = one[lane] | other[lane];
        lane += 1;
    }
    to
}

/// The number of cells in all lanes together.
#[inline(always)]
pub(super) fn size(lanes: Lanes) -> u32 {
    let (mut size, mut lane) = (0, 0);
    while lane < 8 {
        size += lanes[lane].count_ones();
        lane += 1;
    }
    size
}
