//! Stonehenge (R. Knizia, 1992): two players fill 18 cells and fight for 15 ley-lines.
//!
//! Each player holds nine pieces: 6 5 4 3 3 2 2 1 1. A move puts one of them on an empty cell:
//!
//! ```text
//!              1---2
//!             / \ / \
//!            3---4---5
//!           / \ / \ / \
//!          6---7---8---9
//!         / \ / \ / \ / \
//!       10--11--12--13--14
//!         \ / \ / \ / \ /
//!          15--16--17--18
//! ```
//!
//! There are five ley-lines in each of three directions. A player owns a line as soon as the
//! opponent can no longer beat it. For this the player's pieces on it must be worth at least as
//! much as the opponent's pieces on it together with the best pieces that the opponent could still
//! put on its empty cells. A player who fills a line up to equal totals loses it. The first player
//! to own 8 lines wins at once. There are no draws.
//!
//! A move reads `6@7`: piece, cell. The text of a position has the five rows, the owners of the
//! lines, and the side to move, with `x` for the first player and `o` for the second:
//! `../.../..../...../.... ............... x`. The lines are in the order of [`LINES`].

mod board;
mod bytes;
mod chapter;
mod game;
mod hand;
mod keys;
mod lines;
mod moves;
mod oracle;
mod position;
mod rules;
mod solver;
mod texts;

pub use board::{CELLS, LINE_COUNT, LINES, LINES_TO_WIN};
pub use chapter::Chapter;
pub use game::Stonehenge;
pub use hand::Hand;
pub use lines::LeyLines;
pub use moves::Move;
pub use oracle::WinsAtOnce;
pub use position::StonehengePosition;
pub use solver::{StonehengeSolver, Technique};
