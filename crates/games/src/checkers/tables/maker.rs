//! How the tables of checkers are made and checked.

use std::ops::RangeInclusive;

use super::super::position::NAME;
use super::library::{Library, built_in};
use super::matchup::{MOST, Matchup, of_pieces};
use super::retrograde::{Retrograde, is_win};
use super::verify::Verifier;
use sarsen_core::game::endgames::{
    EndgameError, EndgameFile, EndgameMaker, EndgamePart, EndgameSamples, EndgameSet,
    EndgameSummary, EndgameWatch,
};

/// Makes the tables of checkers.
pub(super) struct CheckersMaker;

impl EndgameMaker for CheckersMaker {
    fn pieces(&self) -> RangeInclusive<u32> {
        2..=MOST
    }

    fn parts(&self, pieces: u32) -> Vec<EndgamePart> {
        if !self.pieces().contains(&pieces) {
            return Vec::new();
        }
        let part = |matchup: Matchup| EndgamePart {
            name: matchup.name(),
            pieces,
            level: matchup.own.men + matchup.other.men,
            size: matchup.part_size(),
        };
        of_pieces(pieces).into_iter().map(part).collect()
    }

    fn built_in(&self) -> EndgameSet {
        built_in().clone()
    }

    fn make(
        &self,
        part: &str,
        from: &EndgameSet,
        watch: &EndgameWatch<'_>,
    ) -> Result<EndgameFile, EndgameError> {
        let matchup = named(part)?;
        let values = Retrograde::solve(matchup, &Library::new(from)?, watch)?;
        let mut counts = [0; 3];
        let mut longest = 0;
        for (number, &value) in values.iter().enumerate() {
            longest = if is_win(value) { longest.max(u32::from(value) - 1) } else { longest };
            let what = match value {
                0 if !is_position(matchup, number as u64) => continue,
                0 => 1,
                _ if is_win(value) => 0,
                _ => 2,
            };
            counts[what] += 1;
        }
        let (game, part) = (NAME.to_owned(), matchup.name());
        let summary = EndgameSummary { game, part, size: 0, counts, longest };
        let bytes = EndgameFile::write(summary, &values);
        drop(values);
        EndgameFile::read(bytes)
            .map_err(|reason| EndgameError::Damaged { file: matchup.name(), reason })
    }

    fn check(
        &self,
        part: &str,
        set: &EndgameSet,
        samples: EndgameSamples,
        watch: &EndgameWatch<'_>,
    ) -> Result<u64, EndgameError> {
        Verifier::new(named(part)?, &Library::new(set)?)?.check(samples, watch)
    }

    fn play_out(
        &self,
        part: &str,
        set: &EndgameSet,
        samples: EndgameSamples,
        watch: &EndgameWatch<'_>,
    ) -> Result<u64, EndgameError> {
        Verifier::new(named(part)?, &Library::new(set)?)?.play_out(samples, watch)
    }
}

fn named(part: &str) -> Result<Matchup, EndgameError> {
    Matchup::named(part).ok_or_else(|| {
        EndgameError::Unknown(format!(
            "there is no part '{}'",
            sarsen_core::game::excerpt(part, 40)
        ))
    })
}

/// Whether a number of a part is that of a position.
fn is_position(matchup: Matchup, number: u64) -> bool {
    let size = matchup.size();
    let (matchup, number) =
        if number < size { (matchup, number) } else { (matchup.swapped(), number - size) };
    super::index::Indexing::of(matchup).position(number).is_some()
}
