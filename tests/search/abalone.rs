//! Abalone: perft, the rules once more in plain words, and how games end.

use std::collections::{BTreeMap, BTreeSet};

use crate::support::slow::rounds;
use crate::support::{Random, data, play};
use sarsen::game::{Game, Outcome, Player, Position, Presentation, Symmetric, Written, perft};
use sarsen::games::abalone::{Abalone, AbalonePosition};

/// The rows of a table without its comments.
fn rows(name: &str) -> Vec<Vec<String>> {
    let text = std::fs::read_to_string(data(name)).unwrap();
    let rows = text.lines().filter(|line| !line.starts_with('#'));
    rows.map(|row| row.split('\t').map(str::to_owned).collect()).collect()
}

#[test]
fn perft_counts_what_others_count() {
    let starts = rows("abalone/perft_start.tsv");
    for (row, game) in starts.iter().zip([Abalone::STANDARD, Abalone::BELGIAN]) {
        let mut start = game.start();
        assert_eq!(start.format(), format!("{} {} 0 0", row[1], row[2]));
        for (depth, leaves) in (1..=4).zip(row[3].split(' ')) {
            assert_eq!(perft(&mut start, depth).to_string(), leaves, "{} {depth}", row[0]);
        }
    }
    let positions = rows("abalone/perft_positions.tsv");
    assert_eq!((starts.len(), positions.len()), (2, 40));
    for row in positions {
        let mut position = Abalone::STANDARD.start().parse(&row[..4].join(" ")).unwrap();
        for (depth, leaves) in (1..).zip(&row[4..]) {
            assert_eq!(perft(&mut position, depth).to_string(), *leaves, "{row:?} {depth}");
        }
    }
}

/// A row from 0 and a diagonal from 0.
type Cell = (i32, i32);

/// The marbles by their cells, and whose turn it is, as letters.
#[derive(Clone, PartialEq, Debug)]
struct Plain {
    marbles: BTreeMap<Cell, char>,
    turn: char,
}

const DIRECTIONS: [Cell; 6] = [(0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0)];

fn is_cell((row, diagonal): Cell) -> bool {
    let range = 0..9;
    range.contains(&row) && range.contains(&diagonal) && (row - diagonal).abs() <= 4
}

fn add(cell: Cell, step: Cell, times: i32) -> Cell {
    (cell.0 + step.0 * times, cell.1 + step.1 * times)
}

fn name((row, diagonal): Cell) -> String {
    format!("{}{}", char::from(b'a' + row as u8), diagonal + 1)
}

impl Plain {
    fn read(text: &str) -> Self {
        let cells = (0..9).rev().flat_map(|row| (0..9).map(move |diagonal| (row, diagonal)));
        let all = cells.filter(|&cell| is_cell(cell)).zip(text.chars());
        let marbles = all.filter(|(_, letter)| *letter != '.').collect();
        Self { marbles, turn: text.chars().nth(62).unwrap() }
    }

    fn write(&self) -> String {
        let cells = (0..9).rev().flat_map(|row| (0..9).map(move |diagonal| (row, diagonal)));
        let letter = |cell: Cell| self.marbles.get(&cell).copied().unwrap_or('.');
        let cells: String = cells.filter(|&cell| is_cell(cell)).map(letter).collect();
        let lost = |player| 14 - self.marbles.values().filter(|&&it| it == player).count();
        format!("{cells} {} {} {}", self.turn, lost('b'), lost('w'))
    }

    fn after(&self, moved: &[Cell], step: Cell) -> Self {
        let mut marbles = self.marbles.clone();
        let taken: Vec<char> = moved.iter().map(|cell| marbles.remove(cell).unwrap()).collect();
        let to = moved.iter().map(|&cell| add(cell, step, 1));
        marbles.extend(to.zip(taken).filter(|(cell, _)| is_cell(*cell)));
        Self { marbles, turn: if self.turn == 'b' { 'w' } else { 'b' } }
    }

    /// All moves by their texts, with what they lead to.
    fn moves(&self) -> BTreeMap<String, Self> {
        let own: BTreeSet<Cell> =
            self.marbles.iter().filter(|(_, it)| **it == self.turn).map(|(at, _)| *at).collect();
        let mut moves = BTreeMap::new();
        for &cell in &own {
            for step in DIRECTIONS {
                if let Some(moved) = self.along(cell, step) {
                    let text = name(cell) + &name(add(cell, step, 1));
                    moves.insert(text, self.after(&moved, step));
                }
                // The first three directions lead up.
                for (axis, count) in DIRECTIONS[..3].iter().flat_map(|&axis| [(axis, 2), (axis, 3)])
                {
                    let line: Vec<Cell> = (0..count).map(|n| add(cell, axis, n)).collect();
                    let is_free = |&at: &Cell| {
                        let to = add(at, step, 1);
                        own.contains(&at) && is_cell(to) && !self.marbles.contains_key(&to)
                    };
                    let is_along = axis == step || add((0, 0), axis, -1) == step;
                    if !is_along && line.iter().all(is_free) {
                        let ends = name(cell) + &name(line[line.len() - 1]);
                        let text = ends + &name(add(cell, step, 1));
                        moves.insert(text, self.after(&line, step));
                    }
                }
            }
        }
        moves
    }

    /// The marbles that move if the one on a cell moves on, with all in front of it.
    fn along(&self, cell: Cell, step: Cell) -> Option<Vec<Cell>> {
        let mut line: Vec<Cell> = Vec::new();
        let [mut own, mut theirs] = [0, 0];
        for n in 0.. {
            let at = add(cell, step, n);
            match self.marbles.get(&at) {
                // The last marble falls off, if it is not one's own.
                None if !is_cell(at) && theirs == 0 => return None,
                None => break,
                Some(&it) if it == self.turn && theirs == 0 => own += 1,
                Some(&it) if it == self.turn => return None,
                Some(_) => theirs += 1,
            }
            line.push(at);
        }
        (own <= 3 && theirs < own).then_some(line)
    }
}

fn lost(position: &AbalonePosition) -> usize {
    (position.ejected(Player::First) + position.ejected(Player::Second)) as usize
}

#[test]
fn plain_rules_have_the_same_moves() {
    let mut random = Random(3);
    let mut ejected = 0;
    let games = rounds(8, 60);
    for number in 0..games {
        let game = if number % 2 == 0 { Abalone::STANDARD } else { Abalone::BELGIAN };
        let mut position = game.start();
        for _ in 0..150 {
            if position.outcome().is_some() {
                break;
            }
            let plain = Plain::read(&position.format());
            assert_eq!(plain.write(), position.format());
            let expected = plain.moves();
            let moves = position.legal_moves();
            let found: BTreeMap<String, String> = moves
                .iter()
                .map(|&m| {
                    let mut after = position.clone();
                    after.make(m);
                    (position.format_move(m), after.format())
                })
                .collect();
            assert_eq!(found.len(), moves.len());
            let written = expected.iter().map(|(text, after)| (text.clone(), after.write()));
            assert_eq!(found, written.collect(), "{}", position.format());
            // Half of the moves push if they can, so that marbles are lost.
            let pushes = game.explain(&position).into_iter().find(|fact| fact.name == "push-offs");
            let pushes = pushes.filter(|fact| !fact.is_nothing()).map(|fact| fact.text);
            let next = match pushes.filter(|_| random.below(2) == 0) {
                Some(pushes) => position.parse_move(pushes.split(',').next().unwrap()).unwrap(),
                None => moves[random.below(moves.len())],
            };
            let before = lost(&position);
            position.make(next);
            ejected += lost(&position) - before;
        }
    }
    assert!(ejected > games * 2 / 3, "{ejected}");
}

#[test]
fn the_third_occurrence_is_a_draw() {
    let back_and_forth = ["c3d3", "g5f4", "d3c3", "f4g5"];
    let start = Abalone::STANDARD.start();
    let mut position = play(&start, &back_and_forth);
    assert_eq!((position.outcome(), position.key()), (None, start.key()));
    position = play(&position, &back_and_forth[..3]);
    assert_eq!(position.outcome(), None);
    let last = position.parse_move("f4g5").unwrap();
    let undo = position.make(last);
    assert_eq!(position.outcome(), Some(Outcome::Draw));
    position.unmake(last, undo);
    assert_eq!(position.outcome(), None);
    // An image forgets its past, but not that the game is over.
    position.make(last);
    assert!((0..12).all(|symmetry| position.image(symmetry).outcome() == Some(Outcome::Draw)));
}

#[test]
fn a_limit_ends_the_game() {
    let game = Abalone::parse("belgian/3").unwrap();
    let moves = ["b1c1", "h4g3", "c1b1"];
    let position = play(&game.start(), &moves[..2]);
    assert_eq!(position.outcome(), None);
    assert_eq!(play(&game.start(), &moves).outcome(), Some(Outcome::Draw));
    assert_eq!(play(&Abalone::BELGIAN.start(), &moves).outcome(), None);
}

#[test]
fn six_marbles_win_and_no_move_loses() {
    let start = Abalone::STANDARD.start();
    let cells = format!("wbb..{}{}bbbbbwwwwwwww", "b".repeat(6), ".".repeat(37));
    let position = start.parse(&format!("{cells} b 1 5")).unwrap();
    let mut won = position.clone();
    won.make(position.parse_move("i7i6").unwrap());
    assert_eq!(won.outcome(), Some(Outcome::Win(Player::First)));
    assert_eq!(won.ejected(Player::Second), 6);
    // Black fills an edge at the top and one at the bottom. White stands before them.
    let cells = format!("bbbbbwwwwww{}ww{}wwwwwwbbbbb", ".".repeat(18), ".".repeat(19));
    let position = start.parse(&format!("{cells} b 4 0")).unwrap();
    assert_eq!(position.outcome(), Some(Outcome::Win(Player::Second)));
    let other = start.parse(&format!("{cells} w 4 0")).unwrap();
    assert_eq!(other.outcome(), None);
}

#[test]
fn starts_are_symmetric_as_they_look() {
    for (game, count) in [(Abalone::STANDARD, 2), (Abalone::BELGIAN, 2)] {
        let start = game.start();
        let same = (0..12).filter(|&symmetry| start.image(symmetry).key() == start.key());
        assert_eq!(same.count(), count);
    }
}
