//! What a check has in hand: engines to talk to, and the record of the talk.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::{Duration, Instant};

use super::Subject;
use super::peer::Peer;
use crate::client::{Client, ClientError};

/// Long enough to be sure that nothing comes.
pub(super) const MOMENT: Duration = Duration::from_millis(300);

/// Why checks of time see nothing in some games.
pub(super) const NO_TIME_TAKEN: &str = "a search of the start position does not take its time";

/// Lines of a record that are kept at its beginning and at its end.
const FIRST: usize = 8;
const LAST: usize = 45;

/// A line longer than this is cut in the record.
const LONGEST: usize = 400;

/// How often a measurement of time is repeated before the engine, not the machine, is blamed.
const TRIES: usize = 4;

/// A promise is broken, and how.
#[derive(Debug)]
pub(super) struct Broken(pub(super) String);

impl From<ClientError> for Broken {
    fn from(error: ClientError) -> Self {
        Self(error.to_string())
    }
}

/// Turns a condition that has to hold into a result.
pub(super) fn ensure(holds: bool, otherwise: impl FnOnce() -> String) -> Result<(), Broken> {
    if holds { Ok(()) } else { Err(Broken(otherwise())) }
}

/// A time as people read it.
pub(super) fn ms(time: Duration) -> String {
    format!("{:.1} ms", time.as_secs_f64() * 1e3)
}

/// Repeats what depends on the machine's own promptness, until it succeeds once.
pub(super) fn patiently(mut attempt: impl FnMut() -> Result<(), Broken>) -> Result<(), Broken> {
    (1..TRIES).find_map(|_| attempt().ok()).map_or_else(attempt, Ok)
}

/// The talk of a check so far, and of all its engines.
pub(super) struct Record {
    began: Instant,
    first: Vec<String>,
    last: std::collections::VecDeque<String>,
    left_out: usize,
}

impl Record {
    /// Notes a line: sent (`>`), received (`<`), of standard error (`!`), or about what happened
    /// (`-`).
    pub(super) fn note(&mut self, sign: char, line: &str) {
        let time = self.began.elapsed().as_secs_f64() * 1e3;
        let mut text: String = line.chars().take(LONGEST).collect();
        if text.len() < line.len() {
            text.push_str(" ... (cut)");
        }
        let text = text.escape_debug().to_string().replace("\\'", "'").replace("\\\"", "\"");
        let text = format!("{time:>9.1} {sign} {text}");
        if self.first.len() < FIRST {
            return self.first.push(text);
        }
        self.last.push_back(text);
        if self.last.len() > LAST {
            self.last.pop_front();
            self.left_out += 1;
        }
    }
}

/// One check under way.
pub(super) struct Trial<'a> {
    pub(super) subject: &'a Subject,
    record: Rc<RefCell<Record>>,
    unseen: RefCell<Option<String>>,
}

impl<'a> Trial<'a> {
    pub(super) fn new(subject: &'a Subject) -> Self {
        let record =
            Record { began: Instant::now(), first: Vec::new(), last: [].into(), left_out: 0 };
        Self { subject, record: Rc::new(RefCell::new(record)), unseen: RefCell::new(None) }
    }

    /// A new engine, to which nothing has been said.
    pub(super) fn start(&self) -> Result<Peer, Broken> {
        self.peer(Client::start(&self.subject.command)?)
    }

    /// A new engine, to which nobody listens.
    pub(super) fn start_unheard(&self) -> Result<Peer, Broken> {
        let peer = self.peer(Client::start_unheard(&self.subject.command)?)?;
        self.note('-', "its output is not read");
        Ok(peer)
    }

    fn peer(&self, client: Client) -> Result<Peer, Broken> {
        self.note('-', "a new process");
        Ok(Peer::new(client, self.subject.patience, Rc::clone(&self.record)))
    }

    /// A new engine at the start of the game, without its opening book, which would hide how it
    /// searches.
    pub(super) fn engine(&self) -> Result<Peer, Broken> {
        let mut peer = self.start()?;
        peer.send(&self.new_game())?;
        let offers = peer.options()?;
        for (name, off) in [("Book", ""), ("OwnBook", "false")] {
            let offer = format!("option name {name} type ");
            if offers.iter().any(|line| line.starts_with(&offer)) {
                peer.send(format!("setoption name {name} value {off}").trim_end())?;
            }
        }
        peer.ready()?;
        Ok(peer)
    }

    /// The command that begins the game anew.
    pub(super) fn new_game(&self) -> String {
        format!("newgame {}", self.subject.game).trim_end().to_owned()
    }

    /// Whether the engine is there and plays the game.
    pub(super) fn greet(&self) -> Result<(), String> {
        if self.subject.game.contains(char::is_control) {
            return Err("the name of a game is one line of plain text".to_owned());
        }
        let greet = || {
            let mut peer = self.start()?;
            peer.send(&self.new_game())?;
            let lines = peer.ready()?;
            match lines.iter().find(|line| line.starts_with("info string error")) {
                Some(error) => Err(Broken(format!("it does not play this: {error}"))),
                None if peer.moves()?.is_empty() => {
                    Err(Broken("a game without a move cannot be judged".to_owned()))
                }
                None => Ok(()),
            }
        };
        greet().map_err(|Broken(what)| what)
    }

    /// Notes that something cannot be seen with this engine and game.
    pub(super) fn cannot_see(&self, why: &str) -> Result<(), Broken> {
        *self.unseen.borrow_mut() = Some(why.to_owned());
        Ok(())
    }

    /// Why something could not be seen.
    pub(super) fn unseen(&self) -> Option<String> {
        self.unseen.borrow().clone()
    }

    /// Notes something for whoever reads of a fault.
    pub(super) fn note(&self, sign: char, what: &str) {
        self.record.borrow_mut().note(sign, what);
    }

    /// What was said, both sides.
    pub(super) fn record(&self) -> Vec<String> {
        let record = self.record.borrow();
        let mut lines = record.first.clone();
        if record.left_out > 0 {
            lines.push(format!("          ... {} lines ...", record.left_out));
        }
        lines.extend(record.last.iter().cloned());
        lines
    }
}
