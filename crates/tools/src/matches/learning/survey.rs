//! A survey of a game: what its board shows and how long it lasts, from random games.

use std::sync::atomic::AtomicBool;

use crate::matches::tuning::{TuneError, Workplace};
use sarsen_core::game::board::PlaceCode;
use sarsen_core::game::{mix64, split_mix};
use sarsen_engine::learned::{Alphabet, Features, features_can_play};
use sarsen_engine::session::move_of;

/// The number of random games.
const GAMES: usize = 1000;

/// The limit of plies of such a game.
const LONGEST: usize = 400;

/// The seed of the random games. It is always the same, so that a game always has the same
/// features.
const SEED: u64 = 0x5a75_e2d1;

/// What a survey has found out about a game.
pub struct Survey {
    /// The features of its positions.
    pub features: Features,
    /// Half of the random games are at least this long, in plies.
    pub median: usize,
}

impl Survey {
    /// Plays random games.
    ///
    /// # Errors
    ///
    /// If nothing can be learnt about the game, or `stop` is set.
    pub fn of(place: Workplace<'_>, stop: &AtomicBool) -> Result<Self, TuneError> {
        let facts = place.open()?.board_facts()?;
        let games = place.map(
            ("survey", GAMES),
            || place.open(),
            |session, number| {
                let mut state = mix64(SEED) ^ number as u64;
                let mut codes = Vec::new();
                session.restart();
                while session.ply() < LONGEST && session.outcome().is_none() {
                    session.view(&facts, &mut codes);
                    let m = move_of(split_mix(&mut state), &**session);
                    session.play(&m)?;
                }
                Ok((session.ply(), codes))
            },
            stop,
            &mut |_| {},
        )?;
        let mut lengths: Vec<usize> = games.iter().map(|(plies, _)| *plies).collect();
        lengths.sort_unstable();
        let sample: Vec<PlaceCode> = games.into_iter().flat_map(|(_, codes)| codes).collect();
        let alphabet = Alphabet::of(&facts, &sample);
        let features = Features::new(facts, alphabet);
        features_can_play(&features)?;
        Ok(Self { median: lengths[GAMES / 2], features })
    }
}
