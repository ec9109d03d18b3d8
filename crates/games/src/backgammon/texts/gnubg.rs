//! The notation `gnubg`: boards as position IDs of GNU Backgammon.

use super::super::moves::BackgammonMove;
use super::super::position::BackgammonPosition;
use super::notation::{dice_text, side};
use sarsen_core::game::{MoveError, Notation, TextError, Written};

/// Positions with a position ID of GNU Backgammon instead of the board. The rest is as usual.
pub(in super::super) struct Gnubg;

impl Notation<BackgammonPosition> for Gnubg {
    fn name(&self) -> &str {
        "gnubg"
    }

    fn parse(
        &self,
        like: &BackgammonPosition,
        text: &str,
    ) -> Result<BackgammonPosition, TextError> {
        like.parse(text)
    }

    fn format(&self, position: &BackgammonPosition) -> String {
        format!("{} {} {}", position.position_id(), side(position), dice_text(position))
    }

    fn parse_move(
        &self,
        position: &BackgammonPosition,
        text: &str,
    ) -> Result<BackgammonMove, MoveError> {
        position.parse_move(text)
    }

    fn format_move(&self, position: &BackgammonPosition, m: BackgammonMove) -> String {
        position.format_move(m)
    }
}
