//! An engine in a child process: how to start it, read what it says, and end it.

use std::ffi::OsString;
use std::io::{BufRead, BufReader, ErrorKind, Read};
use std::process::{Child, ChildStderr, ChildStdout, Command, Stdio};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::family;
use super::other_end::{ClientError, Departure, InputWriter, OtherEnd, start_thread};
use super::read_ahead::Giver;
use sarsen_core::sys::memory;

/// The limit for what is kept of standard error, in bytes.
const MAX_STDERR: usize = 1 << 16;

/// The limit for a line, in bytes. A longer line counts as several.
const MAX_LINE: u64 = 1 << 16;

/// How long the end of standard error may take after the end of the process. A process that has
/// left the group of the engine may hold it open.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// An engine in a child process.
pub(super) struct ChildEngine {
    child: Child,
    /// Its standard output, until somebody listens.
    output: Option<ChildStdout>,
    errors: Arc<KeptErrors>,
}

/// What comes on standard error, for two threads: one reads it, the other asks.
#[derive(Default)]
struct KeptErrors {
    errors: Mutex<ErrorsSoFar>,
    has_ended: Condvar,
}

#[derive(Default)]
struct ErrorsSoFar {
    /// The beginning of the text.
    text: String,
    /// Whether no more can come.
    is_all: bool,
}

impl KeptErrors {
    fn so_far(&self) -> MutexGuard<'_, ErrorsSoFar> {
        self.errors.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads to the end.
    fn read(&self, mut stderr: ChildStderr) {
        let mut chunk = [0; 4096];
        while let Ok(count @ 1..) = stderr.read(&mut chunk) {
            let mut errors = self.so_far();
            if errors.text.len() < MAX_STDERR {
                errors.text.push_str(&String::from_utf8_lossy(&chunk[..count]));
            }
        }
        self.so_far().is_all = true;
        self.has_ended.notify_all();
    }

    /// Waits until all is read.
    fn wait(&self, patience: Duration) {
        let waited =
            self.has_ended.wait_timeout_while(self.so_far(), patience, |errors| !errors.is_all);
        drop(waited);
    }
}

impl ChildEngine {
    /// Starts a program with its arguments. Returns its standard input, too.
    pub(super) fn start(command: &[OsString]) -> Result<(Self, Option<InputWriter>), ClientError> {
        let (program, arguments) = command.split_first().ok_or_else(|| ClientError::Start {
            command: String::new(),
            error: ErrorKind::InvalidInput.into(),
        })?;
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = family::start(&mut command).map_err(|error| ClientError::Start {
            command: program.to_string_lossy().into_owned(),
            error,
        })?;
        let (input, stderr) = (child.stdin.take(), child.stderr.take());
        let engine = Self { output: child.stdout.take(), child, errors: Arc::default() };
        if let Some(stderr) = stderr {
            let errors = Arc::clone(&engine.errors);
            start_thread(move || errors.read(stderr))?;
        }
        Ok((engine, input.map(|input| Box::new(input) as InputWriter)))
    }
}

impl OtherEnd for ChildEngine {
    fn listen(&mut self, giver: Giver) -> Result<(), ClientError> {
        let Some(output) = self.output.take() else { return Ok(()) };
        start_thread(move || {
            let mut output = BufReader::new(output);
            let mut line = Vec::new();
            while let Ok(1..) = output.by_ref().take(MAX_LINE).read_until(b'\n', &mut line) {
                let text = line.strip_suffix(b"\n").unwrap_or(&line);
                if !giver.give(String::from_utf8_lossy(text).into_owned()) {
                    return;
                }
                line.clear();
            }
        })
    }

    /// The end of the pipe says it.
    fn end_input(&mut self) {}

    fn close_output(&mut self) {
        self.output = None;
    }

    fn send_binary(&mut self, _bytes: &[u8]) -> Result<(), ClientError> {
        Err(ClientError::Write(ErrorKind::Unsupported.into()))
    }

    fn wait(&mut self, patience: Duration) -> Result<Departure, ClientError> {
        let end = Instant::now() + patience;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => {
                    family::end(&self.child);
                    // Another thread reads the pipe, and may be slower than the process.
                    self.errors.wait(LAST_WORDS);
                    return Ok(Departure::Exited(status));
                }
                Ok(None) if Instant::now() < end => std::thread::sleep(Duration::from_millis(1)),
                Ok(None) | Err(_) => return Err(ClientError::Lingers(patience)),
            }
        }
    }

    fn errors(&self) -> String {
        self.errors.so_far().text.clone()
    }

    fn memory(&self, field: &str) -> Option<u64> {
        memory::of_process(self.child.id(), field)
    }
}

impl Drop for ChildEngine {
    fn drop(&mut self) {
        family::end(&self.child);
        // The engine may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
