//! Stonehenge in words: its rules. Below are the notation and the picture.

mod diagram;
mod notation;
mod picture;

pub(super) use picture::draw;

/// The rules, in words.
pub(super) const RULES: &str = "\
Two players fight for 15 ley-lines. The first player to own eight wins. There are no draws.

The board has 18 cells. A ley-line is a straight line of two to five cells. There are five level \
lines, five that fall to the left and five that fall to the right, so each cell is on three lines. \
At one end of each line is a small round mark. It shows who owns the line.

Each player has nine pieces with numbers: 6, 5, 4, 3, 3, 2, 2, 1, 1. Players take turns. A turn is \
always the same: put one of your pieces on any empty cell. Pieces never move again, and nobody may \
pass.

You own a line as soon as the opponent can no longer beat you there. Add up the numbers of your \
pieces on the line. Then add up those of the opponent, and the highest numbers that the opponent \
could still put on the empty cells of the line, with the pieces left in the hand. If your total is \
at least as high, the line is yours. It stays yours for the rest of the game.

- Example: a line has two cells. You put your 6 on one of them. The opponent has a 6 left, which \
would only be as high as yours. So the line is yours at once.
- Example: a line has three cells. You have a 6 on it, and the opponent nothing. The opponent could \
still add 6 and 5, and that is 11. So the line is open. With your 5 as well, you have 11, and the \
opponent can add no more than 6. The line is yours.
- If a line is full and both totals are equal, it belongs to the player who did not put the last \
piece on it.

One piece counts on three lines, so a good move fights for several of them. Large pieces decide \
lines early. Small ones are for cells where nothing is left to win. When you have played your \
large pieces, the opponent need not fear them any more: what you still hold matters for every line.

A move is written as the piece and the cell: 6@7 is a 6 on cell 7.

On the board, point at one of your pieces, which are beside it, and then at a cell.";
