//! An engine in a child process: how to start it, speak with it and end it.

use std::ffi::OsString;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::family;
use super::read_ahead::{self, Nothing, Taker};
use crate::sys::memory;
use crate::sys::threads::ThreadKind;

/// The limit for what is kept of standard error, in bytes.
const MAX_STDERR: usize = 1 << 16;

/// Why a conversation with an engine cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// The command cannot be run.
    #[error("cannot start '{command}': {error}")]
    Start {
        /// The program.
        command: String,
        /// What the system says.
        error: std::io::Error,
    },
    /// The system refuses a thread to listen or write with.
    #[error("no thread: {0}")]
    Thread(std::io::Error),
    /// The engine does not read, or has ended.
    #[error("it takes no more input: {0}")]
    Write(std::io::Error),
    /// The engine says nothing.
    #[error("no line came within {0:?}")]
    Silent(Duration),
    /// The engine will say nothing more.
    #[error("its output has ended")]
    Ended,
    /// The engine should have ended.
    #[error("the process was still there after {0:?}")]
    Lingers(Duration),
}

/// The limit for a line, in bytes. A longer line counts as several.
const MAX_LINE: u64 = 1 << 16;

/// An engine in a child process. If this is dropped, the engine is killed. On Unix, the engine
/// leads a process group, so the processes that it has started are killed, too. Lines are kept
/// until they are read, up to 1 MiB.
pub struct Client {
    child: Child,
    input: Option<ChildStdin>,
    /// Its standard output, until [`listen`](Self::listen) takes it.
    output: Option<ChildStdout>,
    lines: Taker,
    errors: Arc<Mutex<String>>,
}

impl Client {
    /// Starts a program with its arguments and listens to it.
    ///
    /// # Errors
    ///
    /// If the program cannot be run, or the system refuses a thread to listen to it.
    pub fn start(command: &[OsString]) -> Result<Self, ClientError> {
        let mut client = Self::start_unheard(command)?;
        client.listen()?;
        Ok(client)
    }

    /// Starts a program whose output stays unread until [`listen`](Self::listen).
    ///
    /// # Errors
    ///
    /// If the program cannot be run.
    pub fn start_unheard(command: &[OsString]) -> Result<Self, ClientError> {
        let (program, arguments) = command.split_first().ok_or_else(|| ClientError::Start {
            command: String::new(),
            error: std::io::ErrorKind::InvalidInput.into(),
        })?;
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = family::start(&mut command).map_err(|error| ClientError::Start {
            command: program.to_string_lossy().into_owned(),
            error,
        })?;
        let stderr = child.stderr.take();
        let client = Self {
            input: child.stdin.take(),
            output: child.stdout.take(),
            child,
            lines: read_ahead::lines().1,
            errors: Arc::default(),
        };
        if let Some(stderr) = stderr {
            keep_errors(stderr, Arc::clone(&client.errors))?;
        }
        Ok(client)
    }

    /// Begins to read what the engine says.
    ///
    /// # Errors
    ///
    /// If the system refuses a thread.
    pub fn listen(&mut self) -> Result<(), ClientError> {
        let Some(output) = self.output.take() else { return Ok(()) };
        let (giver, lines) = read_ahead::lines();
        self.lines = lines;
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

    /// Closes the output of an engine that nobody listens to.
    pub fn close_output(&mut self) {
        self.output = None;
    }

    /// Writes bytes as they are, and waits while the engine does not read.
    ///
    /// # Errors
    ///
    /// If the engine is gone or its input closed.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), ClientError> {
        let input = self.input.as_mut().ok_or_else(no_input)?;
        input.write_all(bytes).and_then(|()| input.flush()).map_err(ClientError::Write)
    }

    /// Writes bytes as they are. If the engine does not read them in time, this gives up, and the
    /// input is lost.
    ///
    /// # Errors
    ///
    /// If the engine is gone or does not read, if its input is closed, or if the system refuses a
    /// thread to write with.
    pub fn write_within(&mut self, bytes: Vec<u8>, patience: Duration) -> Result<(), ClientError> {
        let mut input = self.input.take().ok_or_else(no_input)?;
        let (sender, written) = channel();
        start_thread(move || {
            let result = input.write_all(&bytes).and_then(|()| input.flush());
            // After the timeout, nobody receives this.
            let _ = sender.send((input, result));
        })?;
        let late = |_| ClientError::Write(std::io::ErrorKind::TimedOut.into());
        let (input, result) = written.recv_timeout(patience).map_err(late)?;
        self.input = Some(input);
        result.map_err(ClientError::Write)
    }

    /// Writes a line.
    ///
    /// # Errors
    ///
    /// As [`write`](Self::write).
    pub fn send(&mut self, line: &str) -> Result<(), ClientError> {
        self.write(format!("{line}\n").as_bytes())
    }

    /// Hands over the input, so that the caller can write to it.
    pub fn take_input(&mut self) -> Option<ChildStdin> {
        self.input.take()
    }

    /// Ends the input.
    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// The next line, without its end.
    ///
    /// # Errors
    ///
    /// If no line comes in time, or the output has ended.
    pub fn line(&self, patience: Duration) -> Result<String, ClientError> {
        self.lines.take(patience).map_err(|nothing| match nothing {
            Nothing::Yet => ClientError::Silent(patience),
            Nothing::More => ClientError::Ended,
        })
    }

    /// The lines that have come and have not been read. This does not wait.
    pub fn pending(&self) -> impl Iterator<Item = String> {
        std::iter::from_fn(|| self.lines.take(Duration::ZERO).ok())
    }

    /// The beginning of what the engine has written to standard error.
    #[must_use]
    pub fn errors(&self) -> String {
        self.errors.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The memory of the process in KiB: a field of its status, such as `VmRSS:` (the memory that
    /// is resident). None if the system does not tell. Linux does.
    #[must_use]
    pub fn memory(&self, field: &str) -> Option<u64> {
        memory::of_process(self.child.id(), field)
    }

    /// Waits until the process ends by itself, then ends what it has started.
    ///
    /// # Errors
    ///
    /// If it does not end in time.
    pub fn wait(&mut self, patience: Duration) -> Result<ExitStatus, ClientError> {
        let end = Instant::now() + patience;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => {
                    family::end(&self.child);
                    return Ok(status);
                }
                Ok(None) if Instant::now() < end => std::thread::sleep(Duration::from_millis(1)),
                Ok(None) | Err(_) => return Err(ClientError::Lingers(patience)),
            }
        }
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        family::end(&self.child);
        // The engine may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The error if the input was closed, handed over or lost.
fn no_input() -> ClientError {
    ClientError::Write(std::io::ErrorKind::BrokenPipe.into())
}

/// Reads standard error, and keeps its beginning.
fn keep_errors(mut stderr: ChildStderr, errors: Arc<Mutex<String>>) -> Result<(), ClientError> {
    start_thread(move || {
        let mut chunk = [0; 4096];
        while let Ok(count @ 1..) = stderr.read(&mut chunk) {
            let mut errors = errors.lock().unwrap_or_else(PoisonError::into_inner);
            if errors.len() < MAX_STDERR {
                errors.push_str(&String::from_utf8_lossy(&chunk[..count]));
            }
        }
    })
}

/// Starts a thread for some work.
fn start_thread(work: impl FnOnce() + Send + 'static) -> Result<(), ClientError> {
    ThreadKind::named("client").detach(work).map_err(ClientError::Thread)
}
