//! Fairy-Stockfish as a second referee of Othello, along random games.

use std::process::Command;

/// The status that says that pyffish is not installed.
const MISSING: i32 = 77;

#[test]
fn random_games_agree_with_fairy_stockfish() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/support/flipello.py");
    let words = [script, "10", "1", env!("CARGO_BIN_EXE_sarsen")];
    let output = match Command::new("python3").args(words).output() {
        Ok(output) if output.status.code() != Some(MISSING) => output,
        Ok(_) => return eprintln!("SKIPPED: no Fairy-Stockfish to compare with: no pyffish"),
        Err(error) => return eprintln!("SKIPPED: no Fairy-Stockfish to compare with: {error}"),
    };
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.starts_with("10 games agree"), "{said}");
}
