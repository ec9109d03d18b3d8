//! Hostile files: whatever is in a file, reading it and playing its first moves ends soon, with an
//! error or a game.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use proptest::prelude::*;
use sarsen_core::game::board::Diagram;
use sarsen_core::game::{Game, Player, Position, Presentation, Written};
use sarsen_rbg::{RulesGame, text_of};

/// The longest time that a file may take.
const LONGEST: Duration = Duration::from_secs(if cfg!(debug_assertions) { 5 } else { 1 });

const HEAD: &str = "#players = white(1), black(1)\n#pieces = e, w\n#variables = x(9)\n\
                    #board = rectangle(up, down, left, right, [e, e] [w, e])\n";

/// Reads a file and plays its first moves. Returns the error in one line, or nothing.
fn trial(text: &str) -> String {
    let start = Instant::now();
    let said = match RulesGame::read("hostile.rbg", text) {
        Ok(game) => {
            let mut position = game.start();
            for (_, evaluator) in game.evaluators() {
                if position.outcome().is_none() {
                    evaluator.evaluate(&position, Player::First);
                }
            }
            for _ in 0..4 {
                let Some(&m) = position.legal_moves().last() else { break };
                let _ = position.format();
                let undo = position.make(m);
                position.unmake(m, undo);
                position.make(m);
            }
            String::new()
        }
        Err(error) => error.to_string().lines().next().unwrap_or_default().to_owned(),
    };
    let time = start.elapsed();
    let shown: String = text.chars().take(60).collect();
    assert!(time < LONGEST, "{shown}: {time:?}");
    said
}

fn with(rest: &str) -> String {
    format!("{HEAD}{rest}")
}

/// Macros that each use the one before twice.
fn doubling(first: &str, levels: usize) -> String {
    let mut text = format!("#m0 = {first}\n");
    for level in 1..levels {
        text +=
            &format!("#m{} = m{} m{}\n", letters(level), letters(level - 1), letters(level - 1));
    }
    text = text.replace("#m0", "#ma").replace("m0", "ma");
    text + &format!("#rules = ->white m{} ->>\n", letters(levels - 1))
}

fn letters(number: usize) -> String {
    let letter = char::from(b'a' + (number % 26) as u8);
    if number < 26 { letter.to_string() } else { letters(number / 26 - 1) + &letter.to_string() }
}

#[test]
fn macros_cannot_explode() {
    let said = trial(&with(&doubling("up", 60)));
    assert!(said.contains("the macros expand to too much"), "{said}");
    let said = trial(&with(&doubling("", 60)));
    assert!(said.contains("the macros expand to too much"), "{said}");
    let mut chain = "#ma = up\n".to_owned();
    for level in 1..20_000 {
        chain += &format!("#m{} = m{}\n", letters(level), letters(level - 1));
    }
    let said = trial(&with(&format!("{chain}#rules = ->white m{} ->>", letters(19_999))));
    assert!(said.contains("macros use each other more than 200 deep"), "{said}");
    let said =
        trial(&with(&format!("#f(a) = a a a a\n#rules = {}up{}", "f(".repeat(90), ")".repeat(90))));
    assert!(said.contains("the macros expand to too much"), "{said}");
}

#[test]
fn powers_cannot_explode() {
    let said = trial(&with("#rules = ->white (((up {e})^9999)^9999)^9999 ->>"));
    assert!(said.contains("the rules are too long"), "{said}");
    let said = trial(&with("#rules = ->white [w]^4294967295 ->>"));
    assert!(said.contains("the rules are too long"), "{said}");
}

#[test]
fn brackets_cannot_overflow_the_stack() {
    for (open, close) in [("(", ")"), ("{? ", "}"), ("{! ", "}"), ("[$ x = (", ")]")] {
        let text = with(&format!(
            "#rules = ->white {}up{} ->>",
            open.repeat(1_000_000 / open.len()),
            close.repeat(1_000_000 / open.len())
        ));
        let said = trial(&text);
        assert!(!said.is_empty(), "{open}");
    }
    let said =
        trial(&with(&format!("#rules = [$ x = {}1{}]", "(".repeat(500_000), ")".repeat(500_000))));
    assert!(said.contains("nested more than 200 deep"), "{said}");
    trial(&"[".repeat(1_000_000));
    trial(&with(&"#".repeat(1_000_000)));
}

#[test]
fn many_macros_are_no_burden() {
    let macros: String = (0..60_000).map(|n| format!("#m{n}(e) = e\n#n{n} = m{n}(e)\n")).collect();
    let uses: String = (0..60_000).map(|n| format!("n{n} ")).collect();
    let text = with(&format!("{macros}#rules = ->white [{uses}"));
    let said = trial(&text);
    assert!(said.contains("expected"), "{said}");
    let text = with(&format!("{macros}#rules = ->white [{}] ->>", uses.replace(' ', ",")));
    let said = trial(&text.replace(",]", "]"));
    assert_eq!(said, "");
}

#[test]
fn boards_cannot_be_too_large() {
    let row = format!("[{}e]", "e,".repeat(200_000));
    let players =
        "#players = white(1), black(1)\n#pieces = e, w\n#variables =\n#rules = ->white up ->>\n";
    for board in [
        format!("rectangle(a, b, c, d, {row})"),
        format!("rectangle(a, b, c, d, {})", "[e]".repeat(300_000)),
        format!("rectangle(a, b, c, d, {})", "[,]".repeat(300_000)),
        format!("hexagon(a, b, c, d, f, g, {row})"),
        format!("cuboid(a, b, c, d, f, g, [{}])", "[e]".repeat(300_000)),
    ] {
        let said = trial(&format!("{players}#board = {board}\n"));
        assert!(said.contains("more than 4096 places") || said.contains("expand"), "{said}");
    }
    let names = (0..5000).map(|n| format!("p{n}[e]{{a: p{n}}} ")).collect::<String>();
    let said = trial(&format!("{players}#board = {names}\n"));
    assert!(said.contains("more than 4096 places"), "{said}");
    // The largest board that there may be.
    let rows = format!("[{}e]", "e,".repeat(63)).repeat(64);
    let any = "((up* + down*)(left* + right*))";
    let said = trial(&format!(
        "#players = white(1), black(1)\n#pieces = e, w\n#variables =\n\
         #board = rectangle(up, down, left, right, {rows})\n\
         #rules = (->white {any} {{e}} [w] ->> ->black {any} {any} {{w}} ->>)*"
    ));
    assert_eq!(said, "");
}

#[test]
fn rules_without_an_end_are_refused_or_stopped() {
    for rules in [
        "(->>)*",
        "(->> ->>)* ->white up ->>",
        "([w])* {w} {e} ->white ->>",
        "([$ x = 1] + [$ x = 2])* ->white ->>",
        "((up + down + [w])*)* ->white ->>",
    ] {
        let said = trial(&with(&format!("#rules = {rules}")));
        assert!(said.contains("do not come to an end"), "{rules}: {said}");
    }
    for rules in [
        "->white ([w])* ->>",
        "(->white (up + down + left + right + [w])* ->>)*",
        "->white ([$ x = 1])* {e} ->> ",
        "(->white {? ([w] + [e])* {! up + down} {e} {w}} ->>)*",
        "(->white (up + down)* ->> (->>)* )*",
        "(->white ((up + down + left + right)^40 + left)^40 {w} ->>)*",
    ] {
        eprintln!("{rules}");
        let said = trial(&with(&format!("#rules = {rules}")));
        eprintln!("{said}");
    }
}

#[test]
fn many_long_moves_are_written_quickly() {
    // All moves do something at one place. They are long, and in the first game they look alike.
    for choice in ["([w] + [w])", "([w] + [e])"] {
        let text = with(&format!("#rules = ->white {choice}^14 ->black [e] ->>"));
        let game = RulesGame::read("alike.rbg", &text).unwrap();
        let mut position = game.start();
        let start = Instant::now();
        let moves = position.legal_moves();
        assert_eq!(moves.len(), 1 << 14);
        let texts: Vec<String> = moves.iter().map(|&m| position.format_move(m)).collect();
        assert_eq!(texts.iter().collect::<HashSet<_>>().len(), moves.len());
        for (&m, text) in moves.iter().zip(&texts).step_by(100) {
            assert_eq!(position.parse_move(text), Ok(m));
            let undo = position.make(m);
            position.unmake(m, undo);
        }
        assert!(start.elapsed() < LONGEST, "{choice}: {:?}", start.elapsed());
    }
}

#[test]
fn a_board_may_have_many_ways() {
    let place = |from: usize| {
        let ways = (0..60).map(|way| format!("d{way}: p{}", (from * 7 + way * way + 1) % 1500));
        format!("p{from}[e]{{{}}}\n", ways.collect::<Vec<_>>().join(", "))
    };
    let text = format!(
        "#players = white(1), black(1)\n#pieces = e, w\n#variables =\n#board = {}\n\
         #rules = (->white (d0 + d1) {{e}} [w] ->>)*",
        (0..1500).map(place).collect::<String>()
    );
    let game = RulesGame::read("ways.rbg", &text).unwrap();
    let start = Instant::now();
    let layout = game.board().map(Diagram::layout);
    assert_eq!(layout.map(|layout| layout.places.len()), Some(1500));
    assert!(start.elapsed() < LONGEST, "{:?}", start.elapsed());
}

#[test]
fn other_encodings_are_named() {
    let error = |bytes: &[u8]| text_of("file.rbg", bytes.to_vec()).unwrap_err().in_short();
    assert!(error(&[0xff, 0xfe, 0x23, 0]).contains("UTF-16"));
    assert!(error(b"#players\n# = \xff").contains("2:5"), "{}", error(b"#players\n# = \xff"));
    assert!(trial("#pla\0yers").contains("NUL"));
    assert!(trial("").contains("there is no section"));
    let said = trial(&format!("\u{feff}{}", with("#rules = ->white up ->>")));
    assert_eq!(said, "");
    trial(&format!("#{}", "a".repeat(4_000_000)));
    assert!(trial(&"+".repeat(4_000_000)).contains("more than 1048576 words and signs"));
    assert!(trial(&"a".repeat(5_000_000)).contains("too long"));
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(300)
    })]

    #[test]
    fn no_text_is_a_disaster(text in "[#a-c=(){}\\[\\]~;,.+*^$!?<>0-9 \n/-]{0,200}") {
        trial(&text);
        trial(&with(&text));
        trial(&with(&format!("#rules = {text}")));
    }

    #[test]
    fn no_mistake_is_a_disaster(at in 0..500_usize, with_what in "[#a-c=(){}\\[\\]~;,.+*^$!?<>0-9]{0,3}", gone in 0..10_usize) {
        let text = with(
            "#any = ((up* + down*)(left* + right*))\n\
             #turn(me; piece) = ->me any {e} [piece] ->> ({$ x < 9} [$ x = x + 1] + {$ x == 9} ->> {})\n\
             #rules = (turn(white; w) turn(black; e~))*",
        );
        let at = at.min(text.len());
        let end = (at + gone).min(text.len());
        trial(&format!("{}{with_what}{}", &text[..at], &text[end..]));
    }
}
