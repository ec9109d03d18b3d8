//! abalone-boai as a second referee of Abalone, along random games.

use std::process::Command;

/// The status that says that abalone-boai is not installed.
const MISSING: i32 = 77;

/// The games that are compared. `SARSEN_BOAI_GAMES` changes the number: 500 take about 15 minutes.
const GAMES: &str = "8";

#[test]
fn random_games_agree_with_abalone_boai() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/support/boai.py");
    let games = std::env::var("SARSEN_BOAI_GAMES").unwrap_or_else(|_| GAMES.to_owned());
    let python = std::env::var("SARSEN_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let words = [script, &games, "1", env!("CARGO_BIN_EXE_sarsen")];
    let output = match Command::new(python).args(words).output() {
        Ok(output) if output.status.code() != Some(MISSING) => output,
        Ok(_) => return eprintln!("SKIPPED: nothing to compare with: no abalone-boai"),
        Err(error) => return eprintln!("SKIPPED: no abalone-boai to compare with: {error}"),
    };
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.starts_with(&format!("{games} games agree")), "{said}");
}
