//! `sarsen perft`: lines of play are counted.

use std::error::Error;
use std::io::Write;

use clap::Args;
use sarsen::protocol::reply::nodes_per_second;
use sarsen::search::Control;

use super::position::Place;

/// Count the lines of play up to a length: the test of rules
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    sarsen perft connect4 9\n  \
    sarsen perft connect4 6 --setup 8x7\n  \
    sarsen perft connect4 5 --position '7/7/7/7/3o3/3x3 x'")]
pub(crate) struct PerftArguments {
    /// The game
    game: String,
    /// Plies
    depth: u32,
    #[command(flatten)]
    place: Place,
}

impl PerftArguments {
    /// Prints the count of every depth up to the one asked for.
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
        let session = self.place.open(Some(&self.game))?;
        for plies in self.depth.min(1)..=self.depth {
            let control = Control::new();
            let Some(count) = session.perft(plies, &control) else { break };
            let time = control.elapsed();
            let speed = nodes_per_second(count, time);
            writeln!(out, "perft {plies} {count} time {} nps {speed}", time.as_millis())?;
        }
        Ok(())
    }
}
