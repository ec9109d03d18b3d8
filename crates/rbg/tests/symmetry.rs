//! Symmetries that are found in rules: what is proven holds, and what is nearly a symmetry is not
//! taken for one.

use std::collections::BTreeSet;

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use sarsen_core::game::{
    Game, Outcome, Position, Presentation, Symmetric, Symmetry, Written, perft, split_mix,
};
use sarsen_rbg::{LoadedGame, RulesGame, RulesPosition};

/// A rule and its mirror image.
type Pair = [String; 2];

fn pair(one: &str, other: &str) -> Pair {
    [one.to_owned(), other.to_owned()]
}

/// Rules with their mirror images. Most are no image of themselves.
fn pairs() -> impl Strategy<Value = Pair> {
    let leaf = prop::sample::select(vec![
        pair("left", "right"),
        pair("right", "left"),
        pair("(left + right)", "(left + right)"),
        pair("up", "up"),
        pair("(up + left)", "(up + right)"),
        pair("any {w}", "any {w}"),
        pair("any {e}", "any {e}"),
        pair("any", "any"),
        pair("{e}", "{e}"),
        pair("{w, b}", "{w, b}"),
        pair("[w]", "[w]"),
        pair("[e]", "[e]"),
        pair("[w, b]", "[w, b]"),
        pair("{! left}", "{! right}"),
        pair("{? right {e}}", "{? left {e}}"),
        pair("(left {e})*", "(right {e})*"),
        pair("[$ x = x + 1]", "[$ x = x + 1]"),
        pair("{$ x < 2}", "{$ x < 2}"),
        pair("[$ x = 0]", "[$ x = 0]"),
        pair("->> ->first", "->> ->first"),
    ]);
    leaf.prop_recursive(4, 24, 3, |inner| {
        let all = prop::collection::vec(inner.clone(), 2..4);
        let sided = |all: &[Pair], between: &str| {
            [0, 1].map(|side| all.iter().map(|pair| &*pair[side]).collect::<Vec<_>>().join(between))
        };
        prop_oneof![
            4 => all.clone().prop_map(move |all| sided(&all, " ")),
            2 => all.prop_map(move |all| sided(&all, " + ").map(|text| format!("({text})"))),
            // A rule or its mirror image: the whole is its own.
            4 => inner.clone().prop_map(|[one, other]| {
                [format!("({one} + {other})"), format!("({other} + {one})")]
            }),
            // What changes something again and again has no end.
            1 => inner.clone().prop_map(|pair| pair.map(|text| {
                if text.contains(['[', '>']) { text } else { format!("({text})*") }
            })),
            1 => inner.clone().prop_map(|pair| pair.map(|text| format!("{{? {text}}}"))),
            1 => inner.prop_map(|pair| pair.map(|text| format!("{{! {text}}}"))),
        ]
    })
}

/// Games on small boards. What the keeper does can be done in one way.
fn games() -> impl Strategy<Value = String> {
    let board = prop::sample::select(vec![
        "[w, e, b] [e, w, e] [b, e, w]",
        "[w, e, w] [e, b, e] [w, e, w]",
        "[w, e] [e, w]",
        "[e, w, e, b]",
        "[w, e, e] [e, , b]",
    ]);
    let keeping = prop::sample::select(vec!["", "[w]", "({? up} [b] + {! up} [$ x = 1])"]);
    (board, pairs(), pairs(), keeping).prop_map(|(board, [one, _], [two, _], keep)| {
        format!(
            "#players = first(5), second(5)\n#pieces = e, w, b\n#variables = x(3)\n\
             #board = rectangle(up, down, left, right, {board})\n\
             #any = ((up* + down*)(left* + right*))\n\
             #rules = (->first any {one} ->> {keep} ->second {two} ->> [$ first = 1])*\n"
        )
    })
}

/// Whether the images of the moves of a position are the moves of its image, and lead to the images
/// of what they lead to. None if a position is too large to see that.
fn holds<const CHANCE: bool>(
    position: &RulesPosition<CHANCE>,
    symmetry: Symmetry,
) -> Option<Result<(), String>> {
    let (image, inverse) = (position.image(symmetry), position.inverse(symmetry));
    let (moves, images) = (position.legal_moves(), image.legal_moves());
    if moves.len().max(images.len()) > 2_000 {
        return None;
    }
    let fail = |what: &str| Some(Err(format!("symmetry {symmetry} of {position:?}: {what}")));
    if image.image(inverse) != *position || image.outcome() != position.outcome() {
        return fail("another position or another end");
    }
    if moves.len() != images.len() {
        return fail("another number of moves");
    }
    let mut seen = BTreeSet::new();
    for m in moves {
        let code = position.map_code(position.code(m), symmetry);
        let Some(&twin) = images.iter().find(|&&m| image.code(m) == code) else {
            return fail("a move without an image");
        };
        if !seen.insert(code) || image.map_code(code, inverse) != position.code(m) {
            return fail("an image of two moves");
        }
        let (mut after, mut there) = (position.clone(), image.clone());
        after.make(m);
        there.make(twin);
        if after.image(symmetry) != there || after.image(symmetry).key() != there.key() {
            return fail("a move that leads elsewhere");
        }
        let keys = [&after, &there].map(|position| position.canonical().0);
        if keys[0] != keys[1] {
            return fail("another canonical key");
        }
    }
    Some(Ok(()))
}

#[test]
fn what_is_proven_of_random_rules_holds() {
    let mut runner = TestRunner::deterministic();
    let (games, mut random, mut tried) = (games(), 1, 0);
    for _ in 0..2_000 {
        let text = games.new_tree(&mut runner).unwrap().current();
        let Ok(game) = RulesGame::read("random.rbg", &text) else { continue };
        let mut position = game.start();
        for _ in 0..6 {
            for symmetry in 1..position.symmetries() {
                match holds(&position, symmetry) {
                    None => break,
                    Some(held) => assert_eq!(held, Ok(()), "{text}"),
                }
                let mut image = position.image(symmetry);
                if position.legal_moves().len() < 50 {
                    let counts = [&mut position, &mut image].map(|one| perft(one, 2));
                    assert_eq!(counts[0], counts[1], "{text}");
                }
                tried += 1;
            }
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.make(moves[(split_mix(&mut random) % moves.len() as u64) as usize]);
        }
    }
    assert!(tried > 1_000, "only {tried} positions under a symmetry");
}

fn found<const CHANCE: bool>(game: &RulesGame<CHANCE>) -> (u8, bool) {
    (game.start().symmetries(), game.board().is_some_and(|board| board.opposite(0).is_some()))
}

/// The number of symmetries of rules, and whether the players are alike.
fn symmetries(name: &str, text: &str) -> (u8, bool) {
    match LoadedGame::read(name, text).unwrap_or_else(|error| panic!("{name}: {error}")) {
        LoadedGame::Certain(game) => found(&game),
        LoadedGame::OfChance(game) => found(&game),
    }
}

#[test]
fn the_games_of_the_collection_have_the_symmetries_that_they_should_have() {
    for (name, right) in [
        ("amazons", (8, true)),
        ("breakthrough", (2, true)),
        // The mirror would lead to the light squares.
        ("checkers", (1, true)),
        // The king castles to unlike sides.
        ("chess", (1, true)),
        ("connect4", (2, true)),
        // Red puts up its stones first.
        ("einstein", (2, false)),
        ("hex", (2, true)),
        ("othello", (8, true)),
        ("pig", (1, false)),
    ] {
        let file = format!("{}/../../games/{name}.rbg", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(&file).unwrap();
        assert_eq!(symmetries(&file, &text), right, "{name}");
    }
}

#[test]
fn what_is_proven_holds_where_chance_has_a_part() {
    let file = format!("{}/../../games/einstein.rbg", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&file).unwrap();
    let LoadedGame::OfChance(game) = LoadedGame::read(&file, &text).unwrap() else {
        panic!("there is a die")
    };
    let (mut position, mut random) = (game.start(), 5);
    while position.outcome().is_none() {
        assert_eq!(holds(&position, 1), Some(Ok(())));
        assert_eq!(position.image(1).actor(), position.actor());
        let moves = position.legal_moves();
        position.make(moves[(split_mix(&mut random) % moves.len() as u64) as usize]);
    }
}

/// A game on a board of three by three, with these rules for a move.
fn small(turn: &str) -> u8 {
    let text = format!(
        "#players = white(1), black(1)\n#pieces = e, w, b, x\n#variables = n(9)\n\
         #board = rectangle(up, down, left, right, [e, w, e] [b, x, b] [e, w, e])\n\
         #any = (up* + down*)(left* + right*)\n\
         #near(s) = (up {{s}} + down {{s}} + left {{s}} + right {{s}})\n\
         #turn(me; s) = ->me {turn} ->> [$ me = 1]\n\
         #rules = (turn(white; w) turn(black; b))*\n"
    );
    symmetries("small.rbg", &text).0
}

#[test]
fn rules_that_are_nearly_symmetric_are_not_symmetric() {
    for (turn, right) in [
        ("any {e} [s]", 8),
        ("any {s} [e] near(e) [s]", 8),
        // Written another way, in another order.
        ("any {s} [e] (left {e} [s] + right {e} [s] + up {e} [s] + down {e} [s])", 8),
        ("any {e} {! {? left} {? right}} [s]", 4),
        ("any {e} {? (near(w) + near(b))} [s]", 8),
        // One direction does a little more.
        ("any {s} [e] (left {e} [s] + right {e, x} [s] + up {e} [s] + down {e} [s])", 2),
        ("any {s} [e] (left {e} [s] + right {e} [s] [$ n = 1] + (up + down) {e} [s])", 2),
        // One direction leads to the same twice.
        ("any {s} [e] (left {e} [s] + left {e} [s] + right {e} [s] + (up + down) {e} [s])", 2),
        // The same piece, seen from one side only.
        ("any {e} {? left {x}} [s]", 2),
        ("any {e} {! (left {b} + right {b} right {w})} [s]", 2),
        ("any {e} {? (left + right) {x} (up {w} + down {b})} [s]", 2),
        // Only one corner may pass.
        ("(any {e} [s] + any {! up} {! left} {w})", 2),
        ("any (up + left {s}) [e]", 1),
        // The keeper takes what it finds first.
        ("any {s} [e] ->> any {e} [x]", 1),
    ] {
        assert_eq!(small(turn), right, "{turn}");
    }
}

/// A game in which stones are put anywhere, on this board.
fn stones(board: &str, anywhere: &str) -> (u8, bool) {
    let text = format!(
        "#players = white(1), black(1)\n#pieces = e, w, b\n#variables =\n#board = {board}\n\
         #turn(me; s) = ->me ({anywhere})* {{e}} [s] ->> [$ me = 1]\n\
         #rules = (turn(white; w) turn(black; b))*\n"
    );
    symmetries("stones.rbg", &text)
}

#[test]
fn all_ways_in_which_a_board_lies_on_itself_are_found() {
    let (four, six) = ("up + down + left + right", "k + l + m + n + o + p");
    for (board, anywhere, right) in [
        ("rectangle(up, down, left, right, [e, e, e] [e, e, e] [e, e, e])", four, 8),
        ("rectangle(up, down, left, right, [e, e, e] [e, e, e])", four, 4),
        ("rectangle(up, down, left, right, [e, e, ] [e, e, e] [ , e, e])", four, 4),
        ("rectangle(up, down, left, right, [e, e, e] [e, , e] [e, e, ])", four, 2),
        ("rectangle(up, down, left, right, [e])", four, 1),
        ("hexagon(k, l, m, n, o, p, [e, e] [e, e, e] [e, e])", six, 12),
        ("hexagon(k, l, m, n, o, p, [e] [e, e] [e])", six, 4),
        ("hexagon(k, l, m, n, o, p, [e] [e, e] [e, e, e])", six, 6),
        ("cuboid(k, l, m, n, o, p, [[e, e] [e, e]] [[e, e] [e, e]])", six, 48),
        ("cuboid(k, l, m, n, o, p, [[e, e] [e, e] [e, e]] [[e, e] [e, e] [e, e]])", six, 16),
        // A ring, and a ring with a way that goes round in one direction only.
        (
            "p[e]{n: q, m: t} q[e]{n: r, m: p} r[e]{n: s, m: q} s[e]{n: t, m: r} t[e]{n: p, m: s}",
            "n + m",
            10,
        ),
        ("p[e]{n: q} q[e]{n: r} r[e]{n: p}", "n", 3),
    ] {
        assert_eq!(stones(board, anywhere), (right, true), "{board}");
    }
}

/// The text of a position after the players have exchanged their stones, their sides, their scores
/// and their turn.
fn exchanged(game: &RulesGame, position: &RulesPosition, words: &[[&str; 2]]) -> String {
    let other = |word: &str| {
        let swap = |[one, other]: &[&str; 2]| match word {
            _ if word == *one => Some((*other).to_owned()),
            _ if word == *other => Some((*one).to_owned()),
            _ => None,
        };
        words.iter().find_map(swap).unwrap_or_else(|| word.to_owned())
    };
    let text = position.format();
    let (board, rest) = text.split_once(' ').unwrap();
    let letters: Vec<char> = board.chars().filter(|letter| *letter != '/').collect();
    let mut there = letters.clone();
    for (place, letter) in letters.iter().enumerate() {
        let opposite = game.board().unwrap().opposite(place).unwrap();
        there[opposite] = other(&letter.to_string()).chars().next().unwrap();
    }
    let mut there = there.into_iter();
    let board: String =
        board.chars().map(|c| if c == '/' { c } else { there.next().unwrap() }).collect();
    let mut rest: Vec<String> = rest
        .split(' ')
        .map(|word| match word.split_once('=') {
            Some((name, value)) => format!("{}={value}", other(name)),
            None => other(word),
        })
        .collect();
    rest[1..].sort();
    format!("{board} {}", rest.join(" "))
}

#[test]
fn seen_from_the_other_side_a_position_is_the_same() {
    let colours = ["white", "black"];
    for (name, words) in [
        ("breakthrough", vec![colours, ["w", "b"]]),
        ("connect4", vec![["red", "yellow"], ["r", "y"]]),
        ("othello", vec![colours, ["w", "b"]]),
        ("hex", vec![["red", "blue"], ["r", "b"]]),
        ("checkers", vec![colours, ["M", "m"], ["K", "k"]]),
    ] {
        let file = format!("{}/../../games/{name}.rbg", env!("CARGO_MANIFEST_DIR"));
        let game = RulesGame::read(&file, &std::fs::read_to_string(&file).unwrap()).unwrap();
        let mut position = game.start();
        let mut random = 3;
        while position.outcome().is_none() {
            let there = exchanged(&game, &position, &words);
            let mut other = position.parse(&there).unwrap_or_else(|error| {
                panic!("{name}: '{}' becomes '{there}': {error}", position.format())
            });
            let counts = [&mut position, &mut other].map(|one| perft(one, 2));
            assert_eq!(counts[0], counts[1], "{name}: '{}' and '{there}'", position.format());
            let moves = position.legal_moves();
            position.make(moves[(split_mix(&mut random) % moves.len() as u64) as usize]);
        }
        let there = exchanged(&game, &position, &words);
        let outcomes = [position.outcome(), position.parse(&there).unwrap().outcome()];
        let right = outcomes[0].map(|outcome| match outcome {
            Outcome::Win(player) => Outcome::Win(player.other()),
            Outcome::Draw => Outcome::Draw,
        });
        assert_eq!(outcomes[1], right, "{name}: {position:?}");
    }
}
