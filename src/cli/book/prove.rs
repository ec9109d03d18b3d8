//! `sarsen book prove`: a book learns from a proof.

use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::Ordering::Relaxed;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use super::super::naming::{GameArguments, open};
use super::super::{Interrupted, TICK, expect_title, interrupt_switch, keep_moving, load_proof};
use super::{BookFile, Outcome, grow, lock, save, session_of, summary};
use crate::book::{Entry, PROVEN_DEPTH};
use crate::game::value::PROVEN_WIN;
use crate::proofs::LessonOrder;
use crate::session::Registry;

/// Memory of each thread's solver: what an engine's has with few MiB of hash.
const SOLVER: usize = 1 << 20;

/// Add the moves of a proof to a book, or begin one: those that the game's solver would not find
/// soon
///
/// With such a book the one whose win is proven plays perfectly in as little time as the solver
/// needs for the rest. 'sarsen solve --proof' makes proofs. What the solver does not refute at once
/// is believed: whose proof it is, or 'sarsen solve --check', must be trusted.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    sarsen book prove stones.book my.proof")]
pub(super) struct Prove {
    #[command(flatten)]
    book: BookFile,
    /// The proof
    proof: PathBuf,
    #[command(flatten)]
    game: GameArguments,
    /// Moves that the solver finds by visiting so many positions are left out
    #[arg(long, default_value_t = 30_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Threads that work at it
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=512))]
    threads: u16,
}

impl Prove {
    pub(super) fn run(&self, registry: &Registry, out: &mut dyn Write) -> Outcome {
        let path = &self.book.file;
        let _lock = lock(path)?;
        let name = self.proof.display();
        let proof = load_proof(&self.proof)?;
        let book = self.book.begin_for(&self.game.title(registry)?, &proof.game, registry)?;
        expect_title(&self.proof, &proof, book.game())?;
        let session = session_of(&book, path, registry)?;
        let stop = interrupt_switch()?;
        let order = LessonOrder {
            nodes: self.nodes,
            bytes: SOLVER,
            threads: self.threads.into(),
            must_end: &|| stop.load(Relaxed),
        };
        let bar = ProgressBar::new(0);
        bar.set_style(ProgressStyle::with_template(
            "{bar:24} {pos}/{len} moves tried, {elapsed}, {eta} left",
        )?);
        keep_moving(&bar, TICK);
        let lessons = session.book_moves(&proof, &order, &mut |done, all| {
            bar.set_length(all as u64);
            bar.set_position(done as u64);
        });
        bar.finish_and_clear();
        let lessons = lessons.map_err(|flaw| format!("{name}: {flaw}"))?;
        let lessons = lessons.ok_or(Interrupted("nothing was written"))?;
        let mut growth = grow(book, path, registry)?;
        let before = growth.summary().positions;
        let mut session = open(&proof.game, registry)?;
        session.set_position(Some(&proof.position), "")?;
        let wins = session.to_move() == Some(proof.claim.prover());
        let about = (&proof.position, proven(wins));
        let lessons: Vec<(&String, Entry)> = std::iter::once(about)
            .chain(lessons.iter().map(|text| (text, proven(false))))
            .collect();
        for (position, entry) in &lessons {
            let known = growth.entry(position).filter(|known| known.is_proven());
            if known.is_some_and(|known| known.value.signum() != entry.value.signum()) {
                let path = path.display();
                let why = format!("{name}: {path} has proven the contrary of '{position}'");
                return Err(why.into());
            }
        }
        for (position, entry) in lessons {
            growth.learn(position, entry);
        }
        save(&growth, path)?;
        let new = growth.summary().positions - before;
        writeln!(out, "{}: {new} new: {}", path.display(), summary(&growth))?;
        Ok(())
    }
}

/// A proven win of who is to move, or a loss.
fn proven(wins: bool) -> Entry {
    Entry { value: if wins { PROVEN_WIN } else { -PROVEN_WIN }, depth: PROVEN_DEPTH }
}
