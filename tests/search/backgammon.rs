//! Backgammon against a plain program that keeps its rules as people tell them: plays, chance, ends
//! of games, texts and perft.

use std::collections::{BTreeSet, HashSet};

use crate::support::slow::rounds;
use crate::support::{Random, data};
use sarsen::game::value::share;
use sarsen::game::{Game, Outcome, Position, Written, perft};
use sarsen::games::backgammon::{Backgammon, BackgammonPosition};

/// The board as the player to move sees it: 0 is off, 25 the bar.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Table {
    own: [u32; 26],
    other: [u32; 26],
}

impl Table {
    /// Reads the board of a text, for one of the players.
    fn read(text: &str, is_first: bool) -> Self {
        let (mut first, mut second) = ([0; 26], [0; 26]);
        for (at, letter) in text.chars().take(26).enumerate() {
            match letter {
                'A'..='O' => first[at] = u32::from(letter) - 64,
                'a'..='o' => second[25 - at] = u32::from(letter) - 96,
                _ => assert_eq!(letter, '-'),
            }
        }
        for men in [&mut first, &mut second] {
            men[0] = 15 - men.iter().sum::<u32>();
        }
        if is_first {
            Self { own: first, other: second }
        } else {
            Self { own: second, other: first }
        }
    }

    fn men(&self) -> [&[u32; 26]; 2] {
        [&self.own, &self.other]
    }

    /// Writes the board.
    fn write(&self, is_first: bool) -> String {
        let (first, second) =
            if is_first { (&self.own, &self.other) } else { (&self.other, &self.own) };
        let letter = |at: usize| match (first[at], second[25 - at]) {
            (count @ 1.., _) if at > 0 => char::from_u32(64 + count).unwrap(),
            (_, count @ 1..) if at < 25 => char::from_u32(96 + count).unwrap(),
            _ => '-',
        };
        (0..26).map(letter).collect()
    }

    /// The board after a checker has moved with a die, if it may.
    fn moved(&self, from: usize, die: usize) -> Option<Self> {
        if self.own[from] == 0 || (self.own[25] > 0 && from != 25) {
            return None;
        }
        let mut after = self.clone();
        after.own[from] -= 1;
        if from > die {
            let to = from - die;
            match self.other[25 - to] {
                0 => {}
                1 => {
                    after.other[25 - to] = 0;
                    after.other[25] += 1;
                }
                _ => return None,
            }
            after.own[to] += 1;
            return Some(after);
        }
        let all_home = self.own[7..].iter().all(|&count| count == 0);
        let is_last = self.own[from + 1..].iter().all(|&count| count == 0);
        if !all_home || (from < die && !is_last) {
            return None;
        }
        after.own[0] += 1;
        Some(after)
    }

    /// All boards that can be reached with these dice in this order, with the dice that were used.
    fn reach(&self, dice: &[usize], used: &mut Vec<usize>, found: &mut Vec<(Vec<usize>, Self)>) {
        found.push((used.clone(), self.clone()));
        let Some((&die, rest)) = dice.split_first() else { return };
        for from in 1..26 {
            if let Some(after) = self.moved(from, die) {
                used.push(die);
                after.reach(rest, used, found);
                used.pop();
            }
        }
    }

    /// The boards after all legal plays.
    fn plays(&self, high: usize, low: usize) -> BTreeSet<Self> {
        let mut found = Vec::new();
        if high == low {
            self.reach(&[high; 4], &mut Vec::new(), &mut found);
        } else {
            self.reach(&[high, low], &mut Vec::new(), &mut found);
            self.reach(&[low, high], &mut Vec::new(), &mut found);
        }
        let most = found.iter().map(|(used, _)| used.len()).max().unwrap();
        found.retain(|(used, _)| used.len() == most);
        if most == 1 && found.iter().any(|(used, _)| used[0] == high) {
            found.retain(|(used, _)| used[0] == high);
        }
        found.into_iter().map(|(_, table)| table).collect()
    }
}

fn position(text: &str) -> BackgammonPosition {
    Backgammon::SINGLE.start().parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The texts of all positions after a move.
fn after(position: &BackgammonPosition) -> Vec<String> {
    let follow = |m| {
        let mut after = *position;
        after.make(m);
        after.format()
    };
    position.legal_moves().into_iter().map(follow).collect()
}

/// The same, found by the plain program.
fn expected(text: &str) -> BTreeSet<String> {
    let words: Vec<&str> = text.split(' ').collect();
    let (is_first, dice) = (words[1] == "1", words[2].as_bytes());
    let table = Table::read(words[0], is_first);
    let plays = table.plays(usize::from(dice[0] - b'0'), usize::from(dice[1] - b'0'));
    let side = if is_first { "2" } else { "1" };
    plays.iter().map(|table| format!("{} {side} -", table.write(is_first))).collect()
}

/// Compares the plays of a position.
fn compare(position: &BackgammonPosition) {
    let text = position.format();
    let found = after(position);
    let set: BTreeSet<String> = found.iter().cloned().collect();
    assert_eq!(set.len(), found.len(), "{text}: two plays lead to the same position");
    assert_eq!(set, expected(&text), "{text}");
    let codes: HashSet<u16> =
        position.legal_moves().into_iter().map(|m| position.code(m)).collect();
    assert_eq!(codes.len(), found.len(), "{text}");
    assert_eq!(position.count_moves(), found.len(), "{text}");
}

#[test]
fn a_plain_program_plays_the_same_games() {
    let mut random = Random(1);
    let (mut plays, mut wins, mut points) = (0, [0; 2], [0; 4]);
    let games = rounds(60, 300);
    for _ in 0..games {
        let mut position = Backgammon::SINGLE.start();
        while position.outcome().is_none() {
            let moves = position.legal_moves();
            if position.actor().is_chance() {
                // Now and then, all throws are tried.
                for &throw in moves.iter().filter(|_| random.below(60) == 0) {
                    let mut thrown = position;
                    thrown.make(throw);
                    compare(&thrown);
                }
            } else {
                compare(&position);
                plays += 1;
            }
            position.make(moves[random.below(moves.len())]);
        }
        let Some(Outcome::Win(winner)) = position.outcome() else { panic!() };
        assert_eq!(position.checkers(winner)[0], 15);
        wins[winner.index()] += 1;
        points[position.points() as usize] += 1;
    }
    assert!(plays > 34 * games && wins.iter().all(|&wins| wins > games / 3), "{plays} {wins:?}");
    assert!(points[0] == 0 && points[1..].iter().all(|&count| count > 0), "{points:?}");
}

/// Games in which few checkers are left, so that odd endings are frequent.
#[test]
fn a_plain_program_ends_games_in_the_same_way() {
    let mut random = Random(2);
    for _ in 0..3000 {
        let mut table = Table { own: [0; 26], other: [0; 26] };
        for _ in 0..1 + random.below(5) {
            let most = if random.below(2) == 0 { 6 } else { 12 };
            table.own[1 + random.below(most)] += 1;
        }
        for _ in 0..1 + random.below(7) {
            let at = 1 + random.below(25);
            if at == 25 || table.own[25 - at] == 0 {
                table.other[at] += 1;
            }
        }
        for men in [&mut table.own, &mut table.other] {
            // Nobody has won yet.
            men[1] += u32::from(men.iter().all(|&count| count == 0));
        }
        let (high, low) = (1 + random.below(6), 1 + random.below(6));
        let side = if random.below(2) == 0 { "1" } else { "2" };
        let text = format!("{} {side} {high}{low}", table.write(side == "1"));
        compare(&position(&text));
    }
}

/// The lines of play that the plain program finds from a position with dice to play, chance
/// included.
fn plain_perft(text: &str, depth: u32) -> u64 {
    let after = expected(text);
    if depth == 1 {
        return after.len() as u64;
    }
    // Whoever has borne off everything has won.
    let is_won = |text: &String| Table::read(text, true).men().iter().any(|men| men[0] == 15);
    let mut count = 0;
    for text in after.iter().filter(|text| !is_won(text)) {
        let throws = (1..=6).flat_map(|high| (1..=high).map(move |low| (high, low)));
        for (high, low) in throws {
            let thrown = text.strip_suffix('-').unwrap().to_owned() + &format!("{high}{low}");
            count += if depth == 2 { 1 } else { plain_perft(&thrown, depth - 2) };
        }
    }
    count
}

/// Chance counts as a ply.
#[test]
fn perft_counts_what_a_plain_program_counts() {
    let start = Backgammon::SINGLE.start();
    for (depth, count) in [(1, 30), (2, 380), (3, 7_980), (4, 178_306)] {
        assert_eq!(perft(&mut start.clone(), depth), count, "depth {depth}");
        if depth > 1 {
            let thrown = start.legal_moves().into_iter().map(|throw| {
                let mut thrown = start;
                thrown.make(throw);
                plain_perft(&thrown.format(), depth - 1)
            });
            assert_eq!(thrown.sum::<u64>(), count, "depth {depth}");
        }
    }
    for (text, counts) in [
        // Both sides bear off.
        ("-BBC-C--------------cca-c- 1 33", [3, 63, 393]),
        // A checker on the bar cannot come in.
        ("--BBBB-BA--a-A---c-bb-bbbA 1 61", [1, 21, 503]),
    ] {
        for (depth, count) in (1..).zip(counts) {
            let position = position(text);
            assert_eq!(perft(&mut position.clone(), depth), plain_perft(text, depth), "{text}");
            assert_eq!(plain_perft(text, depth), count, "{text}, depth {depth}");
        }
    }
}

/// What was learnt and comes with the game is near to what another program has learnt.
#[test]
fn the_learned_odds_are_near_to_those_of_gnu_backgammon() {
    let mut session = sarsen::games::registry().open("backgammon", "single").unwrap();
    assert_eq!(session.evaluators(), ["learned", "pips", "none"]);
    let text = std::fs::read_to_string(data("backgammon/odds.tsv")).unwrap();
    let mut off_by = |evaluator: &str| {
        assert!(session.select_evaluator(evaluator));
        let (mut sum, mut count) = (0.0, 0.0);
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let (position, odds) = line.split_once('\t').unwrap();
            session.set_position(Some(position), "").unwrap();
            let odds: f64 = odds.parse().unwrap();
            sum += (share(session.evaluate().unwrap().value()) - odds).abs();
            count += 1.0;
        }
        assert_eq!(count, 300.0);
        sum / count
    };
    let [learned, pips] = ["learned", "pips"].map(&mut off_by);
    assert!(learned < 0.06 && pips > 2.0 * learned, "{learned} {pips}");
    // Nothing was learnt yet where gammons count.
    let session = sarsen::games::registry().open("backgammon", "gammons").unwrap();
    assert_eq!(session.evaluators(), ["pips", "learned", "none"]);
}
