//! The tables as an oracle: what the search asks at every node.

use std::sync::{Arc, LazyLock};

use super::super::position::CheckersPosition;
use super::library::{Library, built_in};
use super::maker::CheckersMaker;
use super::retrograde::is_win;
use sarsen_core::game::endgames::{EndgameError, EndgameMaker, EndgameSet};
use sarsen_core::game::value::{loss_in, win_in};
use sarsen_core::game::{Known, Oracle};

/// What the endgame tables know.
pub(in super::super) struct CheckersTables {
    library: Arc<Library>,
}

impl CheckersTables {
    /// The tables that come with the game.
    pub(in super::super) fn new() -> Self {
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
