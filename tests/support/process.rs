//! A child process that speaks the protocol. Everything unexpected is a panic.

use std::ffi::OsString;
use std::io::Write;
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::time::{Duration, Instant};

use sarsen::client::{Client, ClientError, Departure};

/// A time longer than anything takes, even on a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(60);

pub struct Engine {
    client: Client,
}

impl Engine {
    /// Starts the engine of this project.
    pub fn start() -> Self {
        Self::start_program(env!("CARGO_BIN_EXE_sarsen"))
    }

    pub fn start_program(path: impl Into<OsString>) -> Self {
        Self { client: Client::start(&[path.into()]).unwrap() }
    }

    /// Starts the engine of this project with arguments.
    pub fn start_with(arguments: &[&str]) -> Self {
        let command = [&[env!("CARGO_BIN_EXE_sarsen")], arguments].concat();
        let command: Vec<OsString> = command.into_iter().map(OsString::from).collect();
        Self { client: Client::start(&command).unwrap() }
    }

    /// The memory of the process in KiB, by a field of its status.
    pub fn memory(&self, field: &str) -> u64 {
        self.client.memory(field).unwrap()
    }

    /// Writes text as it is.
    pub fn write(&mut self, text: impl AsRef<[u8]>) {
        self.client.write(text.as_ref()).unwrap();
    }

    /// Writes a line.
    pub fn send(&mut self, line: &str) {
        self.client.send(line).unwrap();
    }

    /// The next line that is not empty, whatever its form.
    pub fn text(&mut self) -> String {
        loop {
            match self.client.line(PATIENCE) {
                Ok(line) if line.is_empty() => {}
                Ok(line) => return line,
                Err(error) => panic!("{error}; on standard error: {}", self.client.errors()),
            }
        }
    }

    /// The next line. Its form is checked.
    pub fn line(&mut self) -> String {
        let line = self.client.line(PATIENCE).unwrap_or_else(|error| {
            panic!("{error}; on standard error: {}", self.client.errors());
        });
        assert!(line.bytes().all(|b| b == b' ' || b.is_ascii_graphic()), "strange line {line:?}");
        assert!(!line.ends_with(' ') && !line.is_empty(), "trailing blank {line:?}");
        line
    }

    /// The lines that have come and have not been read. This does not wait.
    pub fn pending(&mut self) -> Vec<String> {
        self.client.pending().collect()
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

    /// Sends a line. Returns the one line that answers it.
    pub fn ask(&mut self, line: &str) -> String {
        self.send(line);
        self.line()
    }

    /// Makes sure that nothing comes for a while.
    pub fn stays_silent(&mut self, time: Duration) {
        match self.client.line(time) {
            Err(ClientError::Silent(_)) => {}
            other => panic!("not silent: {other:?}"),
        }
    }

    /// Makes sure that for a while nothing comes except reports of a search.
    pub fn gives_no_answer(&mut self, time: Duration) {
        let end = Instant::now() + time;
        while let Some(left) = end.checked_duration_since(Instant::now()) {
            match self.client.line(left) {
                Ok(line) => assert!(
                    line.starts_with("info depth") || line.starts_with("info nodes"),
                    "{line}"
                ),
                Err(ClientError::Silent(_)) => return,
                Err(error) => panic!("{error}"),
            }
        }
    }

    /// Ends the input. Returns the rest of the output, and how the process ended.
    pub fn finish(mut self) -> (Vec<String>, ExitStatus) {
        self.client.close_input();
        let mut rest = Vec::new();
        while let Ok(line) = self.client.line(PATIENCE) {
            rest.push(line);
        }
        let status = self.wait();
        (rest, status)
    }

    /// Waits for the process to end by itself.
    pub fn wait(&mut self) -> ExitStatus {
        match self.client.wait(PATIENCE).unwrap() {
            Departure::Exited(status) => status,
            other => panic!("{other}"),
        }
    }
}

/// Runs the engine on a whole input. Returns all lines of its output.
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

/// Runs the program with these arguments and no input.
pub fn sarsen(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sarsen")).args(arguments).output().unwrap()
}

/// Runs a command that must succeed. Returns what it prints.
pub fn says(arguments: &[&str]) -> String {
    let output = sarsen(arguments);
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// Runs a program with this on its standard input. It may leave some of the input unread.
pub fn feed(command: &mut Command, input: &[u8]) -> Output {
    let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = pipes.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            let _ = stdin.write_all(input);
        });
        child.wait_with_output().unwrap()
    })
}

/// Runs the program with these arguments as a filter. Returns the lines of its output.
pub fn filter(arguments: &[&str], input: &[u8]) -> Vec<String> {
    let output = feed(Command::new(env!("CARGO_BIN_EXE_sarsen")).args(arguments), input);
    assert!(output.status.success(), "{:?}", output.status);
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

/// Whether the standard library has given up: a thread had memory for its stack, and for nothing
/// more. No program can tell that.
pub fn is_beyond_help(errors: &str) -> bool {
    errors.contains("failed to allocate an alternative stack")
}

/// Sends a child a signal, by its name. Panics if the child ignores it, as it does `HUP` under
/// `nohup` and `INT` behind the `&` of a script: a test would wait forever for its end.
pub fn signal(child: &Child, name: &str) {
    let ignored =
        status_of(child.id(), "SigIgn:").map_or(0, |mask| u64::from_str_radix(&mask, 16).unwrap());
    let bit = match name {
        "HUP" => 1,
        "INT" => 2,
        _ => 0,
    };
    let is_ignored = ignored & bit != 0;
    let heard = if is_ignored { "TERM" } else { name };
    let status = Command::new("kill").args(["-s", heard, &child.id().to_string()]).status();
    assert!(status.unwrap().success());
    assert!(!is_ignored, "{name} is ignored here: run the tests in the foreground, without nohup");
}

/// The memory that a process really uses, in KiB.
pub fn resident(id: u32) -> u64 {
    memory_of(id, "VmRSS:").unwrap()
}

/// A field of the status of a process. None if it has no such field any more.
fn status_of(id: u32, field: &str) -> Option<String> {
    let status = std::fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    let value = status.lines().find_map(|line| line.strip_prefix(field))?;
    Some(value.trim().to_owned())
}

/// The same in KiB. None if the process has no memory any more.
pub fn memory_of(id: u32, field: &str) -> Option<u64> {
    Some(status_of(id, field)?.trim_end_matches(" kB").parse().unwrap())
}

/// Waits until a process ends. Returns the most memory that it really used, in KiB. A process that
/// needs far too much memory or time is killed, and that is a panic.
pub fn most_resident(child: &mut Child) -> u64 {
    let end = Instant::now() + PATIENCE;
    let mut most = 0;
    while child.try_wait().unwrap().is_none() {
        most = most.max(memory_of(child.id(), "VmHWM:").unwrap_or_default());
        if most > 1 << 20 || Instant::now() > end {
            child.kill().unwrap();
            child.wait().unwrap();
            panic!("it has used {} MiB, for up to {PATIENCE:?}", most >> 10);
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    most
}

/// A script that starts a child, writes the ids of both processes to a file, and becomes a program.
/// Nobody waits for the child.
pub fn with_a_child(numbers: &str, program: &str) -> String {
    format!("sleep 600 & echo $! >> {numbers}; echo $$ >> {numbers}; exec {program}")
}

/// Waits until all processes listed in a file are gone.
pub fn all_gone(numbers: &str) {
    let text = std::fs::read_to_string(numbers).unwrap();
    let runs = |id: &&str| {
        // An ended process may be a zombie, if nobody has waited for it.
        let state = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
        let known = Command::new("kill").args(["-s", "0", id]).output().unwrap().status.success();
        known && !state.contains(") Z ")
    };
    let end = Instant::now() + Duration::from_secs(20);
    while text.lines().any(|id| runs(&id)) {
        assert!(Instant::now() < end, "some of these are left: {text:?}");
        std::thread::sleep(Duration::from_millis(5));
    }
    assert!(text.lines().count() >= 2);
}
