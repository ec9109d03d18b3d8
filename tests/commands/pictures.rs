//! Pictures of boards: `sarsen show --svg`, the colours, and the pictures in `README.md`.

use std::collections::BTreeMap;
use std::path::Path;

use crate::support::place::Place;
use crate::support::process::{converse, sarsen, says};
use serde_json::Value;

const STYLE: &str = include_str!("../../crates/engine/src/protocol/board/board.css");

#[test]
fn the_pictures_of_the_front_page_are_those_of_its_commands() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = std::fs::read_to_string(root.join("README.md")).unwrap();
    let text = page.replace("\\\n", " ");
    let mut count = 0;
    for line in text.lines().filter(|line| line.starts_with("sarsen show ")) {
        let words = shlex::split(line).unwrap();
        let [arguments @ .., flag, name] = &words[1..] else { panic!("{line}") };
        assert_eq!(flag, "--svg");
        let committed = std::fs::read_to_string(root.join(name)).unwrap();
        let mut command: Vec<&str> = arguments.iter().map(String::as_str).collect();
        command.extend(["--svg", "-"]);
        assert!(says(&command) == committed, "{name} is old: run '{line}'");
        assert!(page.contains(&format!("<img src=\"{name}\"")), "{name} is not shown");
        count += 1;
    }
    assert_eq!(count, 6);
}

#[test]
fn a_picture_goes_to_a_file() {
    let place = Place::new();
    let file = place.write("old.svg", "an older picture");
    let command = ["show", "stonehenge", "--moves", "6@7 5@8", "--svg"];
    assert_eq!(says(&[&command[..], &[&file]].concat()), "");
    let written = std::fs::read_to_string(&file).unwrap();
    assert_eq!(written, says(&[&command[..], &["-"]].concat()));
    assert_eq!(place.names(), ["old.svg"]);
    // It is the picture of the protocol, with the style inside.
    let (before, rest) = written.split_once("<style>\n").unwrap();
    let (style, after) = rest.split_once("</style>\n").unwrap();
    let said = converse("newgame stonehenge\nmove 6@7 5@8\nquery board svg\n");
    assert_eq!(said, [format!("response {before}{}", after.trim_end())]);
    assert!(style.contains("color-scheme: light dark;") && !style.contains("/*"));
}

#[test]
fn what_cannot_be_drawn_or_written_is_refused() {
    let place = Place::new();
    let folder = place.text("");
    let missing = place.text("no/such/folder.svg");
    for (arguments, status, message) in [
        (&["--svg", &*missing][..], 1, "no/such/folder.svg: "),
        (&["--svg", &*folder], 1, "this is no file"),
        (&["--svg", "-", "--replay"], 2, "cannot be used with"),
        (&["--svg", "-", "--json"], 2, "cannot be used with"),
        (&["--svg", "-", "--moves", "9"], 1, "'9' is not a move"),
    ] {
        let output = sarsen(&[&["show"], arguments].concat());
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(status), "{error}");
        assert!(error.contains(message) && output.stdout.is_empty(), "{error}");
    }
    assert!(place.names().is_empty());
}

#[test]
fn json_has_the_board() {
    let shown = says(&["show", "connect4", "--moves", "4 4 3", "--replay", "--json"]);
    let shown: Vec<Value> = shown.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let queries = "query board layout\nquery board\nmove 4\nquery board\nmove 4\nquery board\n\
        move 3\nquery board\n";
    let said: Vec<Value> = converse(queries)
        .iter()
        .map(|line| serde_json::from_str(line.strip_prefix("response ").unwrap()).unwrap())
        .collect();
    let [layout, views @ ..] = &said[..] else { panic!("{said:?}") };
    for (shown, view) in shown.iter().zip(views) {
        assert_eq!((&shown["layout"], &shown["view"]), (layout, view));
    }
    assert_eq!((shown.len(), views.len()), (4, 4));
}

/// The colours of the variables, in light or in dark.
fn colours(dark: bool) -> BTreeMap<&'static str, [f64; 3]> {
    let colour = |line: &'static str| {
        let (name, value) = line.trim().split_once(": light-dark(#")?;
        let (light, rest) = value.split_once(", #")?;
        let value = if dark { rest.strip_suffix(");")? } else { light };
        let part = |at: usize| u8::from_str_radix(value.get(at..at + 2)?, 16).ok();
        Some((name, [part(0)?, part(2)?, part(4)?].map(|part| f64::from(part) / 255.0)))
    };
    STYLE.lines().filter_map(colour).collect()
}

/// The contrast of two colours, as the Web Content Accessibility Guidelines define it.
fn contrast(one: [f64; 3], other: [f64; 3]) -> f64 {
    let light = |colour: [f64; 3]| {
        let linear = |part: f64| match part <= 0.04045 {
            true => part / 12.92,
            false => ((part + 0.055) / 1.055).powf(2.4),
        };
        let [red, green, blue] = colour.map(linear);
        0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05
    };
    let ratio = light(one) / light(other);
    ratio.max(1.0 / ratio)
}

#[test]
fn colours_can_be_told_apart() {
    for colours in [colours(false), colours(true)] {
        let between = |one: &str, other: &str| contrast(colours[one], colours[other]);
        for player in ["--board-first", "--board-second", "--board-nobody"] {
            for ground in ["--board-paper", "--board-panel"] {
                assert!(between(player, ground) >= 3.0, "{player} on {ground}");
            }
            assert!(between(player, "--board-paper") >= 4.5, "the line of {player}");
        }
        for (text, ground) in [
            ("--board-text", "--board-paper"),
            ("--board-first-on", "--board-first"),
            ("--board-second", "--board-second-on"),
        ] {
            assert!(between(text, ground) >= 4.5, "{text} on {ground}: {}", between(text, ground));
        }
        assert!(between("--board-line", "--board-paper") >= 3.0);
    }
}

#[test]
fn contrast_is_that_of_the_guidelines() {
    let grey = [119.0 / 255.0; 3];
    assert!((contrast([0.0; 3], [1.0; 3]) - 21.0).abs() < 1e-9);
    assert!((contrast(grey, [1.0; 3]) - 4.478).abs() < 0.001);
}

/// No colour stands outside the variables, so that a page can change all of them.
#[test]
fn colours_are_variables() {
    for line in STYLE.lines().filter(|line| !line.trim().starts_with("--board-")) {
        let value = line.split_once(": ").map_or("", |(_, value)| value);
        assert!(!value.contains('#') && !value.contains("rgb"), "{line}");
    }
}

/// `docs/writing-a-game.md` says so: `Diagram`, and three lines of `Game`.
#[test]
fn a_board_is_described_in_twenty_lines() {
    let example = include_str!("../../examples/tic_tac_toe.rs");
    let lines = |from: &str, to: &str| {
        let (_, rest) = example.split_once(from).unwrap();
        rest.split_once(to).unwrap().0.lines().count() + 1
    };
    let count = lines("impl Diagram<Board>", "\n}\n") + lines("    fn board(&self)", "\n    }\n");
    let page = include_str!("../../docs/writing-a-game.md");
    assert!(page.contains(&format!("this takes {count} lines")), "{count}");
}
