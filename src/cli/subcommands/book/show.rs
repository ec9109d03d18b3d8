//! `sarsen book show`: shows what a book knows of a position.

use std::ffi::{OsStr, OsString};
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use serde::Serialize;

use super::common::{BookTaskError, load_book_of, session_of};
use crate::cli::arguments::{GameWords, StartArguments, joined, leading, title};
use crate::cli::examples::{Example, Examples};
use crate::cli::exit::RunResult;
use crate::cli::json::print_json;
use crate::cli::program::Program;
use sarsen_engine::book::{Book, BookEntry, BookMove};
use sarsen_engine::engine::BUILT_IN;
use sarsen_engine::protocol::{Dialect, reply};
use sarsen_engine::session::{Ask, Registry, Session};
use sarsen_tools::batch::analysis::JsonScore;

/// The examples of its help.
pub(super) const EXAMPLES: Examples = Examples::of(&[
    Example::any("sarsen book show my.book"),
    Example::of_first("connect4", "sarsen book show my.book --moves '4 4'"),
    Example::of("stonehenge", "sarsen book show stonehenge --moves 3@7"),
    Example::of_first("connect4", "sarsen book show my.book --position '7/7/7/7/3o3/3x3 x' --json"),
]);

/// Show what a book knows of a position
#[derive(Args)]
pub(crate) struct BookShow {
    /// The book [default, also before the name of a game: 'built-in', the book of the game]
    file: Option<OsString>,
    #[command(flatten)]
    game: GameWords,
    #[command(flatten)]
    start: StartArguments,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// What a book knows of a position, as JSON. Proven scores have no depth.
#[derive(Serialize)]
struct BookJson<'a> {
    game: &'a str,
    evaluator: &'a str,
    positions: usize,
    /// The number of plies up to which it has all positions, besides those that are counted.
    #[serde(rename = "allUpTo", skip_serializing_if = "Option::is_none")]
    all_up_to: Option<u32>,
    position: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<JsonScore>,
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<u8>,
    moves: Vec<BookMoveJson<'a>>,
    line: &'a [String],
}

/// A move of a book, as JSON.
#[derive(Serialize)]
struct BookMoveJson<'a> {
    #[serde(rename = "move")]
    text: &'a str,
    score: JsonScore,
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<u8>,
}

/// What a book knows of a position.
struct KnownPosition {
    entry: Option<BookEntry>,
    moves: Vec<BookMove>,
    line: Vec<String>,
}

impl BookShow {
    pub(crate) fn run(&self, program: &Program, out: &mut dyn Write) -> RunResult {
        let registry = &program.registry;
        let (book, name) = self.book(registry)?;
        let mut session = session_of(&book, &name, registry)?;
        let StartArguments { position, moves } = &self.start;
        let moves = session.split_moves(moves)?;
        session.set_position(position.as_deref(), &moves.join(" "))?;
        let known = KnownPosition {
            entry: book.value(&*session),
            moves: book.moves(&*session).unwrap_or_default(),
            line: book.line(&mut *session, None).map(|(_, line)| line).unwrap_or_default(),
        };
        match self.json {
            true => known.print_json(&book, &*session, out)?,
            false => known.print(&book, &*session, out)?,
        }
        Ok(ExitCode::SUCCESS)
    }

    /// The book and its name.
    fn book(&self, registry: &Registry) -> Result<(Book, PathBuf), BookTaskError> {
        let words = self.file.iter().map(|word| &**word).chain(self.game.words());
        let mut words: Vec<&OsStr> = words.collect();
        let file = match words.is_empty() || leading(&words, registry) > 0 {
            true => OsStr::new(BUILT_IN),
            false => words.remove(0),
        };
        let game = title(&joined(&words), registry);
        Ok((load_book_of(file.as_ref(), &game, registry)?, file.into()))
    }
}

impl KnownPosition {
    fn print_json(&self, book: &Book, session: &dyn Ask, out: &mut dyn Write) -> io::Result<()> {
        let has_chance = session.has_chance();
        let depth = |entry: BookEntry| (!entry.is_proven()).then_some(entry.depth);
        let json = BookJson {
            game: book.game(),
            evaluator: book.evaluator(),
            positions: book.len(),
            all_up_to: book.plies().filter(|_| book.has_everything()),
            position: session.position(),
            score: self.entry.map(|entry| entry.score(has_chance).into()),
            depth: self.entry.and_then(depth),
            moves: self
                .moves
                .iter()
                .map(|BookMove { text, entry }| BookMoveJson {
                    text,
                    score: entry.score(has_chance).into(),
                    depth: depth(*entry),
                })
                .collect(),
            line: &self.line,
        };
        print_json(&json, out)
    }

    fn print(&self, book: &Book, session: &dyn Session, out: &mut dyn Write) -> io::Result<()> {
        let all = if book.has_everything() { "all" } else { "not yet all" };
        let count = match (book.plies(), book.len()) {
            (Some(plies), 0) => format!("{all} positions up to {plies} plies"),
            (Some(plies), others) => {
                format!("{all} positions up to {plies} plies, {others} others")
            }
            (None, count) => format!("{count} positions"),
        };
        writeln!(out, "{}: {count}, points of {}", book.game(), book.evaluator())?;
        writeln!(out, "{}", session.draw(false))?;
        writeln!(out, "position: {}", session.position())?;
        if let Some(outcome) = session.outcome() {
            return writeln!(out, "the game is over: {}", reply::result(Some(outcome)));
        }
        let value = |entry: BookEntry| value(entry, session.has_chance());
        writeln!(out, "value: {}", self.entry.map_or("unknown".to_owned(), value))?;
        if self.moves.is_empty() {
            writeln!(out, "no moves: the book does not know every move of this position")?;
        }
        let width = self.moves.iter().map(|m| m.text.len()).max().unwrap_or(0);
        for m in &self.moves {
            writeln!(out, "  {:width$}  {}", m.text, value(m.entry))?;
        }
        if !self.line.is_empty() {
            writeln!(out, "line: {}", self.line.join(" "))?;
        }
        Ok(())
    }
}

/// A value, and how sure it is.
fn value(entry: BookEntry, has_chance: bool) -> String {
    let score = reply::score(Dialect::Ugi, entry.score(has_chance));
    match entry.is_proven() {
        true => format!("{score}, proven"),
        false => format!("{score}, depth {}", entry.depth),
    }
}
