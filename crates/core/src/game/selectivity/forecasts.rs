//! How well a shallow search predicts a deep one: what Multi-ProbCut needs to know of an evaluator.

use serde::{Deserialize, Serialize};

use crate::game::weights::line_at;

/// No forecast is about a deeper search, in plies.
pub const DEEPEST_FORECAST: u32 = 60;

/// No forecast is about a game that has more plies left.
const MOST_LEFT: u32 = 10_000;

/// The limit for offsets and deviations, in points.
const MOST_POINTS: f64 = 1e8;

/// What the value of a shallow search says about that of a deep one at the same position: the deep
/// value is about `slope * shallow value + offset`. The error of this is normally distributed.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Forecast {
    /// It holds if at least and at most this many plies of the game are left, as
    /// [`Position::plies_left`](crate::game::Position::plies_left) says.
    pub left: [u32; 2],
    /// The depth of the deep search, in plies.
    pub deep: u32,
    /// The depth of the shallow search, in plies. 0 is the evaluation alone.
    pub shallow: u32,
    /// How much the deep value rises with the shallow one.
    pub slope: f64,
    /// The deep value where the shallow one is 0, in points.
    pub offset: f64,
    /// The standard deviation of the error, in points.
    pub deviation: f64,
}

impl Forecast {
    /// What is wrong with it.
    fn problem(&self) -> Option<&'static str> {
        let is_size = |points: f64| points.abs() <= MOST_POINTS;
        if self.left[0] > self.left[1] || self.left[1] > MOST_LEFT {
            Some("'left' has the least and the most plies left, up to 10000")
        } else if self.shallow >= self.deep || self.deep > DEEPEST_FORECAST {
            Some("'shallow' is less than 'deep', which is at most 60")
        } else if !(0.01..=100.0).contains(&self.slope) {
            Some("'slope' is a number from 0.01 to 100")
        } else if !is_size(self.offset) || !is_size(self.deviation) || self.deviation < 0.0 {
            Some("'offset' and 'deviation' are points, and no deviation is below 0")
        } else {
            None
        }
    }
}

/// The forecasts of an evaluator, for all depths and all stages of the game.
///
/// ```
/// use sarsen_core::game::Forecasts;
///
/// let text = "forecasts = [
///   { left = [20, 40], deep = 4, shallow = 2, slope = 1.02, offset = -3.5, deviation = 41.0 },
/// ]";
/// let forecasts = Forecasts::parse(text)?;
/// assert_eq!(forecasts.find(30, 4)[0].shallow, 2);
/// assert!(forecasts.find(30, 5).is_empty() && forecasts.find(41, 4).is_empty());
/// assert_eq!(Forecasts::parse(&forecasts.to_string())?, forecasts);
/// # Ok::<(), sarsen_core::game::ForecastsError>(())
/// ```
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(try_from = "Vec<Forecast>", into = "Vec<Forecast>")]
pub struct Forecasts {
    /// All of them, as they were given.
    given: Vec<Forecast>,
    /// Those of each stage and depth, one group after another. In a group, shallow ones come first.
    sorted: Vec<Forecast>,
    /// For each number of plies left, the number of its stage. Beyond, there are no forecasts.
    stages: Vec<usize>,
    /// Where the groups of `sorted` begin: for each stage, one for each depth, and the end.
    starts: Vec<usize>,
    /// The number of depths of each stage.
    depths: usize,
}

/// Forecasts that cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ForecastsError {
    /// The text is no list of forecasts.
    #[error("line {line}: {problem}")]
    Text {
        /// The line, counted from 1.
        line: usize,
        /// What is wrong there.
        problem: String,
    },
    /// A forecast cannot be true.
    #[error("forecast {number}: {problem}")]
    Forecast {
        /// Its number, from 1.
        number: usize,
        /// What is wrong with it.
        problem: &'static str,
    },
}

/// The text of forecasts.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ForecastsText {
    forecasts: Vec<Forecast>,
}

impl Forecasts {
    /// Puts forecasts in order.
    ///
    /// # Errors
    ///
    /// If one of them cannot be true.
    pub fn new(given: Vec<Forecast>) -> Result<Self, ForecastsError> {
        for (forecast, number) in given.iter().zip(1..) {
            if let Some(problem) = forecast.problem() {
                return Err(ForecastsError::Forecast { number, problem });
            }
        }
        let mut all = Self { given, ..Self::default() };
        all.depths = all.given.iter().map(|one| one.deep as usize + 1).max().unwrap_or(0);
        let most = all.given.iter().map(|one| one.left[1] + 1).max().unwrap_or(0);
        let mut last: Option<Vec<Forecast>> = None;
        for left in 0..most {
            let holds = |one: &&Forecast| (one.left[0]..=one.left[1]).contains(&left);
            let mut held: Vec<Forecast> = all.given.iter().filter(holds).copied().collect();
            held.sort_by_key(|one| (one.deep, one.shallow));
            if last.as_ref() != Some(&held) {
                all.add_stage(&held);
                last = Some(held);
            }
            all.stages.push(all.starts.len() / (all.depths + 1) - 1);
        }
        Ok(all)
    }

    /// Adds the forecasts of the next stage.
    fn add_stage(&mut self, held: &[Forecast]) {
        for deep in 0..=self.depths {
            let before = held.partition_point(|one| (one.deep as usize) < deep);
            self.starts.push(self.sorted.len() + before);
        }
        self.sorted.extend_from_slice(held);
    }

    /// Reads forecasts. The text is TOML: a list `forecasts` of tables with the fields of
    /// [`Forecast`]. `sarsen tune prob-cut` writes it.
    ///
    /// # Errors
    ///
    /// If the text is something else, or one of the forecasts cannot be true.
    pub fn parse(text: &str) -> Result<Self, ForecastsError> {
        let read: Result<ForecastsText, _> = toml_edit::de::from_str(text);
        let read = read.map_err(|error| ForecastsError::Text {
            line: line_at(text, error.span().map_or(0, |span| span.start)),
            problem: error.message().lines().collect::<Vec<_>>().join(", "),
        })?;
        Self::new(read.forecasts)
    }

    /// The forecasts for a search to `depth` plies if `left` plies of the game are left. Those from
    /// the shallowest searches come first.
    #[inline]
    #[must_use]
    pub fn find(&self, left: u32, depth: u32) -> &[Forecast] {
        let Some(&stage) = self.stages.get(left as usize) else { return &[] };
        let depth = depth as usize;
        if depth >= self.depths {
            return &[];
        }
        let at = stage * (self.depths + 1) + depth;
        &self.sorted[self.starts[at]..self.starts[at + 1]]
    }

    /// All of them, as they were given.
    pub fn iter(&self) -> impl Iterator<Item = &Forecast> {
        self.given.iter()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.given.is_empty()
    }

    /// The least depth of a search that one of them is about. None if there is no forecast.
    #[must_use]
    pub fn least_depth(&self) -> Option<u32> {
        self.given.iter().map(|forecast| forecast.deep).min()
    }
}

impl TryFrom<Vec<Forecast>> for Forecasts {
    type Error = ForecastsError;

    fn try_from(given: Vec<Forecast>) -> Result<Self, ForecastsError> {
        Self::new(given)
    }
}

impl From<Forecasts> for Vec<Forecast> {
    fn from(forecasts: Forecasts) -> Self {
        forecasts.given
    }
}

impl std::fmt::Display for Forecasts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(f, "forecasts = [")?;
        for Forecast { left: [least, most], deep, shallow, slope, offset, deviation } in self.iter()
        {
            writeln!(
                f,
                "  {{ left = [{least}, {most}], deep = {deep}, shallow = {shallow}, \
                 slope = {slope:?}, offset = {offset:?}, deviation = {deviation:?} }},"
            )?;
        }
        writeln!(f, "]")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn forecast(left: [u32; 2], deep: u32, shallow: u32) -> Forecast {
        Forecast { left, deep, shallow, slope: 1.0, offset: 0.0, deviation: 10.0 }
    }

    #[test]
    fn each_stage_and_depth_has_its_own() {
        let given = vec![
            forecast([5, 9], 6, 4),
            forecast([5, 9], 6, 2),
            forecast([8, 12], 6, 3),
            forecast([5, 9], 3, 1),
            forecast([14, 14], 2, 0),
        ];
        let forecasts = Forecasts::new(given.clone()).unwrap();
        for left in 0..20 {
            for depth in 0..10 {
                let mut expected: Vec<Forecast> = given.clone();
                expected.retain(|one| one.left[0] <= left && left <= one.left[1]);
                expected.retain(|one| one.deep == depth);
                expected.sort_by_key(|one| one.shallow);
                assert_eq!(forecasts.find(left, depth), expected, "{left} left, depth {depth}");
            }
        }
        assert_eq!(forecasts.least_depth(), Some(2));
        assert!(forecasts.find(u32::MAX, u32::MAX).is_empty());
        let none = Forecasts::new(Vec::new()).unwrap();
        assert!(none.find(0, 0).is_empty() && none.least_depth().is_none());
    }

    #[test]
    fn what_is_wrong_is_told() {
        let line = |fields: &str| format!("forecasts = [\n  {{ {fields} }},\n]\n");
        let good =
            "left = [1, 2], deep = 4, shallow = 2, slope = 1.0, offset = 0.5, deviation = 9.0";
        assert_eq!(Forecasts::parse(&line(good)).unwrap().iter().count(), 1);
        for (from, to, part) in [
            ("[1, 2]", "[3, 2]", "forecast 1: 'left' has"),
            ("[1, 2]", "[1, 99999999]", "forecast 1: 'left' has"),
            ("[1, 2]", "[1]", "line 2: "),
            ("deep = 4", "deep = 2", "forecast 1: 'shallow' is"),
            ("deep = 4", "deep = 61", "forecast 1: 'shallow' is"),
            ("deep = 4", "deep = -4", "line 2: "),
            ("slope = 1.0", "slope = nan", "forecast 1: 'slope' is"),
            ("slope = 1.0", "slope = 0.0", "forecast 1: 'slope' is"),
            ("slope = 1.0", "slop = 1.0", "line 2: "),
            ("offset = 0.5", "offset = inf", "forecast 1: 'offset' and"),
            ("deviation = 9.0", "deviation = -9.0", "forecast 1: 'offset' and"),
            ("deviation = 9.0", "deviation = \"x\"", "line 2: "),
        ] {
            let error = Forecasts::parse(&line(&good.replace(from, to))).unwrap_err().to_string();
            assert!(error.contains(part), "{to}: {error}");
        }
        for text in ["", "forecasts = 1", "turn = 9", "forecasts = []\nmore = 1", "\u{0}"] {
            let error = Forecasts::parse(text).unwrap_err().to_string();
            assert!(error.starts_with("line 1: ") || error.starts_with("line 2: "), "{error}");
        }
    }
}
