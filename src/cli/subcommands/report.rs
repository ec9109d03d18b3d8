//! `sarsen report`: plays a game with itself and says what the game is like.

use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use crate::cli::arguments::GameArguments;
use crate::cli::examples::{Example, Examples};
use crate::cli::exit::RunResult;
use crate::cli::interrupt::{InterruptedWork, interrupt_switch};
use crate::cli::json::print_json;
use crate::cli::output_file;
use crate::cli::program::Program;
use crate::cli::progress::{ProgressLog, TICK, keep_moving};
use sarsen_core::search::Limits;
use sarsen_core::sys::atomic_file;
use sarsen_engine::engine::cores;
use sarsen_tools::report::{
    ReportError, ReportPlan, ReportProgress, ReportStage, is_report_page, report_page,
};

/// The usual number of positions to visit at each move.
const NODES: u64 = 2000;

/// The most games, and the most pairs.
const MOST: i64 = 10_000_000;

/// So many bytes tell whether a file is a page.
const LOOK: u64 = 4096;

/// The examples of its help.
pub(super) const EXAMPLES: Examples = Examples::of(&[
    Example::any("sarsen report games/breakthrough.rbg"),
    Example::of("othello", "sarsen report othello 6x6 --games 50 --nodes 500 --pairs 10"),
    Example::of("connect4", "sarsen report connect4 5x4 --games 20 --pairs 0 --json"),
    Example::any("sarsen report games/hex.rbg --games 1000 --journal hex.journal"),
    Example::any("sarsen report games/clobber.rbg --html clobber.html"),
]);

/// Say what a game is like: whether it is fair, how long it lasts, when it is decided, whether
/// thought pays
///
/// The engine plays the game with itself, and then less thought against more. Some moves near the
/// start are chosen at random among those that are hardly worse than the best, so that games
/// differ. Then it looks for what the game is worth with best play.
///
/// The report tells first what a designer should look at, then what else was found, and then all
/// measures. Intervals behind shares hold the true share in 95 of 100 cases. `docs/reports.md` says
/// what each measure means. A report is as good as the engine's play: let it learn the game first
/// (see `sarsen learn`).
///
/// With a limit of nodes or a depth, the same arguments give the same report, on any number of
/// threads.
#[derive(Args)]
pub(crate) struct ReportArguments {
    #[command(flatten)]
    game: GameArguments,
    /// How many games it plays with itself
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=MOST))]
    games: u32,
    /// Positions to visit at each move [default: 2000, unless another limit is given]
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Milliseconds for each move
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    movetime: Option<u64>,
    /// Plies to look ahead at each move
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// How strong it plays, from 0 to 100
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u8).range(0..=100))]
    strength: u8,
    /// The evaluator [default: that of the game]
    #[arg(long, value_name = "NAME")]
    evaluator: Option<String>,
    /// Pairs of games for each of three steps of thought: a sixteenth, a fourth and four times as
    /// much. 0 leaves them out
    #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u32).range(0..=MOST))]
    pairs: u32,
    /// Positions to visit to find out what the game is worth with best play. 0 leaves it out
    #[arg(long, value_name = "NODES", default_value_t = 10_000_000)]
    exact_nodes: u64,
    /// The seed for everything that is random
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many games are played at the same time [default: one per processor]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Keep finished games in this file; if it exists, go on from there, perhaps with more games
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
    /// Write the report with its plots into this file, too: a page for a browser, also without
    /// network
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Print the report as a JSON object
    #[arg(long)]
    json: bool,
}

impl ReportArguments {
    pub(crate) fn run(&self, program: &Program, out: &mut dyn Write) -> RunResult {
        let page = self.html.as_deref();
        if page == Some(Path::new("-")) {
            return Err("--html: a page needs a file: give its name".into());
        }
        let is_journal = |page: &Path| {
            let journal = self.journal.as_deref();
            journal.is_some_and(|journal| atomic_file::real(journal) == atomic_file::real(page))
        };
        if page.is_some_and(is_journal) {
            return Err("--html: the page cannot be the journal as well".into());
        }
        output_file::check(page, "reports", is_page)?;
        let plan = self.plan(program);
        let stop = interrupt_switch()?;
        let bar = ProgressBar::new(1)
            .with_style(ProgressStyle::with_template("{bar:24} {msg}, {elapsed}, {eta} left")?);
        keep_moving(&bar, TICK);
        let mut log = ProgressLog::new();
        let made = plan.run(&stop, &mut |progress| {
            bar.set_length(progress.of.max(1));
            bar.set_position(progress.done);
            bar.set_message(told(progress));
            log.say(&bar, || told(progress));
        });
        bar.finish_and_clear();
        let report = match made {
            Ok(report) => report,
            Err(ReportError::Interrupted) => {
                let what = match plan.journal {
                    Some(_) => "the same command goes on with it",
                    None => "with --journal FILE, the same command would go on with it",
                };
                return Err(InterruptedWork(what).into());
            }
            Err(error) => return Err(error.into()),
        };
        // The report is printed even if the page cannot be written.
        let written = output_file::write(page, report_page(&report).as_bytes());
        match self.json {
            true => print_json(&report, out)?,
            false => write!(out, "{report}")?,
        }
        written?;
        Ok(ExitCode::SUCCESS)
    }

    fn plan(&self, program: &Program) -> ReportPlan {
        let mut pace = Limits::NONE;
        pace.nodes = self.nodes;
        pace.time = self.movetime.map(Duration::from_millis);
        pace.depth = self.depth;
        if !pace.is_limited() {
            pace.nodes = Some(NODES);
        }
        ReportPlan {
            registry: Arc::clone(&program.registry),
            title: self.game.title(&program.registry),
            games: self.games as usize,
            pace,
            strength: self.strength,
            evaluator: self.evaluator.clone(),
            pairs: self.pairs as usize,
            exact_nodes: self.exact_nodes,
            seed: self.seed,
            threads: self.threads.map_or_else(cores, usize::from),
            journal: self.journal.clone(),
        }
    }
}

/// Whether the file is the page of an earlier report.
fn is_page(path: &Path) -> bool {
    let mut start = Vec::new();
    let read = File::open(path).and_then(|file| file.take(LOOK).read_to_end(&mut start));
    read.is_ok() && is_report_page(&start)
}

/// What is going on.
fn told(progress: &ReportProgress) -> String {
    let count = format!("game {} of {}", progress.done, progress.of);
    match &progress.stage {
        ReportStage::Games => count,
        ReportStage::Skill([less, more]) => format!("{less} against {more}: {count}"),
        ReportStage::Exact => "looking for what best play leads to".to_owned(),
    }
}
