//! How good fitted weights are, and the games that a fit leaves out to find that out.

use super::error::TuneError;

/// Of each group of this many games, a fit leaves one out, to test the weights.
const HELD_OUT: usize = 5;

/// How good fitted weights are.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FitQuality {
    /// The difference of values that makes the odds of winning e times as great.
    pub scale: f64,
    /// Positions that were fitted.
    pub fitted: usize,
    /// Positions of games that the fit left out.
    pub held_out: usize,
    /// How far off the values of the fitted positions are, with the weights before and after.
    pub error: [f64; 2],
    /// The same for the positions that the fit left out.
    pub held_out_error: [f64; 2],
}

impl FitQuality {
    /// Whether the new weights are also better for the positions that were left out.
    #[must_use]
    pub fn has_learnt(&self) -> bool {
        let [before, after] = self.held_out_error;
        after < before
    }
}

/// The positions to leave out and the positions to fit, by the number of their game. `least` of the
/// latter are needed.
pub(super) fn split<T>(
    all: &[T],
    game: impl Fn(&T) -> usize,
    least: usize,
) -> Result<[Vec<&T>; 2], TuneError> {
    let is_held_out = |one: &&T| game(one) % HELD_OUT == HELD_OUT - 1;
    let (held_out, fitted): (Vec<&T>, Vec<&T>) = all.iter().partition(is_held_out);
    if fitted.len() < least || held_out.is_empty() {
        return Err(TuneError::TooFew(all.len(), least * HELD_OUT / (HELD_OUT - 1)));
    }
    Ok([held_out, fitted])
}
