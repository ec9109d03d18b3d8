//! The arguments of `sarsen solve`.

use std::path::PathBuf;

use clap::{Args, Command};

use crate::cli::arguments::GameAndFiles;
use crate::cli::examples::{Example, Examples};
use sarsen_engine::engine::MAX_HASH;
use sarsen_engine::session::Registry;

/// The examples of its help.
pub(crate) const EXAMPLES: Examples = Examples::of(&[
    Example::of("connect4", "echo 4444425632 | sarsen solve connect4"),
    Example::of("connect4", "sarsen solve connect4 6x5 --start"),
    Example::of(
        "stonehenge",
        "echo '5@7 4@11 1@2 2@8 3@9 2@6 1@1 6@17 : 1' | sarsen solve stonehenge",
    ),
    Example::of(
        "connect4",
        "echo 'fen 7/3x3/3o3/3x3/1o1o3/1oxxxo1 x : -3' | sarsen solve connect4",
    ),
    Example::any("sarsen solve games/clobber.rbg --start --seconds 10"),
    Example::of(
        "othello",
        "echo 'fen OX-----O--X--OOXX-XOOXXOOOOOOOXXXXOO X : -22' | sarsen solve othello 6x6",
    ),
    Example::of("checkers", "echo 'fen B:WK32:BK1,K6' | sarsen solve checkers"),
    Example::of("connect4", "sarsen solve connect4 positions.txt --all"),
    Example::of("connect4", "sarsen solve connect4 positions.txt --json 2>/dev/null"),
    Example::of("connect4", "echo 10,5,5,6,6,6,4,5 | sarsen solve connect4 10x4"),
    Example::of(
        "stonehenge",
        "sarsen solve stonehenge --start --checkpoint my.checkpoint --hash 1024 --threads 2",
    ),
    Example::of(
        "stonehenge",
        "echo 5@7,4@11,1@2,2@8,3@9,2@6 | sarsen solve stonehenge --proof my.proof --plies 3",
    ),
    Example::of("stonehenge", "sarsen solve --check my.proof --hash 256"),
]);

/// Solve positions exactly: who wins, how soon or by how much, with which move
///
/// A position is looked up in endgame tables, if the game has some. Otherwise the game's own solver
/// solves it. If there is none, a search goes on to the end of the game: that may take long. In a
/// game of chance, there must be a solver. Each line is a position: the moves
/// that lead to it, or 'fen' and the text of the position. Moves are '4 4 3', '4,4,3' or, in
/// Connect Four with up to nine columns, '443'. '-' is the start position. A known score may follow
/// after ' : ' and is compared. The colon can be left out if the score has a sign, or if the moves
/// are one word. Empty lines and lines that begin with # are ignored.
///
/// Scores follow the game's literature, for the player to move: what they mean in a game is said
/// below. Otherwise they are 1, 0 and -1 for a win, a draw and a loss. The solver's memory is
/// cleared before each position. Times are processor times. The exit status is 1 if a score is
/// wrong, a line cannot be understood, or something is still open at a limit. After an interrupt it
/// is 130.
///
/// If a solver needs very long, this command starts a long proof. It prints each position as soon
/// as it is decided, and at the end what is known of the moves and the replies to them. With
/// --checkpoint, a killed proof goes on with all decided positions. It loses its first minute
/// (trial games that choose where to start) and the positions in progress, some minutes each.
/// --proof writes down the winner's moves. --check tests such a proof by the rules alone.
#[derive(Args)]
pub(crate) struct SolveArguments {
    #[command(flatten)]
    pub(super) place: GameAndFiles,
    /// Solve the start position
    #[arg(long)]
    pub(super) start: bool,
    /// The most memory of the solver in MiB [default: 8; for a search to the end 256; for a long
    /// proof and its check 256, more is better; in a game of chance 1024, of which it takes what it
    /// needs]
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u64).range(1..=MAX_HASH))]
    pub(super) hash: Option<u64>,
    /// How many threads work on each position
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=512))]
    pub(super) threads: u16,
    /// The most time for a position
    #[arg(long, value_name = "SECONDS", conflicts_with = "check")]
    pub(super) seconds: Option<f64>,
    /// The most positions to visit for a position; with one thread, the results are always the same
    #[arg(
        long,
        conflicts_with_all = ["checkpoint", "proof", "known", "check"],
        value_parser = clap::value_parser!(u64).range(1..)
    )]
    pub(super) nodes: Option<u64>,
    /// Solve also the position after each move; a long proof takes the easiest moves first
    #[arg(long)]
    pub(super) all: bool,
    /// Find only who wins: scores are 1, 0 and -1 for a win, a draw and a loss
    #[arg(long, conflicts_with_all = ["checkpoint", "proof", "known", "check"])]
    pub(super) winner: bool,
    /// Keep the memory of the game's own solver from one position to the next
    #[arg(long, conflicts_with_all = ["checkpoint", "proof", "known"])]
    pub(super) keep: bool,
    /// Look positions up in this opening book first ('built-in' is the one of the game)
    #[arg(long, value_name = "FILE", conflicts_with_all = ["checkpoint", "proof", "known"])]
    pub(super) book: Option<PathBuf>,
    /// Look positions up in the endgame tables in this folder, besides those that come with the
    /// game
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["checkpoint", "proof", "known", "check"])]
    pub(super) tables: Option<PathBuf>,
    /// Make a long proof, and keep decided positions in this file; if it exists, go on from there
    #[arg(long, value_name = "FILE")]
    pub(super) checkpoint: Option<PathBuf>,
    /// Make a long proof, and write the moves that show who wins into this file
    #[arg(long, value_name = "FILE")]
    pub(super) proof: Option<PathBuf>,
    /// Make a long proof that relies on this one (see --check), to write more plies of it or to
    /// solve other positions; may be repeated
    #[arg(long, value_name = "PROOF")]
    pub(super) known: Vec<PathBuf>,
    /// How many plies of the proof are written; a check searches the rest
    #[arg(long, default_value_t = 7, requires = "proof")]
    pub(super) plies: u32,
    /// Check a proof by the rules of its game, and by a plain search where it ends (with --hash,
    /// --threads, --checkpoint)
    #[arg(
        long,
        value_name = "PROOF",
        conflicts_with_all = ["start", "all", "keep", "book", "proof", "known", "plies"]
    )]
    pub(super) check: Option<PathBuf>,
    /// Check only N of the positions at the end of the proof, chosen at random
    #[arg(
        long,
        value_name = "N",
        requires = "check",
        value_parser = clap::value_parser!(u32).range(1..)
    )]
    pub(super) sample: Option<u32>,
    /// The seed of this choice
    #[arg(long, value_name = "N", default_value_t = 1, requires = "sample")]
    pub(super) seed: u64,
    /// Print a JSON object for each position, and the summary on standard error
    #[arg(long)]
    pub(super) json: bool,
}

/// The command with what the games say of their scores and their solvers, in its long help.
pub(crate) fn with_notes(command: Command, registry: &Registry) -> Command {
    let long = command.get_long_about().map(ToString::to_string).unwrap_or_default();
    let notes = registry.entries().filter(|game| !game.solver_note().is_empty());
    let notes = notes.map(|game| format!("\n\n{}: {}", game.name(), game.solver_note()));
    command.long_about(long + &notes.collect::<String>())
}

impl SolveArguments {
    /// The memory that the user grants, in bytes.
    pub(super) fn bytes(&self) -> Option<usize> {
        self.hash.map(|hash| (hash as usize) << 20)
    }
}
