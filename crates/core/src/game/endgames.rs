//! Endgame tables: what is known of every position with few pieces, who wins and how soon.
//!
//! A game that has them says so in its [`Oracle`](super::Oracle), which probes them. The tables of
//! a game are divided into parts, one for each material, say. A part is an [`EndgameFile`]: a byte
//! for each position, compressed, with checksums. What the bytes mean is known to the game alone.
//! The parts of a game are an [`EndgameSet`]. An [`EndgameMaker`] makes them one after another.

mod file;
mod header;
mod maker;
mod set;

pub use file::EndgameFile;
pub use header::EndgameSummary;
pub use maker::{EndgameMaker, EndgamePart, EndgameSamples, EndgameWatch};
pub use set::{EndgameSet, SUFFIX};

/// Why endgame tables cannot be made or used.
#[derive(Debug, thiserror::Error)]
pub enum EndgameError {
    /// The system refuses.
    #[error("{file}: {error}")]
    File {
        /// The file or the folder.
        file: String,
        /// What the system says.
        error: std::io::Error,
    },
    /// A folder has none.
    #[error("{0}: there are no endgame tables in this folder; 'tables build' makes some")]
    Empty(String),
    /// A file is not what it should be.
    #[error("{file}: {reason}; if you delete it, 'tables build' makes it again")]
    Damaged {
        /// The file.
        file: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The tables are of another game.
    #[error("these are endgame tables of {found}, not of {wanted}")]
    OtherGame {
        /// Their game.
        found: String,
        /// The game that they should be of.
        wanted: String,
    },
    /// The game has no endgame tables.
    #[error("{0} has no endgame tables")]
    None(String),
    /// A part is missing.
    #[error("the part {0} is missing: build the tables of fewer pieces first")]
    Missing(String),
    /// There is no such part, or no part with this number of pieces.
    #[error("{0}")]
    Unknown(String),
    /// A game lasts too long for the tables.
    #[error("part {0}: a game lasts longer than a byte can say")]
    TooLong(String),
    /// A value does not agree with those of the moves.
    #[error("part {part}: {position} has {found}, but {right} by its moves")]
    Wrong {
        /// The part.
        part: String,
        /// The position as text.
        position: String,
        /// The value in the table, in words.
        found: String,
        /// The value by the moves, in words.
        right: String,
    },
    /// The work was stopped.
    #[error("stopped")]
    Stopped,
}
