//! The logistic fit: the weights under which the results are most likely, by Newton's method.
//!
//! The problem is convex and small (some dozens of weights). So a few steps with the full second
//! derivative solve it to the last digit. A library would only reach the same point in another way.

use super::features::Gradients;
use sarsen_engine::learned::surprise;

/// What is known about the weights before the fit.
pub(super) struct Prior {
    /// The old weights.
    pub(super) centre: Vec<f64>,
    /// The expected distance between the best weights and the old ones: a standard deviation.
    pub(super) spread: f64,
}

/// The limit of steps of Newton's method.
const STEPS: usize = 100;

/// The limit of times that one step is halved.
const HALVINGS: usize = 30;

/// A smaller step ends the fit, because weights are rounded to whole numbers at the end.
const CLOSE: f64 = 1e-3;

/// The probability of winning, for the logarithm of the odds.
fn probability(odds: f64) -> f64 {
    1.0 / (1.0 + (-odds).exp())
}

/// The mean surprise at the results, with the odds that the values predict.
pub(super) fn error(values: &[f64], results: &[f64], scale: f64) -> f64 {
    let sum: f64 =
        values.iter().zip(results).map(|(value, result)| surprise(value / scale, *result)).sum();
    sum / values.len().max(1) as f64
}

/// The scale with which the values predict the results best, by golden-section search (J. Kiefer,
/// 1953).
pub(super) fn scale(values: &[f64], results: &[f64]) -> f64 {
    let golden = (5_f64.sqrt() - 1.0) / 2.0;
    let (mut low, mut high) = (1_f64.ln(), 1e6_f64.ln());
    while high - low > 1e-4 {
        let (a, b) = (high - golden * (high - low), low + golden * (high - low));
        if error(values, results, a.exp()) < error(values, results, b.exp()) {
            high = b;
        } else {
            low = a;
        }
    }
    f64::midpoint(low, high).exp()
}

/// The most likely weights. The features are those at the weights `from`.
pub(super) fn fit(
    features: &Gradients,
    results: &[f64],
    scale: f64,
    from: &[f64],
    prior: &Prior,
) -> Vec<f64> {
    let count = from.len();
    let tightness = 1.0 / (prior.spread * prior.spread);
    let mut steps = vec![0.0; count];
    let strain = |steps: &[f64]| -> f64 {
        let off = steps.iter().zip(from).zip(&prior.centre).map(|((s, f), c)| s + f - c);
        off.map(|off| off * off * tightness / 2.0).sum()
    };
    let loss = |steps: &[f64]| {
        let values = features.after(steps);
        let surprises = values.zip(results).map(|(value, &result)| surprise(value / scale, result));
        surprises.sum::<f64>() + strain(steps)
    };
    let mut best = loss(&steps);
    for _ in 0..STEPS {
        let mut gradient: Vec<f64> =
            (0..count).map(|at| (steps[at] + from[at] - prior.centre[at]) * tightness).collect();
        let mut curvature = vec![0.0; count * count];
        for at in 0..count {
            curvature[at * count + at] = tightness;
        }
        let values: Vec<f64> = features.after(&steps).collect();
        for ((row, value), &result) in features.rows().zip(&values).zip(results) {
            let p = probability(value / scale);
            let (slope, bend) = ((p - result) / scale, p * (1.0 - p) / (scale * scale));
            for (n, &(a, by)) in row.iter().enumerate() {
                gradient[a as usize] += slope * f64::from(by);
                for &(b, other) in &row[..=n] {
                    curvature[a as usize * count + b as usize] +=
                        bend * f64::from(by) * f64::from(other);
                }
            }
        }
        let Some(step) = solve(curvature, gradient) else { break };
        let far = step.iter().fold(0.0_f64, |far, step| far.max(step.abs()));
        let mut length = 1.0;
        let mut found = false;
        for _ in 0..HALVINGS {
            let next: Vec<f64> = steps.iter().zip(&step).map(|(s, d)| s - length * d).collect();
            let value = loss(&next);
            if value <= best {
                (best, steps, found) = (value, next, true);
                break;
            }
            length /= 2.0;
        }
        if !found || far < CLOSE {
            break;
        }
    }
    steps.iter().zip(from).map(|(step, from)| step + from).collect()
}

/// Solves a linear system by Cholesky's method. `matrix` must be symmetric and positive definite.
/// Only its lower half is used. `None` if it is not positive definite.
fn solve(mut matrix: Vec<f64>, mut right: Vec<f64>) -> Option<Vec<f64>> {
    let count = right.len();
    let at = |row: usize, column: usize| row * count + column;
    for column in 0..count {
        for row in column..count {
            let known: f64 = (0..column).map(|k| matrix[at(row, k)] * matrix[at(column, k)]).sum();
            let rest = matrix[at(row, column)] - known;
            matrix[at(row, column)] = if row == column {
                if rest <= 0.0 {
                    return None;
                }
                rest.sqrt()
            } else {
                rest / matrix[at(column, column)]
            };
        }
    }
    for row in 0..count {
        let known: f64 = (0..row).map(|k| matrix[at(row, k)] * right[k]).sum();
        right[row] = (right[row] - known) / matrix[at(row, row)];
    }
    for row in (0..count).rev() {
        let known: f64 = (row + 1..count).map(|k| matrix[at(k, row)] * right[k]).sum();
        right[row] = (right[row] - known) / matrix[at(row, row)];
    }
    Some(right)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sarsen_core::game::split_mix;

    #[test]
    fn systems_are_solved() {
        let found = solve(vec![4.0, 0.0, 2.0, 3.0], vec![10.0, 8.0]).unwrap();
        assert!((found[0] - 1.75).abs() < 1e-12 && (found[1] - 1.5).abs() < 1e-12, "{found:?}");
        assert!(solve(vec![1.0, 0.0, 2.0, 1.0], vec![1.0, 1.0]).is_none());
    }

    #[test]
    fn surprise_is_right_and_never_overflows() {
        assert!((surprise(0.0, 1.0) - 2_f64.ln()).abs() < 1e-12);
        assert!((surprise(2.0, 1.0) + probability(2.0).ln()).abs() < 1e-12);
        assert!((surprise(1e6, 0.0) - 1e6).abs() < 1e-6);
        assert_eq!(surprise(-1e6, 0.0), 0.0);
    }

    /// Results are drawn with the odds of known weights. The fit, begun with wrong weights, finds
    /// the known ones.
    #[test]
    fn known_weights_are_found_again() {
        let truth = [30.0, -12.0, 5.0, 0.0];
        let from = [10.0, 0.0, 0.0, 20.0];
        let mut state = 7;
        let mut random = || split_mix(&mut state);
        let mut features = Gradients::default();
        let mut results = Vec::new();
        for _ in 0..60_000 {
            let row: Vec<f64> = (0..4).map(|_| (random() % 7) as f64 - 3.0).collect();
            let value = |weights: &[f64]| row.iter().zip(weights).map(|(x, w)| x * w).sum::<f64>();
            let odds = value(&truth) / 50.0;
            let chance = (random() >> 11) as f64 / (1_u64 << 53) as f64;
            results.push(if chance < probability(odds) { 1.0 } else { 0.0 });
            features.push(value(&from), row.iter().map(|&x| x as f32));
        }
        let loose = Prior { centre: from.to_vec(), spread: 1000.0 };
        let found = fit(&features, &results, 50.0, &from, &loose);
        for (found, truth) in found.iter().zip(truth) {
            assert!((found - truth).abs() < 1.0, "{found} instead of {truth}");
        }
        // A tight prior keeps the old weights.
        let tight = Prior { centre: from.to_vec(), spread: 1e-4 };
        let kept = fit(&features, &results, 50.0, &from, &tight);
        assert!(kept.iter().zip(from).all(|(kept, from)| (kept - from).abs() < 0.1), "{kept:?}");
        // The scale that drew the results is found, too.
        let values: Vec<f64> = features.after(&[20.0, -12.0, 5.0, -20.0]).collect();
        let found = scale(&values, &results);
        assert!((found - 50.0).abs() < 2.0, "{found}");
    }
}
