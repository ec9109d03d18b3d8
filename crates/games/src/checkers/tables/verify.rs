//! Checks tables by the rules: does each value follow from those after the moves?

use super::super::pieces::Pieces;
use super::super::position::CheckersPosition;
use super::index::Indexing;
use super::library::{LOST, Library};
use super::matchup::Matchup;
use super::retrograde::is_win;
use sarsen_core::game::endgames::{EndgameError, EndgameSamples, EndgameWatch};
use sarsen_core::game::{Position, Written, split_mix};

/// The number of positions between two checks whether the work was interrupted.
const ROUND: u64 = 1 << 12;

/// Checks a part.
pub(super) struct Verifier<'a> {
    matchup: Matchup,
    library: &'a Library,
}

impl<'a> Verifier<'a> {
    pub(super) fn new(matchup: Matchup, library: &'a Library) -> Result<Self, EndgameError> {
        if !library.has(matchup) {
            return Err(EndgameError::Missing(matchup.name()));
        }
        Ok(Self { matchup, library })
    }

    /// Checks that the values of positions are the best of those after their moves.
    pub(super) fn check(
        &self,
        samples: EndgameSamples,
        watch: &EndgameWatch<'_>,
    ) -> Result<u64, EndgameError> {
        self.each(samples, watch, &mut |pieces| {
            let (found, right) = (self.value(pieces)?, self.value_by_moves(pieces)?);
            if found == right { Ok(true) } else { Err(self.wrong(pieces, found, right)) }
        })
    }

    /// Plays out positions that are won or lost.
    pub(super) fn play_out(
        &self,
        samples: EndgameSamples,
        watch: &EndgameWatch<'_>,
    ) -> Result<u64, EndgameError> {
        self.each(samples, watch, &mut |pieces| {
            let value = self.value(pieces)?;
            if value == 0 {
                return Ok(false);
            }
            let plies = self.played(*pieces, value)?;
            let right = plies.saturating_add(1);
            if right == value { Ok(true) } else { Err(self.wrong(pieces, value, right)) }
        })
    }

    /// Plays by the tables until a player has no move, but at most one ply longer than the value
    /// says. Returns the number of plies.
    fn played(&self, pieces: Pieces, value: u8) -> Result<u8, EndgameError> {
        let mut position = CheckersPosition::new(pieces);
        let mut plies = 0;
        while position.pieces.can_move() && plies < value {
            let moves = position.legal_moves();
            let mut best = None;
            for m in moves {
                let mut after = position.pieces;
                after.play(m);
                let order = self.order(self.value(&after)?);
                if best.is_none_or(|(least, _)| order < least) {
                    best = Some((order, m));
                }
            }
            let Some((_, m)) = best else { break };
            position.make(m);
            plies += 1;
        }
        Ok(plies)
    }

    /// How good a value of the opponent is, the worst for the opponent first.
    fn order(&self, value: u8) -> i32 {
        let value = i32::from(value);
        match value {
            0 => 0,
            _ if value % 2 == 1 => value - 1000,
            _ => 1000 - value,
        }
    }

    fn value(&self, pieces: &Pieces) -> Result<u8, EndgameError> {
        let missing = || EndgameError::Missing(Matchup::of(pieces).name());
        self.library.value(pieces).ok_or_else(missing)
    }

    /// The value of a position by those after its moves.
    fn value_by_moves(&self, pieces: &Pieces) -> Result<u8, EndgameError> {
        let mut least: Option<(i32, u8)> = None;
        let mut trouble = Ok(());
        pieces.each_move(|m| {
            let mut after = *pieces;
            after.play(m);
            match self.value(&after) {
                Ok(value) => {
                    let found = (self.order(value), value);
                    least = Some(least.map_or(found, |least| least.min(found)));
                }
                Err(error) => trouble = Err(error),
            }
        });
        trouble?;
        Ok(match least {
            None => LOST,
            Some((_, 0)) => 0,
            Some((_, value)) => value.saturating_add(1),
        })
    }

    /// Calls `look` with positions of the part. Returns for how many of them it was true.
    fn each(
        &self,
        samples: EndgameSamples,
        watch: &EndgameWatch<'_>,
        look: &mut dyn FnMut(&Pieces) -> Result<bool, EndgameError>,
    ) -> Result<u64, EndgameError> {
        let (size, all) = (self.matchup.size(), self.matchup.part_size());
        let (wanted, mut random) = match samples {
            EndgameSamples::All => (all, None),
            EndgameSamples::Some { count, seed } => (count, Some(seed)),
        };
        let (mut seen, mut tried) = (0, 0_u64);
        // There may be nothing to find.
        let most = wanted.saturating_mul(50);
        while seen < wanted && tried < most {
            if tried.is_multiple_of(ROUND) {
                watch.tell(seen.max(tried / 50) as f64 / wanted as f64)?;
            }
            let number = match &mut random {
                None if tried == all => break,
                None => tried,
                Some(random) => split_mix(random) % all,
            };
            tried += 1;
            let (matchup, number) = match number < size {
                true => (self.matchup, number),
                false => (self.matchup.swapped(), number - size),
            };
            let Some(position) = Indexing::of(matchup).position(number) else { continue };
            seen += u64::from(look(&position.pieces())?);
        }
        Ok(seen)
    }

    fn wrong(&self, pieces: &Pieces, found: u8, right: u8) -> EndgameError {
        let words = |value: u8| match value {
            0 => "a draw".to_owned(),
            _ if is_win(value) => format!("a win in {} plies", value - 1),
            _ => format!("a loss in {} plies", value - 1),
        };
        EndgameError::Wrong {
            part: self.matchup.name(),
            position: CheckersPosition::new(*pieces).format(),
            found: words(found),
            right: words(right),
        }
    }
}
