//! What learning shows: a table of generations, and how far the one at work is.

use std::io::{ErrorKind, Write};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use indicatif::style::TemplateError;
use indicatif::{ProgressBar, ProgressStyle};

use crate::cli::failure::Failure;
use crate::cli::interrupt::InterruptedWork;
use crate::cli::json::print_json;
use crate::cli::progress::ProgressLog;
use sarsen_tools::matches::learning::{Gain, Generation, LearnError, LearnPlan, LearnProgress};

/// What is shown.
pub(super) struct Page<'a> {
    json: bool,
    /// What the head of the table tells, until it is printed.
    head: Option<&'a LearnPlan>,
    bar: ProgressBar,
    log: ProgressLog,
    /// Whether somebody reads the table. If not, learning goes on: what it is for is the file.
    is_read: bool,
    out: &'a mut dyn Write,
}

impl<'a> Page<'a> {
    /// A page that has the head of the table for this plan, if there is one.
    pub(super) fn new(
        json: bool,
        head: Option<&'a LearnPlan>,
        out: &'a mut dyn Write,
    ) -> Result<Self, TemplateError> {
        Ok(Self { json, head, bar: bar()?, log: ProgressLog::new(), is_read: true, out })
    }

    /// Shows what some work tells. If that cannot be written, the work is stopped. `lost` says what
    /// becomes of it if the user stops it.
    pub(super) fn follow<T>(
        &mut self,
        stop: &AtomicBool,
        lost: &'static str,
        work: impl FnOnce(&mut dyn FnMut(LearnProgress<'_>)) -> Result<T, LearnError>,
    ) -> Result<T, Failure> {
        let mut failed = None;
        let done = work(&mut |progress| {
            if let Err(error) = self.tell(progress) {
                failed.get_or_insert(error);
                stop.store(true, Relaxed);
            }
        });
        if failed.is_some() || done.is_err() {
            self.bar.finish_and_clear();
        }
        match (failed, done) {
            (Some(error), _) => Err(error.into()),
            (None, Err(error)) if error.is_interrupt() => Err(InterruptedWork(lost).into()),
            (None, done) => Ok(done?),
        }
    }

    /// Takes the bar away. Returns what is left to write to.
    pub(super) fn finish(self) -> &'a mut dyn Write {
        self.bar.finish_and_clear();
        self.out
    }

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

fn bar() -> Result<ProgressBar, TemplateError> {
    let style = ProgressStyle::with_template("{bar:24} {msg}")?;
    Ok(ProgressBar::new(1).with_style(style))
}
