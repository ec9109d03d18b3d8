//! Connect Four in words: its rules. Below are the notation and the picture.

mod cfour;
mod diagram;
mod explain;
mod notation;
mod picture;

pub(super) use cfour::Cfour;
pub(super) use explain::explain;
pub(super) use picture::draw;

/// The rules, in words.
pub(super) const RULES: &str = "\
The board stands upright. Players take turns to drop a stone into a column. It falls to the lowest \
free cell of the column. A full column takes no more stones.

The first player who has four stones in a row wins: side by side, one above the other, or on a \
diagonal. More than four count, too. If the board is full and nobody has four in a row, the game is \
a draw.

A move is the number of its column, counted from the left: 4 is the fourth column. Cells are called \
by a letter for the column and a number for the row: a1 is at the bottom left.";
