//! An engine that is spoken to line by line: in a child process, or behind a WebSocket.

use std::ffi::OsString;
use std::io::Write;
use std::sync::mpsc::channel;
use std::time::Duration;

use super::other_end::{ClientError, Departure, InputWriter, OtherEnd, no_input, start_thread};
use super::process::ChildEngine;
use super::read_ahead::{self, Nothing, Taker};
use super::socket::{SocketEngine, WebSocketAddress};

/// The target of the lines of both sides in the log.
pub const TALK: &str = "sarsen::talk";

/// An engine in a child process or behind a WebSocket. Lines are kept until they are read, up to
/// 1 MiB.
///
/// If this is dropped, a process is killed, and a connection is cut. On Unix, the process leads a
/// process group, so the processes that it has started are killed, too.
pub struct Client {
    end: Box<dyn OtherEnd>,
    input: Option<InputWriter>,
    lines: Taker,
    /// The name under which the log has the lines of both sides. None if it has none of them.
    name: Option<String>,
}

impl Client {
    /// Starts a program with its arguments and listens to it.
    ///
    /// # Errors
    ///
    /// If the program cannot be run, or the system refuses a thread to listen to it.
    pub fn start(command: &[OsString]) -> Result<Self, ClientError> {
        Self::start_unheard(command)?.heard()
    }

    /// Starts a program whose output stays unread until [`listen`](Self::listen).
    ///
    /// # Errors
    ///
    /// If the program cannot be run.
    pub fn start_unheard(command: &[OsString]) -> Result<Self, ClientError> {
        let (end, input) = ChildEngine::start(command)?;
        Ok(Self { end: Box::new(end), input, lines: read_ahead::lines().1, name: None })
    }

    /// Connects to an engine behind a WebSocket and listens to it.
    ///
    /// # Errors
    ///
    /// If nobody answers, or not as a WebSocket, or the system refuses a thread.
    pub fn connect(address: &WebSocketAddress) -> Result<Self, ClientError> {
        Self::connect_unheard(address)?.heard()
    }

    /// Connects to an engine behind a WebSocket. What it says stays unread until
    /// [`listen`](Self::listen).
    ///
    /// # Errors
    ///
    /// If nobody answers, or not as a WebSocket.
    pub fn connect_unheard(address: &WebSocketAddress) -> Result<Self, ClientError> {
        let (end, input) = SocketEngine::connect(address)?;
        Ok(Self {
            end: Box::new(end),
            input: Some(input),
            lines: read_ahead::lines().1,
            name: None,
        })
    }

    /// The same engine. From now on, the log has what both sides say, at its level `debug`, under
    /// this name: `<` before what the engine is told, `>` before what it says.
    #[must_use]
    pub fn called(mut self, name: &str) -> Self {
        self.name = Some(name.to_owned());
        self
    }

    /// Notes lines in the log.
    fn note(&self, sign: char, lines: &str) {
        if let Some(name) = &self.name {
            lines.lines().for_each(|line| log::debug!(target: TALK, "{name} {sign} {line}"));
        }
    }

    fn heard(mut self) -> Result<Self, ClientError> {
        self.listen()?;
        Ok(self)
    }

    /// Begins to read what the engine says, if nobody has listened so far.
    ///
    /// # Errors
    ///
    /// If the system refuses a thread.
    pub fn listen(&mut self) -> Result<(), ClientError> {
        let (giver, lines) = read_ahead::lines();
        self.lines = lines;
        self.end.listen(giver)
    }

    /// Closes the output of an engine that nobody listens to. A socket is cut.
    pub fn close_output(&mut self) {
        self.end.close_output();
    }

    /// Writes bytes as they are, and waits while the engine does not read. To a socket they are one
    /// message, without the last line end. More than 64 KiB are several messages if they are
    /// several lines.
    ///
    /// # Errors
    ///
    /// If the engine is gone or its input closed.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), ClientError> {
        self.note('<', &String::from_utf8_lossy(bytes));
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

    /// Sends a binary message through a socket.
    ///
    /// # Errors
    ///
    /// If the connection has ended. A process knows no such messages.
    pub fn send_binary(&mut self, bytes: &[u8]) -> Result<(), ClientError> {
        self.end.send_binary(bytes)
    }

    /// Hands over the input, so that the caller can write to it.
    pub fn take_input(&mut self) -> Option<Box<dyn Write + Send>> {
        self.input.take()
    }

    /// Ends the input. Through a socket, this asks to close the connection.
    pub fn close_input(&mut self) {
        self.input = None;
        self.end.end_input();
    }

    /// Goes away without a word, as a killed client does.
    pub fn vanish(&mut self) {
        self.input = None;
        self.end.close_output();
    }

    /// The next line, without its end. Of a socket it is the next message, as it came.
    ///
    /// # Errors
    ///
    /// If no line comes in time, or the output has ended.
    pub fn line(&self, patience: Duration) -> Result<String, ClientError> {
        let line = self.lines.take(patience).map_err(|nothing| match nothing {
            Nothing::Yet => ClientError::Silent(patience),
            Nothing::More => ClientError::Ended,
        })?;
        self.note('>', &line);
        Ok(line)
    }

    /// The lines that have come and have not been read. This does not wait.
    pub fn pending(&self) -> impl Iterator<Item = String> {
        std::iter::from_fn(|| self.lines.take(Duration::ZERO).ok())
    }

    /// The beginning of what the engine has written to standard error.
    #[must_use]
    pub fn errors(&self) -> String {
        self.end.errors()
    }

    /// The memory of the process in KiB: a field of its status, such as `VmRSS:` (the memory that
    /// is resident). None if the engine is behind a socket, or if the system does not tell. Linux
    /// tells.
    #[must_use]
    pub fn memory(&self, field: &str) -> Option<u64> {
        self.end.memory(field)
    }

    /// Waits until the conversation ends by itself: until the process ends, or the connection is
    /// closed. Ends what the process has started.
    ///
    /// # Errors
    ///
    /// If it does not end in time.
    pub fn wait(&mut self, patience: Duration) -> Result<Departure, ClientError> {
        self.end.wait(patience)
    }
}
