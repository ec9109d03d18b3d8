//! The state of a session in the Go Text Protocol: the game, the clocks, and whose turn it is.

use std::sync::Arc;

use super::clock::GtpClock;
use super::thinking::Thinking;
use crate::faces::face_game::FaceGame;
use sarsen_core::game::Player;
use sarsen_engine::protocol::stones::{StoneGrid, Vertex};
use sarsen_engine::session::Registry;

/// What a command answers, or why it is refused.
pub(super) type CommandResult = Result<GtpAnswer, String>;

/// The face.
pub(crate) struct GtpFace {
    pub(super) game: FaceGame,
    pub(super) grid: StoneGrid,
    pub(super) clock: GtpClock,
    /// How many moves of the game each move of the client was, because of passes in between.
    pub(super) steps: Vec<usize>,
    /// What the server is doing.
    pub(super) thinking: Option<Thinking>,
    /// The client has said `quit`.
    pub(super) is_over: bool,
}

/// What a command answers.
pub(super) enum GtpAnswer {
    /// This, at once.
    Now(String),
    /// Something that the server has to think about.
    Later(Thinking),
}

/// The usual answer of a command that only does something.
pub(super) fn done() -> CommandResult {
    Ok(GtpAnswer::Now(String::new()))
}

impl GtpFace {
    /// A session with the first game whose board is square, because `boardsize` knows only square
    /// boards. If there is none, with the first game of stones on a grid.
    pub(crate) fn new(registry: &Arc<Registry>) -> Option<Self> {
        let games = games(registry);
        let is_square = |grid: &StoneGrid| grid.columns() == grid.rows();
        let at = games.iter().position(|(_, grid)| is_square(grid)).unwrap_or(0);
        let (game, grid) = games.into_iter().nth(at)?;
        Some(Self {
            game,
            grid,
            clock: GtpClock::default(),
            steps: Vec::new(),
            thinking: None,
            is_over: false,
        })
    }

    /// Begins a game, if it is one of stones on a grid that fits.
    pub(super) fn open(
        &mut self,
        game: &str,
        setup: &str,
        fits: impl Fn(&StoneGrid) -> bool,
    ) -> bool {
        let Ok(session) = self.game.registry().open(game, setup) else { return false };
        let Some(grid) = StoneGrid::of(&*session).filter(fits) else { return false };
        if self.game.open(game, setup).is_err() {
            return false;
        }
        self.grid = grid;
        self.steps.clear();
        self.clock.restart();
        true
    }

    /// Gives a player the move, by the other player's pass if that is all that the other can do.
    /// Returns how many moves that took.
    ///
    /// # Errors
    ///
    /// If it is the other player's turn.
    pub(super) fn give_turn(&mut self, player: Player) -> Result<usize, &'static str> {
        if self.game.session().to_move() == Some(player) {
            return Ok(0);
        }
        let pass = self.game.session().forced_pass().ok_or("illegal move")?;
        self.game.play(&pass).map_err(|_| "illegal move")?;
        match self.game.session().to_move() == Some(player) {
            true => Ok(1),
            false => {
                self.game.undo(1);
                Err("illegal move")
            }
        }
    }

    /// Plays a move of a player.
    pub(super) fn play(&mut self, player: Player, vertex: Vertex) -> Result<(), &'static str> {
        let before = self.game.ply();
        self.give_turn(player)?;
        let found = self.game.move_at(&self.grid, vertex);
        if found.is_some_and(|m| self.game.play(&m).is_ok()) {
            self.steps.push(self.game.ply() - before);
            return Ok(());
        }
        self.game.undo(self.game.ply() - before);
        Err("illegal move")
    }
}

/// The games of stones on a grid in their usual setups.
pub(super) fn games(registry: &Arc<Registry>) -> Vec<(FaceGame, StoneGrid)> {
    let open = |name| {
        let game = FaceGame::new(Arc::clone(registry), name, "").ok()?;
        let grid = game.grid()?;
        Some((game, grid))
    };
    registry.names().filter_map(open).collect()
}
