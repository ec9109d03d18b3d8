//! What the journal of a match keeps: each finished pair of games.

use serde::{Deserialize, Serialize};

use crate::matches::record::Records;
use sarsen_core::game::Outcome;

/// Two games from one opening.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(super) struct Played {
    /// The number of the pairing of the two players.
    pub(super) pairing: usize,
    /// The number of the opening.
    pub(super) opening: usize,
    /// For each game, the player of the pairing, 0 or 1, who lost it by a foul.
    pub(super) fouls: [Option<usize>; 2],
    /// The records of both games.
    pub(super) records: [String; 2],
}

impl Played {
    /// How both games ended.
    pub(super) fn outcomes(&self) -> Result<[Outcome; 2], String> {
        let outcome = |text: &String| {
            let record = Records::new(text).next().and_then(Result::ok);
            record.and_then(|record| record.outcome).ok_or("a game without a result".to_owned())
        };
        let [first, second] = &self.records;
        Ok([outcome(first)?, outcome(second)?])
    }

    /// Checks that the pair makes sense.
    pub(super) fn check(&self) -> Result<(), String> {
        self.outcomes()?;
        match self.fouls.iter().flatten().find(|&&loser| loser > 1) {
            Some(loser) => Err(format!("a foul of player {loser}, where there are 0 and 1")),
            None => Ok(()),
        }
    }
}
