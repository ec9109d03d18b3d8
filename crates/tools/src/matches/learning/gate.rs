//! The gate: a match of new weights against old ones. A sequential test ends it.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use tempfile::TempDir;

use super::error::LearnError;
use crate::matches::contest::statistics::Sprt;
use crate::matches::contest::{Openings, PlayerSpec, Standing, Tournament};
use sarsen_core::search::Limits;
use sarsen_core::sys::atomic_file;
use sarsen_engine::learned::{LEARNED, LearnedWeights};
use sarsen_engine::session::Registry;

/// The test: whether the new weights are stronger.
const TEST: Sprt = Sprt { elo0: 0.0, elo1: 30.0, alpha: 0.05, beta: 0.05 };

/// The same where chance acts. There a generation brings less, and the next one goes on from its
/// model: it is enough if it seems no worse.
const CHANCE_TEST: Sprt = Sprt { elo0: -20.0, elo1: 20.0, alpha: 0.05, beta: 0.05 };

/// The match ends after this many pairs of games.
const PAIRS: usize = 200;

/// A folder for the weights of the players.
pub(super) fn folder() -> Result<TempDir, LearnError> {
    let named = tempfile::Builder::new().prefix("sarsen-learn-").tempdir();
    named.map_err(|error| LearnError::File(std::env::temp_dir(), error))
}

/// The match of new weights against old ones.
pub(super) struct Gate<'a> {
    pub(super) registry: &'a Arc<Registry>,
    pub(super) game: &'a str,
    pub(super) setup: &'a str,
    pub(super) threads: usize,
    /// Positions that a search visits for each move.
    pub(super) nodes: u64,
    pub(super) depth: Option<u32>,
    /// The random plies before a game.
    pub(super) plies: usize,
    pub(super) seed: u64,
    pub(super) has_chance: bool,
}

impl Gate<'_> {
    /// Plays the match. Returns its standing from the side of the new weights. `report` gets each
    /// one on the way.
    pub(super) fn play(
        &self,
        [new, old]: [&LearnedWeights; 2],
        stop: &Arc<AtomicBool>,
        report: &mut dyn FnMut(&Standing),
    ) -> Result<Standing, LearnError> {
        let folder = folder()?;
        let player = |name: &str, weights: &LearnedWeights| {
            let path = folder.path().join(name);
            atomic_file::replace(&path, &weights.to_bytes())
                .map_err(|error| LearnError::File(path.clone(), error))?;
            Ok::<PlayerSpec, LearnError>(self.player(name, &path))
        };
        let players = vec![player("new", new)?, player("old", old)?];
        let mut pace = Limits::nodes(self.nodes);
        pace.depth = self.depth;
        let tournament = Tournament {
            registry: Arc::clone(self.registry),
            game: self.game.to_owned(),
            setup: self.setup.to_owned(),
            players,
            pace,
            openings: Openings::Random { plies: self.plies },
            pairs: PAIRS,
            concurrency: self.threads,
            seed: self.seed,
            sprt: Some(self.test()),
            grace: Duration::MAX,
            journal: None,
        };
        let standings = tournament.run(stop, &mut |standings, _| {
            if let Some(standing) = standings.pairings.first() {
                report(standing);
            }
        })?;
        let standing = standings.pairings.into_iter().next();
        Ok(standing.unwrap_or_else(|| unreachable!("two players are one pairing")))
    }

    fn player(&self, name: &str, weights: &Path) -> PlayerSpec {
        let weights = ("Weights".to_owned(), weights.display().to_string());
        let evaluator = ("Evaluator".to_owned(), LEARNED.to_owned());
        PlayerSpec {
            name: name.to_owned(),
            options: vec![weights, evaluator],
            ..PlayerSpec::default()
        }
    }

    /// Whether the new weights are to be kept: the test accepts them, or leans towards them.
    pub(super) fn keeps(&self, standing: &Standing) -> bool {
        standing.games() > 0 && self.test().ratio(&standing.pairs) > 0.0
    }

    fn test(&self) -> Sprt {
        if self.has_chance { CHANCE_TEST } else { TEST }
    }
}
