//! The judge: checks promises one after another and writes the verdicts.

use std::io::Write;
use std::time::Instant;

use super::promise::{Examination, Fault, MAX_FAULT, Promise};
use super::promises::PROMISES;
use super::subject::Subject;
use super::trial::Trial;
use crate::game::excerpt;

impl Subject {
    /// Makes sure that there is an engine, and that it plays the game.
    ///
    /// # Errors
    ///
    /// Says why the engine cannot be judged. Then come lines with what both sides said.
    pub fn greet(&self) -> Result<(), String> {
        let trial = Trial::new(self);
        trial.greet().map_err(|why| {
            let talk = trial.talk().into_iter().map(|line| format!("\n      {line}"));
            std::iter::once(excerpt(&why, MAX_FAULT)).chain(talk).collect()
        })
    }
}

/// Checks the promises of these numbers, or all if there are no numbers. Writes a table of them,
/// then the faults in detail. Returns the number of broken promises.
///
/// # Errors
///
/// If `out` cannot be written.
pub fn judge(subject: &Subject, only: &[u32], out: &mut dyn Write) -> std::io::Result<usize> {
    let mut broken = Vec::new();
    let wanted: Vec<&Promise> =
        PROMISES.iter().filter(|p| only.is_empty() || only.contains(&p.number)).collect();
    let width = wanted.iter().map(|p| p.title.len()).max().unwrap_or_default();
    for promise in &wanted {
        write!(out, "{:>2}  {:<width$}  ", promise.number, promise.title)?;
        out.flush()?;
        let began = Instant::now();
        let Examination { faults, unseen } = promise.examine(subject);
        let verdict = if faults.is_empty() { "kept" } else { "BROKEN" };
        writeln!(out, "{verdict:<6}  {:.1} s", began.elapsed().as_secs_f64())?;
        unseen.iter().try_for_each(|what| writeln!(out, "      not seen: {what}"))?;
        broken.extend((!faults.is_empty()).then_some((promise, faults)));
    }
    for (promise, faults) in &broken {
        for Fault { situation, what, record } in faults {
            writeln!(out, "\n{:>2}  {}: {situation}: {what}", promise.number, promise.title)?;
            record.iter().try_for_each(|line| writeln!(out, "      {line}"))?;
        }
    }
    writeln!(out, "\nchecked {}, broken {}", wanted.len(), broken.len())?;
    Ok(broken.len())
}
