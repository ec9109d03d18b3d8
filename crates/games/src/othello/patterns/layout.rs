//! Where the weights of all patterns are: in the tables of the evaluator, and in the file.
//!
//! In the tables, each state of a shape has a weight of its own, so that it is found at once. In
//! the file, a state shares its weight with its mirror image.

use std::ops::Range;
use std::sync::LazyLock;

use super::counts::{self, COUNTS};
use super::shapes::{FIRST, SHAPES};

/// The states of all shapes.
const SHAPED: usize = FIRST[SHAPES.len()];

/// The entries of a stage: the states of all shapes, then the counts.
pub(super) const STATES: usize = SHAPED + COUNTS;

/// The stages of the game. Each has its own weights.
pub(super) const STAGES: usize = 10;

/// Which weight of the file belongs to each entry.
pub(super) struct PatternLayout {
    /// For each entry of a stage, its weight among those of the stage.
    pub(super) weights: Vec<u32>,
    /// The kinds of weights, and where those of a stage are.
    pub(super) kinds: Vec<(&'static str, Range<usize>)>,
    /// The number of weights of a stage in the file.
    pub(super) count: usize,
    /// A line that says all this. Files with another line mean something else.
    pub(super) text: String,
}

/// The layout of all evaluators of this kind.
pub(super) fn layout() -> &'static PatternLayout {
    static LAYOUT: LazyLock<PatternLayout> = LazyLock::new(PatternLayout::new);
    &LAYOUT
}

/// The stage with this many discs on the board. The first moves of a game are one stage, since
/// little happens in them. Then a stage begins after five discs each.
#[inline(always)]
pub(super) const fn stage(discs: u32) -> usize {
    let stage = discs.saturating_sub(12) as usize / 5;
    if stage < STAGES { stage } else { STAGES - 1 }
}

impl PatternLayout {
    fn new() -> Self {
        let mut weights = Vec::with_capacity(STATES);
        let mut kinds = Vec::new();
        let mut count = 0;
        for shape in &SHAPES {
            let (first, least) = (weights.len(), count);
            for (state, image) in shape.reflected().into_iter().enumerate() {
                if image < state {
                    weights.push(weights[first + image]);
                } else {
                    weights.push(count);
                    count += 1;
                }
            }
            kinds.push((shape.name, least as usize..count as usize));
        }
        for (name, range) in counts::ranges() {
            let least = count as usize;
            weights.extend(count..count + range.len() as u32);
            count += range.len() as u32;
            kinds.push((name, least..count as usize));
        }
        let names: Vec<_> = kinds.iter().map(|(name, _)| *name).collect();
        let text = format!("othello 8x8, {STAGES} stages: {}", names.join(" "));
        Self { weights, kinds, count: count as usize, text }
    }
}

/// The entry of a count.
#[inline(always)]
pub(super) const fn entry(count: usize) -> usize {
    SHAPED + count
}

#[cfg(test)]
mod tests {
    use super::super::shapes::POWERS;
    use super::*;

    #[test]
    fn mirror_images_share_a_weight() {
        for (shape, first) in SHAPES.iter().zip(FIRST) {
            let images = shape.reflected();
            let weights = &layout().weights[first..];
            assert_eq!(images.len(), POWERS[shape.squares]);
            for (state, &image) in images.iter().enumerate() {
                assert_eq!(images[image], state, "{} {state}", shape.name);
                assert_eq!(weights[state], weights[image], "{} {state}", shape.name);
            }
        }
    }

    #[test]
    fn stages_follow_each_other() {
        let stages: Vec<_> = (4..=64).map(stage).collect();
        assert_eq!((stages[0], stages[59], stages[60]), (0, STAGES - 1, STAGES - 1));
        assert!(stages.windows(2).all(|pair| pair[1] == pair[0] || pair[1] == pair[0] + 1));
    }
}
