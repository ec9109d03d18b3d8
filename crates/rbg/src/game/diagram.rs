//! The board of a game that is given by its rules.

use super::board_layout::layout;
use super::moves::RulesMove;
use super::numbers::ShownNumber;
use super::position::RulesPosition;
use super::rules_game::RulesGame;
use super::touches::{is_pass, tell};
use crate::machine::op::Op;
use crate::machine::rules::each_change;
use sarsen_core::game::board::{Contents, Diagram, Gesture, Layout, PlaceCode};
use sarsen_core::game::{Player, Position, Stress, Symmetry};

impl<const CHANCE: bool> Diagram<RulesPosition<CHANCE>> for RulesGame<CHANCE> {
    fn layout(&self) -> Layout {
        layout(&self.shared)
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
            places[place] = PlaceCode::piece(self.owner_of(position, number), kind);
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
    /// The numbers beside the board, and their places: behind those of the board.
    fn numbers(&self) -> impl Iterator<Item = (usize, &ShownNumber)> {
        (self.shared.spots.len()..).zip(&self.shared.numbers)
    }

    /// The player to whom a number belongs: the one whom the author names. A die belongs to whoever
    /// has the turn.
    fn owner_of(&self, position: &RulesPosition<CHANCE>, number: &ShownNumber) -> Option<Player> {
        let owner = number.owner.map(|owner| self.shared.player(owner));
        owner.or_else(|| number.is_die.then(|| position.actor().turn()))
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

/// A value as a kind of piece.
fn kind_of(value: u32) -> u16 {
    u16::try_from(value).unwrap_or(u16::MAX)
}
