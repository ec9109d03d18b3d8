//! The layout of the board of a game that is given by its rules: places, lines, labels, colours.

use std::collections::{BTreeMap, BTreeSet};

use super::display::{PlaceHome, colour_of};
use super::places::ROW;
use super::shared::GameFacts;
use crate::language::board::BoardShape;
use crate::machine::op::Op;
use sarsen_core::game::Player;
use sarsen_core::game::board::{
    Area, Ground, Layout, Materials, Outline, PieceColour, StrokeKind, Tone, column_letters,
};

/// How far below a place its name stands.
const BELOW: f64 = 0.7;

/// The labels of a hexagonal board are so far from its places, in widths of a place.
const BEYOND: f64 = 0.8;

/// Larger graphs have no names at their places.
const MOST_NAMES: usize = 60;

/// The layout of the board, with the numbers beside it.
pub(super) fn layout(shared: &GameFacts) -> Layout {
    let board = &shared.rules.description().board;
    let ground = shared.marks.ground;
    let outline = match board.shape {
        BoardShape::Rectangle(_) if ground == Some(Ground::Frame) => Outline::Disc,
        BoardShape::Rectangle(_) | BoardShape::Cuboid(_) => Outline::Square,
        BoardShape::Hexagon { .. } => Outline::Hexagon,
        BoardShape::Graph(_) => Outline::Token,
    };
    let mut layout = Layout::default();
    for (place, spot) in shared.spots.iter().enumerate() {
        let area = match shared.marks.display.home(place) {
            None => Area::Board,
            Some(PlaceHome::Beside) => Area::Beside,
            Some(PlaceHome::Hand(player)) => match shared.player(player) {
                Player::First => Area::First,
                Player::Second => Area::Second,
            },
        };
        layout.add_place(spot.name.clone(), [spot.x, spot.y], outline, area);
    }
    for (place, &piece) in layout.places.iter_mut().zip(&*board.start) {
        place.is_filler = !shared.pieces.is_empty(piece) && shared.pieces.is_ground(piece);
    }
    match &board.shape {
        // A single place is only there because a board needs one.
        BoardShape::Rectangle(at) if at.len() > 1 => {
            layout = with_labels(layout, at);
            tone(shared, &mut layout, at);
        }
        BoardShape::Hexagon { .. } => label_rows(shared, &mut layout),
        BoardShape::Graph(_) => {
            add_lines(shared, &mut layout);
            if shared.spots.len() <= MOST_NAMES {
                for spot in &shared.spots {
                    layout.add_label(spot.name.clone(), [spot.x, spot.y + BELOW]);
                }
            }
        }
        BoardShape::Rectangle(_) | BoardShape::Cuboid(_) => {}
    }
    for number in &shared.numbers {
        let outline = if number.is_die { Outline::Die } else { Outline::Disc };
        layout.add_place(number.name.clone(), number.at, outline, Area::Beside);
        if !number.is_die {
            layout.add_label(number.label.clone(), [number.at[0], number.at[1] + BELOW]);
        }
    }
    let make = shared.marks.make.unwrap_or_default();
    layout.materials = Materials::new(ground.unwrap_or_default(), make, colours(shared));
    layout
}

/// Lines between the places of a graph: along the directions that the author names, otherwise along
/// all that stay on the board.
fn add_lines(shared: &GameFacts, layout: &mut Layout) {
    let board = &shared.rules.description().board;
    let display = &shared.marks.display;
    let is_on_board = |place: usize| display.home(place).is_none();
    let mut known: BTreeSet<[usize; 2]> = BTreeSet::new();
    for (direction, steps) in board.steps.iter().enumerate() {
        let is_named = display.lines.as_ref().is_some_and(|lines| lines.contains(&direction));
        for (from, to) in steps.iter().enumerate() {
            let Some(to) = to.map(usize::from).filter(|&to| to != from) else { continue };
            let is_usual = display.lines.is_none() && is_on_board(from) && is_on_board(to);
            if is_named || is_usual {
                known.insert([from.min(to), from.max(to)]);
            }
        }
    }
    for edge in known {
        let points = edge.map(|place| [shared.spots[place].x, shared.spots[place].y]);
        layout.add_stroke(StrokeKind::Grid, points.to_vec());
    }
}

/// Light and dark squares: light where something hidden stands; otherwise in turn, if pieces move
/// on the board.
fn tone(shared: &GameFacts, layout: &mut Layout, at: &[[u16; 2]]) {
    let pieces = &shared.pieces;
    let start = &shared.rules.description().board.start;
    let is_hidden = |piece: u8| pieces.kinds[usize::from(piece)].look.is_hidden;
    let hides = start.iter().any(|&piece| is_hidden(piece));
    let moves = shared.code.ops.iter().any(|op| match op {
        Op::Put { piece, .. } => pieces.is_empty(*piece),
        _ => false,
    });
    // Light and dark squares are of wood. What the author wants is something else, perhaps.
    let is_plain = shared.marks.ground.is_some_and(|ground| ground != Ground::Wood);
    if is_plain && !hides {
        return;
    }
    let rows = at.iter().map(|[_, y]| y + 1).max().unwrap_or(0);
    for ((place, [x, y]), &piece) in layout.places.iter_mut().zip(at).zip(start) {
        let is_light = if hides { is_hidden(piece) } else { (x + rows - y) % 2 == 0 };
        if hides || moves {
            place.tone = if is_light { Tone::Light } else { Tone::Dark };
        }
    }
}

/// Letters below the columns and numbers beside the rows.
fn with_labels(layout: Layout, at: &[[u16; 2]]) -> Layout {
    let columns = at.iter().map(|[x, _]| x + 1).max().unwrap_or(0);
    let rows = at.iter().map(|[_, y]| y + 1).max().unwrap_or(0);
    let letters = (0..columns).map(|column| column_letters(column.into()));
    layout.with_column_labels(letters).with_row_labels((1..=rows).rev().map(|row| row.to_string()))
}

/// The letters and numbers of a hexagonal board, at the left ends of their rows: rows with letters
/// go down to the left, those with numbers go up to it.
fn label_rows(shared: &GameFacts, layout: &mut Layout) {
    let mut ends: BTreeMap<&str, [f64; 2]> = BTreeMap::new();
    for spot in &shared.spots {
        let digits = spot.name.find(|c: char| c.is_ascii_digit()).unwrap_or(spot.name.len());
        let (letter, number) = spot.name.split_at(digits);
        for part in [letter, number] {
            let end = ends.entry(part).or_insert([spot.x, spot.y]);
            if spot.x < end[0] {
                *end = [spot.x, spot.y];
            }
        }
    }
    for (text, [x, y]) in ends {
        let is_number = text.starts_with(|c: char| c.is_ascii_digit());
        let down = if is_number { -ROW } else { ROW };
        layout.add_label(text, [x - BEYOND / 2.0, y + down * BEYOND]);
    }
}

/// The colours of both players: the author's, or those of their names.
fn colours(shared: &GameFacts) -> [PieceColour; 2] {
    let of = |player| {
        let said = shared.marks.display.colours[usize::from(shared.declared(player))];
        said.or_else(|| colour_of(shared.player_name(player)))
    };
    match (of(Player::First), of(Player::Second)) {
        (Some(first), Some(second)) if first != second => [first, second],
        (Some(first), _) => [first, other_than(first)],
        (None, Some(second)) => [other_than(second), second],
        (None, None) => Materials::default().colours,
    }
}

const fn other_than(colour: PieceColour) -> PieceColour {
    match colour {
        PieceColour::Black => PieceColour::White,
        PieceColour::White => PieceColour::Black,
        PieceColour::Blue => PieceColour::Orange,
        _ => PieceColour::Blue,
    }
}
