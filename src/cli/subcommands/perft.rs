//! `sarsen perft`: counts the lines of play, to test the rules.

use std::io::Write;
use std::process::ExitCode;

use clap::Args;

use crate::cli::arguments::{PlaceArguments, title};
use crate::cli::examples::{Example, Examples};
use crate::cli::exit::RunResult;
use crate::cli::program::Program;
use sarsen_core::search::Control;
use sarsen_core::sys::stderr::program;
use sarsen_engine::protocol::reply::nodes_per_second;

/// The examples of its help.
pub(super) const EXAMPLES: Examples = Examples::of(&[
    Example::of("connect4", "sarsen perft connect4 9"),
    Example::of("connect4", "sarsen perft connect4 8x7 6"),
    Example::of("connect4", "sarsen perft connect4 5 --position '7/7/7/7/3o3/3x3 x'"),
]);

/// Count the lines of play of each length: a test of the rules
#[derive(Args)]
#[command(override_usage = format!("{} perft [OPTIONS] [GAME [SETUP]] DEPTH", program()))]
pub(crate) struct PerftArguments {
    /// The game and its setup, such as 8x7 [default: that of the record if there is one, else the
    /// first game], then the number of plies
    #[arg(required = true, value_name = "[GAME [SETUP]] DEPTH", num_args = 1..=3)]
    words: Vec<String>,
    #[command(flatten)]
    place: PlaceArguments,
}

impl PerftArguments {
    /// Prints the count for every depth up to the last.
    pub(crate) fn run(&self, program: &Program, out: &mut dyn Write) -> RunResult {
        let registry = &program.registry;
        let (depth, game) = self.words.split_last().ok_or("a depth is needed")?;
        let depth: u32 = depth
            .parse()
            .map_err(|_| format!("'{depth}' is no depth: it comes last, as in 'connect4 9'"))?;
        let game = title(&game.join(" "), registry);
        let session = self.place.open(&game, registry)?;
        for plies in depth.min(1)..=depth {
            let control = Control::new();
            let Some(count) = session.perft(plies, &control) else { break };
            let time = control.elapsed();
            let speed = nodes_per_second(count, time);
            writeln!(out, "perft {plies} {count} time {} nps {speed}", time.as_millis())?;
        }
        Ok(ExitCode::SUCCESS)
    }
}
