//! Why a subcommand fails.

use std::error::Error;
use std::io::{self, ErrorKind};

use indicatif::style::TemplateError;

use super::file_error::FileError;
use super::interrupt::InterruptedWork;
use sarsen_core::game::WeightsError;
use sarsen_core::game::endgames::EndgameError;
use sarsen_core::transposition::TableError;
use sarsen_engine::session::{NoSolver, OpenError, PositionError, SplitError, UndoError};
use sarsen_tools::batch::analysis::AnalysisError;
use sarsen_tools::batch::bench::BenchError;
use sarsen_tools::matches::contest::{SpecError, TournamentError};
use sarsen_tools::matches::learning::LearnError;
use sarsen_tools::matches::tuning::TuneError;
use sarsen_tools::report::ReportError;
use sarsen_web::WebError;

/// Why a subcommand fails, as far as its end depends on that. The text is the line that the user
/// reads.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// Something cannot be read or written. If it is the output, its reader may have closed it.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The user has ended it.
    #[error(transparent)]
    Interrupted(#[from] InterruptedWork),
    /// All else: what was asked for cannot be had.
    #[error("{0}")]
    Refused(String),
}

impl Failure {
    /// Whether the reader of the output has closed the pipe.
    pub(crate) fn is_broken_pipe(&self) -> bool {
        matches!(self, Self::Io(error) if error.kind() == ErrorKind::BrokenPipe)
    }
}

impl From<String> for Failure {
    fn from(why: String) -> Self {
        Self::Refused(why)
    }
}

impl From<&str> for Failure {
    fn from(why: &str) -> Self {
        Self::Refused(why.to_owned())
    }
}

impl<E: Error> From<FileError<E>> for Failure {
    fn from(error: FileError<E>) -> Self {
        Self::Refused(error.to_string())
    }
}

/// Lets these errors end a subcommand. Only their text is needed then.
macro_rules! told {
    ($($Error:ty),* $(,)?) => {
        $(impl From<$Error> for $crate::cli::failure::Failure {
            fn from(error: $Error) -> Self {
                Self::Refused(error.to_string())
            }
        })*
    };
}

/// The same for errors that may be about the output, so that a closed pipe is known for what it is.
macro_rules! told_of_output {
    ($($Error:ident),*) => {
        $(impl From<$Error> for Failure {
            fn from(error: $Error) -> Self {
                match error {
                    $Error::Output(error) => Self::Io(error),
                    error => Self::Refused(error.to_string()),
                }
            }
        })*
    };
}

told_of_output!(AnalysisError, BenchError, WebError);

told!(
    EndgameError,
    LearnError,
    ReportError,
    NoSolver,
    OpenError,
    PositionError,
    SpecError,
    SplitError,
    TableError,
    TemplateError,
    TournamentError,
    TuneError,
    UndoError,
    WeightsError,
);
