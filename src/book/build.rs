//! Growing a book by analysis, on several threads.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::channel;

use super::{Entry, Growth};
use crate::engine::{Engine, Purpose, table_for_nodes};
use crate::search::Control;
use crate::session::Request;

/// How a book is to grow.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// How many positions are visited in the search of each.
    pub nodes: u64,
    /// About how many positions are chosen at once. The book depends on it, but not on the number of threads.
    pub batch: usize,
    /// It ends when the book knows so many positions, or a few more.
    pub positions: usize,
}

/// Lets a book grow until it has the size wanted, nothing is left to learn, or `control` says stop; what is
/// being searched then is forgotten. Every engine works on a thread of its own; they must be of the book's game
/// and use its evaluator. `learned` is called after each position; if it fails the book stops growing.
///
/// # Errors
///
/// What `learned` says.
pub fn build<E>(
    growth: &mut Growth,
    engines: &mut [Engine],
    plan: &Plan,
    control: &Control,
    learned: &mut dyn FnMut(&Growth) -> Result<(), E>,
) -> Result<(), E> {
    while growth.summary().positions < plan.positions && !control.poll(0) {
        let positions = growth.frontier(plan.batch);
        if positions.is_empty() {
            break;
        }
        let next = AtomicUsize::new(0);
        let (sender, values) = channel();
        std::thread::scope(|scope| {
            for engine in &mut *engines {
                let (sender, next, positions) = (sender.clone(), &next, &positions);
                scope.spawn(move || {
                    while let Some(position) = positions.get(next.fetch_add(1, Relaxed)) {
                        let entry = assess(engine, position, plan.nodes, control);
                        if entry.is_none_or(|entry| sender.send((position, entry)).is_err()) {
                            return;
                        }
                    }
                });
            }
            drop(sender);
            values.into_iter().try_for_each(|(position, entry)| {
                growth.learn(position, entry);
                learned(growth)
            })
        })?;
    }
    Ok(())
}

/// What a position is worth, by a search that knows nothing from before, as batch analysis would answer it; none
/// if it was cut short.
fn assess(engine: &mut Engine, position: &str, nodes: u64, control: &Control) -> Option<Entry> {
    engine.forget(table_for_nodes(nodes)).ok()?;
    engine.session_mut().set_position(Some(position), "").ok()?;
    let request = Request { nodes: Some(nodes), lines: 1, ..Request::default() };
    let answer = engine.think(&request, Purpose::Analysis, control, &mut |_| {})?;
    (!control.poll(0)).then(|| Entry::searched(answer.best.score, answer.best.depth))
}
