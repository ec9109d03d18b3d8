//! What is said in words: scores, lines of play, results.

use crate::game::{Outcome, Player};
use crate::search::Info;
use crate::session::Session;
use crate::value::Score;

use super::game::Seat;

/// Moves of a line that are told.
const TOLD: usize = 6;

/// A score as a person says it of somebody: "wins in 9 plies".
pub(super) fn score(score: Score) -> String {
    let plies = |n: u32| if n == 1 { "1 ply".to_owned() } else { format!("{n} plies") };
    match score {
        Score::Win(Some(n)) => format!("wins in {}", plies(n)),
        Score::Win(None) => "wins in the end".to_owned(),
        Score::Loss(Some(n)) => format!("loses in {}", plies(n)),
        Score::Loss(None) => "loses in the end".to_owned(),
        Score::Draw => "draws".to_owned(),
        Score::Eval(0) => "even".to_owned(),
        Score::Eval(points @ (1 | -1)) => format!("{points:+} point"),
        Score::Eval(points) => format!("{points:+} points"),
    }
}

/// The first moves of a line.
fn line(moves: &[String]) -> String {
    let more = if moves.len() > TOLD { " ..." } else { "" };
    format!("{}{more}", moves[..moves.len().min(TOLD)].join(" "))
}

/// A move with its score and what is expected after it.
pub(super) fn judged_move(best: &Info<String>) -> String {
    let said = score(best.score);
    match best.variation.split_first() {
        None => format!("nothing ({said})"),
        Some((first, [])) => format!("{first} ({said})"),
        Some((first, rest)) => format!("{first} ({said}, then {} is expected)", line(rest)),
    }
}

/// What the engine thinks at the moment.
pub(super) fn thinking(info: &Info<String>) -> String {
    format!("thinking: depth {}, {}: {}", info.depth, score(info.score), line(&info.variation))
}

/// Who plays what.
pub(super) fn seats(session: &dyn Session, seats: [Seat; 2]) -> String {
    let [x, o] = [Player::First, Player::Second].map(|player| session.mark(player));
    match seats {
        [Seat::Person, Seat::Engine] => format!("You play {x}, the engine plays {o}."),
        [Seat::Engine, Seat::Person] => format!("The engine plays {x}, you play {o}."),
        [Seat::Person, Seat::Person] => format!("{x} and {o} are both played here."),
        [Seat::Engine, Seat::Engine] => format!("The engine plays {x} and {o}; Ctrl-C stops it."),
    }
}

/// How a game ended.
pub(super) fn result(session: &dyn Session, seats: [Seat; 2], outcome: Outcome) -> String {
    let Outcome::Win(winner) = outcome else { return "The game is a draw.".to_owned() };
    let mark = session.mark(winner);
    match (seats[winner.index()], seats[winner.other().index()]) {
        (Seat::Person, Seat::Engine) => format!("You have won ({mark})."),
        (Seat::Engine, Seat::Person) => format!("The engine has won ({mark})."),
        _ => format!("{mark} has won."),
    }
}

/// Words in lines of at most so many columns.
pub(super) fn wrapped(words: &[String], width: usize) -> String {
    let mut text = String::new();
    let mut column = 0;
    for word in words {
        if column > 0 && column + 1 + word.len() > width {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text += word;
        column += word.len();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_words() {
        assert_eq!(score(Score::Win(Some(1))), "wins in 1 ply");
        assert_eq!(score(Score::Loss(Some(8))), "loses in 8 plies");
        assert_eq!(score(Score::Eval(31)), "+31 points");
        assert_eq!(score(Score::Eval(-31)), "-31 points");
        assert_eq!(score(Score::Eval(1)), "+1 point");
        assert_eq!(score(Score::Draw), "draws");
    }

    #[test]
    fn lines_are_shortened() {
        let moves: Vec<String> = (1..=8).map(|n: u32| n.to_string()).collect();
        assert_eq!(line(&moves), "1 2 3 4 5 6 ...");
        assert_eq!(line(&moves[..2]), "1 2");
        assert_eq!(wrapped(&moves, 9), "1 2 3 4 5\n6 7 8");
    }
}
