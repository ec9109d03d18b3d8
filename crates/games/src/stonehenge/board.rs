//! The board of Stonehenge: its cells, ley-lines and symmetries, computed at compile time.

use super::bytes::{self, Bytes, LANES};

/// The number of cells.
pub const CELLS: usize = 18;

/// The number of ley-lines.
pub const LINE_COUNT: usize = 15;

/// A player with this many lines has won.
pub const LINES_TO_WIN: u32 = 8;

/// The number of cells of each row.
pub(super) const ROWS: [usize; 5] = [2, 3, 4, 5, 4];

/// The number of symmetries of the board.
pub(super) const SYMMETRIES: usize = 6;

/// The cells of each ley-line. The rows come first, from above. Then come the lines down to the
/// left and the lines down to the right, both from the left. Cells count from 0.
pub const LINES: [&[u8]; LINE_COUNT] = [
    &[0, 1],
    &[2, 3, 4],
    &[5, 6, 7, 8],
    &[9, 10, 11, 12, 13],
    &[14, 15, 16, 17],
    &[0, 2, 5, 9],
    &[1, 3, 6, 10, 14],
    &[4, 7, 11, 15],
    &[8, 12, 16],
    &[13, 17],
    &[9, 14],
    &[5, 10, 15],
    &[2, 6, 11, 16],
    &[0, 3, 7, 12, 17],
    &[1, 4, 8, 13],
];

/// The three lines of each cell, one in each direction.
pub(super) const LINES_OF: [[u8; 3]; CELLS] = {
    let mut lines = [[0; 3]; CELLS];
    let mut line = 0;
    while line < LINE_COUNT {
        let mut i = 0;
        while i < LINES[line].len() {
            lines[LINES[line][i] as usize][line / 5] = line as u8;
            i += 1;
        }
        line += 1;
    }
    lines
};

/// The lines of each cell as a bit set.
pub(super) const LINE_SET: [u16; CELLS] = {
    let mut sets = [0; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let [a, b, c] = LINES_OF[cell];
        sets[cell] = 1 << a | 1 << b | 1 << c;
        cell += 1;
    }
    sets
};

/// The lines of each cell as bytes, with 1 for each line through the cell.
pub(super) const LINE_BYTES: [Bytes; CELLS] = {
    let mut all = [[0; 2]; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let mut lanes = [0; LANES];
        let mut line = 0;
        while line < LINE_COUNT {
            lanes[line] = (LINE_SET[cell] >> line & 1) as u8;
            line += 1;
        }
        all[cell] = bytes::from_lanes(lanes);
        cell += 1;
    }
    all
};

/// The number of the line of a cell in each direction. Lines with the same number in different
/// directions have the same length. So the symmetries of the board are the permutations of these
/// coordinates.
const fn coordinates(cell: usize) -> [u8; 3] {
    let [a, b, c] = LINES_OF[cell];
    [a, 9 - b, c - 10]
}

/// How each symmetry permutes the coordinates: the identity, two rotations, three reflections.
const AXES: [[usize; 3]; SYMMETRIES] =
    [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [2, 1, 0], [1, 0, 2]];

/// The cell to which each symmetry takes each cell.
pub(super) const CELL_IMAGE: [[u8; CELLS]; SYMMETRIES] = {
    let mut images = [[0; CELLS]; SYMMETRIES];
    let mut symmetry = 0;
    while symmetry < SYMMETRIES {
        let mut cell = 0;
        while cell < CELLS {
            let from = coordinates(cell);
            let [a, b, _] = AXES[symmetry];
            let mut to = 0;
            // Two coordinates determine the third.
            while coordinates(to)[0] != from[a] || coordinates(to)[1] != from[b] {
                to += 1;
            }
            images[symmetry][cell] = to as u8;
            cell += 1;
        }
        symmetry += 1;
    }
    images
};

/// The line to which each symmetry takes each line.
pub(super) const LINE_IMAGE: [[u8; LINE_COUNT]; SYMMETRIES] = {
    let mut images = [[0; LINE_COUNT]; SYMMETRIES];
    let mut symmetry = 0;
    while symmetry < SYMMETRIES {
        let mut line = 0;
        while line < LINE_COUNT {
            let image = &CELL_IMAGE[symmetry];
            // Two cells of a line share only that line.
            let shared = LINE_SET[image[LINES[line][0] as usize] as usize]
                & LINE_SET[image[LINES[line][1] as usize] as usize];
            images[symmetry][line] = shared.trailing_zeros() as u8;
            line += 1;
        }
        symmetry += 1;
    }
    images
};

/// The symmetry that equals one symmetry followed by another: `THEN[first][second]`.
pub(super) const THEN: [[u8; SYMMETRIES]; SYMMETRIES] = {
    let mut then = [[0; SYMMETRIES]; SYMMETRIES];
    let mut first = 0;
    while first < SYMMETRIES {
        let mut second = 0;
        while second < SYMMETRIES {
            // The images of cells 0 and 1 identify a symmetry.
            let a = CELL_IMAGE[second][CELL_IMAGE[first][0] as usize];
            let b = CELL_IMAGE[second][CELL_IMAGE[first][1] as usize];
            let mut both = 0;
            while CELL_IMAGE[both][0] != a || CELL_IMAGE[both][1] != b {
                both += 1;
            }
            then[first][second] = both as u8;
            second += 1;
        }
        first += 1;
    }
    then
};

/// The symmetry that undoes each symmetry. The two rotations undo each other.
pub(super) const INVERSE: [u8; SYMMETRIES] = [0, 2, 1, 3, 4, 5];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_is_on_three_lines() {
        for (cell, set) in LINE_SET.iter().enumerate() {
            assert_eq!(set.count_ones(), 3);
            for line in LINES_OF[cell] {
                assert!(LINES[usize::from(line)].contains(&(cell as u8)));
            }
        }
    }

    #[test]
    fn symmetries_take_lines_to_lines() {
        for symmetry in 0..SYMMETRIES {
            let image = |cell: u8| CELL_IMAGE[symmetry][usize::from(cell)];
            for line in 0..LINE_COUNT {
                let mut cells: Vec<u8> = LINES[line].iter().map(|&cell| image(cell)).collect();
                let mut expected = LINES[usize::from(LINE_IMAGE[symmetry][line])].to_vec();
                cells.sort_unstable();
                expected.sort_unstable();
                assert_eq!(cells, expected);
            }
            assert_eq!(THEN[symmetry][usize::from(INVERSE[symmetry])], 0);
            for second in 0..SYMMETRIES {
                let both = usize::from(THEN[symmetry][second]);
                for cell in 0..CELLS {
                    assert_eq!(
                        CELL_IMAGE[both][cell],
                        CELL_IMAGE[second][usize::from(image(cell as u8))]
                    );
                }
            }
        }
    }
}
