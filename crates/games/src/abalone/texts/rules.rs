//! The rules of Abalone, for people.

/// The rules, in words.
pub(in super::super) const RULES: &str = "\
Two players push marbles over a board of 61 cells, black (b) first. Each has 14 marbles. The \
player who first pushes six of the opponent's marbles off the board wins.

A move takes one, two or three marbles of your colour one cell on, in one of six directions. Two or \
three marbles must lie next to each other in a straight line, and all of them move in the same \
direction. There are two kinds of moves.

- Along the line: the marbles move one behind the other. The cell in front of them must be empty, \
or there is something to push.
- Sideways: each marble moves to a cell beside the line. All these cells must be empty.

Only a line that moves along itself can push, and only if it is longer: two marbles push one, three \
push one or two. The opponent's marbles must lie right in front, in the same line. The cell behind \
them must be empty. At the end of the board there is no such cell, and the last marble falls off. \
You cannot push your own marbles, and a move never takes more than three of them.

A position that occurs for the third time with the same player to move is a draw. A game with a \
limit is drawn when the moves of both players together reach the limit. A player who cannot move at \
all has lost.

A cell has a letter for its row, a to i from the bottom, and a number for its diagonal. A move along \
a line is the cell of its last marble and the next cell: a1b2 moves the marble on a1, and all in \
front of it. A move sideways is both ends of the line, the lower one first, and where the first one \
goes: c3c5d3.

On the board, point at the last marble of a line, then at the cell in front of its first one, or at \
the marble next to the last. To move sideways, point at both ends of the line, then at the cell \
where the leading end goes.";
