//! The stages of a game and the pairs of depths, with their lines.

use super::regression::line;
use super::values::ValuesByDepth;
use sarsen_core::game::{Forecast, Forecasts};

/// The least number of positions that give a line.
const LEAST_POSITIONS: usize = 40;

/// No line is flatter than this, or steeper than its inverse. Such values predict nothing.
const LEAST_SLOPE: f64 = 0.1;

/// The least depth of a search that is worth a forecast, in plies.
const LEAST_DEEP: u32 = 3;

/// How many shallow searches predict each deep one.
const SHALLOW_SEARCHES: u32 = 2;

/// How positions are grouped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stages {
    /// The number of plies of the game that share a line.
    pub plies: u32,
    /// The depth of the deepest search.
    pub depth: u32,
}

/// A forecast and what it rests on.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FittedForecast {
    /// The forecast.
    pub forecast: Forecast,
    /// The number of positions that it rests on.
    pub positions: usize,
    /// The correlation of shallow and deep values.
    pub correlation: f64,
}

impl Stages {
    /// The pairs of a deep and a shallow search. Both look ahead to the move of the same player,
    /// because the values of odd and even depths differ. The shallow one takes about half as many
    /// plies, so it costs about the square root.
    fn pairs(self) -> impl Iterator<Item = (u32, u32)> {
        (LEAST_DEEP..=self.depth).flat_map(|deep| {
            let most = deep / 2 - (deep / 2 + deep) % 2;
            let most = if most == 0 { deep % 2 } else { most };
            let of_parity = (0..SHALLOW_SEARCHES).filter_map(move |n| most.checked_sub(2 * n));
            of_parity.filter(|&shallow| shallow > 0).map(move |shallow| (deep, shallow))
        })
    }
}

/// The forecasts that fit the values of positions. A stage with few positions gets none.
#[must_use]
pub fn forecasts(values: &[ValuesByDepth], stages: Stages) -> Vec<FittedForecast> {
    let width = stages.plies.max(1);
    let most = values.iter().map(|one| one.left).max().unwrap_or(0);
    let mut found = Vec::new();
    for stage in 0..=most / width {
        let left = [stage * width, stage * width + width - 1];
        let inside = |one: &&ValuesByDepth| (left[0]..=left[1]).contains(&one.left);
        let inside: Vec<&ValuesByDepth> = values.iter().filter(inside).collect();
        let pairs = stages.pairs();
        found.extend(pairs.filter_map(|(deep, shallow)| fit(&inside, left, deep, shallow)));
    }
    found
}

/// The forecast for one stage and one pair of depths.
fn fit(
    values: &[&ValuesByDepth],
    left: [u32; 2],
    deep: u32,
    shallow: u32,
) -> Option<FittedForecast> {
    // The search spares no node whose search reaches the end of the game.
    let counts = |one: &&&ValuesByDepth| one.left > deep;
    let point = |one: &&ValuesByDepth| Some((one.at(shallow)?, one.at(deep)?));
    let points: Vec<(f64, f64)> = values.iter().filter(counts).filter_map(point).collect();
    if points.len() < LEAST_POSITIONS {
        return None;
    }
    let line = line(&points)?;
    if !(LEAST_SLOPE..=LEAST_SLOPE.recip()).contains(&line.slope) {
        return None;
    }
    let round = |number: f64, digits: f64| (number * digits).round() / digits;
    let forecast = Forecast {
        left,
        deep,
        shallow,
        slope: round(line.slope, 1000.0),
        offset: round(line.offset, 10.0),
        deviation: round(line.deviation, 10.0),
    };
    Some(FittedForecast { forecast, positions: points.len(), correlation: line.correlation })
}

/// Forecasts as a file, with lines of comments before them.
///
/// # Panics
///
/// Never: fitted forecasts are within the limits of a file.
#[must_use]
pub fn text(fitted: &[FittedForecast], comments: &str) -> String {
    let forecasts = fitted.iter().map(|one| one.forecast).collect();
    let forecasts = Forecasts::new(forecasts).expect("fitted forecasts are within the limits");
    let comments: String = comments.lines().map(|line| format!("# {line}\n")).collect();
    format!("{comments}{forecasts}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shallow_search_takes_half_the_plies() {
        let pairs: Vec<_> = Stages { plies: 10, depth: 9 }.pairs().collect();
        let expected =
            [(3, 1), (4, 2), (5, 1), (6, 2), (7, 3), (7, 1), (8, 4), (8, 2), (9, 3), (9, 1)];
        assert_eq!(pairs, expected);
    }

    #[test]
    fn each_stage_has_its_own_line() {
        // At each depth the value is what it is at depth 0, times a factor of the stage.
        let values: Vec<ValuesByDepth> = (0..200)
            .map(|number| {
                let left = 5 + number % 2 * 10;
                let at = |depth: i32| Some((number as i32 - 100) * (1 + depth * left as i32));
                ValuesByDepth { left, values: (0..=4).map(at).collect() }
            })
            .collect();
        let found = forecasts(&values, Stages { plies: 10, depth: 4 });
        let slope = |left: u32, deep: u32, shallow: u32| {
            let of = |depth: u32| f64::from(1 + depth * left);
            (of(deep) / of(shallow) * 1000.0).round() / 1000.0
        };
        let expected =
            [([0, 9], 5, 3, 1), ([0, 9], 5, 4, 2), ([10, 19], 15, 3, 1), ([10, 19], 15, 4, 2)];
        assert_eq!(found.len(), expected.len());
        for (one, (left, exactly, deep, shallow)) in found.iter().zip(expected) {
            let Forecast { slope: found, offset, deviation, .. } = one.forecast;
            assert_eq!(
                (one.forecast.left, one.forecast.deep, one.forecast.shallow),
                (left, deep, shallow)
            );
            assert_eq!((found, offset, deviation), (slope(exactly, deep, shallow), 0.0, 0.0));
            assert_eq!(one.positions, 100);
        }
        let written = text(&found, "first\nsecond");
        assert!(written.starts_with("# first\n# second\nforecasts = [\n"));
        let read = Forecasts::parse(&written).unwrap();
        assert_eq!(read.iter().count(), 4);
        assert!(forecasts(&values[..30], Stages { plies: 10, depth: 4 }).is_empty());
    }
}
