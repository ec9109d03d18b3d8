//! How good a model is for positions that took no part in the fit.

use super::lesson::Lesson;

/// How good a model is for positions that took no part in the fit.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct LessonQuality {
    /// The mean surprise at the results, in nats.
    pub error: f64,
    /// The same for one who knows only how the results are on average.
    pub blind: f64,
    /// The standard error of the difference.
    pub noise: f64,
    /// The part of decided positions whose winner the sign of the value names.
    pub named: f64,
    /// The number of positions.
    pub positions: usize,
}

impl LessonQuality {
    /// Whether more was learnt than chance explains: three standard errors.
    #[must_use]
    pub fn is_learnt(&self) -> bool {
        self.positions > 0 && self.blind - self.error > 3.0 * self.noise
    }
}

/// The quality so far, position by position.
#[derive(Clone, Copy, Debug)]
pub(super) struct QualitySum {
    /// The odds of one who knows only how the results are on average, as a logarithm.
    odds: f64,
    error: f64,
    blind: f64,
    squares: f64,
    decided: usize,
    named: usize,
    positions: usize,
}

impl QualitySum {
    /// Nothing so far, of a lesson.
    pub(super) fn of(lesson: &Lesson) -> Self {
        let sum: f64 = lesson.targets().iter().map(|&target| f64::from(target)).sum();
        let mean = sum / lesson.len().max(1) as f64;
        Self {
            odds: (mean / (1.0 - mean)).ln().clamp(-20.0, 20.0),
            error: 0.0,
            blind: 0.0,
            squares: 0.0,
            decided: 0,
            named: 0,
            positions: 0,
        }
    }

    /// Adds a position with the value that the model gives it, and its target.
    pub(super) fn add(&mut self, value: f32, target: f32) {
        let own = surprise(value.into(), target.into());
        let other = surprise(self.odds, target.into());
        self.error += own;
        self.blind += other;
        self.squares += (other - own) * (other - own);
        self.positions += 1;
        if target != 0.5 {
            self.decided += 1;
            self.named += usize::from((value > 0.0) == (target > 0.5));
        }
    }

    pub(super) fn quality(&self) -> LessonQuality {
        let count = self.positions.max(1) as f64;
        let difference = (self.blind - self.error) / count;
        LessonQuality {
            error: self.error / count,
            blind: self.blind / count,
            noise: ((self.squares / count - difference * difference).max(0.0) / count).sqrt(),
            named: self.named as f64 / self.decided.max(1) as f64,
            positions: self.positions,
        }
    }
}

/// Minus the logarithm of the likelihood of a result, for the logarithm of the odds of winning.
pub fn surprise(odds: f64, result: f64) -> f64 {
    // ln(1 + e^odds) - result * odds, without overflow.
    odds.max(0.0) + (-odds.abs()).exp().ln_1p() - result * odds
}
