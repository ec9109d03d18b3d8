//! `sarsen play` as people and scripts use it: through pipes, and through a terminal.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::support::process::feed;
use sarsen::game::{Outcome, Player};
use sarsen::games;
use sarsen::matches::record::{Record, Records};

/// A command whose output has no colours, whatever the environment of the tests says.
fn play(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sarsen"));
    command.arg("play").args(arguments);
    for variable in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
        command.env_remove(variable);
    }
    command
}

/// Plays a script to its end.
fn run(arguments: &[&str], script: &str) -> Output {
    feed(&mut play(arguments), script.as_bytes())
}

/// The output for a script. It must be plain text.
fn told(arguments: &[&str], script: &str) -> String {
    let output = run(arguments, script);
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.is_ascii() && !text.contains('\u{1b}'), "{text:?}");
    text
}

#[track_caller]
fn has(text: &str, parts: &[&str]) {
    let mut rest = text;
    for part in parts {
        let at = rest.find(part).unwrap_or_else(|| panic!("'{part}' is not (then) in {text}"));
        rest = &rest[at + part.len()..];
    }
}

fn records(path: &Path) -> Vec<Record> {
    let text = std::fs::read_to_string(path).unwrap();
    Records::new(&text).map(Result::unwrap).collect()
}

const TWO_PEOPLE: [&str; 5] = ["connect4", "--first", "person", "--second", "person"];
const QUICK: [&str; 4] = ["--nodes", "500", "--option", "Hash=1"];

#[test]
fn two_people_play_and_the_line_that_won_is_named() {
    let text = told(&TWO_PEOPLE, "4\n1\n4\n1\n4\n1\n4\n");
    has(
        &text,
        &[
            "connect4 7x6: x and o are both played here.",
            "'help' lists the commands",
            "x> 4\n",
            "o> 1\n",
            "x> 4\n",
            "  .  .  .  X  .  .  .\n  o  .  .  X",
            "x has won. The capitals show what won.",
        ],
    );
    assert!(!text.contains("Play again"), "{text}");
}

#[test]
fn a_person_plays_the_engine_on_either_side() {
    let text = told(&[&["connect4"][..], &QUICK].concat(), "4\n");
    has(&text, &["You play x", "x> 4\n", "The engine plays ", "points", "x to move", "x> "][..5]);
    let text = told(&[&["stonehenge", "--first", "engine"][..], &QUICK].concat(), "");
    has(&text, &["The engine plays x, you play o.", "The engine plays ", "@", "o to move"]);
    let text = told(&[&["connect4", "8x7", "--second", "person"][..], &QUICK].concat(), "8\n");
    has(&text, &["connect4 8x7: The engine plays x", "o> 8\n", "The engine plays"]);
}

#[test]
fn the_engine_wins_where_it_can() {
    let text =
        told(&["connect4", "--depth", "6", "--option", "Hash=1"], "1\n2\n1\n2\n1\n3\n6\n7\n");
    has(&text, &["The engine plays ", "The engine has won (o). The capitals show what won."]);
}

#[test]
fn the_engine_plays_itself_to_the_end() {
    for (game, mark) in [("connect4", "x"), ("stonehenge", "x")] {
        let both = ["--first", "engine", "--second", "engine"];
        let text = told(&[&[game][..], &both, &QUICK].concat(), "");
        has(&text, &["The engine plays x and o", &format!("{mark} plays "), "o plays "]);
        assert!(text.contains(" has won.") || text.contains("a draw."), "{text}");
    }
    // The program does not wait for an input that never ends.
    let mut command =
        play(&["connect4", "--first", "engine", "--second", "engine", "--depth", "2"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
    let _open = child.stdin.take().unwrap();
    assert!(child.wait().unwrap().success());
}

#[test]
fn every_command_does_its_work() {
    let script = "help\nmoves\nrules\nhint\neval\n4\nflip\nshow\nundo\nundo\n\nresign\nundo\nnew\nresign\n\
                  hint\nnew\ngo\nquit\n4\n";
    let text = told(&[&TWO_PEOPLE[..], &QUICK].concat(), script);
    has(
        &text,
        &[
            "x> help\nType a move, such as 4, or a command:\n  undo ",
            "quit                   leave",
            "x> moves\n1 2 3 4 5 6 7\n",
            "x> rules\n\nThe board stands upright. ",
            "at the bottom left.\n\n",
            "x> hint\nThe engine would play ",
            "x> eval\nFor x, who is to move: wins in 41 plies (by the book).",
            "x> 4\n",
            "o> flip\n",
            "  7  6  5  4  3  2  1\no to move",
            "o> show\n",
            "  7  6  5  4  3  2  1\no to move",
            "o> undo\nTaken back: 4\n",
            "x> undo\nSorry, there is no move of yours to take back.\n",
            "x> \n",
            "x to move",
            "x> resign\no has won.\n",
            "> undo\nTaken back: the resignation\n",
            "x> new\nA new game. x and o",
            "x> resign\no has won.",
            "> hint\nThe game is over; 'new' begins another.",
            "> new\nA new game.",
            "x> go\nThe engine plays ",
            "o> quit\n",
        ],
    );
    assert!(text.ends_with("o> quit\n"), "{text}");
}

#[test]
fn hint_eval_and_the_move_agree() {
    // After 4 2, the book knows that columns 2 and 6 win. A search of a second does not see that.
    let quiet = ["connect4", "--first", "person", "--second", "person", "--option", "Hash=1"];
    let text = told(&quiet, "4\n2\nhint\neval\nverdicts on\ngo\n");
    let best = "6 (wins in 37 plies, then 5 6 6 4 5 5 ... is expected).";
    has(
        &text,
        &[
            &format!("x> hint\nThe engine would play {best}"),
            "x> eval\nFor x, who is to move: wins in 37 plies (by the book).",
            &format!("x> go\nThe engine plays {best}"),
        ],
    );
    // If the engine's limits exclude the book, its move does not come from the book. A hint still
    // names the best move.
    let text = told(&quiet, "4\n2\ndepth 4\nhint\neval\nstrength 20\nhint\neval\n");
    let eval = "x> eval\nFor x, who is to move: wins in 37 plies (by the book).";
    has(
        &text,
        &[
            "x> hint\nThe engine would play 4 (",
            ". By the book 6 (wins in 37 plies, ",
            eval,
            "x> hint\nBest is 6 (wins in 37 plies, ",
            "; the engine itself plays with a strength of 20.",
            eval,
        ],
    );
}

#[test]
fn a_hint_is_the_move_that_chance_will_choose() {
    // With a limit of nodes, the same search may differ once the table is warm. With chance, it may
    // differ at any time.
    let arguments = [&TWO_PEOPLE[..], &["--nodes", "3000", "--option", "Book Variety=40"]].concat();
    for moves in ["1\n7\n", "3\n1\n", "5\n5\n"] {
        let text = told(&arguments, &format!("{moves}verdicts on\nhint\nhint\ngo\n"));
        let said = |before: &str| {
            let rest = text.rsplit_once(before).unwrap_or_else(|| panic!("{text}")).1;
            rest.split(").").next().unwrap().to_owned()
        };
        assert_eq!(said("The engine would play "), said("The engine plays "), "{text}");
    }
}

#[test]
fn chance_takes_another_turn_in_another_game() {
    let arguments = [&TWO_PEOPLE[..], &QUICK, &["--option", "Book Variety=1000"]].concat();
    let text = told(&arguments, &"hint\ngo\nnew\n".repeat(12));
    let moves = |before: &str| -> Vec<String> {
        text.split(before).skip(1).map(|rest| rest[..1].to_owned()).collect()
    };
    let made = moves("The engine plays ");
    assert_eq!(made, moves("The engine would play "), "{text}");
    assert!(made.len() == 12 && made.iter().any(|m| *m != made[0]), "{made:?}");
}

#[test]
fn nobody_is_told_unasked_that_all_is_lost() {
    let engine_first = ["connect4", "--first", "engine", "--option", "Hash=1"];
    let text = told(&engine_first, "hint\n");
    has(&text, &["The engine plays 4.\n", "o> hint\nThe engine would play 4 (loses in 40 plies"]);
    let text = told(&[&engine_first[..], &["--verdicts", "on"]].concat(), "verdicts\n");
    has(&text, &["The engine plays 4 (wins in 41 plies, ", "o> verdicts\nverdicts: on\n"]);
    // Near the end, the verdict is shown, unless verdicts are off.
    let near = [&TWO_PEOPLE[..], &["--depth", "6"]].concat();
    let text = told(&near, "4\n4\n3\n3\ngo\nundo\nverdicts off\ngo\nundo\nverdicts auto\ngo\n");
    has(
        &text,
        &[" (wins in 3 plies", "verdicts: off\n", ".\n\n", "verdicts: auto\n", " (wins in 3 plies"],
    );
}

#[test]
fn who_plays_and_how_well_can_be_changed_in_mid_game() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games");
    let script = "4\nstrength\nstrength 40\nsecond engine\nswap\nmovetime\ndepth 2\nmovetime 700\n\
                  nodes 90\nmovetime none\ndepth NONE\nnodes none\nfirst\noption hash\n\
                  option Hash = 2\noption Book Variety\nsecond person\nfirst person\n";
    let text = told(
        &[&TWO_PEOPLE[..], &["--depth", "1", "--save", path.to_str().unwrap()]].concat(),
        script,
    );
    has(
        &text,
        &[
            "o> strength\nStrength = 100\n",
            "o> strength 40\nStrength = 40\n",
            "o> second engine\nYou play x, the engine plays o.\nThe engine plays ",
            "x> swap\nThe engine plays x, you play o.\nThe engine plays ",
            "o> movetime\nThe engine's limits at each move: 1 ply.\n",
            "o> depth 2\nThe engine's limits at each move: 2 plies.\n",
            "o> movetime 700\nThe engine's limits at each move: 700 ms, 2 plies.\n",
            "o> nodes 90\nThe engine's limits at each move: 700 ms, 2 plies, 90 positions.\n",
            "o> nodes none\nThe engine's limits at each move: 1000 ms.\n",
            "o> first\nThe engine plays x, you play o.\n",
            "o> option hash\nHash = 64\n",
            "o> option Hash = 2\nHash = 2\n",
            "o> option Book Variety\nBook Variety = 0\n",
            "o> first person\nx and o are both played here.\n",
        ],
    );
    let saved = records(&path);
    assert_eq!(saved[0].plies.len(), 3);
    assert_eq!(saved[0].tag("First"), Some("person"));
    let wrong = "strength 101\nfirst dog\ndepth 0\nverdicts maybe\noption Speed=1\noption Seed\n\
                 option Hash=x\n4\n";
    let text = told(&TWO_PEOPLE, wrong);
    has(
        &text,
        &[
            "Sorry, option Strength: '101' is not a number from 0 to 100.",
            "Sorry, 'dog' is not one of: person, engine.",
            "Sorry, '0' is neither a number from 1 on nor 'none'.",
            "Sorry, 'maybe' is not one of: on, auto, off.",
            "Sorry, no option 'Speed'; there is Hash, ",
            "Seed = ",
            "Sorry, option Hash: 'x' is not a number from 1 to ",
            "o to move",
        ],
    );
}

#[test]
fn opinions_come_in_words() {
    let text = told(
        &[&TWO_PEOPLE[..], &["--depth", "4", "--option", "Book="]].concat(),
        "eval\n4\n1\n4\nhint\nhelp\n",
    );
    has(
        &text,
        &[
            "For x, who is to move: ",
            " for ",
            " (depth 4); at a glance ",
            "Such words are an opinion: 'slightly better' from 6 points, ",
            "o> hint\nThe engine would play 4 (",
            " better for x: ",
            " points, then ",
            "Such words are an opinion: 'slightly better' from 6 points, ",
        ],
    );
}

#[test]
fn against_the_engine_two_moves_are_taken_back() {
    let text =
        told(&[&["connect4", "--depth", "1"][..], &["--option", "Hash=1"]].concat(), "4\nundo\n");
    has(&text, &["x> 4\nThe engine plays ", "x> undo\nTaken back: 4 ", "x to move"]);
}

#[test]
fn bad_input_is_answered_with_what_would_be_good() {
    let text = told(&TWO_PEOPLE, "9\nudno\nquitt\nfoo bar\nhint 3\n1\n1\n1\n1\n1\n1\n1\n");
    has(
        &text,
        &[
            "'9' is not a move: a move is a column from 1 to 7.\nGood would be 1 2 3 4 5 6 7, or 'help'.",
            "Did you mean 'undo'?",
            "Did you mean 'quit'?",
            "'foo bar' is not a move",
            "'hint' stands alone: nothing comes after it.",
            "'1' is not a legal move here: column 1 is full.\nGood would be 2 3 4 5 6 7, or 'help'.",
        ],
    );
    let text = told(&["stonehenge", "--second", "person", "--first", "person"], "6@99\n7@1\n");
    has(&text, &["the cells are 1 to 18.\nGood would be ", "... ('moves' lists all), or 'help'."]);
    let text = told(&TWO_PEOPLE, "resign\n4\n");
    has(&text, &["> 4\nThe game is over: 'yes' or 'new' begins another"]);
}

#[test]
fn nothing_is_said_twice() {
    let people = ["--first", "person", "--second", "person", "--dice", "person"];
    let text = told(&[&["backgammon"][..], &people].concat(), "31\n8/4/3/2\n8/5+6/5\n");
    has(
        &text,
        &[
            "each player throws one die",
            "the numbers are those of x\ndice 31",
            "is not a legal move here",
            "'moves' lists all moves, 'help' the commands.",
            "the numbers are those of o\no is to throw the dice",
        ],
    );
    assert!(!text.contains("Good would be"), "{text}");
    let engines = ["--first", "engine", "--second", "engine", "--depth", "1"];
    for game in games::registry().names() {
        let text = told(&[&[game][..], &engines, &["--option", "Hash=1"]].concat(), "");
        assert!(text.matches(" has won").count() <= 1, "{text}");
    }
}

#[test]
fn boards_tell_what_people_count() {
    let people = ["--first", "person", "--second", "person"];
    let text = told(&[&["othello"][..], &people].concat(), "d3\n");
    has(&text, &[" 8 . . . . . . . .\n   X 2   O 2\n", "   X 4   O 1\n"]);
    let text = told(&[&["checkers"][..], &people].concat(), "9-14\n");
    has(&text, &[" b 5   b 6   b 7   b 8\n", " .13   .14 ", " .13   b14 "]);
}

#[test]
fn a_game_goes_on_with_the_strength_and_the_time_that_it_had() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("games");
    let file = path.to_str().unwrap();
    let weak = ["connect4", "--second", "engine", "--strength", "1", "--movetime", "7"];
    told(&[&weak[..], &["--save", file]].concat(), "4\n");
    let asked = "strength\nmovetime\n";
    let text = told(&["--from", file], asked);
    has(&text, &["Strength = 1\n", "The engine's limits at each move: 7 ms.\n"]);
    // What is said on the command line, or in mid-game, comes first, and is recorded.
    let more = ["--from", file, "--strength", "2", "--depth", "3", "--save", file];
    let text = told(&more, "strength\ndepth\nnodes 99\n4\n");
    has(&text, &["Strength = 2\n", "at each move: 3 plies.\n"]);
    has(&told(&["--from", file], asked), &["Strength = 2\n", "3 plies, 99 positions.\n"]);
    has(&told(&["--from", &format!("{file}:1")], asked), &["Strength = 1\n", " 7 ms.\n"]);
    let missing = run(&["--from", &format!("{file}:3")], "");
    has(&String::from_utf8(missing.stderr).unwrap(), &["there is no record 3"]);
    // What makes no sense is no limit.
    std::fs::write(&path, "[Game \"connect4\"]\n[Strength \"101\"]\n[Depth \"x\"]\n\n1. 4 *\n")
        .unwrap();
    has(&told(&["--from", file], asked), &["Strength = 100\n", " 1000 ms.\n"]);
}

#[test]
fn strange_input_harms_nobody() {
    let mut child = play(&TWO_PEOPLE).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let _ = child.stdin.take().unwrap().write_all(b"\xff\xfe\0\n\n4\r\n   3  \nno end of line");
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    has(&String::from_utf8(output.stdout).unwrap(), &["x> 4\n", "o> 3\n", "x> no end of line\n"]);
}

#[test]
fn a_closed_output_ends_the_game() {
    let script = r#""$0" play connect4 --first engine --second engine --depth 1 | head -1"#;
    let mut shell = Command::new("sh");
    let output = shell.args(["-c", script, env!("CARGO_BIN_EXE_sarsen")]).output().unwrap();
    assert!(output.stderr.is_empty(), "{output:?}");
    has(&String::from_utf8(output.stdout).unwrap(), &["connect4 7x6: The engine plays x and o"]);
}

#[test]
fn a_saved_move_is_written_as_the_game_writes_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games");
    let mut arguments = TWO_PEOPLE;
    arguments[0] = "nuba";
    told(&arguments, &format!("x@C1\n9@A5\nsave {}\n", path.to_str().unwrap()));
    assert_eq!(records(&path)[0].moves(), "X@c1 9@a5");
}

#[test]
fn games_are_saved_and_gone_on_with() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games");
    let file = path.to_str().unwrap();
    let text = told(&TWO_PEOPLE, &format!("save\n4\n3\nsave {file}\nresign\nsave {file}\n"));
    has(
        &text,
        &[
            "there is nothing to save",
            &format!("The game has been saved in {file}."),
            &format!("The game has been added to {file}."),
        ],
    );
    let saved = records(&path);
    assert_eq!((saved.len(), saved[0].outcome, saved[0].moves().as_str()), (2, None, "4 3"));
    assert_eq!(saved[1].outcome, Some(Outcome::Win(Player::Second)));
    assert_eq!(saved[1].tag("Termination"), Some("person: resigned"));

    // The unfinished game goes on with the same players, and is saved without a question.
    let text = told(&["--from", file, "--save", file], "undo\n4\n");
    has(&text, &["Moves already played: 2.", "x> undo\nTaken back: 3", "o> 4\n", "added to"]);
    let saved = records(&path);
    assert_eq!((saved.len(), saved[2].outcome, saved[2].moves().as_str()), (3, None, "4 4"));
    assert_eq!(saved[2].tag("Termination"), None);

    // In a game against the engine, its scores are kept as comments.
    let more = ["--from", file, "--save", file, "--second", "engine", "--strength", "5"];
    let text = told(&[&more[..], &QUICK].concat(), "1\n");
    has(&text, &["You play x", "x> 1\nThe engine plays ", "added to"]);
    let saved = records(&path);
    let last = saved.last().unwrap();
    assert_eq!(last.tag("First"), Some("person"));
    assert_eq!(last.tag("Second"), Some("sarsen Strength=5 Hash=1"));
    assert!(last.plies[3].comment.as_ref().unwrap().contains("depth"), "{last}");
    for record in &saved {
        assert_eq!(record.replay(&games::registry()).unwrap().game(), "connect4");
    }
}

#[test]
fn what_cannot_be_saved_is_said() {
    let text = told(&TWO_PEOPLE, "4\nsave /\n3\n");
    has(
        &text,
        &["Sorry, the game could not be saved in /: ", "'save FILE' takes another file.", "o> 3"],
    );
    let output = run(&[&TWO_PEOPLE[..], &["--save", "/"]].concat(), "4\n");
    assert!(!output.status.success() && output.stdout.is_empty(), "{output:?}");
}

#[test]
fn what_cannot_be_saved_any_more_is_not_thrown_away() {
    let folder = tempfile::tempdir().unwrap();
    let (gone, file) = (folder.path().join("gone"), folder.path().join("games"));
    for (script, is_saved) in
        [(format!("new\nresign\nsave {}\nnew\n", file.display()), true), (String::new(), false)]
    {
        std::fs::create_dir(&gone).unwrap();
        let mut child = play(&TWO_PEOPLE)
            .arg("--save")
            .arg(gone.join("games"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut input = child.stdin.take().unwrap();
        input.write_all(b"4\n").unwrap();
        let mut lines = BufReader::new(child.stdout.as_mut().unwrap()).lines();
        assert!(lines.any(|line| line.unwrap() == "o to move"));
        std::fs::remove_dir(&gone).unwrap();
        input.write_all(script.as_bytes()).unwrap();
        drop(input);
        let rest: Vec<String> = lines.map(Result::unwrap).collect();
        let output = child.wait_with_output().unwrap();
        if is_saved {
            has(
                &rest.join("\n"),
                &[
                    "> new\nSorry, the game",
                    "> resign\n",
                    "Sorry",
                    "saved in",
                    "> new\nA new game.",
                ],
            );
            assert_eq!(records(&file)[0].moves(), "4");
        }
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.success(), is_saved);
        assert_eq!(errors.contains("sarsen: the game could not be saved in "), !is_saved);
    }
}

#[test]
fn mistakes_in_arguments_are_explained() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games");
    std::fs::write(&path, "[Game \"stonehenge\"]\n\n1. 6@7 *\n").unwrap();
    let file = path.to_str().unwrap();
    for (arguments, part) in [
        (
            &["chess"][..],
            "unknown game 'chess'; there is connect4, stonehenge, othello, checkers, abalone, nuba, \
             einstein, pig, deckpig, backgammon",
        ),
        (&["connect4", "1x1"], "at least 4 columns"),
        (&["connect4", "--option", "Colour=red"], "no option 'Colour'; there is Hash, "),
        (&["connect4", "--option", "Evaluator=neither"], "'neither' is not one of: threats"),
        (&["connect4", "--strength", "101"], "101 is not in 0..=100"),
        (&["connect4", "--first", "dog"], "[possible values: person, engine]"),
        (&["--from", "/nowhere"], "/nowhere: "),
        (&["connect4", "--from", file], "the game is one of stonehenge, not connect4"),
    ] {
        let output = run(arguments, "");
        assert!(!output.status.success() && output.stdout.is_empty(), "{output:?}");
        has(&String::from_utf8(output.stderr).unwrap(), &[part]);
    }
    std::fs::write(&path, "; nothing\n").unwrap();
    let output = run(&["--from", file], "");
    has(&String::from_utf8(output.stderr).unwrap(), &["there is no record in it"]);
}

/// Tests at a terminal.
#[cfg(unix)]
mod terminal {
    use super::*;
    use std::time::{Duration, Instant};

    use rexpect::session::{PtySession, spawn_command};

    const PATIENCE_MS: u64 = 30_000;
    const CLEAR: &str = "\u{1b}[";

    /// With these arguments, the engine thinks until it is interrupted. The game's own solver is
    /// off, because it might end the search.
    const ENDLESS: [&str; 6] =
        ["--movetime", "600000", "--option", "Book=", "--option", "Knowledge=tactics"];

    #[test]
    fn told_to_end_it_leaves_the_terminal_as_it_was() {
        let folder = tempfile::tempdir().unwrap();
        for (signal, arguments) in [("TERM", "--first person"), ("HUP", "")] {
            let go = folder.path().join(signal);
            let mut command = Command::new("sh");
            let script = format!(
                "stty echo icanon; \
                sh -c '(until [ -e {0} ]; do sleep 0.05; done; kill -{signal} $$) & \
                exec {1} play connect4 {arguments}'; stty -a; echo over",
                go.display(),
                env!("CARGO_BIN_EXE_sarsen")
            );
            command.args(["-c", &script]).env("TERM", "xterm");
            let mut terminal = spawn_command(command, Some(PATIENCE_MS)).unwrap();
            // The line editor is active, for a move or for the question who plays.
            terminal.exp_string(if arguments.is_empty() { "[person]" } else { "x> " }).unwrap();
            std::fs::write(&go, "").unwrap();
            let modes = terminal.exp_string("over").unwrap();
            let has = |word: &str| modes.split_whitespace().any(|known| known == word);
            assert!(has("icanon") && has("echo") && modes.contains("\u{1b}[?2004l"), "{modes}");
        }
    }

    fn sit_down(arguments: &[&str]) -> PtySession {
        sit_down_with(arguments, &[])
    }

    fn sit_down_with(arguments: &[&str], environment: &[(&str, &str)]) -> PtySession {
        let mut command = play(arguments);
        command.env("TERM", "xterm-256color").envs(environment.iter().copied());
        spawn_command(command, Some(PATIENCE_MS)).unwrap()
    }

    /// Waits for a text. Returns what came before it.
    #[track_caller]
    fn until(session: &mut PtySession, text: &str) -> String {
        session.exp_string(text).unwrap_or_else(|error| panic!("{error}"))
    }

    #[track_caller]
    fn say(session: &mut PtySession, prompt: &str, line: &str) -> String {
        let before = until(session, prompt);
        session.send_line(line).unwrap();
        before
    }

    /// Presses keys.
    fn press(session: &mut PtySession, keys: &str) {
        session.send(keys).unwrap();
        session.flush().unwrap();
    }

    /// Presses Ctrl-C once the engine shows that it thinks.
    #[track_caller]
    fn interrupt(session: &mut PtySession) {
        until(session, "thinking: depth ");
        session.send_control('c').unwrap();
    }

    #[track_caller]
    fn leaves(mut session: PtySession) -> String {
        let rest = session.exp_eof().unwrap_or_else(|error| panic!("{error}"));
        // The process releases the terminal a moment before it ends.
        let status = format!("{:?}", session.process().wait());
        assert!(status.contains("Exited") && status.contains(", 0)"), "{status}");
        rest
    }

    #[test]
    fn who_plays_is_asked_and_the_game_is_played_again_with_sides_swapped() {
        let mut session = sit_down(&["connect4", "--depth", "1", "--option", "Hash=1"]);
        say(&mut session, "Who plays x, person or engine? [person] ", "cat");
        until(&mut session, "'person' (or p), 'engine' (or e), or 'quit'.");
        say(&mut session, "Who plays x, person or engine? [person] ", "");
        say(&mut session, "Who plays o, person or engine? [engine] ", "e");
        until(&mut session, "You play x, the engine plays o.");
        say(&mut session, "x> ", "resign");
        until(&mut session, "The engine has won (o).");
        say(&mut session, "Play again? ", "maybe");
        until(&mut session, "The game is over: 'yes' or 'new' begins another");
        say(&mut session, "Play again? ", "yes");
        until(&mut session, "A new game. The engine plays x, you play o.");
        until(&mut session, "The engine plays ");
        say(&mut session, "o> ", "resign");
        say(&mut session, "Play again? ", "no");
        leaves(session);
    }

    #[test]
    fn who_names_no_game_is_offered_all() {
        let mut session = sit_down(&["--first", "person", "--second", "person"]);
        let list = until(&mut session, "Which game? A setup may follow its name. [connect4] ");
        assert!(list.contains("othello     ") && list.contains("setups: 8x8, 6x6"), "{list}");
        session.send_line("Othello 6x6").unwrap();
        until(&mut session, "othello 6x6: X and O are both played here.");
        say(&mut session, "X> ", "quit");
        leaves(session);
        let mut session = sit_down(&[]);
        say(&mut session, "Which game? ", "quit");
        leaves(session);
    }

    /// Lines that are typed ahead, or pasted, wait for their turn.
    #[test]
    fn no_line_is_lost_that_is_typed_ahead() {
        let mut session = sit_down(&["connect4", "--first", "person", "--second", "person"]);
        until(&mut session, "x> ");
        press(&mut session, "4\n4\n3\nundo 2\nquit\n");
        until(&mut session, "Taken back: 4 3");
        leaves(session);
    }

    #[test]
    fn the_four_combinations_can_be_asked_for() {
        for (x, o, greeting) in [
            ("p", "p", "x and o are both played here."),
            ("p", "e", "You play x"),
            ("e", "p", "The engine plays x, you"),
            ("e", "e", "The engine plays x and o"),
        ] {
            let mut session = sit_down(&["connect4", "--depth", "1", "--option", "Hash=1"]);
            say(&mut session, "Who plays x", x);
            say(&mut session, "Who plays o", o);
            until(&mut session, greeting);
            let prompt = if x == "p" { "x> " } else { "o> " };
            if (x, o) == ("e", "e") {
                say(&mut session, "Play again?", "n");
            } else {
                say(&mut session, prompt, "quit");
            }
            leaves(session);
        }
    }

    #[test]
    fn the_board_is_coloured_and_the_four_stand_out() {
        let mut session = sit_down(&TWO_PEOPLE);
        for line in ["4", "1", "4", "1", "4", "1", "4"] {
            say(&mut session, "> ", line);
        }
        let board = until(&mut session, "x has won.");
        has(&board, &["\u{1b}[36m\u{1b}[1mo", "\u{1b}[31m\u{1b}[1m\u{1b}[7mX"]);
        say(&mut session, "Play again?", "q");
        leaves(session);
    }

    #[test]
    fn there_is_no_colour_where_none_is_wanted() {
        let plain = [&TWO_PEOPLE[..], &["--no-color"]].concat();
        for (arguments, environment) in [(&TWO_PEOPLE[..], &[("NO_COLOR", "1")][..]), (&plain, &[])]
        {
            let mut session = sit_down_with(arguments, environment);
            say(&mut session, "x> ", "4");
            let board = until(&mut session, "o to move");
            assert!(board.contains("  .  .  .  x") && !board.contains("\u{1b}[31m"), "{board:?}");
            say(&mut session, "o> ", "quit");
            leaves(session);
        }
    }

    #[test]
    fn lines_are_edited_completed_and_remembered() {
        let mut session = sit_down(&TWO_PEOPLE);
        until(&mut session, "x> ");
        press(&mut session, "43\u{7f}\r");
        until(&mut session, "o to move");
        until(&mut session, "o> ");
        press(&mut session, "\u{1b}[A\r");
        until(&mut session, "x to move");
        until(&mut session, "x> ");
        press(&mut session, "und\t\r");
        until(&mut session, "Taken back: 4");
        until(&mut session, "o> ");
        press(&mut session, "str\t 30\r");
        until(&mut session, "Strength = 30");
        until(&mut session, "o> ");
        press(&mut session, "second e\t\r");
        until(&mut session, "the engine plays o.");
        until(&mut session, "x> ");
        session.send_control('d').unwrap();
        leaves(session);
    }

    #[test]
    fn ctrl_c_at_the_prompt_says_how_to_leave_and_ctrl_d_leaves() {
        let mut session = sit_down(&TWO_PEOPLE);
        until(&mut session, "x> ");
        session.send_control('c').unwrap();
        until(&mut session, "'quit' or Ctrl-D leaves.");
        until(&mut session, "x> ");
        session.send_control('d').unwrap();
        leaves(session);
    }

    #[test]
    fn thinking_is_shown_and_ctrl_c_ends_it() {
        let arguments = [&["connect4", "--second", "engine"][..], &ENDLESS].concat();
        let mut session = sit_down(&arguments);
        say(&mut session, "x> ", "4");
        interrupt(&mut session);
        let began = Instant::now();
        until(&mut session, "The engine plays ");
        assert!(began.elapsed() < Duration::from_secs(5));
        // The same holds for a hint.
        say(&mut session, "x> ", "hint");
        interrupt(&mut session);
        until(&mut session, "The engine would play ");
        say(&mut session, "x> ", "quit");
        leaves(session);
    }

    #[test]
    fn ctrl_c_stops_the_engine_that_plays_itself_and_go_goes_on() {
        let both = ["connect4", "--first", "engine", "--second", "engine"];
        let mut session = sit_down(&[&both[..], &ENDLESS].concat());
        interrupt(&mut session);
        until(&mut session, "x plays ");
        until(&mut session, "Stopped: 'go' goes on, 'quit' leaves.");
        say(&mut session, "o> ", "resign");
        until(&mut session, "it does not give up");
        say(&mut session, "o> ", "undo");
        until(&mut session, "Taken back: ");
        say(&mut session, "x> ", "go");
        interrupt(&mut session);
        until(&mut session, "x plays ");
        say(&mut session, "o> ", "quit");
        leaves(session);
    }

    #[test]
    fn long_lists_of_moves_fit_the_screen() {
        let mut session = sit_down(&["stonehenge", "--first", "person", "--second", "person"]);
        say(&mut session, "x> ", "moves");
        let list = until(&mut session, "x> ");
        let moves = list.lines().filter(|line| line.contains('@') && !line.contains(CLEAR));
        assert!(moves.clone().count() > 3, "{list:?}");
        assert!(moves.clone().all(|line| line.len() <= 100), "{list:?}");
        session.send_control('d').unwrap();
        leaves(session);
    }

    #[test]
    fn the_bare_program_says_how_to_begin() {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sarsen"));
        command.env("TERM", "xterm-256color");
        let mut session = spawn_command(command, Some(PATIENCE_MS)).unwrap();
        let before = until(&mut session, "type 'help', or run 'sarsen play'");
        assert!(before.trim().is_empty(), "{before}");
        session.send_line("4").unwrap();
        until(&mut session, "unknown command '4'; to play a move: move 4");
        session.send_line("quit").unwrap();
        session.exp_eof().unwrap();
    }
}
