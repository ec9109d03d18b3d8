//! The Go Text Protocol, version 2 (G. Farnebäck, 2002), for games of stones on a grid.
//!
//! Black is the first player. A vertex has the letter of its column, without I, and the number of
//! its row as the game itself counts rows. So row 1 of Othello is on top, as in `gtp-rhino`. A
//! player who can only pass need not say so.

mod board;
mod clock;
mod commands;
mod line;
mod thinking;

use std::sync::Arc;

use super::desk::Desk;
use super::face::{Face, Talk};
use crate::game::Player;
use crate::protocol::reply;
use crate::protocol::stones::{StoneGrid, Vertex};
use crate::session::Registry;
use crate::sys::text_lines::BadLine;
use clock::GtpClock;
use commands::{CommandResult, find};
use line::GtpLine;
use thinking::{Found, Thinking};

/// Whether a first line is meant for this face. Words that the server's own protocol knows count
/// only behind a number. (`play` alone is a subcommand of the program.)
pub(super) fn is_meant(line: &str) -> bool {
    let Some(GtpLine { id, command, arguments }) = GtpLine::read(line) else { return false };
    let is_known = find(command).is_some() && !line.trim_start().starts_with('#');
    let is_shared = match command {
        "quit" | "undo" => true,
        "play" => arguments.len() != 2,
        _ => false,
    };
    is_known && (id.is_some() || !is_shared)
}

/// The face.
pub(super) struct GtpFace {
    desk: Desk,
    grid: StoneGrid,
    clock: GtpClock,
    /// How many moves of the game each move of the client was, because of passes in between.
    steps: Vec<usize>,
    /// What the server is doing.
    thinking: Option<Thinking>,
    /// The client has said `quit`.
    is_over: bool,
}

/// What a command answers.
enum GtpAnswer {
    /// This, at once.
    Now(String),
    /// Something that the server has to think about.
    Later(Thinking),
}

/// The usual answer of a command that only does something.
fn done() -> CommandResult {
    Ok(GtpAnswer::Now(String::new()))
}

impl GtpFace {
    /// A session with the first game whose board is square, because `boardsize` knows only square
    /// boards. If there is none, with the first game of stones on a grid.
    pub(super) fn new(registry: &Arc<Registry>) -> Option<Self> {
        let games = games(registry);
        let is_square = |grid: &StoneGrid| grid.columns() == grid.rows();
        let at = games.iter().position(|(_, grid)| is_square(grid)).unwrap_or(0);
        let (desk, grid) = games.into_iter().nth(at)?;
        Some(Self {
            desk,
            grid,
            clock: GtpClock::default(),
            steps: Vec::new(),
            thinking: None,
            is_over: false,
        })
    }

    /// Begins a game, if it is one of stones on a grid that fits.
    fn open(&mut self, game: &str, setup: &str, fits: impl Fn(&StoneGrid) -> bool) -> bool {
        let Ok(session) = self.desk.registry().open(game, setup) else { return false };
        let Some(grid) = StoneGrid::of(&*session).filter(fits) else { return false };
        if self.desk.open(game, setup).is_err() {
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
    fn give_turn(&mut self, player: Player) -> Result<usize, &'static str> {
        if self.desk.session().to_move() == Some(player) {
            return Ok(0);
        }
        let pass = self.desk.session().forced_pass().ok_or("illegal move")?;
        self.desk.play(&pass).map_err(|_| "illegal move")?;
        match self.desk.session().to_move() == Some(player) {
            true => Ok(1),
            false => {
                self.desk.undo(1);
                Err("illegal move")
            }
        }
    }

    /// Plays a move of a player.
    fn play(&mut self, player: Player, vertex: Vertex) -> Result<(), &'static str> {
        let before = self.desk.ply();
        self.give_turn(player)?;
        let found = self.desk.move_at(&self.grid, vertex);
        if found.is_some_and(|m| self.desk.play(&m).is_ok()) {
            self.steps.push(self.desk.ply() - before);
            return Ok(());
        }
        self.desk.undo(self.desk.ply() - before);
        Err("illegal move")
    }

    fn answer(&self, id: Option<&str>, result: Result<String, String>, talk: &mut Talk) {
        let (mark, text) = match &result {
            Ok(text) => ('=', text),
            Err(why) => ('?', why),
        };
        let lines: Vec<String> = text.lines().map(|line| reply::plain("", line)).collect();
        let answer = format!("{mark}{} {}", id.unwrap_or_default(), lines.join("\n"));
        // The empty line that ends an answer comes from the line end of this one.
        talk.answer(format!("{}\n", answer.trim_end()));
    }
}

/// The games of stones on a grid in their usual setups.
fn games(registry: &Arc<Registry>) -> Vec<(Desk, StoneGrid)> {
    let open = |name| {
        let desk = Desk::new(Arc::clone(registry), name, "").ok()?;
        let grid = desk.grid()?;
        Some((desk, grid))
    };
    registry.names().filter_map(open).collect()
}

impl Face for GtpFace {
    fn begin(&mut self, talk: &mut Talk) {
        talk.command(self.desk.new_game());
    }

    fn hear_client(&mut self, line: &str, talk: &mut Talk) {
        let Some(GtpLine { id, command, arguments }) = GtpLine::read(line) else { return };
        let result = match find(command) {
            Some(execute) => execute(self, &arguments, talk),
            None => Err("unknown command".to_owned()),
        };
        match result {
            Ok(GtpAnswer::Now(text)) => self.answer(id, Ok(text), talk),
            Ok(GtpAnswer::Later(thinking)) => self.thinking = Some(thinking.of(id)),
            Err(why) => self.answer(id, Err(why), talk),
        }
        if self.is_over {
            talk.command("quit");
        }
    }

    fn hear_noise(&mut self, line: &BadLine, talk: &mut Talk) {
        self.answer(None, Err(line.why.clone()), talk);
    }

    fn hear_server(&mut self, line: &str, talk: &mut Talk) {
        let Some(mut thinking) = self.thinking.take() else { return };
        match thinking.hear(line) {
            None => self.thinking = Some(thinking),
            Some(found) => {
                let id = thinking.id.take();
                let result = self.conclude(&thinking, found);
                self.answer(id.as_deref(), result, talk);
            }
        }
    }

    fn listens(&self) -> bool {
        self.thinking.is_none() && !self.is_over
    }
}

impl GtpFace {
    /// Answers what the server has found: a move, or nothing for a command that only does
    /// something.
    fn conclude(&mut self, thinking: &Thinking, found: Found) -> Result<String, String> {
        let vertex = match &found {
            Ok(None) => return Ok(String::new()),
            Ok(Some(m)) => self.grid.vertex_of(self.desk.session(), m),
            Err(_) => None,
        };
        let (Ok(Some(m)), Some(vertex)) = (&found, vertex) else {
            self.desk.undo(thinking.passes);
            return Err(found.err().unwrap_or_else(|| "there is no move".to_owned()));
        };
        match thinking.plays {
            Some(player) => {
                self.clock.spend(player, thinking.began.elapsed());
                self.desk.play(m).map_err(|error| error.to_string())?;
                self.steps.push(1 + thinking.passes);
            }
            None => {
                self.desk.undo(thinking.passes);
            }
        }
        Ok(vertex)
    }
}
