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
mod retrograde;
mod verify;

use std::sync::{Arc, LazyLock};

use super::position::CheckersPosition;
use library::{Library, built_in};
use maker::CheckersMaker;
use retrograde::is_win;
use sarsen_core::game::endgames::{EndgameError, EndgameMaker, EndgameSet};
use sarsen_core::game::value::{loss_in, win_in};
use sarsen_core::game::{Known, Oracle};

/// What the endgame tables know.
pub(super) struct CheckersTables {
    library: Arc<Library>,
}

impl CheckersTables {
    /// The tables that come with the game.
    pub(super) fn new() -> Self {
        static BUILT_IN: LazyLock<Arc<Library>> =
            LazyLock::new(|| Arc::new(Library::new(built_in()).expect("the bundle is tested")));
        Self { library: Arc::clone(&BUILT_IN) }
    }
}

impl Oracle<CheckersPosition> for CheckersTables {
    #[inline]
    fn probe(&self, position: &CheckersPosition) -> Option<Known> {
        let value = self.library.value(&position.pieces)?;
        let plies = || u32::from(value) - 1;
        Some(Known::exact(match value {
            0 => 0,
            _ if is_win(value) => win_in(plies()),
            _ => loss_in(plies()),
        }))
    }

    fn endgames(&self) -> Option<&dyn EndgameMaker> {
        Some(&CheckersMaker)
    }

    fn with_endgames(
        &self,
        set: &EndgameSet,
    ) -> Result<Box<dyn Oracle<CheckersPosition>>, EndgameError> {
        let mut all = set.clone();
        // Without the parts that come with the game, parts in files would be of little use.
        Library::new(set)?;
        all.fill_up(built_in());
        Ok(Box::new(Self { library: Arc::new(Library::new(&all)?) }))
    }
}
