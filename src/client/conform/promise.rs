//! A promise: its checks, and what they have seen.

use super::breach::Breach;
use super::subject::Subject;
use super::trial::Trial;
use crate::game::excerpt;

/// At most this many characters say what was wrong. They may quote the engine.
pub(super) const MAX_FAULT: usize = 2000;

/// A way to see whether a promise is kept.
type Check = fn(&Trial<'_>) -> Result<(), Breach>;

/// Something that users of an engine depend on.
#[derive(Debug)]
pub struct Promise {
    /// Its number in `protocol.md`; 0 is the form of the lines.
    pub number: u32,
    /// What is promised, in a few words.
    pub title: &'static str,
    /// The situations, each with its check.
    pub(super) checks: &'static [(&'static str, Check)],
}

/// A promise that was not kept.
#[derive(Clone, Debug)]
pub struct Fault {
    /// The situation that was checked.
    pub situation: &'static str,
    /// What was wrong.
    pub what: String,
    /// What was sent (`>`) and received (`<`), what came on standard error (`!`) and what else
    /// happened (`-`), with times in milliseconds.
    pub record: Vec<String>,
}

/// What the checks of a promise have seen.
#[derive(Clone, Debug, Default)]
pub struct Examination {
    /// How it was broken. If this is empty, it was kept.
    pub faults: Vec<Fault>,
    /// What could not be seen with this engine and game, and why.
    pub unseen: Vec<String>,
}

impl Promise {
    /// Makes all checks.
    #[must_use]
    pub fn examine(&self, subject: &Subject) -> Examination {
        let mut seen = Examination::default();
        for &(situation, check) in self.checks {
            let trial = Trial::new(subject);
            if let Err(Breach(what)) = check(&trial) {
                let what = excerpt(&what, MAX_FAULT);
                seen.faults.push(Fault { situation, what, record: trial.talk() });
            }
            seen.unseen.extend(trial.unseen().map(|why| format!("{situation}: {why}")));
        }
        seen
    }
}
