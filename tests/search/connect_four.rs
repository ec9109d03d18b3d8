//! Connect Four: perft against a plain generator, the chapter's games and evaluations, texts.

use crate::support::slow;
use crate::support::{Random, columns, json_lines, play, random_position, reference};
use proptest::prelude::*;
use sarsen::game::{Evaluator, Game, Notation, Outcome, Player, Position, Written, perft};
use sarsen::games::connect_four::{Board, BoardWord, Chapter, Large, Size, Small, Windows};

#[derive(serde::Deserialize)]
struct Row {
    moves: String,
    to_move: u8,
    board: String,
    legal: Vec<u8>,
    eval: i32,
    true_winner: Option<u8>,
}

fn small(width: u32, height: u32) -> Small {
    Small::new(width, height).unwrap()
}

#[test]
fn perft_of_the_usual_board() {
    let counts = [7, 49, 343, 2401, 16807, 117649, 823536, 5673234, 39394572];
    let depths = if cfg!(debug_assertions) { 7 } else { 9 };
    for (depth, count) in (1..).zip(counts).take(depths) {
        assert_eq!(perft(&mut small(7, 6).start(), depth), count, "depth {depth}");
    }
}

/// Perft with a second implementation of the rules, on plain columns of stones.
fn plain_perft(grid: &mut Vec<Vec<usize>>, height: usize, player: usize, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let at = |grid: &[Vec<usize>], column: i32, row: i32| {
        let stack: Option<&Vec<usize>> = usize::try_from(column).ok().and_then(|c| grid.get(c));
        stack.and_then(|stack| stack.get(usize::try_from(row).ok()?)).copied()
    };
    let mut count = 0;
    for column in 0..grid.len() {
        if grid[column].len() == height {
            continue;
        }
        grid[column].push(player);
        let (c, r) = (column as i32, grid[column].len() as i32 - 1);
        let won = [(0, 1), (1, 0), (1, 1), (1, -1)].into_iter().any(|(dc, dr)| {
            let run = |sign: i32| {
                (1..4)
                    .take_while(|i| at(grid, c + sign * i * dc, r + sign * i * dr) == Some(player))
                    .count()
            };
            run(1) + run(-1) >= 3
        });
        count += if depth == 1 {
            1
        } else if won {
            0
        } else {
            plain_perft(grid, height, 1 - player, depth - 1)
        };
        grid[column].pop();
    }
    count
}

#[test]
fn perft_of_other_sizes_agrees_with_a_plain_generator() {
    for width in 4..=25_u32 {
        for height in 4..=31_u32 {
            let Ok(size) = Size::new(width, height) else { continue };
            // Every size gets about the same work. On small boards, the depth is enough for wins
            // and full columns.
            let work = if slow::is_asked_for() { 13.0 } else { 9.0 };
            let depth = (work / f64::from(width).ln()) as u32;
            let depth = if width == 4 && height == 4 { 12 } else { depth.min(9) };
            let plain =
                plain_perft(&mut vec![Vec::new(); width as usize], height as usize, 0, depth);
            if size.bits() <= 64 {
                assert_eq!(
                    perft(&mut small(width, height).start(), depth),
                    plain,
                    "{size} in one word"
                );
            }
            let large = Large::of_size(size).unwrap();
            assert_eq!(perft(&mut large.start(), depth), plain, "{size} in two words");
        }
    }
}

#[test]
fn sizes_have_limits() {
    for size in ["4x4", "7x6", "8x7", "4x15", "9x6", "10X11", "25x4", "4x31"] {
        assert!(Size::parse(size).is_ok(), "{size}");
    }
    for size in [
        "3x4",
        "4x3",
        "20x20",
        "4x32",
        "26x4",
        "x",
        "7",
        "7x",
        "7x6x5",
        "-7x6",
        "99999999999x4",
        "0x0",
    ] {
        assert!(Size::parse(size).is_err(), "{size}");
    }
    assert!(Small::new(8, 8).is_err() && Small::new(8, 7).is_ok());
    let error = Size::parse("20x20").unwrap_err().to_string();
    assert_eq!(error, "setup '20x20': columns times (rows + 1) must not exceed 128");
}

fn check_row(row: &Row) -> Board<u64> {
    let start = small(7, 6).start();
    // The chapter's games may go on after a four that its evaluation does not see.
    let mut board = start;
    for digit in row.moves.bytes() {
        let drop = board.drop_into(digit - b'1').unwrap();
        board.make(drop);
    }
    assert_eq!(board.to_move().index() + 1, usize::from(row.to_move));
    for (from_top, cells) in row.board.split('/').enumerate() {
        for (column, cell) in cells.chars().enumerate() {
            let stone = match cell {
                'X' => Some(Player::First),
                'O' => Some(Player::Second),
                _ => None,
            };
            assert_eq!(board.stone_at(column as u8, 5 - from_top as u8), stone, "{}", row.moves);
        }
    }
    // After the end nothing is legal, so this asks where a stone could fall.
    let mut moves = Vec::new();
    board.moves(&mut moves);
    let mut legal: Vec<u8> = moves.iter().map(|&m| board.column_of(m) + 1).collect();
    legal.reverse();
    assert_eq!(legal, row.legal);
    board
}

#[test]
fn the_chapters_games() {
    let chapter = Chapter::new(small(7, 6).start().geometry());
    let rows: Vec<Row> = json_lines("chapter/c4_games.public.jsonl.gz");
    assert_eq!(rows.len(), 3409);
    let mut finished = 0;
    for row in &rows {
        let board = check_row(row);
        assert_eq!(chapter.evaluate(&board, Player::First), row.eval, "{}", row.moves);
        assert_eq!(chapter.evaluate(&board, Player::Second), -row.eval);
        // A win that the chapter sees is a win by the rules.
        if row.eval.abs() == 10_000 {
            let winner = if row.eval > 0 { Player::First } else { Player::Second };
            assert_eq!(board.outcome(), Some(Outcome::Win(winner)));
            finished += 1;
        }
        if board.outcome().is_none() {
            assert_eq!(play(&small(7, 6).start(), &columns(&row.moves)), board);
        }
    }
    assert!(finished > 20);
}

#[test]
fn wins_that_the_chapter_misses_are_wins() {
    let rows: Vec<Row> = json_lines("chapter/c4_missed_wins.public.jsonl.gz");
    assert_eq!(rows.len(), 36);
    for row in &rows {
        let board = check_row(row);
        let winner = if row.true_winner == Some(1) { Player::First } else { Player::Second };
        assert_eq!(board.outcome(), Some(Outcome::Win(winner)), "{}", row.moves);
    }
}

/// The evaluation of the article, computed by its definition.
fn plain_windows<W: BoardWord>(board: &Board<W>) -> i32 {
    let (width, height) =
        (i32::from(board.geometry().width()), i32::from(board.geometry().height()));
    let mut sum = 0;
    for column in 0..width {
        for row in 0..height {
            for (dc, dr) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                let (last_column, last_row) = (column + 3 * dc, row + 3 * dr);
                if !(0..width).contains(&last_column) || !(0..height).contains(&last_row) {
                    continue;
                }
                let count = |player| {
                    let stone = |i| board.stone_at((column + i * dc) as u8, (row + i * dr) as u8);
                    (0..4).filter(|&i| stone(i) == Some(player)).count()
                };
                let worth = |stones| [0, 0, 1, 10, 100_000][stones];
                sum += match (count(Player::First), count(Player::Second)) {
                    (own, 0) => worth(own),
                    (0, other) => -worth(other),
                    _ => 0,
                };
            }
        }
    }
    sum
}

#[test]
fn windows_are_the_companion_articles() {
    let mut random = Random(1);
    let (small, large) = (small(7, 6), Large::new(10, 9).unwrap());
    for _ in 0..2000 {
        let board = random_position(&small.start(), 41, &mut random);
        let windows = Windows::new(board.geometry());
        assert_eq!(
            windows.evaluate(&board, Player::First),
            plain_windows(&board),
            "{}",
            board.format()
        );
        assert_eq!(windows.evaluate(&board, Player::Second), -plain_windows(&board));
        let board = random_position(&large.start(), 80, &mut random);
        assert_eq!(
            Windows::new(board.geometry()).evaluate(&board, Player::First),
            plain_windows(&board)
        );
    }
}

#[test]
fn tactics_are_certain() {
    let mut random = Random(2);
    let game = small(7, 6);
    let oracle = game.oracle().unwrap();
    let plain = Windows::new(game.start().geometry());
    let mut known = 0;
    for _ in 0..5000 {
        let board = random_position(&game.start(), 41, &mut random);
        let value = reference::value(&board, &plain, 2);
        let decided = sarsen::game::value::is_win(value) || sarsen::game::value::is_loss(value);
        let answer = oracle.probe(&board);
        assert_eq!(answer.map(|known| known.value), decided.then_some(value), "{}", board.format());
        known += u32::from(decided);
    }
    assert!(known > 500);
}

#[test]
fn refused_positions_say_what_and_where() {
    let start = small(7, 6).start();
    for (text, error) in [
        ("", "row 1 has 0 columns instead of 7 (at character 1)"),
        ("7/7/7/7/7/7", "the side to move is missing: 'x' or 'o' (at character 12)"),
        ("7/7/7/7/7/7 w", "'w' is no side to move: 'x' or 'o' (at character 13)"),
        ("7/7/7/7/7 x", "5 rows instead of 6 (at character 10)"),
        ("7/7/7/7/7/7/7 x", "more than 6 rows (at character 13)"),
        ("7/7/7/7/7/8 x", "row 6 is wider than 7 columns (at character 11)"),
        ("7/7/7/7/7/6 x", "row 6 has 6 columns instead of 7 (at character 12)"),
        ("7/7/7/7/7/3y3 x", "'y' is none of 'x', 'o' or a number (at character 12)"),
        ("7/7/7/7/3x3/7 o", "a stone hangs in the air (at character 1)"),
        ("7/7/7/7/7/3x3 x", "1 x and 0 o do not fit the side to move (at character 15)"),
    ] {
        assert_eq!(start.parse(text).unwrap_err().to_string(), error, "{text}");
    }
    let won = start.parse("7/7/7/7/oooo3/xxxx3 x").unwrap_err().to_string();
    assert_eq!(won, "the side to move has four in a row already (at character 21)");
    assert!(start.parse("7/7/7/7/ooo4/xxxx3 o").is_ok(), "a finished game is a position");
}

#[test]
fn refused_moves_say_why() {
    let start = small(7, 6).start();
    let full = play(&start, &columns("111111"));
    for (text, part) in [
        ("0", "from 1 to 7"),
        ("8", "from 1 to 7"),
        ("x", "is not a move"),
        ("+4", "not"),
        ("1", "full"),
    ] {
        assert!(full.parse_move(text).unwrap_err().to_string().contains(part), "{text}");
    }
    let won = play(&start, &columns("1122334"));
    assert_eq!(won.parse_move("5").unwrap_err().to_string(), "the game is over");
}

#[test]
fn the_dialect_of_chess_programs() {
    let game = small(7, 6);
    let notations = game.notations();
    let cfour: &dyn Notation<Board<u64>> = &*notations[0];
    let start = game.start();
    let full_hand = "PPPPPPPPPPPPPPPPPPPPPppppppppppppppppppppp";
    assert_eq!(cfour.format(&start), format!("7/7/7/7/7/7[{full_hand}] w - - 0 1"));
    let mut board = start;
    for text in ["P@d1", "P@d2", "P@c1"] {
        let m = cfour.parse_move(&board, text).unwrap();
        assert_eq!(cfour.format_move(&board, m), text);
        board.make(m);
    }
    let text = format!("7/7/7/7/3p3/2PP3[{}{}] b - - 0 2", "P".repeat(19), "p".repeat(20));
    assert_eq!(cfour.format(&board), text);
    assert_eq!(cfour.parse(&start, &text), Ok(board));
    for other in
        ["7/7/7/7/3p3/2PP3 b", "7/7/7/7/3p3/2PP3[-] b - d2 0 2", "7/7/7/7/3p3/2PP3[] b - - 2 2"]
    {
        assert_eq!(cfour.parse(&start, other), Ok(board), "{other}");
    }
    for bad in ["P@d1", "P@h1", "P@d", "d1", "P@d01", "4", "P@@1", "P@d3x"] {
        assert!(cfour.parse_move(&board, bad).is_err(), "{bad}");
    }
    for bad in
        ["", "7/7 w", "7/7/7/7/7/7[P w", "7/7/7/7/7/7[Q] w", "7/7/7/7/7/7 x", "7/7/7/7/7/7 w - - z"]
    {
        assert!(cfour.parse(&start, bad).is_err(), "{bad}");
    }
}

proptest! {
    #[test]
    fn the_dialect_and_the_notation_tell_the_same(moves in prop::collection::vec(0..7_usize, 0..42)) {
        let game = small(7, 6);
        let notations = game.notations();
        let mut board = game.start();
        for choice in moves {
            let legal = board.legal_moves();
            if legal.is_empty() {
                break;
            }
            let m = legal[choice % legal.len()];
            prop_assert_eq!(notations[0].parse_move(&board, &notations[0].format_move(&board, m)), Ok(m));
            board.make(m);
            prop_assert_eq!(notations[0].parse(&game.start(), &notations[0].format(&board)), Ok(board));
        }
    }

    #[test]
    fn no_text_panics_the_dialect(text in "\\PC{0,60}") {
        let game = small(7, 6);
        let start = game.start();
        let _ = game.notations()[0].parse(&start, &text);
        let _ = game.notations()[0].parse_move(&start, &text);
    }
}
