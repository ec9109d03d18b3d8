//! The endgame tables of checkers: every position with up to six pieces, solved backwards from the
//! ends of games.
//!
//! A value is a byte: 0 for a draw (and for what is no position), otherwise one more than the plies
//! to the end of the game, if the winner hurries and the loser delays. An even number of plies is a
//! loss of the player to move, because the loser is the one who cannot move. The draws by
//! repetition and after 40 moves are not in the tables. The search takes care of them.

mod binomial;
mod index;
mod library;
mod maker;
mod matchup;
mod oracle;
mod retrograde;
mod verify;

pub(super) use oracle::CheckersTables;
