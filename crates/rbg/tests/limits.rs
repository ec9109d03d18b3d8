//! Limits that say so: too many moves, and moves without an end, at the start and later.

use std::time::{Duration, Instant};

use sarsen_core::game::{Game, Position};
use sarsen_rbg::{LoadError, RulesCheck, RulesGame};

/// The longest time that a file may take, also on a busy machine.
const LONGEST: Duration = Duration::from_secs(5);

/// A board where a move puts so many stones, after the moves that `before` says.
fn stones([columns, rows]: [usize; 2], stones: usize, before: &str) -> String {
    let row = format!("    [{}e]\n", "e, ".repeat(columns - 1));
    let put = "anywhere {e} [s] ".repeat(stones);
    format!(
        "#players = white(1), black(1)\n#pieces = e, s\n#variables =\n\
         #board = rectangle(up, down, left, right,\n{})\n\
         #anywhere = (up* + down*)(left* + right*)\n\
         #turn(me) = ->me {put} ->> [$ me = 1]\n\
         #rules = {before} (turn(black) turn(white))*\n",
        row.repeat(rows)
    )
}

fn read(text: &str) -> Result<RulesGame, LoadError> {
    RulesGame::read("stones.rbg", text)
}

/// What `sarsen check` warns of.
fn warnings(text: &str) -> Vec<String> {
    let check = RulesCheck::of(&read(text).unwrap(), Duration::from_secs(1));
    check.warnings.into_iter().map(|warning| warning.message).collect()
}

#[test]
fn too_many_moves_at_the_start_are_refused() {
    // 289 places for the first stone and 288 for the second.
    let error = read(&stones([17, 17], 2, "")).err().unwrap();
    let LoadError::Moves { moves, .. } = &error else { panic!("{error}") };
    assert_eq!(moves, "83232");
    let said = error.to_string();
    for part in ["stones.rbg: ", " 83232 ", " 60000: ", "same player twice"] {
        assert!(said.contains(part), "{part}: {said}");
    }
    // 245 places: 59,780 moves.
    let game = read(&stones([49, 5], 2, "")).unwrap();
    assert_eq!(game.start().count_moves(), 59_780);
}

#[test]
fn millions_of_moves_are_refused_soon() {
    // The last stone of a large board has thousands of places, which are no steps back.
    for (size, stones_put) in [([17, 17], 3), ([45, 45], 2), ([45, 45], 3)] {
        let start = Instant::now();
        let error = read(&stones(size, stones_put, "")).err().unwrap();
        let LoadError::Moves { moves, .. } = &error else { panic!("{error}") };
        // Machine code counts further than byte code.
        let counted = moves.trim_start_matches("more than ").parse::<usize>();
        assert!(counted.is_ok_and(|counted| counted > 1_000_000), "{moves}");
        assert!(start.elapsed() < LONGEST, "{:?}", start.elapsed());
    }
}

#[test]
fn too_many_moves_met_later_are_warned_of() {
    // A first stone leaves 288 places for the second and 287 for the third.
    let text = stones([17, 17], 2, "->white anywhere {e} [s] ->>");
    let warnings = warnings(&text);
    let found = warnings.iter().find(|warning| warning.contains("82656 moves"));
    assert!(found.is_some_and(|warning| warning.contains("same player twice")), "{warnings:?}");
}

#[test]
fn a_move_in_two_parts_is_no_cause_for_warnings() {
    // Only one player scores: if both did, all games would be draws.
    let text = stones([17, 17], 1, "")
        .replace("(turn(black)", "(turn(black) turn(black) turn(white)")
        .replace("[$ me = 1]", "[$ white = 1]");
    assert_eq!(warnings(&text), Vec::<String>::new());
}

#[test]
fn moves_without_an_end_are_refused_or_warned_of() {
    let endless = "->white ({e} ->> + ([s])* {s} [e] ->>)";
    let error = read(&stones([3, 3], 1, endless)).err().unwrap();
    assert!(matches!(error, LoadError::EndlessMoves { found: 1.., .. }), "{error:?}");
    assert!(error.to_string().contains("same player twice"), "{error}");
    let warnings = warnings(&stones([3, 3], 1, &format!("->white down ->> {endless}")));
    let is_told = |warning: &String| warning.contains("do not come to an end in ");
    assert!(warnings.iter().any(is_told), "{warnings:?}");
}

#[test]
fn games_that_are_stopped_are_warned_of() {
    let warnings = warnings(&stones([3, 3], 1, "->white {e} ->> (->>)*"));
    let is_told = |warning: &String| warning.contains("ended as draws");
    assert!(warnings.iter().any(is_told), "{warnings:?}");
}
