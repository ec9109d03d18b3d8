//! How busy the machine is: how long it makes those wait that could go on. An engine that is late
//! on a busy machine may have done nothing wrong.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use super::breach::ms;
use sarsen_core::sys::threads::ThreadKind;

/// The judge looks at the clock after each such time, to see how late it is itself.
const TICK: Duration = Duration::from_millis(5);

/// For this long, threads do nothing but look at the clock.
const SPIN: Duration = Duration::from_millis(100);

/// As many such threads as a judge and an engine can use at the same time.
const SPINNERS: usize = 2;

/// A thread that saw nothing of a clock for so long had to wait meanwhile.
const GAP: Duration = Duration::from_micros(500);

/// Those who lose more than this part of the time are held up by others.
const MUCH: f64 = 0.1;

/// What waiting was seen.
#[derive(Clone, Copy, Default)]
pub(super) struct Load {
    /// The longest time at a stretch.
    longest: Duration,
    /// The part of the time that a working thread had to wait.
    lost: f64,
}

impl Load {
    /// Lets threads work for a moment, and sees how long they had to wait.
    fn measured() -> Self {
        let spinners = available_parallelism().map_or(1, usize::from).min(SPINNERS);
        let (first, others) =
            ThreadKind::named("load").lead((1..spinners).map(|_| spin), |_| spin());
        others.into_iter().fold(first, Self::or)
    }

    /// The greater of both.
    fn or(self, other: Self) -> Self {
        Self { longest: self.longest.max(other.longest), lost: self.lost.max(other.lost) }
    }

    /// Whether an engine that does all it can may be late for the judge.
    pub(super) fn is_heavy(self, grace: Duration) -> bool {
        self.lost > MUCH || self.longest > grace / 2
    }
}

impl fmt::Display for Load {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (longest, share) = (ms(self.longest), self.lost * 100.0);
        write!(f, "the machine was busy: it made the judge wait, too, for {longest} at a time")?;
        write!(f, " and {share:.0} % of its working time")
    }
}

/// Looks at the clock without a pause, and sums the gaps.
fn spin() -> Load {
    let began = Instant::now();
    let (mut last, mut lost, mut longest) = (began, Duration::ZERO, Duration::ZERO);
    while last - began < SPIN {
        let now = Instant::now();
        let gap = now - last;
        if gap > GAP {
            lost += gap;
            longest = longest.max(gap);
        }
        last = now;
    }
    Load { longest, lost: lost.as_secs_f64() / (last - began).as_secs_f64() }
}

/// Watches how busy the machine is while a check runs.
pub(super) struct LoadWatch {
    /// What was seen before the check.
    before: Option<Load>,
    /// How late the judge itself was since then, in microseconds.
    late: Arc<AtomicU64>,
    /// The thread that sees it ends with this.
    _end: Sender<()>,
}

impl LoadWatch {
    /// Begins. A server goes on when a check is over, and what it does then is no excuse for it. So
    /// beside a server the load is measured before the check, and else after it.
    pub(super) fn begin(beside_server: bool) -> Self {
        let before = beside_server.then(Load::measured);
        let late = Arc::<AtomicU64>::default();
        let (end, ended) = channel::<()>();
        let seen = Arc::clone(&late);
        let watch = move || {
            let mut due = Instant::now() + TICK;
            while ended.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
                let now = Instant::now();
                let micros = now.saturating_duration_since(due).as_micros();
                seen.fetch_max(u64::try_from(micros).unwrap_or(u64::MAX), Relaxed);
                due = now + TICK;
            }
        };
        // If the system refuses the thread, the rest is still seen.
        if let Err(error) = ThreadKind::named("lateness").detach(watch) {
            log::debug!("the lateness of the judge is not seen: {error}");
        }
        Self { before, late, _end: end }
    }

    /// What was seen. The engines of the check are gone.
    pub(super) fn end(self) -> Load {
        match self.before {
            Some(before) => before,
            None => {
                let longest = Duration::from_micros(self.late.load(Relaxed));
                Load::measured().or(Load { longest, lost: 0.0 })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_machine_is_busy_if_it_lets_others_wait_long_or_often() {
        let grace = Duration::from_millis(25);
        let load = |longest, lost| Load { longest: Duration::from_millis(longest), lost };
        for (load, is_heavy) in [
            (load(0, 0.0), false),
            (load(10, 0.05), false),
            (load(20, 0.0), true),
            (load(2, 0.4), true),
        ] {
            assert_eq!(load.is_heavy(grace), is_heavy, "{load}");
        }
    }

    #[test]
    fn threads_that_work_for_others_are_seen() {
        let over = std::sync::atomic::AtomicBool::new(false);
        std::thread::scope(|scope| {
            let cores = available_parallelism().map_or(1, usize::from);
            for _ in 0..4 * cores {
                scope.spawn(|| {
                    while !over.load(Relaxed) {
                        std::hint::spin_loop();
                    }
                });
            }
            let load = Load::measured();
            over.store(true, Relaxed);
            assert!(load.lost > MUCH, "{load}");
        });
    }
}
