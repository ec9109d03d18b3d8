//! The protocol of NBoard, version 2 (C. Welty), for games that the General Game Format knows.
//!
//! Evaluations are in discs, for the player to move. 100 points of an evaluator count as one disc.

mod ggf;
mod search;

use std::sync::Arc;

use super::face::{Face, FaceTalk};
use super::face_game::FaceGame;
use ggf::GgfGame;
use sarsen_core::game::excerpt;
use sarsen_core::sys::text_lines::BadLine;
use sarsen_engine::protocol::reply;
use sarsen_engine::session::{GGF, Registry};
use search::{NBoardReport, Searching, points_of_a_disc};

/// What limits a search if the client has set no depth.
const USUAL: &str = "movetime 1000";

/// The most moves that a client may want to see.
const MOST_LINES: u32 = 500;

/// How a line begins that tells what is wrong. The protocol has no errors, but people see its
/// status.
const TROUBLE: &str = "status error: ";

/// Whether a first line is meant for this face.
pub(super) fn is_meant(line: &str) -> bool {
    let mut words = line.split_ascii_whitespace();
    let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    words.next() == Some("nboard") && words.next().is_some_and(is_number)
}

/// The face.
pub(super) struct NBoardFace {
    game: FaceGame,
    /// How deep to search, in plies.
    depth: Option<u32>,
    searching: Option<Searching>,
    /// A line that came while the server searched. It waits until the search has been stopped.
    waiting: Option<String>,
    /// The client has said `quit`.
    is_over: bool,
}

impl NBoardFace {
    /// A session with the first game that the format knows. None if there is none.
    pub(super) fn new(registry: &Arc<Registry>) -> Option<Self> {
        let (_, name) = registry.ggf_types().next()?;
        let game = FaceGame::new(Arc::clone(registry), name, "").ok()?;
        Some(Self { game, depth: None, searching: None, waiting: None, is_over: false })
    }

    /// Obeys a line. Lines that it does not know are ignored, as the protocol demands.
    fn obey(&mut self, line: &str, talk: &mut FaceTalk) -> Result<(), String> {
        let line = line.trim_ascii();
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim_ascii();
        match command {
            "nboard" => {
                let name = self.game.registry().name();
                talk.answer(reply::plain("set myname ", &name));
            }
            "set" => return self.set(rest, talk),
            "move" => self.play(rest)?,
            "hint" => {
                let lines = rest.parse().map_err(|_| wrong("hint", rest))?;
                self.search(Some(lines), talk);
            }
            "go" => self.search(None, talk),
            "ping" => {
                let number: i64 = rest.parse().map_err(|_| wrong("ping", rest))?;
                talk.answer(format!("pong {number}"));
            }
            // There is nothing to learn: books are made by the subcommand `book`.
            "learn" => talk.answer("learned"),
            "quit" => {
                self.is_over = true;
                talk.command("quit");
            }
            _ => log::debug!("ignored: {}", excerpt(line, 80)),
        }
        Ok(())
    }

    fn set(&mut self, rest: &str, talk: &mut FaceTalk) -> Result<(), String> {
        let (what, value) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        match what {
            "depth" => {
                let depth: u32 = value.trim().parse().map_err(|_| wrong("set depth", value))?;
                self.depth = Some(depth.max(1));
            }
            "game" => self.set_game(&GgfGame::read(value)?, talk)?,
            // A search here has no contempt: a draw is a draw.
            _ => log::debug!("ignored: set {}", excerpt(rest, 80)),
        }
        Ok(())
    }

    /// Sets up a whole game. If anything is wrong with it, nothing changes.
    fn set_game(&mut self, game: &GgfGame, talk: &mut FaceTalk) -> Result<(), String> {
        let registry = Arc::clone(self.game.registry());
        let (_, name) = registry
            .ggf_types()
            .find(|(known, _)| known.eq_ignore_ascii_case(&game.kind))
            .ok_or_else(|| format!("set game: unknown game '{}'", excerpt(&game.kind, 40)))?;
        let size = game.board.split_ascii_whitespace().next().unwrap_or_default();
        let setup = format!("{size}x{size}");
        let mut next = FaceGame::new(Arc::clone(&registry), name, &setup)
            .map_err(|error| format!("set game: {error}"))?;
        next.set_up(GGF, &game.board).map_err(|error| format!("set game: {error}"))?;
        let before = std::mem::replace(&mut self.game, next);
        for (number, m) in game.moves.iter().enumerate() {
            if let Err(error) = self.play(m) {
                self.game = before;
                return Err(format!("set game: move {}: {error}", number + 1));
            }
        }
        if before.session().title() != self.game.session().title() {
            talk.command(self.game.new_game());
        }
        Ok(())
    }

    /// Plays a move that may have a value and a time behind it: `F5/1.2/3`. Forced passes may be
    /// left out.
    fn play(&mut self, text: &str) -> Result<(), String> {
        let word = text.split(['/', ' ']).next().unwrap_or_default().to_ascii_uppercase();
        let word = if word == "PASS" { "PA" } else { &word };
        let illegal = || format!("'{}' is not a legal move here", excerpt(text, 40));
        self.game.play_in(GGF, word).then_some(()).ok_or_else(illegal)
    }

    /// Begins a search: for the best moves, if `lines` says how many, or for a move.
    fn search(&mut self, lines: Option<u32>, talk: &mut FaceTalk) {
        let session = self.game.session();
        if session.outcome().is_some() {
            talk.answer("status the game is over");
            return;
        }
        if lines.is_none() && session.forced_pass().is_some() {
            talk.answer("=== PA");
            return;
        }
        talk.answer("status thinking");
        talk.command(format!(
            "setoption name MultiPV value {}",
            lines.unwrap_or(1).clamp(1, MOST_LINES)
        ));
        talk.command(self.game.position());
        talk.command(match self.depth {
            Some(depth) => format!("go depth {depth}"),
            None => format!("go {USUAL}"),
        });
        self.searching = Some(Searching::new(lines.is_none()));
    }

    /// Tells a report of the search.
    fn tell(&mut self, line: &str, talk: &mut FaceTalk) -> Option<()> {
        let report = NBoardReport::read(line)?;
        let (variation, lead) = self.game.write(GGF, &report.variation);
        let value = report.value(points_of_a_disc(self.game.session()), lead);
        let searching = self.searching.as_mut()?;
        if report.rank == 1 {
            searching.value = Some(value);
            let seconds = report.time_ms as f64 / 1000.0;
            talk.answer(format!("nodestats {} {seconds:.2}", report.nodes));
        }
        let variation = variation.join("-");
        talk.answer(format!("search {variation} {value:.2} 0 {}", report.depth));
        Some(())
    }

    /// Tells the move that the search has found.
    fn conclude(&mut self, searching: &Searching, m: &str, talk: &mut FaceTalk) {
        if searching.is_for_a_move {
            let (found, _) = self.game.write(GGF, &[m]);
            if let Some(m) = found.first() {
                let value = searching.value.unwrap_or_default();
                let seconds = searching.began.elapsed().as_secs_f64();
                talk.answer(format!("=== {m}/{value:.2}/{seconds:.2}"));
            }
        }
        talk.answer("status");
    }
}

/// What is wrong with the word behind a command.
fn wrong(command: &str, word: &str) -> String {
    format!("{command}: a number is needed, not '{}'", excerpt(word, 40))
}

impl Face for NBoardFace {
    fn begin(&mut self, talk: &mut FaceTalk) {
        talk.command(self.game.new_game());
    }

    fn hear_client(&mut self, line: &str, talk: &mut FaceTalk) {
        if self.searching.is_some() {
            // Whatever comes, the search belongs to the past.
            talk.command("stop");
            self.waiting = Some(line.to_owned());
            return;
        }
        if let Err(error) = self.obey(line, talk) {
            talk.answer(reply::plain(TROUBLE, &error));
        }
    }

    fn hear_noise(&mut self, line: &BadLine, talk: &mut FaceTalk) {
        talk.answer(reply::plain(TROUBLE, &line.why));
    }

    fn hear_server(&mut self, line: &str, talk: &mut FaceTalk) {
        if let Some(error) = reply::error_in(line) {
            talk.answer(reply::plain(TROUBLE, error));
        }
        let Some(m) = line.strip_prefix("bestmove ") else {
            self.tell(line, talk);
            return;
        };
        let Some(searching) = self.searching.take() else { return };
        self.conclude(&searching, m.split(' ').next().unwrap_or_default(), talk);
        if let Some(line) = self.waiting.take() {
            self.hear_client(&line, talk);
        }
    }

    fn listens(&self) -> bool {
        self.waiting.is_none() && !self.is_over
    }
}
