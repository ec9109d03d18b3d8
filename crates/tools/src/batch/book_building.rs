//! The building of a book: searches its positions on several threads.

use sarsen_core::search::{Control, Limits};
use sarsen_core::sys::threads::ThreadKind;
use sarsen_engine::book::{BookEntry, Everything, Growth, Learner};
use sarsen_engine::engine::{Engine, Purpose, table_for_nodes};
use sarsen_engine::session::Request;

/// How a book is to grow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookPlan {
    /// The limit for the nodes of each search. `None` if each position is solved instead.
    pub nodes: Option<u64>,
    /// The approximate number of positions that are chosen at once. The book depends on this
    /// number, but not on the number of threads.
    pub batch: usize,
    /// When the book has grown enough.
    pub goal: Goal,
}

/// When a book has grown enough.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// It knows this number of positions, or a few more.
    Positions(usize),
    /// It is complete up to this number of plies; see [`Growth::gaps`].
    Complete(usize),
}

/// Lets a book grow until it has reached the goal, nothing is left to learn, or `control` says
/// stop. Results of unfinished searches are dropped.
///
/// Each engine works on its own thread. All engines must be of the book's game and use its
/// evaluator. `learned` is called after each position, with the number of chosen positions that are
/// not yet known. If it fails, the book stops growing.
///
/// # Errors
///
/// The error of `learned`.
pub fn build<E>(
    growth: &mut Growth,
    engines: &mut [Engine],
    plan: &BookPlan,
    control: &Control,
    learned: &mut dyn FnMut(&Growth, usize) -> Result<(), E>,
) -> Result<(), E> {
    while !control.poll(0) {
        let positions = match plan.goal {
            Goal::Positions(count) if growth.summary().positions >= count => break,
            Goal::Positions(_) => growth.frontier(plan.batch),
            Goal::Complete(plies) => growth.gaps(plies),
        };
        if positions.is_empty() {
            break;
        }
        let proven_before = growth.summary().proven;
        let mut left = positions.len();
        assess_all(engines, &positions, plan.nodes, control, &mut |position, entry| {
            growth.learn(position, entry);
            left -= 1;
            learned(growth, left)
        })?;
        let is_stuck = growth.summary().proven == proven_before;
        if is_stuck && matches!(plan.goal, Goal::Complete(_)) {
            // None of these positions could be solved, and none will be.
            break;
        }
    }
    Ok(())
}

/// The number of positions of a book of everything that are chosen at once.
const BATCH: usize = 10_000;

/// Solves positions for a book of everything until it is complete, no position can be solved, or
/// `control` says stop.
///
/// Each engine works on its own thread. All engines must be of the book's game. `learned` is called
/// after each position. If it fails, the work ends.
///
/// # Errors
///
/// The error of `learned`.
pub fn complete<E>(
    everything: &mut Everything,
    engines: &mut [Engine],
    control: &Control,
    learned: &mut dyn FnMut(&Everything) -> Result<(), E>,
) -> Result<(), E> {
    while !control.poll(0) {
        let positions = everything.frontier(BATCH);
        let before = everything.progress();
        assess_all(engines, &positions, None, control, &mut |position, entry| {
            everything.learn(position, entry);
            learned(everything)
        })?;
        if everything.progress() == before {
            break;
        }
    }
    Ok(())
}

/// The values of positions, found by all engines together. Calls `take` with each position and what
/// is known of it.
fn assess_all<E>(
    engines: &mut [Engine],
    positions: &[String],
    nodes: Option<u64>,
    control: &Control,
    take: &mut dyn FnMut(&str, BookEntry) -> Result<(), E>,
) -> Result<(), E> {
    ThreadKind::searching("book").share_with(
        engines,
        positions.len(),
        |engine, number| assess(engine, &positions[number], nodes, control),
        |number, entry| take(&positions[number], entry),
    )
}

/// The value of a position, from its solution or from a search that knows nothing from before. Such
/// a search has the result that batch analysis has. `None` if it was cut short.
fn assess(
    engine: &mut Engine,
    position: &str,
    nodes: Option<u64>,
    control: &Control,
) -> Option<BookEntry> {
    // A solution does not depend on what was known before.
    if let Some(nodes) = nodes {
        engine.forget(table_for_nodes(nodes)).ok()?;
    }
    engine.session_mut().set_position(Some(position), "").ok()?;
    let limits = nodes.map_or(Limits::PROOF, Limits::nodes);
    let request = Request { limits, lines: 1, ..Request::default() };
    let answer = engine.think(&request, Purpose::Analysis, control, &mut |_| {})?;
    let score = answer.best.score;
    (!control.poll(0)).then(|| match answer.exact {
        // An expectation may be certain, too.
        true => BookEntry::proven(score.value()),
        false => BookEntry::searched(score, answer.best.depth),
    })
}
