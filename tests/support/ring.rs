//! A little game that breaks a chosen law: stones on a ring of six cells, three neighbours win. Its
//! symmetries turn the ring by two cells, so two of them are not their own inverses.
#![allow(missing_docs)]

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use sarsen::game::board::{
    Area, Contents, Diagram, Gesture, GroupKind, Layout, Outline, PieceColour, PlaceCode, Steps,
    StrokeKind,
};
use sarsen::game::laws::Law;
use sarsen::game::value::{EVAL_MAX, Value};
use sarsen::game::{
    Actor, Drawing, Evaluator, Fact, Game, IllegalMove, MoveError, NamedEvaluator, Notation,
    Outcome, Player, Position, Presentation, Stress, Symmetric, Symmetry, TextError, Tunable, View,
    Weights, WeightsError, Written, mix64,
};

const CELLS: usize = 6;
const PASS: u8 = CELLS as u8;

#[derive(Clone, PartialEq, Debug)]
pub struct Ring {
    cells: [Option<Player>; CELLS],
    turn: Player,
    /// Two passes in a row end the game.
    passed: u8,
    plies: u64,
    /// The number of moves, which is neither in the text nor in the key.
    uncounted: u16,
    /// The law that is broken.
    fault: Option<Law>,
}

pub struct RingGame(pub Option<Law>);

fn letter(cell: Option<Player>) -> char {
    match cell {
        None => '.',
        Some(Player::First) => 'x',
        Some(Player::Second) => 'o',
    }
}

fn piece(letter: char) -> Option<Player> {
    [Player::First, Player::Second].into_iter().find(|&player| letter == self::letter(Some(player)))
}

/// A cell after the ring has been turned.
fn turned(cell: usize, symmetry: Symmetry) -> usize {
    (cell + 2 * usize::from(symmetry)) % CELLS
}

impl Ring {
    fn has(&self, fault: Law) -> bool {
        self.fault == Some(fault)
    }

    fn three(&self, player: Player) -> bool {
        let own = |cell: usize| self.cells[cell % CELLS] == Some(player);
        // With the fault, one of the six threes does not count.
        let first = usize::from(self.has(Law::SymmetryEnd));
        (first..CELLS).any(|cell| own(cell) && own(cell + 1) && own(cell + 2))
    }

    fn least(&self) -> (u64, Symmetry) {
        (0..3).map(|symmetry| (self.image(symmetry).key(), symmetry)).min().unwrap()
    }
}

impl Position for Ring {
    type Move = u8;
    type Undo = Self;
    const MOVE_CODES: usize = CELLS + 1;

    fn actor(&self) -> Actor {
        let fault = if self.outcome().is_some() { Law::EndActor } else { Law::ChanceAnnounced };
        if self.has(fault) { Actor::Chance(self.turn) } else { Actor::Player(self.turn) }
    }

    fn outcome(&self) -> Option<Outcome> {
        let winner = self.turn.other();
        if self.three(winner) {
            Some(Outcome::Win(winner))
        } else {
            let full = self.cells.iter().all(Option::is_some);
            (self.passed == 2 || full).then_some(Outcome::Draw)
        }
    }

    fn margin(&self) -> u32 {
        u32::from(self.has(Law::Margin))
    }

    fn moves(&self, out: &mut Vec<u8>) {
        if self.has(Law::MovesThere) && self.passed > 0 {
            return;
        }
        if self.has(Law::MovesRepeated) {
            out.clear();
        }
        out.extend((0..PASS).filter(|&cell| self.cells[usize::from(cell)].is_none()));
        out.push(PASS);
    }

    fn legal_moves(&self) -> Vec<u8> {
        let mut moves = Vec::new();
        if self.outcome().is_none() || self.has(Law::MovesListed) {
            self.moves(&mut moves);
        }
        moves
    }

    fn play(&mut self, m: u8) -> Result<Self, IllegalMove> {
        match self.legal_moves().contains(&m) || self.has(Law::MovesChecked) {
            true => Ok(self.make(m)),
            false => Err(IllegalMove::NotHere),
        }
    }

    fn count_moves(&self) -> usize {
        let empty = self.cells.iter().filter(|cell| cell.is_none()).count();
        empty + if self.has(Law::MovesCounted) { 0 } else { 1 }
    }

    fn weight(&self, _: u8) -> u32 {
        if self.has(Law::Weights) { 0 } else { 1 }
    }

    fn make(&mut self, m: u8) -> Self {
        let before = self.clone();
        match self.cells.get_mut(usize::from(m)) {
            Some(cell) => {
                *cell = Some(self.turn);
                self.passed = 0;
            }
            None => self.passed += 1,
        }
        self.turn = self.turn.other();
        self.plies += u64::from(self.has(Law::KeyOfText));
        self.uncounted += u16::from(self.has(Law::ContentsOfText));
        before
    }

    fn unmake(&mut self, _: u8, before: Self) {
        let passed = if self.has(Law::TakenBack) { self.passed } else { before.passed };
        *self = Self { passed, ..before };
    }

    fn key(&self) -> u64 {
        let number = self.cells.iter().fold(1, |number, &cell| number * 128 + letter(cell) as u64);
        if self.has(Law::KeysApart) {
            return mix64(number);
        }
        mix64(number * 8 + u64::from(self.passed) * 2 + self.turn.index() as u64) ^ self.plies
    }

    fn code(&self, m: u8) -> u16 {
        match self.fault {
            Some(Law::CodesBelow) => u16::from(m) + 1,
            Some(Law::CodesApart) => u16::from(m / 2),
            _ => m.into(),
        }
    }

    fn canonical(&self) -> (u64, Symmetry) {
        match self.fault {
            Some(Law::CanonicalShared) => (self.key(), 0),
            Some(Law::CanonicalReached) => (self.least().0, 0),
            _ => self.least(),
        }
    }

    fn table_key(&self, symmetric: bool) -> (u64, Symmetry) {
        (self.key() + u64::from(symmetric && self.has(Law::TableKey)), 0)
    }
}

impl Symmetric for Ring {
    fn symmetries(&self) -> u8 {
        3
    }

    fn image(&self, symmetry: Symmetry) -> Self {
        let mut image = self.clone();
        for (cell, &stone) in self.cells.iter().enumerate() {
            image.cells[turned(cell, symmetry)] = stone;
        }
        image.passed |= u8::from(self.has(Law::SymmetryUndone) && symmetry == 1);
        image
    }

    fn map_code(&self, code: u16, symmetry: Symmetry) -> u16 {
        let symmetry = if self.has(Law::SymmetryPlayed) { (3 - symmetry) % 3 } else { symmetry };
        if code == u16::from(PASS) { code } else { turned(code.into(), symmetry) as u16 }
    }

    fn inverse(&self, symmetry: Symmetry) -> Symmetry {
        if self.has(Law::CodesMapped) { symmetry } else { (3 - symmetry) % 3 }
    }
}

impl Written for Ring {
    fn parse(&self, text: &str) -> Result<Self, TextError> {
        let letters: Vec<char> = text.chars().collect();
        let wrong = || TextError::new(1, "a position looks like '..xo.. x 0'");
        let [stones @ .., ' ', turn, ' ', passed @ '0'..='2'] = &letters[..] else {
            return Err(wrong());
        };
        if stones.len() != CELLS || self.has(Law::TextRead) {
            return Err(wrong());
        }
        let cells = std::array::from_fn(|cell| piece(stones[cell]));
        let passed = if self.has(Law::TextInverse) { 0 } else { *passed as u8 - b'0' };
        let turn = if self.has(Law::TextComplete) { Some(Player::First) } else { piece(*turn) };
        let turn = turn.ok_or_else(wrong)?;
        Ok(Self { cells, turn, passed, plies: 0, uncounted: 0, fault: self.fault })
    }

    fn format(&self) -> String {
        let stones: String = self.cells.iter().map(|&cell| letter(cell)).collect();
        let turn = if self.has(Law::TextComplete) { 'x' } else { letter(Some(self.turn)) };
        let blank = if self.has(Law::PlainText) { "  " } else { " " };
        format!("{stones}{blank}{turn} {}", self.passed)
    }

    fn spread<'a>(&self, word: &'a str) -> Vec<&'a str> {
        match (word, self.fault) {
            ("pass", Some(Law::MoveAlone)) => vec!["pa", "ss"],
            _ => vec![word],
        }
    }

    fn format_move(&self, m: u8) -> String {
        match (m, self.fault) {
            (PASS, Some(Law::MoveRead)) => "1".to_owned(),
            (PASS, _) => "pass".to_owned(),
            (_, Some(Law::MovePlain)) => format!("cell {}", m + 1),
            _ => (m + 1).to_string(),
        }
    }
}

/// Counts the stones on the board. A stone with a stone of the same player after it counts twice.
struct Pairs(Option<Law>);

impl Evaluator<Ring> for Pairs {
    fn evaluate(&self, ring: &Ring, player: Player) -> Value {
        let sum = |player: Player| -> Value {
            let own = |cell: usize| ring.cells[cell % CELLS] == Some(player);
            let paired = |cell: usize| own(cell) && own(cell + 1);
            (0..CELLS).map(|cell| Value::from(own(cell)) + Value::from(paired(cell))).sum()
        };
        let sign = if player == Player::First { 1 } else { -1 };
        let value = sum(player) - sum(player.other());
        match self.0 {
            Some(Law::OpinionsOpposed) => sum(player) + 1,
            Some(Law::OpinionsBounded) => sign * (EVAL_MAX + 1),
            Some(Law::OpinionsMirrored) => value + sign * Value::from(ring.cells[0].is_some()),
            Some(Law::WeightsUsed) => value + sign,
            _ => value,
        }
    }
}

/// The ring in other letters.
struct Capitals(Option<Law>);

impl Notation<Ring> for Capitals {
    fn name(&self) -> &str {
        "capitals"
    }
    fn parse(&self, like: &Ring, text: &str) -> Result<Ring, TextError> {
        match self.0 {
            Some(Law::NotationText) => Err(TextError::new(1, "no capitals")),
            _ => like.parse(&text.to_lowercase()),
        }
    }
    fn format(&self, position: &Ring) -> String {
        position.format().to_uppercase()
    }
    fn parse_move(&self, position: &Ring, text: &str) -> Result<u8, MoveError> {
        match self.0 {
            Some(Law::NotationMoves) => position.parse_move("1"),
            _ => position.parse_move(&text.to_lowercase()),
        }
    }
    fn format_move(&self, position: &Ring, m: u8) -> String {
        position.format_move(m).to_uppercase()
    }
}

impl Game for RingGame {
    type Position = Ring;

    fn name(&self) -> &str {
        if self.0 == Some(Law::Names) { "a ring" } else { "ring" }
    }

    fn start(&self) -> Ring {
        Ring {
            cells: [None; CELLS],
            turn: Player::First,
            passed: 0,
            plies: 0,
            uncounted: 0,
            fault: self.0,
        }
    }

    fn evaluators(&self) -> Vec<NamedEvaluator<Ring>> {
        let fault = self.0.filter(|&fault| fault != Law::WeightsUsed);
        vec![("pairs", Box::new(Pairs(fault)))]
    }

    fn tunable(&self) -> Option<&dyn Tunable<Ring>> {
        Some(self)
    }

    fn notations(&self) -> Vec<Box<dyn Notation<Ring>>> {
        vec![Box::new(Capitals(self.0))]
    }
}

impl Presentation<Ring> for RingGame {
    fn explain(&self, ring: &Ring) -> Vec<Fact> {
        let odd = self.0 == Some(Law::FactsNamed) && ring.passed > 0;
        vec![Fact::new(if odd { "pass" } else { "passed" }, &ring.passed.to_string())]
    }

    fn board(&self) -> Option<&dyn Diagram<Ring>> {
        Some(self)
    }

    fn draw(&self, position: &Ring, _: View<u8>) -> Drawing {
        let bullet = if self.0 == Some(Law::Drawn) { "\u{2022}" } else { "*" };
        Drawing::from(position.format().replace('.', bullet))
    }
}

impl Tunable<Ring> for RingGame {
    fn weights(&self) -> Weights {
        Weights::parse("pair = 1").unwrap()
    }

    fn weighted(&self, _: &Weights) -> Result<Box<dyn Evaluator<Ring>>, WeightsError> {
        Ok(Box::new(Pairs(self.0)))
    }
}

/// How often a layout was asked for. A game that breaks a law counts along.
static LAYOUTS: AtomicUsize = AtomicUsize::new(0);

impl RingGame {
    fn has(&self, fault: Law) -> bool {
        self.0 == Some(fault)
    }
}

/// Six places on a circle, each with a stroke to the next one.
impl Diagram<Ring> for RingGame {
    fn layout(&self) -> Layout {
        let mut layout = Layout::default();
        let point = |cell: usize| {
            let angle = cell as f64 * std::f64::consts::TAU / CELLS as f64;
            [2.0 * angle.sin(), -2.0 * angle.cos()]
        };
        for cell in 0..CELLS {
            let number = if self.has(Law::PlacesNamed) { cell / 2 } else { cell };
            layout.add_place((number + 1).to_string(), point(cell), Outline::Hexagon, Area::Board);
            layout.add_stroke(StrokeKind::Line, vec![point(cell), point(cell + 1)]);
            let place = if self.has(Law::GroupsWhole) { cell + 1 } else { (cell + 1) % CELLS };
            layout.add_group(GroupKind::Line, format!("pair {cell}"), vec![cell, place]);
        }
        if self.has(Law::LayoutMeasured) {
            layout.places[0].y = f64::NAN;
        }
        if self.has(Law::ColoursDiffer) {
            layout.materials.colours = [PieceColour::Red; 2];
        }
        if self.has(Law::LayoutKept) {
            layout.add_label(LAYOUTS.fetch_add(1, Relaxed).to_string(), [0.0, 0.0]);
        }
        layout
    }

    /// A stroke between two stones of a player is the player's.
    fn contents(&self, ring: &Ring, last: Option<u8>) -> Contents {
        let mut contents = Contents::default();
        for cell in 0..CELLS {
            let Some(player) = ring.cells[cell] else { continue };
            let place = if self.has(Law::ContentsPlaced) { CELLS } else { cell };
            contents.put(place, player, "stone").kind = ring.uncounted;
            if ring.cells[(cell + 1) % CELLS] == Some(player) {
                contents.give(cell, player);
            }
            if self.has(Law::ContentsMirrored) && place == 0 {
                contents.stress([place], Stress::Won);
            }
        }
        let cell = last.filter(|&m| m != PASS).map(usize::from);
        contents.lead(cell.filter(|_| !self.has(Law::WaysLed)));
        if self.has(Law::WaysLed) {
            contents.ways.extend(cell.map(|cell| vec![cell]));
        }
        contents
    }

    fn gesture(&self, _: &Ring, m: u8) -> Gesture {
        match (m, self.0) {
            (PASS, Some(Law::GesturesPlaced)) => vec![vec![PASS.into()]],
            (PASS, _) => Vec::new(),
            (0, Some(Law::GesturesMirrored)) => vec![vec![0], vec![0]],
            _ => vec![vec![m.into()]],
        }
    }

    /// A stone goes round from its cell and back, one way or the other.
    fn steps(&self, _: &Ring, m: u8) -> Vec<Steps> {
        let cell = usize::from(m);
        if m == PASS {
            return Vec::new();
        }
        let [next, before] = [1, CELLS - 1].map(|by| (cell + by) % CELLS);
        let back = if self.has(Law::StepsAgree) { next } else { cell };
        vec![vec![[cell, next], [next, cell]], vec![[cell, before], [before, back]]]
    }

    fn codes(&self, ring: &Ring, places: &mut [PlaceCode], strokes: &mut [PlaceCode]) {
        for cell in 0..CELLS {
            let (owner, next) = (ring.cells[cell], ring.cells[(cell + 1) % CELLS]);
            let code = PlaceCode::piece(owner, ring.uncounted);
            places[cell] = match owner {
                Some(_) if self.has(Law::PlaceCodesTold) => code.exchanged(),
                Some(_) => code,
                None if self.has(Law::PlaceCodesMirrored) && cell == 0 => PlaceCode::EMPTY,
                None => PlaceCode::OPEN,
            };
            if owner.is_some() && owner == next {
                strokes[cell] = PlaceCode::piece(owner, 0);
            }
        }
    }

    fn opposite(&self, place: usize) -> Option<usize> {
        let is_missing = self.has(Law::OppositesPaired) && place == 0;
        (!is_missing).then_some(place)
    }

    fn image_of_place(&self, place: usize, symmetry: Symmetry) -> usize {
        if self.has(Law::PlacesMapped) { turned(place, 1) } else { turned(place, symmetry) }
    }

    fn image_of_stroke(&self, stroke: usize, symmetry: Symmetry) -> usize {
        turned(stroke, symmetry)
    }
}
