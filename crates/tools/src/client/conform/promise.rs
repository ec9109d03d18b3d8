//! A promise: its checks, and what they have seen.

use super::breach::Breach;
use super::load::LoadWatch;
use super::subject::Subject;
use super::trial::Trial;
use sarsen_core::game::excerpt;

/// At most this many characters say what was wrong. They may quote the engine.
pub(super) const MAX_FAULT: usize = 2000;

/// A check is made this often if what it finds may be due to a busy machine.
const TRIES: usize = 3;

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
    /// How it was broken.
    pub faults: Vec<Fault>,
    /// What was late or missing while the machine was too busy to blame the engine.
    pub doubts: Vec<Fault>,
    /// What could not be seen with this engine and game, and why.
    pub unseen: Vec<String>,
    /// The situations that an engine that only plays was not put into.
    pub unasked: Vec<&'static str>,
}

/// What is to be said of a promise.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PromiseVerdict {
    /// It was kept, as far as could be seen.
    Kept,
    /// It was broken.
    Broken,
    /// It may have been broken, but the machine was too busy to be sure.
    Busy,
    /// An engine that only plays cannot be asked for what would show it.
    NotAsked,
}

impl std::fmt::Display for PromiseVerdict {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(match self {
            Self::Kept => "kept",
            Self::Broken => "BROKEN",
            Self::Busy => "busy",
            Self::NotAsked => "not asked",
        })
    }
}

impl Promise {
    /// Makes all checks.
    #[must_use]
    pub fn examine(&self, subject: &Subject) -> Examination {
        self.examine_until(subject, |_| false)
    }

    /// Makes one check after the other, until what was seen is enough.
    #[must_use]
    pub fn examine_until(
        &self,
        subject: &Subject,
        is_enough: impl Fn(&Examination) -> bool,
    ) -> Examination {
        let mut seen = Examination::default();
        for &(situation, check) in self.checks {
            let mut tries = 1;
            while !look(situation, check, subject, tries == TRIES, &mut seen) {
                tries += 1;
            }
            if is_enough(&seen) {
                break;
            }
        }
        seen
    }

    /// What is to be said after an examination.
    #[must_use]
    pub fn verdict(&self, seen: &Examination) -> PromiseVerdict {
        match seen {
            _ if !seen.faults.is_empty() => PromiseVerdict::Broken,
            _ if !seen.doubts.is_empty() => PromiseVerdict::Busy,
            _ if seen.unasked.len() == self.checks.len() => PromiseVerdict::NotAsked,
            _ => PromiseVerdict::Kept,
        }
    }
}

/// Makes a check. Returns false if it has to be made again, unless this is the last time.
fn look(
    situation: &'static str,
    check: Check,
    subject: &Subject,
    is_last: bool,
    seen: &mut Examination,
) -> bool {
    let watch = LoadWatch::begin(subject.is_remote());
    let trial = Trial::new(subject);
    let fault =
        |what: &str| Fault { situation, what: excerpt(what, MAX_FAULT), record: trial.talk() };
    match check(&trial) {
        Ok(()) => {}
        Err(Breach::Wrong(what)) => seen.faults.push(fault(&what)),
        Err(Breach::Unasked) => seen.unasked.push(situation),
        Err(Breach::Untimely(what)) => match watch.end() {
            load if !load.is_heavy(subject.grace) => seen.faults.push(fault(&what)),
            _ if !is_last => return false,
            load => seen.doubts.push(fault(&format!("{what}; but {load}"))),
        },
    }
    seen.unseen.extend(trial.unseen().map(|why| format!("{situation}: {why}")));
    true
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

    use super::super::judge::VerdictCount;
    use super::*;

    static CHECKED: AtomicUsize = AtomicUsize::new(0);

    fn late(_: &Trial<'_>) -> Result<(), Breach> {
        CHECKED.fetch_add(1, Relaxed);
        Err(Breach::Untimely("it came late".to_owned()))
    }

    fn wrong(_: &Trial<'_>) -> Result<(), Breach> {
        Err(Breach::Wrong("it came wrong".to_owned()))
    }

    fn unasked(_: &Trial<'_>) -> Result<(), Breach> {
        Err(Breach::Unasked)
    }

    fn kept(_: &Trial<'_>) -> Result<(), Breach> {
        Ok(())
    }

    fn promise(checks: &'static [(&'static str, Check)]) -> Promise {
        Promise { number: 0, title: "", checks }
    }

    #[test]
    fn lateness_is_a_doubt_while_the_machine_is_busy_and_a_wrong_answer_a_fault() {
        let subject = Subject::new(Vec::new(), "");
        let both = promise(&[("a check of time", late), ("a check of answers", wrong)]);
        let over = AtomicBool::new(false);
        let seen = std::thread::scope(|scope| {
            let cores = std::thread::available_parallelism().map_or(1, usize::from);
            for _ in 0..4 * cores {
                scope.spawn(|| {
                    while !over.load(Relaxed) {
                        std::hint::spin_loop();
                    }
                });
            }
            let seen = both.examine(&subject);
            over.store(true, Relaxed);
            seen
        });
        let doubts = seen.doubts.iter().map(|doubt| &doubt.what);
        let doubts: Vec<_> = doubts.collect();
        assert!(doubts.len() == 1 && doubts[0].starts_with("it came late; but the machine was"));
        assert_eq!(CHECKED.load(Relaxed), TRIES);
        assert!(seen.faults.len() == 1 && seen.faults[0].what == "it came wrong", "{seen:?}");
        assert_eq!(both.verdict(&seen), PromiseVerdict::Broken);
        let seen = Examination { faults: Vec::new(), ..seen };
        assert_eq!(both.verdict(&seen), PromiseVerdict::Busy);
    }

    #[test]
    fn a_promise_is_not_asked_about_if_none_of_its_checks_is() {
        let subject = Subject::new(Vec::new(), "");
        let none = promise(&[("one", unasked), ("two", unasked)]);
        let some = promise(&[("one", unasked), ("two", kept)]);
        assert_eq!(none.verdict(&none.examine(&subject)), PromiseVerdict::NotAsked);
        let seen = some.examine(&subject);
        assert_eq!((some.verdict(&seen), seen.unasked), (PromiseVerdict::Kept, vec!["one"]));
    }

    #[test]
    fn no_check_is_made_after_what_was_looked_for() {
        let subject = Subject::new(Vec::new(), "");
        let all = promise(&[("one", kept), ("two", wrong), ("three", wrong)]);
        assert_eq!(all.examine(&subject).faults.len(), 2);
        let seen = all.examine_until(&subject, |seen| !seen.faults.is_empty());
        let situations: Vec<_> = seen.faults.iter().map(|fault| fault.situation).collect();
        assert_eq!(situations, ["two"]);
    }

    #[test]
    fn the_last_line_counts_what_there_is() {
        let count = VerdictCount { checked: 17, ..VerdictCount::default() };
        assert_eq!(count.to_string(), "checked 17, broken 0");
        let count = VerdictCount { checked: 17, broken: 1, busy: 2, not_asked: 3 };
        assert_eq!(count.to_string(), "checked 17, broken 1, busy 2, not asked 3");
    }
}
