//! The logs of a match: warnings on standard error, and what engines are told and say in a file.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use env_logger::{Builder, Env, Logger, Target};
use log::{LevelFilter, Log, Metadata, Record};

use super::file_error::{FileError, InFile};
use sarsen_core::sys::stderr::complain;
use sarsen_tools::client::TALK;

/// Why there is no log.
#[derive(Debug, thiserror::Error)]
pub(crate) enum TalkLogError {
    /// The file cannot be opened.
    #[error("log: {0}")]
    File(FileError<io::Error>),
    /// The program has a log of its own.
    #[error("log: this program has a log of its own")]
    Taken,
}

told!(TalkLogError);

/// Sends warnings to standard error, and what else the environment variable `RUST_LOG` asks for.
/// Adds the lines of both sides, with their times, to the file, if there is one.
///
/// # Errors
///
/// If the file cannot be opened, or the program has a log of its own.
pub(crate) fn start(path: Option<&Path>) -> Result<(), TalkLogError> {
    let usual =
        Builder::from_env(Env::default().default_filter_or("warn")).format_target(false).build();
    let talk = path.map(talk_logger).transpose()?;
    let most = talk.as_ref().map_or(LevelFilter::Off, Logger::filter).max(usual.filter());
    match log::set_boxed_logger(Box::new(MatchLogger { usual, talk })) {
        Ok(()) => log::set_max_level(most),
        // A program that has a log of its own keeps it.
        Err(_) if path.is_none() => {}
        Err(_) => return Err(TalkLogError::Taken),
    }
    Ok(())
}

/// The log of the lines of both sides.
fn talk_logger(path: &Path) -> Result<Logger, TalkLogError> {
    let opened = File::options().append(true).create(true).open(path);
    let file = opened.in_file(path.display()).map_err(TalkLogError::File)?;
    let sink = TalkFile { file, path: path.to_owned(), is_lost: false };
    Ok(Builder::new()
        .filter(Some(TALK), LevelFilter::Debug)
        .format_target(false)
        .format_level(false)
        .format_timestamp_millis()
        .target(Target::Pipe(Box::new(sink)))
        .build())
}

/// Both logs.
struct MatchLogger {
    usual: Logger,
    talk: Option<Logger>,
}

impl Log for MatchLogger {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        self.usual.enabled(metadata) || self.talk.as_ref().is_some_and(|log| log.enabled(metadata))
    }

    fn log(&self, record: &Record<'_>) {
        self.usual.log(record);
        if let Some(talk) = &self.talk {
            talk.log(record);
        }
    }

    fn flush(&self) {
        self.usual.flush();
    }
}

/// The file of what is said. The match goes on if it cannot be written.
struct TalkFile {
    file: File,
    path: PathBuf,
    /// Whether something could not be written.
    is_lost: bool,
}

impl Write for TalkFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes);
        if let Err(error) = &written
            && !self.is_lost
        {
            self.is_lost = true;
            complain(format_args!("log: {}: {error}; lines are missing", self.path.display()));
        }
        written
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
