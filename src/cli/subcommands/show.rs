//! `sarsen show`: shows the board of a position, its text and the result.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::Args;
use serde::Serialize;

use crate::cli::arguments::{PositionArguments, StartAndMoves};
use crate::cli::exit::RunResult;
use crate::cli::json::{PositionFacts, print_json};
use crate::cli::program::Program;
use crate::protocol::reply;
use crate::session::Describe;

/// Show the board of a position, its text and the result
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    sarsen show connect4 --moves '4 4 3'\n  \
    sarsen show stonehenge --moves '6@7 5@8 4@13' --replay\n  \
    sarsen show connect4 9x8 --json")]
pub(crate) struct ShowArguments {
    #[command(flatten)]
    position: PositionArguments,
    /// Show every position on the way
    #[arg(long)]
    replay: bool,
    /// Print a JSON object for each position
    #[arg(long)]
    json: bool,
}

/// A position, as JSON.
#[derive(Serialize)]
struct ShownJson<'a> {
    /// The number of moves that have led here.
    ply: usize,
    /// The last of these moves.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    last: Option<&'a str>,
    #[serde(flatten)]
    facts: PositionFacts,
    board: String,
    /// The facts that the game tells about the position, by name.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    explained: BTreeMap<&'static str, String>,
}

impl ShowArguments {
    pub(crate) fn run(&self, program: &Program, out: &mut dyn Write) -> RunResult {
        let StartAndMoves { mut session, moves } =
            self.position.start_and_moves(&program.registry)?;
        // All moves are played first, so that an illegal one is reported before anything is shown.
        session.play(&moves.join(" "))?;
        if !self.replay {
            self.show(&*session, &moves, out)?;
            return Ok(ExitCode::SUCCESS);
        }
        session.undo(moves.len())?;
        self.show(&*session, &[], out)?;
        for (text, ply) in moves.iter().zip(1..) {
            session.play(text)?;
            self.show(&*session, &moves[..ply], out)?;
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Shows the position after these moves.
    fn show(
        &self,
        session: &dyn Describe,
        moves: &[String],
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let (ply, last) = (moves.len(), moves.last().map(String::as_str));
        if self.json {
            let facts = PositionFacts::of(session);
            let board = session.draw(false).to_string();
            let explained =
                session.explain().into_iter().map(|fact| (fact.name, fact.text)).collect();
            return print_json(&ShownJson { ply, last, facts, board, explained }, out);
        }
        if let Some(text) = last.filter(|_| self.replay) {
            writeln!(out, "\nply {ply}: {text}")?;
        }
        reply::board(session).iter().try_for_each(|line| writeln!(out, "{line}"))
    }
}
