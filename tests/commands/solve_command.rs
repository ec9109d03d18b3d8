//! `sarsen solve`: it reads lines of positions and writes exact scores.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Output, Stdio};

use crate::support::place::Place;
use crate::support::process::{feed, signal};
use crate::support::{data, scored_games};
use serde_json::{Value, json};

/// Runs `sarsen solve` with this on its standard input.
fn solve(arguments: &[&str], input: impl AsRef<[u8]>) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sarsen"));
    feed(command.arg("solve").args(arguments), input.as_ref())
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn objects(output: &Output) -> Vec<Value> {
    text(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_file_with_scores_is_solved_and_compared() {
    let path = data("connect4/Test_L3_R1");
    let output = solve(&["connect4", path.to_str().unwrap(), "--json"], "");
    assert!(output.status.success());
    let solved = objects(&output);
    let expected = scored_games("connect4/Test_L3_R1");
    assert_eq!(solved.len(), expected.len());
    for (solved, (moves, score)) in solved.iter().zip(&expected) {
        assert_eq!((&solved["moves"], &solved["score"]), (&(**moves).into(), &(*score).into()));
        assert!(solved["nodes"].is_u64() && solved["micros"].as_f64().unwrap() > 0.0, "{solved}");
    }
    let summary = text(&output.stderr);
    assert!(
        summary.contains("1000 solved, 1000 compared with a known score, 0 wrong"),
        "{summary}"
    );
    assert!(summary.contains("mean") && summary.contains("median"), "{summary}");
}

#[test]
fn a_solver_that_lacks_memory_says_how_much() {
    let output = solve(&["pig", "250", "--start", "--hash", "1"], "");
    assert!(!output.status.success());
    let said = text(&output.stdout) + &text(&output.stderr);
    let start = "the game's own solver needs ";
    assert!(said.contains(start), "{said}");
    assert!(
        said.contains(" MiB of memory here, and was granted 1 MiB; --hash gives more"),
        "{said}"
    );
    let output = solve(&["pig", "20", "--start", "--hash", "8"], "");
    assert!(
        output.status.success() && text(&output.stdout).starts_with("start 0.6155"),
        "{output:?}"
    );
}

#[test]
fn a_wrong_score_is_told() {
    let output = solve(&["connect4"], "2252576253462244111563365343671351441 -2\n");
    assert_eq!(output.status.code(), Some(1));
    let said = text(&output.stdout);
    assert!(said.contains("WRONG") && said.contains("1 compared with a known score, 1 wrong"));
}

#[test]
fn all_moves_have_their_scores() {
    let moves = "2252576253462244111563365343671351441";
    for threads in ["1", "2"] {
        let input = format!("{moves}\n");
        let output =
            solve(&["connect4", "--all", "--json", "--threads", threads, "--hash", "1"], &input);
        let solved = &objects(&output)[0];
        let scores = solved["scores"].as_object().unwrap();
        let best = scores.values().map(|score| score.as_i64().unwrap()).max();
        assert_eq!(best, solved["score"].as_i64());
        assert_eq!(solved["scores"][solved["best"].as_str().unwrap()], solved["score"]);
        // The score of a move is that of the position after it, with the opposite sign.
        for (column, score) in scores {
            let after = solve(&["connect4", "--json"], format!("{moves}{column}\n"));
            match objects(&after)[0]["score"].as_i64() {
                Some(after) => assert_eq!(score.as_i64(), Some(-after), "{column}"),
                None => assert!(text(&after.stdout).contains("the game is over")),
            }
        }
    }
}

#[test]
fn sizes_starts_and_separators() {
    let values = [("6x5", 0), ("5x5", 0), ("4x6", 0), ("6x4", -1)];
    for (size, score) in values {
        let output = solve(&["connect4", size, "--start", "--json"], "");
        assert_eq!(objects(&output)[0]["score"], score, "{size}");
    }
    let [start, dash] = [vec!["--start"], vec!["-"]].map(|more| {
        let arguments = [vec!["connect4", "5x4", "--json"], more].concat();
        objects(&solve(&arguments, "-\n\n"))[0]["score"].clone()
    });
    assert_eq!(start, dash);
    let output = solve(
        &["connect4", "10x4", "--json"],
        "10,5,5,6,6,6,4,5,5,6,4,4,7,7,8,3\n\n  10,5,5,6,6,6,4,5,5,6,4,4,7,7,8,3 12 \r\n",
    );
    assert!(output.status.success(), "{output:?}");
    let solved = objects(&output);
    assert_eq!((solved.len(), &solved[0]["score"]), (2, &12.into()));
    assert_eq!(solved[1]["expected"], 12);
}

#[test]
fn mistakes_are_told_and_the_others_are_solved() {
    let input = [
        &b"44x\n4141414\n12345678\n44 high\n2252576253462244111563365343671351441\n"[..],
        b"\x07\n# a remark\n4\xff4\n4,,4\n2252576253462244111563365343671351441",
    ];
    let output = solve(&["connect4", "--json"], input.concat());
    assert_eq!(output.status.code(), Some(1));
    let solved = objects(&output);
    assert_eq!(solved.len(), 9);
    assert!(solved[6]["error"].as_str().unwrap().starts_with("standard input, line 8: "));
    assert!(solved[7]["error"].as_str().unwrap().contains("comma"));
    assert_eq!(solved[8]["score"], -1);
    for (index, what) in [(0, "'x'"), (1, "over"), (2, "move 8"), (3, "'high' is no score")] {
        assert!(solved[index]["error"].as_str().unwrap().contains(what), "{}", solved[index]);
        assert!(solved[index].get("score").is_none());
    }
    assert_eq!(solved[4]["score"], -1);
    assert!(text(&output.stderr).contains("2 solved, 7 not understood"));
    for (arguments, what) in [
        (vec!["chess"], "unknown game"),
        (vec!["connect4", "3x3"], "at least 4"),
        (vec!["connect4", "/no/such/file"], "/no/such/file"),
        (vec!["connect4", "--book", "/no/such.book"], "/no/such.book"),
        (vec!["connect4", "--hash", "0"], "--hash"),
        (vec!["stonehenge", "--sample", "4"], "--check"),
        (vec!["stonehenge", "--check", "p", "--sample", "0"], "--sample"),
        (vec!["stonehenge", "--check", "p", "--plies", "3"], "--plies"),
        (vec!["stonehenge", "--book", "b", "--proof", "p"], "--book"),
        (vec!["stonehenge", "--proof", "/no/such/folder/p"], "/no/such/folder/p"),
    ] {
        let output = solve(&arguments, "");
        assert!(!output.status.success() && output.stdout.is_empty(), "{arguments:?}");
        assert!(text(&output.stderr).contains(what), "{arguments:?}: {output:?}");
    }
}

#[test]
fn what_is_wrong_with_a_line_is_said_in_its_own_terms() {
    let input = "\u{feff}# a remark\n  # another\n6@19\n5@74@11\n5@7 4@11 x\n\0\n5@7,6@7\n\
        5@7,4@11 high\n5@7 4@11 :\nfen ../.\n5@7 : 1 : x\n";
    let output = solve(&["stonehenge"], input);
    let said = text(&output.stdout);
    let lines: Vec<&str> = said.lines().collect();
    assert!(lines[0].contains("the cells are 1 to 18"), "{said}");
    assert!(lines[1].contains("'5@74@11' is not a move"), "{said}");
    assert!(lines[2].contains("move 3: 'x' is not a move"), "{said}");
    assert!(lines[3].starts_with("standard input, line 6: a NUL byte"), "{said}");
    assert!(lines[4].contains("move 2: '6@7' is not a legal move here: cell 7 is taken"), "{said}");
    assert!(lines[5].contains("'high' is no score, and no move: a move is piece@cell"), "{said}");
    assert!(
        lines[6].starts_with("5@7 4@11: ") && lines[6].contains("a score is missing"),
        "{said}"
    );
    assert!(lines[7].contains("(at character "), "{said}");
    assert!(lines[8].starts_with("5@7 : 1: ") && lines[8].contains("'x' is no score"), "{said}");
    assert_eq!(lines[9], "0 solved, 9 not understood");
}

#[test]
fn lines_are_moves_or_positions_with_scores_behind_them() {
    let moves = "2252576253462244111563365343671351441";
    let blanks: Vec<String> = moves.chars().map(String::from).collect();
    let [blanks, commas] = [" ", ","].map(|between| blanks.join(between));
    let position = "xooox2/oxoxxx1/xooxoo1/xoxoxx1/oooxxoo/xxoxxxo o";
    let known = [
        format!("{moves} : -1"),
        format!("{moves} -1"),
        format!("{blanks} : -1"),
        format!("{blanks} -1"),
        format!("{commas} -1"),
        format!("{commas} \t:\t-1"),
        format!("fen {position} : -1"),
        format!("  fen  {position}  moves 6  : 1"),
        format!("startpos moves {blanks} : -1"),
        // A number may be a move, except after moves in one word.
        format!("{moves}6 1"),
    ];
    let unknown = [blanks, commas, format!("fen {position}")];
    let lines: Vec<String> = known.iter().chain(&unknown).cloned().collect();
    let output = solve(&["connect4", "--json"], lines.join("\n"));
    assert!(output.status.success(), "{output:?}");
    let solved = objects(&output);
    assert_eq!(solved.len(), lines.len());
    for (solved, line) in solved.iter().zip(&lines) {
        let score = if line.contains("moves 6") || line.ends_with("6 1") { 1 } else { -1 };
        assert_eq!(solved["score"], score, "{line}: {solved}");
        let expected = known.contains(line).then_some(score);
        assert_eq!(solved["expected"].as_i64(), expected, "{line}: {solved}");
    }
    assert_eq!((&solved[0]["moves"], &solved[0]["position"]), (&moves.into(), &Value::Null));
    assert_eq!((&solved[6]["moves"], &solved[6]["position"]), (&"".into(), &position.into()));
    assert_eq!((&solved[7]["moves"], &solved[7]["position"]), (&"6".into(), &position.into()));
    // The program can read its own output, up to the best move.
    let text_of = |input: &str| text(&solve(&["connect4"], input).stdout);
    for line in [&unknown[0], &unknown[2]] {
        let said = text_of(line);
        let again = said.split(" best ").next().unwrap();
        assert_eq!(again, format!("{line} : -1"));
        assert!(text_of(again).contains("1 compared with a known score, 0 wrong"));
    }
}

#[test]
fn a_move_that_ends_the_game_for_the_other_player_loses() {
    let moves = "6@8,4@7,3@1,2@5,5@15,3@11,4@16,2@6,2@14,5@10,3@4,3@12,1@3";
    let output = solve(&["stonehenge", "--all", "--json"], moves);
    let solved = &objects(&output)[0];
    for (m, score) in solved["scores"].as_object().unwrap() {
        let after = solve(&["stonehenge", "--json"], format!("{moves},{m}"));
        match objects(&after)[0]["score"].as_i64() {
            Some(theirs) => assert_eq!(score, -theirs, "{m}"),
            // Here the move has ended the game, and its player has lost.
            None => assert_eq!(score, -1, "{m}"),
        }
    }
    assert_eq!(solved["scores"]["6@9"], -1);
}

#[cfg(unix)]
#[test]
#[cfg(unix)]
fn lines_come_from_pipes_and_files_as_they_are_wanted() {
    let place = Place::new();
    const LINE: &str = "2252576253462244111563365343671351441";
    let file = place.write("positions", format!("{LINE}\n# nothing\n\n{LINE}\n"));
    let output = solve(&["connect4", &file, "/dev/stdin", &file, "--json"], LINE);
    let places: Vec<Value> = objects(&output);
    assert_eq!(places.len(), 5, "{output:?}");
    assert!(places.iter().all(|solved| solved["moves"] == LINE), "{output:?}");
    // Each line is solved before the next one comes.
    let mut child = Command::new(env!("CARGO_BIN_EXE_sarsen"))
        .args(["solve", "connect4", "/dev/stdin"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(format!("{LINE}\n").as_bytes()).unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
    assert!(line.starts_with(LINE), "{line}");
    drop(input);
    assert!(child.wait().unwrap().success());
    let output = solve(&["connect4", &place.text("")], "");
    assert!(text(&output.stderr).contains("this is a folder"), "{output:?}");
}

#[test]
fn an_interrupted_run_says_so() {
    use std::io::Write;
    use std::process::Stdio;
    let place = Place::new();
    let proof = place.text("my.proof");
    for (more, input, json) in [
        (&["--start"][..], "", true),
        (&["--start", "--proof", &proof], "", false),
        (&[], "-\n-\n", false),
        // The program waits for a line.
        (&[], "5@7,4@11,1@2,2@8,3@9,2@6\n", false),
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sarsen"));
        command.args(["solve", "stonehenge", "--hash", "16"]).args(more);
        command.args(json.then_some("--json"));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        child.stdin.as_ref().unwrap().write_all(input.as_bytes()).unwrap();
        let input_left = child.stdin.take();
        std::thread::sleep(std::time::Duration::from_secs(2));
        signal(&child, "INT");
        let output = child.wait_with_output().unwrap();
        drop(input_left);
        assert_eq!(output.status.code(), Some(130), "{output:?}");
        let (said, aside) = (text(&output.stdout), text(&output.stderr));
        if json {
            assert_eq!(objects(&output)[0]["interrupted"], true);
            assert!(aside.contains("0 solved, 1 open: interrupted"), "{aside}");
        } else if input.starts_with('5') {
            assert!(said.contains("1 solved\n"), "{said}");
        } else {
            assert!(
                said.contains("open") && said.contains("0 solved, 1 open: interrupted"),
                "{said}"
            );
        }
        assert_eq!(aside.contains("no proof was written"), more.len() > 1, "{aside}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn nothing_is_lost_because_nobody_reads_what_is_said_aside() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let place = Place::new();
    let file = place.write("positions", MOVES);
    let mut command = Command::new(env!("CARGO_BIN_EXE_sarsen"));
    command.args(["solve", "stonehenge", &file, "--json"]).stderr(full);
    let output = command.output().unwrap();
    assert!(output.status.success(), "{output:?}");
    assert_eq!(objects(&output)[0]["score"], 1);
}

#[test]
fn a_proof_is_written_though_nobody_reads_the_answer() {
    let place = Place::new();
    let proof = place.text("my.proof");
    let file = place.write("positions", MOVES);
    let mut command = Command::new(env!("CARGO_BIN_EXE_sarsen"));
    command.args(["solve", "stonehenge", &file, "--proof", &proof]);
    let mut child = command.stdout(std::process::Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    child.wait().unwrap();
    assert_eq!(solve(&["--check", &proof], "").status.code(), Some(0));
}

#[test]
fn a_proof_replaces_nothing_but_a_proof() {
    let place = Place::new();
    let [proof, other] = [place.text("my.proof"), place.write("other", "something else")];
    let folder = place.text("");
    for (path, more, what) in [
        (&other, &[][..], "which is no proof"),
        (&folder, &[], "this is no file"),
        (&proof, &["--checkpoint", &proof], "cannot be the checkpoint as well"),
        (&proof, &["--checkpoint", &place.text("./my.proof")], "cannot be the checkpoint as well"),
    ] {
        let output = solve(&[&["stonehenge", "--proof", path], more].concat(), MOVES);
        assert!(!output.status.success() && output.stdout.is_empty(), "{output:?}");
        assert!(text(&output.stderr).contains(what), "{output:?}");
    }
    assert_eq!(std::fs::read(&other).unwrap(), b"something else");
    let make = || solve(&["stonehenge", "--proof", &proof, "--plies", "1"], MOVES);
    assert!(make().status.success() && make().status.success());
    let check = |game: &str| solve(&[game, "--check", &proof], "");
    assert!(check("stonehenge").status.success());
    let other = check("connect4");
    assert!(text(&other.stderr).contains("about stonehenge, not about connect4"), "{other:?}");
    // The book is asked before a long proof begins.
    let output =
        solve(&["stonehenge", "--start", "--book", "crates/games/data/stonehenge.book"], "");
    assert!(text(&output.stdout).starts_with("start 1 best 3@7 nodes 0 "), "{output:?}");
}

#[test]
fn a_book_knows_without_a_search() {
    let place = Place::new();
    let book = place.text("small.book");
    let built = Command::new(env!("CARGO_BIN_EXE_sarsen"))
        .args(["book", "build", &book, "connect4 5x4", "--solve", "2"])
        .output()
        .unwrap();
    assert!(built.status.success(), "{built:?}");
    let asked = ["connect4", "5x4", "--json", "--all"];
    let [without, with] =
        [asked.to_vec(), [&asked[..], &["--book", &book]].concat()].map(|arguments| {
            let output = solve(&arguments, "-\n3\n33\n");
            assert!(output.status.success(), "{output:?}");
            objects(&output)
        });
    for (with, without) in with.iter().zip(&without) {
        assert_eq!(with["score"], without["score"]);
        assert_eq!(with["scores"], without["scores"]);
        assert!(without["nodes"].as_u64().unwrap() > 0);
    }
    assert_eq!(with[0]["nodes"], 0);
}

/// A position of Stonehenge that the first player wins.
const MOVES: &str = "5@7,4@11,1@2,2@8,3@9,2@6";

#[test]
fn where_a_book_has_only_the_value_the_solver_finds_the_move() {
    // The last ply of the book has no moves.
    let output = solve(&["connect4", "--book", "built-in", "--json"], "212467151175\n");
    let [found] = &objects(&output)[..] else { panic!("{output:?}") };
    assert_eq!((&found["score"], &found["best"]), (&json!(4), &json!("2")));
    assert!(found["nodes"].as_u64().is_some_and(|nodes| nodes > 0), "{found}");
}

#[test]
fn a_proof_is_written_down_and_checked() {
    let place = Place::new();
    let [proof, checkpoint] = ["my.proof", "my.checkpoint"].map(|name| place.text(name));
    let prove = |more: &[&str]| {
        let arguments = [&["stonehenge", "--json", "--checkpoint", &checkpoint], more].concat();
        let output = solve(&arguments, MOVES);
        assert!(output.status.success(), "{output:?}");
        objects(&output)[0].clone()
    };
    let solved = prove(&["--all", "--threads", "2", "--proof", &proof, "--plies", "3"]);
    assert_eq!((&solved["first_wins"], &solved["moves"]), (&true.into(), &MOVES.into()));
    let table = solved["table"].as_array().unwrap();
    let of_best = table.iter().find(|row| row["move"] == solved["best"]).unwrap();
    assert_eq!(of_best["first_wins"], true);
    assert_eq!(solved["score"], 1);
    let wrong = solve(&["stonehenge", "--checkpoint", &checkpoint], format!("{MOVES} -1"));
    assert_eq!(wrong.status.code(), Some(1));
    assert!(text(&wrong.stdout).contains("WRONG") && text(&wrong.stdout).contains("1 wrong"));
    let another = place.text("another.proof");
    let two = solve(&["stonehenge", "--proof", &another], format!("{MOVES}\n{MOVES}"));
    assert!(text(&two.stderr).contains("are for one position, not for several"));
    assert!(!place.path("another.proof").exists());
    // All moves are solved, and some do not win.
    assert!(table.iter().all(|row| row["first_wins"].is_boolean()));
    assert!(table.iter().any(|row| row["first_wins"] == false));
    // Decided positions are not searched again.
    let again = prove(&[]);
    assert_eq!((&again["nodes"], &again["best"]), (&0.into(), &solved["best"]));
    assert!(
        text(&solve(&["stonehenge", "--checkpoint", &checkpoint], "3@7").stderr)
            .contains("is about")
    );

    let check = |more: &[&str]| {
        let output = solve(&[&["--check", &proof], more].concat(), "");
        (output.status.code(), text(&output.stdout), text(&output.stderr))
    };
    let journal = place.text("my.check");
    let journalled = ["--threads", "2", "--checkpoint", &journal];
    let (_, first, _) = check(&journalled);
    assert!(first.contains("proven") && !first.contains("before"), "{first}");
    let (status, said, _) = check(&journalled);
    assert!(said.contains("were searched before, as") && said.contains("\n0 positions"), "{said}");
    assert_eq!(status, Some(0), "{said}");
    assert!(said.contains("the first player wins") && said.contains("proven"), "{said}");
    let (_, said, _) = check(&["--sample", "5", "--seed", "3", "--json"]);
    let printed: Value = serde_json::from_str(&said).unwrap();
    assert_eq!((&printed["wanted"], &printed["searched"]), (&5.into(), &5.into()));
    assert_eq!(printed["verdict"], "sampled");
    assert!(printed["positions"].as_u64().unwrap() > 5 && printed["nodes"].as_u64().unwrap() > 0);
    let (_, said, _) = check(&["--sample", "5"]);
    assert!(said.contains("no mistake was found") && !said.contains("proven"), "{said}");

    // The positions of the proof need no search, and a longer proof is made from it.
    let deeper = place.text("deeper.proof");
    let known = &["stonehenge", "--known", &proof, "--json"][..];
    let taken = &objects(&solve(known, MOVES))[0];
    assert_eq!((&taken["first_wins"], &taken["nodes"]), (&true.into(), &0.into()));
    // All replies to the best move are refuted, and the output says so.
    let rows = taken["table"].as_array().unwrap();
    let best = rows.iter().find(|row| row["move"] == taken["best"]).unwrap();
    assert_eq!((&best["first_wins"], &best["refuted"]), (&true.into(), &best["replies"]));
    let output = solve(&[known, &["--proof", &deeper, "--plies", "5"]].concat(), MOVES);
    assert!(objects(&output)[0]["nodes"].as_u64().unwrap() > 0, "{output:?}");
    let output = solve(&["--check", &deeper, "--json"], "");
    let longer: Value = serde_json::from_str(&text(&output.stdout)).unwrap();
    assert!(
        output.status.success() && longer["positions"].as_u64() > printed["positions"].as_u64()
    );
    let other = solve(&["connect4", "--known", &proof, "--start"], "");
    assert!(text(&other.stderr).contains("this is about stonehenge, not about connect4"));

    let bytes = std::fs::read(&proof).unwrap();
    for (bytes, what) in
        [(bytes[..bytes.len() - 1].to_vec(), "damaged"), (b"something else".to_vec(), "no proof")]
    {
        std::fs::write(&proof, bytes).unwrap();
        let (status, said, why) = check(&[]);
        assert!(status == Some(1) && said.is_empty() && why.contains(what), "{why}");
    }
    std::fs::remove_file(&proof).unwrap();
    assert!(check(&[]).2.contains("my.proof"));
}

#[test]
fn long_proofs_are_for_games_with_draws_too() {
    let place = Place::new();
    let proof = place.text("draw.proof");
    let asked = ["connect4", "4x4", "--start", "--json", "--proof", &proof, "--plies", "6"];
    let output = solve(&asked, "");
    assert_eq!(objects(&output)[0]["first_wins"], false, "{output:?}");
    // A known score says at least who wins.
    let checkpoint = place.text("draw.checkpoint");
    for (score, wrong) in [("0", false), ("-2", false), ("3", true)] {
        let asked = ["connect4", "4x4", "--checkpoint", &checkpoint];
        let output = solve(&asked, format!("- {score}"));
        assert_eq!(text(&output.stdout).contains("WRONG"), wrong, "{output:?}");
    }
    let output = solve(&["--check", &proof], "");
    let said = text(&output.stdout);
    assert!(said.contains("the first player does not win") && said.contains("proven"), "{said}");
}

/// Known endings of Othello: the difference of discs after every move.
#[test]
fn differences_of_discs_are_told_for_all_moves() {
    let file = std::fs::read_to_string(data("othello/ffo.tsv")).unwrap();
    let fields = |line: &'static str| line.split('\t').collect::<Vec<_>>();
    let known: Vec<Vec<&str>> = String::leak(file)
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(fields)
        .filter(|fields| fields[3].parse::<u32>().unwrap() <= 16)
        .collect();
    assert!(known.len() >= 10);
    let lines: String = known
        .iter()
        .map(|known| format!("fen {} {} : {}\n", known[1], known[2], known[4]))
        .collect();
    let output = solve(&["othello", "--all", "--json"], &lines);
    assert!(output.status.success());
    for (solved, known) in objects(&output).iter().zip(&known) {
        let scores = known[6].split(' ').map(|scored| scored.split_once(':').unwrap());
        for (m, score) in scores {
            assert_eq!(solved["scores"][m], score.parse::<i32>().unwrap(), "{m}: {solved}");
        }
        assert!(known[5].split(',').any(|best| solved["best"] == best), "{solved}");
    }
    // Who wins is told by the sign alone, and only that is compared.
    let output = solve(&["othello", "--winner", "--json"], &lines);
    assert!(output.status.success());
    for (solved, known) in objects(&output).iter().zip(&known) {
        let score: i32 = known[4].parse().unwrap();
        assert_eq!(
            (&solved["score"], &solved["expected"]),
            (&score.signum().into(), &score.into())
        );
    }
    let wrong = lines.replace(": +", ": -");
    let output = solve(&["othello", "--winner"], &wrong);
    assert!(!output.status.success());
    assert!(
        String::from_utf8_lossy(&output.stdout).contains("its score is 1, it was said to be -")
    );
}

#[test]
fn a_move_is_told_even_if_all_is_lost() {
    for options in [&[][..], &["--winner"]] {
        let line = "fen O-OOOOO--OOOOOOOOOO-OOOO--XOOOOOOOOO X\n";
        let output = solve(&[&["othello", "6x6", "--json"], options].concat(), line);
        let solved = &objects(&output)[0];
        let score = if options.is_empty() { -36 } else { -1 };
        assert_eq!((&solved["score"], &solved["best"]), (&score.into(), &"c2".into()), "{solved}");
    }
}

/// A file of rules.
fn rules(name: &str) -> String {
    format!("{}/games/{name}.rbg", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn games_as_text_are_solved_by_search() {
    let file = data("rbg/tic-tac-toe.rbg");
    let file = file.to_str().unwrap();
    let output = solve(&[file, "--all", "--json"], "- : 0\na1 a2 b1 b2 : 1\n");
    assert!(output.status.success(), "{output:?}");
    let solved = objects(&output);
    assert_eq!((&solved[0]["score"], &solved[0]["plies"]), (&0.into(), &Value::Null));
    let scores = solved[0]["scores"].as_object().unwrap();
    assert!(scores.len() == 9 && scores.values().all(|score| *score == 0), "{scores:?}");
    assert_eq!((&solved[1]["score"], &solved[1]["best"]), (&1.into(), &"c1".into()));
    assert_eq!(solved[1]["scores"]["c2"], 0);
    let plain = solve(&[file, "--threads", "2", "--winner"], "a1 a2 b1 b2\n");
    assert!(text(&plain.stdout).starts_with("a1 a2 b1 b2 : 1 "), "{plain:?}");
}

#[test]
fn limits_leave_positions_open() {
    let hex = rules("hex");
    let ask = |more: &[&str]| solve(&[&[&hex, "--start"], more].concat(), "");
    let output = ask(&["--nodes", "25000"]);
    let said = text(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.starts_with("start open after ") && said.contains(" 25000 nodes: "), "{said}");
    assert!(said.contains("reached depth ") && said.contains(" without a result\n"), "{said}");
    assert!(said.contains("\n0 solved, 1 open\n"), "{said}");
    let output = ask(&["--seconds", "0.3", "--json"]);
    let solved = &objects(&output)[0];
    assert_eq!((&solved["complete"], &solved["interrupted"]), (&false.into(), &Value::Null));
    assert!(solved["depth"].as_u64().unwrap() > 0 && output.status.code() == Some(1), "{solved}");
    assert!(text(&ask(&["--seconds=-1"]).stderr).contains("a number of seconds is needed"));
    // The game's own solvers and long proofs keep the limits, too, or say why not.
    let of = |game: &str, more: &[&str]| {
        let output = solve(&[&[game, "--start"], more].concat(), "");
        (output.status.code(), text(&output.stdout) + &text(&output.stderr))
    };
    for (game, limit) in [
        ("connect4 9x8", ["--nodes", "100000"]),
        ("connect4 9x8", ["--seconds", "0.3"]),
        ("pig", ["--nodes", "1000"]),
        ("pig", ["--seconds", "0.1"]),
        ("stonehenge", ["--seconds", "0.3"]),
    ] {
        let (game, setup) = game.split_once(' ').unwrap_or((game, ""));
        let arguments = [&[setup][usize::from(setup.is_empty())..], &limit].concat();
        let (status, said) = of(game, &arguments);
        assert!(status == Some(1) && said.contains("0 solved, 1 open\n"), "{game}: {said}");
    }
    let (status, said) = of("stonehenge", &["--nodes", "1000"]);
    assert!(status == Some(1) && said.contains("this takes a long proof"), "{said}");
    let (_, said) = of(&hex, &["--proof", "none", "--nodes", "5"]);
    assert!(said.contains("cannot be used with"), "{said}");
    for (game, more) in [("backgammon", &[][..]), (&hex, &["--proof", "none"])] {
        let (status, said) = of(game, more);
        assert!(status == Some(1) && said.contains(" has no solver of its own"), "{said}");
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_search_says_how_far_it_came() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sarsen"));
    command.args(["solve", &rules("hex"), "--start"]).stdout(Stdio::piped());
    let child = command.stderr(Stdio::null()).spawn().unwrap();
    std::thread::sleep(std::time::Duration::from_secs(2));
    signal(&child, "INT");
    let output = child.wait_with_output().unwrap();
    let said = text(&output.stdout);
    assert_eq!(output.status.code(), Some(130), "{said}");
    assert!(said.contains("start open: interrupted after ") && said.contains("depth"), "{said}");
}
