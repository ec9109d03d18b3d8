//! A search to the end of the game, for positions that nothing else knows.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use super::result::SolvedOpen;
use super::update::{EndSearchUpdate, SolveUpdate};
use crate::proofs::MustEnd;
use crate::session::{NoSolver, Request, Session};
use sarsen_core::game::Bound;
use sarsen_core::game::value::Value;
use sarsen_core::search::{Answer, Control, Limits};
use sarsen_core::sys::threads::ThreadKind;
use sarsen_core::transposition::Table;

/// The table and the positions of a short search. It comes first, because most positions near the
/// end of a game need no more, and fresh memory would cost more than they do.
const SHORT_BYTES: usize = 1 << 20;
const SHORT_NODES: u64 = 20_000;

/// How often it is asked whether a search must end.
const LOOK: Duration = Duration::from_millis(5);

/// Searches positions of a game to its end. What one search has learnt helps the next.
pub(super) struct EndSearch<'a> {
    threads: usize,
    /// The most memory of the table, in bytes.
    bytes: usize,
    must_end: MustEnd<'a>,
    /// The tables that were needed so far.
    short: Option<Table>,
    full: Option<Table>,
}

/// What a search to the end has found.
pub(super) struct EndSearchResult {
    /// The value, if it is known.
    pub(super) value: Option<Value>,
    /// What is certain, with the move. If the value is known, only the move counts.
    pub(super) open: SolvedOpen,
    /// The number of positions visited.
    pub(super) nodes: u64,
}

impl<'a> EndSearch<'a> {
    pub(super) fn new(threads: usize, bytes: usize, must_end: MustEnd<'a>) -> Self {
        Self { threads, bytes, must_end, short: None, full: None }
    }

    /// Searches the current position, in which a player acts, and visits at most so many positions.
    pub(super) fn run(
        &mut self,
        session: &mut dyn Session,
        nodes: u64,
        tell: &mut dyn FnMut(SolveUpdate),
    ) -> Result<EndSearchResult, NoSolver> {
        let bytes = self.bytes.min(SHORT_BYTES);
        let table = ready(&mut self.short, bytes)?;
        let most = if self.bytes > SHORT_BYTES { nodes.min(SHORT_NODES) } else { nodes };
        let first = search(session, (self.threads, most), (table, 0), self.must_end, tell);
        if first.value.is_some() || most == nodes || (self.must_end)() {
            return Ok(first);
        }
        let (left, before) = (nodes.saturating_sub(first.nodes), first.nodes);
        let table = ready(&mut self.full, self.bytes)?;
        let found = search(session, (self.threads, left), (table, before), self.must_end, tell);
        let open = found.open.and(first.open);
        Ok(EndSearchResult { value: found.value, open, nodes: before + found.nodes })
    }
}

/// The table, made when it is first needed.
fn ready(table: &mut Option<Table>, bytes: usize) -> Result<&Table, NoSolver> {
    if table.is_none() {
        *table = Some(Table::with_bytes(bytes).map_err(|_| NoSolver::Memory(bytes))?);
    }
    table.as_ref().ok_or(NoSolver::Memory(bytes))
}

/// One search, with so many threads and positions. So many positions were visited before it.
fn search(
    session: &mut dyn Session,
    (threads, nodes): (usize, u64),
    (table, before): (&Table, u64),
    must_end: MustEnd<'_>,
    tell: &mut dyn FnMut(SolveUpdate),
) -> EndSearchResult {
    let mut result = EndSearchResult { value: None, open: SolvedOpen::NOTHING, nodes: 0 };
    if nodes == 0 || must_end() {
        return result;
    }
    let mut limits = Limits::PROOF;
    limits.nodes = (nodes < u64::MAX).then_some(nodes);
    // Without selectivity, as is usual for a request, it overlooks nothing.
    let request = Request { limits, lines: 1, threads, ..Request::default() };
    let control = Control::new();
    let mut depth = 0;
    let answer = watched(must_end, &control, || {
        session.search(&request, table, &control, &mut |info| {
            depth = depth.max(info.depth);
            let nodes = before + info.nodes;
            tell(SolveUpdate::EndSearch(EndSearchUpdate { depth, nodes }));
        })
    });
    result.nodes = control.nodes();
    if let Some(answer) = answer {
        result.nodes = result.nodes.max(answer.best.nodes);
        learn(&mut result, &answer);
    }
    result.open.depth = depth;
    result
}

/// Takes out of an answer what is certain.
fn learn(result: &mut EndSearchResult, answer: &Answer<String>) {
    let (score, best) = (answer.best.score, answer.best_move().cloned());
    if !score.is_proven() {
        return;
    }
    let who = score.value().signum();
    match answer.best.bound {
        Bound::Exact => {
            result.value = Some(score.value());
            result.open.best = best;
        }
        Bound::Lower => (result.open.least, result.open.best) = (who, best),
        Bound::Upper => result.open.most = who,
    }
}

/// Does some work while another thread asks now and then whether it must end, and stops it then.
fn watched<T>(must_end: MustEnd<'_>, control: &Control, work: impl FnOnce() -> T) -> T {
    let (working, ended) = channel::<()>();
    let watch = move || {
        while ended.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout) {
            if must_end() {
                return control.stop();
            }
        }
    };
    let done = ThreadKind::named("watch").lead([watch], |_| {
        // Dropped at the end of the work, even if that panics. Then the other thread ends, too.
        let _working = working;
        work()
    });
    done.0
}
