//! The board of a game that is given by its rules.

use std::collections::BTreeSet;

use super::display::PlaceHome;
use super::moves::RulesMove;
use super::numbers::ShownNumber;
use super::position::RulesPosition;
use super::rules_game::RulesGame;
use super::touches::{is_pass, tell};
use crate::language::board::BoardShape;
use crate::machine::op::Op;
use crate::machine::rules::each_change;
use sarsen_core::game::board::{
    Area, Contents, Diagram, Gesture, Ground, Layout, Materials, Outline, PieceColour, PlaceCode,
    StrokeKind, Tone, column_letters,
};
use sarsen_core::game::{Player, Position, Stress, Symmetry};

impl<const CHANCE: bool> Diagram<RulesPosition<CHANCE>> for RulesGame<CHANCE> {
    fn layout(&self) -> Layout {
        let board = &self.shared.rules.description().board;
        let outline = match board.shape {
            BoardShape::Rectangle(_) if self.shared.marks.ground == Some(Ground::Frame) => {
                Outline::Disc
            }
            BoardShape::Rectangle(_) | BoardShape::Cuboid(_) => Outline::Square,
            BoardShape::Hexagon { .. } => Outline::Hexagon,
            BoardShape::Graph(_) => Outline::Token,
        };
        let mut layout = Layout::default();
        for (place, spot) in self.shared.spots.iter().enumerate() {
            let area = match self.shared.marks.display.home(place) {
                None => Area::Board,
                Some(PlaceHome::Beside) => Area::Beside,
                Some(PlaceHome::Hand(player)) => match self.shared.player(player) {
                    Player::First => Area::First,
                    Player::Second => Area::Second,
                },
            };
            layout.add_place(spot.name.clone(), [spot.x, spot.y], outline, area);
        }
        match &board.shape {
            BoardShape::Rectangle(at) => {
                layout = with_labels(layout, at);
                self.tone(&mut layout, at);
            }
            BoardShape::Graph(_) => {
                let mut known: BTreeSet<[usize; 2]> = BTreeSet::new();
                for steps in &board.steps {
                    let edges = steps.iter().enumerate();
                    for (from, to) in
                        edges.filter_map(|(from, to)| Some((from, usize::from((*to)?))))
                    {
                        if from != to {
                            known.insert([from.min(to), from.max(to)]);
                        }
                    }
                }
                for edge in known {
                    let points = edge.map(|place| {
                        let spot = &self.shared.spots[place];
                        [spot.x, spot.y]
                    });
                    layout.add_stroke(StrokeKind::Grid, points.to_vec());
                }
            }
            BoardShape::Hexagon { .. } | BoardShape::Cuboid(_) => {}
        }
        let [first, second] =
            [Player::First, Player::Second].map(|player| colour(self.shared.player_name(player)));
        let colours = match (first, second) {
            (Some(first), Some(second)) if first != second => [first, second],
            (Some(first), _) => [first, other_than(first)],
            (None, Some(second)) => [other_than(second), second],
            (None, None) => Materials::default().colours,
        };
        for number in &self.shared.numbers {
            let outline = if number.is_die { Outline::Die } else { Outline::Disc };
            layout.add_place(number.name.clone(), number.at, outline, Area::Beside);
            if !number.is_die {
                layout.add_label(number.name.clone(), [number.at[0], number.at[1] + LABEL_BELOW]);
            }
        }
        let (ground, make) = (self.shared.marks.ground, self.shared.marks.make);
        layout.materials =
            Materials::new(ground.unwrap_or_default(), make.unwrap_or_default(), colours);
        layout
    }

    fn contents(&self, position: &RulesPosition<CHANCE>, last: Option<RulesMove>) -> Contents {
        let shared = &self.shared;
        let mut contents = Contents::default();
        for (place, &piece) in position.state.board().iter().enumerate() {
            let kind = &shared.pieces.kinds[usize::from(piece)];
            if shared.pieces.is_ground(piece) {
                continue;
            }
            let owner = kind.owner.map(|owner| shared.player(owner));
            let shown = contents.put(place, owner, kind.name.clone());
            (shown.kind, shown.crowned) = (kind.kind, kind.look.is_crowned);
            shown.sign.clone_from(&kind.look.sign);
        }
        for (place, number) in self.numbers() {
            let (owner, value) = (self.owner_of(position, number), number.value(&position.state));
            let (name, sign) = match (number.is_die, value) {
                (true, 0) => (number.name.clone(), None),
                (true, _) => (value.to_string(), None),
                (false, _) => (number.name.clone(), Some(value.to_string())),
            };
            let shown = contents.put(place, owner, name);
            (shown.kind, shown.sign) = (kind_of(value), sign);
        }
        if let Some(m) = last {
            self.show_last(position, m, &mut contents);
        }
        contents
    }

    fn gesture(&self, position: &RulesPosition<CHANCE>, m: RulesMove) -> Gesture {
        let told = tell(position, m);
        told.touches.iter().map(|touch| vec![usize::from(touch.place)]).collect()
    }

    fn codes(
        &self,
        position: &RulesPosition<CHANCE>,
        places: &mut [PlaceCode],
        _: &mut [PlaceCode],
    ) {
        let shared = &self.shared;
        for (code, &piece) in places.iter_mut().zip(position.state.board()) {
            let kind = &shared.pieces.kinds[usize::from(piece)];
            if !shared.pieces.is_ground(piece) {
                let owner = kind.owner.map(|owner| shared.player(owner));
                *code = PlaceCode::piece(owner, kind.kind);
            }
        }
        for (place, number) in self.numbers() {
            let kind = kind_of(number.value(&position.state));
            places[place] = PlaceCode::piece(Some(self.owner_of(position, number)), kind);
        }
    }

    fn opposite(&self, place: usize) -> Option<usize> {
        let Self { shared, .. } = self;
        let exchange = shared.exchange()?;
        let partner = |number: &ShownNumber| {
            let variable = exchange.variable(number.variable);
            let owner = number.owner.map(|owner| 1 - owner);
            let is_partner =
                |other: &ShownNumber| (other.variable, other.owner) == (variable, owner);
            shared.numbers.iter().position(is_partner)
        };
        // What is shown beside the board must have its like for the other player, too.
        let partners: Vec<usize> = shared.numbers.iter().map(partner).collect::<Option<_>>()?;
        match place.checked_sub(shared.spots.len()) {
            None => Some(exchange.places[place].into()),
            Some(number) => Some(shared.spots.len() + partners.get(number)?),
        }
    }

    fn image_of_place(&self, place: usize, symmetry: Symmetry) -> usize {
        // What is beside the board stays there.
        if place < self.shared.spots.len() {
            self.shared.symmetries().get(symmetry).place(place as u16).into()
        } else {
            place
        }
    }
}

impl<const CHANCE: bool> RulesGame<CHANCE> {
    /// Light and dark squares: light where something hidden stands; otherwise in turn, if pieces
    /// move on the board.
    fn tone(&self, layout: &mut Layout, at: &[[u16; 2]]) {
        let pieces = &self.shared.pieces;
        let start = &self.shared.rules.description().board.start;
        let is_hidden = |piece: u8| pieces.kinds[usize::from(piece)].look.is_hidden;
        let hides = start.iter().any(|&piece| is_hidden(piece));
        let moves = self.shared.code.ops.iter().any(|op| match op {
            Op::Put { piece, .. } => pieces.is_empty(*piece),
            _ => false,
        });
        let rows = at.iter().map(|[_, y]| y + 1).max().unwrap_or(0);
        for ((place, [x, y]), &piece) in layout.places.iter_mut().zip(at).zip(start) {
            let is_light = if hides { is_hidden(piece) } else { (x + rows - y) % 2 == 0 };
            if hides || moves {
                place.tone = if is_light { Tone::Light } else { Tone::Dark };
            }
        }
    }

    /// The numbers beside the board, and their places: behind those of the board.
    fn numbers(&self) -> impl Iterator<Item = (usize, &ShownNumber)> {
        (self.shared.spots.len()..).zip(&self.shared.numbers)
    }

    /// The player to whom a number belongs: the one whom the author names, or whose turn it is.
    fn owner_of(&self, position: &RulesPosition<CHANCE>, number: &ShownNumber) -> Player {
        let owner = number.owner.map(|owner| self.shared.player(owner));
        owner.unwrap_or_else(|| position.actor().turn())
    }

    /// Shows what the last move has done: the ways of pieces, and the numbers that it has set.
    fn show_last(&self, position: &RulesPosition<CHANCE>, m: RulesMove, contents: &mut Contents) {
        let Self { shared, .. } = self;
        let is_there = |place: usize| !shared.pieces.is_empty(position.state.board()[place]);
        let mut lifted = None;
        let mut set = Vec::new();
        position.with_steps(m, |steps| {
            each_change(&shared.code, steps, |modifier, place| {
                let place = usize::from(place);
                match shared.code.ops[modifier.at as usize] {
                    // What is taken off while a piece is in the hand is captured.
                    Op::Put { piece, .. } if shared.pieces.is_empty(piece) => {
                        lifted = lifted.or(Some(place));
                    }
                    Op::Hand { .. } if steps.len() == 1 && is_pass(shared, modifier.at) => {}
                    Op::Put { .. } | Op::Hand { .. } if is_there(place) => {
                        let from = lifted.take().filter(|from| *from != place);
                        let way: Vec<usize> = from.into_iter().chain([place]).collect();
                        let is_known = contents.ways.iter().any(|way| way.last() == Some(&place));
                        if !is_known {
                            contents.lead(way);
                        }
                    }
                    Op::Set { variable, .. } => set.push(variable),
                    _ => {}
                }
            });
        });
        let is_set = |(_, number): &(usize, &ShownNumber)| set.contains(&number.variable);
        let shown: Vec<usize> = self.numbers().filter(is_set).map(|(place, _)| place).collect();
        contents.stress(shown, Stress::Last);
    }
}

/// How far below a number its name stands.
const LABEL_BELOW: f64 = 0.75;

/// A value as a kind of piece.
fn kind_of(value: u32) -> u16 {
    u16::try_from(value).unwrap_or(u16::MAX)
}

/// Letters below the columns and numbers beside the rows.
fn with_labels(layout: Layout, at: &[[u16; 2]]) -> Layout {
    let columns = at.iter().map(|[x, _]| x + 1).max().unwrap_or(0);
    let rows = at.iter().map(|[_, y]| y + 1).max().unwrap_or(0);
    let letters = (0..columns).map(|column| column_letters(column.into()));
    layout.with_column_labels(letters).with_row_labels((1..=rows).rev().map(|row| row.to_string()))
}

/// The colour that a player's name says.
fn colour(name: &str) -> Option<PieceColour> {
    let name = name.to_lowercase();
    let known = [
        ("white", PieceColour::White),
        ("black", PieceColour::Black),
        ("red", PieceColour::Red),
        ("yellow", PieceColour::Yellow),
        ("gold", PieceColour::Yellow),
        ("blue", PieceColour::Blue),
        ("orange", PieceColour::Orange),
        ("green", PieceColour::Green),
        ("silver", PieceColour::White),
    ];
    known.into_iter().find(|(text, _)| name.starts_with(text)).map(|(_, colour)| colour)
}

const fn other_than(colour: PieceColour) -> PieceColour {
    match colour {
        PieceColour::Black => PieceColour::White,
        PieceColour::White => PieceColour::Black,
        PieceColour::Blue => PieceColour::Orange,
        _ => PieceColour::Blue,
    }
}
