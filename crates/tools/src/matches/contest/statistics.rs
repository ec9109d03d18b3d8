//! Statistics of a match: Elo with its error, and the sequential test that ends a match as soon as
//! it is decided.
//!
//! The unit is the pair: two games from one opening, in which each player begins once. The games of
//! a pair depend on each other: a decided opening gives each player one win. So errors are computed
//! from the five possible scores of a pair, by the pentanomial model of Michel Van den Bergh (*A
//! practical introduction to the GSPRT*, 2020).

use serde::Serialize;

/// Counts of pairs by the first player's score: 0, 1/2, 1, 3/2 and 2 points.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Pairs(pub [u64; 5]);

/// An Elo difference and its error.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Elo {
    /// The best estimate. Infinite if one player has all points.
    pub difference: f64,
    /// Half the width of the interval that contains the true difference in 95 % of all cases.
    /// `None` if the pairs are too few or too similar to tell.
    pub error: Option<f64>,
}

/// 95 % of normally distributed values lie within this number of standard deviations.
const SIGMAS_95: f64 = 1.959_963_985;

/// The Elo difference at which a score (0 to 1) is expected.
#[must_use]
pub fn elo_of(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// The score (0 to 1) that is expected at an Elo difference.
#[must_use]
pub fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

impl Pairs {
    /// Notes a pair by the half points of the first player: 0 to 4.
    ///
    /// # Panics
    ///
    /// If there are more than four half points.
    pub fn add(&mut self, half_points: usize) {
        self.0[half_points] += 1;
    }

    /// The number of pairs.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The mean score of a game, 0 to 1.
    #[must_use]
    pub fn mean(&self) -> f64 {
        self.sum(|score| score) / self.count() as f64
    }

    /// The variance of the score of a pair, 0 to 1.
    #[must_use]
    pub fn variance(&self) -> f64 {
        let mean = self.mean();
        self.sum(|score| (score - mean).powi(2)) / self.count() as f64
    }

    fn sum(&self, of: impl Fn(f64) -> f64) -> f64 {
        (0..5).map(|at| self.0[at] as f64 * of(SCORES[at])).sum()
    }

    /// The Elo difference that they show. `None` if there is no pair.
    #[must_use]
    pub fn elo(&self) -> Option<Elo> {
        if self.count() == 0 {
            return None;
        }
        let mean = self.mean();
        let deviation = SIGMAS_95 * (self.variance() / self.count() as f64).sqrt();
        let clamp = |score: f64| elo_of(score.clamp(0.0, 1.0));
        let error = (clamp(mean + deviation) - clamp(mean - deviation)) / 2.0;
        let error = Some(error).filter(|error| error.is_finite() && *error > 0.0);
        Some(Elo { difference: elo_of(mean), error })
    }
}

/// The score of a pair in each class, 0 to 1.
const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// A sequential probability ratio test between two Elo differences (Abraham Wald, 1945).
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Sprt {
    /// The null hypothesis: the first player is stronger by only this much.
    pub elo0: f64,
    /// The alternative: the first player is stronger by this much.
    pub elo1: f64,
    /// How often the test may accept the alternative although the null hypothesis is true.
    pub alpha: f64,
    /// How often the test may accept the null hypothesis although the alternative is true.
    pub beta: f64,
}

/// The verdict of a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It is not decided yet.
    Open,
    /// The null hypothesis is accepted.
    Null,
    /// The alternative is accepted.
    Alternative,
}

impl Sprt {
    /// Two bounds of the log-likelihood ratio. The test accepts the null hypothesis at or below the
    /// first, and the alternative at or above the second.
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The generalised log-likelihood ratio. Each hypothesis gives a mean score. Of the
    /// distributions with this mean, the ratio takes the one that explains the pairs best.
    #[must_use]
    pub fn ratio(&self, pairs: &Pairs) -> f64 {
        // A score that did not occur is still possible, so it counts a little.
        let counts = pairs.0.map(|count| (count as f64).max(1e-3));
        let total: f64 = counts.iter().sum();
        let seen = counts.map(|count| count / total);
        let (p0, p1) = (closest(&seen, score_of(self.elo0)), closest(&seen, score_of(self.elo1)));
        total * (0..5).map(|at| seen[at] * (p1[at] / p0[at]).ln()).sum::<f64>()
    }

    /// The verdict for these pairs.
    #[must_use]
    pub fn verdict(&self, pairs: &Pairs) -> Verdict {
        if pairs.count() == 0 {
            return Verdict::Open;
        }
        let (lower, upper) = self.bounds();
        match self.ratio(pairs) {
            ratio if ratio <= lower => Verdict::Null,
            ratio if ratio >= upper => Verdict::Alternative,
            _ => Verdict::Open,
        }
    }
}

/// Of the distributions with a given mean, the one under which the observed frequencies are most
/// likely. It multiplies each frequency by `1 / (1 + t * (score - mean))`, with the `t` that gives
/// this mean (Van den Bergh, 2020).
fn closest(seen: &[f64; 5], mean: f64) -> [f64; 5] {
    // Between these, all factors are positive, and the sum falls from plus to minus infinity.
    let (mut low, mut high) = (-1.0 / (SCORES[4] - mean), -1.0 / (SCORES[0] - mean));
    let excess = |t: f64| -> f64 {
        (0..5).map(|at| seen[at] * (SCORES[at] - mean) / (1.0 + t * (SCORES[at] - mean))).sum()
    };
    for _ in 0..100 {
        let middle = (low + high) / 2.0;
        if excess(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let t = (low + high) / 2.0;
    std::array::from_fn(|at| seen[at] / (1.0 + t * (SCORES[at] - mean)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The difference and its error, by plain arithmetic over all pairs.
    fn plainly(pairs: &Pairs) -> (f64, f64) {
        let scores: Vec<f64> = (0..5)
            .flat_map(|at| std::iter::repeat_n(at as f64 / 4.0, pairs.0[at] as usize))
            .collect();
        let count = scores.len() as f64;
        let mean = scores.iter().sum::<f64>() / count;
        let variance =
            scores.iter().map(|score| (score - mean) * (score - mean)).sum::<f64>() / count;
        let elo = |score: f64| 400.0 * (score / (1.0 - score)).log10();
        let half = 1.959_963_985 * (variance / count).sqrt();
        (elo(mean), (elo(mean + half) - elo(mean - half)) / 2.0)
    }

    #[test]
    fn elo_agrees_with_plain_arithmetic() {
        let mut state = 7_u64;
        for _ in 0..500 {
            let pairs = Pairs(std::array::from_fn(|_| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                20 + (state >> 33) % 300
            }));
            let elo = pairs.elo().unwrap();
            let (difference, error) = plainly(&pairs);
            assert!((elo.difference - difference).abs() < 1e-9, "{pairs:?}");
            assert!((elo.error.unwrap() - error).abs() < 1e-9, "{pairs:?}");
        }
        assert_eq!(Pairs::default().elo(), None);
        assert_eq!(Pairs([0, 0, 9, 0, 0]).elo(), Some(Elo { difference: 0.0, error: None }));
        let swept = Elo { difference: f64::INFINITY, error: None };
        assert_eq!(Pairs([0, 0, 0, 0, 3]).elo(), Some(swept));
        assert_eq!(Pairs([0, 0, 1, 0, 3]).elo().unwrap().error, None);
        assert!((score_of(elo_of(0.7)) - 0.7).abs() < 1e-12);
    }

    #[test]
    fn the_closest_distribution_is_one_and_has_the_mean() {
        for seen in [[0.1, 0.2, 0.3, 0.25, 0.15], [0.001, 0.001, 0.996, 0.001, 0.001]] {
            for mean in [0.45, 0.5, 0.52, 0.8] {
                let p = closest(&seen, mean);
                assert!((p.iter().sum::<f64>() - 1.0).abs() < 1e-9);
                let found: f64 = (0..5).map(|at| p[at] * SCORES[at]).sum();
                assert!((found - mean).abs() < 1e-9, "{found} {mean}");
            }
        }
    }

    /// Plays matches whose pairs are drawn at random. Returns how often each verdict was reached.
    fn simulate(sprt: Sprt, elo: f64, matches: u32) -> [u32; 2] {
        let mut state = 0x5eed_u64;
        let mut random = || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 11) as f64 / (1_u64 << 53) as f64
        };
        // In this distribution many openings are decided, with one win for each player.
        let chances = closest(&[0.08, 0.12, 0.6, 0.12, 0.08], score_of(elo));
        let mut verdicts = [0; 2];
        for _ in 0..matches {
            let mut pairs = Pairs::default();
            loop {
                let mut at = random();
                let class = chances.iter().position(|chance| {
                    at -= chance;
                    at < 0.0
                });
                pairs.add(class.unwrap_or(4));
                match sprt.verdict(&pairs) {
                    Verdict::Open => {}
                    Verdict::Null => break verdicts[0] += 1,
                    Verdict::Alternative => break verdicts[1] += 1,
                }
            }
        }
        verdicts
    }

    #[test]
    fn the_test_errs_within_its_limits() {
        let sprt = Sprt { elo0: 0.0, elo1: 30.0, alpha: 0.05, beta: 0.05 };
        // Three standard deviations of the count of errors among so many matches.
        let count = crate::slow::rounds(500, 2000) as u32;
        let most = f64::from(count) * 0.05 + 3.0 * (f64::from(count) * 0.05 * 0.95).sqrt();
        let [_, wrong] = simulate(sprt, 0.0, count);
        assert!(f64::from(wrong) < most, "{wrong} of {count} accept what is not so");
        let [wrong, _] = simulate(sprt, 30.0, count);
        assert!(f64::from(wrong) < most, "{wrong} of {count} reject what is so");
        // Beyond the hypotheses it hardly ever errs.
        let few = count / 4;
        assert!(simulate(sprt, -20.0, few)[1] <= few / 50, "{few}");
        assert!(simulate(sprt, 50.0, few)[0] <= few / 50, "{few}");
    }
}
