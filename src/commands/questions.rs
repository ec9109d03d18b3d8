//! `sarsen eval`, `sarsen moves` and `sarsen show`: what there is to say of a position, without a search.

use std::collections::BTreeMap;
use std::error::Error;
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::game::Weights;
use crate::protocol::reply;
use crate::session::{Registry, Session};
use clap::Args;
use serde::Serialize;

use super::position::{Facts, PositionArguments, Way};

type Outcome = Result<(), Box<dyn Error>>;

/// What an evaluator thinks of a position, for the side to move: 'none' if the game is over
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    sarsen eval connect4 --moves '4 4 3'\n  \
    sarsen eval stonehenge --moves '6@7 5@8' --evaluator chapter\n  \
    sarsen eval connect4 --moves '4 4 3' --weights my.toml\n  \
    sarsen eval connect4 8x7 --json")]
pub(crate) struct EvalArguments {
    #[command(flatten)]
    position: PositionArguments,
    /// Whose opinion; that of the game's first evaluator if left out
    #[arg(long, value_name = "NAME")]
    evaluator: Option<String>,
    /// A file of weights for the game's first evaluator, whose opinion it is then
    #[arg(long, value_name = "FILE", conflicts_with = "evaluator")]
    weights: Option<PathBuf>,
    /// Print an object of JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Opinion<'a> {
    #[serde(flatten)]
    facts: Facts,
    evaluator: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    weights: Option<&'a Path>,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<i32>,
}

impl EvalArguments {
    pub(crate) fn run(&self, registry: &Registry, out: &mut dyn Write) -> Outcome {
        let mut session = self.position.open(registry)?;
        if let Some(name) = &self.evaluator
            && !session.select_evaluator(name)
        {
            let known = session.evaluators().join(", ");
            return Err(format!("unknown evaluator '{name}'; there is {known}").into());
        }
        if let Some(path) = &self.weights {
            let weights =
                Weights::load(path).and_then(|weights| session.set_weights(Some(&weights)));
            weights.map_err(|error| format!("{}: {error}", path.display()))?;
        }
        let value = session.evaluate();
        if self.json {
            let facts = Facts::of(&*session);
            let weights = self.weights.as_deref();
            print(&Opinion { facts, evaluator: session.evaluator(), weights, value }, out)
        } else {
            writeln!(out, "{}", value.map_or("none".to_owned(), |value| value.to_string()))?;
            Ok(())
        }
    }
}

/// The legal moves of a position, one a line: nothing if the game is over
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    sarsen moves connect4 --moves '4 4 3'\n  \
    sarsen moves stonehenge | wc -l\n  \
    sarsen moves --json connect4 --position '7/7/7/3o3/2oo3/2xxx2 x'")]
pub(crate) struct MovesArguments {
    #[command(flatten)]
    position: PositionArguments,
    /// Print an object of JSON, which also tells for each move whether and how it ends the game
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Moves {
    #[serde(flatten)]
    facts: Facts,
    moves: Vec<Move>,
}

#[derive(Serialize)]
struct Move {
    #[serde(rename = "move")]
    text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<&'static str>,
}

impl MovesArguments {
    pub(crate) fn run(&self, registry: &Registry, out: &mut dyn Write) -> Outcome {
        let session = self.position.open(registry)?;
        if self.json {
            let children = session.children().into_iter();
            let moves = children.map(|child| Move {
                text: child.text,
                result: child.outcome.map(|outcome| reply::result(Some(outcome))),
            });
            print(&Moves { facts: Facts::of(&*session), moves: moves.collect() }, out)
        } else {
            session.moves().iter().try_for_each(|text| writeln!(out, "{text}"))?;
            Ok(())
        }
    }
}

/// The board, its text and the result
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
    /// Print an object of JSON for each position
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Shown<'a> {
    /// How many moves have led here.
    ply: usize,
    /// The last of them.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    last: Option<&'a str>,
    #[serde(flatten)]
    facts: Facts,
    board: String,
    /// What the game has to say of it, by name.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    explained: BTreeMap<&'static str, String>,
}

impl ShowArguments {
    pub(crate) fn run(&self, registry: &Registry, out: &mut dyn Write) -> Outcome {
        let Way { mut session, moves } = self.position.way(registry)?;
        // All or nothing.
        session.play(&moves.join(" "))?;
        if !self.replay {
            return self.show(&*session, &moves, out);
        }
        session.undo(moves.len())?;
        self.show(&*session, &[], out)?;
        for (text, ply) in moves.iter().zip(1..) {
            session.play(text)?;
            self.show(&*session, &moves[..ply], out)?;
        }
        Ok(())
    }

    /// Shows the position after some moves.
    fn show(&self, session: &dyn Session, moves: &[String], out: &mut dyn Write) -> Outcome {
        let (ply, last) = (moves.len(), moves.last().map(String::as_str));
        if self.json {
            let board = session.draw(false).to_string();
            let explained =
                session.explain().into_iter().map(|fact| (fact.name, fact.text)).collect();
            return print(&Shown { ply, last, facts: Facts::of(session), board, explained }, out);
        }
        if let Some(text) = last.filter(|_| self.replay) {
            writeln!(out, "\nply {ply}: {text}")?;
        }
        reply::board(session).iter().try_for_each(|line| writeln!(out, "{line}"))?;
        Ok(())
    }
}

/// Prints a line of JSON.
pub(super) fn print(what: &impl Serialize, out: &mut dyn Write) -> Outcome {
    writeln!(out, "{}", serde_json::to_string(what)?)?;
    Ok(())
}
