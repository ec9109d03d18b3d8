//! What the threads of one solution share besides the stores: its limits, and whether it is over.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use crate::game::Effort;
use crate::sys::threads::ThreadKind;
use crate::transposition::InFlight;

/// How many positions a thread visits at least before it checks the limits again.
const SHORTEST_INTERVAL: u64 = 16;

/// How many more positions a thread visits before it checks the limits again, if it has visited
/// `visited`. At most `most`, and few at first: each may bring a page of memory into use, which
/// takes as long as a thousand positions.
pub(crate) fn check_interval(visited: u64, most: u64) -> u64 {
    (visited / 16).clamp(SHORTEST_INTERVAL, most)
}

/// Watches over the threads that work at a position.
pub(crate) struct Watch<'a> {
    pub(crate) effort: Effort<'a>,
    /// The positions in flight. None if there is only one thread.
    pub(crate) busy: Option<InFlight>,
    nodes: AtomicU64,
    /// Whether one of the threads has the answer to the question they all work at.
    answered: AtomicBool,
}

impl<'a> Watch<'a> {
    pub(crate) fn new(effort: &Effort<'a>) -> Self {
        Self {
            effort: *effort,
            busy: (effort.threads > 1).then(InFlight::new),
            nodes: AtomicU64::new(0),
            answered: AtomicBool::new(false),
        }
    }

    /// Adds positions that one thread has visited. Returns how many more all threads may visit.
    pub(crate) fn count(&self, nodes: u64) -> u64 {
        let all = self.nodes.fetch_add(nodes, Relaxed) + nodes;
        if (self.effort.must_end)(all) { 0 } else { self.effort.nodes.saturating_sub(all) }
    }

    /// How many positions all threads have visited, as last counted.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    /// Notes whether one of the threads has the answer, so that the others can end.
    fn set_answered(&self, answered: bool) {
        self.answered.store(answered, Relaxed);
    }

    /// Whether one of the threads has the answer.
    pub(crate) fn is_answered(&self) -> bool {
        self.answered.load(Relaxed)
    }

    /// Lets each thread work with a search of its own. The first answer counts and ends the work of
    /// the other threads.
    pub(crate) fn first_answer<S: Send, A: Send>(
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
