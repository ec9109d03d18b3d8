//! pydraughts as a second referee of checkers, along random games.

use std::process::Command;

/// The status that says that pydraughts is not installed.
const MISSING: i32 = 77;

/// The variable with the number of games. pydraughts takes about 0.2 s for each.
const GAMES: &str = "SARSEN_DRAUGHTS_GAMES";

#[test]
fn random_games_agree_with_pydraughts() {
    let games = std::env::var(GAMES).unwrap_or_else(|_| "60".to_owned());
    let python = std::env::var("SARSEN_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/support/english_draughts.py");
    let words = [script, &games, "1", env!("CARGO_BIN_EXE_sarsen")];
    let output = match Command::new(python).args(words).output() {
        Ok(output) if output.status.code() != Some(MISSING) => output,
        Ok(_) => return eprintln!("SKIPPED: no other rules of checkers to ask: no pydraughts"),
        Err(error) => return eprintln!("SKIPPED: no other rules of checkers to ask: {error}"),
    };
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.starts_with(&format!("{games} games agree")), "{said}");
}
