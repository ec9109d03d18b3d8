//! What is kept of a table, besides its moves: the game, who sits where, what is asked, the clock.

use super::clock::TableClock;
use super::secret::SecretHash;
use sarsen_core::game::Player;
use sarsen_engine::session::FairDice;

/// How long an engine at a table may think about a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum EngineLimit {
    /// This number of milliseconds.
    MoveTime(u64),
    /// This number of plies.
    Depth(u32),
}

impl std::fmt::Display for EngineLimit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::MoveTime(time) => write!(f, "movetime {time}"),
            Self::Depth(plies) => write!(f, "depth {plies}"),
        }
    }
}

/// Who has one of the two seats of a table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) enum SeatHolder {
    /// Nobody.
    #[default]
    Free,
    /// Whoever knows the secret.
    Person {
        /// The name, as its owner wrote it.
        name: String,
        /// The hash of the secret.
        secret: SecretHash,
    },
    /// An engine of the server.
    Engine(EngineLimit),
}

impl SeatHolder {
    /// Whether its owner has to agree if the opponent wants to take back.
    pub(crate) fn is_person(&self) -> bool {
        matches!(self, Self::Person { .. })
    }
}

/// A player asks to take back moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TakeBack {
    /// Who asks.
    pub(crate) by: Player,
    /// The number of plies that will be left.
    pub(crate) to: usize,
}

/// Why a player has lost a game that the rules have not ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Forfeit {
    /// The time was up.
    Time,
    /// The player resigned.
    Resignation,
}

/// What is kept of a table, besides its moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct TableFacts {
    /// The name of the game.
    pub(crate) game: String,
    /// Its setup, as the game itself writes it.
    pub(crate) setup: String,
    /// The dice and cards of the game. Nobody may see them: they tell what will be thrown.
    pub(crate) dice: FairDice,
    /// Who has the seats of the first and the second player.
    pub(crate) holders: [SeatHolder; 2],
    /// What a player asks for.
    pub(crate) ask: Option<TakeBack>,
    /// Who has lost the game, although the rules have not ended it.
    pub(crate) forfeit: Option<(Player, Forfeit)>,
    /// The clock, if the game has one.
    pub(crate) clock: Option<TableClock>,
}
