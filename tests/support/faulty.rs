//! An engine with one fault, to test the judge of engines. It is the real engine, with a fault in
//! its input or output. The command line chooses the fault.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use std::time::Duration;

use clap::{Parser, ValueEnum};

/// What is wrong with it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Fault {
    /// Nothing
    None,
    /// A blank after `readyok`
    TrailingBlank,
    /// Lines end like in DOS
    CarriageReturn,
    /// Speaks first
    Greeting,
    /// Introduces itself only once
    Shy,
    /// Answers every search twice
    DoubleBestmove,
    /// Forgets every third answer
    LostBestmove,
    /// Does not hear `isready` while it searches
    Deaf,
    /// Answers `isready` before what was sent ahead of it, once it has searched
    HastyReady,
    /// Hears nothing any more after `stop`
    HangOnStop,
    /// Remembers a `stop` that came while it was idle
    StickyStop,
    /// Answers `go infinite` when it likes
    ImpatientInfinite,
    /// Takes pondering for searching
    ImpatientPonder,
    /// Has a move when the game is over
    Tireless,
    /// Takes a limit of zero for no limit
    ZeroIsEndless,
    /// Plays where it may not
    IllegalMove,
    /// Answers without a move
    BareBestmove,
    /// Talks without end instead of answering
    Floods,
    /// Goes away when it is asked for a move
    DiesThinking,
    /// Needs a while to answer
    LateAnswer,
    /// Takes a bad number for no limit
    BadNumberIsEndless,
    /// Expects a reply that is not legal
    WrongPonder,
    /// Names the expected reply without being asked
    UnaskedPonder,
    /// Does not report what it thinks
    Silent,
    /// Ends its variations with a move that is not legal
    WrongVariation,
    /// Does not know `quit`
    Lingers,
    /// Does not notice the end of input
    Orphan,
    /// Panics when nobody can hear it
    Noisy,
    /// Reads on only when what it said has been read
    Blocked,
    /// Claims to have any table
    BoastfulHash,
    /// Never thinks the same twice
    Moody,
    /// Takes its time with positions
    SlowPosition,
    /// Goes away when it does not understand
    DiesOnBadInput,
    /// Takes a position that it cannot read for the start
    Guesses,
    /// Keeps something of every game
    Leaks,
    /// Speaks UCI alone, and only plays: it is deaf to whatever a match does not need
    OnlyPlays,
}

/// The commands of UCI that a match needs.
const PLAYING: [&str; 9] =
    ["uci", "setoption", "isready", "ucinewgame", "position", "go", "stop", "ponderhit", "quit"];

#[derive(Parser)]
struct Arguments {
    /// What is wrong with it
    fault: Fault,
}

/// What the input and the output know of each other.
#[derive(Default)]
struct State {
    searches: AtomicUsize,
    writing: AtomicBool,
}

/// Standard input with a fault.
struct Input {
    fault: Fault,
    state: Arc<State>,
    lines: BufReader<std::io::Stdin>,
    ready: Vec<u8>,
    introduced: bool,
    stop_next: bool,
    /// Whether a `go` has come.
    searched: bool,
    /// The commands that it puts off.
    put_off: String,
}

fn hang() -> ! {
    loop {
        std::thread::sleep(Duration::from_secs(3600));
    }
}

impl Input {
    /// What the engine gets instead of a line.
    fn heard(&mut self, line: String) -> String {
        let searching = self.state.searches.load(SeqCst) > 0;
        let command = line.split_whitespace().next().unwrap_or_default().to_owned();
        let known = sarsen::server::commands::parse(&line).is_ok();
        let endless = "go infinite\n".to_owned();
        match (self.fault, command.as_str()) {
            (Fault::Shy, "ugi") if self.introduced => return String::new(),
            (Fault::Shy, "ugi") => self.introduced = true,
            (Fault::Deaf, "isready") if searching => return String::new(),
            (Fault::HastyReady, "go") => self.searched = true,
            (Fault::HastyReady, "position" | "query") if self.searched && !searching => {
                self.put_off.push_str(&line);
                return String::new();
            }
            (Fault::HastyReady, "isready") if !self.put_off.is_empty() => {
                println!("readyok");
                return std::mem::take(&mut self.put_off);
            }
            (Fault::HangOnStop, "stop") => hang(),
            (Fault::DiesThinking, "go") => std::process::exit(3),
            (Fault::StickyStop, "stop") if !searching => self.stop_next = true,
            (Fault::StickyStop, "go") if self.stop_next => {
                self.stop_next = false;
                return format!("{line}stop\n");
            }
            (Fault::ImpatientInfinite, "go") => return line.replace("infinite", "depth 3"),
            (Fault::ImpatientPonder, "go") => return line.replace("ponder", ""),
            (Fault::ZeroIsEndless, "go") if line.ends_with(" 0\n") => return endless,
            (Fault::BadNumberIsEndless, "go") if line.contains(" x") => return endless,
            (Fault::Lingers, "quit") => return String::new(),
            (Fault::BoastfulHash, "setoption") if line.contains("Hash") => return String::new(),
            (Fault::SlowPosition, "position") => std::thread::sleep(Duration::from_millis(2)),
            (Fault::DiesOnBadInput, _) if !known => std::process::exit(3),
            (Fault::Guesses, "position") if line.contains("nowhere") => {
                return "position startpos\n".to_owned();
            }
            (Fault::OnlyPlays, command) if known && !PLAYING.contains(&command) => {
                return String::new();
            }
            (Fault::Leaks, "newgame") => std::mem::forget(std::hint::black_box(vec![1_u8; 50_000])),
            _ => {}
        }
        line
    }
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        while self.ready.is_empty() {
            let mut line = Vec::new();
            if self.lines.read_until(b'\n', &mut line)? == 0 {
                if self.fault == Fault::Orphan {
                    hang();
                }
                return Ok(0);
            }
            while self.fault == Fault::Blocked && self.state.writing.load(SeqCst) {
                std::thread::sleep(Duration::from_millis(1));
            }
            let line = String::from_utf8_lossy(&line).into_owned();
            let heard = self.heard(line);
            let searches = heard.lines().filter(|line| line.starts_with("go")).count();
            self.state.searches.fetch_add(searches, SeqCst);
            self.ready = heard.into_bytes();
        }
        let count = buffer.len().min(self.ready.len());
        buffer[..count].copy_from_slice(&self.ready[..count]);
        self.ready.drain(..count);
        Ok(count)
    }
}

/// Standard output with a fault.
struct Output {
    fault: Fault,
    state: Arc<State>,
    answers: usize,
    reports: usize,
}

impl Output {
    /// What the client gets instead of a line.
    fn said(&mut self, line: &str) -> String {
        let plain = format!("{line}\n");
        let is_answer = line.starts_with("bestmove");
        let is_report = line.starts_with("info depth");
        self.answers += usize::from(is_answer);
        self.reports += usize::from(is_report);
        if is_answer {
            self.state.searches.fetch_sub(1, SeqCst);
        }
        let best = line.split(' ').nth(1).unwrap_or_default();
        match self.fault {
            Fault::TrailingBlank if line == "readyok" => "readyok \n".to_owned(),
            Fault::CarriageReturn => format!("{line}\r\n"),
            Fault::DoubleBestmove if is_answer => plain.repeat(2),
            Fault::LostBestmove if is_answer && self.answers.is_multiple_of(3) => String::new(),
            Fault::Tireless => plain.replace("bestmove 0000", "bestmove 1"),
            Fault::IllegalMove if is_answer => "bestmove z9\n".to_owned(),
            Fault::BareBestmove if is_answer => "bestmove\n".to_owned(),
            Fault::Floods if is_answer => loop {
                if std::io::stdout().write_all(b"info string well, it depends\n").is_err() {
                    break String::new();
                }
            },
            Fault::LateAnswer if is_answer => {
                std::thread::sleep(Duration::from_millis(80));
                plain
            }
            Fault::WrongPonder if line.contains(" ponder ") => {
                format!("bestmove {best} ponder z9\n")
            }
            Fault::UnaskedPonder if is_answer => format!("bestmove {best} ponder {best}\n"),
            Fault::Silent if line.starts_with("info") && !line.contains("error") => String::new(),
            Fault::WrongVariation if is_report => format!("{line} z9\n"),
            Fault::Moody if is_report => {
                line.replace(" nodes ", &format!(" nodes {}", self.reports)) + "\n"
            }
            _ => plain,
        }
    }
}

impl Write for Output {
    /// The engine writes whole lines.
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let line = String::from_utf8_lossy(bytes).trim_end().to_owned();
        self.state.writing.store(true, SeqCst);
        let said = self.said(&line);
        let mut output = std::io::stdout();
        let written = output.write_all(said.as_bytes()).and_then(|()| output.flush());
        if self.fault == Fault::Noisy && written.is_err() {
            eprintln!("thread 'main' panicked: nobody listens");
            std::process::exit(101);
        }
        self.state.writing.store(false, SeqCst);
        written.map(|()| bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

fn main() -> ExitCode {
    let Arguments { fault } = Arguments::parse();
    if fault == Fault::Greeting {
        println!("Welcome!");
    }
    let state = Arc::<State>::default();
    let input = Input {
        fault,
        state: Arc::clone(&state),
        lines: BufReader::new(std::io::stdin()),
        ready: Vec::new(),
        introduced: false,
        stop_next: false,
        searched: false,
        put_off: String::new(),
    };
    let output = Output { fault, state, answers: 0, reports: 0 };
    match sarsen::server::serve(sarsen::games::registry(), input, output) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
