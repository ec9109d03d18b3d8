//! What each player does at the places of a board, over many games: the opposites of the places
//! must see the other player do the same.

use std::collections::HashMap;

use super::Law;
use super::verdict::{Examined, expect};
use crate::game::Player;
use crate::game::board::{Contents, Diagram, Layout};
use crate::game::{Actor, Outcome, Position};

/// In so many games a player must do a thing before it tells something that the other never does
/// it. If both do it equally often, this is chance once in ten million times.
const ENOUGH: u32 = 16;

/// How two places belong together.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
enum Tie {
    /// A move to the first place changes what is at the second.
    Changed(usize, usize),
    /// Pieces at both won the game.
    Won(usize, usize),
}

/// In how many games a tie was seen, and in which one last.
#[derive(Clone, Copy, Default)]
struct TieCount {
    games: u32,
    last: u32,
}

/// The ties that each player has made, in all games so far.
#[derive(Default)]
pub(super) struct Ties {
    games: u32,
    seen: [HashMap<Tie, TieCount>; 2],
}

impl Ties {
    /// A game begins.
    pub(super) fn begin(&mut self) {
        self.games += 1;
    }

    fn note(&mut self, player: Player, tie: Tie) {
        let seen = self.seen[player.index()].entry(tie).or_default();
        if seen.last != self.games {
            *seen = TieCount { games: seen.games + 1, last: self.games };
        }
    }

    /// Notes what the moves of a position would do, and what has won a finished game.
    pub(super) fn position<P: Position>(
        &mut self,
        board: &dyn Diagram<P>,
        position: &P,
        legal: &[P::Move],
    ) {
        let before = board.contents(position, None);
        if let Some(Outcome::Win(winner)) = position.outcome() {
            let won = before.pieces.iter().filter(|piece| piece.won).map(|piece| piece.place);
            let won: Vec<usize> = won.collect();
            for &one in &won {
                won.iter().for_each(|&other| self.note(winner, Tie::Won(one, other)));
            }
        }
        let Actor::Player(player) = position.actor() else { return };
        for &m in legal {
            let gesture = board.gesture(position, m);
            let Some(&target) = gesture.last().and_then(|step| step.first()) else { continue };
            let mut after = position.clone();
            after.make(m);
            for place in changed(&before, &board.contents(&after, None)) {
                self.note(player, Tie::Changed(target, place));
            }
        }
    }

    /// Whether the opposite of all that one player does is done by the other.
    pub(super) fn judge<P: Position>(&self, board: &dyn Diagram<P>) -> Examined {
        let Layout { places, .. } = board.layout();
        if places.is_empty() || board.opposite(0).is_none() {
            return Ok(());
        }
        let opposite = |place: usize| board.opposite(place).unwrap_or(place);
        let name = |place: usize| places.get(place).map_or("?", |place| place.name.as_str());
        for player in [Player::First, Player::Second] {
            let others = &self.seen[player.other().index()];
            let is_missing = |tie: &Tie| {
                let twin = match *tie {
                    Tie::Changed(one, other) => Tie::Changed(opposite(one), opposite(other)),
                    Tie::Won(one, other) => Tie::Won(opposite(one), opposite(other)),
                };
                !others.contains_key(&twin)
            };
            let often = self.seen[player.index()].iter().filter(|(_, seen)| seen.games >= ENOUGH);
            let missing = often.map(|(tie, seen)| (*tie, seen.games));
            let missing = missing.filter(|(tie, _)| is_missing(tie)).min();
            expect(Law::OppositesPlayed, missing.is_none(), || {
                let Some((tie, games)) = missing else { return String::new() };
                let (Tie::Changed(one, other) | Tie::Won(one, other)) = tie;
                let [mine, yours] = [player, player.other()].map(|player| format!("{player:?}"));
                let does = match tie {
                    Tie::Changed(..) => "moves to '{}' that change '{}'",
                    Tie::Won(..) => "wins with pieces at '{}' and '{}'",
                };
                let at = |places: [usize; 2]| {
                    places
                        .iter()
                        .fold(does.to_owned(), |text, &place| text.replacen("{}", name(place), 1))
                };
                format!(
                    "the {} player has {} in {games} of {} games, the {} one never has {}",
                    mine.to_lowercase(),
                    at([one, other]),
                    self.games,
                    yours.to_lowercase(),
                    at([opposite(one), opposite(other)])
                )
            })?;
        }
        Ok(())
    }
}

/// The places at which the contents differ.
fn changed(before: &Contents, after: &Contents) -> Vec<usize> {
    let of = |contents: &Contents| -> HashMap<usize, (Option<Player>, u16)> {
        contents.pieces.iter().map(|piece| (piece.place, (piece.owner, piece.kind))).collect()
    };
    let (before, after) = (of(before), of(after));
    let mut places: Vec<usize> = before
        .iter()
        .filter(|(place, piece)| after.get(place) != Some(piece))
        .map(|(&place, _)| place)
        .chain(after.keys().filter(|place| !before.contains_key(place)).copied())
        .collect();
    places.sort_unstable();
    places
}
