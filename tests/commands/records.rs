//! Game records: they are read back as written, in any layout, and checked by the rules.

use crate::support::Random;
use proptest::prelude::*;
use sarsen::game::{Outcome, Player, printable};
use sarsen::games::registry;
use sarsen::matches::record::{Record, Records, ReplayError, result};

/// A whole random game, with a few comments.
fn random_game(name: &str, setup: &str, seed: u64) -> Record {
    let mut random = Random(seed);
    let mut session = registry().open(name, setup).unwrap();
    let mut record = Record::new(name, setup);
    record.set("First", "somebody \"quoted\" \\ here");
    while session.outcome().is_none() {
        let moves = session.moves();
        let m = &moves[random.below(moves.len())];
        session.play(m).unwrap();
        let comment = (random.below(4) == 0).then(|| "eval 3, depth 12".to_owned());
        record.push(m.clone(), comment);
    }
    record.outcome = session.outcome();
    record
}

fn read(text: &str) -> Vec<Record> {
    Records::new(text).collect::<Result<_, _>>().unwrap()
}

#[test]
fn what_is_written_is_read_back() {
    let games = [("connect4", ""), ("connect4", "9x8"), ("stonehenge", "")];
    let records: Vec<Record> = (0..60)
        .map(|seed| random_game(games[seed % 3].0, games[seed % 3].1, seed as u64))
        .collect();
    let text = records.iter().map(Record::to_string).collect::<Vec<_>>().join("\n");
    assert!(text.lines().all(|line| line.len() <= 80), "{text}");
    assert_eq!(read(&text), records);
    for record in &records {
        let session = record.replay(&registry()).unwrap();
        assert_eq!(session.outcome(), record.outcome);
    }
}

#[test]
fn it_looks_like_this() {
    let mut record = Record::new("connect4", "7x6");
    record.set("First", "threats");
    for m in ["4", "1", "4", "1", "4", "1"] {
        record.push(m, None);
    }
    record.push("4", Some("win 1".to_owned()));
    record.outcome = Some(Outcome::Win(Player::First));
    assert_eq!(
        record.to_string(),
        "[Game \"connect4 7x6\"]\n[First \"threats\"]\n[Result \"1-0\"]\n\n\
         1. 4 1 2. 4 1 3. 4 1 4. 4 {win 1} 1-0\n"
    );
}

#[test]
fn other_layouts_are_read() {
    let text = "; a collection\r\n[Game  \"connect4\"]\r\n[Position \"7/7/7/7/3o3/3x3 x\"]\r\n\r\n\
                {before it all} 1.4 {a\r\nthought} {another} $3 4\r\n2. ... 3 ; idle\r\n1/2-1/2\r\n\r\n\
                [Game \"stonehenge\"] *";
    let records = read(text);
    assert_eq!(records.len(), 2);
    assert_eq!(records[0].moves(), "4 4 3");
    assert_eq!(records[0].plies[0].comment.as_deref(), Some("a thought another"));
    assert_eq!(records[0].outcome, Some(Outcome::Draw));
    assert_eq!(records[1], Record::new("stonehenge", ""));
    assert!(read("").is_empty() && read(" ; nothing\n\n").is_empty());
}

#[test]
fn what_is_wrong_is_told() {
    for (text, line, part) in [
        ("[Game\nconnect4]\n1. 4 *", 1, "'[Game' does not begin a tag"),
        ("\n[Game \"connect4\"]\n[Event \"x\n*", 3, "'[Event'"),
        ("[Game \"a\"]\n[Game \"b\"]\n*", 2, "'Game' stands twice, with different values"),
        ("[Game \"connect4\"]\n4 {never ended\n4 *", 2, "the comment that begins here has no end"),
        ("[Game \"connect4\"]\n4 {no end *\n\n[Game \"b\"]\n4 {1} *", 2, "that begins here"),
        ("[Game \"connect4\"]\n4 (5 4\n4 *", 2, "the variation that begins here has no end"),
        ("[Game \"a\"]\n[Result \"1-0\"]\n4 0-1\n\n[Game \"b\"]\n*", 3, "its tag says '1-0'"),
        ("[Game \"connect4\"]\n4 ] *", 2, "not ']'"),
    ] {
        let error = Records::new(text).find_map(Result::err).expect(text);
        assert_eq!(error.line, line, "{text}: {error}");
        assert!(error.to_string().contains(part), "{text}: {error}");
    }
    let replay = |text: &str| read(text)[0].replay(&registry()).map(drop).unwrap_err();
    assert_eq!(replay("4 4 *"), ReplayError::NoGame);
    let wrong = replay("[Game \"connect4\"] 4 1 4 1 4 1 4 0-1");
    assert_eq!(wrong.to_string(), "the record says 0-1, but the moves lead to 1-0");
    let illegal = replay("[Game \"connect4\"] 4 8 *").to_string();
    assert_eq!(illegal, "move 2: '8' is not a move: a move is a column from 1 to 7");
    assert!(replay("[Game \"chess\"] *").to_string().contains("unknown game 'chess'"));
    // A player who resigns or oversteps the time loses, whatever the rules say of the position.
    let resigned = read("[Game \"connect4\"] 4 1-0");
    assert_eq!(result(resigned[0].outcome), "1-0");
    assert!(resigned[0].replay(&registry()).is_ok());
}

#[test]
fn a_broken_record_does_not_hide_the_next() {
    for broken in [
        "[Game \"connect4\"]\n4 {no end *",
        "[Game \"connect4\"]\n4 {no end (5 *",
        "[Game \"connect4\"]\n4 ] 1-0\n\n3 4 *",
        "[Game\nconnect4]\n[First \"a\"]\n\n4 *",
        "[Game \"connect4\"]\n[Game \"stonehenge\"]\n\n4 *",
        "[Result \"0-1\"]\n4 1-0",
    ] {
        let text =
            format!("1 *\n\n{broken}\n\n[Game \"b\"]\n5 {{a}} 5 (6) *\n\n[Game \"c\"]\n6 1-0");
        let moves = Records::new(&text).map(|read| read.ok().map(|record| record.moves()));
        let moves: Vec<Option<String>> = moves.collect();
        let good = |text: &str| Some(text.to_owned());
        assert_eq!(moves, [good("1"), None, good("5 5"), good("6")], "{text}");
    }
    // A word such as '1-1' may be a move, and text in brackets may stand in a comment.
    let odd = read("[Game \"a\"]\n1-1 2-0 {a\n[b \"c\"]\n\n[d] e} *");
    assert_eq!(odd[0].moves(), "1-1 2-0");
    assert_eq!(odd[0].plies[1].comment.as_deref(), Some("a [b \"c\"] [d] e"));
}

proptest! {
    #[test]
    fn any_text_is_records_or_an_error(text in "([\\[\\]{};$\"*\\\\ .1-9a\n]|1-0|\\[Game \"x\"\\]|\\PC){0,60}") {
        for record in Records::new(&text).filter_map(Result::ok) {
            let _ = record.replay(&registry());
            let again: Result<Vec<_>, _> = Records::new(&record.to_string()).collect();
            // What was assumed is written as it should be, what cannot be seen in another way.
            if text.lines().all(|line| printable(line) == line) {
                prop_assert_eq!(again.as_ref(), Ok(&vec![Record { notes: Vec::new(), ..record }]));
            }
        }
    }
    #[test]
    fn all_ways_of_reading_agree(
        text in "(\\n|\\n\\n|1-0|2-0|9-14|4- 8|1\\. |\\[Game \"x\"\\]\\n|[\\[\\]{}();$\"%!?*\\\\ .149ax-]|\\PC){0,60}",
    ) {
        crate::fuzzed_records::hold(text.as_bytes());
    }
}
