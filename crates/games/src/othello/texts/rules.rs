//! The rules of Othello, for people.

/// The rules, in words.
pub(in super::super) const RULES: &str = "\
Two players put discs on a board, black (X) first. A disc is black on one side and white on the \
other. At the start, two discs of each colour lie in the middle.

A move puts a disc of your colour on an empty square so that it encloses discs of the other colour \
in a straight line: your new disc, then one or more of theirs without a gap, then a disc of yours. \
The line may be level, upright or diagonal. All enclosed discs turn over and are yours. If the new \
disc encloses discs in several lines, all of them turn over.

If you cannot enclose anything, you pass, and the other player moves again. You may not pass if you \
have a move.

The game ends when neither player can move, usually with a full board. The player with more discs \
wins. Squares that stay empty count for the winner.

A move is the name of its square, such as d3: a letter for the column and a number for the row. Row \
1 is on top. A pass is the word pass.";
