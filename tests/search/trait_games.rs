//! The traits and the search in games that are not built in: small games with a pass, a second move
//! in a row, a draw by repetition, a margin, a die. Plain recursion solves each game, and the
//! search must find the same.

use std::collections::HashSet;
use std::io::Read;
use std::sync::Arc;

use crate::support::Random;
use crate::support::reference::{self, value_of};
use crate::support::slow::rounds;
use sarsen::game::value::{EVAL_MAX, Score, Value, distance, is_win, share};
use sarsen::game::{
    Actor, Evaluator, Game, NamedEvaluator, Outcome, Player, Position, Presentation, Selectivity,
    Symmetric, TextError, Written, laws, perft,
};
use sarsen::protocol::reply;
use sarsen::search::{Answer, Control, Limits, Means, SearchTask, search};
use sarsen::server::serve;
use sarsen::session::{Describe, GameSession, Play, Registry, Think};
use sarsen::transposition::Table;

fn mix(x: u64) -> u64 {
    Random(x).next()
}

/// A random opinion. One position in four is unstable.
struct Whim;

impl<P: Position> Evaluator<P> for Whim {
    fn evaluate(&self, position: &P, player: Player) -> Value {
        let value = (mix(position.key()) % 201) as Value - 100;
        if player == Player::First { value } else { -value }
    }

    fn is_stable(&self, position: &P) -> bool {
        !position.key().is_multiple_of(4)
    }
}

fn run<P: Position>(position: &P, table: &Table, depth: Option<u32>) -> Answer<P::Move> {
    let means = Means::new(&Whim, table);
    let limits = depth.map_or(Limits::NONE, Limits::depth);
    search(position.clone(), means, &limits.into(), &Control::new(), &mut |_| {}).unwrap()
}

/// Solves a position twice. The second search uses what the first has left in the table.
fn solves<P: Written>(position: &P, depth: i32) -> Value {
    let plain = reference::value(position, &Whim, depth);
    let table = Table::new(1).unwrap();
    for _ in 0..2 {
        let answer = run(position, &table, Some(depth as u32));
        assert_eq!(value_of(answer.best.score), plain, "{}", position.format());
        assert!(answer.exact || sarsen::game::value::distance(plain).is_some() || P::HAS_CHANCE);
    }
    plain
}

/// Reads `a b c ...` as numbers.
fn numbers<const N: usize>(text: &str) -> Result<[u32; N], TextError> {
    let read: Vec<u32> = text.split(' ').map_while(|word| word.parse().ok()).collect();
    read.try_into().map_err(|_| TextError::new(1, format!("{N} numbers are needed")))
}

fn player(index: u32) -> Result<Player, TextError> {
    match index {
        0 => Ok(Player::First),
        1 => Ok(Player::Second),
        _ => Err(TextError::new(1, "no such player")),
    }
}

/// Implements `Game` for a test game, from its start position.
macro_rules! game {
    ($game:ident, $position:ty, $start:expr) => {
        struct $game;
        impl Game for $game {
            type Position = $position;
            fn name(&self) -> &str {
                stringify!($game)
            }
            fn start(&self) -> $position {
                $start
            }
            fn evaluators(&self) -> Vec<NamedEvaluator<$position>> {
                vec![("whim", Box::new(Whim))]
            }
        }

        impl Presentation<$position> for $game {}
    };
}

/// Two games with a pile whose last piece wins.
///
/// With `PASSING`, the first player takes 1 to 3, the second 2 or 3, and a player who cannot take
/// passes. Otherwise, both take 1 to 3, and a player who leaves a multiple of five (0 is one)
/// moves again.
#[derive(Clone, PartialEq, Debug)]
struct Pile<const PASSING: bool> {
    pile: u32,
    turn: Player,
}

game!(PassingGame, Pile<true>, Pile { pile: 20, turn: Player::First });
game!(AgainGame, Pile<false>, Pile { pile: 20, turn: Player::First });

impl<const PASSING: bool> Position for Pile<PASSING> {
    type Move = u32;
    type Undo = Self;
    const MOVE_CODES: usize = 4;

    fn actor(&self) -> Actor {
        Actor::Player(self.turn)
    }
    fn outcome(&self) -> Option<Outcome> {
        let winner = if PASSING { self.turn.other() } else { self.turn };
        (self.pile == 0).then_some(Outcome::Win(winner))
    }
    fn moves(&self, out: &mut Vec<u32>) {
        let least = if PASSING && self.turn == Player::Second { 2 } else { 1 };
        out.extend(least..=self.pile.min(3));
        if least > self.pile {
            out.push(0);
        }
    }
    fn make(&mut self, m: u32) -> Self {
        let before = self.clone();
        self.pile -= m;
        if PASSING || !self.pile.is_multiple_of(5) {
            self.turn = self.turn.other();
        }
        before
    }
    fn unmake(&mut self, _: u32, before: Self) {
        *self = before;
    }
    fn key(&self) -> u64 {
        mix(u64::from(self.pile * 2) + self.turn.index() as u64)
    }
    fn code(&self, m: u32) -> u16 {
        m as u16
    }
}

impl<const PASSING: bool> Symmetric for Pile<PASSING> {}

impl<const PASSING: bool> Written for Pile<PASSING> {
    fn parse(&self, text: &str) -> Result<Self, TextError> {
        let [pile, turn] = numbers(text)?;
        Ok(Self { pile, turn: player(turn)? })
    }

    fn format(&self) -> String {
        format!("{} {}", self.pile, self.turn.index())
    }

    fn format_move(&self, m: u32) -> String {
        if m == 0 { "pass".to_owned() } else { m.to_string() }
    }
}

/// Solves piles of all sizes. Some must be won and some lost.
fn solves_piles<const PASSING: bool>() {
    let mut seen = [0; 2];
    for pile in 1..=20 {
        for turn in [Player::First, Player::Second] {
            let value = solves(&Pile::<PASSING> { pile, turn }, 30);
            seen[usize::from(sarsen::game::value::is_win(value))] += 1;
        }
    }
    assert!(seen.iter().all(|&count| count > 3), "{seen:?}");
}

#[test]
fn a_pass_is_a_move() {
    solves_piles::<true>();
    let stuck = Pile::<true> { pile: 1, turn: Player::Second };
    assert_eq!(stuck.parse_move("pass"), Ok(0));
    assert!(stuck.parse_move("1").is_err());
    assert_eq!(perft(&mut stuck.clone(), 2), 1);
}

#[test]
fn a_player_may_move_twice() {
    solves_piles::<false>();
}

/// A token walks along the edges of a small graph. On node 0, the first player has won, and on node
/// 1 the second. A node reached again with the same player to move is a draw. The value of a
/// position depends on the nodes visited before.
#[derive(Clone, PartialEq, Debug)]
struct Walk<const BLIND: bool> {
    edges: [[u8; 3]; 8],
    node: u8,
    turn: Player,
    visited: Vec<(u8, Player)>,
}

impl<const BLIND: bool> Walk<BLIND> {
    fn random(random: &mut Random) -> Self {
        let edges = std::array::from_fn(|node| {
            let mut to = [0_u8; 3];
            for i in 0..3 {
                to[i] = loop {
                    let candidate = random.below(8) as u8;
                    if usize::from(candidate) != node && !to[..i].contains(&candidate) {
                        break candidate;
                    }
                };
            }
            to
        });
        Self { edges, node: 2, turn: Player::First, visited: Vec::new() }
    }
}

impl<const BLIND: bool> Position for Walk<BLIND> {
    type Move = u8;
    type Undo = u8;
    const MOVE_CODES: usize = 8;

    fn actor(&self) -> Actor {
        Actor::Player(self.turn)
    }
    fn outcome(&self) -> Option<Outcome> {
        match self.node {
            0 => Some(Outcome::Win(Player::First)),
            1 => Some(Outcome::Win(Player::Second)),
            _ => self.visited.contains(&(self.node, self.turn)).then_some(Outcome::Draw),
        }
    }
    fn moves(&self, out: &mut Vec<u8>) {
        out.extend(self.edges[usize::from(self.node)]);
    }
    fn make(&mut self, m: u8) -> u8 {
        self.visited.push((self.node, self.turn));
        self.turn = self.turn.other();
        std::mem::replace(&mut self.node, m)
    }
    fn unmake(&mut self, _: u8, from: u8) {
        self.node = from;
        self.turn = self.turn.other();
        self.visited.pop();
    }
    fn key(&self) -> u64 {
        mix(2000 + u64::from(self.node) * 2 + self.turn.index() as u64)
    }
    /// The key includes the set of positions that would be repetitions.
    fn table_key(&self, _: bool) -> (u64, u8) {
        let of =
            |&(node, turn): &(u8, Player)| mix(3000 + u64::from(node) * 2 + turn.index() as u64);
        let path = if BLIND { 0 } else { self.visited.iter().map(of).fold(0, u64::wrapping_add) };
        (mix(self.key() ^ path), 0)
    }
    fn code(&self, m: u8) -> u16 {
        m.into()
    }
}

impl<const BLIND: bool> Symmetric for Walk<BLIND> {}

impl<const BLIND: bool> Written for Walk<BLIND> {
    fn parse(&self, text: &str) -> Result<Self, TextError> {
        let [node, turn] = numbers(text)?;
        let node = u8::try_from(node).ok().filter(|&node| node < 8);
        let node = node.ok_or_else(|| TextError::new(1, "no such node"))?;
        Ok(Self { edges: self.edges, node, turn: player(turn)?, visited: Vec::new() })
    }

    fn format(&self) -> String {
        format!("{} {}", self.node, self.turn.index())
    }

    fn format_move(&self, m: u8) -> String {
        m.to_string()
    }
}

game!(WalkGame, Walk<false>, Walk::random(&mut Random(3)));

#[test]
fn a_draw_by_repetition_depends_on_the_path() {
    let mut random = Random(3);
    let (mut draws, mut wins, mut blind_errors) = (0, 0, 0);
    for _ in 0..150 {
        let walk = Walk::<false>::random(&mut random);
        let value = solves(&walk, 16);
        draws += u32::from(value == 0);
        wins += u32::from(value != 0);
        // If the table key ignores the path, this test must notice.
        let Walk { edges, node, turn, .. } = walk;
        let blind = Walk::<true> { edges, node, turn, visited: Vec::new() };
        let answer = run(&blind, &Table::new(1).unwrap(), Some(16));
        blind_errors += u32::from(value_of(answer.best.score) != value);
    }
    assert!(draws > 10 && wins > 10, "{draws} draws, {wins} wins");
    assert!(blind_errors > 0, "ignoring the path was never wrong: the games are too simple");
}

/// A row of numbers. The players in turn take one or two of them, from either end. At the end, the
/// player with the larger sum has won by the difference. A larger difference is better.
#[derive(Clone, PartialEq, Debug)]
struct Row {
    /// The remaining numbers lie between these two places.
    left: u32,
    right: u32,
    /// The first player's sum minus the second player's.
    lead: i32,
    turn: Player,
}

const NUMBERS: [i32; 12] = [3, 9, 1, 7, 8, 2, 5, 5, 9, 1, 4, 6];

game!(RowGame, Row, Row { left: 0, right: 12, lead: 0, turn: Player::First });

impl Position for Row {
    /// The number of numbers to take, and whether they come from the right.
    type Move = (u32, bool);
    type Undo = Self;
    const MOVE_CODES: usize = 6;
    const MOST_MARGIN: u32 = 60;

    fn actor(&self) -> Actor {
        Actor::Player(self.turn)
    }
    fn outcome(&self) -> Option<Outcome> {
        let outcome = match self.lead {
            0 => Outcome::Draw,
            1.. => Outcome::Win(Player::First),
            _ => Outcome::Win(Player::Second),
        };
        (self.left == self.right).then_some(outcome)
    }
    fn margin(&self) -> u32 {
        self.lead.unsigned_abs()
    }
    fn moves(&self, out: &mut Vec<(u32, bool)>) {
        for n in 1..=2.min(self.right - self.left) {
            out.extend([(n, false), (n, true)]);
        }
    }
    fn make(&mut self, (n, from_right): (u32, bool)) -> Self {
        let before = self.clone();
        let taken = if from_right {
            self.right -= n;
            self.right..self.right + n
        } else {
            self.left += n;
            self.left - n..self.left
        };
        let sum: i32 = taken.map(|at| NUMBERS[at as usize]).sum();
        self.lead += if self.turn == Player::First { sum } else { -sum };
        self.turn = self.turn.other();
        before
    }
    fn unmake(&mut self, _: (u32, bool), before: Self) {
        *self = before;
    }
    fn key(&self) -> u64 {
        let place = u64::from(self.left * 16 + self.right) * 2 + self.turn.index() as u64;
        mix(place * 1000 + (self.lead + 100) as u64)
    }
    fn code(&self, (n, from_right): (u32, bool)) -> u16 {
        n as u16 * 2 + u16::from(from_right)
    }
}

impl Symmetric for Row {}

impl Written for Row {
    fn parse(&self, text: &str) -> Result<Self, TextError> {
        let [left, right, lead, turn] = numbers(text)?;
        if left > right || right > 12 || lead > 200 {
            return Err(TextError::new(1, "no such row"));
        }
        Ok(Self { left, right, lead: lead as i32 - 100, turn: player(turn)? })
    }

    fn format(&self) -> String {
        format!("{} {} {} {}", self.left, self.right, self.lead + 100, self.turn.index())
    }

    fn format_move(&self, (n, from_right): (u32, bool)) -> String {
        format!("{n}{}", if from_right { "r" } else { "l" })
    }
}

/// The value after a move for the player who made it, with the margin.
fn value_after(row: &Row, m: (u32, bool), depth: i32) -> Value {
    let Actor::Player(me) = row.actor() else { unreachable!("no dice") };
    let mut next = row.clone();
    next.make(m);
    reference::minimax(&next, &Whim, me, depth - 1, 1)
}

#[test]
fn a_larger_margin_is_preferred_to_a_sooner_win() {
    let mut random = Random(4);
    let mut sooner_for_less = 0;
    let rounds = rounds(20, 60);
    for round in 0..rounds {
        let plies = round % 5;
        let row = crate::support::random_position(&RowGame.start(), plies, &mut random);
        for depth in 1..=12 {
            let plain = reference::value(&row, &Whim, depth);
            let answer = run(&row, &Table::new(1).unwrap(), Some(depth as u32));
            let value = value_after(&row, answer.best.variation[0], depth);
            assert_eq!(value, plain, "{} depth {depth}", row.format());
        }
        // Without a limit, the search ends by itself when no better result is possible.
        let plain = reference::value(&row, &Whim, 12);
        for selectivity in [Selectivity::NONE, Selectivity::USUAL] {
            let table = Table::new(1).unwrap();
            let means = Means::new(&Whim, &table);
            let limits = SearchTask { selectivity, ..SearchTask::default() };
            let answer = search(row.clone(), means, &limits, &Control::new(), &mut |_| {}).unwrap();
            assert!(answer.exact, "{}", row.format());
            let value = value_after(&row, answer.best.variation[0], 12);
            assert_eq!(value, plain, "{}", row.format());
            assert_eq!(answer.best.score, Score::new(plain, true), "{}", row.format());
        }
        let values: Vec<Value> =
            row.legal_moves().into_iter().map(|m| value_after(&row, m, 12)).collect();
        let is_tempting = |&value: &Value| value < plain && distance(value) <= distance(plain);
        sooner_for_less += usize::from(
            is_win(plain) && values.iter().filter(|&&value| is_win(value)).any(is_tempting),
        );
    }
    assert!(sooner_for_less > rounds / 12, "{sooner_for_less}");
}

#[test]
fn the_margin_of_a_finished_game_is_told() {
    let mut session = GameSession::new(Arc::new(RowGame));
    assert_eq!(session.margin(), None);
    session.set_position(Some("6 6 93 0"), "").unwrap();
    assert_eq!(session.margin().as_deref(), Some("7 points"));
    session.set_position(Some("6 6 100 0"), "").unwrap();
    assert_eq!(session.margin(), None);
}

/// Two tokens race to the sixth field. The die has three faces, and the middle one is twice as
/// likely. After a roll, the player advances by it or sends the other token back by it. After 16
/// plies, the game is a draw.
#[derive(Clone, PartialEq, Debug)]
struct Race {
    tokens: [u32; 2],
    turn: Player,
    roll: u32,
    ply: u32,
}

const GOAL: u32 = 6;

game!(RaceGame, Race, Race { tokens: [0, 0], turn: Player::First, roll: 2, ply: 0 });

impl Position for Race {
    type Move = u32;
    type Undo = Race;
    const HAS_CHANCE: bool = true;
    const MOVE_CODES: usize = 6;

    fn actor(&self) -> Actor {
        if self.roll == 0 && self.outcome().is_none() {
            Actor::Chance(self.turn)
        } else {
            Actor::Player(self.turn)
        }
    }
    fn outcome(&self) -> Option<Outcome> {
        if self.tokens[0] >= GOAL {
            Some(Outcome::Win(Player::First))
        } else if self.tokens[1] >= GOAL {
            Some(Outcome::Win(Player::Second))
        } else {
            (self.ply >= 16).then_some(Outcome::Draw)
        }
    }
    /// 1 to 3: a roll. 4: advance. 5: send back.
    fn moves(&self, out: &mut Vec<u32>) {
        out.extend(if self.roll == 0 { 1..=3 } else { 4..=5 });
    }
    fn weight(&self, m: u32) -> u32 {
        if m == 2 { 2 } else { 1 }
    }
    fn make(&mut self, m: u32) -> Race {
        let before = self.clone();
        self.ply += 1;
        if self.roll == 0 {
            self.roll = m;
            return before;
        }
        let (own, other) = (self.turn.index(), self.turn.other().index());
        if m == 4 {
            self.tokens[own] += self.roll;
        } else {
            self.tokens[other] = self.tokens[other].saturating_sub(self.roll);
        }
        self.roll = 0;
        self.turn = self.turn.other();
        before
    }
    fn unmake(&mut self, _: u32, before: Race) {
        *self = before;
    }
    fn key(&self) -> u64 {
        let parts = [self.tokens[0], self.tokens[1], self.turn.index() as u32, self.roll, self.ply];
        mix(parts.into_iter().fold(7, |sum, part| sum * 32 + u64::from(part)))
    }
    fn code(&self, m: u32) -> u16 {
        m as u16
    }
}

impl Symmetric for Race {}

impl Written for Race {
    fn parse(&self, text: &str) -> Result<Self, TextError> {
        let [first, second, turn, roll, ply] = numbers(text)?;
        if first > 99 || second > 99 || roll > 3 || ply > 99 {
            return Err(TextError::new(1, "out of range"));
        }
        Ok(Self { tokens: [first, second], turn: player(turn)?, roll, ply })
    }

    fn format(&self) -> String {
        let [first, second] = self.tokens;
        format!("{first} {second} {} {} {}", self.turn.index(), self.roll, self.ply)
    }

    fn format_move(&self, m: u32) -> String {
        m.to_string()
    }
}

/// The expectation for the first player, in floating point: 1 is a win, -1 a loss. It shares no
/// code with the search.
fn expectation(race: &Race) -> f64 {
    match race.outcome() {
        Some(Outcome::Win(Player::First)) => return 1.0,
        Some(Outcome::Win(Player::Second)) => return -1.0,
        Some(Outcome::Draw) => return 0.0,
        None => {}
    }
    let after = |m| {
        let mut next = race.clone();
        next.make(m);
        expectation(&next)
    };
    if race.roll == 0 {
        (after(1) + 2.0 * after(2) + after(3)) / 4.0
    } else if race.turn == Player::First {
        f64::max(after(4), after(5))
    } else {
        f64::min(after(4), after(5))
    }
}

#[test]
fn a_die_is_taken_at_its_expectation() {
    for roll in 1..=3 {
        for (first, second) in [(0, 0), (1, 3), (4, 2), (3, 3), (5, 5)] {
            for turn in [Player::First, Player::Second] {
                let race = Race { tokens: [first, second], turn, roll, ply: 4 };
                let value = solves(&race, 20);
                let sign = if turn == Player::First { 1.0 } else { -1.0 };
                let expected = sign * expectation(&race);
                let found = f64::from(value.clamp(-EVAL_MAX, EVAL_MAX)) / f64::from(EVAL_MAX);
                assert!((found - expected).abs() < 1e-6, "{}: {found} {expected}", race.format());
                // The same holds with opinions at a horizon.
                for depth in 1..6 {
                    let plain = reference::value(&race, &Whim, depth);
                    let answer = run(&race, &Table::new(1).unwrap(), Some(depth as u32));
                    assert_eq!(value_of(answer.best.score), plain);
                }
            }
        }
    }
}

/// What a search finds in a game of chance is an expectation.
#[test]
fn an_expectation_is_told_as_one() {
    let mut session = GameSession::new(Arc::new(RaceGame));
    let table = Table::new(1).unwrap();
    let mut said = HashSet::new();
    for text in ["0 0 0 2 4", "1 3 1 1 4", "4 2 0 1 4", "2 3 1 2 4", "0 4 0 1 4"] {
        session.set_position(Some(text), "").unwrap();
        let race = RaceGame.start().parse(text).unwrap();
        let sign = if race.turn == Player::First { 1.0 } else { -1.0 };
        let expected = (1.0 + sign * expectation(&race)) / 2.0;
        let request = Limits::depth(20).into();
        let mut last = None;
        let answer =
            session.search(&request, &table, &Control::new(), &mut |info| last = Some(info.score));
        let score = answer.unwrap().best.score;
        let Score::Chance(value) = score else { panic!("{text}: {score:?}") };
        assert!((share(value) - expected).abs() < 1e-6, "{text}: {value} {expected}");
        assert_eq!(last, Some(score));
        said.insert(value);
        // The evaluator's points are almost nothing on that scale.
        assert_eq!(reply::opinion(session.evaluate().unwrap()), "0.5000");
    }
    assert!(said.len() > 3, "{said:?}");
}

/// The drawing of a game need not say whose turn it is.
#[test]
fn whose_turn_it_is_is_told_below_every_drawing() {
    let mut session = GameSession::new(Arc::new(RaceGame));
    for (text, below) in
        [("0 0 1 2 0", "\no to move"), ("0 0 1 0 0", "\nchance to move"), ("6 0 1 0 3", " 3")]
    {
        session.set_position(Some(text), "").unwrap();
        let drawn = session.draw(false).to_string();
        assert!(drawn.ends_with(below) && drawn.contains(text), "{drawn}");
    }
}

#[test]
fn a_certain_win_is_one_in_a_game_of_chance_too() {
    let race = Race { tokens: [4, 0], turn: Player::First, roll: 2, ply: 0 };
    assert_eq!(run(&race, &Table::new(1).unwrap(), None).best.score, Score::Win(Some(1)));
}

#[test]
fn chance_is_not_asked_for_a_move_but_has_a_value() {
    for turn in [Player::First, Player::Second] {
        let race = Race { tokens: [3, 4], turn, roll: 0, ply: 4 };
        let answer = run(&race, &Table::new(1).unwrap(), None);
        assert!(answer.exact && answer.best.variation.is_empty());
        let sign = if turn == Player::First { 1.0 } else { -1.0 };
        let expected = (1.0 + sign * expectation(&race)) / 2.0;
        assert!((share(value_of(answer.best.score)) - expected).abs() < 1e-6, "{expected}");
        // To a depth, it is what the reference says.
        for depth in 1..6 {
            let plain = reference::minimax(&race, &Whim, turn, depth as i32, 0);
            let answer = run(&race, &Table::new(1).unwrap(), Some(depth));
            assert_eq!(value_of(answer.best.score), plain);
        }
    }
}

#[test]
fn a_search_where_chance_is_to_act_is_told_so() {
    let registry = Registry::of(RaceGame);
    let (mut output, answers) = std::io::pipe().unwrap();
    let input =
        &b"move 4\nquery p1turn\nquery moves\ngo depth 2\nmove 2\ngo depth 2\nhelp hash\n"[..];
    serve(registry, input, answers).unwrap();
    let mut text = String::new();
    output.read_to_string(&mut text).unwrap();
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with("info depth")).collect();
    assert_eq!(lines[..2], ["response chance", "response 1 2 3 weights 1 2 1"], "{text}");
    assert!(lines[2].starts_with("info string chance is to act here"), "{text}");
    assert_eq!(lines[3], "bestmove 0000");
    assert!(["bestmove 4", "bestmove 5"].contains(&lines[4]), "{text}");
    // With an author's own game, the options explain themselves, too.
    assert!(lines[5].starts_with("info string option Hash: ") && lines.len() == 7, "{text}");
}

#[test]
fn a_game_without_a_board_has_its_drawing() {
    let (mut output, answers) = std::io::pipe().unwrap();
    let input = "position fen 0 0 1 0 0\nquery board layout\nquery board\nquery board svg\n\
        query rules\nquery games\n";
    serve(Registry::of(RaceGame), input.as_bytes(), answers).unwrap();
    let mut text = String::new();
    output.read_to_string(&mut text).unwrap();
    let said: Vec<&str> =
        text.lines().map(|line| line.strip_prefix("response ").unwrap()).collect();
    let layout: serde_json::Value = serde_json::from_str(said[0]).unwrap();
    assert_eq!(layout["box"].to_string(), "[0,0,0,0]");
    for empty in ["places", "strokes", "labels", "groups", "facts"] {
        assert_eq!(layout[empty].to_string(), "[]");
    }
    let view: serde_json::Value = serde_json::from_str(said[1]).unwrap();
    assert_eq!(view["to_move"], "chance");
    assert_eq!(view["moves"][0].to_string(), r#"{"gesture":[],"move":"1","weight":1}"#);
    assert_eq!(view["drawing"].to_string(), r#"["0 0 1 0 0","chance to move"]"#);
    let picture = said[2];
    assert!(picture.contains(">0 0 1 0 0</text>") && picture.contains(">chance to move</text>"));
    let offer = r#"{"name":"RaceGame","title":"RaceGame","about":"","setups":[],"sample":""}"#;
    assert_eq!(said[3..], [r#""""#.to_owned(), format!("[{offer}]")]);
}

#[test]
fn the_laws_hold() {
    let mut random = Random(4);
    for _ in 0..200 {
        let choices: Vec<usize> = (0..20).map(|_| random.below(60)).collect();
        laws::hold(&PassingGame, &choices);
        laws::hold(&AgainGame, &choices);
        laws::hold(&RaceGame, &choices);
        laws::hold(&WalkGame, &choices);
    }
}
