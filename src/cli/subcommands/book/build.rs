//! `sarsen book build`: grows a book by analysis on this machine.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Args;
use indicatif::style::TemplateError;
use indicatif::{ProgressBar, ProgressStyle};

use super::common::{
    BookFile, BookTaskError, everything, grow, lock, progress_of, save, session_of, summary,
};
use crate::cli::arguments::GameArguments;
use crate::cli::examples::{Example, Examples};
use crate::cli::exit::RunResult;
use crate::cli::interrupt::{InterruptedWork, on_interrupt};
use crate::cli::program::Program;
use crate::cli::progress::{TICK, keep_moving};
use sarsen_core::search::Control;
use sarsen_core::search::time::Budget;
use sarsen_engine::book::{Book, Everything, Growth, Learner};
use sarsen_engine::engine::{DEFAULT_HASH, Engine, cores};
use sarsen_engine::session::Registry;
use sarsen_tools::batch::{
    BookPlan, Goal, HardProgress, Hardness, build, complete, learn_hard_positions,
};

/// The examples of its help.
pub(super) const EXAMPLES: Examples = Examples::of(&[
    Example::of("connect4", "sarsen book build my.book connect4 --positions 5000"),
    Example::any("sarsen book build my.book --seconds 3600 --nodes 1000000"),
    Example::of("connect4", "sarsen book build solved.book connect4 5x5 --solve 3"),
    Example::of("connect4", "sarsen book build all.book connect4 5x4 --solve 6 --all"),
    Example::of(
        "connect4",
        "sarsen book build small.book connect4 5x5 --positions 1000 --threads 2",
    ),
]);

/// Grow a book by analysis, or begin one
///
/// Repeatedly takes the positions at which an opponent would leave the book soonest and at the
/// least cost, and searches all their moves (drop-out expansion, T. Lincke, 2000). The book is
/// saved at intervals. After an interrupt or a crash, the same command goes on from there. The same
/// settings give the same book, with any number of threads. With --solve, positions are solved
/// instead of searched, and the book knows perfect play up to a depth: --nodes, --positions and
/// --batch have no meaning then, and --seconds only limits the time.
#[derive(Args)]
pub(crate) struct BookBuild {
    #[command(flatten)]
    book: BookFile,
    #[command(flatten)]
    game: GameArguments,
    /// Positions to visit in each search
    #[arg(long, default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Grow until the book has this many positions
    #[arg(long)]
    positions: Option<usize>,
    /// Solve positions until the book has, up to this many plies, the best moves against any play
    #[arg(long, value_name = "PLIES", conflicts_with_all = ["positions", "nodes", "batch"])]
    solve: Option<u16>,
    /// With --solve: have all positions, however badly anyone has played
    #[arg(long, requires = "solve")]
    all: bool,
    /// With --all: then have also later positions that can come up if one player always makes the
    /// best move, and for which the solver visits more than this many positions
    #[arg(long, requires = "all", value_name = "NODES")]
    hard: Option<u64>,
    /// Grow for this time
    #[arg(long, value_name = "SECONDS")]
    seconds: Option<u64>,
    /// How many searches run at the same time [default: one per processor]
    #[arg(long)]
    threads: Option<usize>,
    /// How many positions are chosen at once, approximately
    #[arg(long, default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..))]
    batch: u32,
    /// How often the book is saved
    #[arg(long, default_value_t = 30.0, value_name = "SECONDS")]
    checkpoint: f64,
}

/// The memory of each solver that looks for hard positions. Two books are the same only if their
/// solvers had the same.
const SOLVER_BYTES: usize = 8 << 20;

/// Saves the book at intervals.
struct Saving<'a> {
    path: &'a Path,
    interval: Duration,
    last: Instant,
}

impl Saving<'_> {
    fn save_now_and_then(&mut self, book: &dyn Learner) -> Result<(), BookTaskError> {
        if self.last.elapsed() >= self.interval {
            save(&book.book(), self.path)?;
            self.last = Instant::now();
        }
        Ok(())
    }
}

impl BookBuild {
    pub(crate) fn run(&self, program: &Program, out: &mut dyn Write) -> RunResult {
        let registry = &program.registry;
        if self.positions.is_none() && self.seconds.is_none() && self.solve.is_none() {
            return Err("say how far it is to grow: --positions, --seconds or --solve".into());
        }
        let interval = Duration::try_from_secs_f64(self.checkpoint)
            .map_err(|_| "checkpoint: a number of seconds is needed")?;
        let path = &self.book.file;
        let _lock = lock(path)?;
        let book = self.book.begin(&self.game.title(registry), registry)?;
        let engine = |_| -> Result<Engine, BookTaskError> {
            let hash = if self.solve.is_some() { DEFAULT_HASH } else { 1 };
            Ok(Engine::new(session_of(&book, path, registry)?, hash)?)
        };
        if let (Some(plies), None) = (book.plies(), self.solve) {
            let why = format!(
                "{}: this is a book of everything up to {plies} plies; it grows with \
                 '--solve {plies} --all', and beyond that with --hard",
                path.display()
            );
            return Err(why.into());
        }
        let threads = self.threads.unwrap_or_else(cores).max(1);
        let mut engines = (0..threads).map(engine).collect::<Result<Vec<_>, _>>()?;
        if self.solve.is_some() {
            session_of(&book, path, registry)?.solver(1 << 20)?;
        }
        let control = Arc::new(Control::new());
        if let Some(seconds) = self.seconds {
            let hard = Duration::from_secs(seconds);
            control.start_clock(Budget { soft: None, hard }, Instant::now());
        }
        let flag = Arc::clone(&control);
        on_interrupt(move || flag.stop())?;
        let mut saving = Saving { path, interval, last: Instant::now() };
        let is_everything = self.all || (self.solve.is_some() && book.plies().is_some());
        let end = if is_everything {
            let everything = everything(book, path, self.solve, registry)?;
            let (book, end) = self.complete(everything, &mut engines, &control, &mut saving)?;
            drop(engines);
            match self.hard {
                Some(nodes) if !control.poll(0) => {
                    let growth = grow(book, path, registry)?;
                    let hardness = Hardness { nodes, bytes: SOLVER_BYTES };
                    let hard = self.learn_hard(
                        growth,
                        threads,
                        hardness,
                        &control,
                        &mut saving,
                        registry,
                    )?;
                    format!("{end}, {hard}")
                }
                _ => end,
            }
        } else {
            self.grow(grow(book, path, registry)?, &mut engines, &control, &mut saving)?
        };
        writeln!(out, "{}: {end}", path.display())?;
        if control.is_stopped() {
            return Err(InterruptedWork("the same command goes on with it").into());
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Solves positions until the book has all of them, or is stopped. Returns a sentence about the
    /// result.
    fn complete(
        &self,
        mut everything: Everything,
        engines: &mut [Engine],
        control: &Control,
        saving: &mut Saving<'_>,
    ) -> Result<(Book, String), BookTaskError> {
        let [wanted, known] = everything.progress();
        let bar = ProgressBar::new(wanted as u64);
        bar.set_style(ProgressStyle::with_template("{bar:24} {pos}/{len}, {eta} left")?);
        bar.set_position(known as u64);
        bar.reset_eta();
        keep_moving(&bar, TICK);
        let result = complete(&mut everything, engines, control, &mut |everything| {
            bar.set_position(everything.learnt() as u64);
            saving.save_now_and_then(everything)
        });
        bar.finish_and_clear();
        result?;
        let book = everything.book();
        save(&book, saving.path)?;
        let is_stuck = !everything.is_complete() && !control.poll(0);
        let end = if is_stuck { "; the rest could not be solved" } else { "" };
        Ok((book, format!("{}{end}", progress_of(&everything))))
    }

    /// Adds later positions that are hard. Returns a phrase about the result.
    fn learn_hard(
        &self,
        mut growth: Growth,
        threads: usize,
        hardness: Hardness,
        control: &Control,
        saving: &mut Saving<'_>,
        registry: &Registry,
    ) -> Result<String, BookTaskError> {
        let book = growth.book();
        let session = |_| session_of(&book, saving.path, registry);
        let mut sessions = (0..threads).map(session).collect::<Result<Vec<_>, _>>()?;
        let bar = ProgressBar::new(0);
        bar.set_style(ProgressStyle::with_template("{bar:24} {pos}/{len}: {msg}")?);
        keep_moving(&bar, TICK);
        let result = learn_hard_positions(
            &mut growth,
            &mut sessions,
            hardness,
            control,
            &mut |growth, HardProgress { ply, tried, done }| {
                bar.set_length(tried as u64);
                bar.set_position(done as u64);
                bar.set_message(format!("ply {ply}, {} later positions", growth.learnt()));
                saving.save_now_and_then(growth)
            },
        );
        bar.finish_and_clear();
        result?;
        save(&growth.book(), saving.path)?;
        Ok(format!("{} later positions", growth.learnt()))
    }

    /// Grows the book until it has reached its goal, or is stopped. Returns a sentence about the
    /// result.
    fn grow(
        &self,
        mut growth: Growth,
        engines: &mut [Engine],
        control: &Control,
        saving: &mut Saving<'_>,
    ) -> Result<String, BookTaskError> {
        let (nodes, goal) = match self.solve {
            Some(plies) => (None, Goal::Complete(plies.into())),
            None => (Some(self.nodes), Goal::Positions(self.positions.unwrap_or(usize::MAX))),
        };
        let plan = BookPlan { nodes, batch: self.batch as usize, goal };
        let bar = self.progress()?;
        keep_moving(&bar, TICK);
        let result = build(&mut growth, engines, &plan, control, &mut |growth, left| {
            let known = growth.learnt();
            if self.solve.is_some() {
                bar.set_length((known + left) as u64);
            }
            match (self.positions, self.solve) {
                (None, None) => bar.set_position(control.elapsed().as_secs()),
                _ => bar.set_position(known as u64),
            }
            bar.set_message(summary(growth));
            saving.save_now_and_then(growth)
        });
        bar.finish_and_clear();
        result?;
        save(&growth.book(), saving.path)?;
        let is_done = match plan.goal {
            Goal::Positions(count) => growth.summary().positions < count,
            Goal::Complete(plies) => growth.gaps(plies).is_empty(),
        };
        let end = match (is_done, self.solve) {
            _ if control.poll(0) => "",
            (true, _) => "; nothing is left to learn",
            (false, Some(_)) => "; the rest could not be solved",
            (false, None) => "",
        };
        Ok(format!("{}{end}", summary(&growth)))
    }

    fn progress(&self) -> Result<ProgressBar, TemplateError> {
        let (length, unit) = match (self.positions, self.seconds) {
            (Some(positions), _) => (positions as u64, ""),
            (None, Some(seconds)) if self.solve.is_none() => (seconds, " s"),
            (None, _) => (0, ""),
        };
        let bar = ProgressBar::new(length);
        let template = format!("{{bar:24}} {{pos}}/{{len}}{unit}, {{eta}} left: {{msg}}");
        bar.set_style(ProgressStyle::with_template(&template)?);
        Ok(bar)
    }
}
