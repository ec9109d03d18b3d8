//! A position of checkers: the pieces, and the way that has led there.

use super::pieces::Pieces;
use super::squares;
use sarsen_core::game::{Path, PathLimits, Player, Zobrist};

/// The name of the game.
pub(super) const NAME: &str = "checkers";

/// After this many plies without a capture or a man's advance the game is drawn.
pub(super) const REVERSIBLE: usize = 80;

/// What can be on a square: a man or a king of either player.
static KEYS: Zobrist<35, 4> = Zobrist::new(0x000c_4ec6_e125);

/// A position of checkers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CheckersPosition {
    pub(super) pieces: Pieces,
    pub(super) key: u64,
    pub(super) path: Path,
}

impl CheckersPosition {
    /// A position to begin with.
    pub(super) fn new(pieces: Pieces) -> Self {
        let key = key_of(&pieces);
        let limits = PathLimits { reversible: REVERSIBLE, ..PathLimits::default() };
        Self { pieces, key, path: Path::new(key, limits) }
    }

    /// The number of a player's men and kings.
    #[must_use]
    pub const fn count(&self, player: Player) -> (u32, u32) {
        let pieces = self.pieces.of[player.index()];
        let kings = pieces & self.pieces.kings;
        ((pieces & !kings).count_ones(), kings.count_ones())
    }

    /// Whether the player to move has a capture, and therefore must capture.
    #[inline]
    #[must_use]
    pub const fn must_capture(&self) -> bool {
        self.pieces.jumpers() != 0
    }
}

/// The number in keys of a man or a king.
#[inline]
pub(super) fn piece_key(place: u32, player: Player, is_king: bool) -> u64 {
    KEYS.key(place as usize, 2 * player.index() + usize::from(is_king))
}

/// What changes in a key when it is the other player's turn.
#[inline]
pub(super) const fn other_turn() -> u64 {
    KEYS.other_turn()
}

/// The key of a position.
fn key_of(pieces: &Pieces) -> u64 {
    let contents = [Player::First, Player::Second].into_iter().flat_map(|player| {
        squares::places(pieces.of[player.index()]).map(move |place| {
            let is_king = pieces.kings >> place & 1 != 0;
            (place as usize, 2 * player.index() + usize::from(is_king))
        })
    });
    KEYS.of(contents, pieces.turn)
}
