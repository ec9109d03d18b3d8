//! Work in numbered portions, shared out among threads: the same results whatever their number.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::channel;

use super::TuneError;

/// Does portions 0 to `count` - 1 on up to `threads` threads, each with a tool of its own, and
/// returns what comes of them, in order. `report` is told how many are done.
///
/// # Errors
///
/// The first failure of a tool or a portion, or that `stop` was set before all were done.
pub(super) fn share_out<Tool, T: Send>(
    (threads, count): (usize, usize),
    stop: &AtomicBool,
    tool: impl Fn() -> Result<Tool, TuneError> + Sync,
    work: impl Fn(&mut Tool, usize) -> Result<T, TuneError> + Sync,
    report: &mut dyn FnMut(usize),
) -> Result<Vec<T>, TuneError> {
    let next = AtomicUsize::new(0);
    let (sender, receiver) = channel();
    let mut done: Vec<Option<T>> = Vec::new();
    done.resize_with(count, || None);
    std::thread::scope(|scope| {
        for _ in 0..threads.clamp(1, count.max(1)) {
            let (sender, next, tool, work) = (sender.clone(), &next, &tool, &work);
            let share = move || {
                let mut tool = match tool() {
                    Ok(tool) => tool,
                    Err(error) => return drop(sender.send((0, Err(error)))),
                };
                loop {
                    let number = next.fetch_add(1, Relaxed);
                    if number >= count || stop.load(Relaxed) {
                        return;
                    }
                    // Nobody listens any more once something has failed.
                    if sender.send((number, work(&mut tool, number))).is_err() {
                        return;
                    }
                }
            };
            std::thread::Builder::new().spawn_scoped(scope, share).map_err(TuneError::Thread)?;
        }
        drop(sender);
        for (finished, (number, result)) in receiver.into_iter().enumerate() {
            done[number] = Some(result?);
            report(finished + 1);
        }
        Ok::<(), TuneError>(())
    })?;
    done.into_iter().map(|result| result.ok_or(TuneError::Interrupted)).collect()
}
