//! `sarsen tables build`: makes the endgame tables of a game.

use std::io::{ErrorKind, Write};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use clap::Args;
use indicatif::ProgressBar;

use super::common::{TablesPlace, bar, in_words, maker, parts_of};
use crate::cli::examples::{Example, Examples};
use crate::cli::exit::RunResult;
use crate::cli::failure::Failure;
use crate::cli::interrupt::{InterruptedWork, interrupt_switch};
use crate::cli::program::Program;
use crate::cli::progress::ProgressLog;
use sarsen_core::game::endgames::{
    EndgameError, EndgameFile, EndgameMaker, EndgamePart, EndgameSet, EndgameWatch,
};
use sarsen_core::sys::atomic_file;
use sarsen_core::sys::threads::ThreadKind;

/// The examples of its help.
pub(super) const EXAMPLES: Examples = Examples::of(&[
    Example::of("checkers", "sarsen tables build checkers --pieces 5"),
    Example::of(
        "checkers",
        "nice sarsen tables build checkers --pieces 6 --dir my-tables --threads 2",
    ),
]);

/// Make endgame tables with up to this number of pieces
///
/// Parts that are there already stay as they are. Each part is written as soon as it is made. So
/// after an interrupt or a crash, the same command goes on, and only the parts in work are lost.
#[derive(Args)]
pub(super) struct TablesBuild {
    #[command(flatten)]
    place: TablesPlace,
    /// The number of pieces of both sides together
    #[arg(long)]
    pieces: u32,
    /// Make also the parts that come with the game
    #[arg(long)]
    all: bool,
    /// How many parts are made at the same time: each needs memory, up to two bytes for each of its
    /// values
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=512))]
    threads: u16,
}

impl TablesBuild {
    pub(super) fn run(&self, program: &Program, out: &mut dyn Write) -> RunResult {
        let session = self.place.session(&program.registry)?;
        let maker = maker(&*session)?;
        parts_of(maker, self.pieces)?;
        let folder = self.place.folder(&*session);
        let mut set = self.place.load_if_any(&*session)?;
        if !self.all {
            set.fill_up(&maker.built_in());
        }
        let least = *maker.pieces().start();
        let parts = (least..=self.pieces).flat_map(|pieces| maker.parts(pieces));
        let parts: Vec<_> = parts.filter(|part| set.part(&part.name).is_none()).collect();
        if parts.is_empty() {
            let rest =
                if self.all { "" } else { ", as the parts that come with the game are there" };
            writeln!(out, "{}: nothing is left to make{rest}", folder.display())?;
            return Ok(ExitCode::SUCCESS);
        }
        std::fs::create_dir_all(&folder)
            .and_then(|()| atomic_file::can_write_into(&folder))
            .map_err(|error| EndgameError::File { file: folder.display().to_string(), error })?;
        let stop = interrupt_switch()?;
        let bar = bar(parts.iter().map(|part| part.size).sum())?;
        let log = Mutex::new(ProgressLog::new());
        let work = PartWork { maker, set: Mutex::new(set), stop: &stop, bar: &bar, log };
        for group in parts.chunk_by(|a, b| (a.pieces, a.level) == (b.pieces, b.level)) {
            let made = ThreadKind::named("tables").share(
                (self.threads.into(), group.len()),
                || Ok(()),
                |(), number| work.make(&group[number]).map(Some),
                |made| -> Result<(), Failure> {
                    let (_, (file, seconds)) = made.map_err(|error| match error {
                        EndgameError::Stopped => {
                            InterruptedWork("the same command goes on with it").into()
                        }
                        error => Failure::from(error),
                    })?;
                    let line = in_words(file.summary(), file.bytes().len());
                    work.set().save(&folder, file)?;
                    let written = bar.suspend(|| {
                        writeln!(out, "{line}, {seconds:.1} s").and_then(|()| out.flush())
                    });
                    match written {
                        // If nobody reads, the work goes on: what it is for is the files.
                        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
                        written => Ok(written?),
                    }
                },
            );
            if let Err(error) = made {
                bar.finish_and_clear();
                return Err(error);
            }
        }
        bar.finish_and_clear();
        Ok(ExitCode::SUCCESS)
    }
}

/// What threads that make parts share.
struct PartWork<'a> {
    maker: &'a dyn EndgameMaker,
    set: Mutex<EndgameSet>,
    stop: &'a AtomicBool,
    bar: &'a ProgressBar,
    log: Mutex<ProgressLog>,
}

impl PartWork<'_> {
    fn set(&self) -> MutexGuard<'_, EndgameSet> {
        self.set.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes a part. Returns it and the seconds that it took.
    fn make(&self, part: &EndgamePart) -> Result<(EndgameFile, f64), EndgameError> {
        let (began, shown) = (Instant::now(), AtomicU64::new(0));
        let tell = |share: f64| {
            let done = (share * part.size as f64) as u64;
            self.bar.inc(done.saturating_sub(shown.swap(done, Relaxed)));
            if let Ok(mut log) = self.log.lock() {
                log.say(self.bar, || format!("part {}: {:.0} %", part.name, 100.0 * share));
            }
        };
        self.bar.set_message(part.name.clone());
        let from = self.set().clone();
        let watch = EndgameWatch { stop: self.stop, progress: &tell };
        let made = self.maker.make(&part.name, &from, &watch)?;
        tell(1.0);
        Ok((made, began.elapsed().as_secs_f64()))
    }
}
