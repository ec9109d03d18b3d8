//! The lines that a conversation has yet to send. Nobody who adds one ever waits, so a client that
//! does not read cannot hold up the engine.
//!
//! Either a thread takes the lines out ([`Outbox::wait_next`]), or a task does ([`Outbox::next`]).

use std::collections::VecDeque;
use std::io::Error;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::Notify;

use super::backlog::Backlog;
use super::text_memory::allocated;

/// What happens to a line if nobody reads.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Importance {
    /// It must arrive.
    Answer,
    /// It may be dropped: a later report replaces it.
    Report,
    /// A later one replaces it.
    State,
}

/// Why no more lines can be sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OutputTrouble {
    /// Nobody reads, and there are too many answers to keep.
    Stuck,
    /// A line could not be written.
    Broken,
}

/// The lines that have not been written yet.
#[derive(Default)]
struct Unwritten {
    lines: VecDeque<(Importance, String)>,
    bytes: usize,
    /// What all conversations have together, if there are others.
    backlog: Option<Arc<Backlog>>,
    /// No more lines will come.
    closed: bool,
    /// A line has been taken out and is being written.
    busy: bool,
    /// Why no more lines can be written.
    broken: Option<Error>,
    trouble: Option<OutputTrouble>,
}

#[derive(Default)]
struct OutboxShared {
    unwritten: Mutex<Unwritten>,
    /// Wakes threads.
    changed: Condvar,
    /// Wakes the task that sends.
    news: Notify,
    /// Wakes the loop.
    trouble: Notify,
}

/// Takes lines, up to a limit.
#[derive(Clone)]
pub struct Outbox {
    shared: Arc<OutboxShared>,
    /// The limit for the memory of lines that nobody has read yet, in bytes.
    capacity: usize,
}

impl Outbox {
    /// An empty one, with a limit for the memory of its lines in bytes.
    pub fn new(capacity: usize) -> Self {
        Self { shared: Arc::default(), capacity }
    }

    /// The same for one of many conversations, which have a limit together. While they exceed it,
    /// each has a much smaller one.
    pub fn among(capacity: usize, backlog: Arc<Backlog>) -> Self {
        let outbox = Self::new(capacity);
        outbox.lock().backlog = Some(backlog);
        outbox
    }

    /// Queues a line, without waiting. If there are too many, the reports are dropped first.
    pub fn send(&self, importance: Importance, mut line: String) {
        line.shrink_to_fit();
        log::debug!("-> {line}");
        let mut queue = self.lock();
        if queue.closed || queue.trouble.is_some() {
            return;
        }
        if importance == Importance::State {
            queue.drop_all(Importance::State);
        }
        let count = queue.bytes + bytes(&line);
        queue.count(count);
        queue.lines.push_back((importance, line));
        if queue.bytes > queue.limit(self.capacity) {
            queue.drop_all(Importance::Report);
            if queue.bytes > queue.limit(self.capacity) {
                queue.trouble = Some(OutputTrouble::Stuck);
                self.shared.trouble.notify_one();
            }
        }
        drop(queue);
        self.wake();
    }

    /// Says that a line could not be written. Nothing more is sent.
    pub fn fail(&self, why: Error) {
        let mut queue = self.lock();
        queue.broken = Some(why);
        queue.trouble = Some(OutputTrouble::Broken);
        queue.lines = VecDeque::new();
        queue.count(0);
        drop(queue);
        self.shared.trouble.notify_one();
        self.wake();
    }

    /// Waits for trouble.
    pub async fn trouble(&self) -> OutputTrouble {
        loop {
            self.shared.trouble.notified().await;
            let trouble = self.lock().trouble;
            if let Some(trouble) = trouble {
                return trouble;
            }
        }
    }

    /// No more lines will come.
    pub fn end(&self) {
        self.lock().closed = true;
        self.wake();
    }

    /// The next line, as soon as there is one. None if no more will come. For one task at a time.
    pub async fn next(&self) -> Option<String> {
        loop {
            if let Some(line) = self.next_if_any() {
                return Some(line);
            }
            if self.lock().closed {
                return None;
            }
            self.shared.news.notified().await;
        }
    }

    /// The next line, if there is one now.
    pub(crate) fn next_if_any(&self) -> Option<String> {
        self.lock().take()
    }

    /// The next line, for a thread, which waits. None if no more will come.
    pub(crate) fn wait_next(&self) -> Option<String> {
        let mut queue = self.lock();
        queue.busy = false;
        self.shared.changed.notify_all();
        loop {
            if let Some(line) = queue.take() {
                queue.busy = true;
                return Some(line);
            }
            if queue.closed {
                return None;
            }
            queue = self.shared.changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Waits until a thread has written everything, but no longer than `patience`, if there is a
    /// limit. No more lines will come.
    ///
    /// # Errors
    ///
    /// Why a line could not be written.
    pub(crate) fn close(&self, patience: Option<Duration>) -> Result<(), Error> {
        let deadline = patience.map(|patience| Instant::now() + patience);
        self.end();
        let mut queue = self.lock();
        loop {
            if let Some(error) = queue.broken.take() {
                return Err(error);
            }
            if !queue.busy && queue.lines.is_empty() {
                return Ok(());
            }
            queue = match deadline.map(|end| end.saturating_duration_since(Instant::now())) {
                None => self.shared.changed.wait(queue).unwrap_or_else(PoisonError::into_inner),
                Some(Duration::ZERO) => return Ok(()),
                Some(left) => {
                    let waited = self.shared.changed.wait_timeout(queue, left);
                    waited.unwrap_or_else(PoisonError::into_inner).0
                }
            };
        }
    }

    fn wake(&self) {
        self.shared.changed.notify_all();
        self.shared.news.notify_one();
    }

    fn lock(&self) -> MutexGuard<'_, Unwritten> {
        // The queue is consistent after every statement, so a panic elsewhere does no harm.
        self.shared.unwritten.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Unwritten {
    /// Drops all lines of a kind.
    fn drop_all(&mut self, dropped: Importance) {
        self.lines.retain(|(importance, _)| *importance != dropped);
        let count = self.lines.iter().map(|(_, line)| bytes(line)).sum();
        self.count(count);
    }

    /// Takes one line out. A line that is being written cannot be dropped any more.
    fn take(&mut self) -> Option<String> {
        let (_, line) = self.lines.pop_front()?;
        self.count(self.bytes - bytes(&line));
        if self.lines.is_empty() {
            // Nothing is to be left of a burst: a conversation may be idle for hours.
            self.lines = VecDeque::new();
        }
        Some(line)
    }

    /// Keeps the count of the bytes.
    fn count(&mut self, bytes: usize) {
        if let Some(backlog) = &self.backlog {
            backlog.change(self.bytes, bytes);
        }
        self.bytes = bytes;
    }

    /// The limit now.
    fn limit(&self, capacity: usize) -> usize {
        self.backlog.as_ref().map_or(capacity, |backlog| backlog.limit(capacity))
    }
}

impl Drop for Unwritten {
    fn drop(&mut self) {
        self.count(0);
    }
}

/// The memory that a line takes.
fn bytes(line: &str) -> usize {
    size_of::<(Importance, String)>() + allocated(line.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::runtime::Builder;

    const MEGABYTE: usize = 1 << 20;

    fn is_in_trouble(outbox: &Outbox) -> bool {
        outbox.lock().trouble.is_some()
    }

    #[test]
    fn reports_are_dropped_before_answers() {
        let outbox = Outbox::new(64 * MEGABYTE);
        let line = "x".repeat(MEGABYTE);
        for _ in 0..40 {
            outbox.send(Importance::Report, line.clone());
            outbox.send(Importance::Answer, line.clone());
        }
        assert!(!is_in_trouble(&outbox), "forty answers fit");
        (0..40).for_each(|_| outbox.send(Importance::Answer, line.clone()));
        assert!(is_in_trouble(&outbox));
        let before = Instant::now();
        assert!(outbox.close(Some(Duration::from_millis(50))).is_ok());
        assert!(before.elapsed() < Duration::from_secs(5));
    }

    #[test]
    fn who_has_much_unread_suffers_when_all_have_too_much() {
        let backlog = Arc::new(Backlog::new(3 * MEGABYTE));
        let outbox = || Outbox::among(2 * MEGABYTE, Arc::clone(&backlog));
        let line = "x".repeat(MEGABYTE);
        let send = |outbox: &Outbox, line: &str| outbox.send(Importance::Answer, line.to_owned());
        let (large, small) = (outbox(), outbox());
        send(&large, &line);
        send(&small, "short");
        let others: Vec<Outbox> = (0..2).map(|_| outbox()).collect();
        others.iter().for_each(|outbox| send(outbox, &line));
        send(&small, "short");
        assert!(!is_in_trouble(&small) && is_in_trouble(&others[1]));
        send(&large, "short");
        assert!(is_in_trouble(&large));
        // What is gone counts no more.
        drop(others);
        large.fail(Error::other("gone"));
        let next = outbox();
        send(&next, &line);
        assert!(!is_in_trouble(&next) && next.next_if_any().is_some());
        drop((next, large, small));
        assert_eq!(backlog.limit(7), 7);
        backlog.change(0, 3 * MEGABYTE);
        assert_eq!(backlog.limit(MEGABYTE), MEGABYTE, "nothing is left over");
    }

    #[test]
    fn a_later_state_replaces_an_unsent_one() {
        let outbox = Outbox::new(MEGABYTE);
        for number in 0..100_000 {
            outbox.send(Importance::State, format!("state {number}"));
            if number % 40_000 == 0 {
                outbox.send(Importance::Answer, format!("answer {number}"));
            }
        }
        assert!(!is_in_trouble(&outbox));
        for line in ["answer 0", "answer 40000", "answer 80000", "state 99999"] {
            assert_eq!(outbox.next_if_any().unwrap(), line);
        }
    }

    #[test]
    fn a_task_takes_lines_and_hears_of_trouble() {
        let runtime = Builder::new_current_thread().build().unwrap();
        runtime.block_on(async {
            let outbox = Outbox::new(100);
            let reader = outbox.clone();
            let read = tokio::spawn(async move {
                let mut read = Vec::new();
                while let Some(line) = reader.next().await {
                    read.push(line);
                }
                read
            });
            tokio::task::yield_now().await;
            outbox.send(Importance::Answer, "one".to_owned());
            tokio::task::yield_now().await;
            outbox.send(Importance::Report, "two".to_owned());
            outbox.end();
            outbox.send(Importance::Answer, "late".to_owned());
            assert_eq!(read.await.unwrap(), ["one", "two"]);
            let outbox = Outbox::new(100);
            outbox.send(Importance::Answer, "x".repeat(100));
            assert_eq!(outbox.trouble().await, OutputTrouble::Stuck);
            let outbox = Outbox::new(100);
            outbox.fail(Error::other("gone"));
            assert_eq!(outbox.trouble().await, OutputTrouble::Broken);
            assert!(outbox.close(None).is_err());
        });
    }
}
