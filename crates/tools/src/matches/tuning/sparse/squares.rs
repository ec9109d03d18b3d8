//! The weights with the least squares of errors, by conjugate gradients (M. Hestenes and E.
//! Stiefel, 1952).
//!
//! The problem is linear but large: a million weights, some millions of positions. Each step takes
//! two walks through all positions. The weights are scaled by how often they count, so that rare
//! ones do not slow the rest down.

use super::rows::ActiveRows;

/// The limit of steps.
pub(super) const STEPS: usize = 300;

/// The fit ends when the gradient is this part of what it was at first.
const CLOSE: f64 = 1e-3;

/// The weights that predict the scores best. Each weight is held near its old value, as if that
/// value had been right in `prior` more positions. It stays as it is if `kept` says so. Calls
/// `go_on` with the number of steps. The answer says whether to go on.
pub(super) fn fit(
    rows: &ActiveRows,
    old: &[f64],
    kept: &[bool],
    prior: f64,
    go_on: &mut dyn FnMut(usize) -> bool,
) -> Vec<f64> {
    let count = old.len();
    let scale = |(counts, &is_kept): (f64, &bool)| match is_kept {
        true => 0.0,
        false => (counts + prior).sqrt().recip(),
    };
    let scales: Vec<f64> = rows.counts(count).into_iter().zip(kept).map(scale).collect();
    // What the old weights leave of the scores, and how far the new ones are from them.
    let mut left: Vec<f64> =
        rows.sums(old).zip(&rows.scores).map(|(sum, score)| score - sum).collect();
    let mut moved = vec![0.0; count];
    let slope = |left: &[f64], moved: &[f64]| -> Vec<f64> {
        let mut slope = rows.spread(left, count);
        for ((slope, moved), scale) in slope.iter_mut().zip(moved).zip(&scales) {
            *slope = scale * (*slope - prior * moved);
        }
        slope
    };
    let mut steepest = slope(&left, &moved);
    let mut way = steepest.clone();
    let mut size = square(&steepest);
    let enough = size * CLOSE * CLOSE;
    for step in 0..STEPS {
        if size <= enough || !go_on(step) {
            break;
        }
        let scaled: Vec<f64> = way.iter().zip(&scales).map(|(way, scale)| way * scale).collect();
        let by: Vec<f64> = rows.sums(&scaled).collect();
        let length = size / (square(&by) + prior * square(&scaled));
        moved.iter_mut().zip(&scaled).for_each(|(moved, scaled)| *moved += length * scaled);
        left.iter_mut().zip(&by).for_each(|(left, by)| *left -= length * by);
        steepest = slope(&left, &moved);
        let next = square(&steepest);
        let keep = next / size;
        way.iter_mut().zip(&steepest).for_each(|(way, steep)| *way = steep + keep * *way);
        size = next;
    }
    old.iter().zip(&moved).map(|(old, moved)| old + moved).collect()
}

/// The sum of the squares.
fn square(numbers: &[f64]) -> f64 {
    numbers.iter().map(|number| number * number).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use sarsen_core::game::split_mix;

    /// Positions whose scores are sums of known weights. A weight may count twice.
    fn made_up(positions: usize) -> (ActiveRows, Vec<f64>) {
        let mut state = 11;
        let truth: Vec<f64> =
            (0..200).map(|_| (split_mix(&mut state) % 2001) as f64 - 1000.0).collect();
        let mut rows = ActiveRows::default();
        for _ in 0..positions {
            let row: Vec<u32> = (0..8).map(|_| (split_mix(&mut state) % 200) as u32).collect();
            rows.push(&row, row.iter().map(|&at| truth[at as usize]).sum());
        }
        (rows, truth)
    }

    #[test]
    fn known_weights_are_found_again() {
        let (rows, truth) = made_up(5000);
        let found = fit(&rows, &[0.0; 200], &[false; 200], 1e-6, &mut |_| true);
        for (found, truth) in found.iter().zip(&truth) {
            assert!((found - truth).abs() < 3.0, "{found} instead of {truth}");
        }
        assert!(rows.error(&found) < 3.0 && rows.error(&[0.0; 200]) > 1000.0);
        assert_eq!(found, fit(&rows, &[0.0; 200], &[false; 200], 1e-6, &mut |_| true));
    }

    #[test]
    fn what_is_never_seen_stays_and_what_is_rare_hardly_moves() {
        let mut rows = ActiveRows::default();
        rows.push(&[0, 1], 90.0);
        let found = fit(&rows, &[10.0, 20.0, 30.0], &[false; 3], 1.0, &mut |_| true);
        // A third of the error of 60 stays, and each of two weights takes a third.
        assert!((found[0] - 30.0).abs() < 0.1 && (found[1] - 40.0).abs() < 0.1, "{found:?}");
        assert_eq!(found[2], 30.0);
        let held = fit(&rows, &[10.0, 20.0, 30.0], &[false; 3], 1e9, &mut |_| true);
        assert!((held[0] - 10.0).abs() < 1e-3, "{held:?}");
        let kept = fit(&rows, &[10.0, 20.0, 30.0], &[true, false, false], 1.0, &mut |_| true);
        assert!(kept[0] == 10.0 && (kept[1] - 50.0).abs() < 0.1, "{kept:?}");
    }

    #[test]
    fn it_ends_when_it_has_to() {
        let (rows, _) = made_up(500);
        let mut steps = 0;
        fit(&rows, &[0.0; 200], &[false; 200], 1.0, &mut |step| {
            steps = step;
            step < 3
        });
        assert_eq!(steps, 3);
    }
}
