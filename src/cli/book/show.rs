//! `sarsen book show`.

use std::error::Error;
use std::ffi::{OsStr, OsString};
use std::io::Write;
use std::path::PathBuf;

use crate::batch::analysis::JsonScore;
use crate::book::{BookMove, Entry};
use crate::cli::questions::print;
use crate::engine::BUILT_IN;
use crate::protocol::{Dialect, reply};
use crate::session::Registry;
use clap::Args;
use serde::Serialize;

use super::{Outcome, look_into, session_of};
use crate::book::Book;
use crate::cli::naming::{GAME, GameFlags, SETUP, joined, leading};

/// Show what a book knows of a position
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    sarsen book show my.book\n  \
    sarsen book show my.book --moves '4 4'\n  \
    sarsen book show stonehenge --moves 3@7\n  \
    sarsen book show my.book --position '7/7/7/7/3o3/3x3 x' --json")]
pub(super) struct Show {
    /// The book; that which comes with the game if left out (as before the name of a game), or for
    /// 'built-in'
    file: Option<OsString>,
    #[arg(help = GAME)]
    game: Option<OsString>,
    #[arg(help = SETUP)]
    setup: Option<OsString>,
    #[command(flatten)]
    flags: GameFlags,
    /// A position text to start from
    #[arg(long)]
    position: Option<String>,
    /// Moves to play from there: '4 4 3', '4,4,3' or, in Connect Four up to nine columns, '443'
    #[arg(long, default_value = "", hide_default_value = true)]
    moves: String,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// What programs are told; depths are left out where the score is proven.
#[derive(Serialize)]
struct Told<'a> {
    game: &'a str,
    evaluator: &'a str,
    positions: usize,
    position: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<JsonScore>,
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<u8>,
    moves: Vec<ToldMove<'a>>,
    line: Vec<String>,
}

#[derive(Serialize)]
struct ToldMove<'a> {
    #[serde(rename = "move")]
    text: &'a str,
    score: JsonScore,
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<u8>,
}

impl Show {
    /// The book, and what it is called.
    fn book(&self, registry: &Registry) -> Result<(Book, PathBuf), Box<dyn Error>> {
        let words = self.file.iter().chain(&self.game).chain(&self.setup);
        let mut words: Vec<&OsStr> = words.map(|word| &**word).collect();
        let file = match words.is_empty() || leading(&words, registry) > 0 {
            true => OsStr::new(BUILT_IN),
            false => words.remove(0),
        };
        let game = self.flags.title(&joined(&words), registry)?;
        Ok((look_into(file.as_ref(), &game, registry)?, file.into()))
    }

    pub(super) fn run(&self, registry: &Registry, out: &mut dyn Write) -> Outcome {
        let (book, name) = self.book(registry)?;
        let mut session = session_of(&book, &name, registry)?;
        let moves = session.split_moves(&self.moves)?;
        session.set_position(self.position.as_deref(), &moves.join(" "))?;
        let entry = book.value(&*session);
        let moves = book.moves(&*session).unwrap_or_default();
        let line = book.line(&mut *session, None).map(|(_, line)| line).unwrap_or_default();
        if self.json {
            let depth = |entry: Entry| (!entry.is_proven()).then_some(entry.depth);
            let told = Told {
                game: book.game(),
                evaluator: book.evaluator(),
                positions: book.len(),
                position: session.position(),
                score: entry.map(|entry| entry.score().into()),
                depth: entry.and_then(depth),
                moves: moves
                    .iter()
                    .map(|BookMove { text, entry }| ToldMove {
                        text,
                        score: entry.score().into(),
                        depth: depth(*entry),
                    })
                    .collect(),
                line,
            };
            return print(&told, out);
        }
        let told = |entry: Entry| {
            let score = reply::score(Dialect::Ugi, entry.score());
            if entry.is_proven() {
                format!("{score}, proven")
            } else {
                format!("{score}, depth {}", entry.depth)
            }
        };
        writeln!(out, "{}: {} positions, points of {}", book.game(), book.len(), book.evaluator())?;
        writeln!(out, "{}", session.draw(false))?;
        writeln!(out, "position: {}", session.position())?;
        if let Some(outcome) = session.outcome() {
            writeln!(out, "the game is over: {}", reply::result(Some(outcome)))?;
            return Ok(());
        }
        writeln!(out, "value: {}", entry.map_or("unknown".to_owned(), told))?;
        if moves.is_empty() {
            writeln!(out, "no moves: not all that can be played here is known")?;
        }
        let width = moves.iter().map(|m| m.text.len()).max().unwrap_or(0);
        for m in &moves {
            writeln!(out, "  {:width$}  {}", m.text, told(m.entry))?;
        }
        if !line.is_empty() {
            writeln!(out, "line: {}", line.join(" "))?;
        }
        Ok(())
    }
}
