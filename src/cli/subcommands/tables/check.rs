//! `sarsen tables check`: checks endgame tables by the rules.

use std::io::Write;
use std::process::ExitCode;

use clap::Args;

use super::common::{TablesPlace, bar, maker, parts_of};
use crate::cli::examples::{Example, Examples};
use crate::cli::exit::RunResult;
use crate::cli::interrupt::{InterruptedWork, interrupt_switch};
use crate::cli::program::Program;
use sarsen_core::game::endgames::{EndgameError, EndgameSamples, EndgameWatch};

/// The examples of its help.
pub(super) const EXAMPLES: Examples = Examples::of(&[
    Example::of("checkers", "sarsen tables check checkers --pieces 3"),
    Example::of("checkers", "sarsen tables check checkers --pieces 4 --samples 1000 --play"),
]);

/// Check endgame tables by the rules: exit status 1 if a value is wrong
///
/// The value of a position must be the best of those after its moves. Checksums are checked in any
/// case. The samples are spread over the parts by their sizes.
#[derive(Args)]
pub(super) struct TablesCheck {
    #[command(flatten)]
    place: TablesPlace,
    /// The number of pieces of both sides together
    #[arg(long)]
    pieces: u32,
    /// How many positions are checked, chosen at random [default: all]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    samples: Option<u64>,
    /// The seed of the choice
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Play won and lost positions out instead, both sides by the tables: the game must end when
    /// the table says
    #[arg(long)]
    play: bool,
}

impl TablesCheck {
    pub(super) fn run(&self, program: &Program, out: &mut dyn Write) -> RunResult {
        let session = self.place.session(&program.registry)?;
        let maker = maker(&*session)?;
        let parts = parts_of(maker, self.pieces)?;
        let mut set = self.place.load(&*session)?;
        set.fill_up(&maker.built_in());
        let all: u64 = parts.iter().map(|part| part.size).sum();
        let stop = interrupt_switch()?;
        let bar = bar(all)?;
        let (mut before, mut checked) = (0, 0);
        for (part, seed) in parts.iter().zip(self.seed..) {
            bar.set_message(part.name.clone());
            let progress =
                |share: f64| bar.set_position(before + (share * part.size as f64) as u64);
            let watch = EndgameWatch { stop: &stop, progress: &progress };
            let samples = match self.samples {
                None => EndgameSamples::All,
                Some(count) => {
                    let count = (u128::from(count) * u128::from(part.size)).div_ceil(all.into());
                    EndgameSamples::Some { count: count as u64, seed }
                }
            };
            let found = match self.play {
                true => maker.play_out(&part.name, &set, samples, &watch),
                false => maker.check(&part.name, &set, samples, &watch),
            };
            match found {
                Ok(count) => checked += count,
                Err(EndgameError::Stopped) => {
                    bar.finish_and_clear();
                    return Err(InterruptedWork("nothing wrong was found so far").into());
                }
                Err(error) => {
                    bar.finish_and_clear();
                    return Err(error.into());
                }
            }
            before += part.size;
        }
        bar.finish_and_clear();
        let what = if self.play { "games end as the tables say" } else { "values are right" };
        writeln!(out, "{checked} {what}")?;
        Ok(ExitCode::SUCCESS)
    }
}
