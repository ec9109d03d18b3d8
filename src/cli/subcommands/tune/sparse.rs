//! `sarsen tune` for an evaluator with very many weights, of which few count in a position.

use std::error::Error;
use std::fmt::Display;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use crate::cli::exit::RunResult;
use crate::cli::interrupt::{InterruptedWork, interrupt_switch};
use crate::cli::json::print_json;
use crate::cli::program::Program;
use crate::game::{AnyWeights, SparseWeights};
use crate::matches::tuning::TuneError;
use crate::matches::tuning::sparse::{
    Judged, JudgedFile, Progress, SolvedPlay, SparseTask, SparseTuned, solved_play,
};
use crate::session::Session;
use crate::sys::atomic_file;

/// The limit for the prior. With much greater numbers, the fit cannot be computed.
const MOST_PRIOR: f64 = 1e9;

/// What only such an evaluator needs.
#[derive(Args)]
#[command(next_help_heading = "For an evaluator of patterns")]
pub(super) struct SparseArguments {
    /// The evaluator that plays [default: the game's own]
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// Let the game's own solver play as soon as at most this many plies are left; a game without
    /// a solver is played to its end
    #[arg(long, default_value_t = 14, value_name = "PLIES")]
    endings: u32,
    /// Write the positions of the games to a file, with their scores
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Learn from files of such positions instead of playing; may be repeated
    #[arg(long, value_name = "FILE")]
    saved: Vec<PathBuf>,
    /// How strongly new weights are held near the old ones: as if each had been right in this many
    /// more positions
    #[arg(long, default_value_t = 20.0, value_name = "POSITIONS")]
    prior: f64,
    /// Hold new weights near 0 instead of the old ones
    #[arg(long)]
    fresh: bool,
}

impl SparseArguments {
    /// Whether the user asks for something that only such an evaluator has.
    pub(super) fn is_given(&self) -> bool {
        self.player.is_some() || self.save.is_some() || !self.saved.is_empty() || self.fresh
    }
}

/// The arguments that all evaluators have, and what they mean here.
pub(super) struct SparseRun<'a> {
    pub(super) program: &'a Program,
    pub(super) from: Option<&'a Path>,
    pub(super) output: Option<&'a Path>,
    pub(super) keep: &'a [String],
    pub(super) games: u32,
    pub(super) nodes: u64,
    pub(super) openings: [usize; 2],
    pub(super) positions: u32,
    pub(super) seed: u64,
    pub(super) threads: usize,
    pub(super) json: bool,
    /// Arguments for named weights alone, and whether each is given.
    pub(super) others: [(&'static str, bool); 3],
    pub(super) sparse: &'a SparseArguments,
}

/// The result, as JSON.
#[derive(Serialize)]
struct SparseReport<'a> {
    game: &'a str,
    fitted: usize,
    held_out: usize,
    scale: f64,
    error_before: f64,
    error_after: f64,
    held_out_error_before: f64,
    held_out_error_after: f64,
    weights: usize,
    not_zero: usize,
}

impl SparseRun<'_> {
    /// The whole command for such an evaluator.
    pub(super) fn run(&self, session: &dyn Session, out: &mut dyn Write) -> RunResult {
        let game = session.title();
        self.refuse_others(&game)?;
        let own = session.sparse();
        if own.is_none() && (self.sparse.save.is_none() || self.output.is_some()) {
            return Err(format!("the evaluator of {game} has no patterns to fit").into());
        }
        let weights = self.from.map(sparse_weights).transpose()?;
        self.check_outputs()?;
        let stop = interrupt_switch()?;
        let work = || -> Result<Option<SparseTuned>, Box<dyn Error>> {
            let judged = self.judged(&game, weights.as_ref(), &stop)?;
            if let Some(path) = &self.sparse.save {
                JudgedFile::write(path, &game, &judged)
                    .map_err(|error| format!("{}: {error}", path.display()))?;
            }
            if own.is_none() || self.sparse.save.is_some() && self.output.is_none() {
                return Ok(None);
            }
            let task = SparseTask {
                registry: &self.program.registry,
                game: &game,
                weights: weights.as_ref(),
                is_fresh: self.sparse.fresh,
                prior: self.sparse.prior,
                keep: self.keep,
                threads: self.threads,
            };
            fit(&task, &judged, &stop).map(Some)
        };
        let tuned = work().map_err(|error| match error.downcast_ref() {
            Some(TuneError::Interrupted) => InterruptedWork("nothing was written").into(),
            _ => error,
        })?;
        if let Some(path) = &self.sparse.save
            && !self.json
        {
            writeln!(out, "positions: {}", path.display())?;
        }
        let Some(tuned) = tuned else { return Ok(ExitCode::SUCCESS) };
        let written = self.output.map_or(Ok(()), |path| {
            atomic_file::replace(path, &tuned.weights.to_bytes())
                .map_err(|error| format!("{}: {error}", path.display()))
        });
        self.tell(&game, &tuned, out)?;
        written?;
        Ok(ExitCode::SUCCESS)
    }

    /// Refuses arguments that mean nothing here.
    fn refuse_others(&self, game: &str) -> Result<(), Box<dyn Error>> {
        if let Some((name, _)) = self.others.iter().find(|(_, is_given)| *is_given) {
            return Err(format!(
                "--{name} is for named weights; the evaluator of {game} has patterns, whose \
                 games end with solved endings (--endings) or come from --saved"
            )
            .into());
        }
        if !(self.sparse.prior > 0.0 && self.sparse.prior <= MOST_PRIOR) {
            return Err(format!("prior: a number above 0, at most {MOST_PRIOR}, is needed").into());
        }
        Ok(())
    }

    /// Refuses outputs that cannot be written, before the work takes hours.
    fn check_outputs(&self) -> Result<(), Box<dyn Error>> {
        for path in self.output.into_iter().chain(self.sparse.save.as_deref()) {
            let wrong = |error: &dyn Display| format!("{}: {error}", path.display());
            atomic_file::can_replace(path).map_err(|error| wrong(&error))?;
        }
        if let Some(path) = &self.sparse.save {
            self.check_save(path).map_err(|why| format!("{}: {why}", path.display()))?;
        }
        match self.output {
            Some(path) if path.exists() && AnyWeights::load(path).is_err() => {
                Err(format!("{}: is no file of weights, and stays as it is", path.display()).into())
            }
            _ => Ok(()),
        }
    }

    /// Refuses to write the positions over something else.
    fn check_save(&self, path: &Path) -> Result<(), String> {
        let same = |output| atomic_file::real(output) == atomic_file::real(path);
        if self.output.is_some_and(same) {
            return Err("is named twice, for the weights and for the positions".to_owned());
        }
        match JudgedFile::is_replaceable(path) {
            Ok(true) => Ok(()),
            Ok(false) => Err("is no file of positions, and stays as it is".to_owned()),
            Err(error) => Err(error.to_string()),
        }
    }

    /// The positions to learn from.
    fn judged(
        &self,
        game: &str,
        weights: Option<&SparseWeights>,
        stop: &Arc<AtomicBool>,
    ) -> Result<Vec<Judged>, Box<dyn Error>> {
        let mut all = Vec::new();
        let mut session = self.program.registry.open_title(game)?;
        for path in &self.sparse.saved {
            let take = &mut |judged: Judged| {
                let set_up = session.set_position(Some(&judged.position), "");
                set_up.map_err(|error| error.to_string())?;
                all.push(judged);
                Ok(())
            };
            JudgedFile::read(path, game, take)
                .map_err(|error| format!("{}: {error}", path.display()))?;
        }
        if !self.sparse.saved.is_empty() {
            return Ok(all);
        }
        let plan = SolvedPlay {
            registry: &self.program.registry,
            game,
            evaluator: self.sparse.player.as_deref(),
            weights,
            games: self.games as usize,
            nodes: self.nodes,
            plies: self.openings,
            endings: self.sparse.endings,
            positions: self.positions as usize,
            seed: self.seed,
            threads: self.threads,
        };
        let bar = bar("{bar:24} {pos}/{len} games, {eta} left")?;
        bar.set_length(u64::from(self.games));
        let judged = solved_play(&plan, stop, &mut |games| bar.set_position(games as u64));
        bar.finish_and_clear();
        Ok(judged?)
    }

    fn tell(
        &self,
        game: &str,
        tuned: &SparseTuned,
        out: &mut dyn Write,
    ) -> Result<(), Box<dyn Error>> {
        let SparseTuned { weights, used, scale, fitted, held_out, error, held_out_error } = tuned;
        let count = weights.values().len();
        if self.json {
            let report = SparseReport {
                game,
                fitted: *fitted,
                held_out: *held_out,
                scale: *scale,
                error_before: error[0],
                error_after: error[1],
                held_out_error_before: held_out_error[0],
                held_out_error_after: held_out_error[1],
                weights: count,
                not_zero: *used,
            };
            return Ok(print_json(&report, out)?);
        }
        writeln!(out, "{count} weights, {used} of them not 0")?;
        writeln!(out, "a score of {scale:.2} makes the odds of winning 2.7 times as great")?;
        let [before, after] = error;
        writeln!(out, "error of the {fitted} positions fitted: {before:.4}, then {after:.4}")?;
        let [before, after] = held_out_error;
        writeln!(out, "error of {held_out} others, kept out: {before:.4}, then {after:.4}")?;
        if let Some(path) = self.output {
            let verdict = if after < before { "" } else { " (not better than the old ones)" };
            writeln!(out, "weights: {}{verdict}", path.display())?;
        }
        Ok(())
    }
}

/// The weights in a file.
fn sparse_weights(path: &Path) -> Result<SparseWeights, String> {
    match AnyWeights::load(path) {
        Ok(AnyWeights::Sparse(weights)) => Ok(weights),
        Ok(AnyWeights::Named(_)) => {
            Err(format!("{}: these are named weights, not those of patterns", path.display()))
        }
        Err(error) => Err(format!("{}: {error}", path.display())),
    }
}

fn fit(
    task: &SparseTask<'_>,
    judged: &[Judged],
    stop: &AtomicBool,
) -> Result<SparseTuned, Box<dyn Error>> {
    let bar = bar("{bar:24} {msg}: {pos}/{len}")?;
    let tuned = task.fit(judged, stop, &mut |progress| {
        let (what, done, all) = match progress {
            Progress::Positions(done, all) => ("positions", done, all),
            Progress::Steps(done, all) => ("steps, fewer if they are enough", done, all),
        };
        bar.set_message(what);
        bar.set_length(all as u64);
        bar.set_position(done as u64);
    });
    bar.finish_and_clear();
    Ok(tuned?)
}

/// A bar that shows progress.
fn bar(template: &str) -> Result<ProgressBar, Box<dyn Error>> {
    Ok(ProgressBar::new(0).with_style(ProgressStyle::with_template(template)?))
}
