//! What a check works with: engines to talk to, and the record of the talk.

use std::cell::RefCell;
use std::rc::Rc;

use super::breach::{Breach, ensure};
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
        Ok(Peer::new(client, self.subject, Rc::clone(&self.talk)))
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
        if !self.subject.only_plays {
            peer.send(&self.new_game())?;
        }
        let offers = peer.options()?;
        let mut wanted = vec![("Book", ""), ("OwnBook", "false")];
        if self.subject.only_plays && !self.subject.game.is_empty() {
            wanted.push(("Game", &self.subject.game));
        }
        for (name, value) in wanted {
            let offer = format!("option name {name} type ");
            if offers.iter().any(|line| line.starts_with(&offer)) {
                peer.send(format!("setoption name {name} value {value}").trim_end())?;
            }
        }
        if self.subject.only_plays {
            peer.send(&self.new_game())?;
        }
        let answers = peer.ready()?;
        match answers.iter().find(|line| line.starts_with("info string error")) {
            Some(error) if self.subject.only_plays => {
                Err(Breach::Wrong(format!("it does not play this: {error}")))
            }
            _ => Ok(peer),
        }
    }

    /// Whether the engine only plays: it is not asked for facts.
    pub(super) fn only_plays(&self) -> bool {
        self.subject.only_plays
    }

    /// The command that begins the game anew.
    pub(super) fn new_game(&self) -> String {
        self.subject.new_game()
    }

    /// Makes sure that the engine is there and plays the game.
    pub(super) fn greet(&self) -> Result<(), String> {
        if self.subject.game.contains(char::is_control) {
            return Err("the name of a game is one line of plain text".to_owned());
        }
        let greeted = if self.only_plays() { self.see_it_play() } else { self.see_moves() };
        greeted.map_err(|breach| breach.what().to_owned())
    }

    /// Makes sure that the engine plays the game, and can be asked for moves.
    fn see_moves(&self) -> Result<(), Breach> {
        let mut peer = self.start()?;
        peer.send(&self.new_game())?;
        let lines = peer.ready()?;
        if let Some(error) = lines.iter().find(|line| line.starts_with("info string error")) {
            return Err(Breach::Wrong(format!("it does not play this: {error}")));
        }
        let hint = "an engine that only plays is judged with '--only-play'";
        let moves = peer.moves().map_err(|breach| breach.told(|why| format!("{why}; {hint}")))?;
        ensure(!moves.is_empty(), || "a game without a move cannot be judged".to_owned())
    }

    /// Makes sure that the engine plays.
    fn see_it_play(&self) -> Result<(), Breach> {
        let go = "go movetime 100";
        let best = self.engine()?.search(go)?.best().to_owned();
        ensure(!matches!(&*best, "" | "0000"), || format!("'{go}' gives no move: '{best}'"))
    }

    /// Whether the engine answers the first command of its dialect.
    pub(super) fn is_understood(&self) -> bool {
        let (hello, end) = self.subject.dialect.handshake();
        let ask = |mut peer: Peer| {
            peer.send(hello)?;
            // All engines answer this one in turn.
            peer.ready()
        };
        self.start().and_then(ask).is_ok_and(|lines| lines.iter().any(|line| line == end))
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
