//! `sarsen tables pack`: writes small endgame tables into one file, to come with the game.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use super::common::{TablesPlace, maker, parts_of};
use crate::cli::examples::{Example, Examples};
use crate::cli::exit::RunResult;
use crate::cli::program::Program;
use sarsen_core::game::endgames::{EndgameError, EndgameSet};
use sarsen_core::sys::atomic_file::{can_replace, replace};

/// The examples of its help.
pub(super) const EXAMPLES: Examples = Examples::of(&[Example::of(
    "checkers",
    "sarsen tables pack checkers --pieces 4 --output checkers.endgames",
)]);

/// Write the tables in a folder into one file, as it comes with the game
///
/// The same tables give the same bytes.
#[derive(Args)]
pub(super) struct TablesPack {
    #[command(flatten)]
    place: TablesPlace,
    /// The most pieces of both sides together
    #[arg(long)]
    pieces: u32,
    /// The file
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

impl TablesPack {
    pub(super) fn run(&self, program: &Program, out: &mut dyn Write) -> RunResult {
        let session = self.place.session(&program.registry)?;
        let maker = maker(&*session)?;
        parts_of(maker, self.pieces)?;
        let wrong = |error| format!("{}: {error}", self.output.display());
        can_replace(&self.output).map_err(wrong)?;
        let mut set = self.place.load(&*session)?;
        set.fill_up(&maker.built_in());
        let parts = (*maker.pieces().start()..=self.pieces).flat_map(|pieces| maker.parts(pieces));
        let find = |name: String| set.part(&name).cloned().ok_or(EndgameError::Missing(name));
        let parts: Vec<_> = parts.map(|part| find(part.name)).collect::<Result<_, _>>()?;
        let bytes = EndgameSet::bundle(parts.iter().map(|part| &**part));
        replace(&self.output, &bytes).map_err(wrong)?;
        writeln!(out, "{}: {} parts, {} bytes", self.output.display(), parts.len(), bytes.len())?;
        Ok(ExitCode::SUCCESS)
    }
}
