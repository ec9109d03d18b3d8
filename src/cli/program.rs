//! The program, as a subcommand sees it.

use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use clap::Command;

use super::rules_files;
use sarsen_engine::session::Registry;

/// A program with its games and its command line.
pub(crate) struct Program {
    /// The games.
    pub(crate) registry: Arc<Registry>,
    /// The files of rules that some of them come from.
    pub(crate) files: Vec<PathBuf>,
    /// The whole command line, for completions and manual pages.
    pub(crate) command: Command,
}

impl Program {
    /// The command that starts this program once more, as an engine with the same games.
    ///
    /// # Errors
    ///
    /// If the system does not tell which program this is.
    pub(crate) fn as_engine(&self) -> io::Result<Vec<OsString>> {
        let mut command = vec![std::env::current_exe()?.into_os_string()];
        for file in &self.files {
            command.extend([rules_files::OPTION.into(), file.into()]);
        }
        Ok(command)
    }
}
