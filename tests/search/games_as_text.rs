//! The games of the collection `games/`, which are files of rules: counts, laws, and the same games
//! in Rust as judges.

use std::collections::BTreeMap;
use std::path::Path;

use crate::support::slow::{self, rounds};
use sarsen::game::board::Layout;
use sarsen::game::{Game, MoveOf, Position, laws, perft, split_mix};
use sarsen::games::checkers::Checkers;
use sarsen::games::connect_four::Small;
use sarsen::games::othello::Othello;
use sarsen::rules::RulesGame;

/// A game of the collection.
fn text_game(name: &str) -> RulesGame {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("games").join(format!("{name}.rbg"));
    let text = std::fs::read_to_string(&file).unwrap();
    RulesGame::read(&file.to_string_lossy(), &text).unwrap_or_else(|error| panic!("{error}"))
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

/// Counts of the official compiler, of OpenSpiel, or of the literature.
const COUNTS: [(&str, &[u64]); 7] = [
    ("amazons", &[2_176, 4_307_152]),
    ("breakthrough", &[22, 484, 11_132, 256_036, 6_182_818]),
    ("checkers", &[7, 49, 302, 1_469, 7_361, 36_768, 179_740, 845_931]),
    ("chess", &[20, 400, 8_902, 197_281, 4_865_609]),
    ("connect4", &[7, 49, 343, 2_401, 16_807, 117_649, 823_536]),
    ("hex", &[121, 14_520, 1_727_880]),
    ("othello", &[4, 12, 56, 244, 1_396, 8_200, 55_092, 390_216]),
];

#[test]
fn the_counts_are_right() {
    assert_eq!(all(), COUNTS.map(|(name, _)| name));
    for (name, counts) in COUNTS {
        let game = text_game(name);
        for (depth, &count) in counts.iter().enumerate() {
            if count < 300_000 || !slow::is_left_out("deeper counts of games as text") {
                assert_eq!(perft(&mut game.start(), depth as u32 + 1), count, "{name}");
            }
        }
    }
}

#[test]
fn the_laws_hold() {
    for name in all() {
        // Amazons has thousands of moves, and each is looked at.
        laws::hold_in_random_games(&text_game(&name), if name == "amazons" { 1 } else { 3 });
        for text in ["", "over", "bb/.. white", "./././. white:1@a1 x=1", "white 1 2 3"] {
            laws::survive(&text_game(&name), text);
        }
    }
}

/// The games in the reference of the language.
#[test]
fn the_examples_of_the_reference_are_games() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/rules-as-text.md");
    let text = std::fs::read_to_string(file).unwrap();
    let blocks: Vec<&str> = text.split("```rbg\n").skip(1).collect();
    assert!(!blocks.is_empty());
    for block in blocks {
        let rules = block.split("```").next().unwrap();
        let game = RulesGame::read("example.rbg", rules).unwrap_or_else(|error| panic!("{error}"));
        laws::hold_in_random_games(&game, 20);
    }
}

/// What is on a board, by coordinates in hundredths: whose piece, and whether it is of the usual
/// kind. What is nobody's does not count.
type Seen = BTreeMap<[i32; 2], (usize, bool)>;

fn seen<G: Game>(game: &G, layout: &Layout, position: &G::Position) -> Seen {
    let contents = game.board().unwrap().contents(position, None);
    let piece = |piece: &sarsen::game::board::Piece| {
        let place = &layout.places[piece.place];
        let at = [place.x, place.y].map(|part| (part * 100.0) as i32);
        Some((at, (piece.owner?.index(), piece.kind == 0)))
    };
    contents.pieces.iter().filter_map(piece).collect()
}

/// The positions after all moves.
fn after<G: Game>(
    game: &G,
    layout: &Layout,
    position: &G::Position,
) -> Vec<(Seen, MoveOf<G>, G::Position)> {
    let one = |m| {
        let mut next = position.clone();
        next.make(m);
        (seen(game, layout, &next), m, next)
    };
    position.legal_moves().into_iter().map(one).collect()
}

/// Plays random games in two games that should be the same one. At each move the same boards can
/// be reached, and the results are the same.
fn are_one<A: Game, B: Game>(text: &A, judge: &B, games: usize) {
    let layouts = (text.board().unwrap().layout(), judge.board().unwrap().layout());
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
            let mut ones = after(text, &layouts.0, &one);
            let mut others = after(judge, &layouts.1, &other);
            // Two ways to the same board may be two moves in one of the games.
            let boards = |all: Vec<&Seen>| {
                let mut all: Vec<Seen> = all.into_iter().cloned().collect();
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
    are_one(&text_game("connect4"), &Small::new(7, 6).unwrap(), rounds(60, 2_000));
}

#[test]
fn othello_is_the_game_in_rust() {
    are_one(&text_game("othello"), &Othello::parse("").unwrap(), rounds(15, 1_000));
}

#[test]
fn checkers_is_the_game_in_rust() {
    are_one(&text_game("checkers"), &Checkers, rounds(15, 1_000));
}
