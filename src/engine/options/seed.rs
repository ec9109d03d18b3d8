//! `Seed`: what decides the random choices of moves.

use crate::engine::engine_option::{EngineOption, Offer, OptionOf, Parts, Setting};
use crate::session::variety::{Margin, Variety};

/// A seed, and the game that chance is at.
#[derive(Default)]
pub(crate) struct SeedOption {
    seed: u64,
    /// How many games have used chance since the seed was set; each game has random numbers of its
    /// own.
    games: u64,
    /// Whether the present game has used chance.
    used_chance: bool,
}

impl SeedOption {
    /// A random choice in the present game.
    pub(crate) fn variety(&mut self, margin: Margin) -> Variety {
        self.used_chance = true;
        Variety { margin, seed: self.seed.wrapping_add(self.games.wrapping_mul(1 << 32)) }
    }

    /// A new game begins.
    pub(crate) fn begin(&mut self) {
        self.games += u64::from(std::mem::take(&mut self.used_chance));
    }

    /// Gives the present game this number.
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
