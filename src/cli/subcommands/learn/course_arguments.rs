//! The arguments that say what is learnt.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clap::Args;

use crate::cli::arguments::{GameArguments, open};
use crate::cli::failure::Failure;
use crate::cli::file_error::InFile;
use crate::cli::output_file;
use crate::cli::program::Program;
use crate::cli::rules_files::learned_file;
use sarsen_engine::engine::cores;
use sarsen_engine::session::AnyWeights;
use sarsen_tools::matches::learning::{LearnError, LearnPlan};

/// What is learnt, and with which numbers.
#[derive(Args)]
pub(super) struct CourseArguments {
    #[command(flatten)]
    game: GameArguments,
    /// The file for the weights [default: GAME-SETUP.learned]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Stop after this many generations
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) generations: Option<u32>,
    /// The most games of a generation
    #[arg(long, default_value_t = 4000, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// End a generation early when its games have brought so many positions
    #[arg(long, default_value_t = 250_000, value_parser = clap::value_parser!(u64).range(1..))]
    positions: u64,
    /// Positions to visit at each move
    #[arg(long, default_value_t = 400, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Plies to look ahead at most [default: as many as the nodes allow]
    ///
    /// A search that has to end in the middle of its first ply has not seen all moves. So for a
    /// game of chance, which needs many quick games, --depth 1 with many nodes is better than few
    /// nodes.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Positions that the game's own solver, if there is one, may visit to decide a position
    #[arg(long, default_value_t = 20_000)]
    solver_nodes: u64,
    /// The seed for everything that is random
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many games are played at the same time [default: one per processor]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl CourseArguments {
    /// The plan, with this limit of time.
    pub(super) fn plan(
        &self,
        program: &Program,
        time: Option<Duration>,
    ) -> Result<LearnPlan, Failure> {
        let registry = &program.registry;
        let session = open(&self.game.title(registry), registry)?;
        session.board_facts().map_err(LearnError::from)?;
        let (game, setup) = (session.game().to_owned(), session.setup());
        let usual = || learned_file(&game, &setup).into();
        let path = self.output.clone().unwrap_or_else(usual);
        let is_learned = |path: &Path| matches!(AnyWeights::load(path), Ok(AnyWeights::Learned(_)));
        output_file::check(Some(&path), "learned weights", is_learned)?;
        check_output(&path, &session.title()).in_file(path.display())?;
        Ok(LearnPlan {
            registry: Arc::clone(registry),
            game,
            setup,
            threads: self.threads.map_or_else(cores, usize::from),
            seed: self.seed,
            games: self.games,
            positions: self.positions,
            nodes: self.nodes,
            depth: self.depth,
            solver_nodes: self.solver_nodes,
            generations: self.generations,
            time,
            output: path,
        })
    }
}

/// How names end that belong to files of progress.
const PROGRESS: [&str; 4] = [".progress", ".progress-journal", ".progress-wal", ".progress-shm"];

/// Why a file cannot be that of the weights.
#[derive(Debug, thiserror::Error)]
enum UnfitOutput {
    /// Weights need a file.
    #[error("weights need a file; call it ./- if that is its name")]
    Stream,
    /// A file of progress could have this name.
    #[error("names that end in {0} are for files of progress")]
    Progress(&'static str),
    /// It has weights of another game.
    #[error("has weights for {0}, and stays as it is")]
    OtherGame(String),
}

/// Refuses a name that a file of progress could have, and weights of another game.
fn check_output(path: &Path, title: &str) -> Result<(), UnfitOutput> {
    let name = path.to_string_lossy();
    if name == "-" {
        return Err(UnfitOutput::Stream);
    }
    if let Some(end) = PROGRESS.iter().find(|end| name.ends_with(*end)) {
        return Err(UnfitOutput::Progress(end));
    }
    match AnyWeights::load(path) {
        Ok(AnyWeights::Learned(weights)) if weights.game() != title => {
            Err(UnfitOutput::OtherGame(weights.game().to_owned()))
        }
        _ => Ok(()),
    }
}
