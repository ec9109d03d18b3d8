//! `sarsen learn`: learns to judge the positions of a game from its rules and its board alone.

use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use indicatif::style::TemplateError;
use indicatif::{ProgressBar, ProgressStyle};

use crate::cli::arguments::{GameArguments, open};
use crate::cli::examples::{Example, Examples};
use crate::cli::exit::RunResult;
use crate::cli::failure::Failure;
use crate::cli::file_error::InFile;
use crate::cli::interrupt::{InterruptedWork, interrupt_switch};
use crate::cli::json::print_json;
use crate::cli::output_file;
use crate::cli::program::Program;
use crate::cli::progress::ProgressLog;
use crate::cli::rules_files::learned_file;
use sarsen_engine::engine::cores;
use sarsen_engine::session::AnyWeights;
use sarsen_tools::matches::learning::{
    Gain, Generation, LearnError, LearnPlan, LearnProgress, Learnt,
};

/// The usual limit, if there is none, in hours.
const HOURS: f64 = 1.0;

/// The longest run, in hours.
const LONGEST: f64 = 10_000.0;

/// The examples of its help.
pub(super) const EXAMPLES: Examples = Examples::of(&[
    Example::of("connect4", "sarsen learn connect4 --hours 0.5"),
    Example::of("othello", "sarsen learn othello 6x6 --generations 10 -o my.learned"),
    Example::any("sarsen learn --generations 2 --games 500 --threads 1"),
    Example::of("othello", "sarsen eval othello 6x6 --weights my.learned"),
    Example::of(
        "othello",
        "sarsen match othello 6x6 -p name=hand -p 'Evaluator=learned Weights=my.learned' --movetime 50",
    ),
]);

/// Learn to judge the positions of a game from its rules and its board alone
///
/// The engine plays against itself. Generation after generation, a model is fitted to the
/// positions: what searches and the game's own solver said of them, and how the games ended. New
/// weights play against old ones, and the better ones are kept and written. One position in ten is
/// kept out, and the error there shows whether something was learnt.
///
/// The weights are for the evaluator 'learned': set the options Weights and Evaluator. Progress is
/// in a file beside the output. After an interrupt or a crash, the same command goes on. With one
/// thread, the same arguments give the same weights.
#[derive(Args)]
#[command(allow_negative_numbers = true)]
pub(crate) struct LearnArguments {
    #[command(flatten)]
    game: GameArguments,
    /// The file for the weights [default: GAME-SETUP.learned]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Stop after this many hours [default: 1, unless --generations says when]
    #[arg(long)]
    hours: Option<f64>,
    /// Stop after this many generations
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    generations: Option<u32>,
    /// The most games of a generation
    #[arg(long, default_value_t = 4000, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// End a generation early when its games have brought so many positions
    #[arg(long, default_value_t = 250_000, value_parser = clap::value_parser!(u64).range(1..))]
    positions: u64,
    /// Positions to visit at each move
    #[arg(long, default_value_t = 400, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Plies to look ahead at most [default: as many as the nodes allow]
    ///
    /// A search that has to end in the middle of its first ply has not seen all moves. So for a
    /// game of chance, which needs many quick games, --depth 1 with many nodes is better than few
    /// nodes.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Positions that the game's own solver, if there is one, may visit to decide a position
    #[arg(long, default_value_t = 20_000)]
    solver_nodes: u64,
    /// The seed for everything that is random
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many games are played at the same time [default: one per processor]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Print each generation as a JSON object
    #[arg(long)]
    json: bool,
}

impl LearnArguments {
    pub(crate) fn run(&self, program: &Program, out: &mut dyn Write) -> RunResult {
        let plan = self.plan(program)?;
        let stop = interrupt_switch()?;
        let log = ProgressLog::new();
        let (head, bar) = (Some(&plan), bar()?);
        let mut page = Page { json: self.json, head, bar, log, is_read: true, out };
        let mut failed = None;
        let learnt = plan.learn(&stop, &mut |progress| {
            if let Err(error) = page.tell(progress) {
                failed.get_or_insert(error);
                stop.store(true, std::sync::atomic::Ordering::Relaxed);
            }
        });
        page.bar.finish_and_clear();
        if let Some(error) = failed {
            return Err(error.into());
        }
        match learnt {
            Ok(learnt) => self.finish(&plan, learnt, out),
            Err(error) if error.is_interrupt() => {
                Err(InterruptedWork("the same command goes on with it").into())
            }
            Err(error) => Err(error.into()),
        }
    }

    fn plan(&self, program: &Program) -> Result<LearnPlan, Failure> {
        let registry = &program.registry;
        if let Some(hours) = self.hours.filter(|hours| !(*hours > 0.0 && *hours <= LONGEST)) {
            return Err(format!("hours: {hours} is not more than 0 and at most {LONGEST}").into());
        }
        let session = open(&self.game.title(registry), registry)?;
        session.board_facts().map_err(LearnError::from)?;
        let (game, setup) = (session.game().to_owned(), session.setup());
        let usual = || learned_file(&game, &setup).into();
        let path = self.output.clone().unwrap_or_else(usual);
        let is_learned = |path: &Path| matches!(AnyWeights::load(path), Ok(AnyWeights::Learned(_)));
        output_file::check(Some(&path), "learned weights", is_learned)?;
        check_output(&path, &session.title()).in_file(path.display())?;
        let hours = match (self.hours, self.generations) {
            (None, None) => Some(HOURS),
            (hours, _) => hours,
        };
        Ok(LearnPlan {
            registry: Arc::clone(registry),
            game,
            setup,
            threads: self.threads.map_or_else(cores, usize::from),
            seed: self.seed,
            games: self.games as usize,
            positions: self.positions,
            nodes: self.nodes,
            depth: self.depth,
            solver_nodes: self.solver_nodes,
            generations: self.generations,
            time: hours.map(|hours| Duration::from_secs_f64(3600.0 * hours)),
            output: path,
        })
    }

    fn finish(&self, plan: &LearnPlan, learnt: Learnt, out: &mut dyn Write) -> RunResult {
        if self.json {
            return Ok(ExitCode::SUCCESS);
        }
        match learnt.gain {
            Some(Gain { elo, error }) => {
                writeln!(out, "stronger than without an opinion by {elo:.0} +- {error:.0} Elo")?;
                writeln!(out, "weights: {}", plan.output.display())?;
            }
            None => {
                let why = "nothing was learnt that plays better than no opinion";
                writeln!(out, "{why}, so no weights were written")?;
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// How names end that belong to files of progress.
const PROGRESS: [&str; 4] = [".progress", ".progress-journal", ".progress-wal", ".progress-shm"];

/// Why a file cannot be that of the weights.
#[derive(Debug, thiserror::Error)]
enum UnfitOutput {
    /// Weights need a file.
    #[error("weights need a file; call it ./- if that is its name")]
    Stream,
    /// A file of progress could have this name.
    #[error("names that end in {0} are for files of progress")]
    Progress(&'static str),
    /// It has weights of another game.
    #[error("has weights for {0}, and stays as it is")]
    OtherGame(String),
}

/// Refuses a name that a file of progress could have, and weights of another game.
fn check_output(path: &Path, title: &str) -> Result<(), UnfitOutput> {
    let name = path.to_string_lossy();
    if name == "-" {
        return Err(UnfitOutput::Stream);
    }
    if let Some(end) = PROGRESS.iter().find(|end| name.ends_with(*end)) {
        return Err(UnfitOutput::Progress(end));
    }
    match AnyWeights::load(path) {
        Ok(AnyWeights::Learned(weights)) if weights.game() != title => {
            Err(UnfitOutput::OtherGame(weights.game().to_owned()))
        }
        _ => Ok(()),
    }
}

fn bar() -> Result<ProgressBar, TemplateError> {
    let style = ProgressStyle::with_template("{bar:24} {msg}")?;
    Ok(ProgressBar::new(1).with_style(style))
}

/// What is shown.
struct Page<'a> {
    json: bool,
    /// What the head of the table tells, until it is printed.
    head: Option<&'a LearnPlan>,
    bar: ProgressBar,
    log: ProgressLog,
    /// Whether somebody reads the table. If not, learning goes on: what it is for is the file.
    is_read: bool,
    out: &'a mut dyn Write,
}

impl Page<'_> {
    fn head(&mut self, plan: &LearnPlan) -> std::io::Result<()> {
        if self.json {
            return Ok(());
        }
        let setup = if plan.setup.is_empty() { String::new() } else { format!(" {}", plan.setup) };
        writeln!(self.out, "{}{setup}: up to {} games a generation", plan.game, plan.games)?;
        writeln!(
            self.out,
            "generation   games  positions  error  names winner   Elo gained     in all  time"
        )
    }

    /// Shows it, as long as somebody reads.
    fn tell(&mut self, progress: LearnProgress<'_>) -> std::io::Result<()> {
        if !self.is_read {
            return Ok(());
        }
        let shown = self.show(progress);
        self.is_read = !shown.as_ref().is_err_and(|error| error.kind() == ErrorKind::BrokenPipe);
        if self.is_read { shown } else { Ok(()) }
    }

    fn show(&mut self, progress: LearnProgress<'_>) -> std::io::Result<()> {
        if let Some(plan) = self.head.take() {
            self.head(plan)?;
        }
        match progress {
            LearnProgress::Before(generation) | LearnProgress::Generation(generation) => {
                self.bar.suspend(|| match self.json {
                    true => print_json(generation, &mut *self.out),
                    false => writeln!(self.out, "{}", line(generation)),
                })?;
                self.out.flush()
            }
            LearnProgress::Games(number, done, all) => {
                self.step(done, all, || format!("generation {number}: game {done} of {all}"));
                Ok(())
            }
            LearnProgress::Fit(number, done, all) => {
                self.step(done, all, || format!("generation {number}: fit"));
                Ok(())
            }
            LearnProgress::Forecasts(number, done, all) => {
                self.step(done, all, || format!("generation {number}: forecasts"));
                Ok(())
            }
            LearnProgress::Match(number, standing) => {
                self.step(1, 1, || format!("generation {number}: {standing}"));
                Ok(())
            }
        }
    }

    fn step(&mut self, done: usize, all: usize, message: impl Fn() -> String) {
        self.bar.set_length(all as u64);
        self.bar.set_position(done as u64);
        self.bar.set_message(message());
        self.log.say(&self.bar, message);
    }
}

/// A generation as a line of the table.
fn line(generation: &Generation) -> String {
    let Generation { number, games, positions, error, named, .. } = generation;
    let shown = |gain: Gain| format!("{:+.0} +- {:.0}", gain.elo, gain.error);
    let gain = match generation.gain {
        None => "not learnt".to_owned(),
        Some(gain) if generation.is_kept => shown(gain),
        Some(gain) => format!("({:+.0})", gain.elo),
    };
    let total = shown(generation.total);
    format!(
        "{number:>10} {games:>7} {positions:>10} {error:>6.4} {:>11.1} % {gain:>12} {total:>12} \
         {:>4.0} s",
        100.0 * named,
        generation.seconds
    )
}
