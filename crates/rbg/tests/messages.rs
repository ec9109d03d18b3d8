//! What is said about the usual mistakes: where they were made, and what to do.

use std::time::Duration;

use sarsen_rbg::{LoadedGame, RulesGame};

const PLAYERS: &str = "#players = white(1), black(1)\n#pieces = e, w\n#variables = x(9)\n";
const BOARD: &str = "#board = rectangle(up, down, left, right, [e, e] [w, e])\n";

/// The first lines of the error that a text has: the message, the line and the caret.
fn error(text: &str) -> [String; 3] {
    let error = RulesGame::read("a.rbg", text).err().map(|error| error.to_string());
    let error = error.unwrap_or_default();
    [0, 1, 2].map(|line| error.lines().nth(line).unwrap_or_default().to_owned())
}

/// Checks how the message ends, and that the caret is below this.
fn says(text: &str, message: &str, below: &str) {
    let [first, line, caret] = error(text);
    assert!(first.ends_with(message), "{message}: {first}");
    let at = caret.find('^').unwrap_or_default();
    let shown = line.get(at..).unwrap_or_default();
    assert!(shown.starts_with(below), "{below}: {first}\n{line}\n{caret}");
}

fn with(rest: &str) -> String {
    format!("{PLAYERS}{BOARD}{rest}")
}

#[test]
fn a_bracket_that_a_macro_misses_is_found_there() {
    let rules = |step: &str| {
        with(&format!(
            "#step = {step}\n#turn(me) = ->me step {{? step}} ->>\n\
             #rules = (turn(white) turn(black))*"
        ))
    };
    for (step, what, below) in [
        ("(up + left {e}", "opens '(' here and does not close it", "(up"),
        ("(up + left)) {e}", "closes ')' here and does not open it", ") {"),
        ("(up + {e, w left)", "opens '{' here and does not close it", "{e"),
        ("{? (up + left} {e}", "opens '(' here and does not close it", "(up"),
        ("{? up + left) {e}}", "closes ')' here and does not open it", ") {"),
        ("[$ x = 1 {e}", "opens '[$' here and does not close it", "[$"),
    ] {
        let place = format!("a.rbg:5:{}", 9 + step.find(below).unwrap());
        says(&rules(step), &format!("{place}: the macro 'step' {what}"), below);
    }
    // One macro may open what another one closes.
    let text = with("#begin = (up +\n#end = )\n#rules = ->white begin left end ->>");
    assert_eq!(error(&text)[0], "");
    says(&text.replace("left end", "lift end"), "did you mean 'left'?", "lift");
    says(
        &format!(
            "{PLAYERS}#row = [e, e\n#board = rectangle(up, down, left, right, row row)\n\
                  #rules = ->white up ->>"
        ),
        "a.rbg:4:8: the macro 'row' opens '[' here and does not close it",
        "[e",
    );
}

#[test]
fn a_mistyped_section_is_pointed_at() {
    let text = with("#rules = ->white up ->>");
    for (section, typed) in [("variables", "variabels"), ("rules", "rulez"), ("board", "Board")] {
        let text = text.replace(&format!("#{section}"), &format!("#{typed}"));
        says(&text, &format!("there is no section '#{section} ='; is this it?"), typed);
    }
    assert_eq!(error(&with(""))[0], "a.rbg: there is no section '#rules ='");
}

#[test]
fn a_board_says_what_it_needs() {
    for (board, message, below) in [
        (
            "hexagonal(a, b, c, d, e, f, [e])",
            "no board is called 'hexagonal': rectangle, hexagon, cuboid, or a graph",
            "hexagonal",
        ),
        (
            "hexagon(nw, ne, east, se, sw, [e, e])",
            "this board needs the names of 6 directions, but here are 5",
            "(nw",
        ),
        (
            "rectangle(up, ur, right, dr, down, [e, e])",
            "this board needs the names of 4 directions, but here are 5",
            "(up",
        ),
        ("cuboid([[e, e]])", "this board needs the names of 6 directions, but here are 0", "([["),
    ] {
        says(&format!("{PLAYERS}#board = {board}\n#rules = ->white ->>"), message, below);
    }
}

#[test]
fn signs_of_other_languages_are_translated() {
    for (rules, message, below) in [
        ("-->white up ->>", "'-' is no action; did you mean '->'?", "-->white"),
        ("->white up --->>", "'-' is no action; did you mean '->'?", "--->>"),
        ("=>white up ->>", "'=' is no action; did you mean '->'?", "=>white"),
        ("->white (up or left) ->>", "unknown name 'or'; did you mean '+'?", "or left"),
        (
            "->white (up | left) ->>",
            "the character '|' means nothing here; did you mean '+'?",
            "| left",
        ),
    ] {
        says(&with(&format!("#rules = {rules}")), message, below);
    }
}

#[test]
fn a_name_that_hides_another_is_a_warning() {
    let text = "#players = white(1), black(1)
#pieces = e, w
#variables = x(9)
#board = rectangle(up, down, left, right, [e, e] [w, e])
#spare = up
#left = right*
#turn(me; e) = ->me up {e} [e] ->> [$ x = 1] {$ x == 1}
#rules = turn(white; w) left turn(black; w)
";
    let warnings = |text: &str| {
        let game = LoadedGame::read("a.rbg", text).unwrap_or_else(|error| panic!("{error}"));
        let warnings = game.check(Duration::ZERO).warnings;
        warnings.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    let found = warnings(text);
    assert_eq!(
        found[..2],
        [
            "a.rbg:6:2: the macro 'left' hides the direction 'left'\n 6 | #left = right*\n   |  ^",
            "a.rbg:7:11: the parameter 'e' hides the piece 'e'\n \
             7 | #turn(me; e) = ->me up {e} [e] ->> [$ x = 1] {$ x == 1}\n   |           ^",
        ]
    );
    // What is not used comes last.
    assert!(found[found.len() - 1].contains("the macro 'spare' is never used"), "{found:?}");
    assert!(found.len() > 3, "{found:?}");
    // The name of a macro with parameters cannot be mistaken, and what is not used hides nothing.
    let text = text.replace("#spare = up", "#down(y) = y").replace("#left = right*", "#right = up");
    let text = text.replace(") left", ") down(left)");
    let found = warnings(&text.replace("e) = ->me up {e} [e]", "on) = ->me up {on} [on]"));
    assert!(!found.iter().any(|warning| warning.contains("hides")), "{found:?}");
}

#[test]
fn a_piece_has_a_name_of_its_own() {
    let text = with("#rules = ->white up ->>").replace("= e, w", "= e, w, e");
    says(&text, "a.rbg:2:17: there are two pieces 'e'", "e");
    // Lists made by macros may overlap.
    let text = text.replace("#pieces = e, w, e", "#all = e, w\n#pieces = all, all");
    assert_eq!(error(&text)[0], "");
}

#[test]
fn the_caret_stands_below_what_is_wrong_in_a_mark() {
    let text = with("#rules = ->white up ->>");
    for (mark, message, below) in [
        ("ground gras", "'gras' is none of paper, wood, felt, frame, grass, sand, water", "gras"),
        ("piece w named pawn sing P", "none of: of, named, sign, hidden, crowned", "sing"),
        ("piece w named", "a name is missing", "w named"),
        ("piece w sign Kni", "too long for a sign: it has one or two letters", "Kni"),
        ("beside a1 c3", "there is no place 'c3': a2, b2, a1, b1", "c3"),
        ("move up y=1", "there is no variable 'y': x", "y=1"),
        ("value whit 5", "no variable 'whit'; did you mean 'white'?", "whit"),
        ("titel Stones", "repetition, weight, dialect", "titel"),
        ("title", "'title' says nothing", "title"),
        ("", "repetition, weight, dialect", ""),
    ] {
        says(&format!("  //@ {mark}\n{text}"), message, below);
    }
}

#[test]
fn names_of_every_kind_are_guessed() {
    let text = "#players = white(1), black(1)\n#pieces = empty, stone\n#variables = count(9)\n\
                #board = one[empty]{next: two} two[stone]{next: one}\n\
                #rules = ->white next [stone] [$ count = count + 1] ->>";
    assert_eq!(error(text)[0], "");
    for (from, to, below) in [
        ("->white", "->whit", "whit "),
        ("[stone]{", "[ston]{", "ston]"),
        ("[stone] ", "[ston] ", "ston]"),
        ("[$ count", "[$ coun", "coun "),
        ("count +", "coun +", "coun +"),
        ("next: one", "next: onne", "onne"),
    ] {
        says(&text.replace(from, to), "'?", below);
    }
    says(&format!("//@ at onne 0 0\n{text}"), "'onne'; did you mean 'one'?", "onne");
}
