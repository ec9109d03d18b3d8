//! The games of the collection `games/`, which are files of rules: counts, laws, and the same games
//! in Rust as judges.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::support::slow::{self, rounds};
use sarsen::game::board::{Area, Layout};
use sarsen::game::{Effort, Game, MoveOf, Position, Written, laws, perft, split_mix};
use sarsen::games::checkers::Checkers;
use sarsen::games::connect_four::Small;
use sarsen::games::einstein::Einstein;
use sarsen::games::othello::Othello;
use sarsen::games::pig::Pig;
use sarsen::rules::{LoadedGame, RulesGame};

/// The file of a game of the collection, and its text.
fn file_of(name: &str) -> (String, String) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("games").join(format!("{name}.rbg"));
    (file.to_string_lossy().into_owned(), std::fs::read_to_string(&file).unwrap())
}

/// A game of the collection, without chance.
pub fn text_game(name: &str) -> RulesGame {
    let (file, text) = file_of(name);
    RulesGame::read(&file, &text).unwrap_or_else(|error| panic!("{error}"))
}

/// A game of chance.
fn game_of_chance(file: &str, text: &str) -> RulesGame<true> {
    match LoadedGame::read(file, text) {
        Ok(LoadedGame::OfChance(game)) => game,
        Ok(LoadedGame::Certain(_)) => panic!("{file} has no chance"),
        Err(error) => panic!("{error}"),
    }
}

/// Does something with a game of the collection, whatever its type.
macro_rules! with_game {
    ($name:expr, $game:ident => $act:expr) => {{
        let (file, text) = file_of($name);
        match LoadedGame::read(&file, &text).unwrap_or_else(|error| panic!("{error}")) {
            LoadedGame::Certain($game) => $act,
            LoadedGame::OfChance($game) => $act,
        }
    }};
}

/// The names of all games of the collection.
fn all() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("games");
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .filter_map(|entry| {
            Some(entry.unwrap().file_name().to_str()?.strip_suffix(".rbg")?.to_owned())
        })
        .collect();
    names.sort();
    names
}

/// The same game on a square board of another width, or for Hex on a rhombus. The pieces stand as
/// they do on the board of the file.
pub fn resized(name: &str, width: usize) -> RulesGame {
    let rows: Vec<Vec<&str>> = match name {
        "breakthrough" => {
            let piece = |row| match row {
                0 | 1 => "b",
                row if row + 2 >= width => "w",
                _ => "e",
            };
            (0..width).map(|row| vec![piece(row); width]).collect()
        }
        "clobber" => {
            let piece = |row: usize, column: usize| ["w", "b"][(row + column) % 2];
            let row = |row| (0..width).map(|column| piece(row, column)).collect();
            (0..width).map(row).collect()
        }
        "hex" => {
            let length = |row: usize| (row + 1).min(2 * width - 1 - row);
            (0..2 * width - 1).map(|row| vec!["e"; length(row)]).collect()
        }
        "othello" => {
            let half = width / 2;
            let piece = |row: usize, column: usize| match (row + 1, column + 1) {
                at if at == (half, half) || at == (half + 1, half + 1) => "w",
                at if at == (half, half + 1) || at == (half + 1, half) => "b",
                _ => "e",
            };
            let row = |row| (0..width).map(|column| piece(row, column)).collect();
            (0..width).map(row).collect()
        }
        _ => panic!("{name} has one size"),
    };
    on_board(name, &rows)
}

/// The same game on a rectangle with these pieces, or on another board of its kind.
pub fn on_board(name: &str, rows: &[Vec<&str>]) -> RulesGame {
    let rows: String = rows.iter().map(|row| format!("[{}]", row.join(","))).collect();
    let (file, text) = file_of(name);
    let board = text.find("#board").unwrap();
    let first = board + text[board..].find('[').unwrap();
    let end = board + text[board..].find("])").unwrap() + 1;
    // Other start positions are those of the whole board.
    let marks = text[..first].lines().filter(|line| !line.starts_with("//@ setup"));
    let marks = marks.collect::<Vec<_>>().join("\n");
    let text = format!("{marks}\n{rows}{}", &text[end..]);
    RulesGame::read(&file, &text).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn the_counts_are_right() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/rbg/perft.tsv");
    let text = std::fs::read_to_string(file).unwrap();
    let mut counted = BTreeSet::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let [name, width, depth, count, _] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{line}");
        };
        counted.insert(name.to_owned());
        let count: u64 = count.parse().unwrap();
        if count > 300_000 && slow::is_left_out("deeper counts of games as text") {
            continue;
        }
        let depth = depth.parse().unwrap();
        let found = match width {
            "-" => with_game!(name, game => perft(&mut game.start(), depth)),
            width => perft(&mut resized(name, width.parse().unwrap()).start(), depth),
        };
        assert_eq!(found, count, "{line}");
    }
    assert_eq!(counted.into_iter().collect::<Vec<_>>(), all());
}

#[test]
fn the_laws_hold() {
    for name in all() {
        with_game!(&name, game => {
            // These have many moves, and each is looked at.
            let is_wide = ["amazons", "ataxx", "gomoku"].contains(&&*name);
            laws::hold_in_random_games(&game, if is_wide { 1 } else { 3 });
            for text in ["", "over", "bb/.. white", "./././. white:1@a1 x=1", "white 1 2 3"] {
                laws::survive(&game, text);
            }
        });
    }
}

/// The games in the reference of the language.
#[test]
fn the_examples_of_the_reference_are_games() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
    let page = |name| std::fs::read_to_string(folder.join(name)).unwrap();
    let text = page("rules-as-text.md") + &page("write-a-game-in-an-evening.md");
    let blocks: Vec<&str> = text.split("```rbg\n").skip(1).collect();
    assert!(!blocks.is_empty());
    for block in blocks {
        let rules = block.split("```").next().unwrap();
        let game = RulesGame::read("example.rbg", rules).unwrap_or_else(|error| panic!("{error}"));
        laws::hold_in_random_games(&game, 20);
    }
}

/// What is on a board, by coordinates in hundredths: whose piece, and its number, or whether it is
/// of the usual kind. What is nobody's, or beside the board, does not count.
pub type Seen = BTreeMap<[i32; 2], (usize, String)>;

/// A move as both games know it: the board after it. An outcome of chance is its text and its
/// weight, and so is a move in a game that differs in its board.
pub type SeenMove = Result<Seen, (String, u32)>;

fn seen<G: Game>(game: &G, layout: &Layout, position: &G::Position) -> Seen {
    let contents = game.board().unwrap().contents(position, None);
    let piece = |piece: &sarsen::game::board::Piece| {
        let place = &layout.places[piece.place];
        let at = [place.x, place.y].map(|part| (part * 100.0) as i32);
        let is_numbered = piece.name.chars().all(|c| c.is_ascii_digit());
        let kind = if is_numbered { piece.name.clone() } else { (piece.kind == 0).to_string() };
        (place.area == Area::Board).then_some((at, (piece.owner?.index(), kind)))
    };
    contents.pieces.iter().filter_map(piece).collect()
}

/// The positions after all moves.
pub fn after<G: Game>(
    game: &G,
    layout: Option<&Layout>,
    position: &G::Position,
) -> Vec<(SeenMove, MoveOf<G>, G::Position)> {
    let one = |m| {
        let mut next = position.clone();
        next.make(m);
        let by_text = layout.is_none() || position.actor().is_chance();
        let told = match layout.filter(|_| !by_text) {
            Some(layout) => Ok(seen(game, layout, &next)),
            None => Err((position.format_move(m), position.weight(m))),
        };
        (told, m, next)
    };
    position.legal_moves().into_iter().map(one).collect()
}

/// Plays random games in two games that should be the same one. At each move the same boards can
/// be reached, or the texts of the moves are the same, and so are the results.
pub(super) fn are_one<A: Game, B: Game>(text: &A, judge: &B, by_board: bool, games: usize) {
    let text_layout = by_board.then(|| text.board().unwrap().layout());
    let judge_layout = by_board.then(|| judge.board().unwrap().layout());
    let mut random = 7;
    let mut results = [0; 3];
    for game in 0..games {
        let (mut one, mut other) = (text.start(), judge.start());
        loop {
            assert_eq!(one.outcome(), other.outcome(), "game {game}: {other:?}");
            if let Some(outcome) = one.outcome() {
                results[match outcome {
                    sarsen::game::Outcome::Win(player) => player.index(),
                    sarsen::game::Outcome::Draw => 2,
                }] += 1;
                break;
            }
            assert_eq!(one.actor(), other.actor(), "game {game}: {other:?}");
            let mut ones = after(text, text_layout.as_ref(), &one);
            let mut others = after(judge, judge_layout.as_ref(), &other);
            // Two ways to the same board may be two moves in one of the games.
            let boards = |all: Vec<&SeenMove>| {
                let mut all: Vec<SeenMove> = all.into_iter().cloned().collect();
                all.sort();
                all.dedup();
                all
            };
            assert_eq!(
                boards(ones.iter().map(|(board, ..)| board).collect()),
                boards(others.iter().map(|(board, ..)| board).collect()),
                "game {game}: {other:?}"
            );
            let chosen = ones.swap_remove((split_mix(&mut random) % ones.len() as u64) as usize);
            let same = others.iter().position(|(board, ..)| *board == chosen.0).unwrap();
            (one, other) = (chosen.2, others.swap_remove(same).2);
        }
    }
    println!("first won {}, second {}, drawn {}", results[0], results[1], results[2]);
}

#[test]
fn connect_four_is_the_game_in_rust() {
    are_one(&text_game("connect4"), &Small::new(7, 6).unwrap(), true, rounds(60, 2_000));
}

#[test]
fn othello_is_the_game_in_rust() {
    are_one(&text_game("othello"), &Othello::USUAL, true, rounds(15, 1_000));
    are_one(&resized("othello", 6), &Othello::SMALL, true, rounds(15, 1_000));
}

#[test]
fn checkers_is_the_game_in_rust() {
    are_one(&text_game("checkers"), &Checkers, true, rounds(15, 1_000));
}

#[test]
fn einstein_is_the_game_in_rust() {
    let (file, text) = file_of("einstein");
    are_one(&game_of_chance(&file, &text), &Einstein, true, rounds(20, 1_000));
}

/// Pig as text with another goal.
fn pig_to(goal: u16) -> RulesGame<true> {
    let (file, text) = file_of("pig");
    assert!(text.contains("#goal = 100"));
    game_of_chance(&file, &text.replace("#goal = 100", &format!("#goal = {goal}")))
}

#[test]
fn pig_is_the_game_in_rust() {
    are_one(&pig_to(100), &Pig::USUAL, false, rounds(20, 1_000));
    are_one(&pig_to(9), &Pig::parse("9").unwrap(), false, 50);
}

/// Solves two games that should be the same one, from the start to the end of random games.
fn have_one_value<A: Game, B: Game>(text: (&A, A::Position), judge: (&B, B::Position)) {
    let bytes = 1 << 30;
    let solvers = (text.0.solver(bytes).unwrap(), judge.0.solver(bytes).unwrap());
    let (mut one, mut other) = (text.1, judge.1);
    let mut random = 11;
    while one.outcome().is_none() {
        assert_eq!(one.actor(), other.actor());
        let ones = solvers.0.expect(&one, &Effort::UNLIMITED).unwrap();
        let others = solvers.1.expect(&other, &Effort::UNLIMITED).unwrap();
        for (one, other) in [(ones.low, others.low), (ones.high, others.high)] {
            assert!((one - other).abs() < 1e-9, "{one} {other}");
        }
        let moves = one.legal_moves();
        let chosen = moves[(split_mix(&mut random) % moves.len() as u64) as usize];
        // The game in Rust writes a move without signs.
        let told = one.format_move(chosen).replace(['-', 'x'], "");
        let m = other.parse_move(&told).unwrap();
        one.make(chosen);
        other.make(m);
    }
    assert_eq!(one.outcome(), other.outcome());
}

#[test]
fn pig_has_the_exact_odds_of_the_game_in_rust() {
    let goal = if slow::is_asked_for() { 50 } else { 20 };
    let (text, judge) = (pig_to(goal), Pig::parse(&goal.to_string()).unwrap());
    for _ in 0..3 {
        have_one_value((&text, text.start()), (&judge, judge.start()));
    }
}

#[test]
fn einstein_has_the_exact_odds_of_the_game_in_rust() {
    let (file, text) = file_of("einstein");
    let (text, judge) = (game_of_chance(&file, &text), Einstein);
    for (board, turn) in [
        ("...../.1.../..a../...b./.....", 1),
        ("...../.a.../.26../..5../.f...", 2),
        ("..6../.e.../..1d./...../3..b.", 1),
    ] {
        // In the rules there are two places where the die is thrown.
        let one = text.start().parse(&format!("{board} random:{turn}")).unwrap();
        let text_of_judge = format!("{} {turn} -", board.replace('/', ""));
        let other = judge.start().parse(&text_of_judge).unwrap();
        have_one_value((&text, one), (&judge, other));
    }
}
