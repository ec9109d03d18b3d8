//! Stonehenge against the games, evaluations and solutions of the chapter's own code, and its laws.

use std::fs::File;
use std::io::{BufRead, BufReader};

use flate2::read::GzDecoder;
use proptest::prelude::*;
use sarsen::game::value::{Value, is_win, win_in};
use sarsen::game::{
    Evaluator, Game, IDENTITY, MoveError, Oracle, Outcome, Player, Position, Presentation, Stress,
    Symmetric, View, Weighted, Written, perft,
};
use sarsen::games::stonehenge::{
    CELLS, Chapter, LINE_COUNT, Move, Stonehenge, StonehengePosition, WinsAtOnce,
};
use serde::Deserialize;
use serde::de::DeserializeOwned;

const PLAYERS: [Player; 2] = [Player::First, Player::Second];

/// A position of a game, with what the chapter's code says of it. The data's README explains the
/// fields.
#[derive(Deserialize)]
struct Row {
    game: u32,
    ply: usize,
    moves: Vec<(usize, u8)>,
    to_move: u8,
    board: [i8; CELLS],
    pieces1: Vec<u8>,
    pieces2: Vec<u8>,
    lines: [u8; LINE_COUNT],
    legal: usize,
    eval_true: Value,
}

/// A position with its winner.
#[derive(Deserialize)]
struct Solved {
    ply: usize,
    moves: Vec<(usize, u8)>,
    winner: u8,
}

/// A position with the values of searches from depth 1, for player 1.
#[derive(Deserialize)]
struct Searched {
    moves: Vec<(usize, u8)>,
    fixed_val1: Value,
    fixed_val2: Value,
    fixed_val3: Option<Value>,
}

fn read<T: DeserializeOwned>(name: &str) -> Vec<T> {
    let path = format!("{}/tests/data/chapter/{name}.public.jsonl.gz", env!("CARGO_MANIFEST_DIR"));
    let file = File::open(&path).expect("the data is there");
    BufReader::new(GzDecoder::new(file))
        .lines()
        .map(|line| {
            serde_json::from_str(&line.expect("the data is text")).expect("the data is JSON")
        })
        .collect()
}

fn player(number: u8) -> Option<Player> {
    [None, Some(Player::First), Some(Player::Second)][usize::from(number)]
}

/// The position after some moves, unless the game ends before the last of them.
fn play(moves: &[(usize, u8)]) -> Option<StonehengePosition> {
    let mut position = StonehengePosition::start();
    for &(cell, piece) in moves {
        if position.outcome().is_some() {
            return None;
        }
        position.make(Move::new(cell, piece));
    }
    Some(position)
}

/// Every unfinished or just finished position of the chapter's games.
fn positions() -> impl Iterator<Item = (Row, StonehengePosition)> {
    read::<Row>("stone_games").into_iter().filter_map(|row| {
        let position = play(&row.moves)?;
        Some((row, position))
    })
}

#[test]
fn games_agree_with_the_chapter() {
    let (mut count, mut finished, mut just_won) = (0, 0, 0);
    for (row, position) in positions() {
        let context = format!("game {} ply {}: {}", row.game, row.ply, position.format());
        let board = std::array::from_fn(|cell| match position.piece_at(cell) {
            None => 0,
            Some((Player::First, piece)) => piece as i8,
            Some((Player::Second, piece)) => -(piece as i8),
        });
        assert_eq!(row.board, board, "{context}");
        for (player, mut pieces) in PLAYERS.into_iter().zip([row.pieces1, row.pieces2]) {
            pieces.sort_unstable_by(|a, b| b.cmp(a));
            assert_eq!(pieces, position.hand(player).pieces().collect::<Vec<_>>(), "{context}");
        }
        let owners = row.lines.map(player);
        assert_eq!(owners, std::array::from_fn(|line| position.owner(line)), "{context}");
        assert_eq!(player(row.to_move), Some(position.to_move()), "{context}");

        let winner = PLAYERS
            .into_iter()
            .find(|&p| owners.iter().filter(|&&owner| owner == Some(p)).count() >= 8);
        assert_eq!(position.outcome(), winner.map(Outcome::Win), "{context}");
        let moves = position.legal_moves();
        assert_eq!(moves.len(), position.count_moves(), "{context}");
        if winner.is_none() {
            assert_eq!(moves.len(), row.legal, "{context}");
            assert_eq!(Chapter.evaluate(&position, Player::First), row.eval_true, "{context}");
        } else {
            assert!(moves.is_empty(), "{context}");
            finished += 1;
            just_won += usize::from(winner != Some(position.to_move()));
        }
        count += 1;
    }
    assert!(count > 2000 && finished > 100, "{count} positions, {finished} finished");
    assert!(just_won < finished, "some games are lost by the last move");
}

#[test]
fn texts_and_keys_round_trip() {
    for (_, position) in positions() {
        let text = position.format();
        let again =
            StonehengePosition::start().parse(&text).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(position, again, "{text}");
        for m in position.legal_moves() {
            assert_eq!(position.parse_move(&position.format_move(m)), Ok(m));
            let mut changed = position;
            let undo = changed.make(m);
            assert_ne!(changed.key(), position.key());
            changed.unmake(m, undo);
            assert_eq!(changed, position);
        }
    }
}

#[test]
fn images_commute_with_moves() {
    for (row, position) in positions().step_by(7) {
        for symmetry in 0..position.symmetries() {
            let image = position.image(symmetry);
            let inverse = position.inverse(symmetry);
            assert_eq!(image.image(inverse), position, "game {} ply {}", row.game, row.ply);
            assert_eq!(image.canonical().0, position.canonical().0);
            assert_eq!(StonehengePosition::start().parse(&image.format()), Ok(image));
            for evaluator in
                [&Chapter as &dyn Evaluator<StonehengePosition>, &Stonehenge.usual_evaluator()]
            {
                let value = evaluator.evaluate(&position, Player::First);
                assert_eq!(evaluator.evaluate(&image, Player::First), value);
                assert_eq!(evaluator.evaluate(&image, Player::Second), -value);
            }
            let images = image.legal_moves();
            for m in position.legal_moves() {
                let code = position.map_code(position.code(m), symmetry);
                let mapped =
                    *images.iter().find(|&&i| image.code(i) == code).expect("legal there too");
                assert_eq!(image.map_code(code, inverse), position.code(m));
                let (mut moved, mut moved_image) = (position, image);
                moved.make(m);
                moved_image.make(mapped);
                assert_eq!(moved.image(symmetry), moved_image);
            }
        }
        let (key, symmetry) = position.canonical();
        assert_eq!(position.image(symmetry).key(), key);
        let expected = if row.ply <= 10 { (key, symmetry) } else { (position.key(), IDENTITY) };
        assert_eq!(position.table_key(true), expected);
    }
}

#[test]
fn perft_is_right() {
    let mut start = Stonehenge.start();
    assert_eq!([1, 2, 3].map(|depth| perft(&mut start, depth)), [108, 11_016, 969_408]);
    if !cfg!(debug_assertions) {
        assert_eq!(perft(&mut start, 4), 79_976_160);
    }
}

/// Plain alpha-beta with the chapter's evaluation, which also sees wins. The value is that of the
/// player to move.
fn search(position: &mut StonehengePosition, depth: u32, mut alpha: Value, beta: Value) -> Value {
    if depth == 0 || position.outcome().is_some() {
        return Chapter.evaluate(position, position.to_move());
    }
    for m in position.legal_moves() {
        let undo = position.make(m);
        let value = -search(position, depth - 1, -beta, -alpha);
        position.unmake(m, undo);
        alpha = alpha.max(value);
        if alpha >= beta {
            break;
        }
    }
    alpha
}

#[test]
fn searches_agree_with_the_chapter() {
    for row in read::<Searched>("stone_alphabeta") {
        let mut position = play(&row.moves).expect("not finished");
        let values = [Some(row.fixed_val1), Some(row.fixed_val2), row.fixed_val3];
        // The third ply takes too long without optimisation.
        let depths = if cfg!(debug_assertions) { 2 } else { 3 };
        for (depth, value) in (1..=depths).zip(values) {
            let found = search(&mut position, depth, -10_000, 10_000);
            let found = if position.to_move() == Player::First { found } else { -found };
            assert!(
                value.is_none_or(|value| value == found),
                "{} depth {depth}",
                position.format()
            );
        }
    }
}

/// Whether the player to move wins. The oracle cuts the search short.
fn wins(position: &mut StonehengePosition) -> bool {
    if let Some(outcome) = position.outcome() {
        // A move may also give the opponent the eighth line.
        return outcome == Outcome::Win(position.to_move());
    }
    if WinsAtOnce.probe(position).is_some() {
        return true;
    }
    position.legal_moves().into_iter().any(|m| {
        let undo = position.make(m);
        let won = !wins(position);
        position.unmake(m, undo);
        won
    })
}

#[test]
fn solved_positions_have_their_winners() {
    for row in read::<Solved>("stone_solved").into_iter().filter(|row| row.ply >= 10) {
        let mut position = play(&row.moves).expect("not finished");
        let expected = player(row.winner) == Some(position.to_move());
        assert_eq!(wins(&mut position), expected, "{}", position.format());
    }
}

/// Plays moves chosen by numbers, and visits every position.
fn walk(choices: &[u8], mut visit: impl FnMut(&StonehengePosition)) {
    let mut position = StonehengePosition::start();
    for &choice in choices {
        visit(&position);
        let moves = position.legal_moves();
        if moves.is_empty() {
            return;
        }
        position.make(moves[usize::from(choice) % moves.len()]);
    }
}

#[test]
fn tied_lines_go_to_the_player_who_did_not_fill_them() {
    // 3@1 and 3@2 make a tie on line 1. The second player has filled it.
    let position = play(&[(0, 3), (1, 3)]).expect("not finished");
    assert_eq!(position.owner(0), Some(Player::First));
    let text = "x3o3/.../..../...../.... x.............. x";
    assert_eq!(position.format(), text);
    let other =
        StonehengePosition::start().parse(&text.replace(" x.", " o.")).expect("may be either's");
    assert_eq!(other.owner(0), Some(Player::Second));
    assert_ne!(other.key(), position.key());
    assert_ne!(other.canonical().0, position.canonical().0);
}

#[test]
fn broken_texts_are_refused_with_reasons() {
    let owners = "...............";
    let long = "x6/.../..../...../.... ............... o";
    for (text, expected) in [
        ("", "cell 1 of 2 in row 1 ('.', 'x' or 'o') expected, but the text ends (at character 1)".to_owned()),
        ("..X", "'/' after the 2 cells of row 1 expected, not 'X' (at character 3)".to_owned()),
        ("./", "cell 2 of 2 in row 1 ('.', 'x' or 'o') expected, not '/' (at character 2)".to_owned()),
        ("é", "cell 1 of 2 in row 1 ('.', 'x' or 'o') expected, not 'é' (at character 1)".to_owned()),
        ("x7", "the value of the piece (1 to 6) expected, not '7' (at character 2)".to_owned()),
        (long, "cell 2 of 2 in row 1 ('.', 'x' or 'o') expected, not '/' (at character 3)".to_owned()),
        ("x6x6", "'x' has no more than 1 of the value 6 (at character 3)".to_owned()),
        ("o1o1/o1", "'o' has no more than 2 of the value 1 (at character 6)".to_owned()),
        (
            "../.../..../...../....x",
            "a blank after the board expected, not 'x' (at character 23)".to_owned(),
        ),
        (
            "../.../..../...../.... ..X",
            "the owner of line 3 of 15 ('.', 'x' or 'o') expected, not 'X' (at character 26)".to_owned(),
        ),
        (
            &format!("../.../..../...../.... {owners}."),
            "a blank after the 15 owners expected, not '.' (at character 39)".to_owned(),
        ),
        (
            &format!("../.../..../...../.... {owners} ."),
            "the side to move ('x' or 'o') expected, not '.' (at character 40)".to_owned(),
        ),
        (
            &format!("../.../..../...../.... {owners} x "),
            "the end of the text after the side to move expected, not ' ' (at character 41)".to_owned(),
        ),
        (
            &format!("../.../..../...../.... {owners} o"),
            "'o' cannot be to move with 0 pieces of 'x' and 0 of 'o' on the board (at character 40)".to_owned(),
        ),
        (
            &format!("../.../.x1../...../.... {owners} x"),
            "'x' cannot be to move with 1 pieces of 'x' and 0 of 'o' on the board (at character 41)".to_owned(),
        ),
        (
            "../.../..../...../.... .x............. x",
            "line 2 is not 'x' by the pieces: neither player owns it yet (at character 25)".to_owned(),
        ),
        (
            "x3o3/.../..../...../.... ............... x",
            "line 1 is not '.' by the pieces: it is full with equal totals, so 'x' or 'o' owns it \
             (at character 26)"
                .to_owned(),
        ),
        (
            "x4o3/.../..../...../.... o.............. x",
            "line 1 is not 'o' by the pieces: 'x' owns it (at character 26)".to_owned(),
        ),
    ] {
        let error = StonehengePosition::start().parse(text).expect_err(text);
        assert_eq!(error.to_string(), expected, "{text}");
    }
}

#[test]
fn broken_moves_are_refused_with_reasons() {
    let position = play(&[(0, 6), (6, 4)]).expect("not finished");
    for (text, expected) in [
        ("", "'' is not a move: a move is piece@cell, such as 6@7"),
        ("7", "'7' is not a move: a move is piece@cell, such as 6@7"),
        ("+5@7", "'+5@7' is not a move: a move is piece@cell, such as 6@7"),
        ("5@07", "'5@07' is not a move: a move is piece@cell, such as 6@7"),
        ("5@ 8", "'5@ 8' is not a move: a move is piece@cell, such as 6@7"),
        ("7@8", "'7@8' is not a move: the pieces are 1 to 6"),
        ("5@19", "'5@19' is not a move: the cells are 1 to 18"),
        ("5@0", "'5@0' is not a move: the cells are 1 to 18"),
        ("5@7", "'5@7' is not a legal move here: cell 7 is taken by o4"),
        ("6@8", "'6@8' is not a legal move here: no 6 is left in hand, only 5 4 3 3 2 2 1 1"),
    ] {
        assert_eq!(position.parse_move(text).expect_err(text).to_string(), expected);
    }
    let (_, finished) =
        positions().find(|(_, p)| p.outcome().is_some()).expect("some are finished");
    assert_eq!(finished.parse_move("1@1"), Err(MoveError::GameOver));
}

#[test]
fn picture_shows_pieces_owners_and_hands() {
    let position = play(&[(0, 3), (1, 3), (11, 6)]).expect("not finished");
    let expected = "      .   .
       \\   \\
    .   x3--o3--x
     \\ / \\ / \\
  .   3---4---5---.
   \\ / \\ / \\ / \\
.   6---7---8---9---.
 \\ / \\ / \\ / \\ / \\
  10--11--x6--13--14--.
 / \\ / \\ / \\ / \\ /
.   15--16--17--18--.
   /   /   /   /
  .   .   .   .

x owns 1 of 15 lines, holds 5 4 3 2 2 1 1
o owns 0 of 15 lines, holds 6 5 4 3 2 2 1 1";
    assert_eq!(Stonehenge.draw(&position, View::default()).to_string(), expected);
    for (_, position) in positions() {
        let picture = Stonehenge.draw(&position, View::default()).to_string();
        assert!(picture.is_ascii() && picture.lines().all(|line| line.trim_end() == line));
    }
}

#[test]
fn the_board_can_be_seen_from_the_other_side() {
    let position = play(&[(0, 3), (1, 3), (11, 6)]).expect("not finished");
    let turned = View { turned: true, last: None };
    let expected = "        .   .   .   .
       /   /   /   /
  .---18--17--16--15  .
     / \\ / \\ / \\ / \\ /
.---14--13--x6--11--10
     \\ / \\ / \\ / \\ / \\
  .---9---8---7---6   .
       \\ / \\ / \\ / \\
    .---5---4---3   .
         \\ / \\ / \\
      x---o3--x3  .
           \\   \\
            .   .
";
    let picture = Stonehenge.draw(&position, turned).to_string();
    assert!(picture.starts_with(expected), "{picture}");
    assert!(picture.is_ascii() && picture.lines().all(|line| line.trim_end() == line));
}

#[test]
fn the_lines_that_won_and_the_last_piece_stand_out() {
    let (_, finished) = positions().find(|(_, p)| p.winner().is_some()).expect("some are won");
    let winner = finished.winner().expect("won");
    let drawing = Stonehenge.draw(&finished, View { turned: false, last: Some(Move::new(0, 1)) });
    let stressed = |stress| -> String {
        let spans = drawing.spans().iter().filter(|span| span.stress == stress);
        spans.map(|span| span.text.as_str()).collect()
    };
    let letter = if winner == Player::First { "X" } else { "O" };
    let lines = finished.owned(winner).count_ones() as usize;
    assert_eq!(stressed(Stress::Won), letter.repeat(lines));
    assert!(!stressed(Stress::Last).is_empty());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn oracle_knows_the_wins_of_one_move(choices in prop::collection::vec(any::<u8>(), 18)) {
        walk(&choices, |position| {
            if position.outcome().is_some() {
                return;
            }
            let mover = position.to_move();
            let won = position.legal_moves().into_iter().any(|m| {
                let mut after = *position;
                after.make(m);
                after.outcome() == Some(Outcome::Win(mover))
            });
            let known = WinsAtOnce.probe(position);
            assert_eq!(known.is_some(), won, "{}", position.format());
            assert!(known.is_none_or(|known| is_win(known.value) && known.value == win_in(1)));
        });
    }

    #[test]
    fn random_games_keep_the_laws(choices in prop::collection::vec(any::<u8>(), 18)) {
        walk(&choices, |position| {
            assert_eq!(StonehengePosition::start().parse(&position.format()).as_ref(), Ok(position));
            for symmetry in 0..position.symmetries() {
                assert_eq!(position.image(symmetry).canonical().0, position.canonical().0);
            }
            for evaluator in [&Chapter as &dyn Evaluator<StonehengePosition>, &Stonehenge.usual_evaluator()] {
                let [first, second] = PLAYERS.map(|p| evaluator.evaluate(position, p));
                assert_eq!(first, -second);
            }
        });
    }

    #[test]
    fn garbage_is_refused_quietly(text in "\\PC{0,80}") {
        prop_assert!(StonehengePosition::start().parse(&text).is_err());
        prop_assert!(StonehengePosition::start().parse_move(&text).is_err());
    }

    #[test]
    fn damaged_texts_do_not_panic(
        text in "[.xo1-7/]{2,4}/[.xo1-6]{3,6}/[.xo1-6]{4}/[.xo1-6]{5}/[.xo1-6]{4} [.xo]{15} [xo]",
        m in "[0-9]{0,2}@?[0-9]{0,3}",
    ) {
        if let Ok(position) = StonehengePosition::start().parse(&text) {
            prop_assert_eq!(position.format(), text);
        }
        if let Ok(found) = StonehengePosition::start().parse_move(&m) {
            prop_assert_eq!(StonehengePosition::start().format_move(found), m);
        }
    }

    #[test]
    fn one_changed_character_does_not_panic(
        choices in prop::collection::vec(any::<u8>(), 18),
        place in 0_usize..80,
        c in any::<char>(),
    ) {
        walk(&choices, |position| {
            let mut text: Vec<char> = position.format().chars().collect();
            let place = place % text.len();
            text[place] = c;
            let text: String = text.into_iter().collect();
            if let Ok(other) = StonehengePosition::start().parse(&text) {
                assert_eq!(other.format(), text);
            }
        });
    }
}
