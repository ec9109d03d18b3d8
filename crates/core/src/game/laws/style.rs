//! How the moves of a game are chosen, so that what is rare in random games comes up, too.

use super::history::PastPositions;
use crate::game::{Position, split_mix};

/// Where more moves are legal, nobody looks two plies ahead.
const FEW: usize = 100;

/// One move of this many is random in every style.
const RANDOM_PART: u64 = 8;

/// How moves are chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Style {
    /// At random.
    Random,
    /// Back and forth, so that positions come again.
    Shuffling,
    /// So that as few moves as possible are legal afterwards: the other player may have to pass.
    Starving,
}

impl Style {
    /// The styles, one game after another.
    pub(super) const ALL: [Self; 3] = [Self::Random, Self::Shuffling, Self::Starving];

    /// Chooses one of the legal moves, of which there is at least one. `history` ends with the
    /// position.
    pub(super) fn choose<P: Position>(
        self,
        position: &P,
        legal: &[P::Move],
        history: &PastPositions,
        random: &mut u64,
    ) -> P::Move {
        let strays = split_mix(random).is_multiple_of(RANDOM_PART);
        let best = match self {
            _ if strays || position.actor().is_chance() => Vec::new(),
            Self::Random => Vec::new(),
            Self::Shuffling if P::HAS_CHANCE => Vec::new(),
            Self::Shuffling => returning(position, legal, history),
            Self::Starving => starving(position, legal),
        };
        let among = if best.is_empty() { legal } else { &best };
        among[split_mix(random) as usize % among.len()]
    }
}

/// The moves that lead to a position that has been there. If there are none: those after which the
/// other player may lead back.
fn returning<P: Position>(
    position: &P,
    legal: &[P::Move],
    history: &PastPositions,
) -> Vec<P::Move> {
    let has_been = |position: &P| history.plies_since(position).is_some();
    let after = |position: &P, m| {
        let mut after = position.clone();
        after.make(m);
        after
    };
    let back: Vec<P::Move> =
        legal.iter().copied().filter(|&m| has_been(&after(position, m))).collect();
    if !back.is_empty() || legal.len() > FEW {
        return back;
    }
    let helps = |&m: &P::Move| {
        let after_it = after(position, m);
        after_it.legal_moves().into_iter().any(|reply| has_been(&after(&after_it, reply)))
    };
    legal.iter().copied().filter(helps).collect()
}

/// The moves after which the game goes on with the fewest moves.
fn starving<P: Position>(position: &P, legal: &[P::Move]) -> Vec<P::Move> {
    let counted = legal.iter().map(|&m| {
        let mut after = position.clone();
        after.make(m);
        (after.legal_moves().len(), m)
    });
    let counted: Vec<(usize, P::Move)> = counted.filter(|&(count, _)| count > 0).collect();
    let least = counted.iter().map(|&(count, _)| count).min();
    counted.into_iter().filter(|&(count, _)| Some(count) == least).map(|(_, m)| m).collect()
}
