//! The result for a line, as text for people and as JSON.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::Serialize;

use sarsen_core::game::{NotExpected, excerpt, printable};
use sarsen_engine::knowledge::{
    Share, SolveAnswer, SolveError, SolveResult, SolvedOpen, SolvedProof,
};
use sarsen_engine::proofs::MoveStanding;
use sarsen_tools::batch::solving::{KnownScore, SolveLineError, SolvedLine};

/// How a solver gets the memory that it needs.
const MORE_MEMORY: &str = "; --hash gives more";

/// A line with its result, or the reason why there is none, as JSON.
#[derive(Serialize, Default)]
pub(super) struct SolvedJson<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<&'a str>,
    moves: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<i32>,
    /// What the position is worth in a game of chance.
    #[serde(flatten)]
    share: Option<Share>,
    /// The plies to the end of the game, if they are known.
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<u32>,
    /// The known score, from the input.
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<KnownScore>,
    #[serde(skip_serializing_if = "Option::is_none")]
    best: Option<&'a str>,
    nodes: u64,
    micros: f64,
    /// The score of each move.
    #[serde(skip_serializing_if = "Option::is_none")]
    scores: Option<&'a BTreeMap<String, i32>>,
    /// What each move is worth in a game of chance.
    #[serde(skip_serializing_if = "Option::is_none")]
    values: Option<&'a BTreeMap<String, f64>>,
    /// The result of a long proof.
    #[serde(skip_serializing_if = "Option::is_none")]
    first_wins: Option<bool>,
    /// What the long proof knows of each move and the replies to it.
    #[serde(skip_serializing_if = "Option::is_none")]
    table: Option<Vec<&'a MoveStanding>>,
    /// What the result of an open position is at least and at most, if something is certain.
    #[serde(skip_serializing_if = "Option::is_none")]
    least: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    most: Option<i32>,
    /// The depth that a search of an open position has reached.
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<u32>,
    /// `false` if something that was asked for is open.
    #[serde(skip_serializing_if = "Option::is_none")]
    complete: Option<bool>,
    /// Whether the user ended the work before everything was known.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    interrupted: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

impl<'a> SolvedJson<'a> {
    /// The object for a line of this file and number.
    pub(super) fn of(solved: &'a SolvedLine, at: &str) -> Self {
        let mut json = Self {
            position: solved.position.as_deref(),
            moves: &solved.moves,
            expected: solved.expected,
            micros: solved.time.as_nanos() as f64 / 1000.0,
            ..Self::default()
        };
        let answer = match &solved.answer {
            Ok(answer) => answer,
            Err(error) => return Self { error: Some(message(error, at)), ..json },
        };
        (json.nodes, json.interrupted) = (answer.nodes, answer.interrupted);
        json.complete = (!answer.complete).then_some(false);
        match &answer.result {
            SolveResult::Value(found) => {
                json.score = Some(found.score);
                json.plies = found.plies;
                json.best = found.best.as_deref();
                json.scores = found.moves.as_ref();
            }
            SolveResult::Share(found) => {
                json.share = Some(found.share);
                json.best = found.best.as_deref();
                json.values = found.moves.as_ref();
            }
            SolveResult::Proof(found) => {
                json.score = found.score;
                json.best = found.proven.best.as_deref();
                json.first_wins = found.proven.first_wins;
                json.table = Some(found.moves());
            }
            SolveResult::Open(open) => {
                let is_news = (open.least, open.most) != (-1, 1);
                (json.least, json.most) =
                    (is_news.then_some(open.least), is_news.then_some(open.most));
                json.best = open.best.as_deref();
                json.depth = (open.depth > 0).then_some(open.depth);
            }
            _ => {}
        }
        json
    }
}

/// What is wrong with a line of this file and number, and what to do about it.
fn message(error: &SolveLineError, at: &str) -> String {
    let hint = match error {
        SolveLineError::Unsolved(SolveError::NotExpected(NotExpected::Memory(_))) => MORE_MEMORY,
        _ => "",
    };
    format!("{at}: {error}{hint}")
}

/// The text for people about a line of this file and number.
pub(super) fn text(solved: &SolvedLine, at: &str, has_draws: bool) -> String {
    let place = &solved.place;
    let answer = match &solved.answer {
        Ok(answer) => answer,
        Err(error) => {
            let colon = if place.is_empty() { "" } else { ": " };
            let message = message(error, at);
            return format!("{}{colon}{}\n", excerpt(place, 1000), printable(&message));
        }
    };
    let place = if place.is_empty() { "start" } else { place };
    let effort = format!("nodes {} ms {:.3}", answer.nodes, solved.time.as_secs_f64() * 1000.0);
    // The beginning has the form of an input line.
    let colon = if place.contains(char::is_whitespace) { " :" } else { "" };
    let mut text = format!("{place}{colon} ");
    match &answer.result {
        SolveResult::Value(found) => {
            let _ = write!(text, "{}", found.score);
            if let Some(plies) = found.plies {
                let _ = write!(text, " plies {plies}");
            }
            write_best(&mut text, "", found.best.as_deref());
            let _ = write!(text, " {effort}");
            for (name, score) in found.moves.iter().flatten() {
                let _ = write!(text, " {name}:{score}");
            }
            write_lack(&mut text, solved, answer);
        }
        SolveResult::Share(found) => {
            let _ = write!(text, "{:.12}", found.share.value);
            write_best(&mut text, "", found.best.as_deref());
            let _ = write!(text, " {effort}");
            for (name, value) in found.moves.iter().flatten() {
                let _ = write!(text, " {name}:{value:.12}");
            }
            write_lack(&mut text, solved, answer);
        }
        SolveResult::Proof(found) => {
            text = format!("{place}: {}", winner(found.proven.first_wins, has_draws));
            if answer.interrupted {
                text.push_str(", interrupted");
            } else if !answer.complete {
                let _ = write!(text, ", ended after {}", seconds(solved));
            }
            write_best(&mut text, ",", found.proven.best.as_deref());
            let _ = write!(text, ", {effort}");
        }
        SolveResult::Open(open) => {
            let why = if answer.interrupted { ": interrupted" } else { "" };
            let (after, nodes) = (seconds(solved), answer.nodes);
            let known = certainty(open);
            return format!("{place} open{why} after {after}, {nodes} nodes: {known}\n");
        }
        _ => return format!("{place} open\n"),
    }
    let _ = writeln!(text, "{}", verdict(solved));
    if let SolveResult::Proof(found) = &answer.result {
        write_moves(&mut text, found, has_draws);
    }
    text
}

/// The time that a line took, in words.
fn seconds(solved: &SolvedLine) -> String {
    format!("{:.1} s", solved.elapsed.as_secs_f64())
}

/// Says that moves are missing, if so, and why.
fn write_lack(text: &mut String, solved: &SolvedLine, answer: &SolveAnswer) {
    if solved.lacks_moves() {
        let why = if answer.interrupted { "interrupted" } else { "ended" };
        let _ = write!(text, ", other moves open: {why} after {}", seconds(solved));
    }
}

/// What is certain of an open position, in words.
fn certainty(open: &SolvedOpen) -> String {
    let result = match (open.least, open.most) {
        (1, _) => "a win",
        (0, 0) => "a draw",
        (0, _) => "at least a draw",
        (_, -1) => "a loss",
        (_, 0) => "at most a draw",
        _ => "",
    };
    let mut text = match open.depth {
        0 => String::new(),
        depth => format!("reached depth {depth}"),
    };
    if result.is_empty() {
        let without = if text.is_empty() { "no result" } else { " without a result" };
        return text + without;
    }
    if !text.is_empty() {
        text.push_str(", ");
    }
    text.push_str(result);
    write_best(&mut text, ",", open.best.as_deref());
    text
}

/// What to print about a score that differs from the known one.
fn verdict(solved: &SolvedLine) -> String {
    let (Some(expected), Some(true), Ok(answer)) =
        (solved.expected, solved.is_wrong, &solved.answer)
    else {
        return String::new();
    };
    let found = match &answer.result {
        SolveResult::Value(found) => format!("its score is {}, ", found.score),
        SolveResult::Share(found) => format!("its value is {}, ", found.share.value),
        SolveResult::Proof(SolvedProof { score: Some(score), .. }) => {
            format!("its score is {score}, ")
        }
        _ => String::new(),
    };
    format!(" WRONG: {found}it was said to be {expected}")
}

/// What a long proof knows of the moves.
fn write_moves(text: &mut String, proof: &SolvedProof, has_draws: bool) {
    for MoveStanding { text: name, first_wins, replies, refuted, standing } in proof.moves() {
        let _ = write!(text, "  {name} {}", winner(*first_wins, has_draws));
        // A move that was decided as a whole has no replies in the table.
        if *refuted > 0 || !standing.is_empty() {
            let _ = write!(text, ": {refuted} of {replies} replies refuted");
        }
        if !standing.is_empty() {
            let _ = write!(text, ", not {}", standing.join(" "));
        }
        text.push('\n');
    }
}

/// Who wins, in words.
pub(super) fn winner(first_wins: Option<bool>, has_draws: bool) -> &'static str {
    match (first_wins, has_draws) {
        (Some(true), _) => "the first player wins",
        (Some(false), true) => "the first player does not win",
        (Some(false), false) => "the second player wins",
        (None, _) => "open",
    }
}

/// Writes the best move, if there is one, after this.
fn write_best(text: &mut String, before: &str, best: Option<&str>) {
    if let Some(best) = best {
        let _ = write!(text, "{before} best {best}");
    }
}
