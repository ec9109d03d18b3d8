//! `sarsen tune`: fits the weights of a game's evaluator to the results of games.

mod plies;
mod prob_cut;
mod sparse;

use std::error::Error;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use clap::{Args, Subcommand};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use sparse::{SparseArguments, SparseRun};

use plies::plies;

use crate::cli::arguments::{GameArguments, RecordSource, open};
use crate::cli::exit::RunResult;
use crate::cli::interrupt::{InterruptedWork, interrupt_switch};
use crate::cli::json::print_json;
use crate::cli::program::Program;
use crate::engine::cores;
use crate::game::{Weights, WeightsError};
use crate::matches::record::Record;
use crate::matches::tuning::{
    Sample, SelfPlay, Solved, Task, TuneError, Tuned, exact, from_records, self_play, solved,
};
use crate::sys::atomic_file;

/// The limit for the bytes of records to learn from. They are kept in memory.
const MOST_RECORDS: u64 = 64 << 20;

/// Fit the weights of a game's evaluator to the results of games
///
/// The engine plays against itself, or reads game records. It takes quiet positions from the games
/// and finds the weights that make the results most likely (P. Österlund, "Texel's tuning method",
/// 2014). One game in five is kept out of the fit. The error there shows whether something was
/// learnt. To play with the weights, set the option Weights. The same arguments give the same
/// weights, with any number of threads.
#[derive(Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "Examples:\n  \
    sarsen tune connect4 --games 5000 -o my.toml\n  \
    sarsen tune stonehenge --solved 100000 --openings 7-12 --spread 200 -o my.toml\n  \
    sarsen match -p 'name=old Book=' -p 'name=new Book= Weights=my.toml' --movetime 20 --sprt elo1=10\n  \
    sarsen tune connect4 --from my.toml --keep turn --records played.txt -o better.toml\n  \
    sarsen tune prob-cut connect4 --depth 8 -o forecasts.toml"
)]
pub(crate) struct TuneArguments {
    #[command(subcommand)]
    other: Option<TuneSubcommand>,
    #[command(flatten)]
    game: GameArguments,
    /// Write the weights to a file
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// The weights to begin with [default: those of the game]
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Leave a weight, or a list or kind of weights, as it is; may be repeated
    #[arg(long, value_name = "NAME")]
    keep: Vec<String>,
    /// How far new weights are expected to be from the old ones: a standard deviation, in points
    #[arg(long, default_value_t = 20.0, value_name = "POINTS")]
    spread: f64,
    /// Learn from a file of game records ('-' is standard input, at most 64 MiB) instead of playing
    #[arg(long, value_name = "FILE", allow_hyphen_values = true)]
    records: Option<String>,
    /// Learn from random positions that the game's own solver decides, instead of playing
    #[arg(
        long,
        value_name = "POSITIONS",
        value_parser = clap::value_parser!(u32).range(1..),
        conflicts_with_all = ["records", "games", "nodes", "positions"]
    )]
    solved: Option<u32>,
    /// Take the result of each position from the game's own solver if it decides the position,
    /// otherwise from the game
    #[arg(long, conflicts_with = "solved")]
    exact: bool,
    /// Games to play
    #[arg(
        long,
        default_value_t = 2000,
        value_parser = clap::value_parser!(u32).range(1..),
        conflicts_with = "records"
    )]
    games: u32,
    /// Positions to visit at each move
    #[arg(
        long,
        default_value_t = 10_000,
        value_parser = clap::value_parser!(u64).range(1..),
        conflicts_with = "records"
    )]
    nodes: u64,
    /// How many random plies come before a game or a solved position: a number, or a range that is
    /// used in turn. With --solved, take enough plies for a quick solver (in Stonehenge 7-12)
    #[arg(
        long,
        default_value = "2-8",
        value_name = "PLIES[-PLIES]",
        value_parser = plies,
        conflicts_with = "records"
    )]
    openings: [usize; 2],
    /// The most positions to take from a game
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..))]
    positions: u32,
    /// The seed for the choice of openings and positions
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many games are played at the same time [default: one per processor]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    sparse: SparseArguments,
}

/// What else can be fitted.
#[derive(Subcommand)]
enum TuneSubcommand {
    ProbCut(prob_cut::ProbCutArguments),
}

/// The result, as JSON.
#[derive(Serialize)]
struct TuneReport<'a> {
    game: &'a str,
    fitted: usize,
    held_out: usize,
    scale: f64,
    error_before: f64,
    error_after: f64,
    held_out_error_before: f64,
    held_out_error_after: f64,
    weights: Vec<Change>,
}

/// A weight, before and after.
#[derive(Serialize)]
struct Change {
    name: String,
    old: i32,
    new: i32,
}

fn changes(tuned: &Tuned) -> Vec<Change> {
    let values = tuned.old.values().into_iter().zip(tuned.new.values());
    let names = tuned.old.names().into_iter();
    names.zip(values).map(|(name, (old, new))| Change { name, old, new }).collect()
}

impl TuneArguments {
    pub(crate) fn run(&self, program: &Program, out: &mut dyn Write) -> RunResult {
        if let Some(TuneSubcommand::ProbCut(arguments)) = &self.other {
            return arguments.run(program, out);
        }
        let registry = &*program.registry;
        if !(self.spread > 0.0 && self.spread.is_finite()) {
            return Err("spread: a number of points above 0 is needed".into());
        }
        let session = open(&self.game.title(registry)?, registry)?;
        let game = session.title();
        if self.sparse.is_given() || session.sparse().is_some() {
            return self.sparse_run(program).run(&*session, out);
        }
        let own = session.weights().ok_or_else(|| WeightsError::None(game.clone()))?;
        let weights = match &self.from {
            None => own.clone(),
            Some(path) => {
                let wrong = |error| format!("{}: {error}", path.display());
                let weights = Weights::load(path).map_err(wrong)?;
                weights.check_names(&own).map_err(wrong)?;
                weights
            }
        };
        self.check_output()?;
        let task = Task {
            registry,
            game: &game,
            weights,
            keep: self.keep.clone(),
            spread: self.spread,
            threads: self.threads.map_or_else(cores, usize::from),
        };
        let stop = interrupt_switch()?;
        let samples = self.samples(&task, &stop).and_then(|samples| match self.exact {
            true => solve_samples(&task, &samples, &stop),
            false => Ok(samples),
        });
        let tuned = samples.and_then(|samples| fit(&task, &samples, &stop));
        let tuned = tuned.map_err(|error| match error.downcast_ref() {
            Some(TuneError::Interrupted) => InterruptedWork("nothing was written").into(),
            _ => error,
        })?;
        let written = self.output.as_ref().map_or(Ok(()), |path| {
            atomic_file::replace(path, tuned.new.to_string().as_bytes())
                .map_err(|error| format!("{}: {error}", path.display()))
        });
        // The weights are printed even if the file could not be written.
        self.tell(&game, &tuned, out)?;
        written?;
        match &self.output {
            Some(path) if !self.json => {
                let verdict =
                    if has_learnt(&tuned) { "" } else { " (not better than the old ones)" };
                writeln!(out, "weights: {}{verdict}", path.display())?;
            }
            _ => {}
        }
        Ok(ExitCode::SUCCESS)
    }

    /// The same arguments for an evaluator of patterns.
    fn sparse_run<'a>(&'a self, program: &'a Program) -> SparseRun<'a> {
        SparseRun {
            program,
            from: self.from.as_deref(),
            output: self.output.as_deref(),
            keep: &self.keep,
            games: self.games,
            nodes: self.nodes,
            openings: self.openings,
            positions: self.positions,
            seed: self.seed,
            threads: self.threads.map_or_else(cores, usize::from),
            json: self.json,
            others: [
                ("records", self.records.is_some()),
                ("solved", self.solved.is_some()),
                ("exact", self.exact),
            ],
            sparse: &self.sparse,
        }
    }

    /// Refuses an output that cannot be written, before the work takes hours.
    fn check_output(&self) -> Result<(), Box<dyn Error>> {
        let Some(path) = &self.output else { return Ok(()) };
        let shown = path.display();
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
            return Err(format!("{shown}: there is no folder {}", folder.display()).into());
        }
        if path.exists() && Weights::load(path).is_err() {
            return Err(format!("{shown}: is no file of weights, and stays as it is").into());
        }
        Ok(atomic_file::can_replace(path).map_err(|error| format!("{shown}: {error}"))?)
    }

    /// The positions to learn from.
    fn samples(
        &self,
        task: &Task<'_>,
        stop: &Arc<AtomicBool>,
    ) -> Result<Vec<Sample>, Box<dyn Error>> {
        let positions = self.positions as usize;
        if let Some(file) = &self.records {
            let wrong = |error: &dyn Error| format!("records: {error}");
            let RecordSource { records, number, .. } =
                RecordSource::open_up_to(file, MOST_RECORDS)?;
            let records: Result<Vec<Record>, _> = records.collect();
            let mut records = records.map_err(|error| wrong(&error))?;
            if let Some(number) = number {
                records = records.into_iter().skip(number - 1).take(1).collect();
            }
            let samples = from_records(task, &records, positions, self.seed);
            return Ok(samples.map_err(|error| wrong(&error))?);
        }
        if let Some(count) = self.solved {
            let plan = Solved { positions: count as usize, plies: self.openings, seed: self.seed };
            let bar = ProgressBar::new(u64::from(count));
            bar.set_style(ProgressStyle::with_template(
                "{bar:24} {pos}/{len} positions, {eta} left",
            )?);
            let samples = solved(task, &plan, stop, &mut |done| bar.set_position(done as u64));
            bar.finish_and_clear();
            return Ok(samples?);
        }
        let plan = SelfPlay {
            games: self.games as usize,
            nodes: self.nodes,
            plies: self.openings,
            positions,
            seed: self.seed,
        };
        let bar = ProgressBar::new(u64::from(self.games));
        bar.set_style(ProgressStyle::with_template("{bar:24} {pos}/{len} games, {eta} left")?);
        let samples = self_play(task, &plan, stop, &mut |games| bar.set_position(games as u64));
        bar.finish_and_clear();
        Ok(samples?)
    }

    fn tell(&self, game: &str, tuned: &Tuned, out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
        let Tuned { scale, fitted, held_out, error, held_out_error, .. } = tuned;
        let weights = changes(tuned);
        if self.json {
            let report = TuneReport {
                game,
                fitted: *fitted,
                held_out: *held_out,
                scale: *scale,
                error_before: error[0],
                error_after: error[1],
                held_out_error_before: held_out_error[0],
                held_out_error_after: held_out_error[1],
                weights,
            };
            return Ok(print_json(&report, out)?);
        }
        let width = weights.iter().map(|change| change.name.len()).max().unwrap_or(0).max(6);
        writeln!(out, "{:width$} {:>7} {:>7}", "weight", "old", "new")?;
        for Change { name, old, new } in &weights {
            writeln!(out, "{name:width$} {old:>7} {new:>7}")?;
        }
        writeln!(out, "{scale:.0} points make the odds of winning 2.7 times as great")?;
        writeln!(
            out,
            "error of the {fitted} positions fitted: {:.5}, then {:.5}",
            error[0], error[1]
        )?;
        let [before, after] = held_out_error;
        writeln!(out, "error of {held_out} others, kept out: {before:.5}, then {after:.5}")?;
        if !has_learnt(tuned) {
            writeln!(
                out,
                "the new weights are not better for those kept out: it takes more games, perhaps \
                 tens of thousands"
            )?;
        }
        Ok(())
    }
}

/// Whether the new weights are also better for the positions that were kept out.
fn has_learnt(tuned: &Tuned) -> bool {
    let [before, after] = tuned.held_out_error;
    after < before
}

/// Replaces the results of games by those of the game's solver.
fn solve_samples(
    task: &Task<'_>,
    samples: &[Sample],
    stop: &AtomicBool,
) -> Result<Vec<Sample>, Box<dyn Error>> {
    let bar = ProgressBar::new(samples.len() as u64);
    bar.set_style(ProgressStyle::with_template("{bar:24} {pos}/{len} solved, {eta} left")?);
    let exact = exact(task, samples, stop, &mut |done| bar.set_position(done as u64));
    bar.finish_and_clear();
    Ok(exact?)
}

fn fit(task: &Task<'_>, samples: &[Sample], stop: &AtomicBool) -> Result<Tuned, Box<dyn Error>> {
    let bar = ProgressBar::new(0);
    bar.set_style(ProgressStyle::with_template("{bar:24} looking at positions: {percent} %")?);
    let tuned = task.fit(samples, stop, &mut |done, all| {
        bar.set_length(all as u64);
        bar.set_position(done as u64);
    });
    bar.finish_and_clear();
    Ok(tuned?)
}
