//! `sarsen eval`: evaluates a position.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use serde::Serialize;

use crate::cli::arguments::{LimitArguments, PositionArguments};
use crate::cli::examples::{Example, Examples};
use crate::cli::exit::RunResult;
use crate::cli::file_error::{FileError, InFile};
use crate::cli::json::{PositionFacts, print_json};
use crate::cli::program::Program;
use sarsen_core::game::WeightsError;
use sarsen_core::game::value::{Score, Value, share};
use sarsen_core::search::{Answer, Control, Info, Source};
use sarsen_core::sys::suggestion::did_you_mean;
use sarsen_core::transposition::TableError;
use sarsen_engine::engine::{DEFAULT_HASH, Engine, Purpose};
use sarsen_engine::protocol::{Dialect, reply};
use sarsen_engine::session::{AnyWeights, Learn, Request, Session};
use sarsen_tools::batch::analysis::JsonScore;

/// The examples of its help.
pub(super) const EXAMPLES: Examples = Examples::of(&[
    Example::of("connect4", "sarsen eval connect4 --moves '4 2'"),
    Example::of("connect4", "sarsen eval connect4 --moves '4 4 3' --depth 10"),
    Example::of("connect4", "sarsen eval connect4 --moves '4 4 3' --glance"),
    Example::of("stonehenge", "sarsen eval stonehenge --moves '6@7 5@8' --evaluator chapter"),
    Example::of("connect4", "sarsen eval connect4 --moves '4 4 3' --weights my.toml"),
    Example::of("othello", "sarsen eval othello 6x6 --weights my.learned"),
    Example::of("connect4", "sarsen eval connect4 8x7 --json"),
]);

/// Evaluate a position for the side to move: 'none' if the game is over
///
/// Prints the score and the best move from the best source there is: the game's book if it has a
/// proven score, else the game's own solver, else a search ('play' and 'analyze' say the same). If
/// the book knows the score but not the move, and the time is too short to find a move that is
/// proven to keep it, 'move by' says so. The last line is the evaluator's value of the position
/// itself, without a search; an evaluator without weights says that it has nothing to judge by.
/// With --depth or --nodes, neither the book nor the solver is used. With --glance, --evaluator or
/// --weights, only the evaluator's value is printed, as one number.
#[derive(Args)]
pub(crate) struct EvalArguments {
    #[command(flatten)]
    position: PositionArguments,
    #[command(flatten)]
    limits: LimitArguments,
    /// Print only the value of the game's first evaluator
    #[arg(long, conflicts_with_all = ["movetime", "depth", "nodes"])]
    glance: bool,
    /// Print only the value of this evaluator
    #[arg(long, value_name = "NAME", conflicts_with_all = ["movetime", "depth", "nodes"])]
    evaluator: Option<String>,
    /// Print only the value of the evaluator that takes these weights: the game's first one, or
    /// 'learned'
    #[arg(long, value_name = "FILE", conflicts_with_all = ["movetime", "depth", "nodes"])]
    weights: Option<PathBuf>,
    /// Print a JSON object
    #[arg(long)]
    json: bool,
}

/// What is known of a position, as JSON.
#[derive(Serialize)]
struct EvalJson<'a> {
    #[serde(flatten)]
    facts: PositionFacts,
    #[serde(flatten)]
    best: Option<BestKnown>,
    evaluator: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    weights: Option<&'a Path>,
    /// The evaluator's value of the position itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<Opinion>,
}

/// The score and the best move from the best source.
#[derive(Serialize)]
struct BestKnown {
    score: JsonScore,
    /// None where chance acts.
    #[serde(skip_serializing_if = "Option::is_none")]
    best: Option<String>,
    /// The source: book, proof or search.
    by: &'static str,
    /// The source of the move if it is not proven to keep the score, of which the book knows more:
    /// proof (it keeps the result) or search.
    #[serde(skip_serializing_if = "Option::is_none")]
    move_by: Option<&'static str>,
    depth: u32,
}

impl BestKnown {
    fn print(&self, out: &mut dyn Write) -> io::Result<()> {
        let score = self.score.score().map(|score| reply::score(Dialect::Ugi, score));
        let margin = reply::margin(Dialect::Ugi, self.score.margin());
        writeln!(out, "score: {}{margin}", score.unwrap_or_default())?;
        if let Some(best) = &self.best {
            writeln!(out, "best: {best}")?;
        }
        writeln!(out, "by: {}", self.by)?;
        if let Some(source) = self.move_by {
            writeln!(out, "move by: {source}")?;
        }
        writeln!(out, "depth: {}", self.depth)
    }
}

/// What an evaluator says, as a number of JSON.
#[derive(Serialize)]
#[serde(untagged)]
enum Opinion {
    /// Points.
    Points(Value),
    /// A share of a win, in a game of chance.
    Share(f64),
}

impl From<Score> for Opinion {
    fn from(score: Score) -> Self {
        match score {
            Score::Chance(value) => Self::Share(share(value)),
            score => Self::Points(score.value()),
        }
    }
}

/// Why an evaluator cannot be asked.
#[derive(Debug, thiserror::Error)]
enum NoOpinion {
    /// The game has none of this name.
    #[error("unknown evaluator '{name}'; there is {known}{guess}")]
    Unknown {
        /// The name.
        name: String,
        /// The names there are.
        known: String,
        /// The end of the sentence: the name that was perhaps meant, or nothing.
        guess: String,
    },
    /// The weights cannot be used.
    #[error(transparent)]
    Weights(#[from] FileError<UnfitWeights>),
}

told!(NoOpinion);

/// Why weights cannot be used.
#[derive(Debug, thiserror::Error)]
enum UnfitWeights {
    /// They are not for this game, or are none.
    #[error(transparent)]
    Load(#[from] WeightsError),
    /// They are not for the evaluator that the user has named.
    #[error("the weights are for the evaluator '{taker}', not '{chosen}'")]
    OtherEvaluator {
        /// The evaluator that takes them.
        taker: &'static str,
        /// The evaluator that the user has named.
        chosen: &'static str,
    },
}

impl EvalArguments {
    pub(crate) fn run(&self, program: &Program, out: &mut dyn Write) -> RunResult {
        let mut session = self.position.open(&program.registry)?;
        self.choose_evaluator(&mut *session)?;
        let opinion = session.evaluate();
        let (facts, evaluator) = (PositionFacts::of(&*session), session.evaluator());
        let is_blind = opinion.is_some() && session.is_blind();
        let is_glance = self.glance || self.evaluator.is_some() || self.weights.is_some();
        let best = if is_glance { None } else { self.best_known(session)? };
        if self.json {
            let weights = self.weights.as_deref();
            let value = opinion.map(Opinion::from);
            print_json(&EvalJson { facts, best, evaluator, weights, value }, out)?;
            return Ok(ExitCode::SUCCESS);
        }
        let value = opinion.map_or("none".to_owned(), reply::opinion);
        match best {
            None => writeln!(out, "{value}")?,
            Some(best) => {
                best.print(out)?;
                let why = if is_blind { " (it has nothing to judge by)" } else { "" };
                writeln!(out, "{evaluator}: {value}{why}")?;
            }
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Selects the evaluator, or the weights, that the user asked for.
    fn choose_evaluator(&self, session: &mut dyn Learn) -> Result<(), NoOpinion> {
        if let Some(name) = &self.evaluator
            && !session.select_evaluator(name)
        {
            let names = session.evaluators();
            let (known, guess) = (names.join(", "), did_you_mean(name, names));
            return Err(NoOpinion::Unknown { name: name.clone(), known, guess });
        }
        match &self.weights {
            Some(path) => Ok(self.use_weights(path, session).in_file(path.display())?),
            None => Ok(()),
        }
    }

    /// Gives the evaluator the weights of a file. Without a name, it is the one that takes them.
    fn use_weights(&self, path: &Path, session: &mut dyn Learn) -> Result<(), UnfitWeights> {
        let weights = AnyWeights::load(path)?;
        session.use_weights(Some(&weights))?;
        let taker = session.taker(&weights);
        let chosen = session.evaluator();
        if self.evaluator.is_some() && chosen != taker {
            return Err(UnfitWeights::OtherEvaluator { taker, chosen });
        }
        session.select_evaluator(taker);
        Ok(())
    }

    /// The score and the best move of a position. `None` if the game is over.
    fn best_known(&self, session: Box<dyn Session>) -> Result<Option<BestKnown>, TableError> {
        let mut engine = Engine::new(session, DEFAULT_HASH)?;
        let request = Request { limits: self.limits.limits(), lines: 1, ..Request::default() };
        let answer = engine.think(&request, Purpose::Advice, &Control::new(), &mut |_| {});
        let proof_or_search = |score: Score| if score.is_proven() { "proof" } else { "search" };
        let best_known = |answer: Answer<String>| {
            let score = JsonScore::from(&answer.best);
            let is_by_book = answer.source == Source::Book;
            let by = if is_by_book { "book" } else { proof_or_search(answer.best.score) };
            let found = answer.lines.first().map_or(answer.best.score, |line| line.score);
            let has_other_source = is_by_book && found != answer.best.score;
            let move_by = has_other_source.then(|| proof_or_search(found));
            let Info { depth, variation, .. } = answer.best;
            BestKnown { score, best: variation.into_iter().next(), by, move_by, depth }
        };
        Ok(answer.map(best_known))
    }
}
