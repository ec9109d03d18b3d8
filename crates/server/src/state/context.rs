//! What the server knows in every state: its settings and its wires.

use std::sync::Arc;
use std::time::Instant;

use tokio::sync::mpsc::UnboundedSender;

use super::refused_position::RefusedPosition;
use crate::event::Event;
use crate::job::Host;
use crate::options::ServerOptions;
use crate::outbox::{Importance, Outbox};
use crate::permissions::Permissions;
use crate::shell::Shell;
use sarsen_core::sys::panic_guard::Panicked;
use sarsen_engine::engine::Engine;
use sarsen_engine::protocol::{Dialect, ParseError, Topic, reply};
use sarsen_engine::session::Registry;

/// The answer to `isready`.
pub(crate) const READY: &str = "readyok";

/// What ties the state to the rest of the process.
pub(crate) struct Wires {
    pub(crate) outbox: Outbox,
    /// Who runs searches and counts.
    pub(crate) host: Arc<dyn Host>,
    /// To the loop, from the threads beside it.
    pub(crate) events: UnboundedSender<Event>,
}

/// What the server knows in every state.
pub(crate) struct Context {
    pub(crate) registry: Arc<Registry>,
    pub(crate) shell: Shell,
    pub(crate) permissions: Permissions,
    /// Help on all commands.
    pub(crate) topics: &'static [&'static [Topic]],
    pub(crate) options: ServerOptions,
    pub(crate) dialect: Dialect,
    pub(crate) wires: Wires,
    /// The number of files whose reading has begun.
    pub(crate) files: u64,
    /// When the present game was ready to be played. A command that came earlier waited for that.
    pub(crate) game_ready: Instant,
    /// Why the last `position` was refused, if it was: a move for the position before it would be
    /// wrong.
    pub(crate) refused_position: Option<RefusedPosition>,
    pub(crate) input_ended: bool,
    pub(crate) quit: bool,
}

impl Context {
    /// At the start, before any command.
    pub(crate) fn new(
        registry: Arc<Registry>,
        shell: Shell,
        permissions: Permissions,
        topics: &'static [&'static [Topic]],
        wires: Wires,
    ) -> Self {
        Self {
            registry,
            shell,
            permissions,
            topics,
            options: ServerOptions::default(),
            dialect: Dialect::default(),
            wires,
            files: 0,
            game_ready: Instant::now(),
            refused_position: None,
            input_ended: false,
            quit: false,
        }
    }

    /// A game has been made ready, at its start.
    pub(crate) fn begin_game(&mut self) {
        self.game_ready = Instant::now();
        self.refused_position = None;
    }

    /// Whether no more commands are to be read.
    pub(crate) fn is_leaving(&self) -> bool {
        self.quit || self.input_ended
    }

    /// Sends a line that must arrive.
    pub(crate) fn say(&self, line: String) {
        self.wires.outbox.send(Importance::Answer, line);
    }

    /// Sends a line that a later one may replace.
    pub(crate) fn report(&self, line: String) {
        self.wires.outbox.send(Importance::Report, line);
    }

    /// Sends an error line.
    pub(crate) fn error(&self, message: &str) {
        self.say(reply::error(message));
    }

    /// Answers a query.
    pub(crate) fn respond(&self, fact: &str) {
        self.say(reply::response(fact));
    }

    /// Answers `isready` this many times.
    pub(crate) fn say_ready(&self, times: u64) {
        (0..times).for_each(|_| self.say(READY.to_owned()));
    }

    /// Reports that a game's code has panicked. Returns None, because there is no result.
    pub(crate) fn report_panic<T>(&self, panic: &Panicked) -> Option<T> {
        self.error(&panic.to_string());
        None
    }

    /// What is wrong with a line, and what may have been meant. A move is recognized only if the
    /// engine is here.
    pub(crate) fn advise(&self, error: &ParseError, engine: Option<&Engine>) -> String {
        let ParseError::Unknown(word) = error else { return error.to_string() };
        let is_move = engine.is_some_and(|engine| {
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
}
