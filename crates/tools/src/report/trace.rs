//! What the rules and the board show of a played game.

use std::collections::{BTreeMap, BTreeSet};

use super::opinion::SearchOpinion;
use super::play::{LONGEST, PlayedGame};
use sarsen_core::game::board::{Area, Contents, Gesture, Layout};
use sarsen_core::game::{Outcome, Player, mix_bytes};
use sarsen_engine::session::Session;

/// After so many plies, it is noted which position is there.
pub(super) const OPENINGS: [usize; 4] = [2, 4, 6, 8];

/// A piece as people tell them apart: whose it is, and its name.
pub(super) type NamedPiece = (Option<u8>, String);

/// What is at each place, if anything is.
type PlacedPieces = BTreeMap<usize, (Option<Player>, String, u16)>;

/// What a played game shows.
#[derive(Clone, Default, Debug)]
pub(super) struct Trace {
    /// How it ended. None if it was given up.
    pub(super) outcome: Option<Outcome>,
    /// The number of plies, those of chance left out.
    pub(super) plies: usize,
    /// The number of legal moves, ply by ply, where a player was to move.
    pub(super) legal: Vec<usize>,
    /// What was thought where a player was to move.
    pub(super) opinions: Vec<SearchOpinion>,
    /// The first move, and the key of the position after it. Mirror images share the key.
    pub(super) first: Option<(String, u64)>,
    /// A number of all its moves.
    pub(super) number: u64,
    /// The keys of the positions after so many [plies](OPENINGS), as far as the game got.
    pub(super) keys: Vec<u64>,
    /// How many moves changed what is at a place.
    pub(super) places: BTreeMap<usize, u64>,
    /// The pieces that were there, and whether they ever moved or were taken.
    pub(super) pieces: BTreeMap<NamedPiece, bool>,
    /// Whether a move ever changed a place where something was before.
    pub(super) has_changes: bool,
    /// Of how many moves it is known whether they touched the opponent, and how many did.
    pub(super) contacts: [u64; 2],
    /// Positions looked at for traps, and traps found.
    pub(super) traps: [u64; 2],
}

impl Trace {
    /// Plays a game once more and looks at it.
    ///
    /// # Errors
    ///
    /// What is wrong with the game.
    pub(super) fn of(game: &PlayedGame, session: &mut dyn Session) -> Result<Self, String> {
        let opinions = game.opinions()?;
        session.restart();
        let number = mix_bytes(game.moves.bytes());
        let mut trace = Self { number, traps: game.traps, ..Self::default() };
        // The games of steps count by their results alone.
        let looks = game.stage == 0;
        let layout = session.layout().filter(|_| looks);
        let board_of = |session: &dyn Session| match &layout {
            None => PlacedPieces::new(),
            Some(layout) => pieces_on(layout, &session.contents()),
        };
        let has_board = layout.is_some();
        let mut board = board_of(session);
        for piece in board.values() {
            trace.pieces.entry(named(piece)).or_insert(false);
        }
        let mut reach: [Option<BTreeSet<usize>>; 2] = [None, None];
        for (ply, m) in game.moves.split_whitespace().enumerate() {
            let mover = session.to_move();
            if let Some(mover) = mover.filter(|_| looks) {
                let ways = session.gestures();
                trace.legal.push(ways.len());
                trace.opinions.push(opinions[ply]);
                if has_board {
                    let targets = ways.iter().filter_map(|(_, way)| target(way));
                    reach[mover.index()] = Some(targets.collect());
                }
            }
            session.play(m).map_err(|error| format!("ply {}: {error}", ply + 1))?;
            trace.plies += usize::from(mover.is_some());
            if looks && mover.is_some() && trace.first.is_none() {
                trace.first = Some((m.to_owned(), session.key()));
            }
            if looks && OPENINGS.contains(&(ply + 1)) {
                trace.keys.push(session.key());
            }
            if has_board {
                let after = board_of(session);
                trace.note(&board, &after, mover, &reach);
                board = after;
            }
        }
        trace.outcome = session.outcome();
        if trace.outcome.is_none() && session.ply() < LONGEST {
            return Err("the game has no end".to_owned());
        }
        let [looked, found] = game.traps;
        if found > looked || looked > session.ply() as u64 {
            return Err(format!("{found} traps in {looked} of {} positions", session.ply()));
        }
        Ok(trace)
    }

    /// Notes what a move has changed. `reach` is where the players could go when they were last to
    /// move.
    fn note(
        &mut self,
        before: &PlacedPieces,
        after: &PlacedPieces,
        mover: Option<Player>,
        reach: &[Option<BTreeSet<usize>>; 2],
    ) {
        let places: BTreeSet<usize> = before.keys().chain(after.keys()).copied().collect();
        let changed = places.into_iter().filter(|place| before.get(place) != after.get(place));
        let mut is_contact = false;
        let other = mover.map(Player::other);
        for place in changed {
            *self.places.entry(place).or_default() += 1;
            self.has_changes |= before.contains_key(&place);
            for piece in [before.get(&place), after.get(&place)].into_iter().flatten() {
                self.pieces.insert(named(piece), true);
            }
            let was_others =
                before.get(&place).is_some_and(|(owner, ..)| owner.is_some() && *owner == other);
            let others_reach = other.and_then(|other| reach[other.index()].as_ref());
            is_contact |= was_others || others_reach.is_some_and(|reach| reach.contains(&place));
        }
        let is_known = other.is_some_and(|other| reach[other.index()].is_some());
        self.contacts[0] += u64::from(is_known);
        self.contacts[1] += u64::from(is_known && is_contact);
    }
}

fn named((owner, name, _): &(Option<Player>, String, u16)) -> NamedPiece {
    (owner.map(|owner| owner.index() as u8), name.clone())
}

/// The pieces on the board and in hands. What is beside the board, such as a score, is no piece.
fn pieces_on(layout: &Layout, contents: &Contents) -> PlacedPieces {
    let is_beside =
        |place: usize| layout.places.get(place).is_none_or(|it| it.area == Area::Beside);
    let pieces = contents.pieces.iter().filter(|piece| !is_beside(piece.place));
    pieces.map(|piece| (piece.place, (piece.owner, piece.name.clone(), piece.count))).collect()
}

/// Where a person points last.
fn target(way: &Gesture) -> Option<usize> {
    way.last().and_then(|step| step.first().copied())
}
