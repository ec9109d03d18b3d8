//! `Seed`: what decides the random choices of moves.

use crate::engine::engine_option::{EngineOption, Offer, OptionOf, Parts, Setting};
use crate::session::Handicap;
use crate::session::variety::Variety;
use sarsen_core::game::Skill;
use sarsen_core::game::value::Value;

/// The seed, and the number of the current game. Each game has its own random numbers.
#[derive(Default)]
pub(crate) struct SeedOption {
    seed: u64,
    /// The number of games that have used chance since the seed was set, without the current one.
    games: u64,
    /// Whether the current game has used chance.
    used_chance: bool,
}

impl SeedOption {
    /// The random choice of a move in the current game.
    pub(crate) fn variety(&mut self, margin: Value) -> Variety {
        Variety { margin, seed: self.seed_of_game() }
    }

    /// What is overlooked in the current game.
    pub(crate) fn handicap(&mut self, skill: Skill) -> Handicap {
        Handicap { skill, seed: self.seed_of_game() }
    }

    /// The seed for the current game, which is about to use chance.
    fn seed_of_game(&mut self) -> u64 {
        self.used_chance = true;
        self.seed.wrapping_add(self.games.wrapping_mul(1 << 32))
    }

    /// A new game begins.
    pub(crate) fn begin(&mut self) {
        self.games += u64::from(std::mem::take(&mut self.used_chance));
    }

    /// Gives the current game this number.
    pub(crate) fn count_as_game(&mut self, number: u64) {
        self.games = number;
        self.used_chance = false;
    }
}

impl OptionOf<Parts> for SeedOption {
    fn offer(&self, _: &Parts) -> Offer {
        Offer::spin(
            "Seed",
            0,
            0..=u64::MAX >> 1,
            "decides the random part of choosing a move; the same seed makes the same choices",
        )
    }

    fn set(&mut self, value: Setting, _: &mut Parts) -> Result<(), String> {
        *self = Self { seed: value.number(), ..Self::default() };
        Ok(())
    }
}

impl EngineOption for SeedOption {}
