//! Tables of cells and lines: masks, the points that a piece adds, images.

use super::super::board::{
    CELL_IMAGE, CELLS, INVERSE, LINE_COUNT, LINE_IMAGE, LINE_SET, SYMMETRIES,
};
use super::lanes::Lanes;

/// For each cell, all bits set in the lanes of its lines.
pub(super) static ON: [Lanes; CELLS] = {
    let mut all = [super::lanes::ZERO; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        all[cell] = with(cell, -1);
        cell += 1;
    }
    all
};

/// For each cell and piece, twice the piece in the lanes of the cell's lines.
pub(super) static TWICE: [[Lanes; 7]; CELLS] = {
    let mut all = [[super::lanes::ZERO; 7]; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let mut piece = 0;
        while piece < 7 {
            all[cell][piece] = with(cell, 2 * piece as i8);
            piece += 1;
        }
        cell += 1;
    }
    all
};

/// The cells of each line, cell 0 in bit 0.
pub(super) static CELLS_OF: [u32; LINE_COUNT] = {
    let mut cells = [0; LINE_COUNT];
    let mut cell = 0;
    while cell < CELLS {
        let mut line = 0;
        while line < LINE_COUNT {
            cells[line] |= (LINE_SET[cell] as u32 >> line & 1) << cell;
            line += 1;
        }
        cell += 1;
    }
    cells
};

/// For each symmetry and each line of the image, the line of the position that it comes from.
pub(super) static TO_IMAGE: [[u8; 16]; SYMMETRIES] = {
    let mut orders = [[15; 16]; SYMMETRIES];
    let mut symmetry = 0;
    while symmetry < SYMMETRIES {
        let mut line = 0;
        while line < LINE_COUNT {
            orders[symmetry][LINE_IMAGE[symmetry][line] as usize] = line as u8;
            line += 1;
        }
        symmetry += 1;
    }
    orders
};

/// For each symmetry and each line of the position, the line of the image to which it goes.
pub(super) static FROM_IMAGE: [[u8; 16]; SYMMETRIES] = {
    let mut orders = [[15; 16]; SYMMETRIES];
    let mut symmetry = 0;
    while symmetry < SYMMETRIES {
        orders[symmetry] = TO_IMAGE[INVERSE[symmetry] as usize];
        symmetry += 1;
    }
    orders
};

/// The code of a move, the same as in [`Move`](super::super::moves::Move): six codes for each cell.
#[inline(always)]
pub(super) fn code(cell: usize, piece: usize) -> u8 {
    (cell * 6 + piece - 1) as u8
}

/// The cell and the piece of a move.
#[inline(always)]
pub(super) fn parts(code: u8) -> (usize, u8) {
    (usize::from(code / 6) % CELLS, code % 6 + 1)
}

/// The code of a move in the image under a symmetry.
#[inline(always)]
pub(super) fn image_of(code: u8, symmetry: usize) -> u8 {
    CELL_IMAGE[symmetry][usize::from(code / 6)] * 6 + code % 6
}

/// The code in the position itself of a move of the image.
#[inline(always)]
pub(super) fn original_of(code: u8, symmetry: usize) -> u8 {
    image_of(code, usize::from(INVERSE[symmetry]))
}

const fn with(cell: usize, number: i8) -> Lanes {
    let mut lanes = [0; 16];
    let mut line = 0;
    while line < LINE_COUNT {
        if LINE_SET[cell] >> line & 1 == 1 {
            lanes[line] = number;
        }
        line += 1;
    }
    Lanes::new(lanes)
}
