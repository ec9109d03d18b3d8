//! The game of a face: what the client has set up and played. It answers what the rules know. For
//! everything else, the face tells the server the position.

use std::sync::Arc;

use sarsen_core::game::{Outcome, Player};
use sarsen_engine::protocol::stones::{StoneGrid, Vertex};
use sarsen_engine::session::{MOST_LEFT_OUT, OpenError, PositionError, Registry, Session};

/// A game in progress. Its texts are in the game's own notation, if nothing else is said.
pub(super) struct FaceGame {
    registry: Arc<Registry>,
    session: Box<dyn Session>,
    /// The text of the first position. None for the start of the game.
    from: Option<String>,
    moves: Vec<String>,
}

impl FaceGame {
    /// The start of a game.
    pub(super) fn new(registry: Arc<Registry>, game: &str, setup: &str) -> Result<Self, OpenError> {
        let session = registry.open(game, setup)?;
        Ok(Self { registry, session, from: None, moves: Vec::new() })
    }

    /// Another game, or another setup, at its start. If there is none, nothing changes.
    pub(super) fn open(&mut self, game: &str, setup: &str) -> Result<(), OpenError> {
        self.session = self.registry.open(game, setup)?;
        self.restart();
        Ok(())
    }

    /// The games on offer.
    pub(super) fn registry(&self) -> &Arc<Registry> {
        &self.registry
    }

    /// The game in progress, to ask.
    pub(super) fn session(&self) -> &dyn Session {
        &*self.session
    }

    /// Back to the start.
    pub(super) fn restart(&mut self) {
        self.session.restart();
        self.from = None;
        self.moves.clear();
    }

    /// What `work` finds in a session whose texts are in a notation.
    fn in_notation<T>(&mut self, notation: &str, work: impl FnOnce(&mut dyn Session) -> T) -> T {
        self.session.use_notation(Some(notation));
        let found = work(&mut *self.session);
        self.session.use_notation(None);
        found
    }

    /// Sets up a position that is written in a notation. If it cannot be read, nothing changes.
    pub(super) fn set_up(&mut self, notation: &str, text: &str) -> Result<(), PositionError> {
        self.in_notation(notation, |session| session.set_position(Some(text), ""))?;
        self.from = Some(self.session.position());
        self.moves.clear();
        Ok(())
    }

    /// Plays a move.
    pub(super) fn play(&mut self, m: &str) -> Result<(), PositionError> {
        self.session.play(m)?;
        self.moves.push(m.to_owned());
        Ok(())
    }

    /// Plays the move that a text means in a notation, and the forced passes before it that the
    /// client leaves out. False if there is no such move. Then nothing is played.
    pub(super) fn play_in(&mut self, notation: &str, text: &str) -> bool {
        let before = self.ply();
        loop {
            if let Some(m) = self.read(notation, text) {
                return self.play(&m).is_ok();
            }
            let pass = self.session.forced_pass().filter(|_| self.ply() < before + MOST_LEFT_OUT);
            if pass.is_none_or(|pass| self.play(&pass).is_err()) {
                self.undo(self.ply() - before);
                return false;
            }
        }
    }

    /// Takes back moves. False if fewer were played.
    pub(super) fn undo(&mut self, count: usize) -> bool {
        let is_done = self.session.undo(count).is_ok();
        if is_done {
            self.moves.truncate(self.moves.len() - count);
        }
        is_done
    }

    /// The number of moves.
    pub(super) fn ply(&self) -> usize {
        self.moves.len()
    }

    /// The command that begins this game anew in the server.
    pub(super) fn new_game(&self) -> String {
        format!("newgame {}", self.session.title())
    }

    /// The command that sets up this position in the server.
    pub(super) fn position(&self) -> String {
        let from = match &self.from {
            Some(text) => format!("position fen {text}"),
            None => "position startpos".to_owned(),
        };
        match self.moves.is_empty() {
            true => from,
            false => format!("{from} moves {}", self.moves.join(" ")),
        }
    }

    /// The move that a text means in a notation. None if it is not legal.
    fn read(&mut self, notation: &str, text: &str) -> Option<String> {
        let at = self.in_notation(notation, |session| {
            let found = session.check_move(text).ok()?;
            session.moves().iter().position(|known| *known == found)
        });
        Some(self.session.moves().swap_remove(at?))
    }

    /// A variation in a notation, as far as it is legal, and the lead with which the player to move
    /// ends the game if the variation goes so far.
    pub(super) fn write(
        &mut self,
        notation: &str,
        variation: &[&str],
    ) -> (Vec<String>, Option<f64>) {
        let player = self.session.to_move();
        let mut written = Vec::new();
        for m in variation {
            let Some(at) = self.session.moves().iter().position(|known| known == m) else { break };
            let text = self.in_notation(notation, |session| session.moves().swap_remove(at));
            if self.session.play(m).is_err() {
                break;
            }
            written.push(text);
        }
        let lead = player.and_then(|player| self.lead(player));
        // As many moves as were written have been played.
        let _ = self.session.undo(written.len());
        (written, lead)
    }

    /// By how much a player has won. Negative if the opponent has won, and None if the game is not
    /// over. In games without margins a win counts 1.
    pub(super) fn lead(&self, player: Player) -> Option<f64> {
        let margin = || {
            let margin = self.session.margin()?;
            margin.split(' ').next()?.parse().ok()
        };
        Some(match self.session.outcome()? {
            Outcome::Draw => 0.0,
            Outcome::Win(winner) if winner == player => margin().unwrap_or(1.0),
            Outcome::Win(_) => -margin().unwrap_or(1.0),
        })
    }

    /// The board of the game, if it is one of stones on a grid.
    pub(super) fn grid(&self) -> Option<StoneGrid> {
        StoneGrid::of(&*self.session)
    }

    /// The legal move at a vertex.
    pub(super) fn move_at(&self, grid: &StoneGrid, vertex: Vertex) -> Option<String> {
        grid.move_at(&*self.session, vertex)
    }
}
