//! abalone-boai as a second referee of Abalone, along random games.

use crate::support::referee::Referee;

#[test]
fn random_games_agree_with_abalone_boai() {
    // 500 games take about 15 minutes.
    let (package, variable) = ("abalone-boai", "SARSEN_BOAI_GAMES");
    Referee { script: "boai.py", package, games: 8, variable }.agrees();
}
