//! The judge: checks promises one after another and writes the verdicts.

use std::fmt;
use std::io::Write;
use std::time::Instant;

use super::promise::{Fault, MAX_FAULT, Promise, PromiseVerdict};
use super::promises::PROMISES;
use super::subject::Subject;
use super::trial::Trial;
use sarsen_core::game::excerpt;
use sarsen_engine::protocol::Dialect;

impl Subject {
    /// Makes sure that there is an engine, and that it plays the game. Finds out whether an engine
    /// that only plays speaks UGI or UCI.
    ///
    /// # Errors
    ///
    /// Says why the engine cannot be judged. Then come lines with what both sides said.
    pub fn greet(&mut self) -> Result<(), String> {
        if self.only_plays && !Trial::new(self).is_understood() {
            let other = Self { dialect: Dialect::Uci, ..self.clone() };
            if Trial::new(&other).is_understood() {
                self.dialect = other.dialect;
            }
        }
        let trial = Trial::new(self);
        trial.greet().map_err(|why| {
            let talk = trial.talk().into_iter().map(|line| format!("\n      {line}"));
            std::iter::once(excerpt(&why, MAX_FAULT)).chain(talk).collect()
        })
    }
}

/// How many promises were checked, and what was found.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct VerdictCount {
    /// All of them.
    pub checked: usize,
    /// Those that were broken.
    pub broken: usize,
    /// Those that may have been broken, but the machine was too busy to be sure.
    pub busy: usize,
    /// Those that an engine that only plays was not asked about.
    pub not_asked: usize,
}

impl VerdictCount {
    fn add(&mut self, verdict: PromiseVerdict) {
        self.checked += 1;
        match verdict {
            PromiseVerdict::Kept => {}
            PromiseVerdict::Broken => self.broken += 1,
            PromiseVerdict::Busy => self.busy += 1,
            PromiseVerdict::NotAsked => self.not_asked += 1,
        }
    }
}

impl fmt::Display for VerdictCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "checked {}, broken {}", self.checked, self.broken)?;
        for (count, what) in [(self.busy, "busy"), (self.not_asked, "not asked")] {
            if count > 0 {
                write!(f, ", {what} {count}")?;
            }
        }
        Ok(())
    }
}

/// Checks the promises of these numbers, or all if there are no numbers. Writes a table of them,
/// then the faults in detail. Returns what was found.
///
/// # Errors
///
/// If `out` cannot be written.
pub fn judge(
    subject: &Subject,
    only: &[u32],
    out: &mut dyn Write,
) -> std::io::Result<VerdictCount> {
    let mut tally = VerdictCount::default();
    let mut details = Vec::new();
    let wanted: Vec<&Promise> =
        PROMISES.iter().filter(|p| only.is_empty() || only.contains(&p.number)).collect();
    let width = wanted.iter().map(|p| p.title.len()).max().unwrap_or_default();
    for promise in &wanted {
        write!(out, "{:>2}  {:<width$}  ", promise.number, promise.title)?;
        out.flush()?;
        let began = Instant::now();
        let seen = promise.examine(subject);
        let verdict = promise.verdict(&seen);
        tally.add(verdict);
        writeln!(out, "{verdict:<6}  {:.1} s", began.elapsed().as_secs_f64())?;
        seen.unseen.iter().try_for_each(|what| writeln!(out, "      not seen: {what}"))?;
        if verdict != PromiseVerdict::NotAsked {
            seen.unasked.iter().try_for_each(|what| writeln!(out, "      not asked: {what}"))?;
        }
        details.extend(seen.faults.into_iter().chain(seen.doubts).map(|fault| (promise, fault)));
    }
    for (promise, Fault { situation, what, record }) in &details {
        writeln!(out, "\n{:>2}  {}: {situation}: {what}", promise.number, promise.title)?;
        record.iter().try_for_each(|line| writeln!(out, "      {line}"))?;
    }
    writeln!(out, "\n{tally}")?;
    Ok(tally)
}
