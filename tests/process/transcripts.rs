//! Whole sessions with the judges that people use, both sides, held by the real process.

use crate::support::data;
use crate::support::transcript::hold;

/// Holds a conversation of `tests/data/transcripts`.
fn holds(name: &str) {
    let text = std::fs::read_to_string(data("transcripts").join(name)).unwrap();
    assert!(text.lines().count() > 50, "{name} is short");
    hold(&text, (name, 1));
}

#[test]
fn cutegames_runs_a_match_in_ugi() {
    holds("cutegames.txt");
}

#[test]
fn cute_chess_referees_two_games_in_uci() {
    holds("cutechess.txt");
}
