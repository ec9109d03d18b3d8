//! The fit of a model to a lesson.
//!
//! The model is cut into parts, and several threads share them out, batch by batch. In one step,
//! each part learns from the last batch, and tells of the next one. Between two steps, what the
//! parts tell is added up in a fixed order. So any number of threads gives the same model.

mod batch;
mod part;
mod some_tables;
mod some_units;
mod steps;
mod team;

use super::features::Features;
use super::lesson::Lesson;
use super::model::Model;
use super::quality::LessonQuality;
use batch::BATCH;
use part::ModelPart;
use sarsen_core::game::split_mix;
use team::FitTeam;

/// How to fit.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FitPlan {
    /// How often each position is used.
    pub rounds: usize,
    /// Chooses the order of positions, and what the hidden layer begins with.
    pub seed: u64,
    /// Whether tables learn.
    pub tables: bool,
    /// Whether the hidden layer learns.
    pub hidden: bool,
    /// The number of threads. It changes nothing but the time.
    pub threads: usize,
}

impl Default for FitPlan {
    fn default() -> Self {
        Self { rounds: 8, seed: 1, tables: true, hidden: true, threads: 1 }
    }
}

/// Fits a model to a lesson, beginning with this one or from nothing. After each round, it is
/// judged by another lesson, and the best one is kept. `go_on` gets the number of positions used,
/// of all, and says whether to go on.
///
/// The same arguments give the same model.
pub fn fit(
    features: &Features,
    from: Option<Model>,
    [lesson, judging]: [&Lesson; 2],
    plan: FitPlan,
    go_on: &mut dyn FnMut(usize, usize) -> bool,
) -> (Model, LessonQuality) {
    let is_new = from.is_none();
    let model = from.unwrap_or_else(|| beginning(features, plan));
    let mut best = (model.clone(), LessonQuality::default());
    let all = plan.rounds * lesson.len();
    let mut order: Vec<u32> = (0..lesson.len() as u32).collect();
    let mut random = plan.seed;
    let parts = ModelPart::all(features, &model, is_new).into_iter().map(|part| {
        let learns = match part {
            ModelPart::Bias(_) => true,
            ModelPart::Tables(_) => plan.tables,
            ModelPart::Units(_) => plan.hidden,
        };
        (part, learns)
    });
    FitTeam::new(features, [lesson, judging], parts, plan.threads).run(|leader| {
        for round in 0..plan.rounds {
            for at in (1..order.len()).rev() {
                order.swap(at, (split_mix(&mut random) % (at as u64 + 1)) as usize);
            }
            for (number, batch) in order.chunks(BATCH).enumerate() {
                let done = round * lesson.len() + number * BATCH;
                if !go_on(done, all) {
                    return;
                }
                leader.learn(batch, 1.0 - done as f32 / all as f32);
            }
            let quality = leader.judge();
            if round == 0 || quality.error <= best.1.error {
                leader.write(&mut best.0);
                best.1 = quality;
            }
        }
    });
    best
}

/// How good a model is for a lesson.
#[must_use]
pub fn judge(features: &Features, model: &Model, lesson: &Lesson) -> LessonQuality {
    let parts = ModelPart::all(features, model, false).into_iter().map(|part| (part, false));
    let mut quality = LessonQuality::default();
    FitTeam::new(features, [lesson, lesson], parts, 1).run(|leader| quality = leader.judge());
    quality
}

/// What a fit begins with.
fn beginning(features: &Features, plan: FitPlan) -> Model {
    let mut model = Model::even(features);
    if plan.hidden {
        let mut random = !plan.seed;
        // Between -1 and 1.
        let mut any = || (split_mix(&mut random) >> 40) as f32 / (1 << 23) as f32 - 1.0;
        let spread = 1.0 / (features.units.len() as f32).sqrt();
        model.inputs.iter_mut().for_each(|input| *input = any() * spread);
        model.thresholds.fill(0.2);
        let spread = 0.5 / (features.unit_images.len() as f32).sqrt();
        model.outputs.iter_mut().for_each(|output| *output = any() * spread);
    }
    model
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learned::features::Active;
    use crate::learned::quality::QualitySum;
    use crate::learned::scatter::{Scatter, play_any};
    use crate::learned::{Alphabet, BoardFacts};
    use sarsen_core::game::board::PlaceCode;
    use sarsen_core::game::{Game, Position, Presentation};

    /// The features of a game, and positions of random games with any results.
    fn any_lesson(game: &Scatter) -> (Features, Lesson) {
        let board = game.board().unwrap();
        let facts = BoardFacts::of(Some(board), &game.start()).unwrap();
        let (mut lesson, mut sample, mut random) = (Lesson::default(), Vec::new(), 3);
        for _ in 0..20 {
            let mut position = game.start();
            while position.outcome().is_none() {
                let mut codes = vec![PlaceCode::EMPTY; facts.slots()];
                let view = facts.view(board, &position, &mut codes);
                sample.extend_from_slice(&codes);
                let target = (split_mix(&mut random) % 3) as f32 / 2.0;
                lesson.push(&codes, view.is_second, target);
                play_any(&mut position, &mut random);
            }
        }
        let alphabet = Alphabet::of(&facts, &sample);
        (Features::new(facts, alphabet), lesson)
    }

    fn games() -> [Scatter; 3] {
        [
            Scatter::grid(5, 4),
            Scatter { kinds: 3, alike: false, ..Scatter::grid(8, 4) },
            Scatter { hands: 12, kinds: 6, ..Scatter::grid(5, 3) },
        ]
    }

    #[test]
    fn any_number_of_threads_gives_the_same_model() {
        for game in games() {
            let (features, lesson) = any_lesson(&game);
            let fitted = |threads| {
                let plan = FitPlan { rounds: 2, threads, ..FitPlan::default() };
                fit(&features, None, [&lesson, &lesson], plan, &mut |_, _| true)
            };
            let alone = fitted(1);
            assert!(alone.1.error < alone.1.blind, "{:?}", alone.1);
            for threads in [2, 3, 1000] {
                assert!(fitted(threads) == alone, "{threads} threads");
            }
        }
    }

    #[test]
    fn parts_tell_together_what_the_model_tells() {
        for game in games() {
            let (features, lesson) = any_lesson(&game);
            let plan = FitPlan { rounds: 2, ..FitPlan::default() };
            let (model, quality) = fit(&features, None, [&lesson, &lesson], plan, &mut |_, _| true);
            assert!(judge(&features, &model, &lesson) == quality);
            let mut sum = QualitySum::of(&lesson);
            let (mut digits, mut active) = (vec![0; features.facts.slots()], Active::default());
            for (at, &target) in lesson.targets().iter().enumerate() {
                let set = lesson.spell(&features, at, &mut digits);
                features.active(&digits, set, &mut active);
                sum.add(model.value(&features, &active), target);
            }
            let plain = sum.quality();
            assert_eq!((plain.named, plain.blind), (quality.named, quality.blind));
            assert!((plain.error - quality.error).abs() < 1e-6, "{plain:?} {quality:?}");
        }
    }

    #[test]
    fn a_part_that_does_not_learn_stays_as_it_is() {
        let (features, lesson) = any_lesson(&Scatter::grid(5, 4));
        let fitted = |from, tables, hidden| {
            let plan = FitPlan { rounds: 1, tables, hidden, ..FitPlan::default() };
            fit(&features, from, [&lesson, &lesson], plan, &mut |_, _| true).0
        };
        let even = Model::even(&features);
        let rows = fitted(None, false, true);
        assert!(rows.shared == even.shared && rows.inputs != even.inputs);
        let both = fitted(Some(rows.clone()), true, false);
        assert!(both.shared != even.shared && both.inputs == rows.inputs);
        // Nothing is lost when it ends early.
        let plan = FitPlan::default();
        let (early, _) =
            fit(&features, Some(both.clone()), [&lesson, &lesson], plan, &mut |_, _| false);
        assert!(early == both);
    }
}
