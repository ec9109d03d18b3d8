//! `sarsen book prove`: adds the moves of a proof to a book.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::Ordering::Relaxed;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use super::common::{BookFile, grow, lock, save, session_of, summary};
use crate::cli::arguments::{GameArguments, open};
use crate::cli::examples::{Example, Examples};
use crate::cli::exit::RunResult;
use crate::cli::interrupt::{InterruptedWork, interrupt_switch};
use crate::cli::program::Program;
use crate::cli::progress::{TICK, keep_moving};
use crate::cli::proof_file::{expect_title, load_proof};
use sarsen_core::game::value::PROVEN_WIN;
use sarsen_engine::book::{BookEntry, Learner};
use sarsen_engine::proofs::BookMovesRequest;

/// The memory of each thread's solver, in bytes. An engine's solver has as much if the option
/// `Hash` is small.
const SOLVER_BYTES: usize = 1 << 20;

/// The examples of its help.
pub(super) const EXAMPLES: Examples =
    Examples::of(&[Example::of("stonehenge", "sarsen book prove stones.book my.proof")]);

/// Add the moves of a proof to a book, or begin one: the moves that the game's solver finds too
/// slowly
///
/// With such a book, the side whose win is proven plays perfectly, as fast as the solver finds the
/// other moves. 'sarsen solve --proof' makes proofs. This command believes what the solver does not
/// refute at once. So use proofs that you trust, or check them first with 'sarsen solve --check'.
#[derive(Args)]
pub(crate) struct BookProve {
    #[command(flatten)]
    book: BookFile,
    /// The proof
    proof: PathBuf,
    #[command(flatten)]
    game: GameArguments,
    /// Leave out moves that the solver finds within this many positions
    #[arg(long, default_value_t = 30_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// How many threads work on it
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=512))]
    threads: u16,
}

impl BookProve {
    pub(crate) fn run(&self, program: &Program, out: &mut dyn Write) -> RunResult {
        let registry = &program.registry;
        let path = &self.book.file;
        let _lock = lock(path)?;
        let name = self.proof.display();
        let proof = load_proof(&self.proof)?;
        let book = self.book.begin_for(&self.game.title(registry), &proof.game, registry)?;
        expect_title(&self.proof, &proof, book.game())?;
        let session = session_of(&book, path, registry)?;
        let stop = interrupt_switch()?;
        let order = BookMovesRequest {
            nodes: self.nodes,
            bytes: SOLVER_BYTES,
            threads: self.threads.into(),
            must_end: &|| stop.load(Relaxed),
        };
        let bar = ProgressBar::new(0);
        bar.set_style(ProgressStyle::with_template(
            "{bar:24} {pos}/{len} moves tried, {elapsed}, {eta} left",
        )?);
        keep_moving(&bar, TICK);
        let positions = session.book_moves(&proof, &order, &mut |done, all| {
            bar.set_length(all as u64);
            bar.set_position(done as u64);
        });
        bar.finish_and_clear();
        let positions = positions.map_err(|flaw| format!("{name}: {flaw}"))?;
        let positions = positions.ok_or(InterruptedWork("nothing was written"))?;
        let mut growth = grow(book, path, registry)?;
        let before = growth.summary().positions;
        let mut session = open(&proof.game, registry)?;
        session.set_position(Some(&proof.position), "")?;
        let wins = session.to_move() == Some(proof.claim.prover());
        let about = (&proof.position, proven(wins));
        let positions: Vec<(&String, BookEntry)> = std::iter::once(about)
            .chain(positions.iter().map(|text| (text, proven(false))))
            .collect();
        for (position, entry) in &positions {
            let known = growth.entry(position).filter(|known| known.is_proven());
            if known.is_some_and(|known| known.value.signum() != entry.value.signum()) {
                let path = path.display();
                let why = format!("{name}: {path} has proven the contrary of '{position}'");
                return Err(why.into());
            }
        }
        for (position, entry) in positions {
            growth.learn(position, entry);
        }
        save(&growth.book(), path)?;
        let new = growth.summary().positions - before;
        writeln!(out, "{}: {new} new: {}", path.display(), summary(&growth))?;
        Ok(ExitCode::SUCCESS)
    }
}

/// A proven win or loss of the side to move.
fn proven(wins: bool) -> BookEntry {
    BookEntry::proven(if wins { PROVEN_WIN } else { -PROVEN_WIN })
}
