//! `sarsen moves`: prints the legal moves of a position.

use std::io::Write;
use std::process::ExitCode;

use clap::Args;
use serde::Serialize;

use crate::cli::arguments::PositionArguments;
use crate::cli::examples::{Example, Examples};
use crate::cli::exit::RunResult;
use crate::cli::json::{PositionFacts, print_json};
use crate::cli::program::Program;
use sarsen_engine::protocol::reply;

/// The examples of its help.
pub(super) const EXAMPLES: Examples = Examples::of(&[
    Example::of("connect4", "sarsen moves connect4 --moves '4 4 3'"),
    Example::of("stonehenge", "sarsen moves stonehenge | wc -l"),
    Example::of("connect4", "sarsen moves --json connect4 --position '7/7/7/3o3/2oo3/2xxx2 x'"),
]);

/// Print the legal moves of a position, one per line: nothing if the game is over
///
/// Where a die or a card is due, these are the outcomes. --json says how likely each is.
#[derive(Args)]
pub(crate) struct MovesArguments {
    #[command(flatten)]
    position: PositionArguments,
    /// Print a JSON object, which also says for each move whether and how it ends the game
    #[arg(long)]
    json: bool,
}

/// The moves of a position, as JSON.
#[derive(Serialize)]
struct MovesJson {
    #[serde(flatten)]
    facts: PositionFacts,
    moves: Vec<MoveJson>,
}

/// A move, as JSON.
#[derive(Serialize)]
struct MoveJson {
    #[serde(rename = "move")]
    text: String,
    /// The result, if the move ends the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<&'static str>,
    /// How likely it is, beside the others, if chance acts.
    #[serde(skip_serializing_if = "Option::is_none")]
    weight: Option<u32>,
}

impl MovesArguments {
    pub(crate) fn run(&self, program: &Program, out: &mut dyn Write) -> RunResult {
        let session = self.position.open(&program.registry)?;
        if self.json {
            let is_chances_turn = !session.odds().is_empty();
            let children = session.children().into_iter();
            let moves = children.map(|child| MoveJson {
                text: child.text,
                result: child.outcome.map(|outcome| reply::result(Some(outcome))),
                weight: is_chances_turn.then_some(child.weight),
            });
            let facts = PositionFacts::of(&*session);
            print_json(&MovesJson { facts, moves: moves.collect() }, out)?;
        } else {
            session.moves().iter().try_for_each(|text| writeln!(out, "{text}"))?;
        }
        Ok(ExitCode::SUCCESS)
    }
}
