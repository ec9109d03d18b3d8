//! The state of a conversation.

use std::io::Write;
use std::path::PathBuf;

use crate::cli::subcommands::play::game::GameInProgress;
use crate::cli::subcommands::play::rescue::Rescue;
use crate::cli::subcommands::play::settings::Settings;
use crate::cli::subcommands::play::terminal::LineSource;
use crate::cli::subcommands::play::thinking::{Thinker, Thought};
use sarsen_engine::engine::Purpose;

/// A person, or a script, at the board.
pub(crate) struct PlayConversation<'a> {
    pub(super) game: GameInProgress,
    pub(super) thinker: Thinker,
    pub(super) lines: &'a mut dyn LineSource,
    pub(super) out: &'a mut dyn Write,
    pub(super) colours: bool,
    /// Whether the board is seen from the other side.
    pub(super) turned: bool,
    /// The file for games: they are saved there without a command.
    pub(super) file: Option<PathBuf>,
    /// Whether the last game could not be saved there.
    pub(super) refused: bool,
    pub(super) rescue: Rescue,
    /// Whether the board has changed since it was shown.
    pub(super) stale: bool,
    /// Whether the end of the game has been announced.
    pub(super) told: bool,
    /// Whether the engine waits for 'go'.
    pub(super) paused: bool,
    /// The engine's earlier thoughts about this position.
    pub(super) considered: Vec<Considered>,
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
            told: false,
            paused: false,
            considered: Vec::new(),
        }
    }
}

/// A thought of the engine for this purpose, after these moves, with these settings.
pub(crate) struct Considered {
    pub(super) purpose: Purpose,
    pub(super) moves: String,
    pub(super) settings: Settings,
    pub(super) thought: Thought,
}
