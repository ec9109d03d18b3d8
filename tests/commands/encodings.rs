//! Files of users that are not UTF-8: they are read, with a note.

use crate::support::place::Place;
use crate::support::process::{filter, sarsen};

/// A text in Latin-1, and in UTF-16 of both kinds, each with what is said of it.
fn written(text: &str) -> [(Vec<u8>, &'static str); 3] {
    let marked: Vec<u16> = format!("\u{feff}{text}").encode_utf16().collect();
    let wide = |bytes: fn(u16) -> [u8; 2]| marked.iter().copied().flat_map(bytes).collect();
    [
        (text.chars().map(|c| u8::try_from(c).unwrap()).collect(), "Windows-1252"),
        (wide(u16::to_le_bytes), "UTF-16"),
        (wide(u16::to_be_bytes), "UTF-16"),
    ]
}

#[test]
fn every_reader_of_files_knows_old_encodings() {
    let place = Place::new();
    let record =
        "[Game \"connect4\"]\n[First \"J\u{f6}rg\"]\n1. 4 4 *\n\n[Game \"connect4\"]\n4 *\n";
    let openings = "# J\u{f6}rg\n4 4 3\n4 3\n";
    let list = "# J\u{f6}rg\n111122\n1111 22\n";
    let path = place.text("text");
    let calls: [(&str, &[&str], &str); 5] = [
        (record, &["record", &path], "2 ok: connect4 7x6, 1 plies, *\n"),
        (record, &["show", "--record", &path], "position: 7/7/7/7/3o3/3x3 x"),
        (
            openings,
            &[
                "match",
                "-p",
                "name=a",
                "-p",
                "name=b",
                "--openings",
                &path,
                "--nodes",
                "1",
                "--games",
                "2",
            ],
            "a",
        ),
        (list, &["solve", "connect4", "4x4", &path], "2 solved"),
        (record, &["record", &format!("{path}:2"), "--position"], "moves 4\n"),
    ];
    for (text, arguments, answer) in calls {
        for (bytes, note) in written(text) {
            place.write("text", bytes);
            let output = sarsen(arguments);
            let [said, printed] =
                [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
            assert!(said.contains(answer), "{arguments:?}: {said}{printed}");
            assert_eq!(printed.matches(note).count(), 1, "{arguments:?}: {printed}");
            assert!(printed.contains(&path), "{printed}");
        }
    }
}

#[test]
fn queries_in_utf_16_are_refused_by_name() {
    let query: Vec<u8> = "\u{feff}{\"id\":1}\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let answers = filter(&["analyze"], &query);
    assert!(answers[0].contains("UTF-16"), "{answers:?}");
}
