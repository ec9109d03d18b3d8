//! The commands for scripts that answer once: `eval`, `moves`, `show`, `record`, `completions`,
//! `man`.

use std::process::{Command, Stdio};

use crate::support::example;
use crate::support::place::Place;
use crate::support::process::{converse, feed, filter, most_resident, sarsen, says};
use crate::support::slow::is_left_out;
use sarsen::games;
use sarsen::proofs::{Claim, Proof};
use serde_json::{Value, json};

const SARSEN: &str = env!("CARGO_BIN_EXE_sarsen");

const RECORDS: &str = "[Game \"connect4 7x6\"]\n\n1. 4 1 2. 4 1 3. 4 {win 3} 1 4. 4 1-0\n\n\
    [Game \"stonehenge\"]\n1. 6@7 5@8 2. 4@13 *\n\n\
    [Game \"connect4 8x7\"]\n[Position \"8/8/8/8/8/8/3x4 o\"]\n1. 4 5 *\n";

fn tells(arguments: &[&str]) -> Value {
    serde_json::from_str(&says(arguments)).unwrap()
}

/// Runs a command that must fail. Returns its error.
fn complains(arguments: &[&str]) -> String {
    let output = sarsen(arguments);
    assert!(!output.status.success() && output.stdout.is_empty(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn opinions_may_have_other_weights() {
    let by_hand = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/weights/connect4-by-hand.toml");
    let engine = converse(&format!(
        "setoption name Weights value {by_hand}\nposition startpos moves 4 4 3\nquery eval\n"
    ));
    let value = says(&["eval", "--moves", "4 4 3", "--weights", by_hand]);
    assert_eq!(engine.last().unwrap(), &format!("response {}", value.trim()));
    assert_ne!(value, says(&["eval", "--moves", "4 4 3", "--glance"]));
    let wrong = complains(&["eval", "stonehenge", "--weights", by_hand]);
    assert!(wrong.contains("connect4-by-hand.toml: "), "{wrong}");
}

#[test]
fn opinions_are_those_of_the_engine() {
    for (game, moves) in [("connect4", "4 4 3"), ("stonehenge", "6@7 5@8")] {
        let engine = converse(&format!("newgame {game}\nmove {moves}\nquery eval\n"));
        let value = says(&["eval", game, "--moves", moves, "--glance"]);
        assert_eq!(format!("response {value}").trim_end(), engine[0]);
        let chapter = tells(&["eval", game, "--moves", moves, "--evaluator", "chapter", "--json"]);
        assert!(chapter["evaluator"] == "chapter" && chapter["value"].is_i64(), "{chapter}");
    }
    let over = ["eval", "--moves", "4 1 4 1 4 1 4"];
    assert_eq!(says(&over), "none\n");
    let over = tells(&[&over[..], &["--json"]].concat());
    assert_eq!(
        (&over["value"], &over["result"], &over["to_move"]),
        (&Value::Null, &json!("p1win"), &Value::Null)
    );
    assert!(
        complains(&["eval", "--evaluator", "oracle"])
            .contains("there is threats, windows, chapter, learned, none")
    );
}

#[test]
fn a_position_is_judged_by_the_best_that_is_known() {
    let position = ["eval", "connect4", "--moves", "4 2"];
    let glance = says(&[&position[..], &["--glance"]].concat());
    let book = format!("score: win 37\nbest: 6\nby: book\ndepth: 10\nthreats: {glance}");
    assert_eq!(says(&position), book);
    let said = tells(&[&position[..], &["--json"]].concat());
    assert_eq!(said["score"], json!({"type": "win", "plies": 37}));
    assert_eq!(
        (&said["best"], &said["by"], &said["evaluator"]),
        (&json!("6"), &json!("book"), &json!("threats"))
    );
    assert_eq!(said["value"].to_string(), glance.trim());
    // Batch analysis says the same.
    let query = json!({"id": 1, "moves": "4 2", "limits": {"movetime": 1000}}).to_string();
    let answer: Value = serde_json::from_str(&filter(&["analyze"], query.as_bytes())[0]).unwrap();
    assert_eq!((&answer["score"], &answer["best"]), (&said["score"], &said["best"]));
    // Outside the book, the solver answers, and with a limit the search alone.
    let solved = says(&["eval", "connect4", "--moves", "4 4 4 4 4 2 1 4 1 1 1 1 7 2 2"]);
    assert!(solved.starts_with("score: ") && solved.contains("\nby: proof\n"), "{solved}");
    let searched = tells(&[&position[..], &["--depth", "4", "--json"]].concat());
    assert_eq!((&searched["by"], &searched["depth"]), (&json!("search"), &json!(4)));
    assert!(complains(&["eval", "--glance", "--depth", "3"]).contains("cannot be used with"));
}

#[test]
fn a_move_without_a_proof_is_told_apart_from_a_proven_score() {
    // The book has the scores of all positions with twelve stones, and the solver needs some
    // milliseconds to find a move that keeps this one.
    let moves = ["eval", "connect4", "--moves", "1 2 4 1 2 5 3 5 6 4 6 6"];
    let hasty = says(&[&moves[..], &["--movetime", "1"]].concat());
    assert!(hasty.starts_with("score: draw\n"), "{hasty}");
    assert!(hasty.contains("\nby: book\nmove by: search\n"), "{hasty}");
    let patient = tells(&[&moves[..], &["--movetime", "60000", "--json"]].concat());
    assert_eq!((&patient["score"], &patient["by"]), (&json!({"type": "draw"}), &json!("book")));
    assert!(patient.get("move_by").is_none(), "{patient}");
}

#[test]
fn legal_moves_are_listed() {
    assert_eq!(says(&["moves", "connect4", "4x4"]), "1\n2\n3\n4\n");
    assert_eq!(says(&["moves", "connect4 4x4"]), "1\n2\n3\n4\n");
    assert_eq!(says(&["moves", "--moves", "4 1 4 1 4 1 4"]), "");
    let said = tells(&["moves", "--moves", "4 1 4 1 4 1", "--json"]);
    assert_eq!(said["to_move"], "first");
    assert_eq!(said["moves"][3], json!({"move": "4", "result": "p1win"}));
    assert_eq!(said["moves"][0], json!({"move": "1"}));
}

#[test]
fn boards_are_shown() {
    let engine = converse("move 4 4 3\nshow\n");
    let board = says(&["show", "connect4", "--moves", "4 4 3"]);
    let noted: Vec<String> = board.lines().map(|line| format!("info string {line}")).collect();
    assert_eq!(noted, engine);
    let said = tells(&["show", "--position", "7/7/7/7/3o3/2xx3 o", "--json"]);
    assert_eq!(
        (&said["game"], &said["position"], &said["to_move"], &said["ply"]),
        (&json!("connect4 7x6"), &json!("7/7/7/7/3o3/2xx3 o"), &json!("second"), &json!(0))
    );
    let replay = says(&["show", "--moves", "4 4 3", "--replay"]);
    assert!(replay.ends_with(&board) && replay.contains("\nply 3: 3\n"), "{replay}");
    assert_eq!(replay.matches("position: ").count(), 4);
    let replay = says(&["show", "--moves", "4 4 3", "--replay", "--json"]);
    let last: Value = serde_json::from_str(replay.lines().last().unwrap()).unwrap();
    assert_eq!((replay.lines().count(), &last["move"], &last["ply"]), (4, &json!("3"), &json!(3)));
}

#[test]
fn a_position_may_come_from_a_record() {
    let place = Place::new();
    let file = place.write("games.txt", RECORDS);
    let third = format!("{file}:3");
    assert_eq!(tells(&["show", "--json", "--record", &file])["result"], "p1win");
    assert_eq!(
        tells(&["show", "--json", "--record", &file, "--ply", "2", "--moves", "7"])["position"],
        "7/7/7/7/7/o2x2x o"
    );
    assert_eq!(
        tells(&["eval", "--json", "--glance", "--record", &third])["position"],
        "8/8/8/8/8/3o4/3xx3 o"
    );
    assert_eq!(says(&["show", "--replay", "--record", &third]).matches("position: ").count(), 3);
    assert!(says(&["perft", "2", "--record", &third]).contains("perft 2 64 "));
    assert!(
        complains(&["eval", "connect4", "--record", &format!("{file}:2")])
            .contains("one of stonehenge")
    );
    assert!(complains(&["eval", "--record", &format!("{file}:4")]).contains("no record 4"));
    assert!(complains(&["eval", "--record", &format!("{file}:0")]).contains("counted from 1"));
    assert!(complains(&["eval", "--record", &file, "--ply", "8"]).contains("only 7 plies"));
    assert!(
        complains(&["eval", "connect4", "8x7", "--record", &file]).contains("one of connect4 7x6")
    );
    assert!(complains(&["eval", "--record", "nowhere.txt"]).contains("nowhere.txt: "));
    assert!(complains(&["eval", "--moves", "4 9"]).contains("move 2"));
    assert!(complains(&["eval", "chess"]).contains("unknown game 'chess'"));
}

#[test]
fn records_are_checked() {
    let place = Place::new();
    let file = place.write("games.txt", RECORDS);
    let fine = "1 ok: connect4 7x6, 7 plies, 1-0\n2 ok: stonehenge, 3 plies, *\n3 ok: connect4 8x7, 2 plies, *\n";
    assert_eq!(says(&["record", &file]), fine);
    assert_eq!(filter(&["record", "-"], RECORDS.as_bytes()).join("\n"), fine.trim_end());
    assert_eq!(
        says(&["record", &format!("{file}:2")]),
        fine.lines().nth(1).unwrap().to_owned() + "\n"
    );
    let said = tells(&["record", "--json", &format!("{file}:1")]);
    assert_eq!(
        said,
        json!({"record": 1, "ok": true, "game": "connect4 7x6", "plies": 7, "result": "p1win"})
    );
    let wrong = "[Game \"connect4\"]\n1. 4 9 *\n[Game \"connect4\"] 4 1 4 1 4 1 4 0-1\n[Game \"connect4\"] *\n1. 4 ]";
    std::fs::write(place.text("wrong.txt"), wrong).unwrap();
    let output = sarsen(&["record", &place.text("wrong.txt")]);
    let text = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!((output.status.code(), lines.len()), (Some(1), 4), "{text}");
    for (line, part) in
        lines.iter().zip(["wrong: move 2", "wrong: the record says 0-1", "ok", "wrong: line 5"])
    {
        assert!(line.contains(part), "{line}");
    }
    let output = sarsen(&["record", "--json", &place.text("wrong.txt")]);
    let first: Value =
        serde_json::from_slice(output.stdout.split(|&b| b == b'\n').next().unwrap()).unwrap();
    assert!(first["ok"] == false && first["error"].as_str().unwrap().starts_with("move 2"));
    let half =
        place.write("half.txt", "[Game \"connect4\"]\n1. 4 ] 2-0\n\n[Game \"connect4\"] 4 3 *\n");
    let output = sarsen(&["record", &half]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(!output.status.success() && text.starts_with("1 wrong: line 2: a move or"));
    assert!(text.ends_with("\n2 ok: connect4 7x6, 2 plies, *\n"), "{text}");
    assert_eq!(says(&["record", &format!("{half}:2")]), "2 ok: connect4 7x6, 2 plies, *\n");
    assert!(says(&["moves", "--record", &format!("{half}:2")]).contains('4'));
    for command in [&["record"][..], &["show", "--record"]] {
        let file = format!("{half}:3");
        let text = complains(&[command, &[&*file]].concat());
        assert!(text.contains("no record 3, and record 1 is broken: line 2: a move or"), "{text}");
    }
    std::fs::write(place.text("empty.txt"), "\n").unwrap();
    assert!(complains(&["record", &place.text("empty.txt")]).contains("there is no record"));
}

#[test]
fn files_of_records_are_told_apart() {
    let place = Place::new();
    let [a, b] = ["a.txt", "b.txt"].map(|name| place.write(name, RECORDS));
    let output = sarsen(&["record", &a, "/no/where", &format!("{b}:2")]);
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 4, "{text}");
    assert_eq!(lines[0], format!("{a}: 1 ok: connect4 7x6, 7 plies, 1-0"));
    assert_eq!(lines[3], format!("{b}: 2 ok: stonehenge, 3 plies, *"));
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(errors.starts_with("sarsen: /no/where: "), "{errors}");
    let lines = filter(&["record", &b, "-", "--json"], RECORDS.as_bytes());
    let files: Vec<Value> = lines
        .iter()
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["file"].clone())
        .collect();
    let [b, input] = [json!(b), json!("standard input")];
    assert_eq!(files, [&b, &b, &b, &input, &input, &input].map(Value::clone));
}

#[test]
fn an_error_about_a_file_names_it() {
    let place = Place::new();
    let garbage = place.write("garbage", b"[Game \"connect4\"]\n4 ]\0\n");
    let other = place.write("other", "[Game \"othello\"]\nf5 *\n");
    let wrong = place.write("wrong", "[Game \"connect4\"]\n9 *\n");
    let picture = "/no/such/folder/board.svg";
    let missing = std::fs::read(picture).unwrap_err().to_string();
    for (arguments, file, why) in [
        (&["show", "--record", &garbage][..], &*garbage, "line 2: "),
        (&["show", "connect4", "--record", &other], &other, "othello"),
        (&["show", "--record", &wrong], &wrong, "'9' is not a move"),
        (&["show", "--record", &wrong, "--ply", "3"], &wrong, "only 1 plies"),
        (&["tune", "connect4", "--records", &garbage], &garbage, "line 2: "),
        (&["show", "connect4", "--svg", picture], picture, &missing),
        (
            &["solve", "connect4", "missing"],
            "missing",
            "there is no file 'missing', and no such setup",
        ),
    ] {
        let output = sarsen(arguments);
        let errors = String::from_utf8(output.stderr).unwrap();
        let last = errors.lines().last().unwrap_or_default();
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {errors}");
        assert!(last.contains(file) && last.contains(why), "{arguments:?}: {errors}");
        assert!(!last.contains(".partial"), "{arguments:?}: {errors}");
    }
}

/// Standard input that is a folder can be opened, but not read.
#[test]
#[cfg(unix)]
fn an_input_that_cannot_be_read_is_a_failure() {
    for arguments in [&[][..], &["analyze"], &["play", "connect4"]] {
        let folder = std::fs::File::open("/").unwrap();
        let output = Command::new(SARSEN).args(arguments).stdin(folder).output().unwrap();
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {errors}");
        assert!(errors.contains("Is a directory"), "{arguments:?}: {errors}");
    }
}

#[test]
#[cfg(unix)]
fn what_others_wrote_does_not_command_the_terminal() {
    const EVIL: &str = "\u{1b}[31mred\u{9b}2J\u{202e}";
    let place = Place::new();
    let claim = Claim { first_wins: true };
    let (game, position) = ("stonehenge".to_owned(), EVIL.to_owned());
    let proof = Proof { game, position, claim, plies: 1, moves: Vec::new() }.to_bytes();
    let (proof, openings) = (place.write("proof", proof), place.write("openings", EVIL));
    let book = place.text("book");
    let script = format!("printf 'ugiok\\ninfo string error: {EVIL}\\nreadyok\\n'; cat");
    let engine = format!("name=engine cmd='sh {}'", place.write("engine", &script));
    let said = format!("printf '{EVIL}\\n'; cat");
    let two = ["match", "-p", "name=a", "-p", "name=b", "--depth", "1", "--openings"];
    for (arguments, input) in [
        (&["record", "-"][..], format!("[Game \"{EVIL}\"] 4 *")),
        (&["record", "-"], format!("[Game \"connect4\"] {EVIL} *")),
        (&["record", "-"], format!("[{EVIL}")),
        (&["record", &format!("/{EVIL}")], String::new()),
        (&["record", &place.write(EVIL, "4 4"), "-"], String::new()),
        (&["solve", "connect4"], format!("{EVIL} {EVIL}")),
        (&["solve", "--check", &proof], String::new()),
        (&["book", "add", &book], format!("{{\"score\":{{\"type\":\"\\u001b{}\"}}}}", &EVIL[1..])),
        (&[&two[..], &[&openings]].concat(), String::new()),
        (&["match", "-p", &engine, "-p", "name=own", "--depth", "1"], String::new()),
        (&["conform", "--patience-ms", "500", "--", "sh", "-c", &said], String::new()),
    ] {
        let output = feed(Command::new(SARSEN).args(arguments), input.as_bytes());
        let text = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        assert!(
            !output.status.success()
                && ["\\u{1b}", "\\u{9b}"].iter().any(|part| text.contains(part)),
            "{arguments:?}: {text:?}"
        );
        let is_evil = |c: char| c != '\n' && (c.is_control() || c == '\u{202e}');
        assert!(!text.contains(is_evil), "{arguments:?}: {text:?}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn what_never_ends_takes_little_memory() {
    if is_left_out("commands that are flooded") {
        return;
    }
    let place = Place::new();
    let book = place.text("my.book");
    for (arguments, said, part) in [
        (&["record", "-"][..], "4 4", "line 1: no record ends within 1 MiB"),
        (&["show", "--record", "-"], "4", "line 1: no record ends within 1 MiB"),
        (&["play", "--from", "/dev/stdin"], "4", "line 1: no record ends within 1 MiB"),
        (
            &["match", "-p", "name=a", "-p", "name=b", "--depth", "1", "--openings", "/dev/stdin"],
            "[Game \"connect4\"] 4",
            "openings: /dev/stdin: this is too large: there are more than 64 MiB of it",
        ),
        (&["record", "/dev/zero"], "", "/dev/zero: this is a device"),
        (&["show", "--record", "/dev/zero"], "", "/dev/zero: this is a device"),
        (&["play", "--from", "/dev/zero"], "", "/dev/zero: this is a device"),
        (&["solve", "connect4", "/dev/zero"], "", "/dev/zero: this is a device"),
        (&["solve", "--check", "/dev/zero"], "", "/dev/zero: this is no file"),
        (&["book", "add", &book, "/dev/zero"], "", "/dev/zero: this is a device"),
        (
            &["match", "-p", "name=a", "-p", "name=b", "--depth", "1", "--openings", "/dev/zero"],
            "",
            "openings: /dev/zero: this is a device",
        ),
    ] {
        let mut yes = Command::new("yes").arg(said).stdout(Stdio::piped()).spawn().unwrap();
        let mut child = Command::new(SARSEN)
            .args(arguments)
            .stdin(yes.stdout.take().unwrap())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let most = most_resident(&mut child) >> 10;
        yes.kill().unwrap();
        yes.wait().unwrap();
        let output = child.wait_with_output().unwrap();
        let text = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        assert!(!output.status.success() && text.contains(part), "{arguments:?}: {text}");
        assert!(most < 150, "{arguments:?}: {most} MiB");
    }
}

#[test]
fn a_record_leads_back_to_the_protocol() {
    let place = Place::new();
    let file = place.write("games.txt", RECORDS);
    let lines = says(&["record", "--position", &file]);
    assert_eq!(
        lines.lines().collect::<Vec<_>>(),
        [
            "position startpos moves 4 1 4 1 4 1 4",
            "position startpos moves 6@7 5@8 4@13",
            "position fen 8/8/8/8/8/8/3x4 o moves 4 5",
        ]
    );
    let line = says(&["record", "--position", "--ply", "0", &format!("{file}:3")]);
    assert_eq!(line, "position fen 8/8/8/8/8/8/3x4 o\n");
    let answers = converse(&format!("newgame connect4 8x7\n{line}query fen\n"));
    assert_eq!(answers, ["response 8/8/8/8/8/8/3x4 o"]);
}

#[test]
fn a_game_of_ones_own_has_all_of_this() {
    let own = |arguments: &[&str]| {
        let program = example("tic_tac_toe");
        let output = Command::new(program).args(arguments).stdin(Stdio::null()).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    assert_eq!(own(&["moves"]).lines().count(), 9);
    assert!(own(&["show", "--moves", "b2"]).contains(".../.x./... o"));
    let place = Place::new();
    let book = place.text("own.book");
    own(&["book", "build", &book, "--positions", "1000"]);
    assert!(own(&["book", "show", &book]).contains("value: draw"));
    assert!(own(&["match", "-p", "depth=3", "-p", "depth=1"]).contains("depth 3 - depth 1: "));
    let played = own(&["play", "--first", "engine", "--second", "engine", "--depth", "9"]);
    assert!(played.contains("The game is a draw."), "{played}");
}

#[test]
fn games_are_listed_with_their_setups_and_their_rules_are_told() {
    let list = says(&["games"]);
    let help = says(&["help", "solve"]).split_whitespace().collect::<Vec<_>>().join(" ");
    let json: Value = serde_json::from_str(&says(&["games", "--json"])).unwrap();
    let registry = games::registry();
    assert_eq!(json.as_array().unwrap().len(), registry.names().count());
    for (game, json) in registry.entries().zip(json.as_array().unwrap()) {
        assert!(list.contains(&format!("{} ", game.name())), "{list}");
        assert!(json["name"] == game.name() && json["summary"] == game.summary(), "{json}");
        let setups = json["setups"].as_array().unwrap();
        assert!(setups.iter().all(|setup| list.contains(setup.as_str().unwrap())), "{list}");
        // What the game says of its solver is in the help of the command.
        let note: Vec<&str> = game.solver_note().split_whitespace().collect();
        assert!(help.contains(&note.join(" ")), "{note:?} {help}");
        // The rules are the game's own, in lines that fit.
        let said = says(&["rules", game.name()]);
        let session = registry.open(game.name(), "").unwrap();
        let words: Vec<&str> = said.split_whitespace().collect();
        let own = format!("{} {}", session.title(), session.rules());
        assert_eq!(words, own.split_whitespace().collect::<Vec<_>>());
        assert!(said.lines().all(|line| line.len() <= 80), "{said}");
    }
    assert!(list.lines().all(|line| line.len() <= 80), "{list}");
    assert!(
        list.contains("connect4    Connect Four: drop stones into columns; four in a row win\n"),
        "{list}"
    );
    assert!(complains(&["rules", "chess"]).contains("unknown game 'chess'"));
}

#[test]
fn shells_and_man_know_all_subcommands() {
    let place = Place::new();
    let help = says(&["-h"]);
    let (_, commands) = help.split_once("Commands:\n").unwrap();
    let commands = commands.split("\n\n").next().unwrap();
    // A line further to the right belongs to the line above.
    let name = |line| {
        let line = str::strip_prefix(line, "  ").filter(|line| !line.starts_with(' '))?;
        line.split(' ').next()
    };
    let names: Vec<&str> = commands.lines().filter_map(name).collect();
    assert!(names.len() > 12 && names.ends_with(&["help"]), "{names:?}");
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = says(&["completions", shell]);
        assert!(names.iter().all(|name| script.contains(name)), "{shell}");
    }
    let page = says(&["man"]);
    let pages = place.text("");
    assert_eq!(says(&["man", "--dir", &pages]), "");
    for name in &names[..names.len() - 1] {
        assert!(page.contains(&format!("sarsen\\-{name}(1)")), "{name} is missing");
        let own = says(&["man", name]);
        assert!(own.starts_with(".ie") && own.contains(name));
        assert_eq!(std::fs::read_to_string(place.text(&format!("sarsen-{name}.1"))).unwrap(), own);
    }
    assert!(complains(&["man", "dance"]).contains("no subcommand 'dance'"));
    assert!(complains(&["man", "--dir", "/nowhere/at/all"]).contains("/nowhere/at/all: "));
    assert!(complains(&["completions", "csh"]).contains("possible values: bash"));
}

#[test]
fn an_evaluator_that_has_nothing_to_judge_by_says_so() {
    let script = b"eval\nquit\n";
    for (evaluator, is_blind) in [("none", true), ("mobility", false)] {
        let option = format!("Evaluator={evaluator}");
        let play = ["play", "othello", "--depth", "2", "--option", &option];
        let said = filter(&play, script).join("\n");
        assert_eq!(
            said.contains(": undecided as far as the search sees (depth "),
            is_blind,
            "{said}"
        );
        assert_eq!(said.contains("at a glance"), !is_blind, "{said}");
    }
    assert_eq!(says(&["eval", "othello", "--evaluator", "none"]), "0\n");
    // A game without an evaluator plays by what it has learnt, which is nothing so far.
    let output = Command::new(example("breakthrough")).args(["eval", "--depth", "2"]).output();
    let said = String::from_utf8(output.unwrap().stdout).unwrap();
    assert!(said.ends_with("\nlearned: 0 (it has nothing to judge by)\n"), "{said}");
}

#[test]
fn a_board_of_rows_and_columns_is_drawn_from_its_description() {
    let show = |name: &str, moves: &str| {
        let output = Command::new(example(name)).args(["show", "--moves", moves]).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let ataxx = show("ataxx", "b6");
    assert!(ataxx.starts_with("7 x . . . . . o\n6 . x . . . . .\n"), "{ataxx}");
    assert!(ataxx.contains("\n  a b c d e f g\no to move"), "{ataxx}");
    let breakthrough = show("breakthrough", "a2a3");
    assert!(breakthrough.contains("3 w . . . . . . .\n2 . w w w w w w w\n"), "{breakthrough}");
}
