//! Growing a book by analysis, on several threads.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

use crate::book::{Entry, Growth};
use crate::engine::{Engine, Purpose, table_for_nodes};
use crate::search::Control;
use crate::session::Request;

/// How a book is to grow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plan {
    /// How many positions are visited in the search of each; none: it is solved.
    pub nodes: Option<u64>,
    /// About how many positions are chosen at once. The book depends on it, but not on the number
    /// of threads.
    pub batch: usize,
    /// Where it ends.
    pub goal: Goal,
}

/// Where a book has grown enough.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// It knows so many positions, or a few more.
    Positions(usize),
    /// It has moves to offer in every position of up to so many plies that is reached if one player
    /// makes any of the best moves and the other one any move at all; see [`Growth::gaps`].
    Complete(usize),
}

/// Lets a book grow until it has reached the goal, nothing is left to learn, or `control` says
/// stop; what is being searched then is forgotten. Every engine works on a thread of its own; they
/// must be of the book's game and use its evaluator. `learned` is called after each position, with
/// the number of those that have been chosen and are not yet known; if it fails the book stops
/// growing.
///
/// # Errors
///
/// What `learned` says.
pub fn build<E>(
    growth: &mut Growth,
    engines: &mut [Engine],
    plan: &Plan,
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
        let (next, count) = (AtomicUsize::new(0), engines.len());
        let idle = Mutex::new(engines.iter_mut().collect::<Vec<_>>());
        let (sender, values) = channel();
        thread::scope(|scope| {
            let (idle, next, positions) = (&idle, &next, &positions);
            let share = |sender: Sender<_>| {
                let engine = idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
                let Some(engine) = engine else { return };
                while let Some(position) = positions.get(next.fetch_add(1, Relaxed)) {
                    let entry = assess(engine, position, plan.nodes, control);
                    if entry.is_none_or(|entry| sender.send((position, entry)).is_err()) {
                        return;
                    }
                }
            };
            let spawn = |_| {
                let sender = sender.clone();
                thread::Builder::new().spawn_scoped(scope, move || share(sender)).ok()
            };
            // With fewer threads than were asked for it takes longer, no more.
            if (0..count).map_while(spawn).count() == 0 {
                share(sender.clone());
            }
            drop(sender);
            let left = (0..positions.len()).rev();
            values.into_iter().zip(left).try_for_each(|((position, entry), left)| {
                growth.learn(position, entry);
                learned(growth, left)
            })
        })?;
    }
    Ok(())
}

/// What a position is worth, by a search that knows nothing from before, as batch analysis would
/// answer it, or by its solution; none if it was cut short.
fn assess(
    engine: &mut Engine,
    position: &str,
    nodes: Option<u64>,
    control: &Control,
) -> Option<Entry> {
    // What is proven is so whatever was known before.
    if let Some(nodes) = nodes {
        engine.forget(table_for_nodes(nodes)).ok()?;
    }
    engine.session_mut().set_position(Some(position), "").ok()?;
    let request = Request { nodes, solve: nodes.is_none(), lines: 1, ..Request::default() };
    let answer = engine.think(&request, Purpose::Analysis, control, &mut |_| {})?;
    (!control.poll(0)).then(|| Entry::searched(answer.best.score, answer.best.depth))
}
