//! EinStein against a plain program that plays on the text of a position, and against exact odds.

use std::collections::HashMap;

use crate::support::slow::rounds;
use crate::support::{Random, data};
use sarsen::game::value::EVAL_MAX;
use sarsen::game::{
    Actor, Evaluator, Game, Outcome, Player, Position, Presentation, Stress, View, Written, perft,
};
use sarsen::games::einstein::{Einstein, EinsteinPosition, StoneRace};

/// A board as its text has it, and whose turn it is.
#[derive(Clone)]
struct Slate {
    cells: Vec<char>,
    is_second: bool,
    die: Option<usize>,
}

impl Slate {
    fn read(text: &str) -> Self {
        let words: Vec<&str> = text.split(' ').collect();
        let cells = words[0].chars().collect();
        Self { cells, is_second: words[1] == "2", die: words[2].parse().ok() }
    }

    fn text(&self) -> String {
        let cells: String = self.cells.iter().collect();
        let die = self.die.map_or("-".to_owned(), |die| die.to_string());
        format!("{cells} {} {die}", if self.is_second { 2 } else { 1 })
    }

    fn stones(is_second: bool) -> Vec<char> {
        if is_second { "abcdef".chars().collect() } else { "123456".chars().collect() }
    }

    fn place_of(&self, stone: char) -> Option<usize> {
        self.cells.iter().position(|&cell| cell == stone)
    }

    fn left(&self, is_second: bool) -> usize {
        let left = |stone: &char| self.place_of(*stone).is_some();
        Self::stones(is_second).iter().filter(|stone| left(stone)).count()
    }

    fn name(place: usize) -> String {
        format!("{}{}", ['a', 'b', 'c', 'd', 'e'][place % 5], 5 - place / 5)
    }

    /// The moves with the boards after them, when 12 stones are not there yet.
    fn puts(&self) -> Vec<(String, Self)> {
        let count = self.left(self.is_second);
        let mut found = Vec::new();
        for place in 0..25 {
            let way = if self.is_second { 24 - place } else { place };
            if way / 5 + way % 5 > 2 || self.cells[place] != '.' {
                continue;
            }
            let mut after = self.clone();
            after.cells[place] = Self::stones(self.is_second)[count];
            after.is_second ^= count == 5;
            found.push((format!("{}@{}", count + 1, Self::name(place)), after));
        }
        found
    }

    fn throws(&self) -> Vec<(String, Self)> {
        let throw = |die: usize| (die.to_string(), Self { die: Some(die), ..self.clone() });
        (1..=6).map(throw).collect()
    }

    fn steps(&self, die: usize) -> Vec<(String, Self)> {
        let stones = Self::stones(self.is_second);
        let find = |number: usize| self.place_of(stones[number - 1]);
        let mut from: Vec<usize> = find(die).into_iter().collect();
        if from.is_empty() {
            from.extend((die + 1..=6).find_map(find));
            from.extend((1..die).rev().find_map(find));
        }
        let sign = if self.is_second { -1 } else { 1 };
        let mut found = Vec::new();
        for from in from {
            for (right, down) in [(1, 0), (0, 1), (1, 1)] {
                let column = (from % 5) as i32 + sign * right;
                let row = (from / 5) as i32 + sign * down;
                if !(0..5).contains(&column) || !(0..5).contains(&row) {
                    continue;
                }
                let to = (5 * row + column) as usize;
                let mut after = Self { die: None, is_second: !self.is_second, ..self.clone() };
                after.cells[to] = self.cells[from];
                after.cells[from] = '.';
                found.push((Self::name(from) + &Self::name(to), after));
            }
        }
        found
    }

    /// The winner: 1 or 2. Asked only when all stones have been on the board.
    fn winner(&self) -> Option<u32> {
        let is_first = |cell: char| cell.is_ascii_digit();
        let is_second = |cell: char| cell.is_ascii_lowercase();
        if is_first(self.cells[24]) || self.left(true) == 0 {
            Some(1)
        } else if is_second(self.cells[0]) || self.left(false) == 0 {
            Some(2)
        } else {
            None
        }
    }

    fn moves(&self, is_setup: bool) -> Vec<(String, Self)> {
        match self.die {
            _ if is_setup => self.puts(),
            _ if self.winner().is_some() => Vec::new(),
            Some(die) => self.steps(die),
            None => self.throws(),
        }
    }

    fn perft(&self, depth: u32, placed: usize) -> u64 {
        if depth == 0 {
            return 1;
        }
        let moves = self.moves(placed < 12);
        moves.iter().map(|(_, after)| after.perft(depth - 1, placed + 1)).sum()
    }
}

fn read(text: &str) -> EinsteinPosition {
    Einstein.start().parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn a_plain_program_plays_the_same_games() {
    let mut random = Random(1);
    let mut wins = [0; 2];
    let mut longest = 0;
    let games = rounds(200, 1000);
    for _ in 0..games {
        let mut position = Einstein.start();
        let mut slate = Slate::read(&position.format());
        for ply in 0.. {
            assert_eq!(position.format(), slate.text());
            assert_eq!(read(&position.format()), position);
            assert_eq!(position.is_setup(), ply < 12);
            let mut expected = slate.moves(ply < 12);
            let mut found: Vec<String> =
                position.legal_moves().iter().map(|&m| position.format_move(m)).collect();
            expected.sort_by(|one, other| one.0.cmp(&other.0));
            found.sort();
            let texts: Vec<&String> = expected.iter().map(|(text, _)| text).collect();
            assert_eq!(found.iter().collect::<Vec<_>>(), texts, "{}", slate.text());
            if expected.is_empty() {
                longest = longest.max(ply);
                break;
            }
            let is_chance = ply >= 12 && ply % 2 == 0;
            assert_eq!(position.actor().is_chance(), is_chance, "{}", slate.text());
            let (text, after) = expected.swap_remove(random.below(expected.len()));
            position.make(position.parse_move(&text).unwrap());
            slate = after;
        }
        let winner = match position.outcome() {
            Some(Outcome::Win(Player::First)) => 1,
            Some(Outcome::Win(Player::Second)) => 2,
            other => panic!("{other:?}"),
        };
        assert_eq!(slate.winner(), Some(winner), "{}", slate.text());
        wins[winner as usize - 1] += 1;
    }
    assert!(wins.iter().all(|&wins| wins > games * 3 / 10) && longest > 60, "{wins:?} {longest}");
}

#[test]
fn perft_counts_what_a_plain_program_counts() {
    for (text, placed, counts) in [
        ("......................... 1 -", 0, &[6, 30, 120, 360, 720, 720, 4_320, 21_600][..]),
        ("123..45...6.............. 2 -", 6, &[6, 30, 120, 360, 720, 720, 4_320]),
        (READY, 12, &READY_COUNTS),
        (MIDDLE, 12, &MIDDLE_COUNTS),
        (LATE, 12, &LATE_COUNTS),
    ] {
        for (depth, &count) in (1..).zip(counts) {
            assert_eq!(perft(&mut read(text), depth), count, "{text}, depth {depth}");
            if count < 200_000 {
                let slate = Slate::read(text);
                assert_eq!(slate.perft(depth, placed), count, "{text}, depth {depth}");
            }
        }
    }
}

/// All stones on the board, the middle of a game, and its end.
const READY: &str = "123..45...6...f...ed..cba 1 -";
const READY_COUNTS: [u64; 6] = [6, 18, 108, 324, 1_944, 6_162];
const MIDDLE: &str = "2....6..1...4.c..e.a..d.. 1 -";
const MIDDLE_COUNTS: [u64; 6] = [6, 24, 144, 507, 3_042, 12_097];
const LATE: &str = ".....3......46.d........c 1 3";
const LATE_COUNTS: [u64; 7] = [3, 18, 36, 216, 756, 4_536, 8_910];

/// The exact odds of 40 positions with five stones: the board, the side (0 or 1), the probability
/// that it wins.
fn known_odds() -> Vec<(EinsteinPosition, f64)> {
    let text = std::fs::read_to_string(data("einstein/exact_5stones.tsv")).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let read_line = |line: &str| {
        let words: Vec<&str> = line.split('\t').collect();
        let side = words[1].parse::<u32>().unwrap() + 1;
        (read(&format!("{} {side} -", words[0])), words[2].parse().unwrap())
    };
    lines.map(read_line).collect()
}

/// The probability that the first player wins, under best play of both. `known` keeps it where the
/// die is thrown, under the key that mirror images share.
fn odds(position: &mut EinsteinPosition, known: &mut HashMap<u64, f64>) -> f64 {
    if let Some(outcome) = position.outcome() {
        return f64::from(outcome == Outcome::Win(Player::First));
    }
    let (key, _) = position.table_key(true);
    let is_throw = position.actor().is_chance();
    if let Some(&odds) = known.get(&key).filter(|_| is_throw) {
        return odds;
    }
    let values = position.legal_moves().into_iter().map(|m| {
        let undo = position.make(m);
        let value = odds(position, known);
        position.unmake(m, undo);
        value
    });
    let values: Vec<f64> = values.collect();
    let value = match position.actor() {
        Actor::Chance(_) => values.iter().sum::<f64>() / values.len() as f64,
        Actor::Player(Player::First) => values.into_iter().fold(0.0, f64::max),
        Actor::Player(Player::Second) => values.into_iter().fold(1.0, f64::min),
    };
    if is_throw {
        known.insert(key, value);
    }
    value
}

#[test]
fn a_plain_recursion_finds_the_known_odds() {
    let positions = known_odds();
    assert_eq!(positions.len(), 40);
    let mut known = HashMap::new();
    for (mut position, expected) in positions.into_iter().take(rounds(3, 40)) {
        let first = odds(&mut position, &mut known);
        let own = if position.to_move() == Player::First { first } else { 1.0 - first };
        assert!((own - expected).abs() < 1e-9, "{}: {own}, not {expected}", position.format());
    }
}

#[test]
fn the_race_comes_near_to_the_known_odds() {
    let positions = known_odds();
    let errors = positions.iter().map(|(position, expected)| {
        let value = StoneRace::new().evaluate(position, position.to_move());
        ((f64::from(value) / f64::from(EVAL_MAX) + 1.0) / 2.0 - expected).abs()
    });
    let mean = errors.sum::<f64>() / positions.len() as f64;
    assert!(mean < 0.09, "{mean}");
}

#[test]
fn the_board_is_drawn_from_either_side() {
    let mut position = read(".....3......46.d........c 1 4");
    let m = position.parse_move("c3d2").unwrap();
    position.make(m);
    let drawing = Einstein.draw(&position, View { turned: false, last: Some(m) });
    let expected = "  a b c d e\n5 . . . . .\n4 3 . . . .\n3 . . . 6 .\n2 d . . 4 .\n1 . . . . c\n\n\
                    die: not thrown yet";
    assert_eq!(drawing.to_string(), expected);
    let last: Vec<_> = drawing.spans().iter().filter(|span| span.stress == Stress::Last).collect();
    assert_eq!((last.len(), &*last[0].text), (1, "4"));
    let turned = Einstein.draw(&position, View { turned: true, last: None }).to_string();
    assert!(turned.starts_with("  e d c b a\n1 c . . . .\n"), "{turned}");
    let start = Einstein.draw(&Einstein.start(), View::default()).to_string();
    assert!(start.ends_with("stone 1 is next"), "{start}");
    let mut won = read("....a.............4...... 1 2");
    let m = won.parse_move("d2e1").unwrap();
    won.make(m);
    let drawing = Einstein.draw(&won, View { turned: false, last: Some(m) });
    assert!(drawing.to_string().ends_with("\n1 . . . . 4"));
    assert!(drawing.spans().iter().any(|span| span.stress == Stress::Won && span.text == "4"));
}
