//! What a check works with: engines to talk to, and the record of the talk.

use std::cell::RefCell;
use std::rc::Rc;

use super::breach::Breach;
use super::peer::Peer;
use super::subject::Subject;
use super::talk::Talk;

/// The reason why a check of time sees nothing in some games.
pub(super) const NO_TIME_TAKEN: &str = "a search of the start position does not take its time";

/// The reason why nothing is seen of memory through a socket.
pub(super) const NO_MEMORY_SEEN: &str = "the memory of a server cannot be seen through a socket";

/// One check under way.
pub(super) struct Trial<'a> {
    pub(super) subject: &'a Subject,
    talk: Rc<RefCell<Talk>>,
    unseen: RefCell<Option<String>>,
}

impl<'a> Trial<'a> {
    pub(super) fn new(subject: &'a Subject) -> Self {
        let talk = Rc::new(RefCell::new(Talk::new()));
        Self { subject, talk, unseen: RefCell::new(None) }
    }

    /// A new engine that has been told nothing.
    pub(super) fn start(&self) -> Result<Peer, Breach> {
        let mut peer = self.call()?;
        peer.listen()?;
        Ok(peer)
    }

    /// A new engine that nobody listens to.
    pub(super) fn start_unheard(&self) -> Result<Peer, Breach> {
        let peer = self.call()?;
        self.note('-', "its output is not read");
        Ok(peer)
    }

    fn call(&self) -> Result<Peer, Breach> {
        let client = self.subject.call()?;
        self.note('-', if self.is_remote() { "a new connection" } else { "a new process" });
        Ok(Peer::new(client, self.subject.patience, Rc::clone(&self.talk)))
    }

    /// Whether the engine is behind a WebSocket. Where that differs from pipes, a check makes sure
    /// of what holds there.
    pub(super) fn is_remote(&self) -> bool {
        self.subject.is_remote()
    }

    /// A new engine at the start of the game. Its opening book is off, because that would hide how
    /// it searches.
    pub(super) fn engine(&self) -> Result<Peer, Breach> {
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

    /// Makes sure that the engine is there and plays the game.
    pub(super) fn greet(&self) -> Result<(), String> {
        if self.subject.game.contains(char::is_control) {
            return Err("the name of a game is one line of plain text".to_owned());
        }
        let greet = || {
            let mut peer = self.start()?;
            peer.send(&self.new_game())?;
            let lines = peer.ready()?;
            match lines.iter().find(|line| line.starts_with("info string error")) {
                Some(error) => Err(Breach(format!("it does not play this: {error}"))),
                None if peer.moves()?.is_empty() => {
                    Err(Breach("a game without a move cannot be judged".to_owned()))
                }
                None => Ok(()),
            }
        };
        greet().map_err(|Breach(what)| what)
    }

    /// Notes that something cannot be seen with this engine and game.
    pub(super) fn cannot_see(&self, why: &str) -> Result<(), Breach> {
        *self.unseen.borrow_mut() = Some(why.to_owned());
        Ok(())
    }

    /// Why something could not be seen.
    pub(super) fn unseen(&self) -> Option<String> {
        self.unseen.borrow().clone()
    }

    /// Notes something for the reader of a fault.
    pub(super) fn note(&self, sign: char, what: &str) {
        self.talk.borrow_mut().note(sign, what);
    }

    /// What was said on both sides.
    pub(super) fn talk(&self) -> Vec<String> {
        self.talk.borrow().lines()
    }
}
