//! Sentences for people: lines of play, who plays, results.

use sarsen_core::game::{Outcome, Player};
use sarsen_engine::session::Describe;

use crate::cli::subcommands::play::seats::PlayerKind;

/// The limit for the moves of a line that are shown.
const SHOWN: usize = 6;

/// The first moves of a line.
pub(crate) fn line(moves: &[String]) -> String {
    let more = if moves.len() > SHOWN { " ..." } else { "" };
    format!("{}{more}", moves[..moves.len().min(SHOWN)].join(" "))
}

/// Who plays which side.
pub(crate) fn seats(session: &dyn Describe, seats: [PlayerKind; 2]) -> String {
    let [x, o] = [Player::First, Player::Second].map(|player| session.player(player));
    match seats {
        [PlayerKind::Person, PlayerKind::Engine] => format!("You play {x}, the engine plays {o}."),
        [PlayerKind::Engine, PlayerKind::Person] => format!("The engine plays {x}, you play {o}."),
        [PlayerKind::Person, PlayerKind::Person] => format!("{x} and {o} are both played here."),
        [PlayerKind::Engine, PlayerKind::Engine] => {
            format!("The engine plays {x} and {o}; Ctrl-C stops it.")
        }
    }
}

/// Who has to pass.
pub(crate) fn forced_pass(
    session: &dyn Describe,
    seats: [PlayerKind; 2],
    player: Player,
) -> String {
    let who = session.player(player);
    match (seats[player.index()], seats[player.other().index()]) {
        (PlayerKind::Person, PlayerKind::Engine) => format!("You have to pass ({who})."),
        (PlayerKind::Engine, PlayerKind::Person) => format!("The engine has to pass ({who})."),
        _ => format!("{who} has to pass."),
    }
}

/// The result of a game, with the margin if the game has margins.
pub(crate) fn result(session: &dyn Describe, seats: [PlayerKind; 2], outcome: Outcome) -> String {
    let Outcome::Win(winner) = outcome else { return "The game is a draw.".to_owned() };
    let who = session.player(winner);
    let by = session.margin().map(|margin| format!(" by {margin}")).unwrap_or_default();
    match (seats[winner.index()], seats[winner.other().index()]) {
        (PlayerKind::Person, PlayerKind::Engine) => format!("You have won{by} ({who})."),
        (PlayerKind::Engine, PlayerKind::Person) => format!("The engine has won{by} ({who})."),
        _ => format!("{who} has won{by}."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_shortened() {
        let moves: Vec<String> = (1..=8).map(|n: u32| n.to_string()).collect();
        assert_eq!(line(&moves), "1 2 3 4 5 6 ...");
        assert_eq!(line(&moves[..2]), "1 2");
    }
}
