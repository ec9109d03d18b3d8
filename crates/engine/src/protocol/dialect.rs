//! The two dialects of the protocol.

/// The form of scores and moves, chosen by the handshake.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Dialect {
    /// The Universal Game Interface. It is the dialect until a handshake chooses another.
    #[default]
    Ugi,
    /// The Universal Chess Interface.
    Uci,
}

impl Dialect {
    /// The first command, and the line that ends the answer to it.
    #[must_use]
    pub const fn handshake(self) -> (&'static str, &'static str) {
        match self {
            Self::Ugi => ("ugi", "ugiok"),
            Self::Uci => ("uci", "uciok"),
        }
    }

    /// The command before each game.
    #[must_use]
    pub const fn new_game(self) -> &'static str {
        match self {
            Self::Ugi => "uginewgame",
            Self::Uci => "ucinewgame",
        }
    }

    /// The words of `go` for the clocks of the first and second player, and for their increments.
    #[must_use]
    pub const fn clock_words(self) -> [[&'static str; 2]; 2] {
        match self {
            Self::Ugi => [["p1time", "p2time"], ["p1inc", "p2inc"]],
            Self::Uci => [["wtime", "btime"], ["winc", "binc"]],
        }
    }
}
