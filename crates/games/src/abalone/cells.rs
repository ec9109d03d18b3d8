//! The cells of the board, their numbers and neighbours, and what the symmetries do to them.
//!
//! A cell has a row (A, the lowest, to I) and a diagonal (1 to 9, which rise to the left). Its
//! number is the diagonal plus 13 times the row, counted from the middle of the board, modulo 61.
//! There are exactly 61 cells, and no two share a number. So a set of cells fits into 61 bits, a
//! step in any direction is a rotation of these bits, and a turn of the board by 60 degrees
//! multiplies all numbers by 14.

use sarsen_core::game::Symmetry;

/// The number of cells.
pub(super) const CELLS: usize = 61;

/// All cells.
pub(super) const BOARD: u64 = (1 << CELLS) - 1;

/// The number of rows, and of diagonals.
pub(super) const SIDE: i8 = 9;

/// The number of directions. Direction 0 leads to the right, and the others follow
/// counterclockwise. The first three lead to cells that are called higher.
pub(super) const DIRECTIONS: usize = 6;

/// What a step in each direction adds to the number of a cell.
pub(super) const STEPS: [u8; DIRECTIONS] = [1, 14, 13, 60, 47, 48];

/// The number of symmetries: six turns, and the same after a reflection.
pub(super) const SYMMETRIES: u8 = 12;

/// No cell: where a step leads off the board.
pub(super) const OFF: u8 = CELLS as u8;

/// The rows and diagonals of the cells, both from 0.
pub(super) static PLACES: [(u8, u8); CELLS] = {
    let mut places = [(0, 0); CELLS];
    let mut row = 0;
    while row < SIDE {
        let mut diagonal = 0;
        while diagonal < SIDE {
            if let Some(cell) = cell_at(row, diagonal) {
                places[cell as usize] = (row as u8, diagonal as u8);
            }
            diagonal += 1;
        }
        row += 1;
    }
    places
};

/// The cells as people read them: row I first, each row from the left.
pub(super) static READING: [u8; CELLS] = {
    let mut cells = [0; CELLS];
    let (mut count, mut row) = (0, SIDE - 1);
    while row >= 0 {
        let mut diagonal = 0;
        while diagonal < SIDE {
            if let Some(cell) = cell_at(row, diagonal) {
                cells[count] = cell;
                count += 1;
            }
            diagonal += 1;
        }
        row -= 1;
    }
    cells
};

/// The next cell in each direction, or [`OFF`].
static NEXT: [[u8; 64]; DIRECTIONS] = {
    let mut next = [[OFF; 64]; DIRECTIONS];
    let mut direction = 0;
    while direction < DIRECTIONS {
        let mut cell = 0;
        while cell < CELLS {
            if INSIDE[direction] >> cell & 1 != 0 {
                let to = (cell + STEPS[direction] as usize) % CELLS;
                next[direction][cell] = to as u8;
            }
            cell += 1;
        }
        direction += 1;
    }
    next
};

/// The cells that have a next cell in each direction.
pub(super) const INSIDE: [u64; DIRECTIONS] = {
    let mut inside = [0; DIRECTIONS];
    let mut direction = 0;
    while direction < DIRECTIONS {
        let (up, right) = ACROSS[direction];
        let mut row = 0;
        while row < SIDE {
            let mut diagonal = 0;
            while diagonal < SIDE {
                if let (Some(cell), Some(_)) =
                    (cell_at(row, diagonal), cell_at(row + up, diagonal + right))
                {
                    inside[direction] |= 1 << cell;
                }
                diagonal += 1;
            }
            row += 1;
        }
        direction += 1;
    }
    inside
};

/// The rings of the board: the cells at each distance from the middle.
pub(super) const RINGS: [u64; 5] = {
    let mut rings = [0; 5];
    let mut row = 0;
    while row < SIDE {
        let mut diagonal = 0;
        while diagonal < SIDE {
            if let Some(cell) = cell_at(row, diagonal) {
                let (up, right) = (row - 4, diagonal - 4);
                let among = [up.abs(), right.abs(), (up - right).abs()];
                let mut distance = among[0];
                if among[1] > distance {
                    distance = among[1];
                }
                if among[2] > distance {
                    distance = among[2];
                }
                rings[distance as usize] |= 1 << cell;
            }
            diagonal += 1;
        }
        row += 1;
    }
    rings
};

/// How many rows and diagonals a step goes on, for each direction.
const ACROSS: [(i8, i8); DIRECTIONS] = [(0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0)];

/// The number of the cell in a row and on a diagonal, both from 0, if there is one.
pub(super) const fn cell_at(row: i8, diagonal: i8) -> Option<u8> {
    let (up, right) = (row - 4, diagonal - 4);
    let is_cell = up.abs() <= 4 && right.abs() <= 4 && (up - right).abs() <= 4;
    if is_cell { Some((right as i32 + 13 * up as i32).rem_euclid(61) as u8) } else { None }
}

/// The next cell in a direction, or [`OFF`].
#[inline(always)]
pub(super) fn next(cell: u8, direction: usize) -> u8 {
    NEXT[direction][usize::from(cell & 63)]
}

/// The opposite direction.
pub(super) const fn opposite(direction: usize) -> usize {
    (direction + 3) % DIRECTIONS
}

/// The images of the cells under each symmetry.
pub(super) static IMAGES: [[u8; CELLS]; SYMMETRIES as usize] = {
    let mut images = [[0; CELLS]; SYMMETRIES as usize];
    let mut cell = 0;
    while cell < CELLS {
        // The reflection makes diagonals of rows.
        let (row, diagonal) = PLACES[cell];
        let mut turned = [cell, 0];
        if let Some(reflected) = cell_at(diagonal as i8, row as i8) {
            turned[1] = reflected as usize;
        }
        let mut turn = 0;
        while turn < DIRECTIONS {
            images[turn][cell] = turned[0] as u8;
            images[DIRECTIONS + turn][cell] = turned[1] as u8;
            turned = [turned[0] * 14 % CELLS, turned[1] * 14 % CELLS];
            turn += 1;
        }
        cell += 1;
    }
    images
};

/// The image of a cell.
#[inline]
pub(super) fn image_of(cell: u8, symmetry: Symmetry) -> u8 {
    IMAGES[usize::from(symmetry)][usize::from(cell)]
}

/// The image of a direction.
#[inline]
pub(super) const fn image_of_direction(direction: usize, symmetry: Symmetry) -> usize {
    let (reflected, turn) = (symmetry as usize >= DIRECTIONS, symmetry as usize % DIRECTIONS);
    let direction = if reflected { 2 + DIRECTIONS - direction } else { direction };
    (direction + turn) % DIRECTIONS
}

/// The image of a set of cells.
pub(super) fn image(set: u64, symmetry: Symmetry) -> u64 {
    members(set).fold(0, |image, cell| image | 1 << image_of(cell, symmetry))
}

/// The symmetry that undoes another.
pub(super) const fn inverse(symmetry: Symmetry) -> Symmetry {
    // A reflection undoes itself.
    if symmetry as usize >= DIRECTIONS { symmetry } else { (6 - symmetry) % 6 }
}

/// The cells of a set.
#[inline(always)]
pub(super) fn members(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let cell = set.trailing_zeros() as u8;
        if set == 0 {
            return None;
        }
        set &= set - 1;
        Some(cell)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_cells_share_a_number() {
        let mut all = 0_u64;
        for cell in READING {
            assert_eq!(all >> cell & 1, 0);
            all |= 1 << cell;
            let (row, diagonal) = PLACES[usize::from(cell)];
            assert_eq!(cell_at(row as i8, diagonal as i8), Some(cell));
        }
        assert_eq!(all, BOARD);
        assert_eq!(RINGS.map(u64::count_ones), [1, 6, 12, 18, 24]);
    }

    #[test]
    fn a_step_leads_to_the_neighbour() {
        for (direction, (up, right)) in ACROSS.into_iter().enumerate() {
            for cell in READING {
                let (row, diagonal) = PLACES[usize::from(cell)];
                let to = cell_at(row as i8 + up, diagonal as i8 + right);
                assert_eq!(next(cell, direction), to.unwrap_or(OFF), "{direction} {cell}");
            }
            assert_eq!(INSIDE[direction].count_ones(), 52);
        }
    }

    #[test]
    fn symmetries_keep_neighbours() {
        for symmetry in 0..SYMMETRIES {
            for cell in READING {
                let there = image_of(cell, symmetry);
                assert_eq!(image_of(there, inverse(symmetry)), cell);
                for direction in 0..DIRECTIONS {
                    let to = next(cell, direction);
                    let image = if to == OFF { OFF } else { image_of(to, symmetry) };
                    let turned = image_of_direction(direction, symmetry);
                    assert_eq!(next(there, turned), image, "{symmetry} {cell} {direction}");
                }
            }
        }
    }
}
