//! The Go Text Protocol, version 2 (G. Farnebäck, 2002), for games of stones on a grid.
//!
//! Black is the first player. A vertex has the letter of its column, without I, and the number of
//! its row as the game itself counts rows. So row 1 of Othello is on top, as in `gtp-rhino`. A
//! player who can only pass need not say so.

mod board;
mod clock;
mod commands;
mod line;
mod state;
mod thinking;

use super::face::{Face, FaceTalk};
use commands::find;
use line::GtpLine;
use sarsen_core::sys::text_lines::BadLine;
use sarsen_engine::protocol::reply;
use state::GtpAnswer;
pub(super) use state::GtpFace;
use thinking::{Thinking, ThinkingResult};

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

impl GtpFace {
    /// Answers the command of this number.
    fn answer(&self, id: Option<&str>, result: Result<String, String>, talk: &mut FaceTalk) {
        let (mark, text) = match &result {
            Ok(text) => ('=', text),
            Err(why) => ('?', why),
        };
        let lines: Vec<String> = text.lines().map(|line| reply::plain("", line)).collect();
        let answer = format!("{mark}{} {}", id.unwrap_or_default(), lines.join("\n"));
        // The empty line that ends an answer comes from the line end of this one.
        talk.answer(format!("{}\n", answer.trim_end()));
    }

    /// Answers what the server has found: a move, or nothing for a command that only does
    /// something.
    fn conclude(&mut self, thinking: &Thinking, found: ThinkingResult) -> Result<String, String> {
        let vertex = match &found {
            Ok(None) => return Ok(String::new()),
            Ok(Some(m)) => self.grid.vertex_of(self.game.session(), m),
            Err(_) => None,
        };
        let (Ok(Some(m)), Some(vertex)) = (&found, vertex) else {
            self.game.undo(thinking.passes);
            return Err(found.err().unwrap_or_else(|| "there is no move".to_owned()));
        };
        match thinking.plays {
            Some(player) => {
                self.clock.spend(player, thinking.began.elapsed());
                self.game.play(m).map_err(|error| error.to_string())?;
                self.steps.push(1 + thinking.passes);
            }
            None => {
                self.game.undo(thinking.passes);
            }
        }
        Ok(vertex)
    }
}

impl Face for GtpFace {
    fn begin(&mut self, talk: &mut FaceTalk) {
        talk.command(self.game.new_game());
    }

    fn hear_client(&mut self, line: &str, talk: &mut FaceTalk) {
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

    fn hear_noise(&mut self, line: &BadLine, talk: &mut FaceTalk) {
        self.answer(None, Err(line.why.clone()), talk);
    }

    fn hear_server(&mut self, line: &str, talk: &mut FaceTalk) {
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
