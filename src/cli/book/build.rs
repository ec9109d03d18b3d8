//! `sarsen book build`.

use std::error::Error;
use std::io::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::batch::{Goal, Plan, build};
use crate::engine::{DEFAULT_HASH, Engine};
use crate::search::Control;
use crate::search::time::Budget;
use crate::session::Registry;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use super::{BookFile, Outcome, grow, lock, save, session_of, summary};
use crate::cli::naming::GameArguments;
use crate::cli::{Interrupted, TICK, cores, keep_moving};

/// Grow a book by analysis, or begin one
///
/// Again and again it takes the positions that an opponent would leave the book by soonest and at
/// the least cost, and has all their moves searched (drop-out expansion, T. Lincke, 2000). The book
/// is saved on the way; interrupted or killed, the same command goes on from there. The same
/// settings give the same book, however many threads there are. With '--solve' positions are solved
/// instead, and the book becomes one of perfect play to a depth.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    sarsen book build my.book connect4 --positions 5000\n  \
    sarsen book build my.book --seconds 3600 --nodes 1000000\n  \
    sarsen book build solved.book connect4 5x5 --solve 3\n  \
    sarsen book build small.book connect4 5x5 --positions 1000 --threads 2")]
pub(super) struct Build {
    #[command(flatten)]
    book: BookFile,
    #[command(flatten)]
    game: GameArguments,
    /// Positions to visit in each search
    #[arg(long, default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Grow until the book knows so many positions
    #[arg(long)]
    positions: Option<usize>,
    /// Solve positions until the book knows the best moves of every one up to so many plies,
    /// whatever is played against them
    #[arg(long, value_name = "PLIES", conflicts_with_all = ["positions", "nodes", "batch"])]
    solve: Option<u16>,
    /// Grow for so long
    #[arg(long, value_name = "SECONDS")]
    seconds: Option<u64>,
    /// Searches at once; all cores if left out
    #[arg(long)]
    threads: Option<usize>,
    /// About how many positions are chosen at once
    #[arg(long, default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..))]
    batch: u32,
    /// Save the book every so often
    #[arg(long, default_value_t = 30.0, value_name = "SECONDS")]
    checkpoint: f64,
}

impl Build {
    pub(super) fn run(&self, registry: &Registry, out: &mut dyn Write) -> Outcome {
        if self.positions.is_none() && self.seconds.is_none() && self.solve.is_none() {
            return Err("say how far it is to grow: --positions, --seconds or --solve".into());
        }
        let interval = Duration::try_from_secs_f64(self.checkpoint)
            .map_err(|_| "checkpoint: a number of seconds is needed")?;
        let path = &self.book.file;
        let _lock = lock(path)?;
        let book = self.book.begin(&self.game.title(registry)?, registry)?;
        let engine = |_| -> Result<Engine, Box<dyn Error>> {
            let hash = if self.solve.is_some() { DEFAULT_HASH } else { 1 };
            Ok(Engine::new(session_of(&book, path, registry)?, hash)?)
        };
        let threads = self.threads.unwrap_or_else(cores).max(1);
        let mut engines = (0..threads).map(engine).collect::<Result<Vec<_>, _>>()?;
        if self.solve.is_some() {
            session_of(&book, path, registry)?.solver(1 << 20)?;
        }
        let mut growth = grow(book, path, registry)?;
        let control = Arc::new(Control::new());
        if let Some(seconds) = self.seconds {
            let hard = Duration::from_secs(seconds);
            control.start_clock(Budget { soft: None, hard }, Instant::now());
        }
        let flag = Arc::clone(&control);
        ctrlc::set_handler(move || flag.stop())?;
        let (nodes, goal) = match self.solve {
            Some(plies) => (None, Goal::Complete(plies.into())),
            None => (Some(self.nodes), Goal::Positions(self.positions.unwrap_or(usize::MAX))),
        };
        let plan = Plan { nodes, batch: self.batch as usize, goal };
        let bar = self.progress()?;
        keep_moving(&bar, TICK);
        let mut saved = Instant::now();
        let result =
            build(&mut growth, &mut engines, &plan, &control, &mut |growth, left| -> Outcome {
                let known = growth.summary().positions;
                if self.solve.is_some() {
                    bar.set_length((known + left) as u64);
                }
                match (self.positions, self.solve) {
                    (None, None) => bar.set_position(control.elapsed().as_secs()),
                    _ => bar.set_position(known as u64),
                }
                bar.set_message(summary(growth));
                if saved.elapsed() >= interval {
                    save(growth, path)?;
                    saved = Instant::now();
                }
                Ok(())
            });
        bar.finish_and_clear();
        result?;
        save(&growth, path)?;
        let is_done = match plan.goal {
            Goal::Positions(count) => growth.summary().positions < count,
            Goal::Complete(_) => true,
        };
        let end = if is_done && !control.poll(0) { "; nothing is left to learn" } else { "" };
        writeln!(out, "{}: {}{end}", path.display(), summary(&growth))?;
        if control.is_stopped() {
            return Err(Interrupted("the same command goes on with it").into());
        }
        Ok(())
    }

    fn progress(&self) -> Result<ProgressBar, Box<dyn Error>> {
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
