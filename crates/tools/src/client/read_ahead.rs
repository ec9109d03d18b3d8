//! A queue of lines that have come and have not been taken yet. If it is full, the giver waits.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The limit for the bytes that are kept. One more line may exceed it.
const CAPACITY: usize = 1 << 20;

/// The memory that a line takes besides its text, in bytes.
const LINE_OVERHEAD: usize = 64;

#[derive(Default)]
struct ReadAhead {
    lines: VecDeque<String>,
    bytes: usize,
    /// No more lines will come.
    has_ended: bool,
    /// Nobody takes lines any more.
    is_unwanted: bool,
}

type Shared = Arc<(Mutex<ReadAhead>, Condvar)>;

/// The end where lines go in.
pub(super) struct Giver(Shared);

/// The end where lines come out.
pub(super) struct Taker(Shared);

/// Why no line was taken.
pub(super) enum Nothing {
    /// No line came in time.
    Yet,
    /// No line will ever come.
    More,
}

/// The two ends of a queue of lines.
pub(super) fn lines() -> (Giver, Taker) {
    let shared = Shared::default();
    (Giver(Arc::clone(&shared)), Taker(shared))
}

fn lock(shared: &Shared) -> MutexGuard<'_, ReadAhead> {
    shared.0.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Giver {
    /// Adds a line as soon as there is room. Returns false if nobody takes lines any more.
    pub(super) fn give(&self, line: String) -> bool {
        let is_full = |queue: &mut ReadAhead| queue.bytes > CAPACITY && !queue.is_unwanted;
        let queue = self.0.1.wait_while(lock(&self.0), is_full);
        let mut queue = queue.unwrap_or_else(PoisonError::into_inner);
        if queue.is_unwanted {
            return false;
        }
        queue.bytes += line.len() + LINE_OVERHEAD;
        queue.lines.push_back(line);
        self.0.1.notify_all();
        true
    }
}

impl Drop for Giver {
    fn drop(&mut self) {
        lock(&self.0).has_ended = true;
        self.0.1.notify_all();
    }
}

impl Taker {
    /// The next line, if one comes in time.
    pub(super) fn take(&self, patience: Duration) -> Result<String, Nothing> {
        let end = Instant::now() + patience;
        let mut queue = lock(&self.0);
        loop {
            if let Some(line) = queue.lines.pop_front() {
                queue.bytes -= line.len() + LINE_OVERHEAD;
                self.0.1.notify_all();
                return Ok(line);
            }
            let left = end.saturating_duration_since(Instant::now());
            if queue.has_ended || left.is_zero() {
                return Err(if queue.has_ended { Nothing::More } else { Nothing::Yet });
            }
            let woken = self.0.1.wait_timeout(queue, left);
            queue = woken.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

impl Drop for Taker {
    fn drop(&mut self) {
        lock(&self.0).is_unwanted = true;
        self.0.1.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_out_as_they_went_in_and_end() {
        let (giver, taker) = lines();
        assert!(giver.give("a".to_owned()) && giver.give(String::new()));
        drop(giver);
        let take = || taker.take(Duration::from_secs(60));
        assert!(matches!((take(), take()), (Ok(a), Ok(b)) if a == "a" && b.is_empty()));
        assert!(matches!(take(), Err(Nothing::More)));
    }

    #[test]
    fn a_giver_of_too_much_waits() {
        let (giver, taker) = lines();
        let line = "x".repeat(1000);
        let talk = std::thread::spawn(move || (0..).find(|_| !giver.give(line.clone())));
        while lock(&taker.0).bytes <= CAPACITY {
            std::thread::yield_now();
        }
        for _ in 0..5000 {
            assert!(taker.take(Duration::from_secs(60)).is_ok());
            assert!(lock(&taker.0).bytes <= CAPACITY + 1000 + LINE_OVERHEAD);
        }
        drop(taker);
        assert!(talk.join().unwrap() >= Some(5000));
    }
}
