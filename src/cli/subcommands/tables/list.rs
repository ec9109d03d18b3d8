//! `sarsen tables list`: lists the endgame tables at hand.

use std::io::Write;
use std::process::ExitCode;

use clap::Args;

use super::common::{TablesPlace, in_words, maker};
use crate::cli::examples::{Example, Examples};
use crate::cli::exit::RunResult;
use crate::cli::program::Program;

/// The examples of its help.
pub(super) const EXAMPLES: Examples =
    Examples::of(&[Example::of("checkers", "sarsen tables list checkers")]);

/// List the endgame tables at hand: those that come with the game, and those in a folder
#[derive(Args)]
pub(super) struct TablesList {
    #[command(flatten)]
    place: TablesPlace,
}

impl TablesList {
    pub(super) fn run(&self, program: &Program, out: &mut dyn Write) -> RunResult {
        let session = self.place.session(&program.registry)?;
        let maker = maker(&*session)?;
        let mut set = self.place.load(&*session)?;
        set.fill_up(&maker.built_in());
        for pieces in maker.pieces() {
            let parts = maker.parts(pieces);
            let here: Vec<_> = parts.iter().filter_map(|part| set.part(&part.name)).collect();
            if here.is_empty() {
                continue;
            }
            writeln!(out, "{pieces} pieces: {} of {} parts", here.len(), parts.len())?;
            for file in here {
                writeln!(out, "  {}", in_words(file.summary(), file.bytes().len()))?;
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}
