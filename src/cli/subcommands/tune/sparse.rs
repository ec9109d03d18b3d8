//! The fit of an evaluator with very many weights, of which few count in a position.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use serde::Serialize;

use super::arguments::FitRun;
use super::report::{ShownWeights, finish};
use super::work::{counted, with_bar};
use crate::cli::exit::RunResult;
use crate::cli::failure::Failure;
use crate::cli::file_error::InFile;
use crate::cli::interrupt::{InterruptedWork, interrupt_switch};
use crate::cli::output_file;
use sarsen_core::game::{SparseWeights, WeightsError};
use sarsen_core::sys::atomic_file;
use sarsen_engine::session::{AnyWeights, Session};
use sarsen_tools::matches::tuning::sparse::{
    Judged, JudgedFile, Progress, SolvedPlay, SparseTask, SparseTuned, solved_play,
};

/// The limit for the prior. With much greater numbers, the fit cannot be computed.
const MOST_PRIOR: f64 = 1e9;

/// How many weights there are, and how many of them count.
#[derive(Serialize)]
struct WeightCounts {
    weights: usize,
    not_zero: usize,
}

impl ShownWeights for WeightCounts {
    const DIGITS: usize = 4;

    fn write(&self, scale: f64, out: &mut dyn Write) -> std::io::Result<()> {
        let Self { weights, not_zero } = self;
        writeln!(out, "{weights} weights, {not_zero} of them not 0")?;
        writeln!(out, "a score of {scale:.2} makes the odds of winning 2.7 times as great")
    }
}

impl FitRun<'_> {
    /// The whole command for an evaluator of patterns.
    pub(super) fn fit_patterns(&self, session: &dyn Session, out: &mut dyn Write) -> RunResult {
        let &Self { registry, game, arguments } = self;
        let (sparse, output) = (&arguments.sparse, arguments.output.as_deref());
        self.refuse_others()?;
        let is_sparse = session.sparse().is_some();
        if !is_sparse && (sparse.save.is_none() || output.is_some()) {
            return Err(format!("the evaluator of {game} has no patterns to fit").into());
        }
        let weights = |path: &Path| sparse_weights(path).in_file(path.display());
        let weights = arguments.from.as_deref().map(weights).transpose()?;
        output_file::check(output, "weights", |path| AnyWeights::load(path).is_ok())?;
        output_file::check(sparse.save.as_deref(), "positions", |_| true)?;
        if let Some(path) = sparse.save.as_deref() {
            self.check_save(path).in_file(path.display())?;
        }
        let stop = interrupt_switch()?;
        let judged = self.judged(weights.as_ref(), &stop)?;
        if let Some(path) = &sparse.save {
            JudgedFile::write(path, game, &judged).in_file(path.display())?;
            if !arguments.common.json {
                writeln!(out, "positions: {}", path.display())?;
            }
            if !is_sparse || output.is_none() {
                return Ok(ExitCode::SUCCESS);
            }
        }
        let task = SparseTask {
            place: arguments.common.place(registry, game),
            weights: weights.as_ref(),
            is_fresh: sparse.fresh,
            prior: sparse.prior,
            keep: &arguments.keep,
        };
        let tuned = fit(&task, &judged, &stop).map_err(|error| match error {
            Failure::Interrupted(_) if sparse.save.is_some() => {
                InterruptedWork("no weights were written").into()
            }
            error => error,
        })?;
        let counts = WeightCounts { weights: tuned.weights.values().len(), not_zero: tuned.used };
        finish(arguments, game, &tuned.quality, &counts, &tuned.weights.to_bytes(), out)
    }

    /// Refuses arguments that mean nothing here.
    fn refuse_others(&self) -> Result<(), Failure> {
        let &Self { game, arguments, .. } = self;
        let others = [
            ("records", arguments.records.is_some()),
            ("solved", arguments.solved.is_some()),
            ("exact", arguments.exact),
        ];
        if let Some((name, _)) = others.iter().find(|(_, is_given)| *is_given) {
            return Err(format!(
                "--{name} is for named weights; the evaluator of {game} has patterns, whose \
                 games end with solved endings (--endings) or come from --saved"
            )
            .into());
        }
        let prior = arguments.sparse.prior;
        if !(prior > 0.0 && prior <= MOST_PRIOR) {
            return Err(format!("prior: a number above 0, at most {MOST_PRIOR}, is needed").into());
        }
        Ok(())
    }

    /// Refuses to write the positions over something else.
    fn check_save(&self, path: &Path) -> Result<(), UnfitSave> {
        let same = |output: &Path| atomic_file::real(output) == atomic_file::real(path);
        if self.arguments.output.as_deref().is_some_and(same) {
            return Err(UnfitSave::Twice);
        }
        match JudgedFile::is_replaceable(path) {
            Ok(true) => Ok(()),
            Ok(false) => Err(UnfitSave::Foreign),
            Err(error) => Err(UnfitSave::Read(error)),
        }
    }

    /// The positions to learn from.
    fn judged(
        &self,
        weights: Option<&SparseWeights>,
        stop: &Arc<AtomicBool>,
    ) -> Result<Vec<Judged>, Failure> {
        let &Self { registry, game, arguments } = self;
        let sparse = &arguments.sparse;
        let mut all = Vec::new();
        let mut session = registry.open_title(game)?;
        for path in &sparse.saved {
            let take = &mut |judged: Judged| {
                let set_up = session.set_position(Some(&judged.position), "");
                set_up.map_err(|error| error.to_string())?;
                all.push(judged);
                Ok(())
            };
            JudgedFile::read(path, game, take).in_file(path.display())?;
        }
        if !sparse.saved.is_empty() {
            return Ok(all);
        }
        let games = arguments.self_play();
        let plan = SolvedPlay {
            place: arguments.common.place(registry, game),
            evaluator: sparse.player.as_deref(),
            weights,
            games: &games,
            endings: sparse.endings,
        };
        counted("games", games.games, |report| solved_play(&plan, stop, report))
    }
}

/// Why positions cannot be saved in a file.
#[derive(Debug, thiserror::Error)]
enum UnfitSave {
    /// The weights are to be in the same file.
    #[error("is named twice, for the weights and for the positions")]
    Twice,
    /// It holds something else.
    #[error("is no file of positions, and stays as it is")]
    Foreign,
    /// It cannot be read.
    #[error("{0}")]
    Read(std::io::Error),
}

/// Why weights are not those of patterns.
#[derive(Debug, thiserror::Error)]
enum NoPatterns {
    /// They cannot be read.
    #[error(transparent)]
    Load(#[from] WeightsError),
    /// They are named.
    #[error("these are named weights, not those of patterns")]
    Named,
    /// They were learned.
    #[error("these are learned weights, not those of patterns")]
    Learned,
}

/// The weights in a file.
fn sparse_weights(path: &Path) -> Result<SparseWeights, NoPatterns> {
    match AnyWeights::load(path)? {
        AnyWeights::Sparse(weights) => Ok(weights),
        AnyWeights::Named(_) => Err(NoPatterns::Named),
        AnyWeights::Learned(_) => Err(NoPatterns::Learned),
    }
}

fn fit(
    task: &SparseTask<'_>,
    judged: &[Judged],
    stop: &AtomicBool,
) -> Result<SparseTuned, Failure> {
    with_bar("{bar:24} {msg}: {pos}/{len}", |bar| {
        task.fit(judged, stop, &mut |progress| {
            let (what, done, all) = match progress {
                Progress::Positions(done, all) => ("positions", done, all),
                Progress::Steps(done, all) => ("steps, fewer if they are enough", done, all),
            };
            bar.set_message(what);
            bar.set_length(all as u64);
            bar.set_position(done as u64);
        })
    })
}
