//! The state of the process, and what each command does to it.
//!
//! ```text
//!            go                                        search ends, nothing holds it
//!   IDLE ----------------> SEARCHING ----------------------------------------------> bestmove, IDLE
//!     ^                        |  search ends, but is `infinite` or `ponder`
//!     |                        v
//!     +---- bestmove ------- HELD     left by stop, ponderhit, or a later newgame, position or go
//! ```
//!
//! With `Own Ponder` IDLE is spent on a search that nobody has asked for and that is never
//! answered; the next command ends it.
//!
//! While SEARCHING or HELD, commands wait in a queue, except `stop`, `ponderhit`, `isready` and
//! `quit`. A count (`query perft`) is a search without an answer to hold. A search that has to end,
//! but whose thread does not get its turn from the system, is answered for with the line it
//! reported last; it then ends unasked. A file that an option names is read beside the desk, and
//! every other command waits for it, too, but for `quit`. While a search winds down, or a file is
//! read, `isready` waits as well: what was sent before it is not dealt with yet.
//!
//! What `protocol.md` promises of commands during a search (2 to 5), of clocks that start when a
//! turn comes (7) and of the end (11) is kept here and nowhere else: [`Desk::queue`] ends what is
//! endless, [`Desk::advance`] gives the turns, [`Running::is_held`] says what may not answer yet,
//! and [`Desk::give_answer`] and, for late ones, [`Desk::end_overdue`] are the only places where a
//! search is answered.

mod execute;
mod load;
mod queue;

use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use tokio::sync::mpsc::UnboundedSender;

use super::options::Options;
use super::outbox::{Kind, Outbox};
use super::reader::Line;
use super::searcher::{Job, Report};
use super::{Event, Shell};
use crate::engine::{DEFAULT_HASH, Engine};
use crate::protocol::{Command, Dialect, ParseError, parse, reply};
use crate::search::time::Budget;
use crate::search::{Answer, Control};
use crate::session::Registry;
use crate::sys::panic_guard::Panicked;
use load::Loading;
use queue::{Queue, Turn};

/// A search that has to end may be so late before it is answered for: on a busy machine the search
/// thread may have to wait many milliseconds for its turn, while this task, which hardly works,
/// gets it at once.
const LATE: Duration = Duration::from_millis(1);

/// Once the input has ended a count may go on if the rest of it is likely to take no longer.
const FORESEEABLE: Duration = Duration::from_secs(600);

/// How long a count has to run before anything can be said of the rest.
const TRIED: Duration = Duration::from_secs(1);

/// The answer to `isready`.
const READY: &str = "readyok";

/// A search or count under way, or a search whose answer is held back.
struct Running {
    control: Arc<Control>,
    /// The time it may take, counted from `ponderhit` if it ponders.
    budget: Option<Budget>,
    /// Whether anything but time bounds it.
    limited: bool,
    /// No answer before `stop`.
    infinite: bool,
    /// No answer before `ponderhit` or `stop`.
    pondering: bool,
    /// It counts lines of play.
    counts: bool,
    /// Nobody waits for its answer: nobody has asked for it (the option `Own Ponder`), or `latest`
    /// was the answer.
    unasked: bool,
    /// Moves that were played to get to its position, to be taken back after it.
    ahead: usize,
    /// The line that it was answered with too early: `Own Ponder` begins only when it has ended.
    answered: Option<Vec<String>>,
    /// Told to end.
    stopped: bool,
    /// The best line that was reported last.
    latest: Option<Vec<String>>,
    /// When to answer with it rather than wait any longer.
    overdue: Option<Instant>,
    /// It has ended, and this is its answer.
    answer: Option<Option<Answer<String>>>,
}

impl Running {
    /// Whether its answer has to wait for a word from outside, so that it would never end by
    /// itself.
    fn is_held(&self) -> bool {
        !self.stopped && (self.infinite || self.pondering)
    }

    /// Sets the time from which on it is answered for: soon after it has to end.
    fn be_answered_for(&mut self) {
        let now = Instant::now();
        let end = if self.stopped { Some(now) } else { self.control.deadline() };
        self.overdue = end.map(|end| end.max(now) + LATE);
    }
}

/// What ties the desk to the rest of the process.
pub(super) struct Wires {
    pub(super) outbox: Outbox,
    /// To the search thread.
    pub(super) jobs: Sender<Job>,
    /// To the loop, from whoever works beside it.
    pub(super) events: UnboundedSender<Event>,
}

/// Everything the process knows, handled by one task.
pub(super) struct Desk {
    registry: Registry,
    shell: Shell,
    options: Options,
    dialect: Dialect,
    wires: Wires,
    /// With the search thread while it works.
    engine: Option<Box<Engine>>,
    running: Option<Running>,
    /// A file that an option names; commands wait for it.
    loading: Option<Loading>,
    /// Files that have been read, or begun to be.
    files: u64,
    waiting: Queue,
    /// The last `position` was refused: no move may be given for the one before it.
    astray: bool,
    input_ended: bool,
    quit: bool,
}

impl Desk {
    pub(super) fn new(registry: Registry, shell: Shell, wires: Wires) -> Result<Self, String> {
        let first = registry.names().next().unwrap_or_default().to_owned();
        let session = registry.open(&first, "").map_err(|error| error.to_string())?;
        let engine = match Engine::new(session, DEFAULT_HASH) {
            Ok(engine) => engine,
            Err(_) => {
                let session = registry.open(&first, "").map_err(|error| error.to_string())?;
                Engine::new(session, 1).map_err(|error| error.to_string())?
            }
        };
        Ok(Self {
            registry,
            shell,
            options: Options::default(),
            dialect: Dialect::default(),
            wires,
            engine: Some(Box::new(engine)),
            running: None,
            loading: None,
            files: 0,
            waiting: Queue::default(),
            astray: false,
            input_ended: false,
            quit: false,
        })
    }

    /// Whether no more commands are to be read.
    pub(super) fn is_leaving(&self) -> bool {
        self.quit || self.input_ended
    }

    /// Whether `quit` was said.
    pub(super) fn was_told_to_quit(&self) -> bool {
        self.quit
    }

    /// Whether everything asked for is done, and nothing more will be asked.
    pub(super) fn is_done(&self) -> bool {
        let idle = self.running.as_ref().is_none_or(|running| running.unasked);
        self.is_leaving() && idle && self.loading.is_none() && self.waiting.is_empty()
    }

    /// Takes a line of input.
    pub(super) fn receive(&mut self, line: Line) {
        let (text, arrived) = match line {
            Line::Text(text, arrived) => (text, arrived),
            Line::Refused(line) => return self.refuse(line.why, line.command == "position"),
            Line::End => {
                log::debug!("end of input");
                self.input_ended = true;
                self.end_unbounded();
                return self.advance();
            }
        };
        log::debug!("<- {}", text.trim_end());
        match parse(&text) {
            Ok(Some(command)) => self.take(command, text, arrived),
            Ok(None) => {}
            // Its turn shows what it may have been meant for.
            Err(error @ ParseError::Unknown(_)) => match self.is_held() {
                true => self.error(&self.advise(&error)),
                false => self.queue(Turn::Line(text, queue::Kind::Other), arrived),
            },
            Err(error) => {
                let position = matches!(error, ParseError::Malformed { command: "position", .. });
                self.refuse(error.to_string(), position);
            }
        }
    }

    /// Says in its turn that a line is no command. Its turn is now if what runs has no end of its
    /// own.
    fn refuse(&mut self, why: String, position: bool) {
        if self.is_held() && !position {
            return self.error(&why);
        }
        if position {
            self.end_unbounded();
        }
        self.queue(Turn::Refused { why, position }, Instant::now());
    }

    /// Whether what runs has no end of its own, and nothing waits for it.
    fn is_held(&self) -> bool {
        self.running.as_ref().is_some_and(Running::is_held) && self.waiting.is_empty()
    }

    /// What is wrong with a line, and what may have been meant.
    fn advise(&self, error: &ParseError) -> String {
        let ParseError::Unknown(word) = error else { return error.to_string() };
        let is_move = self.engine.as_ref().is_some_and(|engine| {
            let session = engine.session();
            session.outcome().is_none() && session.check_move(word).is_ok()
        });
        if is_move {
            format!("unknown command '{word}'; to play a move: move {word}")
        } else if self.shell.has(word) {
            format!("unknown command '{word}'; run '{} {word}' in the shell", self.shell.program)
        } else {
            error.to_string()
        }
    }

    /// Takes a report of the search thread.
    pub(super) fn reported(&mut self, report: Report) {
        match report {
            Report::Info(_) if self.is_unasked() => {}
            Report::Info(info) => {
                self.wires.outbox.send(Kind::Report, reply::info(self.dialect, &info));
                if let Some(running) = self.running.as_mut().filter(|_| info.rank == 1) {
                    running.latest = Some(info.variation);
                }
            }
            Report::Searched(engine, _) if self.is_unasked() => {
                self.engine = Some(engine);
                if let Some(running) = self.running.take() {
                    self.come_back(running.ahead);
                    if let Some(variation) = running.answered {
                        self.think_on(&variation);
                    }
                }
            }
            Report::Searched(engine, answer) => {
                self.engine = Some(engine);
                let answer = answer.unwrap_or_else(|panic| self.confess(&panic));
                if let Some(running) = &mut self.running {
                    log::debug!(
                        "search ended after {:?}, held: {}",
                        running.control.elapsed(),
                        running.is_held()
                    );
                    running.answer = Some(answer);
                }
                self.give_answer();
            }
            Report::Counted(engine, count) => {
                self.engine = Some(engine);
                self.running = None;
                let count = count.unwrap_or_else(|panic| self.confess(&panic));
                self.respond(&count.map_or("stopped".to_owned(), |count| count.to_string()));
            }
        }
        self.advance();
    }

    /// Looks after what takes long; to be called about once a second.
    pub(super) fn tick(&mut self) {
        self.show_progress();
        self.end_hopeless_count();
    }

    /// Stops a count that would take far longer than anybody who has ended the input can want.
    fn end_hopeless_count(&mut self) {
        let Some(Running { control, counts: true, stopped: false, .. }) = &self.running else {
            return;
        };
        let hopeless = control.left().is_none_or(|left| left > FORESEEABLE);
        if self.input_ended && control.elapsed() >= TRIED && hopeless {
            let minutes = FORESEEABLE.as_secs() / 60;
            let why = "the input has ended, and the count would take more than";
            self.say(reply::note(&format!("{why} {minutes} minutes: stopped")));
            self.release();
        }
    }

    /// Shows that a long search is alive.
    fn show_progress(&mut self) {
        if let Some(Running { control, answer: None, unasked: false, .. }) = &self.running {
            let line = reply::progress(control.nodes(), control.elapsed());
            self.wires.outbox.send(Kind::Report, line);
        }
        if let Some(loading) = &self.loading {
            self.wires.outbox.send(Kind::Report, loading.progress());
        }
    }

    /// Says that a game's code has panicked; there is no result then.
    fn confess<T>(&self, panic: &Panicked) -> Option<T> {
        self.error(&panic.to_string());
        None
    }

    /// Whether what runs is a search that nobody has asked for.
    fn is_unasked(&self) -> bool {
        self.running.as_ref().is_some_and(|running| running.unasked)
    }

    /// Whether everything that was sent has been dealt with, but for a search perhaps.
    fn has_nothing_left(&self) -> bool {
        self.loading.is_none() && self.waiting.is_empty()
    }

    /// Whether a search or count runs that is not answered yet.
    fn is_asked(&self) -> bool {
        self.running.as_ref().is_some_and(|running| !running.unasked)
    }

    fn say(&self, line: String) {
        self.wires.outbox.send(Kind::Answer, line);
    }

    fn error(&self, message: &str) {
        self.say(reply::error(message));
    }

    fn respond(&self, fact: &str) {
        self.say(reply::response(fact));
    }

    /// Obeys what acts at once; the rest takes its turn.
    fn take(&mut self, command: Command, text: String, arrived: Instant) {
        match command {
            Command::IsReady if self.is_asked() || self.has_nothing_left() => {
                return self.say(READY.to_owned());
            }
            Command::Stop => self.stop(),
            Command::PonderHit => self.ponder_hit(),
            Command::Quit => {
                self.quit = true;
                self.stop();
                self.hurry_loading();
            }
            _ if self.running.is_none() && self.has_nothing_left() => {
                return self.obey(command, arrived, false, None);
            }
            _ => {
                if let Command::NewGame { .. } | Command::Position { .. } | Command::Go(_) = command
                {
                    self.end_unbounded();
                }
                return self.queue(Turn::Line(text, queue::Kind::of(&command)), arrived);
            }
        }
        self.advance();
    }

    /// Lets something take its turn, at once if nothing is in its way.
    fn queue(&mut self, turn: Turn, arrived: Instant) {
        let nothing_asked_runs = self.running.is_none() || self.is_unasked();
        let at_once = nothing_asked_runs && self.waiting.lets_pass();
        if self.is_unasked() {
            self.release();
        }
        if !self.waiting.push(turn, at_once.then_some(arrived)) {
            self.error("too many commands wait for the search to end; the rest is dropped");
        }
        self.advance();
    }

    /// Carries out what waits, until a search or the reading of a file is under way.
    fn advance(&mut self) {
        while self.running.is_none() && self.loading.is_none() {
            let Some(next) = self.waiting.pop() else { return };
            self.execute(next);
        }
    }

    // Ending searches.

    fn stop(&mut self) {
        self.release();
        self.waiting.stop();
    }

    /// Ends the running search or count, held or not.
    fn release(&mut self) {
        if let Some(running) = &mut self.running {
            running.control.stop();
            running.stopped = true;
            running.be_answered_for();
            self.give_answer();
        }
    }

    /// When [`end_overdue`](Self::end_overdue) is to be called.
    pub(super) fn deadline(&self) -> Option<Instant> {
        let answerable = |running: &&Running| running.latest.is_some() && !running.is_held();
        let search = self.running.as_ref().filter(answerable).and_then(|running| running.overdue);
        search.or(self.loading.as_ref().and_then(Loading::deadline))
    }

    /// Ends what should have ended.
    pub(super) fn end_overdue(&mut self) {
        self.give_up_loading();
        self.answer_overdue();
    }

    /// Answers for a search that should have ended with what it has reported last.
    fn answer_overdue(&mut self) {
        let Some(running) = &mut self.running else { return };
        if let Some(variation) = running.latest.take() {
            log::debug!("the search is late");
            running.control.stop();
            running.unasked = true;
            running.answered = Some(variation.clone());
            self.say_best(&variation);
        }
    }

    /// Ends whatever runs, without an answer: the process, or this part of it, is about to end.
    pub(super) fn abandon(&self) {
        if let Some(running) = &self.running {
            running.control.stop();
        }
    }

    /// Ends what would never end by itself, running or waiting.
    fn end_unbounded(&mut self) {
        if self.running.as_ref().is_some_and(Running::is_held) {
            self.release();
        }
        self.waiting.end_unbounded();
    }

    /// The expected move was played: the search that ponders, or the first that waits to, becomes
    /// an ordinary one. Without a limit there is nothing to wait for, and it ends.
    fn ponder_hit(&mut self) {
        if let Some(running) = self.running.as_mut().filter(|r| r.pondering && !r.unasked) {
            running.pondering = false;
            match running.budget {
                Some(budget) => {
                    running.control.start_clock(budget, Instant::now());
                    running.be_answered_for();
                }
                None if running.limited || running.infinite => {}
                None => return self.release(),
            }
            self.give_answer();
        } else {
            self.waiting.ponder_hit();
        }
    }

    /// Says the best move of a search that has ended and is not held back.
    fn give_answer(&mut self) {
        if self.running.as_ref().is_none_or(|running| running.is_held() || running.answer.is_none())
        {
            return;
        }
        let answer = self.running.take().and_then(|running| running.answer).flatten();
        let Some(answer) = answer else {
            return self.say(reply::best_move(reply::NO_MOVE, None));
        };
        let variation = &answer.best.variation;
        self.say_best(variation);
        self.think_on(variation);
    }

    /// Thinks on after a line that was answered with, if the option `Own Ponder` is on and nothing
    /// waits.
    fn think_on(&mut self, variation: &[String]) {
        if self.options.own_ponder && self.waiting.is_empty() && !self.is_leaving() {
            self.ponder_unasked(variation);
        }
    }

    /// Says the first move of a variation, and the reply if it is wanted.
    fn say_best(&self, variation: &[String]) {
        let ponder = variation.get(1).filter(|_| self.options.ponder);
        self.say(reply::best_move(&variation[0], ponder.map(String::as_str)));
    }
}
