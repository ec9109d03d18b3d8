//! The fit of weights that have names.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use serde::Serialize;

use super::arguments::{FitArguments, FitRun};
use super::report::{ShownWeights, finish};
use super::work::{counted, with_bar};
use crate::cli::arguments::RecordSource;
use crate::cli::complaints::Complaints;
use crate::cli::exit::RunResult;
use crate::cli::failure::Failure;
use crate::cli::interrupt::interrupt_switch;
use crate::cli::output_file;
use sarsen_core::game::{Weights, WeightsError};
use sarsen_engine::session::Session;
use sarsen_tools::matches::record::ReadError;
use sarsen_tools::matches::tuning::{
    Sample, Solved, Task, TuneError, Tuned, exact, from_records, self_play, solved,
};

/// The limit for the bytes of records to learn from. They are kept in memory.
const MOST_RECORDS: u64 = 64 << 20;

/// The new weights beside the old ones.
#[derive(Serialize)]
struct Changes {
    weights: Vec<Change>,
}

/// A weight, before and after.
#[derive(Serialize)]
struct Change {
    name: String,
    old: i32,
    new: i32,
}

impl Changes {
    fn of(Tuned { old, new, .. }: &Tuned) -> Self {
        let values = old.values().into_iter().zip(new.values());
        let change = |(name, (old, new))| Change { name, old, new };
        Self { weights: old.names().into_iter().zip(values).map(change).collect() }
    }
}

impl ShownWeights for Changes {
    const DIGITS: usize = 5;

    fn write(&self, scale: f64, out: &mut dyn Write) -> std::io::Result<()> {
        let width = self.weights.iter().map(|change| change.name.len()).max().unwrap_or(0).max(6);
        writeln!(out, "{:width$} {:>7} {:>7}", "weight", "old", "new")?;
        for Change { name, old, new } in &self.weights {
            writeln!(out, "{name:width$} {old:>7} {new:>7}")?;
        }
        writeln!(out, "{scale:.0} points make the odds of winning 2.7 times as great")
    }
}

impl FitRun<'_> {
    /// The whole command for such weights.
    pub(super) fn fit_named(&self, session: &dyn Session, out: &mut dyn Write) -> RunResult {
        let &Self { registry, game, arguments } = self;
        let usual = session.weights().ok_or_else(|| WeightsError::None(game.to_owned()))?;
        let weights = match &arguments.from {
            None => usual,
            Some(path) => weights_like(&usual, path)
                .map_err(|error| format!("{}: {error}", path.display()))?,
        };
        let is_ours = |path: &Path| Weights::load(path).is_ok();
        output_file::check(arguments.output.as_deref(), "weights", is_ours)?;
        let task = Task {
            place: arguments.common.place(registry, game),
            weights,
            keep: arguments.keep.clone(),
            spread: arguments.spread,
        };
        let stop = interrupt_switch()?;
        let mut samples = self.samples(&task, &stop)?;
        if arguments.exact {
            samples =
                counted("solved", samples.len(), |report| exact(&task, &samples, &stop, report))?;
        }
        let tuned = fit(&task, &samples, &stop)?;
        let file = tuned.new.to_string();
        finish(arguments, game, &tuned.quality, &Changes::of(&tuned), file.as_bytes(), out)
    }

    /// The positions to learn from.
    fn samples(&self, task: &Task<'_>, stop: &Arc<AtomicBool>) -> Result<Vec<Sample>, Failure> {
        let FitArguments { records, solved: random, openings, common, .. } = self.arguments;
        if let Some(file) = records {
            return self.recorded(task, file);
        }
        if let Some(count) = random.map(|count| count as usize) {
            let plan = Solved { positions: count, plies: *openings, seed: common.seed };
            return counted("positions", count, |report| solved(task, &plan, stop, report));
        }
        let plan = self.arguments.self_play();
        counted("games", plan.games, |report| self_play(task, &plan, stop, report))
    }

    /// The positions of game records. Records that cannot be used are left out.
    fn recorded(&self, task: &Task<'_>, file: &str) -> Result<Vec<Sample>, Failure> {
        let &Self { registry, game, arguments } = self;
        let source = RecordSource::open_up_to(file, MOST_RECORDS)?;
        let name = &source.name;
        let (mut first, mut complaints) = (None, Complaints::default());
        let mut leave_out = |number: usize, error: String| {
            complaints.add(format_args!("records: record {number} is left out: {error}"));
            first.get_or_insert(format!("records: {name}: record {number}: {error}"));
        };
        let (mut numbers, mut records) = (Vec::new(), Vec::new());
        for (record, number) in source.records.zip(1..) {
            if source.number.is_some_and(|wanted| wanted != number) {
                continue;
            }
            let named = match record {
                Ok(record) => record.or_of_game(game, registry).map_err(|error| error.to_string()),
                Err(ReadError::Io(error)) => return Err(format!("records: {name}: {error}").into()),
                Err(error) => Err(error.to_string()),
            };
            match named {
                Ok(record) => {
                    numbers.push(number);
                    records.push(record.with_passes(registry).0);
                }
                Err(error) => leave_out(number, error),
            }
        }
        let (positions, seed) = (arguments.common.positions as usize, arguments.common.seed);
        let mut tell = |at: usize, error: TuneError| leave_out(numbers[at], error.to_string());
        let samples = from_records(task, &records, positions, seed, &mut tell)?;
        complaints.tell_count("records");
        match first.filter(|_| samples.is_empty()) {
            Some(error) => Err(error.into()),
            None => Ok(samples),
        }
    }
}

/// The weights in a file, which have to have the same names as others.
fn weights_like(usual: &Weights, path: &Path) -> Result<Weights, WeightsError> {
    let weights = Weights::load(path)?;
    weights.check_names(usual)?;
    Ok(weights)
}

fn fit(task: &Task<'_>, samples: &[Sample], stop: &AtomicBool) -> Result<Tuned, Failure> {
    with_bar("{bar:24} looking at positions: {percent} %", |bar| {
        task.fit(samples, stop, &mut |done, all| {
            bar.set_length(all as u64);
            bar.set_position(done as u64);
        })
    })
}
