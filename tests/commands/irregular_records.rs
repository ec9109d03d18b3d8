//! Records as people write them: what is clear is read with a note, and no record hides another.

#[cfg(unix)]
use std::time::Duration;

use crate::support::place::Place;
use crate::support::process::{filter, sarsen, says};
use crate::support::slow::is_left_out;
use sarsen::games::registry;
use sarsen::matches::contest::Openings;
use sarsen::matches::record::{Record, Records, result};

/// Reads a record from a text that has only one.
fn one(text: &str) -> Record {
    let records: Vec<Record> = Records::new(text).collect::<Result<_, _>>().expect(text);
    let [record] = <[Record; 1]>::try_from(records).expect(text);
    record
}

#[test]
fn irregular_moves_are_read() {
    for (text, moves, is_noted) in [
        ("4- 8 22 -18 9 - 14 *", "4-8 22-18 9-14", true),
        ("c3- d4 22 x 15 4 44 *", "c3-d4 22x15 4 44", true),
        ("22-18(?) 4! 5?! ! 6(2) (?) 7!? *", "22-18 4 5 6(2) 7", false),
        ("11:15 f5 -- d6 - c3 *", "11:15 f5 -- d6 - c3", false),
        ("4 {a {b} c} 5 {d { e} 6 *", "4 5 6", true),
        ("4 {a {b {c} d} e {f} g} 5 *", "4 5", true),
        ("% escaped ] {\n4\n%\n5 *\n% }", "4 5", false),
        ("4 5 *\u{1a}", "4 5", false),
        ("\u{feff}4 5 1-0 {resigned} ; so\n", "4 5", false),
        ("4 5 1 - 0", "4 5", true),
        ("9-14 22-18! 8-11Resigned. *", "9-14 22-18 8-11", true),
        ("11x18x25Overstepped 1-0Timeout", "11x18x25", true),
        ("8-11abc 24/20Bar f5Here *", "8-11abc 24/20Bar f5Here", false),
        ("11\u{2013}15 23\u{2212}19, 22-17+ c4# *", "11-15 23-19 22-17 c4", false),
        ("4\u{200b} 5 [%clk 1:00]\n6 *\0\0", "4 5 6", false),
        ("9-14 22-18 Black resigned", "9-14 22-18", true),
        ("9-14 22-18 White wins. 1-0", "9-14 22-18", true),
        ("red 4 red *", "red 4 red", false),
        ("hold draw *", "hold draw", false),
        ("draw *", "draw", false),
        ("c4 d3*", "c4 d3", false),
        ("8/5* 6/5*", "8/5* 6/5*", true),
    ] {
        let record = one(text);
        assert_eq!((&*record.moves(), !record.notes.is_empty()), (moves, is_noted), "{text}");
    }
    for (text, expected) in [("4 {a {b} c} 5 *", "a b c"), ("8-11!Resigned. *", "Resigned.")] {
        assert_eq!(one(text).plies[0].comment.as_deref(), Some(expected));
    }
}

#[test]
fn irregular_tags_are_read() {
    let text = "[Event \"the \"Big\" one\"]\n[Site \"C:\\games\\\"]\n[White Elo \"1200\"]\n\
                [Round 7]\n[Event \"again\"]\n[Date \"2001]\n\n4 *";
    let record = one(text);
    let expected = [
        ("Event", "the \"Big\" one"),
        ("Site", "C:\\games\\"),
        ("WhiteElo", "1200"),
        ("Round", "7"),
        ("Date", "2001"),
    ];
    let tags = expected.map(|(name, value)| (name.to_owned(), value.to_owned()));
    assert_eq!(record.tags, tags);
    let notes: Vec<String> = record.notes.iter().map(ToString::to_string).collect();
    let expected = [
        "line 1: a tag was read as [Event \"the \"Big\" one\"]",
        "line 5: the tag 'Event' stands twice; the first one counts",
    ];
    assert_eq!(notes, expected);
    assert_eq!(one(&record.to_string()), Record { notes: Vec::new(), ..record });
}

#[test]
fn results_come_in_many_words() {
    for (tag, end, expected) in [
        ("2-0", "", "1-0"),
        ("1-1", "1-1", "1/2-1/2"),
        ("0-2", "*", "0-1"),
        ("34-30", "", "1-0"),
        ("30-34", "30-34", "0-1"),
        ("", "1-0", "1-0"),
        ("?", "0-1", "0-1"),
        ("1-0", "*", "1-0"),
        ("*", "1-0", "1-0"),
        ("2-0", "1-0", "1-0"),
        ("white won", "", "*"),
        ("white won", "1-0", "1-0"),
    ] {
        let record = one(&format!("[Result \"{tag}\"]\n4 5 {end}\n"));
        let found = (result(record.outcome), record.moves());
        assert_eq!(found, (expected, "4 5".to_owned()), "{tag} above {end}");
        assert!(!record.notes.is_empty(), "{tag} above {end}");
    }
    for (text, moves, expected) in [
        ("[a \"b\"]\n4 5 2-0", "4 5", "1-0"),
        ("f5 d6 34-30", "f5 d6", "1-0"),
        ("9-14 22-18", "9-14 22-18", "*"),
        ("18x9 22-17", "18x9 22-17", "*"),
        ("1-1 2-0", "1-1 2-0", "*"),
        ("[a \"b\"]\n\n4 5", "4 5", "*"),
        ("9-14 22-18 Drawn", "9-14 22-18", "1/2-1/2"),
        ("9-14 22-18 draw agreed", "9-14 22-18", "1/2-1/2"),
        ("9-14 22-18 1/2-1/2.", "9-14 22-18", "1/2-1/2"),
        ("9-14 22-18 O-1", "9-14 22-18", "0-1"),
        ("9-14 22-18*", "9-14 22-18", "*"),
    ] {
        let record = one(text);
        assert_eq!((&*record.moves(), result(record.outcome)), (moves, expected), "{text}");
    }
}

#[test]
fn tags_count_in_any_case_and_only_with_a_value() {
    let first = "[GAME \"connect4\"]\n[Position \"\"]\n[fen \"7/7/7/7/7/3x3 o\"]\n[]\n[Round]\n\
                 [Site \"here\"\n[result \"1-0\"]\n\n4\n";
    let record = one(first);
    assert_eq!(record.tag("Game"), Some("connect4"));
    assert_eq!((record.position(), record.tag("Site")), (Some("7/7/7/7/7/3x3 o"), Some("here")));
    assert_eq!(result(record.outcome), "1-0");
    let two = one("[Game \"connect4\"]\n[Position \"a\"]\n[FEN \"b\"]\n4 *\n");
    assert_eq!(two.position(), Some("a"));
    let notes: Vec<String> = two.notes.iter().map(ToString::to_string).collect();
    assert_eq!(notes, ["the tags 'Position' and 'FEN' differ; 'Position' counts"]);
    let named = says(&["record", "connect4", &Place::new().write("a", "[Game \"?\"]\n4 *\n")]);
    assert_eq!(named, "1 ok: connect4 7x6, 1 plies, *\n");
}

#[test]
fn a_game_that_is_over_needs_no_result() {
    let place = Place::new();
    let moves = "1. 4 1 2. 4 1 3. 4 1 4. 4";
    for (text, is_noted) in [
        (format!("[Game \"connect4\"]\n{moves}\n"), true),
        (format!("[Game \"connect4\"]\n[Result \"?\"]\n{moves} *\n"), true),
        (format!("[Game \"connect4\"]\n{moves} 1-0\n"), false),
    ] {
        let file = place.write("over.txt", &text);
        let output = sarsen(&["record", &file]);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(said.contains("there is no result; the moves lead to 1-0"), is_noted, "{said}");
        assert!(!said.contains("was assumed"), "{said}");
        let checked = String::from_utf8(output.stdout).unwrap();
        assert_eq!(checked, "1 ok: connect4 7x6, 7 plies, 1-0\n");
        says(&["show", "--record", &file]);
    }
    let wrong = place.write("wrong.txt", format!("[Game \"connect4\"]\n{moves} 0-1\n"));
    let output = sarsen(&["record", &wrong]);
    assert!(!output.status.success());
}

#[test]
fn headings_are_no_records() {
    let text = "Games of the year 1999\n======\n\n[Game \"connect4\"]\n4 1-0\n\n\
                In the next game nobody hurries.\n\n[Game \"connect4\"]\n5 1-0\n";
    let records: Vec<Record> = Records::new(text).map(Result::unwrap).collect();
    let moves: Vec<String> = records.iter().map(Record::moves).collect();
    assert_eq!(moves, ["4", "5"]);
    assert!(records.iter().all(|record| record.notes.len() == 1), "{records:?}");
    assert!(records[0].notes[0].to_string().starts_with("line 1: the text before the tags"));
    // Moves may be words, too.
    let pig: Vec<_> = Records::new("roll hold roll\n[Game \"pig\"]\nroll *").collect();
    assert_eq!(pig.len(), 2);
}

#[test]
fn a_record_that_is_too_long_costs_no_other() {
    let long = "no end of it ".repeat(120_000);
    let good = |n: usize| format!("[Game \"connect4\"]\n{n} *\n\n");
    let text = format!("{}[Game \"connect4\"]\n4 {{{long}}} *\n\n{}{}", good(1), good(2), good(3));
    let place = Place::new();
    let said = String::from_utf8(sarsen(&["record", &place.write("long", &text)]).stdout).unwrap();
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines.len(), 4, "{said}");
    assert!(lines[1].starts_with("2 wrong: line 4: no record ends within 1 MiB"), "{said}");
    assert!(lines[3].starts_with("4 ok: connect4 7x6, 1 plies"), "{said}");
}

#[test]
fn no_record_shifts_the_numbers() {
    let text = "[Event \"a\"]\n[Result \"1-0\"]\n\n[Event \"b\"]\n[Result \"0-1\"]\n\n\
                [Event \"c\"]\n\n[Site \"x\"]\n\n1. 4 4\n[Event \"d\"]\n1. 5 ] 1-0\n[Event \"e\"]\n\
                1. 6 1-0 {so} *\n\n[Event \"f\"]\n1. 7 (8 1-0\n\n[Event \"g\"]\n1. 1\n\n1. 2 0-1\n";
    let found: Vec<Option<String>> =
        Records::new(text).map(|record| record.ok().map(|record| record.moves())).collect();
    let moves = |text: &str| Some(text.to_owned());
    let expected =
        [moves(""), moves(""), moves("4 4"), None, moves("6"), None, moves("1"), moves("2")];
    assert_eq!(found, expected);
}

#[test]
fn a_first_position_in_fen_counts_beside_any_tag() {
    let place = Place::new();
    let file = place.write("four.txt", "[Game \"connect4\"]\n[FEN \"7/7/7/7/7/3x3 o\"]\n4 *\n");
    assert_eq!(says(&["record", &file, "--position"]), "position fen 7/7/7/7/7/3x3 o moves 4\n");
    let shown = says(&["show", "--record", &file, "--json"]);
    assert!(shown.contains("7/7/7/7/3o3/3x3 x"), "{shown}");
}

#[test]
fn what_was_assumed_is_told() {
    let place = Place::new();
    let file = place.write("four.txt", "[Game \"connect4\"]\n4 4\n\n[Game \"connect4\"]\n4 *\n");
    let output = sarsen(&["record", &file]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("record 1: line 4: there is no result at the end; * was"), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
    let json = says(&["record", &file, "--json"]);
    assert_eq!(json.matches("\"notes\":[\"line 4: there is no result").count(), 1, "{json}");
}

#[test]
fn the_game_of_the_command_line_counts_for_a_record_that_names_none() {
    let place = Place::new();
    let file = place.write("game", "[White \"a\"]\n[Black \"b\"]\n1. f5 d6 *\n");
    let shown = says(&["show", "othello", "--record", &file, "--json"]);
    assert!(shown.contains("othello"), "{shown}");
    let file = place.write("moves", "1. 9-14 22-18\n");
    assert!(says(&["show", "checkers", "--record", &file, "--json"]).contains("checkers"));
}

#[test]
fn a_game_in_front_of_files_counts_for_records_that_name_none() {
    let place = Place::new();
    let file = place.write("o.pgn", "[Black \"a\"]\n[White \"b\"]\n[Result \"34-30\"]\n1. F5 D6\n");
    let other = place.write("c.pdn", "[Game \"connect4\"]\n4 *\n\n[Game \"othello\"]\nf5 *\n");
    let output = sarsen(&["record", "Othello", "8x8", &file, &other]);
    let said = String::from_utf8(output.stdout).unwrap();
    for part in [
        "o.pgn: 1 ok: othello 8x8, 2 plies, 1-0\n",
        "c.pdn: 1 wrong: the game is one of connect4 7x6, not othello 8x8\n",
        "c.pdn: 2 ok: othello 8x8, 1 plies, *\n",
    ] {
        assert!(said.contains(part), "{said}");
    }
    // Without the game, it is told for which it was taken.
    let output = sarsen(&["record", &file]);
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.starts_with("1 wrong: taken for checkers since there is no tag 'Game'"), "{said}");
    let bare = place.write("bare", "4 4 *\n");
    let output = sarsen(&["record", &bare]);
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.contains("name the game in front of the file"), "{said}");
    let output = sarsen(&["record", "othello"]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("a file of game records is due behind the game"), "{said}");
    let query =
        "{\"id\":1,\"game\":\"othello\",\"record\":\"1. F5 D6\",\"limits\":{\"depth\":1}}\n";
    let answer = filter(&["analyze"], query.as_bytes()).join("\n");
    assert!(answer.contains("\"notes\":[\"line 1: there is no result"), "{answer}");
}

#[test]
fn positions_of_pdn_need_no_other_tag() {
    let place = Place::new();
    let text = "[FEN \"B:W18,22:B14,5\"] *\n[FEN \"W:W18:B14\"] *\n[FEN \"W:W31-50:B1-20\"] *\n";
    let file = place.write("positions.pdn", text);
    let output = sarsen(&["record", &file]);
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.starts_with("1 ok: checkers, 0 plies, *\n2 ok: checkers, 0 plies"), "{said}");
    assert!(said.contains("3 wrong: there is no tag 'Game'"), "{said}");
    let output = sarsen(&["record", "checkers", &format!("{file}:3")]);
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.contains("it looks like international draughts"), "{said}");
}

#[test]
fn files_of_other_formats_are_refused_by_name() {
    let place = Place::new();
    for (text, name) in [
        ("(;FF[4]GM[1];B[aa])", "an SGF file"),
        ("\u{feff} (;GM[Othello]PC[x])", "a GGF file"),
        ("; [Site \"x\"]\n 7 point match\n\n Game 1\n", "a MAT file"),
        ("\u{14}\u{7}\u{5}\u{16}\u{c}\0\0\0\0\0\u{7}\u{7}\u{8}\0", "a WTHOR file"),
        ("[{\"game\": \"othello\"}]\n", "a JSON file"),
        ("<html>", "an HTML or XML file"),
        ("PK\u{3}\u{4}", "a packed file"),
        ("\0\u{1}", "no text"),
    ] {
        let file = place.write("file", text);
        let arguments: [&[&str]; 4] = [
            &["record", &file],
            &["show", "--record", &file],
            &["match", "-p", "name=a", "-p", "name=b", "--openings", &file],
            &["tune", "connect4", "--records", &file],
        ];
        for arguments in arguments {
            let output = sarsen(arguments);
            let said = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
            let is_told = said.contains(&format!("this is {name}"))
                && said.contains("game records are read as PGN or PDN has them");
            assert!(!output.status.success() && is_told, "{arguments:?}: {said}");
        }
    }
}

#[test]
fn openings_leave_out_what_cannot_be_read() {
    let mut said = Vec::new();
    let text = "\u{feff}[Game \"connect4\"]\n4 4\n[Game \"connect4\"]\n4 ]\n[First \"a\"]\n3 3 *\n\n\
                [First \"a\"]\n3 9 *\n";
    let mut tell = |note: &str| said.push(note.to_owned());
    let openings = Openings::read(text, "connect4 7x6", &registry(), &mut tell).unwrap();
    let Openings::Listed(list) = openings else { panic!("records are listed") };
    assert_eq!(list.len(), 2);
    assert!(said[1].starts_with("record 4 is left out: move 2: '9' is not a move"), "{said:?}");
    said.truncate(1);
    assert_eq!(
        said,
        ["record 2 is left out: line 4: a move or a result (1-0, 0-1, 1/2-1/2, *) \
        is due, not ']'"]
    );
}

#[test]
fn openings_that_are_of_no_use_cost_no_other() {
    let place = Place::new();
    let over = "4 1 4 1 4 1 4";
    for (text, said) in [
        (format!("4 4\n{over}\n3 3\n"), "left out: opening 2: the game is over"),
        ("4 4\n5 zz\n3 3\n".to_owned(), "left out: opening 2: move 2"),
        ("4 4\nstartpos x\n3 3\n".to_owned(), "left out: line 2: 'startpos x' is neither"),
        ("4 4\r5 zz\r3 3\r".to_owned(), "left out: opening 2: move 2"),
        (
            "[Game \"connect4\"]\n4 4 *\n\n[Game \"othello\"]\nf5 *\n\n[Game \"connect4\"]\n3 3 *\n"
                .to_owned(),
            "record 2 is left out: it is a record of othello",
        ),
    ] {
        let openings = place.write("openings", &text);
        let records = place.text("games");
        let _ = std::fs::remove_file(&records);
        let players = ["match", "connect4", "-p", "name=a", "-p", "name=b", "--nodes", "5"];
        let files = ["--games", "4", "--openings", &openings, "--records", &records];
        let output = sarsen(&[&players[..], &files].concat());
        let printed = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success() && printed.contains(said), "{text}: {printed}");
        let games = std::fs::read_to_string(&records).unwrap();
        let mut begun: Vec<String> = Records::new(&games)
            .map(|record| record.unwrap().moves().split(' ').take(2).collect())
            .collect();
        begun.sort();
        assert_eq!(begun, ["33", "33", "44", "44"], "{text}");
    }
}

/// The processor time of this thread so far. Other programs do not change it.
#[cfg(unix)]
fn processor_time() -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    Duration::try_from(clock_gettime(ClockId::ThreadCPUTime)).unwrap()
}

/// How much processor time it takes to read a text.
#[cfg(unix)]
fn time_of(text: &str) -> Duration {
    let start = processor_time();
    assert!(Records::new(text).count() <= text.len());
    processor_time() - start
}

#[test]
#[cfg(unix)]
fn eight_times_the_text_takes_about_eight_times_the_time() {
    if is_left_out("commands that are flooded") {
        return;
    }
    let tags = |count| (0..count).map(|at| format!("[T{at} \"x\"]\n")).collect::<String>();
    let hostile: [&dyn Fn(usize) -> String; 12] = [
        &|count| "(1. 9-14 ".repeat(count),
        &|count| format!("4 {}", "{a} ".repeat(count)),
        &|count| format!("4 {}", "{x}\n".repeat(count)),
        &|count| format!("4 {}", "{a {b} c} ".repeat(count)),
        &tags,
        &|count| "[A \"x\"]\n\n".repeat(count),
        &|count| "[A b\"x\"]".repeat(count),
        &|count| "[Game \"a\"]\n4 {no\n\n".repeat(count),
        &|count| "[Game \"a\"]\n4 ( 5\n\n".repeat(count),
        &|count| "[\n\n".repeat(count),
        &|count| format!("4- {}", "8- ".repeat(count)),
        &|count| "1. 4 2-0\n\n".repeat(count),
    ];
    for make in hostile {
        let (short, long) = (make(5_000), make(40_000));
        let few = (0..3).map(|_| time_of(&short)).min().unwrap();
        // If it were the square, it would be 64 times.
        let most = 24 * few.max(Duration::from_millis(4));
        let is_linear = (0..3).any(|_| time_of(&long) < most);
        assert!(is_linear, "{few:?}, then more than {most:?}: {}...", &short[..40]);
    }
}
