//! The state that the threads of one solution share besides the stores: its limits, and whether a
//! thread has the answer.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use crate::game::Effort;
use crate::sys::threads::ThreadKind;
use crate::transposition::InFlight;

/// The least number of positions that a thread visits between two checks of the limits.
const SHORTEST_INTERVAL: u64 = 16;

/// The number of positions that a thread visits until its next check of the limits, after `visited`
/// positions. The limit is `most`. At first the number is small, because each new position may
/// bring a page of memory into use, which takes as long as a thousand positions.
pub fn check_interval(visited: u64, most: u64) -> u64 {
    (visited / 16).clamp(SHORTEST_INTERVAL, most)
}

/// Watches over the threads that solve one position.
pub struct Watch<'a> {
    /// The limits.
    pub effort: Effort<'a>,
    /// The positions that some thread is searching. None if there is only one thread.
    pub in_flight: Option<InFlight>,
    nodes: AtomicU64,
    /// Whether one of the threads has the answer to the current question.
    answered: AtomicBool,
}

impl<'a> Watch<'a> {
    /// Watches over a solution with these limits.
    pub fn new(effort: &Effort<'a>) -> Self {
        Self {
            effort: *effort,
            in_flight: (effort.threads > 1).then(InFlight::new),
            nodes: AtomicU64::new(0),
            answered: AtomicBool::new(false),
        }
    }

    /// Counts positions that one thread has visited. Returns the number of positions that all
    /// threads together may still visit.
    pub fn count(&self, nodes: u64) -> u64 {
        let all = self.nodes.fetch_add(nodes, Relaxed) + nodes;
        if (self.effort.must_end)(all) { 0 } else { self.effort.nodes.saturating_sub(all) }
    }

    /// The number of positions that all threads have visited, as last counted.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    /// Notes whether one of the threads has the answer, so that the others can end.
    fn set_answered(&self, answered: bool) {
        self.answered.store(answered, Relaxed);
    }

    /// Whether one of the threads has the answer.
    pub fn is_answered(&self) -> bool {
        self.answered.load(Relaxed)
    }

    /// Lets one thread work with each search. The first answer counts and ends the work of the
    /// other threads.
    pub fn first_answer<S: Send, A: Send>(
        &self,
        stack: usize,
        searches: &mut [S],
        work: impl Fn(&mut S) -> Option<A> + Sync,
    ) -> Option<A> {
        let (first, others) = searches.split_first_mut()?;
        let answer = |search: &mut S| {
            let answer = work(search);
            if answer.is_some() {
                self.set_answered(true);
            }
            answer
        };
        let helpers = others.iter_mut().map(|search| || answer(search));
        let kind = ThreadKind::named("solver").with_stack(stack);
        let (found, others) = kind.lead(helpers, |_| answer(first));
        self.set_answered(false);
        found.or_else(|| others.into_iter().flatten().next())
    }
}
