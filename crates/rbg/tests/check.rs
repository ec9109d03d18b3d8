//! What `sarsen check` warns of: mistakes that people make in rules, and none in the games that
//! come with Sarsen.

use std::path::Path;
use std::time::Duration;

use sarsen_rbg::{LoadedGame, RulesCheck};

/// What is found in rules in a short time.
fn check(file: &str, text: &str) -> RulesCheck {
    let game = LoadedGame::read(file, text).unwrap_or_else(|error| panic!("{error}"));
    game.check(Duration::from_millis(150))
}

/// The warnings, each with its line.
fn warnings(text: &str) -> Vec<String> {
    let found = check("a.rbg", text).warnings;
    found.iter().map(ToString::to_string).collect()
}

/// Whether there is a warning with all these words.
fn warns(text: &str, words: &[&str]) {
    let found = warnings(text);
    let has_all = |warning: &String| words.iter().all(|word| warning.contains(word));
    assert!(found.iter().any(has_all), "{words:?}: {found:#?}");
}

/// The files of rules in a folder.
fn files(folder: &Path) -> Vec<std::path::PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut found: Vec<_> =
        entries.filter(|path| path.extension().is_some_and(|ending| ending == "rbg")).collect();
    found.sort();
    found
}

/// A race of two rows of stones. `last` is what the rules do on the last row and before it.
fn race(last: &str, end: &str) -> String {
    format!(
        "#players = white(1), black(1)\n#pieces = e, w, b\n#variables = turns(6)\n\
         #board = rectangle(up, down, left, right, [b, b, b] [e, e, e] [e, e, e] [w, w, w])\n\
         #anywhere = (up* + down*)(left* + right*)\n\
         #turn(me; stone; ahead) =\n\
         ->me anywhere {{stone}} [e] ahead (. + left + right) {{e}}\n\
         ->> [stone] [$ white = 0, black = 0] [$ me = 1]\n\
         {last}\n\
         #rules = (turn(white; w; up) turn(black; b; down)){end}\n"
    )
}

/// What the rules of the race should do.
const RIGHT: &str = "({? ahead} {$ turns == 0} + {! ahead} ->> {})";

#[test]
fn nothing_is_wrong_with_right_rules() {
    assert_eq!(
        warnings(&race(&RIGHT.replace(" {$ turns == 0}", ""), "*").replace("turns(6)", "")),
        [""; 0]
    );
}

#[test]
fn the_games_that_come_with_sarsen_have_no_warnings() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    for file in files(&folder) {
        let name = file.to_string_lossy();
        let found = check(&name, &std::fs::read_to_string(&file).unwrap());
        assert_eq!(found.warnings, []);
    }
}

#[test]
fn two_ways_of_the_rules_are_told() {
    let text = race("(. + {! ahead} ->> {})", "*");
    warns(&text, &["after ", "different things", "a.rbg:9:"]);
}

#[test]
fn rules_that_cannot_go_on_are_told() {
    let text = race(&format!("[$ turns = turns + 1] {RIGHT}"), "*").replace(" {$ turns == 0}", "");
    warns(&text, &["random games ended because the rules could not go on", "a.rbg:9:"]);
    // A test behind '->>' may say when the game ends.
    let text = race("->> {? ahead}", "*").replace("turns(6)", "");
    assert_eq!(warnings(&text), [""; 0]);
    // A test may fail as well.
    let text = race("({? ahead ahead} + {! ahead} ->> {})", "*");
    warns(&text, &["could not go on", "a.rbg:9:"]);
}

#[test]
fn rules_that_run_out_are_told() {
    let text = race(RIGHT, "");
    warns(&text, &["come to their end after 2 plies", "'*'"]);
    // A loop that ends by a test is no mistake.
    let text = race(&format!("[$ turns = turns + 1] {RIGHT}"), "*")
        .replace(" {$ turns == 0}", "")
        .replace("#rules = (", "#rules = ({$ turns < 6} ");
    assert_eq!(warnings(&text), [""; 0]);
}

#[test]
fn scores_that_never_count_are_told() {
    let text = race("({? ahead} + {! ahead} ->> {})", "*").replace("[$ me = 1]", "");
    warns(&text, &["random games that ended were draws"]);
}

#[test]
fn a_forced_line_is_not_counted_for_ever() {
    let text = "#players = white(1), black(1)\n#pieces = e\n#variables = turns(900)\n\
                #board = rectangle(up, down, left, right, [e])\n\
                #turn(me) = {$ turns < 900} ->me ->> [$ turns = turns + 1, white = 1]\n\
                #rules = (turn(white) turn(black))*\n";
    assert_eq!(check("a.rbg", text).perft, [1; 15]);
}

#[test]
fn marks_that_come_to_nothing_are_told() {
    let text = |marks: &str| {
        format!(
            "{marks}\n#players = white(1), black(1)\n#pieces = e\n#variables = took(2)\n\
             #board = a[e]{{on: b}} b[e]{{on: c}} c[e]{{on: a}}\n\
             #rules = ->white {{e}} [$ took = 2] ->> [$ white = 1] ->> {{}}\n"
        )
    };
    assert_eq!(warnings(&text("//@ move rock took=2")), [""; 0]);
    warns(&text("//@ move rock took=1"), &["'rock'", "[$ took = 1]"]);
    let all = "//@ move rock took=2\n//@ at a 0 0\n//@ at b 1 0\n";
    warns(&text(all), &["'c' has no 'at', but 2 others have"]);
    assert_eq!(warnings(&text(&format!("{all}//@ at c 0 1"))), [""; 0]);
    warns(&text(&format!("{all}//@ at c 1 0")), &["'b' and 'c'", "same spot"]);
    warns(&text(&format!("{all}//@ at a 2 0")), &["'a' has 'at' twice"]);
    warns(&text("//@ hand white a\n//@ hand black a"), &["'a' is in two hands"]);
}

#[test]
fn long_rules_are_looked_at_only_as_far_as_there_is_room() {
    let start = std::time::Instant::now();
    let text = "#players = white(1), black(1)\n#pieces = e, w\n#variables = turns(6)\n\
                #board = rectangle(up, down, left, right, [e, e])\n\
                #rules = ->white {e} ->> ({e} [w] + {w} [e])^15000 [$ turns = turns + 7]\n";
    check("a.rbg", text);
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
}

#[test]
fn a_setup_in_which_the_game_is_over_is_told() {
    let rules = race(RIGHT, "*");
    let text = format!(
        "//@ setup lost b../.../.../... black\n//@ setup end .../.../.../w.. over\n{rules}"
    );
    warns(&text, &["in the setup 'end' the game is already over"]);
    let found = warnings(&text);
    assert!(!found.iter().any(|warning| warning.contains("'lost'")), "{found:#?}");
}

#[test]
fn outcomes_without_any_weight_are_told() {
    let text = "//@ dialect sarsen 1\n//@ weight odds\n\
        #players = white(1), black(1), random(1)\n#pieces = e\n#variables = odds(2), die(2)\n\
        #board = rectangle(up, down, left, right, [e])\n\
        #rules = ->random ([$ die = 1, odds = 0] + [$ die = 2, odds = 0])\n\
        ->white ({$ die == 1} [$ white = 1] + {$ die == 2}) ->> {}";
    warns(text, &["all outcomes of chance have the weight 0"]);
    let found = warnings(&text.replacen("odds = 0", "odds = 1", 1));
    assert!(!found.iter().any(|warning| warning.contains("weight")), "{found:#?}");
}
