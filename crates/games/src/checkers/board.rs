//! How the board of checkers looks, for pictures and pages.

use super::captures::Jumps;
use super::game::Checkers;
use super::moves::CheckersMove;
use super::pieces::Pieces;
use super::position::CheckersPosition;
use super::squares::{BOARD, SQUARES, column, index, place, places, row};
use super::texts::{way, way_of};
use sarsen_core::game::board::{
    Area, Contents, Diagram, Gesture, Ground, Layout, Materials, Outline, PieceColour, PieceMake,
    PlaceCode, Tone,
};
use sarsen_core::game::{Player, Position};

/// Checkers on a wooden board. The labels lie on the rim.
const MATERIALS: Materials =
    Materials::new(Ground::Wood, PieceMake::Checker, [PieceColour::Black, PieceColour::White])
        .with_tone(Tone::Light)
        .with_rim(0.75);

impl Diagram<CheckersPosition> for Checkers {
    /// The dark squares, with white's side at the bottom.
    fn layout(&self) -> Layout {
        let mut layout = Layout::default();
        layout.materials = MATERIALS;
        for number in 1..=SQUARES as u32 {
            let [x, y] = [column, row].map(|of| f64::from(of(place(number))) + 0.5);
            let name = number.to_string();
            let place = layout.add_place(name, [x, y], Outline::Square, Area::Board);
            layout.places[place].tone = Tone::Dark;
        }
        let ends = |end: u32| (0..8).map(move |row| (4 * row + end).to_string());
        let mut layout = layout.with_row_labels(ends(1));
        for (row, text) in ends(4).enumerate() {
            layout.add_label(text, [8.45, row as f64 + 0.5]);
        }
        layout
    }

    fn contents(&self, position: &CheckersPosition, last: Option<CheckersMove>) -> Contents {
        let mut contents = Contents::default();
        let players = [Player::First, Player::Second];
        for player in players {
            for place in places(position.pieces.of[player.index()]) {
                let is_king = position.pieces.kings >> place & 1 != 0;
                let name = if is_king { "king" } else { "man" };
                let piece = contents.put(index(place) as usize, player, name);
                (piece.kind, piece.crowned) = (u16::from(is_king), is_king);
            }
        }
        let counts = players.map(|player| position.pieces.of[player.index()].count_ones());
        contents.count("pieces", counts);
        if let Some(last) = last {
            contents.lead(way_back(position, last).into_iter().map(|place| index(place) as usize));
        }
        contents
    }

    #[inline]
    fn codes(&self, position: &CheckersPosition, codes: &mut [PlaceCode], _: &mut [PlaceCode]) {
        let Pieces { of: [first, second], kings, .. } = position.pieces;
        for (number, code) in codes.iter_mut().enumerate() {
            let is_there = |set: u64| (set >> place(number as u32 + 1)) as u8 & 1;
            let man = 2 * is_there(first) + 3 * is_there(second);
            *code = PlaceCode(man + 3 * is_there(kings));
        }
    }

    /// Half a turn of the board.
    fn opposite(&self, place: usize) -> Option<usize> {
        Some(SQUARES - 1 - place)
    }

    /// A capture is its first square and its last. Any square between will do instead of the last
    /// if only this capture goes there. If two captures have the same ends, all squares count.
    fn gesture(&self, position: &CheckersPosition, m: CheckersMove) -> Gesture {
        let places = |way: &[u32]| -> Vec<usize> {
            way.iter().map(|&place| index(place) as usize).collect()
        };
        if !m.is_capture() {
            return places(&[m.from(), m.to()]).into_iter().map(|place| vec![place]).collect();
        }
        let own = way(position, m);
        let moves = position.legal_moves();
        let others: Vec<u32> = moves
            .into_iter()
            .filter(|other| *other != m && other.from() == m.from())
            .flat_map(|other| way(position, other).split_off(1))
            .collect();
        if m.from() == m.to() || others.contains(&m.to()) {
            return places(&own).into_iter().map(|place| vec![place]).collect();
        }
        let free = own[1..].iter().rev().filter(|place| !others.contains(place));
        vec![places(&[m.from()]), places(&free.copied().collect::<Vec<_>>())]
    }
}

/// The squares of the way of the last move, from the position that it led to.
fn way_back(position: &CheckersPosition, last: CheckersMove) -> Vec<u32> {
    let [first, second] = position.pieces.of;
    let empty = BOARD & !(first | second) | 1 << last.to();
    // Any piece may have gone any way that captures just these.
    way_of(Jumps::new(last.from(), last.captured(), empty, [true, true]), last)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sarsen_core::game::{Game, Written};

    fn gesture(text: &str, m: &str) -> Vec<Vec<u32>> {
        let position = Checkers.start().parse(text).unwrap();
        let m = position.parse_move(m).unwrap();
        let numbers = |step: Vec<usize>| step.into_iter().map(|at| at as u32 + 1).collect();
        Checkers.gesture(&position, m).into_iter().map(numbers).collect()
    }

    #[test]
    fn captures_are_shown_by_their_ends() {
        assert_eq!(gesture("B:W32:B1", "1-6"), [[1], [6]]);
        assert_eq!(gesture("W:W22:B18,10", "22x6"), [vec![22], vec![6, 15]]);
        // Two captures begin with the same jump.
        let fork = "W:W30:B26,18,19";
        assert_eq!(gesture(fork, "30x23x14"), [vec![30], vec![14]]);
    }

    #[test]
    fn a_way_back_to_its_beginning_is_shown_in_full() {
        let round = gesture("W:WK15:B10,9,18,17", "15x15");
        assert_eq!(round.len(), 5);
        assert_eq!((&round[0], &round[4]), (&vec![15], &vec![15]));
    }

    #[test]
    fn a_piece_is_led_from_jump_to_jump() {
        let ways = |text: &str, m: &str| {
            let mut position = Checkers.start().parse(text).unwrap();
            let m = position.parse_move(m).unwrap();
            position.make(m);
            let contents = Checkers.contents(&position, Some(m));
            let numbers = |way: Vec<usize>| way.into_iter().map(|at| at + 1).collect();
            contents.ways.into_iter().map(numbers).collect::<Vec<Vec<usize>>>()
        };
        assert_eq!(ways("B:W32:B1", "1-6"), [[1, 6]]);
        assert_eq!(ways("W:W22:B18,10", "22x6"), [[22, 15, 6]]);
        // Round, back to where it began.
        let round = ways("W:WK15:B10,9,18,17", "15x15");
        assert_eq!((round[0].len(), round[0][0], round[0][4]), (5, 15, 15));
    }

    #[test]
    fn squares_are_where_people_expect_them() {
        let layout = Checkers.layout();
        assert_eq!((layout.places[0].x, layout.places[0].y), (1.5, 0.5));
        assert_eq!((layout.places[31].x, layout.places[31].y), (6.5, 7.5));
    }
}
