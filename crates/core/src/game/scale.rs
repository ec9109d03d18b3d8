//! What the points of an evaluator mean to people.

use super::value::Value;

/// What the points of an evaluator mean.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scale {
    /// The number of points that multiply the odds of winning by e (2.7). At least 1.
    pub odds: Value,
    /// What people count instead of points, and how many points one of it is worth: `discs`, for
    /// example. None if people count nothing of the kind.
    pub unit: Option<(Value, &'static str)>,
}

impl Scale {
    /// So many points, whoever has them, as people count: `14 points`, `2.5 discs`.
    #[must_use]
    pub fn amount(&self, points: Value) -> String {
        match (self.unit, points.unsigned_abs()) {
            (Some((worth, name)), points) => {
                format!("{:.1} {name}", f64::from(points) / f64::from(worth.max(1)))
            }
            (None, 1) => "1 point".to_owned(),
            (None, points) => format!("{points} points"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_told_as_people_count() {
        let amounts = |unit| [0, 1, -250].map(|points| Scale { odds: 1, unit }.amount(points));
        assert_eq!(amounts(None), ["0 points", "1 point", "250 points"]);
        assert_eq!(amounts(Some((100, "discs"))), ["0.0 discs", "0.0 discs", "2.5 discs"]);
    }
}
