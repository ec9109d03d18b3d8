//! Recorded sessions with the referees that people use: the real process answers as recorded.

use crate::support::data;
use crate::support::transcript::hold;

/// Replays a conversation of `tests/data/transcripts`.
fn replay(name: &str) {
    let text = std::fs::read_to_string(data("transcripts").join(name)).unwrap();
    assert!(text.lines().count() > 50, "{name} is short");
    hold(&text, (name, 1));
}

#[test]
fn cutegames_runs_a_match_in_ugi() {
    replay("cutegames.txt");
}

#[test]
fn cute_chess_referees_two_games_in_uci() {
    replay("cutechess.txt");
}
