//! A child process that speaks the protocol.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// Longer than anything takes, even on a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(60);

pub struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Engine {
    /// The engine itself.
    pub fn start() -> Self {
        Self::start_program(env!("CARGO_BIN_EXE_sarsen"))
    }

    pub fn start_program(path: impl AsRef<std::ffi::OsStr>) -> Self {
        let mut child = Command::new(path)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in output.split(b'\n').map_while(Result::ok) {
                let line = String::from_utf8(line).expect("output is UTF-8");
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Self { input: child.stdin.take(), child, lines }
    }

    /// The number by which the system knows the process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Writes text as it is.
    pub fn write(&mut self, text: impl AsRef<[u8]>) {
        let input = self.input.as_mut().unwrap();
        input.write_all(text.as_ref()).unwrap();
        input.flush().unwrap();
    }

    /// Writes a line.
    pub fn send(&mut self, line: &str) {
        self.write(format!("{line}\n"));
    }

    /// The next line, checked for the form that every line has.
    pub fn line(&mut self) -> String {
        match self.lines.recv_timeout(PATIENCE) {
            Ok(line) => {
                assert!(
                    line.bytes().all(|b| b == b' ' || b.is_ascii_graphic()),
                    "strange line {line:?}"
                );
                assert!(!line.ends_with(' ') && !line.is_empty(), "trailing blank {line:?}");
                line
            }
            Err(RecvTimeoutError::Timeout) => panic!("no line came"),
            Err(RecvTimeoutError::Disconnected) => panic!("the output has ended"),
        }
    }

    /// The lines that have come and not been read, without waiting.
    pub fn pending(&mut self) -> Vec<String> {
        self.lines.try_iter().collect()
    }

    /// Lines up to and including the first that starts with `start`.
    pub fn until(&mut self, start: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            lines.push(self.line());
            if lines.last().unwrap().starts_with(start) {
                return lines;
            }
        }
    }

    /// Sends a line and gives the one line that answers it.
    pub fn ask(&mut self, line: &str) -> String {
        self.send(line);
        self.line()
    }

    /// Asserts that nothing is said for a while.
    pub fn stays_silent(&mut self, time: Duration) {
        match self.lines.recv_timeout(time) {
            Err(RecvTimeoutError::Timeout) => {}
            other => panic!("not silent: {other:?}"),
        }
    }

    /// Nothing but reports of a search are said for a while.
    pub fn gives_no_answer(&mut self, time: Duration) {
        let end = Instant::now() + time;
        while let Some(left) = end.checked_duration_since(Instant::now()) {
            match self.lines.recv_timeout(left) {
                Ok(line) => assert!(
                    line.starts_with("info depth") || line.starts_with("info nodes"),
                    "{line}"
                ),
                Err(RecvTimeoutError::Timeout) => return,
                Err(RecvTimeoutError::Disconnected) => panic!("the output has ended"),
            }
        }
    }

    /// Ends the input; the rest of the output, and how the process ended.
    pub fn finish(mut self) -> (Vec<String>, ExitStatus) {
        drop(self.input.take());
        let mut rest = Vec::new();
        while let Ok(line) = self.lines.recv_timeout(PATIENCE) {
            rest.push(line);
        }
        let status = self.wait();
        (rest, status)
    }

    /// Waits for the process to end by itself.
    pub fn wait(&mut self) -> ExitStatus {
        let end = Instant::now() + PATIENCE;
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            assert!(Instant::now() < end, "the process does not end");
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Runs the engine on a whole input and gives all lines of its output.
pub fn converse(input: &str) -> Vec<String> {
    let mut engine = Engine::start();
    engine.write(input);
    let (lines, status) = engine.finish();
    assert!(status.success());
    lines
}

/// The lines that are not reports of a search.
pub fn answers(lines: &[String]) -> Vec<&str> {
    lines.iter().map(String::as_str).filter(|line| !line.starts_with("info depth")).collect()
}
