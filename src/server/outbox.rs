//! The lines for standard output. A separate thread writes them, so a client that does not read
//! cannot hold up the engine.

use std::collections::VecDeque;
use std::io::{Error, ErrorKind, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::mpsc::UnboundedSender;

use super::event::Event;
use super::text_memory::allocated;
use crate::sys::threads::ThreadKind;

/// The limit for the memory of lines that nobody has read yet, in bytes.
const CAPACITY: usize = 64 << 20;

/// What happens to a line if nobody reads.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Importance {
    /// It must arrive.
    Answer,
    /// It may be dropped: a later report replaces it.
    Report,
}

/// The lines that have not been written yet.
#[derive(Default)]
struct Unwritten {
    lines: VecDeque<(Importance, String)>,
    bytes: usize,
    /// No more lines will come.
    closed: bool,
    /// The writer is not writing a line.
    idle: bool,
    /// Why no more lines can be written.
    broken: Option<Error>,
}

/// Takes lines for standard output.
#[derive(Clone)]
pub(super) struct Outbox {
    shared: Arc<(Mutex<Unwritten>, Condvar)>,
    events: UnboundedSender<Event>,
}

impl Outbox {
    /// Starts the writer.
    ///
    /// # Errors
    ///
    /// If the system refuses a thread.
    pub(super) fn spawn(
        output: impl Write + Send + 'static,
        events: UnboundedSender<Event>,
    ) -> std::io::Result<Self> {
        let shared = Arc::new((
            Mutex::new(Unwritten { idle: true, ..Unwritten::default() }),
            Condvar::new(),
        ));
        let outbox = Self { shared: Arc::clone(&shared), events: events.clone() };
        let write = move || {
            if let Err(error) = write_all(&shared, output) {
                lock(&shared.0).broken = Some(error);
                shared.1.notify_all();
                // The loop may have ended already.
                let _ = events.send(Event::OutputBroken);
            }
        };
        ThreadKind::named("writer").detach(write)?;
        Ok(outbox)
    }

    /// Queues a line, without waiting.
    pub(super) fn send(&self, importance: Importance, mut line: String) {
        line.shrink_to_fit();
        log::debug!("-> {line}");
        let mut queue = lock(&self.shared.0);
        queue.bytes += bytes(&line);
        queue.lines.push_back((importance, line));
        if queue.bytes > CAPACITY {
            queue.lines.retain(|(importance, _)| *importance == Importance::Answer);
            queue.bytes = queue.lines.iter().map(|(_, line)| bytes(line)).sum();
            if queue.bytes > CAPACITY {
                // The loop may have ended already.
                let _ = self.events.send(Event::OutputStuck);
            }
        }
        drop(queue);
        self.shared.1.notify_all();
    }

    /// Waits until everything is written, but no longer than `patience`, if there is a limit.
    ///
    /// # Errors
    ///
    /// If lines cannot be written although there is a reader: answers are lost.
    pub(super) fn close(&self, patience: Option<Duration>) -> Result<(), Error> {
        let deadline = patience.map(|patience| Instant::now() + patience);
        let mut queue = lock(&self.shared.0);
        queue.closed = true;
        self.shared.1.notify_all();
        loop {
            if let Some(error) = queue.broken.take() {
                let has_reader = error.kind() != ErrorKind::BrokenPipe;
                return if has_reader { Err(error) } else { Ok(()) };
            }
            if queue.idle && queue.lines.is_empty() {
                return Ok(());
            }
            queue = match deadline.map(|end| end.saturating_duration_since(Instant::now())) {
                None => self.shared.1.wait(queue).unwrap_or_else(PoisonError::into_inner),
                Some(Duration::ZERO) => return Ok(()),
                Some(left) => {
                    let waited = self.shared.1.wait_timeout(queue, left);
                    waited.unwrap_or_else(PoisonError::into_inner).0
                }
            };
        }
    }
}

/// The memory that a line takes.
fn bytes(line: &str) -> usize {
    size_of::<(Importance, String)>() + allocated(line.len())
}

fn write_all(shared: &(Mutex<Unwritten>, Condvar), mut output: impl Write) -> std::io::Result<()> {
    loop {
        let mut queue = lock(&shared.0);
        queue.idle = true;
        shared.1.notify_all();
        while queue.lines.is_empty() {
            if queue.closed {
                return Ok(());
            }
            queue = shared.1.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
        // One line at a time: a line that is being written cannot be dropped any more.
        let Some((_, mut line)) = queue.lines.pop_front() else { continue };
        queue.bytes -= bytes(&line);
        queue.idle = false;
        drop(queue);
        line.push('\n');
        output.write_all(line.as_bytes())?;
        output.flush()?;
    }
}

fn lock(queue: &Mutex<Unwritten>) -> MutexGuard<'_, Unwritten> {
    // The queue is consistent after every statement, so a panic elsewhere does no harm.
    queue.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::sync::mpsc::unbounded_channel;

    /// An output whose reader does not read.
    struct Stuck;

    impl Write for Stuck {
        fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
            std::thread::sleep(Duration::from_secs(3600));
            Ok(0)
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn reports_are_dropped_before_answers() {
        let (sender, mut events) = unbounded_channel();
        let outbox = Outbox::spawn(Stuck, sender).unwrap();
        let megabyte = "x".repeat(1 << 20);
        for _ in 0..40 {
            outbox.send(Importance::Report, megabyte.clone());
            outbox.send(Importance::Answer, megabyte.clone());
        }
        assert!(events.try_recv().is_err(), "forty answers fit");
        for _ in 0..40 {
            outbox.send(Importance::Answer, megabyte.clone());
        }
        assert!(matches!(events.try_recv(), Ok(Event::OutputStuck)));
        let before = Instant::now();
        assert!(outbox.close(Some(Duration::from_millis(50))).is_ok());
        assert!(before.elapsed() < Duration::from_secs(5));
    }
}
