//! How sure a number of points is: fitted to how the games ended in which it was seen.

use super::opinion::SearchOpinion;

/// Points are counted in this part of the evaluator's own scale.
const PART: f64 = 16.0;
/// The most of these parts, on both sides.
const MOST: i32 = 256;

/// How often each number of points was seen, and how the games then ended.
#[derive(Clone, Debug)]
pub(super) struct Calibration {
    /// The number of points that its author takes to multiply the odds of winning by e.
    odds: f64,
    /// By the number of parts, from the least on: how often, and the first player's points.
    seen: Vec<[f64; 2]>,
}

impl Calibration {
    /// Before any game. The evaluator's author takes `odds` points to multiply the odds by e.
    pub(super) fn new(odds: i32) -> Self {
        Self { odds: f64::from(odds.max(1)), seen: vec![[0.0; 2]; 2 * MOST as usize + 1] }
    }

    /// Notes an opinion in a game in which the first player got `points`: 0, 1/2 or 1.
    pub(super) fn add(&mut self, opinion: SearchOpinion, points: f64) {
        if let SearchOpinion::Points(value) = opinion {
            let part = (f64::from(value) * PART / self.odds).round();
            let at = (part.clamp(-f64::from(MOST), f64::from(MOST)) as i32 + MOST) as usize;
            self.seen[at][0] += 1.0;
            self.seen[at][1] += points;
        }
    }

    /// By how much a point multiplies the odds of winning: the logarithm under which the results
    /// are most likely. At least an eighth and at most eight times what the author says.
    pub(super) fn slope(&self) -> f64 {
        let (mut low, mut high) = (-(8_f64.ln()), 8_f64.ln());
        // The loss has one minimum.
        for _ in 0..60 {
            let third = (high - low) / 3.0;
            if self.loss((low + third).exp()) < self.loss((high - third).exp()) {
                high -= third;
            } else {
                low += third;
            }
        }
        let count: f64 = self.seen.iter().map(|[count, _]| count).sum();
        let factor = if count > 0.0 { f64::midpoint(low, high).exp() } else { 1.0 };
        factor / self.odds
    }

    /// How unlikely the results are, if the scale is multiplied by this.
    fn loss(&self, factor: f64) -> f64 {
        let each = self.seen.iter().zip(-MOST..=MOST);
        each.map(|([count, points], part)| {
            let odds = factor * f64::from(part) / PART;
            count * softplus(odds) - points * odds
        })
        .sum()
    }
}

/// The logarithm of 1 + e to this power.
fn softplus(power: f64) -> f64 {
    power.max(0.0) + (-power.abs()).exp().ln_1p()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scale_is_that_of_the_results() {
        // 125 points win three games of four: the odds are 3.
        let mut seen = Calibration::new(500);
        for points in [1.0, 1.0, 1.0, 0.0] {
            seen.add(SearchOpinion::Points(125), points);
            seen.add(SearchOpinion::Points(-125), 1.0 - points);
            seen.add(SearchOpinion::Proven(None), 1.0);
        }
        assert!((seen.slope() * 125.0 - 3_f64.ln()).abs() < 0.02, "{}", seen.slope());
    }

    #[test]
    fn without_games_it_is_the_authors() {
        assert_eq!(Calibration::new(250).slope(), 1.0 / 250.0);
        // Points that never lose are surer than the author thinks, but not without limit.
        let mut sure = Calibration::new(250);
        sure.add(SearchOpinion::Points(250), 1.0);
        assert!((sure.slope() * 250.0 - 8.0).abs() < 0.1);
    }
}
