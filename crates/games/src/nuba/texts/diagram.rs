//! The board of Nuba as a diagram: square cells, the place of honour beside them, and two hands.

use super::super::base::Base;
use super::super::board::{CHAMPION, COLUMNS, ROWS, SQUARES};
use super::super::moves::{Deed, Move, target};
use super::super::position::NubaPosition;
use super::super::setup::Nuba;
use super::notation::piece_name;
use super::picture::has_taken;
use sarsen_core::game::board::{
    Area, Contents, Diagram, Gesture, Ground, Layout, Materials, Outline, PieceColour, PieceMake,
    PlaceCode,
};
use sarsen_core::game::{IDENTITY, Player, Stress, Symmetry};

/// The place of honour. The squares come first.
const HONOUR: usize = SQUARES;

/// The first place of each player's hand.
const HANDS: [usize; 2] = [HONOUR + 1, HONOUR + 1 + CHAMPION as usize];

/// The first of the places beyond the rows of each player, if the bases are there.
const BASES: [usize; 2] = [HANDS[1] + CHAMPION as usize, HANDS[1] + CHAMPION as usize + COLUMNS];

/// Where the place of honour is.
const HONOUR_AT: [f64; 2] = [6.2, 3.0];

/// How far the first row of a hand is from the board, and how much further beyond bases.
const TO_HAND: f64 = 1.35;
const PAST_BASE: f64 = 0.75;

/// How far a base is from the board, and how wide its places are.
const TO_BASE: f64 = 0.5;
const BASE: f64 = 0.6;

/// The room that the labels of the columns take below the board.
const LABELS: f64 = 0.4;

/// Numbered tiles on sand.
const MATERIALS: Materials =
    Materials::new(Ground::Sand, PieceMake::Tile, [PieceColour::Green, PieceColour::Red]);

/// The place of a square. Places count from the upper left.
fn place(square: u8) -> usize {
    let (row, column) = (usize::from(square) / COLUMNS, usize::from(square) % COLUMNS);
    (ROWS - 1 - row) * COLUMNS + column
}

impl Diagram<NubaPosition> for Nuba {
    fn layout(&self) -> Layout {
        let letters = ["a", "b", "c", "d", "e"];
        let rows = (1..=ROWS).rev().map(|row| row.to_string());
        let grid = Layout::grid(COLUMNS, ROWS, Outline::Square);
        let mut layout = grid.with_column_labels(letters).with_row_labels(rows);
        layout.materials = MATERIALS;
        layout.add_place("honour", HONOUR_AT, Outline::Card, Area::Beside);
        let [x, y] = HONOUR_AT;
        layout.add_label("honour", [x, y - 0.75]);
        let past = if self.base == Base::Beyond { PAST_BASE } else { 0.0 };
        let bottom = ROWS as f64 + LABELS;
        for (area, edge, out) in [(Area::First, bottom, 1.0), (Area::Second, 0.0, -1.0)] {
            for piece in 1..=CHAMPION {
                let (row, column) = ((piece - 1) / 5, (piece - 1) % 5);
                let centre =
                    [f64::from(column) + 0.5, edge + out * (TO_HAND + past + f64::from(row) - 0.5)];
                layout.add_place(piece_name(piece).to_string(), centre, Outline::Card, area);
            }
        }
        if self.base == Base::Beyond {
            for (row, y) in [(0, bottom + TO_BASE), (7, -TO_BASE)] {
                for (column, letter) in letters.into_iter().enumerate() {
                    let centre = [column as f64 + 0.5, y];
                    let name = format!("{letter}{row}");
                    let place = layout.add_place(name, centre, Outline::Token, Area::Beside);
                    layout.places[place].width = BASE;
                }
            }
        }
        layout
    }

    fn contents(&self, position: &NubaPosition, last: Option<Move>) -> Contents {
        let mut contents = Contents::default();
        for square in 0..SQUARES as u8 {
            if let Some((player, piece)) = position.piece_at(square) {
                put(&mut contents, place(square), player, piece);
            }
        }
        for player in [Player::First, Player::Second] {
            let hand = position.hand(player);
            for piece in (1..=CHAMPION).filter(|piece| hand >> piece & 1 != 0) {
                put(&mut contents, hand_place(player, piece), player, piece);
            }
        }
        if let Some((player, piece)) = position.holder() {
            put(&mut contents, HONOUR, player, piece);
        }
        contents.lead(last.into_iter().flat_map(|last| way(position, last)));
        if position.winner().is_some() {
            contents.stress([HONOUR], Stress::Won);
        }
        let both = [Player::First, Player::Second];
        contents.count("pieces", both.map(|player| position.pieces(player).count_ones()));
        contents
    }

    /// A piece in the hand and its square, or a piece and where it goes.
    fn gesture(&self, position: &NubaPosition, m: Move) -> Gesture {
        let player = position.to_move();
        match m.deed() {
            Deed::Put { piece, to } => vec![vec![hand_place(player, piece)], vec![place(to)]],
            Deed::Step { from, aside, .. } => {
                vec![vec![place(from)], vec![target_place(player, from, aside)]]
            }
            Deed::Pass => Vec::new(),
        }
    }

    #[inline]
    fn codes(&self, position: &NubaPosition, places: &mut [PlaceCode], _: &mut [PlaceCode]) {
        let code = |player: Player, piece: u8| PlaceCode::piece(Some(player), piece.into());
        for square in 0..SQUARES as u8 {
            if let Some((player, piece)) = position.piece_at(square) {
                places[place(square)] = code(player, piece);
            }
        }
        for player in [Player::First, Player::Second] {
            let hand = position.hand(player);
            for piece in (1..=CHAMPION).filter(|piece| hand >> piece & 1 != 0) {
                places[hand_place(player, piece)] = code(player, piece);
            }
        }
        if let Some((player, piece)) = position.holder() {
            places[HONOUR] = code(player, piece);
        }
    }

    fn image_of_place(&self, index: usize, symmetry: Symmetry) -> usize {
        let across = |at: usize| COLUMNS - 1 - at % COLUMNS;
        match index {
            _ if symmetry == IDENTITY => index,
            0..HONOUR => index / COLUMNS * COLUMNS + across(index),
            _ if index >= BASES[0] => {
                let at = index - BASES[0];
                BASES[0] + at / COLUMNS * COLUMNS + across(at)
            }
            _ => index,
        }
    }
}

/// The place to which a step leads: a square, or a place of the base beyond the board.
fn target_place(player: Player, from: u8, aside: u8) -> usize {
    let beyond = BASES[player.other().index()] + usize::from(from) % COLUMNS;
    target(player, from, aside).map_or(beyond, place)
}

/// The way of the last piece, on to the place of honour if it went there.
fn way(position: &NubaPosition, last: Move) -> Vec<usize> {
    let player = position.to_move().other();
    match last.deed() {
        Deed::Put { piece, to } => vec![hand_place(player, piece), place(to)],
        Deed::Step { from, aside, .. } => {
            let honour = has_taken(position, Some(last)).then_some(HONOUR);
            let steps = [place(from), target_place(player, from, aside)];
            steps.into_iter().chain(honour).collect()
        }
        Deed::Pass => Vec::new(),
    }
}

/// The place of a piece in a hand. It stays empty when the piece is gone.
fn hand_place(player: Player, piece: u8) -> usize {
    HANDS[player.index()] + usize::from(piece) - 1
}

/// Puts a piece on a place.
fn put(contents: &mut Contents, place: usize, player: Player, piece: u8) {
    let sign = piece_name(piece).to_string();
    let put = match piece {
        CHAMPION => contents.put(place, player, "champion"),
        _ => contents.put(place, player, sign.as_str()),
    };
    put.kind = piece.into();
    put.sign = (piece == CHAMPION).then_some(sign);
}
