//! The arguments of `sarsen tune` for weights.

use std::path::PathBuf;

use clap::Args;

use super::common::{CommonArguments, plies};
use super::sparse_arguments::SparseArguments;
use crate::cli::arguments::GameArguments;
use sarsen_engine::session::Registry;
use sarsen_tools::matches::tuning::SelfPlay;

/// What to fit the weights of an evaluator to, and how.
#[derive(Args)]
pub(super) struct FitArguments {
    #[command(flatten)]
    pub(super) game: GameArguments,
    /// Write the weights to a file
    #[arg(short, long, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,
    /// The weights to begin with [default: those of the game]
    #[arg(long, value_name = "FILE")]
    pub(super) from: Option<PathBuf>,
    /// Leave a weight, or a list or kind of weights, as it is; may be repeated
    #[arg(long, value_name = "NAME")]
    pub(super) keep: Vec<String>,
    /// How far new weights are expected to be from the old ones: a standard deviation, in points
    #[arg(long, default_value_t = 20.0, value_name = "POINTS")]
    pub(super) spread: f64,
    /// Learn from a file of game records ('-' is standard input, at most 64 MiB) instead of playing
    #[arg(long, value_name = "FILE", allow_hyphen_values = true)]
    pub(super) records: Option<String>,
    /// Learn from random positions that the game's own solver decides, instead of playing
    #[arg(
        long,
        value_name = "POSITIONS",
        value_parser = clap::value_parser!(u32).range(1..),
        conflicts_with_all = ["records", "games", "nodes", "positions"]
    )]
    pub(super) solved: Option<u32>,
    /// Take the result of each position from the game's own solver if it decides the position,
    /// otherwise from the game
    #[arg(long, conflicts_with = "solved")]
    pub(super) exact: bool,
    /// Games to play
    #[arg(
        long,
        default_value_t = 2000,
        value_parser = clap::value_parser!(u32).range(1..),
        conflicts_with = "records"
    )]
    pub(super) games: u32,
    /// Positions to visit at each move
    #[arg(
        long,
        default_value_t = 10_000,
        value_parser = clap::value_parser!(u64).range(1..),
        conflicts_with = "records"
    )]
    pub(super) nodes: u64,
    /// How many random plies come before a game or a solved position: a number, or a range that is
    /// used in turn. With --solved, take enough plies for a quick solver (in Stonehenge 7-12)
    #[arg(
        long,
        default_value = "2-8",
        value_name = "PLIES[-PLIES]",
        value_parser = plies,
        conflicts_with = "records"
    )]
    pub(super) openings: [usize; 2],
    #[command(flatten)]
    pub(super) common: CommonArguments,
    #[command(flatten)]
    pub(super) sparse: SparseArguments,
}

impl FitArguments {
    /// The games to play.
    pub(super) fn self_play(&self) -> SelfPlay {
        self.common.self_play(self.games, self.nodes, self.openings)
    }
}

/// A fit of weights.
pub(super) struct FitRun<'a> {
    pub(super) registry: &'a Registry,
    pub(super) game: &'a str,
    pub(super) arguments: &'a FitArguments,
}
