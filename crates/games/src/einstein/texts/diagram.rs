//! The board of EinStein as a diagram: square cells, and a die beside them.

use super::super::game::Einstein;
use super::super::moves::{EinsteinMove, StoneDeed};
use super::super::position::EinsteinPosition;
use super::super::squares::{GOAL, SIDE, SQUARES, ahead, mirrored};
use super::picture::last_square;
use sarsen_core::game::board::{
    Area, Contents, Diagram, Gesture, Ground, Layout, Materials, Outline, PieceColour, PieceMake,
    PlaceCode, Tone,
};
use sarsen_core::game::{IDENTITY, Player, Stress, Symmetry};

/// The place of the die. The squares come first, in their order.
const DIE: usize = SQUARES;

/// Where the die is.
const DIE_AT: [f64; 2] = [6.2, 2.5];

/// Numbered cubes on a wooden board.
const MATERIALS: Materials =
    Materials::new(Ground::Wood, PieceMake::Tile, [PieceColour::Blue, PieceColour::Orange])
        .with_rim(0.75);

/// The player for whom the die is there. In the set-up and after the game there is none.
fn thrower(position: &EinsteinPosition) -> Option<Player> {
    let has_die = !position.is_setup() && position.winner().is_none();
    has_die.then_some(position.to_move())
}

impl Diagram<EinsteinPosition> for Einstein {
    fn layout(&self) -> Layout {
        let rows = (1..=SIDE).rev().map(|row| row.to_string());
        let grid = Layout::grid(SIDE, SIDE, Outline::Square);
        let mut layout = grid.with_column_labels(["a", "b", "c", "d", "e"]).with_row_labels(rows);
        layout.materials = MATERIALS;
        for (corner, home) in GOAL.into_iter().zip([Tone::First, Tone::Second]) {
            layout.places[usize::from(corner)].tone = home;
        }
        layout.add_place("die", DIE_AT, Outline::Die, Area::Beside);
        layout
    }

    /// A die that has not been thrown is a piece of kind 0. It belongs to the player whose turn it
    /// is.
    fn contents(&self, position: &EinsteinPosition, last: Option<EinsteinMove>) -> Contents {
        let mut contents = Contents::default();
        for square in 0..SQUARES as u8 {
            if let Some((player, number)) = position.stone_at(square) {
                contents.put(square.into(), player, number.to_string()).kind = number.into();
            }
        }
        if let Some(player) = thrower(position) {
            match position.die() {
                Some(number) => {
                    contents.put(DIE, player, number.to_string()).kind = number.into();
                }
                None => {
                    contents.put(DIE, player, "die");
                }
            }
        }
        let to = last.and_then(|m| last_square(position, m));
        match (last.map(EinsteinMove::deed), to) {
            (Some(StoneDeed::Throw(_)), _) => contents.stress([DIE], Stress::Last),
            (Some(StoneDeed::Step { from, .. }), Some(to)) => {
                contents.lead([from, to].map(usize::from))
            }
            (_, to) => contents.lead(to.map(usize::from)),
        }
        if let Some(winner) = position.winner() {
            let corner = GOAL[winner.index()];
            let has_arrived = position.stone_at(corner).is_some_and(|(player, _)| player == winner);
            contents.stress(has_arrived.then_some(corner.into()), Stress::Won);
        }
        let both = [Player::First, Player::Second];
        contents.count("stones", both.map(|player| position.stones(player)));
        contents
    }

    /// The square for a stone, or a stone and its target. A throw is a button.
    fn gesture(&self, position: &EinsteinPosition, m: EinsteinMove) -> Gesture {
        match m.deed() {
            StoneDeed::Put { to, .. } => vec![vec![to.into()]],
            StoneDeed::Step { from, direction } => {
                let to = ahead(position.to_move(), from, direction);
                vec![vec![from.into()], vec![to.into()]]
            }
            StoneDeed::Throw(_) => Vec::new(),
        }
    }

    #[inline]
    fn codes(&self, position: &EinsteinPosition, places: &mut [PlaceCode], _: &mut [PlaceCode]) {
        for player in [Player::First, Player::Second] {
            for (stone, &square) in (1..).zip(&position.at[player.index()]) {
                // A stone that was captured is on no square.
                if usize::from(square) < SQUARES {
                    places[usize::from(square)] = PlaceCode::piece(Some(player), stone);
                }
            }
        }
        if let Some(player) = thrower(position) {
            places[DIE] = PlaceCode::piece(Some(player), position.die.into());
        }
    }

    /// The other side of the centre. (While stones are put on the board, the players differ: the
    /// second one sees the stones of the first. The exchange of such a position does not occur in a
    /// game.)
    fn opposite(&self, place: usize) -> Option<usize> {
        Some(if place == DIE { DIE } else { SQUARES - 1 - place })
    }

    fn image_of_place(&self, place: usize, symmetry: Symmetry) -> usize {
        if place == DIE || symmetry == IDENTITY { place } else { mirrored(place as u8).into() }
    }
}
