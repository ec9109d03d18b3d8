//! `sarsen book show`.

use std::io::Write;
use std::path::PathBuf;

use crate::book::Entry;
use crate::protocol::{Face, reply};
use crate::session::Registry;
use clap::Args;

use super::{Outcome, load};

/// Show what a book knows of a position
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    sarsen book show my.book\n  \
    sarsen book show my.book --moves '4 4'\n  \
    sarsen book show my.book --position '7/7/7/7/3o3/3x3 x' --json")]
pub(super) struct Show {
    /// The book
    file: PathBuf,
    /// A position text to start from
    #[arg(long)]
    position: Option<String>,
    /// Moves to play from there
    #[arg(long, default_value = "")]
    moves: String,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Show {
    pub(super) fn run(&self, registry: &Registry, out: &mut dyn Write) -> Outcome {
        let book = load(&self.file)?;
        let mut session = registry.open_title(book.game())?;
        book.check_game(&*session)?;
        session.set_position(self.position.as_deref(), &self.moves)?;
        let entry = book.get(session.key());
        let moves = book.moves(&*session).unwrap_or_default();
        let line = book.line(&mut *session, None).map(|(_, line)| line).unwrap_or_default();
        if self.json {
            let score = |entry: Entry| reply::score(Face::Ugi, entry.score());
            let depth = |entry: Entry| (!entry.is_proven()).then_some(entry.depth);
            let told = serde_json::json!({
                "game": book.game(),
                "evaluator": book.evaluator(),
                "positions": book.len(),
                "position": session.position(),
                "score": entry.map(score),
                "depth": entry.and_then(depth),
                "moves": moves.iter().map(|m| serde_json::json!({
                    "move": m.text, "score": score(m.entry), "depth": depth(m.entry),
                })).collect::<Vec<_>>(),
                "line": line,
            });
            writeln!(out, "{}", serde_json::to_string_pretty(&told)?)?;
            return Ok(());
        }
        let told = |entry: Entry| {
            let score = reply::score(Face::Ugi, entry.score());
            if entry.is_proven() {
                format!("{score}, proven")
            } else {
                format!("{score}, depth {}", entry.depth)
            }
        };
        writeln!(out, "{}: {} positions, points of {}", book.game(), book.len(), book.evaluator())?;
        writeln!(out, "{}", session.draw(false))?;
        writeln!(out, "position: {}", session.position())?;
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
