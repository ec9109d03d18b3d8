//! How answers are written, in both dialects.

use super::dialect::Dialect;
use crate::session::{Ask, Describe};
use sarsen_core::game::value::{EVAL_MAX, Score, Value, share};
use sarsen_core::game::{Bound, Fact, Outcome, Player};
use sarsen_core::search::Info;

/// The move that stands for "none".
pub const NO_MOVE: &str = "0000";

/// The UCI score of a win of unknown length. A loss has its negative. Evaluations stay between.
const UCI_PROVEN: i32 = 29_000;

/// An error: always one line, even if the message quotes line ends.
#[must_use]
pub fn error(message: &str) -> String {
    note(&format!("error: {message}"))
}

/// The message of a line, if the line is an error.
#[must_use]
pub fn error_in(line: &str) -> Option<&str> {
    line.strip_prefix("info string error: ")
}

/// A remark for people: one line of printable ASCII without trailing blanks.
#[must_use]
pub fn note(message: &str) -> String {
    plain("info string ", message)
}

/// That the moves of a session went on after a draw that nobody claimed. None if they did not.
#[must_use]
pub fn beyond_claims(session: &dyn Describe) -> Option<String> {
    let first = session.claims().into_iter().find(|&ply| ply < session.ply())?;
    Some(format!("a draw could be claimed after move {first}, but the moves go on"))
}

/// That a move of a session had several readings, and which was taken. None if all were clear.
#[must_use]
pub fn settled(session: &dyn Describe) -> Option<String> {
    let &first = session.settled().first()?;
    let taken = session.played().swap_remove(first);
    let number = first + 1;
    Some(format!(
        "move {number} has several readings; {taken} is the one that fits the moves after"
    ))
}

/// The name of the program, or its author.
#[must_use]
pub fn id(what: &str, text: &str) -> String {
    plain("id ", &format!("{what} {text}"))
}

/// A text as one line of printable ASCII without trailing blanks.
pub fn plain(begin: &str, message: &str) -> String {
    let mut line = begin.to_owned();
    for character in message.chars() {
        if character == ' ' || character.is_ascii_graphic() {
            line.push(character);
        } else {
            line.extend(character.escape_default());
        }
    }
    line.truncate(line.trim_end().len());
    line
}

/// An answer to `query`.
#[must_use]
pub fn response(fact: &str) -> String {
    format!("response {fact}")
}

/// What a game knows about a position: each fact with its name. `none` if there are no facts.
#[must_use]
pub fn facts(facts: &[Fact]) -> String {
    let words: Vec<_> =
        facts.iter().map(|Fact { name, text, .. }| format!("{name} {text}")).collect();
    if words.is_empty() { "none".to_owned() } else { words.join(" ") }
}

/// Moves in their order. `none` if there are none.
#[must_use]
pub fn moves(moves: &[String]) -> String {
    if moves.is_empty() { "none".to_owned() } else { moves.join(" ") }
}

/// The outcomes that chance may bring, and then their weights in the same order.
#[must_use]
pub fn outcomes(outcomes: &[String], odds: &[u32]) -> String {
    let odds: Vec<String> = odds.iter().map(u32::to_string).collect();
    format!("{} weights {}", outcomes.join(" "), odds.join(" "))
}

/// How a game ended. `none` if it goes on.
#[must_use]
pub fn result(outcome: Option<Outcome>) -> &'static str {
    match outcome {
        None => "none",
        Some(Outcome::Draw) => "draw",
        Some(Outcome::Win(Player::First)) => "p1win",
        Some(Outcome::Win(Player::Second)) => "p2win",
    }
}

/// How JSON names a player.
#[must_use]
pub fn player(player: Player) -> &'static str {
    match player {
        Player::First => "first",
        Player::Second => "second",
    }
}

/// How JSON names who is to move: a player, or `chance`. None if the game is over.
#[must_use]
pub fn to_move(session: &dyn Ask) -> Option<&'static str> {
    let turn = session.turn()?;
    Some(if session.to_move().is_some() { player(turn) } else { "chance" })
}

/// The lines that `show` prints: the board, the position, the result, and facts if there are any.
pub fn board(session: &dyn Describe) -> Vec<String> {
    let picture = session.draw(false).to_string();
    let drawn = picture.lines().filter(|line| !line.trim().is_empty()).map(str::to_owned);
    let facts = [
        format!("position: {}", session.position()),
        format!("result: {}", result(session.outcome())),
    ];
    let explained = session.explain();
    let explained = explained.iter().filter(|fact| !fact.is_nothing());
    drawn
        .chain(facts)
        .chain(explained.map(|Fact { name, text, .. }| format!("{name}: {text}")))
        .collect()
}

/// A report of a search: one line of play with its score.
#[must_use]
pub fn info(dialect: Dialect, info: &Info<String>) -> String {
    let line = match &info.variation[..] {
        [] => String::new(),
        moves => format!(" pv {}", moves.join(" ")),
    };
    format!(
        "info depth {} seldepth {} multipv {} score {}{}{} nodes {} nps {} hashfull {} time {}{line}",
        info.depth,
        info.seldepth,
        info.rank,
        score(dialect, info.score),
        bound(info.bound),
        margin(dialect, info.margin),
        info.nodes,
        nodes_per_second(info.nodes, info.time),
        info.hashfull,
        info.time.as_millis(),
    )
}

/// A sign of life from a long search.
#[must_use]
pub fn progress(nodes: u64, time: std::time::Duration) -> String {
    format!("info nodes {nodes} nps {} time {}", nodes_per_second(nodes, time), time.as_millis())
}

/// The answer to `go`.
#[must_use]
pub fn best_move(best: &str, ponder: Option<&str>) -> String {
    match ponder {
        Some(ponder) => format!("bestmove {best} ponder {ponder}"),
        None => format!("bestmove {best}"),
    }
}

/// Positions per second.
#[must_use]
pub fn nodes_per_second(nodes: u64, time: std::time::Duration) -> u64 {
    let micros = time.as_micros().max(1);
    u64::try_from(u128::from(nodes) * 1_000_000 / micros).unwrap_or(u64::MAX)
}

/// The word after a score that is only a bound: the result may be better, or worse.
fn bound(bound: Bound) -> &'static str {
    match bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    }
}

/// The words after the score of a win or loss whose margin is known. UCI has none.
#[must_use]
pub fn margin(dialect: Dialect, margin: Option<u32>) -> String {
    match margin {
        Some(margin) if dialect == Dialect::Ugi => format!(" margin {margin}"),
        _ => String::new(),
    }
}

/// A score for the side to move.
#[must_use]
pub fn score(dialect: Dialect, score: Score) -> String {
    match (dialect, score) {
        (Dialect::Ugi, score) => score.to_string(),
        (Dialect::Uci, Score::Win(Some(plies))) => format!("mate {}", plies.div_ceil(2)),
        (Dialect::Uci, Score::Win(None)) => format!("cp {UCI_PROVEN}"),
        (Dialect::Uci, Score::Loss(Some(plies))) => format!("mate -{}", plies.div_ceil(2)),
        (Dialect::Uci, Score::Loss(None)) => format!("cp -{UCI_PROVEN}"),
        (Dialect::Uci, Score::Draw) => "cp 0".to_owned(),
        (Dialect::Uci, Score::Eval(points)) => {
            format!("cp {}", points.clamp(1 - UCI_PROVEN, UCI_PROVEN - 1))
        }
        (Dialect::Uci, Score::Chance(value)) => format!("cp {}", centipawns(value)),
    }
}

/// An expectation in centipawns, on the curve that turns ratings into expected scores: 400
/// centipawns multiply the odds by 10. (A. Elo, "The rating of chessplayers", 1978.)
///
/// Nothing is cut off: half a step of the scale is left between the greatest expectation and
/// certainty, so that all lie between plus and minus 3,841.
fn centipawns(value: Value) -> i32 {
    let most = f64::from(EVAL_MAX) + 0.5;
    let value = f64::from(value.clamp(-EVAL_MAX, EVAL_MAX));
    (400.0 * ((most + value) / (most - value)).log10()).round() as i32
}

/// What an evaluator says: points, or a share of a win.
#[must_use]
pub fn opinion(score: Score) -> String {
    match score {
        Score::Chance(value) => format!("{:.4}", share(value)),
        score => score.value().to_string(),
    }
}

/// The remark on a move in a game record: its score, and the depth of the search.
#[must_use]
pub fn remark(info: &Info<String>) -> String {
    format!("{}, depth {}", score(Dialect::Ugi, info.score), info.depth)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sarsen_core::game::value::from_share;

    #[test]
    fn remarks_are_one_line_of_ascii() {
        assert_eq!(note("a\u{e9}\nb\tc  "), "info string a\\u{e9}\\nb\\tc");
        assert_eq!(error("x"), "info string error: x");
        assert_eq!((error_in(&error("x")), error_in(&note("x"))), (Some("x"), None));
        assert_eq!(id("name", "Caf\u{e9}\n1 "), "id name Caf\\u{e9}\\n1");
    }

    #[test]
    fn scores_in_both_dialects() {
        assert_eq!(score(Dialect::Ugi, Score::Win(Some(7))), "win 7");
        assert_eq!(score(Dialect::Uci, Score::Win(Some(7))), "mate 4");
        assert_eq!(score(Dialect::Uci, Score::Loss(Some(8))), "mate -4");
        assert_eq!(score(Dialect::Uci, Score::Loss(None)), "cp -29000");
        assert_eq!(score(Dialect::Uci, Score::Eval(1_000_000)), "cp 28999");
        assert_eq!(score(Dialect::Ugi, Score::Draw), "draw");
        for (share, ugi, uci) in [
            (0.5, "chance 0.5000", "cp 0"),
            (0.75, "chance 0.7500", "cp 191"),
            (10.0 / 11.0, "chance 0.9091", "cp 400"),
            (0.0, "chance 0.0000", "cp -3841"),
            (1.0, "chance 1.0000", "cp 3841"),
        ] {
            let value = Score::Chance(from_share(share));
            assert_eq!(score(Dialect::Ugi, value), ugi);
            assert_eq!(score(Dialect::Uci, value), uci);
        }
        assert_eq!([opinion(Score::Eval(-3)), opinion(Score::Chance(0))], ["-3", "0.5000"]);
        assert_eq!(margin(Dialect::Ugi, Some(38)), " margin 38");
        assert_eq!([margin(Dialect::Uci, Some(38)), margin(Dialect::Ugi, None)], ["", ""]);
    }
}
