//! The program, as a subcommand sees it.

use std::sync::Arc;

use clap::Command;

use sarsen_engine::session::Registry;

/// A program with its games and its command line.
pub(crate) struct Program {
    /// The games.
    pub(crate) registry: Arc<Registry>,
    /// The whole command line, for completions and manual pages.
    pub(crate) command: Command,
}
