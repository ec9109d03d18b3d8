//! The arguments of `sarsen tune` for an evaluator with very many weights.

use std::path::PathBuf;

use clap::Args;

/// What only an evaluator of patterns needs.
#[derive(Args)]
#[command(next_help_heading = "For an evaluator of patterns")]
pub(super) struct SparseArguments {
    /// The evaluator that plays [default: the game's own]
    #[arg(long, value_name = "NAME")]
    pub(super) player: Option<String>,
    /// Let the game's own solver play as soon as at most this many plies are left; a game without
    /// a solver is played to its end
    #[arg(long, default_value_t = 14, value_name = "PLIES")]
    pub(super) endings: u32,
    /// Write the positions of the games to a file, with their scores
    #[arg(long, value_name = "FILE")]
    pub(super) save: Option<PathBuf>,
    /// Learn from files of such positions instead of playing; may be repeated
    #[arg(long, value_name = "FILE")]
    pub(super) saved: Vec<PathBuf>,
    /// How strongly new weights are held near the old ones: as if each had been right in this many
    /// more positions
    #[arg(long, default_value_t = 20.0, value_name = "POSITIONS")]
    pub(super) prior: f64,
    /// Hold new weights near 0 instead of the old ones
    #[arg(long)]
    pub(super) fresh: bool,
}

impl SparseArguments {
    /// Whether the user asks for something that only such an evaluator has.
    pub(super) fn is_given(&self) -> bool {
        self.player.is_some() || self.save.is_some() || !self.saved.is_empty() || self.fresh
    }
}
