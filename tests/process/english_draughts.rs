//! pydraughts as a second referee of checkers, along random games.

use crate::support::referee::Referee;

#[test]
fn random_games_agree_with_pydraughts() {
    // It takes about 0.2 s for a game.
    let (package, variable) = ("pydraughts 0.6.7", "SARSEN_DRAUGHTS_GAMES");
    Referee { script: "english_draughts.py", package, games: 60, variable }.agrees();
}
