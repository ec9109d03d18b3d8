//! Why learning ends without a result.

use std::path::PathBuf;

use crate::matches::contest::TournamentError;
use crate::matches::tuning::TuneError;
use sarsen_engine::learned::NoLearning;

/// Why learning ends without a result.
#[derive(Debug, thiserror::Error)]
pub enum LearnError {
    /// Games cannot be played, or it was interrupted.
    #[error(transparent)]
    Work(#[from] TuneError),
    /// Nothing can be learnt about the game.
    #[error(transparent)]
    NoLearning(#[from] NoLearning),
    /// Old and new cannot play each other.
    #[error(transparent)]
    Match(#[from] TournamentError),
    /// The file of progress is something else.
    #[error("{}: this is no progress of 'learn', so it is left as it is", .0.display())]
    Foreign(PathBuf),
    /// The file of progress belongs to other settings.
    #[error(
        "{}: this is the progress of another run: {name} was {old} and is {new} now; use the old one \
         to go on, or name another output",
        path.display()
    )]
    OtherRun {
        /// The file.
        path: PathBuf,
        /// What differs.
        name: String,
        /// What it was.
        old: String,
        /// What it is.
        new: String,
    },
    /// Another process is at work with the file.
    #[error("{}: another process is learning with this file", .0.display())]
    Busy(PathBuf),
    /// The file of progress cannot be used.
    #[error("{}: the progress cannot be used: {}", .0.display(), .1)]
    Progress(PathBuf, String),
    /// A file cannot be written.
    #[error("{}: {}", .0.display(), .1)]
    File(PathBuf, std::io::Error),
}

impl LearnError {
    /// Whether somebody wanted it to end.
    #[must_use]
    pub fn is_interrupt(&self) -> bool {
        matches!(self, Self::Work(TuneError::Interrupted))
    }
}
