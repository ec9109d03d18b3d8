//! Selectivity: which moves a search reduces, and which nodes it spares. Each game has its own
//! parameters.

mod forecasts;

pub use forecasts::{DEEPEST_FORECAST, Forecast, Forecasts, ForecastsError};

/// How much less deeply a search looks at some branches than at others. If a branch turns out
/// better than expected, it is searched again to the full depth. A proof still looks at everything.
///
/// Late move reductions: moves that come late in the order are rarely best. If a node is to be
/// searched to `d` plies, its move of rank `r` (the first has rank 0) is searched to
/// `ln d * ln r * reduction / 100` plies less, rounded down. On the principal variation, the
/// reduction is one ply smaller. Today's chess programs use such logarithms.
///
/// Internal iterative reductions (E. Schröder): if no good move of a node is known beforehand, the
/// node may not be worth its depth, and its moves are in no good order. So it is searched to one
/// ply less.
///
/// Multi-ProbCut (M. Buro, "ProbCut: an effective selective extension of the alpha-beta algorithm",
/// 1995, and "Experiments with Multi-ProbCut and a new high-quality evaluation function for
/// Othello", 1997): if a shallow search makes it likely enough that a deep one would end outside
/// the window, the deep one is spared. The evaluator has the [`Forecasts`] that this takes
/// ([`Evaluator::forecasts`](crate::game::Evaluator::forecasts)). Without them, nothing is spared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Selectivity {
    /// The least depth of a node in which moves are reduced, in plies.
    pub least_depth: u8,
    /// The number of moves of a node that are never reduced: the first ones.
    pub full_moves: u8,
    /// The size of the reductions, in percent. 0 means full width: all moves are searched to the
    /// same depth.
    pub reduction: u16,
    /// If the table knows no move at a node of this depth in plies, or deeper, the node is searched
    /// to one ply less. 0 switches this off.
    pub unknown_depth: u8,
    /// A node is spared if the value that the shallow search predicts lies outside the window by
    /// this many standard deviations of its error, in hundredths. 0 spares none.
    pub confidence: u16,
}

impl Selectivity {
    /// Full width.
    pub const NONE: Self =
        Self { least_depth: 0, full_moves: 0, reduction: 0, unknown_depth: 0, confidence: 0 };

    /// The default. It has done no harm in any game so far.
    pub const USUAL: Self =
        Self { least_depth: 3, full_moves: 4, reduction: 100, unknown_depth: 5, confidence: 100 };

    /// The same, scaled to this many percent: the reductions are as much larger, and a forecast
    /// needs as much less confidence.
    #[must_use]
    pub fn scaled(self, percent: u32) -> Self {
        let reduction = u32::from(self.reduction) * percent / 100;
        let confidence = match (u32::from(self.confidence) * 100).checked_div(percent) {
            Some(scaled) if self.confidence > 0 => scaled.max(1),
            _ => 0,
        };
        let narrow = |number: u32| u16::try_from(number).unwrap_or(u16::MAX);
        Self { reduction: narrow(reduction), confidence: narrow(confidence), ..self }
    }
}

impl Default for Selectivity {
    fn default() -> Self {
        Self::NONE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_of_it_is_scaled() {
        let usual = Selectivity::USUAL;
        assert_eq!(usual.scaled(100), usual);
        let double = usual.scaled(200);
        assert_eq!((double.reduction, double.confidence), (200, 50));
        let half = usual.scaled(50);
        assert_eq!((half.reduction, half.confidence), (50, 200));
        let none = usual.scaled(0);
        assert_eq!((none.reduction, none.confidence), (0, 0));
        let extreme = usual.scaled(u32::MAX / 1000);
        assert_eq!((extreme.reduction, extreme.confidence), (u16::MAX, 1));
        assert_eq!(Selectivity::NONE.scaled(1), Selectivity::NONE);
    }
}
