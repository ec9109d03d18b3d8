//! OpenSpiel as a referee of games as text, along random games.

use crate::support::referee::Referee;

#[test]
fn random_games_as_text_agree_with_open_spiel() {
    // It takes about 0.03 s for a game.
    let (package, variable) = ("open_spiel 2.0.2", "SARSEN_OPENSPIEL_GAMES");
    Referee { script: "openspiel.py", package, games: 300, variable }.agrees();
}
