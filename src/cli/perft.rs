//! `sarsen perft`: lines of play are counted.

use std::error::Error;
use std::io::Write;

use crate::protocol::reply::nodes_per_second;
use crate::search::Control;
use crate::session::Registry;
use clap::Args;

use super::naming::GameFlags;
use super::position::Place;

/// Count the lines of play up to a length: the test of rules
#[derive(Args)]
#[command(
    override_usage = "sarsen perft [OPTIONS] [GAME [SETUP]] DEPTH",
    after_help = "Examples:\n  \
    sarsen perft connect4 9\n  \
    sarsen perft connect4 8x7 6\n  \
    sarsen perft connect4 5 --position '7/7/7/7/3o3/3x3 x'"
)]
pub(crate) struct PerftArguments {
    /// The game and its setup, such as 8x7 (if left out that of the record, else the first there
    /// is); last of all, plies
    #[arg(required = true, value_name = "[GAME [SETUP]] DEPTH", num_args = 1..=3)]
    words: Vec<String>,
    #[command(flatten)]
    flags: GameFlags,
    #[command(flatten)]
    place: Place,
}

impl PerftArguments {
    /// Prints the count of every depth up to the one asked for.
    pub(crate) fn run(
        &self,
        registry: &Registry,
        out: &mut dyn Write,
    ) -> Result<(), Box<dyn Error>> {
        let (depth, game) = self.words.split_last().ok_or("a depth is needed")?;
        let depth: u32 = depth
            .parse()
            .map_err(|_| format!("'{depth}' is no depth: it comes last, as in 'connect4 9'"))?;
        let game = self.flags.title(&game.join(" "), registry)?;
        let session = self.place.open(&game, registry)?;
        for plies in depth.min(1)..=depth {
            let control = Control::new();
            let Some(count) = session.perft(plies, &control) else { break };
            let time = control.elapsed();
            let speed = nodes_per_second(count, time);
            writeln!(out, "perft {plies} {count} time {} nps {speed}", time.as_millis())?;
        }
        Ok(())
    }
}
