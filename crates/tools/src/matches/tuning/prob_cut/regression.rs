//! A line through points, by least squares.

/// The line `y = slope * x + offset` through points.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct StraightLine {
    pub(super) slope: f64,
    pub(super) offset: f64,
    /// The standard deviation of the points from the line.
    pub(super) deviation: f64,
    /// The correlation of `x` and `y`.
    pub(super) correlation: f64,
}

/// The line with the least squares of errors. None if there are fewer than three points, or all
/// have the same `x`.
pub(super) fn line(points: &[(f64, f64)]) -> Option<StraightLine> {
    let count = points.len() as f64;
    if points.len() < 3 {
        return None;
    }
    let mean = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / count;
    let (x_mean, y_mean) = (mean(|point| point.0), mean(|point| point.1));
    let (mut xx, mut xy, mut yy) = (0.0, 0.0, 0.0);
    for (x, y) in points {
        let (x, y) = (x - x_mean, y - y_mean);
        xx += x * x;
        xy += x * y;
        yy += y * y;
    }
    if xx == 0.0 {
        return None;
    }
    let slope = xy / xx;
    let deviation = ((yy - slope * xy).max(0.0) / (count - 2.0)).sqrt();
    let correlation = if yy == 0.0 { 0.0 } else { xy / (xx * yy).sqrt() };
    Some(StraightLine { slope, offset: y_mean - slope * x_mean, deviation, correlation })
}

#[cfg(test)]
mod tests {
    use super::*;
    use sarsen_core::game::split_mix;

    /// About normally distributed, with a standard deviation of 1: the sum of twelve numbers from 0
    /// to 1 has this variance.
    fn normal(state: &mut u64) -> f64 {
        let part = |state: &mut u64| (split_mix(state) >> 11) as f64 / (1u64 << 53) as f64;
        (0..12).map(|_| part(state)).sum::<f64>() - 6.0
    }

    #[test]
    fn a_perfect_line_is_found() {
        let points: Vec<_> = (0..50).map(|x| (f64::from(x), 1.5 * f64::from(x) - 7.0)).collect();
        let found = line(&points).unwrap();
        assert!((found.slope - 1.5).abs() < 1e-9 && (found.offset + 7.0).abs() < 1e-9);
        assert!(found.deviation < 1e-6 && found.correlation > 1.0 - 1e-9);
    }

    #[test]
    fn known_numbers_come_back_out_of_noise() {
        for (slope, offset, deviation) in [(0.9, 12.0, 30.0), (1.3, -40.0, 5.0), (1.0, 0.0, 200.0)]
        {
            let mut state = 7;
            let points: Vec<_> = (0..20_000)
                .map(|_| {
                    let x = 150.0 * normal(&mut state);
                    (x, slope * x + offset + deviation * normal(&mut state))
                })
                .collect();
            let found = line(&points).unwrap();
            assert!((found.slope - slope).abs() < 0.03, "{found:?}");
            // Four standard errors.
            assert!((found.offset - offset).abs() < 4.0 * deviation / 141.0, "{found:?}");
            assert!((found.deviation / deviation - 1.0).abs() < 0.03, "{found:?}");
        }
    }

    #[test]
    fn nothing_comes_out_of_nothing() {
        assert_eq!(line(&[]), None);
        assert_eq!(line(&[(0.0, 1.0), (1.0, 2.0)]), None);
        assert_eq!(line(&[(3.0, 1.0), (3.0, 2.0), (3.0, 9.0)]), None);
    }
}
