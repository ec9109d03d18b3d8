//! The conversation at the board: whose turn it is, what a person types, how the program answers.

mod adjusting;
mod advising;
mod keeping;
mod obeying;
mod showing;
mod talk;
#[cfg(test)]
mod tests;

use std::io::Write;
use std::path::PathBuf;

use crate::cli::subcommands::play::game::GameInProgress;
use crate::cli::subcommands::play::lines::LineSource;
use crate::cli::subcommands::play::rescue::Rescue;
use crate::cli::subcommands::play::settings::Settings;
use crate::cli::subcommands::play::thinking::{Thinker, Thought};
use sarsen_engine::engine::Purpose;

#[cfg(test)]
pub(super) use talk::Fingers;

/// A person, or a script, at the board.
pub(crate) struct PlayConversation<'a> {
    game: GameInProgress,
    thinker: Thinker,
    lines: &'a mut dyn LineSource,
    out: &'a mut dyn Write,
    colours: bool,
    /// Whether the board is seen from the other side.
    turned: bool,
    /// The file for games: they are saved there without a command.
    file: Option<PathBuf>,
    /// Whether the last game could not be saved there.
    refused: bool,
    rescue: Rescue,
    /// Whether the board has changed since it was shown.
    stale: bool,
    /// Whether the end of the game has been announced.
    announced: bool,
    /// Whether the engine waits for 'go'.
    paused: bool,
    /// The engine's earlier thoughts about this position.
    considered: Vec<Considered>,
}

impl<'a> PlayConversation<'a> {
    pub(crate) fn new(
        game: GameInProgress,
        thinker: Thinker,
        lines: &'a mut dyn LineSource,
        out: &'a mut dyn Write,
        colours: bool,
        file: Option<PathBuf>,
        rescue: Rescue,
    ) -> Self {
        Self {
            game,
            thinker,
            lines,
            out,
            colours,
            turned: false,
            file,
            refused: false,
            rescue,
            stale: true,
            announced: false,
            paused: false,
            considered: Vec::new(),
        }
    }
}

/// A thought of the engine for this purpose, after these moves, with these settings.
struct Considered {
    purpose: Purpose,
    moves: String,
    settings: Settings,
    thought: Thought,
}
