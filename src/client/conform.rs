//! Does an engine keep its promises? A judge for any program that speaks the protocol.
//!
//! The sixteen promises of `protocol.md`, and the form of its lines, are checked from the other end
//! of the pipes: every check starts the engine anew, talks to it, and says what was wrong if
//! something was. The judge knows no game: it asks the engine for legal moves and results.
//!
//! ```text
//!  promises/pNN_*.rs   what is promised, and the checks
//!  trial.rs            what a check has in hand: engines to talk to, and the record of the talk
//!  peer.rs             one engine as a check sees it
//! ```

mod heard;
mod peer;
mod promises;
mod trial;

use std::ffi::OsString;
use std::io::Write;
use std::time::{Duration, Instant};

use crate::game::excerpt;
pub use promises::PROMISES;
use trial::{Broken, Trial};

/// So much is told of what was wrong, which may quote what the engine says, in characters.
const LONGEST: usize = 2000;

/// The engine to be judged, and how.
#[derive(Clone, Debug)]
pub struct Subject {
    /// The program and its arguments.
    pub command: Vec<OsString>,
    /// What follows `newgame`, such as `connect4 8x7`; the engine's own first game if empty.
    pub game: String,
    /// How long an answer may take that should come at once, before it counts as missing.
    pub patience: Duration,
    /// How late a move may be.
    pub grace: Duration,
}

impl Subject {
    /// An engine and a game, judged with a patience of five seconds and a grace of 25 ms.
    #[must_use]
    pub fn new(command: Vec<OsString>, game: impl Into<String>) -> Self {
        Self {
            command,
            game: game.into(),
            patience: Duration::from_secs(5),
            grace: Duration::from_millis(25),
        }
    }

    /// Makes sure that there is an engine, and that it plays the game.
    ///
    /// # Errors
    ///
    /// Says why it cannot be judged, and what was said on both sides, in lines of their own.
    pub fn greet(&self) -> Result<(), String> {
        let trial = Trial::new(self);
        trial.greet().map_err(|why| {
            let talk = trial.record().into_iter().map(|line| format!("\n      {line}"));
            std::iter::once(excerpt(&why, LONGEST)).chain(talk).collect()
        })
    }
}

/// A way to see whether a promise is kept.
type Check = fn(&Trial<'_>) -> Result<(), Broken>;

/// Something that users of an engine depend on.
#[derive(Debug)]
pub struct Promise {
    /// Its number in `protocol.md`; 0 is the form of the lines.
    pub number: u32,
    /// In a few words.
    pub title: &'static str,
    /// What is checked, and how.
    checks: &'static [(&'static str, Check)],
}

/// A promise that was not kept.
#[derive(Clone, Debug)]
pub struct Fault {
    /// The situation that was looked at.
    pub situation: &'static str,
    /// What was wrong.
    pub what: String,
    /// What was sent (`>`) and what came back (`<`), what was said on standard error (`!`) and what
    /// else happened (`-`), with times in milliseconds.
    pub record: Vec<String>,
}

/// What was seen of a promise.
#[derive(Clone, Debug, Default)]
pub struct Examination {
    /// How it was broken; kept, if there is nothing.
    pub faults: Vec<Fault>,
    /// What could not be seen with this engine and game, and why.
    pub unseen: Vec<String>,
}

impl Promise {
    /// Checks all of it.
    #[must_use]
    pub fn examine(&self, subject: &Subject) -> Examination {
        let mut seen = Examination::default();
        for &(situation, check) in self.checks {
            let trial = Trial::new(subject);
            if let Err(Broken(what)) = check(&trial) {
                let what = excerpt(&what, LONGEST);
                seen.faults.push(Fault { situation, what, record: trial.record() });
            }
            seen.unseen.extend(trial.unseen().map(|why| format!("{situation}: {why}")));
        }
        seen
    }
}

/// Checks the promises of these numbers (all, if there are none), writes a table of them and then
/// what went wrong in detail, and returns how many were broken.
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
