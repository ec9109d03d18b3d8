//! OpenSpiel as a second referee of backgammon, along random games.

use crate::support::referee::Referee;

#[test]
fn random_games_agree_with_open_spiel() {
    let (package, variable) = ("open_spiel 2.0.2", "SARSEN_BACKGAMMON_GAMES");
    Referee { script: "backgammon.py", package, games: 8, variable }.agrees();
}
