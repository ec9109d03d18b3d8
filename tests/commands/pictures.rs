//! Pictures of boards: `sarsen show --svg`, the colours, and the pictures of the gallery.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

use crate::support::example;
use crate::support::place::Place;
use crate::support::process::{converse, sarsen, says};
use serde_json::Value;

const STYLE: &str = include_str!("../../crates/engine/src/protocol/board/board.css");

#[test]
fn the_pictures_of_the_gallery_are_those_of_its_commands() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |name: &str| std::fs::read_to_string(root.join(name)).unwrap();
    let (gallery, front) = (read("docs/gallery.md"), read("README.md"));
    let mut drawn = BTreeSet::new();
    for block in gallery.split("```sh\n").skip(1) {
        let (command, _) = block.split_once("```").unwrap();
        let words = shlex::split(&command.replace("\\\n", " ")).unwrap();
        let [program, arguments @ .., flag, name] = &words[..] else { panic!("{command}") };
        assert_eq!((&**program, &**flag), ("sarsen", "--svg"));
        let mut arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        arguments.extend(["--svg", "-"]);
        assert!(says(&arguments) == read(name), "{name} is old: run '{command}'");
        let shown = name.strip_prefix("docs/").unwrap();
        assert!(gallery.contains(&format!("<img src=\"{shown}\"")), "{name} is not shown");
        drawn.insert(name.clone());
    }
    let materials = "docs/pictures/materials.svg";
    let example = Command::new(example("materials"))
        .args(["show", "materials", "--svg", "-"])
        .output()
        .unwrap();
    let command = "cargo run --example materials -- show materials --svg";
    assert!(
        example.stdout == read(materials).into_bytes(),
        "{materials} is old: run '{command} {materials}'"
    );
    assert!(read("docs/writing-a-game.md").contains("<img src=\"pictures/materials.svg\""));
    drawn.insert(materials.to_owned());
    let files = std::fs::read_dir(root.join("docs/pictures")).unwrap();
    let files = files.map(|file| format!("docs/pictures/{}", file.unwrap().file_name().display()));
    assert_eq!(drawn, files.collect());
    let on_front: Vec<&str> = front.split("<img src=\"").skip(1).collect();
    assert!(on_front.iter().all(|rest| drawn.contains(rest.split('"').next().unwrap())));
    assert_eq!(on_front.len(), 4);
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

/// The rules of the style sheet: the selectors of each, and its variables.
fn rules() -> impl Iterator<Item = (Vec<&'static str>, Vec<(&'static str, &'static str)>)> {
    STYLE.split('}').filter_map(|rule| {
        let (selectors, body) =
            rule.rsplit_once("*/").map_or(rule, |(_, rest)| rest).split_once('{')?;
        let variable = |line: &'static str| {
            let (name, value) = line.trim().strip_suffix(';')?.split_once(": ")?;
            name.starts_with("--").then_some((name, value))
        };
        let selectors = selectors.split(',').map(str::trim).collect();
        Some((selectors, body.lines().filter_map(variable).collect()))
    })
}

/// The colours of the variables in a picture with these classes, in light or in dark.
fn colours(dark: bool, classes: &[&str]) -> BTreeMap<&'static str, [f64; 3]> {
    let mut values = BTreeMap::new();
    for (selectors, variables) in rules() {
        if selectors.iter().any(|selector| *selector == ":root" || classes.contains(selector)) {
            values.extend(variables);
        }
    }
    let colour = |mut value: &'static str| {
        while let Some(name) = value.strip_prefix("var(") {
            value = values.get(name.strip_suffix(')')?)?;
        }
        if let Some(both) = value.strip_prefix("light-dark(") {
            let (light, rest) = both.split_once(", ")?;
            value = if dark { rest.strip_suffix(')')? } else { light };
        }
        let hex = value.strip_prefix('#')?;
        let part = |at: usize| u8::from_str_radix(hex.get(at..at + 2)?, 16).ok();
        Some([part(0)?, part(2)?, part(4)?].map(|part| f64::from(part) / 255.0))
    };
    values.iter().filter_map(|(name, value)| Some((*name, colour(value)?))).collect()
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

/// The colours of pieces, and the grounds on which they lie.
const COLOURS: [&str; 7] = ["black", "white", "red", "yellow", "blue", "orange", "green"];
const GROUNDS: [&str; 10] = [
    "--board-paper",
    "--board-wood",
    "--board-wood-light",
    "--board-wood-dark",
    "--board-felt",
    "--board-frame-hole",
    "--board-grass",
    "--board-grass-cell",
    "--board-sand",
    "--board-water",
];

#[test]
fn pieces_of_every_colour_can_be_seen_on_every_ground() {
    for (dark, player) in [(false, "first"), (true, "first"), (false, "second"), (true, "second")] {
        let name = |part: &str| format!("--board-{player}{part}");
        for piece in COLOURS {
            let class = format!(".{player}-{piece}");
            let colours = colours(dark, &[&class]);
            let between = |one: &str, other: &str| contrast(colours[one], colours[other]);
            for ground in GROUNDS {
                let seen = between(&name(""), ground).max(between(&name("-edge"), ground));
                assert!(seen >= 3.0, "{piece} on {ground}: {seen}");
            }
            assert!(between(&name("-on"), &name("")) >= 4.5, "text on {piece}");
            assert!(between(&name("-last"), &name("")) >= 3.0, "the last move's mark on {piece}");
        }
    }
}

#[test]
fn texts_and_lines_can_be_read_on_every_ground() {
    for dark in [false, true] {
        let colours = colours(dark, &[]);
        let between = |one: &str, other: &str| contrast(colours[one], colours[other]);
        for (text, ground) in [
            ("--board-text", "--board-sheet"),
            ("--board-wood-text", "--board-wood-rim"),
            ("--board-ink", "--board-wood"),
            ("--board-ink", "--board-grass-cell"),
            ("--board-ink", "--board-sand"),
        ] {
            assert!(between(text, ground) >= 4.5, "{text} on {ground}: {}", between(text, ground));
        }
        for (line, ground) in [
            ("--board-line", "--board-paper"),
            ("--board-felt-line", "--board-felt"),
            ("--board-grass-line", "--board-grass"),
            ("--board-sand-line", "--board-sand"),
            ("--board-water-line", "--board-water"),
            ("--board-wood-light", "--board-wood-dark"),
            ("--board-pip", "--board-face"),
        ] {
            assert!(between(line, ground) >= 3.0, "{line} on {ground}: {}", between(line, ground));
        }
    }
}

#[test]
fn plain_figures_can_be_told_apart() {
    for dark in [false, true] {
        let colours = colours(dark, &[".sarsen-board.plain"]);
        let between = |one: &str, other: &str| contrast(colours[one], colours[other]);
        for player in ["--board-first", "--board-second", "--board-nobody"] {
            for ground in GROUNDS {
                let least = if ground == "--board-wood-dark" { 3.0 } else { 4.5 };
                assert!(between(player, ground) >= least, "{player} on {ground}");
            }
            assert!(between(player, "--board-frame") >= 3.0, "{player} on the frame");
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
        // Shades are references within a picture.
        let value = value.replace("url(#sarsen-", "");
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
