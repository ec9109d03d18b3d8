//! `sarsen eval`, `sarsen moves` and `sarsen show`: what there is to say of a position.

use std::collections::BTreeMap;
use std::error::Error;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::batch::analysis::JsonScore;
use crate::engine::{DEFAULT_HASH, Engine, Purpose};
use crate::game::Weights;
use crate::protocol::{Dialect, reply};
use crate::search::time::Budget;
use crate::search::{Answer, Control, Info};
use crate::session::{Describe, Registry, Request, Session};
use crate::sys::suggestion::did_you_mean;
use clap::Args;
use serde::Serialize;

use super::position::{Facts, PositionArguments, Way};

type Outcome = Result<(), Box<dyn Error>>;

/// Time to think where nothing else limits it, in milliseconds.
const USUAL_TIME: u64 = 1000;

/// What is known of a position, for the side to move: 'none' if the game is over
///
/// The score and the best move, by all that is known: out of the game's book as far as that is
/// proven, by its own solver, or else by search ('play' and 'analyze' say the same); and what the
/// evaluator thinks at a glance. With --glance, --evaluator or --weights the evaluator's opinion
/// alone, a number, without any of that.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    sarsen eval connect4 --moves '4 2'\n  \
    sarsen eval connect4 --moves '4 4 3' --depth 10\n  \
    sarsen eval connect4 --moves '4 4 3' --glance\n  \
    sarsen eval stonehenge --moves '6@7 5@8' --evaluator chapter\n  \
    sarsen eval connect4 --moves '4 4 3' --weights my.toml\n  \
    sarsen eval connect4 8x7 --json")]
pub(crate) struct EvalArguments {
    #[command(flatten)]
    position: PositionArguments,
    /// Time to think; 1000 unless depth or nodes are limited
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    movetime: Option<u64>,
    /// Plies to look ahead, without book and solver
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Positions to visit, without book and solver
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Nothing but the opinion of the game's first evaluator
    #[arg(long, conflicts_with_all = ["movetime", "depth", "nodes"])]
    glance: bool,
    /// Nothing but the opinion of this evaluator
    #[arg(long, value_name = "NAME", conflicts_with_all = ["movetime", "depth", "nodes"])]
    evaluator: Option<String>,
    /// Nothing but the opinion of the game's first evaluator with the weights of a file
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = ["evaluator", "movetime", "depth", "nodes"]
    )]
    weights: Option<PathBuf>,
    /// Print an object of JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Opinion<'a> {
    #[serde(flatten)]
    facts: Facts,
    #[serde(flatten)]
    judgement: Option<Judgement>,
    evaluator: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    weights: Option<&'a Path>,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<i32>,
}

/// The best that is known.
#[derive(Serialize)]
struct Judgement {
    score: JsonScore,
    best: String,
    /// Who says so.
    by: &'static str,
    depth: u32,
}

impl Judgement {
    /// What a person reads of it, a line each.
    fn lines(&self) -> impl Iterator<Item = String> {
        let score = self.score.score().map(|score| reply::score(Dialect::Ugi, score));
        [
            format!("score: {}", score.unwrap_or_default()),
            format!("best: {}", self.best),
            format!("by: {}", self.by),
            format!("depth: {}", self.depth),
        ]
        .into_iter()
    }
}

impl EvalArguments {
    pub(crate) fn run(&self, registry: &Registry, out: &mut dyn Write) -> Outcome {
        let mut session = self.position.open(registry)?;
        if let Some(name) = &self.evaluator
            && !session.select_evaluator(name)
        {
            let names = session.evaluators();
            let (known, guess) = (names.join(", "), did_you_mean(name, names));
            return Err(format!("unknown evaluator '{name}'; there is {known}{guess}").into());
        }
        if let Some(path) = &self.weights {
            let weights =
                Weights::load(path).and_then(|weights| session.set_weights(Some(&weights)));
            weights.map_err(|error| format!("{}: {error}", path.display()))?;
        }
        let value = session.evaluate();
        let (facts, evaluator) = (Facts::of(&*session), session.evaluator());
        let is_glance = self.glance || self.evaluator.is_some() || self.weights.is_some();
        let judgement = if is_glance { None } else { self.judge(session)? };
        if self.json {
            let weights = self.weights.as_deref();
            return print(&Opinion { facts, judgement, evaluator, weights, value }, out);
        }
        let glance = value.map_or("none".to_owned(), |value| value.to_string());
        match judgement {
            None => writeln!(out, "{glance}")?,
            Some(judgement) => {
                judgement.lines().try_for_each(|line| writeln!(out, "{line}"))?;
                writeln!(out, "{evaluator}: {glance}")?;
            }
        }
        Ok(())
    }

    /// The best that is known of a position; nothing where nobody is to move.
    fn judge(&self, session: Box<dyn Session>) -> Result<Option<Judgement>, Box<dyn Error>> {
        let mut engine = Engine::new(session, DEFAULT_HASH)?;
        let control = Control::new();
        let is_limited = self.depth.is_some() || self.nodes.is_some();
        if let Some(ms) = self.movetime.or((!is_limited).then_some(USUAL_TIME)) {
            let budget = Budget::fixed(Duration::from_millis(ms), Duration::ZERO);
            control.start_clock(budget, Instant::now());
        }
        let (depth, nodes) = (self.depth, self.nodes);
        let request = Request { depth, nodes, lines: 1, ..Request::default() };
        let answer = engine.think(&request, Purpose::Advice, &control, &mut |_| {});
        let judgement = |answer: Answer<String>| {
            let Info { score, depth, variation, .. } = answer.best;
            let by = match engine.proven() {
                Some(known) if known == score && !is_limited => "book",
                _ if score.is_proven() => "proof",
                _ => "search",
            };
            let best = variation.into_iter().next().unwrap_or_default();
            Judgement { score: score.into(), best, by, depth }
        };
        Ok(answer.map(judgement))
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
    fn show(&self, session: &dyn Describe, moves: &[String], out: &mut dyn Write) -> Outcome {
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
