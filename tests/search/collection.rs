//! Games of the collection `games/` that have no twin in Rust: plain programs as judges, and what
//! is known of small boards.

use crate::examples::ataxx::Ataxx;
use crate::games_as_text::{are_one, on_board, resized, text_game};
use crate::support::slow::{self, rounds};
use sarsen::game::value::Value;
use sarsen::game::{Actor, Evaluator, Game, Outcome, Player, Position, Written, perft, split_mix};
use sarsen::rules::RulesGame;
use sarsen::search::{Control, Limits, Means, search};
use sarsen::transposition::Table;

/// A place: its row from the top, and its column.
type Place = [i32; 2];

/// The four directions along rows and columns: up, right, down and left.
const STRAIGHT: [Place; 4] = [[-1, 0], [0, 1], [1, 0], [0, -1]];

/// So many steps in a direction.
fn steps([row, column]: Place, [down, right]: Place, count: i32) -> Place {
    [row + count * down, column + count * right]
}

/// A position of a plain program: a sign for each place, who is to move, and how many moves there
/// have been.
#[derive(Clone)]
struct Plain {
    rows: Vec<Vec<char>>,
    turn: Player,
    ply: usize,
}

impl Plain {
    fn new(text: &str) -> Self {
        let rows = text.split('/').map(|row| row.chars().collect()).collect();
        Self { rows, turn: Player::First, ply: 0 }
    }

    /// What is on a place, or a space if there is no such place.
    fn at(&self, [row, column]: Place) -> char {
        let row = usize::try_from(row).ok().and_then(|row| self.rows.get(row));
        let column = usize::try_from(column).ok();
        row.zip(column).and_then(|(row, column)| row.get(column)).copied().unwrap_or(' ')
    }

    /// The places where there is this sign.
    fn places(&self, sign: char) -> Vec<Place> {
        let (height, width) = (self.rows.len() as i32, self.rows[0].len() as i32);
        let all = (0..height).flat_map(|row| (0..width).map(move |column| [row, column]));
        all.filter(|&place| self.at(place) == sign).collect()
    }

    /// A place as in chess.
    fn name(&self, [row, column]: Place) -> String {
        format!("{}{}", (b'a' + column as u8) as char, self.rows.len() as i32 - row)
    }

    /// The position after a move that puts these signs on the board.
    fn after(&self, changes: &[(Place, char)]) -> Self {
        let mut next = Self { turn: self.turn.other(), ply: self.ply + 1, ..self.clone() };
        for &([row, column], sign) in changes {
            next.rows[row as usize][column as usize] = sign;
        }
        next
    }

    /// The sign of the player to move, and that of the other.
    fn signs(&self, signs: [char; 2]) -> [char; 2] {
        [self.turn, self.turn.other()].map(|player| signs[player.index()])
    }
}

/// A game as a plain program.
trait PlainGame {
    /// The board at the start.
    const START: &str;

    /// The moves: their texts, and the positions after them.
    fn moves(position: &Plain) -> Vec<(String, Plain)>;

    /// The result if the board says that the game is over.
    fn outcome(_: &Plain) -> Option<Outcome> {
        None
    }

    /// The result if the player to move cannot move.
    fn stuck(position: &Plain) -> Outcome {
        Outcome::Win(position.turn.other())
    }
}

struct Domineering;

impl PlainGame for Domineering {
    const START: &str = "......../......../......../......../......../......../......../........";

    fn moves(position: &Plain) -> Vec<(String, Plain)> {
        let way = STRAIGHT[position.turn.index()];
        let [mine, _] = position.signs(['v', 'h']);
        let mut moves = Vec::new();
        for one in position.places('.') {
            let other = steps(one, way, 1);
            if position.at(other) == '.' {
                let text = format!("{}:{}", position.name(one), position.name(other));
                moves.push((text, position.after(&[(one, mine), (other, mine)])));
            }
        }
        moves
    }
}

struct Konane;

impl PlainGame for Konane {
    const START: &str = "wbwbwbwb/bwbwbwbw/wbwbwbwb/bwbwbwbw/wbwbwbwb/bwbwbwbw/wbwbwbwb/bwbwbwbw";

    fn moves(position: &Plain) -> Vec<(String, Plain)> {
        let [mine, theirs] = position.signs(['b', 'w']);
        let mut moves = Vec::new();
        for from in position.places(mine) {
            let is_next_to_gap =
                STRAIGHT.iter().any(|&way| position.at(steps(from, way, 1)) == '.');
            let may_go = match position.ply {
                0 => ["a1", "d4", "e5", "h8"].contains(&&*position.name(from)),
                1 => is_next_to_gap,
                _ => false,
            };
            if may_go {
                moves.push((position.name(from), position.after(&[(from, '.')])));
            }
            if position.ply < 2 {
                continue;
            }
            for way in STRAIGHT {
                let (mut text, mut changes) = (position.name(from), vec![(from, '.')]);
                for jump in 0.. {
                    let [over, to] = [1, 2].map(|count| steps(from, way, 2 * jump + count));
                    if position.at(over) != theirs || position.at(to) != '.' {
                        break;
                    }
                    text += &format!("x{}", position.name(to));
                    changes.push((over, '.'));
                    let landed = [&changes[..], &[(to, mine)]].concat();
                    moves.push((text.clone(), position.after(&landed)));
                }
            }
        }
        moves
    }
}

struct FoxAndHounds;

impl PlainGame for FoxAndHounds {
    const START: &str = "xhxhxhxh/.x.x.x.x/x.x.x.x./.x.x.x.x/x.x.x.x./.x.x.x.x/x.x.x.x./.x.xfx.x";

    fn moves(position: &Plain) -> Vec<(String, Plain)> {
        let [mine, _] = position.signs(['f', 'h']);
        let mut moves = Vec::new();
        for from in position.places(mine) {
            for way in [[1, -1], [1, 1], [-1, -1], [-1, 1]] {
                let to = steps(from, way, 1);
                if position.at(to) == '.' && (mine == 'f' || way[0] == 1) {
                    let text = format!("{}-{}", position.name(from), position.name(to));
                    moves.push((text, position.after(&[(from, '.'), (to, mine)])));
                }
            }
        }
        moves
    }

    fn outcome(position: &Plain) -> Option<Outcome> {
        position.rows[0].contains(&'f').then_some(Outcome::Win(Player::First))
    }
}

struct Gomoku;

impl PlainGame for Gomoku {
    const START: &str = "...............\
        /.............../.............../.............../.............../...............\
        /.............../.............../.............../.............../...............\
        /.............../.............../.............../...............";

    fn moves(position: &Plain) -> Vec<(String, Plain)> {
        let [mine, _] = position.signs(['b', 'w']);
        let free = position.places('.').into_iter();
        free.map(|place| (position.name(place), position.after(&[(place, mine)]))).collect()
    }

    fn outcome(position: &Plain) -> Option<Outcome> {
        let has_five = |sign| {
            position.places(sign).into_iter().any(|place| {
                let is_five =
                    |way| (0..5).all(|count| position.at(steps(place, way, count)) == sign);
                [[0, 1], [1, 0], [1, 1], [1, -1]].into_iter().any(is_five)
            })
        };
        let winner = if has_five('b') { Player::First } else { Player::Second };
        (has_five('b') || has_five('w')).then_some(Outcome::Win(winner))
    }

    fn stuck(_: &Plain) -> Outcome {
        Outcome::Draw
    }
}

/// The result and the moves.
fn look<G: PlainGame>(position: &Plain) -> Result<Vec<(String, Plain)>, Outcome> {
    if let Some(outcome) = G::outcome(position) {
        return Err(outcome);
    }
    let moves = G::moves(position);
    if moves.is_empty() { Err(G::stuck(position)) } else { Ok(moves) }
}

fn count<G: PlainGame>(position: &Plain, depth: u32) -> u64 {
    let Ok(moves) = look::<G>(position) else { return u64::from(depth == 0) };
    match depth {
        0 => 1,
        1 => moves.len() as u64,
        _ => moves.iter().map(|(_, next)| count::<G>(next, depth - 1)).sum(),
    }
}

/// Compares the lines of play up to this depth, then the moves and the results of random games.
fn agrees<G: PlainGame>(name: &str, depth: u32, games: usize) {
    let game = text_game(name);
    for depth in 1..=depth {
        assert_eq!(perft(&mut game.start(), depth), count::<G>(&Plain::new(G::START), depth));
    }
    let mut random = 5;
    for _ in 0..games {
        let (mut text, mut plain) = (game.start(), Plain::new(G::START));
        let (outcome, played) = loop {
            let moves = match look::<G>(&plain) {
                Ok(moves) => moves,
                Err(outcome) => break (outcome, plain.ply),
            };
            assert_eq!((text.outcome(), text.actor()), (None, Actor::Player(plain.turn)));
            let mut known: Vec<String> =
                text.legal_moves().into_iter().map(|m| text.format_move(m)).collect();
            let mut wanted: Vec<&str> = moves.iter().map(|(text, _)| &**text).collect();
            known.sort();
            wanted.sort_unstable();
            assert_eq!(known, wanted, "{text:?}");
            let chosen = (split_mix(&mut random) % moves.len() as u64) as usize;
            let m = text.parse_move(&moves[chosen].0).unwrap();
            text.make(m);
            plain = moves[chosen].1.clone();
        };
        assert_eq!(text.outcome(), Some(outcome), "after {played} plies: {text:?}");
    }
}

#[test]
fn domineering_is_the_plain_game() {
    let depth = if slow::is_asked_for() { 4 } else { 3 };
    agrees::<Domineering>("domineering", depth, rounds(30, 1_000));
}

#[test]
fn konane_is_the_plain_game() {
    let depth = if slow::is_asked_for() { 8 } else { 6 };
    agrees::<Konane>("konane", depth, rounds(30, 1_000));
}

#[test]
fn fox_and_hounds_is_the_plain_game() {
    let depth = if slow::is_asked_for() { 10 } else { 7 };
    agrees::<FoxAndHounds>("fox-and-hounds", depth, rounds(50, 2_000));
}

#[test]
fn gomoku_is_the_plain_game() {
    agrees::<Gomoku>("gomoku", 2, rounds(2, 100));
}

#[test]
fn ataxx_is_the_example() {
    are_one(&text_game("ataxx"), &Ataxx, true, rounds(3, 60));
}

/// Counts of libataxx and other programs, in which these boards are openings.
#[test]
fn ataxx_with_walls_has_the_published_counts() {
    let game = text_game("ataxx");
    for (setup, counts) in [
        ("four-corners", &[14, 196, 4184, 86528, 2_266_352][..]),
        ("four-sides", &[16, 256, 5948, 133_264]),
    ] {
        let start = game.with_setup(setup).unwrap().start();
        for (depth, &count) in (1..).zip(counts) {
            if count < 300_000 || slow::is_asked_for() {
                assert_eq!(perft(&mut start.clone(), depth), count, "{setup} {depth}");
            }
        }
    }
}

#[test]
fn hex_on_a_smaller_board_is_hex_of_that_size() {
    let hex = text_game("hex");
    let sizes: Vec<usize> =
        hex.setups().map(|setup| setup.split_once('x').unwrap().0.parse().unwrap()).collect();
    assert_eq!(sizes, [5, 6, 7, 8, 9, 10]);
    for size in sizes {
        let small = hex.with_setup(&format!("{size}x{size}")).unwrap();
        are_one(&small, &resized("hex", size), false, rounds(3, 100));
    }
}

/// Whether the player to move wins.
fn wins(game: &RulesGame, start: &<RulesGame as Game>::Position) -> bool {
    struct Nothing;
    impl Evaluator<<RulesGame as Game>::Position> for Nothing {
        fn evaluate(&self, _: &<RulesGame as Game>::Position, _: Player) -> Value {
            0
        }
    }
    let (table, evaluators) = (Table::new(64).unwrap(), game.evaluators());
    let nothing: &dyn Evaluator<_> = &Nothing;
    let judge = evaluators.first().map_or(nothing, |(_, judge)| &**judge);
    let means = Means::new(judge, &table);
    let answer = search(start.clone(), means, &Limits::PROOF.into(), &Control::new(), &mut |_| {});
    let score = answer.unwrap().best.score;
    assert!(score.is_proven() && score.value() != 0, "{score:?}");
    score.value() > 0
}

/// M. Lachmann, C. Moore and I. Rapaport, "Who Wins Domineering on Rectangular Boards?", and D.
/// Breuker, J. Uiterwijk and H. van den Herik, "Solving 8x8 Domineering": rows, columns, and who
/// wins: vertical, horizontal, who is first, or who is second.
#[test]
fn small_boards_of_domineering_have_their_winners() {
    let mut boards = vec![
        (2, 2, '1'),
        (2, 3, '1'),
        (2, 4, 'H'),
        (2, 5, 'V'),
        (2, 6, '1'),
        (2, 7, '1'),
        (2, 8, 'H'),
        (2, 9, 'V'),
        (2, 10, '1'),
        (2, 13, '2'),
        (3, 3, '1'),
        (3, 4, 'H'),
        (3, 5, 'H'),
        (3, 6, 'H'),
        (4, 4, '1'),
        (5, 5, '2'),
    ];
    if !slow::is_left_out("larger boards of Domineering") {
        boards.push((6, 6, '1'));
    }
    for (rows, columns, winner) in boards {
        let wins_first = |rows, columns| {
            let game = on_board("domineering", &vec![vec!["e"; columns]; rows]);
            wins(&game, &game.start())
        };
        // Horizontal is first on the board that lies on its side.
        let found = match (wins_first(rows, columns), wins_first(columns, rows)) {
            (true, true) => '1',
            (true, false) => 'V',
            (false, true) => 'H',
            (false, false) => '2',
        };
        assert_eq!(found, winner, "{rows}x{columns}");
    }
}

/// P. Norvig, "Mel's Konane Board": white wins on 4x4, and black on 5x5, who is first to jump. Two
/// stones in a corner or in the middle are off the board; the upper left one is black.
#[test]
fn small_boards_of_konane_have_their_winners() {
    let boards = [(4, [0, 0], false), (4, [2, 1], false), (5, [0, 0], true), (5, [2, 1], true)];
    for (size, gap, black_wins) in boards {
        let piece = |row, column| if (row + column) % 2 == 0 { 'b' } else { 'w' };
        let is_gap = |row, column| row == gap[0] && (column == gap[1] || column == gap[1] + 1);
        let sign = |row, column| if is_gap(row, column) { '.' } else { piece(row, column) };
        let rows: Vec<String> =
            (0..size).map(|row| (0..size).map(|column| sign(row, column)).collect()).collect();
        let game = on_board("konane", &vec![vec!["e"; size]; size]);
        let start = game.start().parse(&format!("{} black:2 white=100", rows.join("/"))).unwrap();
        assert_eq!(wins(&game, &start), black_wins, "{size}x{size}");
    }
}

/// E. Berlekamp, J. Conway and R. Guy, *Winning Ways for your Mathematical Plays*: with best play
/// the hounds win, wherever the fox begins.
#[test]
fn the_hounds_win() {
    let game = text_game("fox-and-hounds");
    let mut starts = vec![""];
    if !slow::is_left_out("Fox and Hounds from other squares") {
        starts.extend(game.setups());
    }
    for setup in starts {
        let game = game.with_setup(setup).unwrap();
        assert!(!wins(&game, &game.start()), "{setup}");
    }
}
