//! The rules of checkers, for people.

/// The rules, in words.
pub(in super::super) const RULES: &str = "\
Two players move pieces on the 32 dark squares of a board of 8 by 8. Each has 12 men. Black has \
squares 1 to 12 and moves first, white has 21 to 32.

A man moves one square diagonally forward to an empty square. A king moves one square diagonally in \
any direction.

A piece captures a piece of the opponent on a neighbouring square by jumping over it to the empty \
square behind. A man jumps forward only, a king in any direction. If the piece can jump again from \
where it lands, it must. All these jumps are one move. The captured pieces leave the board at the \
end of the move.

If you can capture, you must. If there are several captures, you may choose any of them.

A man that reaches the far row becomes a king, and the move ends there.

You win if the opponent cannot move, with or without pieces. The game is drawn when a position \
comes for the third time with the same player to move. It is also drawn after 40 moves of each side \
without a capture and without a move of a man.

A move is its squares: 9-14 for a step, 22x15x6 for a capture with two jumps. The square between may \
be left out if there is only one way.

On the board, point at the piece and then at the square where its move ends. If two captures end \
there, or one ends where it began, point at every square on the way.";
