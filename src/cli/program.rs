//! What a subcommand gets to know of the program that it belongs to.

use std::sync::Arc;

use clap::Command;

use crate::session::Registry;

/// A program with its games and its command line.
pub(crate) struct Program {
    /// The games.
    pub(crate) registry: Arc<Registry>,
    /// The whole command line, for completions and manual pages.
    pub(crate) command: Command,
}
