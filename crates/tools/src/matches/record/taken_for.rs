//! What a record that names no game was taken for, and why.

/// The game that a record was taken for, although it names none, and why.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TakenFor {
    /// It has the players of PDN.
    #[error(
        "taken for {0} since there is no tag 'Game' or 'GameType', but 'White' and 'Black' as in PDN"
    )]
    Players(String),
    /// It has a first position of this game.
    #[error(
        "taken for {0} since there is no tag 'Game' or 'GameType', but a position of {0} in 'FEN'"
    )]
    Position(String),
}

impl TakenFor {
    /// The game.
    pub(super) fn game(&self) -> &str {
        match self {
            Self::Players(game) | Self::Position(game) => game,
        }
    }
}
