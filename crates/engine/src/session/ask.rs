//! To ask about a game in progress: which game it is, whose turn, what is legal.

use super::Chance;
use sarsen_core::game::{MoveError, Outcome, Player};

/// A comma with no move before or after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a move is missing before or after a comma")]
pub struct SplitError;

/// A game in progress, to ask about its position and its rules.
pub trait Ask: Chance {
    /// The name of the game.
    fn game(&self) -> &str;
    /// Its setup, as `newgame` takes it; empty if there is only one.
    fn setup(&self) -> String;
    /// Its name. If there are several setups, a blank and the setup follow. See
    /// [`Registry::open_title`](super::Registry::open_title).
    fn title(&self) -> String {
        format!("{} {}", self.game(), self.setup()).trim_end().to_owned()
    }

    /// How many moves were played since the position was set up.
    fn ply(&self) -> usize;
    /// The player who is to move. None if the game is over or chance is to act.
    fn to_move(&self) -> Option<Player>;
    /// The result, if the game is over.
    fn outcome(&self) -> Option<Outcome>;
    /// About how many plies the game will still last.
    fn plies_left(&self) -> u32;
    /// The legal moves; empty if the game is over.
    fn moves(&self) -> Vec<String>;
    /// Checks that a text is a legal move. Returns it as [`moves`](Self::moves) writes it. A pass
    /// may have any of the [usual spellings](sarsen_core::game::is_pass_text).
    ///
    /// # Errors
    ///
    /// Why it is not.
    fn check_move(&self, text: &str) -> Result<String, MoveError>;
    /// The only legal move, if there is exactly one and it is a pass.
    fn forced_pass(&self) -> Option<String>;
    /// The position as text.
    fn position(&self) -> String;
    /// Splits a text into moves. People and files separate moves by blanks or commas, or by nothing
    /// if the game [is written so](sarsen_core::game::Written::spread). The moves need not be
    /// legal. [`play`](super::Play::play) takes moves that are separated by blanks.
    ///
    /// # Errors
    ///
    /// If a move is missing before or after a comma.
    fn split_moves(&self, text: &str) -> Result<Vec<String>, SplitError>;
}
