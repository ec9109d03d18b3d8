//! What a move touches: the places where it does something, as a player would tell it.

use super::moves::RulesMove;
use super::position::RulesPosition;
use super::shared::GameFacts;
use crate::language::expression::Mover;
use crate::machine::code::Code;
use crate::machine::op::{Address, NOWHERE, Op};
use crate::machine::rules::each_change;

/// What a move does at a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TouchKind {
    /// Takes a piece of its own, or of nobody, from there.
    Lift,
    /// Captures the piece that was there. The place is where the move goes on.
    Capture,
    /// Puts or moves a piece there.
    Drop,
    /// Puts a piece there after another one.
    Another,
    /// Ends there.
    End,
}

/// What a move does at a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct PlaceTouch {
    pub(super) place: u16,
    pub(super) deed: TouchKind,
    /// The piece that is put there, if one is.
    pub(super) piece: Option<u8>,
}

/// A move, told by its places.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(super) struct ToldMove {
    pub(super) touches: Vec<PlaceTouch>,
    /// The places from which something was taken without going there.
    pub(super) removed: Vec<u16>,
    /// The variables that it sets, and to what.
    pub(super) set: Vec<(u16, u32)>,
    /// The first piece that it takes up.
    pub(super) lifted: Option<u8>,
}

/// Tells a legal move.
pub(super) fn tell<const CHANCE: bool>(position: &RulesPosition<CHANCE>, m: RulesMove) -> ToldMove {
    let shared = &position.shared;
    let (code, pieces) = (&*shared.code, &shared.pieces);
    let me = match position.state.side {
        Mover::Player(player) => Some(player),
        Mover::Keeper => None,
    };
    let is_foe = |piece: u8| pieces.owner(piece).is_some_and(|owner| Some(owner) != me);
    let mut board = position.state.board().to_vec();
    let mut told = ToldMove::default();
    let mut in_hand = false;
    let mut effects = Vec::new();
    let steps: Vec<_> = position.with_steps(m, <[_]>::to_vec);
    each_change(code, &steps, |modifier, place| effects.push((modifier.at, place)));
    for &(at, place) in &effects {
        let here = usize::from(place);
        match code.ops[at as usize] {
            Op::Put { piece, .. } => {
                let old = std::mem::replace(&mut board[here], piece);
                let captures = is_foe(old) && old != piece;
                // A piece of one's own may leave something else behind.
                let is_mine = |piece: u8| pieces.owner(piece) == me && me.is_some();
                let leaves = !in_hand && is_mine(old) && pieces.owner(piece).is_none();
                if pieces.is_empty(piece) || leaves {
                    if captures {
                        let place = landing(code, at, place);
                        told.removed.push(here as u16);
                        told.touch(place, TouchKind::Capture, None);
                    } else {
                        told.lifted = told.lifted.or(Some(old));
                        in_hand = true;
                        told.touch(place, TouchKind::Lift, None);
                    }
                } else {
                    let deed = match (captures, in_hand || told.touches.is_empty()) {
                        (true, _) => TouchKind::Capture,
                        (false, true) => TouchKind::Drop,
                        (false, false) => TouchKind::Another,
                    };
                    in_hand = false;
                    told.touch(place, deed, Some(piece));
                }
            }
            Op::Set { variable, value, .. } => told.set.push((variable, value)),
            Op::Assign { .. } => {}
            // A hand of the turn is where the move ends, if a way leads there.
            _ => {
                let is_stay = told.touches.is_empty() && stays(code, position.state.at, at);
                if !is_stay {
                    let takes = is_foe(board[here]);
                    let deed = match (takes, in_hand || told.touches.is_empty()) {
                        (true, _) => TouchKind::Capture,
                        (false, true) => TouchKind::Drop,
                        (false, false) => TouchKind::End,
                    };
                    told.touch(place, deed, None);
                }
            }
        }
    }
    told
}

impl ToldMove {
    /// Notes a deed. What is done at one place in a row is one deed.
    fn touch(&mut self, place: u16, deed: TouchKind, piece: Option<u8>) {
        if let Some(last) = self.touches.last_mut().filter(|last| last.place == place) {
            last.piece = piece.or(last.piece);
            return;
        }
        self.touches.push(PlaceTouch { place, deed, piece });
    }
}

/// Where a move is when it has taken a piece and gone on to its next choice.
fn landing(code: &Code, at: Address, place: u16) -> u16 {
    let (tables, _) = code.without_choice(at);
    let to =
        |place: u16, table: u16| code.steps[usize::from(table) * code.places + usize::from(place)];
    let places = tables.into_iter().scan(place, |place, table| {
        *place = to(*place, table);
        (*place != NOWHERE).then_some(*place)
    });
    places.last().unwrap_or(place)
}

/// Whether a change of turn may be all that a move does.
pub(super) fn is_pass(shared: &GameFacts, hand: Address) -> bool {
    shared.states.iter().flatten().any(|&from| stays(&shared.code, from, hand))
}

/// Whether a hand of the turn can be reached without going to another place.
fn stays(code: &Code, from: Address, hand: Address) -> bool {
    let mut found = false;
    code.walk(from, |at| {
        found |= at as Address == hand;
        let op = code.ops[at];
        let moves = matches!(
            op,
            Op::Step(_)
                | Op::StepOn(..)
                | Op::Slide(..)
                | Op::Spread(_)
                | Op::SpreadOn(..)
                | Op::Each(_)
                | Op::Find(..)
        );
        !found && !moves && !matches!(op, Op::Hand { .. } | Op::Put { .. })
    });
    found
}
