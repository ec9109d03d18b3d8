//! The measures of a report in words, one after another, for the text and for the page.

use super::findings::percent;
use super::measures::{Exact, FirstMove, NumberSpread, Report, SkillStep};

/// So many first moves are told in a row.
const FIRST_MOVES: usize = 5;

/// A measure in words.
pub(super) struct MeasureRow {
    /// What it is called.
    pub(super) name: String,
    /// How it came out.
    pub(super) value: String,
    /// What it means, in a sentence. `docs/reports.md` has the same one.
    pub(super) meaning: &'static str,
}

/// How the report was made.
pub(super) fn origin(report: &Report) -> String {
    format!(
        "{} games of the engine with itself, {}, strength {}, evaluator {}, seed {}",
        report.games, report.pace, report.strength, report.evaluator, report.seed
    )
}

/// All measures of a report, in the order of the text.
pub(super) fn rows(report: &Report) -> Vec<MeasureRow> {
    let mut rows = Vec::new();
    let mut row = |name: &str, value: String, meaning: &'static str| {
        rows.push(MeasureRow { name: name.to_owned(), value, meaning });
    };
    let [first, second, draws] = report.results.counts;
    let given_up = match report.results.given_up {
        0 => String::new(),
        count => format!(", {count} given up"),
    };
    row(
        "results",
        format!("first won {first}, second won {second}, drawn {draws}{given_up}"),
        "How many games each player won, and how many were drawn. A game that becomes too long is \
         given up.",
    );
    row(
        "first player",
        percent(&report.results.first),
        "The first player's share of the points. A win is one point, a draw is half a point.",
    );
    row(
        "best play",
        report.exact.as_ref().map_or("not asked for".to_owned(), exact),
        "What the game is worth if nobody makes a mistake.",
    );
    row(
        "plies",
        spread(&report.length.plies),
        "How many moves a game lasted, those of both players together. Dice and cards do not \
         count.",
    );
    row("legal moves", spread(&report.choice.moves), "How many moves there were to choose from.");
    row(
        "forced moves",
        percent(&report.choice.forced),
        "The share of positions with only one legal move.",
    );
    let number = |value: Option<f64>| value.map_or("-".to_owned(), |value| format!("{value:.2}"));
    row(
        "decided after",
        number(report.drama.decided) + " of a game",
        "The part of a won game after which its winner expected more than 0.9 of a point until \
         the end.",
    );
    row(
        "lead changes",
        format!("{:.2} a game", report.drama.lead_changes),
        "How often in a game the lead went to the other player. To lead is to expect more than \
         0.55 of a point.",
    );
    row(
        "drama",
        number(report.drama.drama),
        "How far behind winners were while they were behind. 0 means they never were, 1 means all \
         but lost.",
    );
    if let Some(comebacks) = &report.drama.comebacks {
        row(
            "comebacks",
            percent(comebacks),
            "The share of won games whose winner once expected less than 0.25 of a point.",
        );
    }
    if let Some(contact) = report.board.as_ref().and_then(|board| board.contact) {
        row(
            "contact",
            percent(&contact),
            "The share of moves that took or changed something of the opponent, or went where he \
             could have gone.",
        );
    }
    if let Some(traps) = &report.traps {
        row(
            "traps",
            percent(traps),
            "The share of positions in which a quick look chooses a move that loses by force, and \
             the usual thought finds a better one.",
        );
    }
    row(
        "different games",
        format!("{} of {}", report.openings.different_games, report.games),
        "How many games differ in a move.",
    );
    for (plies, different, games) in &report.openings.different {
        row(
            &format!("after {plies} plies"),
            format!("{different} different positions in {games} games"),
            "How many different positions the games had reached by then. Mirror images count as \
             the same.",
        );
    }
    let first: Vec<String> =
        report.openings.first.iter().take(FIRST_MOVES).map(first_move).collect();
    if !first.is_empty() {
        row(
            "first moves",
            first.join(", "),
            "The most frequent first moves, how often each was played, and the first player's \
             share of the points then. Mirror images count as the same.",
        );
    }
    for step in &report.skill {
        row(
            "more thought",
            skill(step),
            "What the engine gets against itself if it thinks longer. 100 Elo are 64 % of the \
             points.",
        );
    }
    rows
}

/// How numbers are spread.
fn spread(numbers: &NumberSpread) -> String {
    let NumberSpread { mean, median, least, most } = numbers;
    format!("{mean:.1} on average, median {median}, {least} to {most}")
}

fn exact(found: &Exact) -> String {
    match found {
        Exact::Proven { first, plies, nodes } => {
            let length = plies.map_or(String::new(), |plies| format!(" in {plies} plies"));
            let what = match *first {
                1.0 => format!("the first player wins{length}"),
                0.0 => format!("the second player wins{length}"),
                share => format!("{share:.4} for the first player"),
            };
            format!("{what}; proven with {nodes} positions")
        }
        Exact::Open { nodes, why } => format!("open after {nodes} positions: {why}"),
    }
}

fn first_move(first: &FirstMove) -> String {
    format!("{} {} times ({:.0} %)", first.text, first.share.of, 100.0 * first.share.value)
}

fn skill(step: &SkillStep) -> String {
    let [less, more] = &step.paces;
    let gain = elo(step).map_or(String::new(), |elo| format!(", {elo}"));
    format!("{more} against {less}: {:.1} %{gain}, {} pairs", 100.0 * step.share, step.pairs)
}

/// The gain of a step in Elo, if it is known.
pub(super) fn elo(step: &SkillStep) -> Option<String> {
    let within = step.elo_error.map_or(String::new(), |error| format!(" (within {error:.0})"));
    step.elo.map(|elo| format!("{elo:+.0} Elo{within}"))
}
