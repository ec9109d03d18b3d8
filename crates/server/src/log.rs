//! The log, on standard error. A separate thread writes it, so the server never waits for a reader.
//!
//! The lossy writer of `tracing-appender` is not used, because it
//!
//! - bounds the lines that wait by their number, not by their memory,
//! - counts what it drops, but does not say in the log where something is missing,
//! - panics if the system refuses its thread, and starts that before there is anything to write,
//! - goes on after an error, and so tries to write each line to a reader who is gone,
//! - may print to standard output at the end, where only the protocol may speak, and
//! - brings along more than ten crates, `tracing-subscriber` and `time` among them.

use std::collections::VecDeque;
use std::io::Write;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use sarsen_core::sys::threads::ThreadKind;

/// The limit for the bytes that nobody has read yet.
const CAPACITY: usize = 1 << 20;

/// The memory that a line takes besides its text, in bytes.
const LINE_OVERHEAD: usize = 48;

/// The lines that have not been written yet.
#[derive(Default)]
struct LogBuffer {
    lines: VecDeque<Vec<u8>>,
    bytes: usize,
    /// The number of lines dropped since the last one that had room.
    dropped: u64,
    /// A writer has been started. The system may refuse one.
    has_writer: bool,
    /// The writer is writing a line.
    busy: bool,
    /// Nothing can be written any more.
    broken: bool,
}

/// Takes lines for the log. The writer starts with the first line.
pub struct Log<F> {
    shared: Arc<(Mutex<LogBuffer>, Condvar)>,
    open: F,
}

impl<F: Clone> Clone for Log<F> {
    fn clone(&self) -> Self {
        Self { shared: Arc::clone(&self.shared), open: self.open.clone() }
    }
}

impl<W: Write, F: FnOnce() -> W + Clone + Send + 'static> Log<F> {
    /// An empty log; `open` opens its output when the first line comes.
    pub fn new(open: F) -> Self {
        Self { shared: Arc::default(), open }
    }

    /// Adds a line, without waiting.
    pub(crate) fn say(&self, line: &str) {
        self.add(format!("{line}\n").into_bytes());
    }

    /// Adds whole lines.
    fn add(&self, lines: Vec<u8>) {
        let mut queue = lock(&self.shared.0);
        let bytes = lines.len() + LINE_OVERHEAD;
        if queue.broken || queue.bytes + bytes > CAPACITY {
            queue.dropped += 1;
            return;
        }
        if !queue.has_writer {
            let (shared, open) = (Arc::clone(&self.shared), self.open.clone());
            let write = move || write_all(&shared, open());
            // If the system refuses the thread, it may grant it to a later line.
            queue.has_writer = ThreadKind::named("log").detach(write).is_ok();
        }
        queue.admit_loss();
        queue.bytes += bytes;
        queue.lines.push_back(lines);
        drop(queue);
        self.shared.1.notify_all();
    }

    /// Waits until everything is written, but no longer than `patience`. If the system has refused
    /// the writer, this thread writes.
    pub fn close(&self, patience: Duration) {
        let end = Instant::now() + patience;
        let mut queue = lock(&self.shared.0);
        if !queue.has_writer {
            return queue.write_left((self.open.clone())());
        }
        while !queue.broken && (queue.busy || !queue.lines.is_empty()) {
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return;
            }
            let waited = self.shared.1.wait_timeout(queue, left);
            queue = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

/// A logger writes whole lines.
impl<W: Write, F: FnOnce() -> W + Clone + Send + 'static> Write for Log<F> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.add(bytes.to_vec());
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl LogBuffer {
    /// Notes in the log where lines were dropped.
    fn admit_loss(&mut self) {
        let dropped = std::mem::take(&mut self.dropped);
        if dropped > 0 {
            let gap = format!("[here {dropped} lines of the log were dropped: nobody read them]\n");
            self.bytes += gap.len() + LINE_OVERHEAD;
            self.lines.push_back(gap.into_bytes());
        }
    }

    /// The next line to write.
    fn take_line(&mut self) -> Option<Vec<u8>> {
        if self.lines.is_empty() {
            self.admit_loss();
        }
        let line = self.lines.pop_front()?;
        self.bytes -= line.len() + LINE_OVERHEAD;
        Some(line)
    }

    /// Writes all that is left.
    fn write_left(&mut self, mut output: impl Write) {
        while let Some(line) = self.take_line() {
            if output.write_all(&line).and_then(|()| output.flush()).is_err() {
                return;
            }
        }
    }
}

fn write_all(shared: &(Mutex<LogBuffer>, Condvar), mut output: impl Write) {
    let mut queue = lock(&shared.0);
    loop {
        queue.busy = false;
        shared.1.notify_all();
        let Some(line) = queue.take_line() else {
            queue = shared.1.wait(queue).unwrap_or_else(PoisonError::into_inner);
            continue;
        };
        queue.busy = true;
        drop(queue);
        let written = output.write_all(&line).and_then(|()| output.flush());
        queue = lock(&shared.0);
        if written.is_err() {
            // A log that nobody reads is no reason to fail.
            queue.broken = true;
            queue.lines.clear();
            shared.1.notify_all();
            return;
        }
    }
}

fn lock(queue: &Mutex<LogBuffer>) -> MutexGuard<'_, LogBuffer> {
    // The queue is consistent after every statement, so a panic elsewhere does no harm.
    queue.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::{Receiver, Sender, channel};

    /// Writes a line each time the gate opens.
    struct Gated(Arc<Mutex<Receiver<()>>>, Sender<String>);

    impl Write for Gated {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().unwrap().recv().map_err(std::io::Error::other)?;
            self.1.send(String::from_utf8_lossy(bytes).into_owned()).unwrap();
            Ok(bytes.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn nobody_waits_and_what_is_dropped_is_counted() {
        let (gate, entry) = channel();
        let (sender, written) = channel();
        let entry = Arc::new(Mutex::new(entry));
        let log = Log::new(move || Gated(entry, sender));
        let line = "x".repeat(1000);
        let began = Instant::now();
        (0..3000).for_each(|_| log.say(&line));
        log.close(Duration::from_millis(20));
        assert!(began.elapsed() < Duration::from_secs(5));
        (0..3000).for_each(|_| gate.send(()).unwrap());
        log.close(Duration::from_secs(60));
        log.say("end");
        log.close(Duration::from_secs(60));
        let lines: Vec<String> = written.try_iter().collect();
        let kept = lines.iter().filter(|text| text.starts_with("xxx")).count();
        assert!((900..1100).contains(&kept), "{kept}");
        // A writer that takes its first line late makes room for one more: then there are two gaps.
        let gaps = lines.iter().filter_map(|text| text.strip_prefix("[here ")?.split(' ').next());
        let dropped: usize = gaps.map(|count| count.parse::<usize>().unwrap()).sum();
        assert_eq!(kept + dropped, 3000);
        assert!(lines[lines.len() - 2].starts_with("[here "), "a gap is noted where it is");
        assert_eq!(lines.last().unwrap(), "end\n");
        // If nobody will ever read, closing does not wait.
        drop(gate);
        log.say("more");
        log.close(Duration::from_secs(60));
    }
}
