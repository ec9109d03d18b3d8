//! Positions with targets, and the fit of a model to them.

use super::alphabet::filled_places;
use super::board_facts::PositionView;
use super::features::{Active, Features};
use super::model::{MOST_ACTIVITY, Model};
use sarsen_core::game::board::PlaceCode;
use sarsen_core::game::{Player, split_mix};
use sarsen_core::sys::processor::{Computation, Processor, run_at_best};

/// Views of positions, and how well they turned out for the one who sees them.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Lesson {
    codes: Vec<PlaceCode>,
    seconds: Vec<bool>,
    /// The points: 1 for a win, 1/2 for a draw.
    targets: Vec<f32>,
}

impl Lesson {
    /// Adds a view with its codes and its target.
    pub fn push(&mut self, codes: &[PlaceCode], is_second: bool, target: f32) {
        self.codes.extend(codes);
        self.seconds.push(is_second);
        self.targets.push(target);
    }

    /// The number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.targets.len()
    }

    /// Whether there is no position.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.targets.is_empty()
    }

    /// The views: the codes of all slots, and whether the players differ and the second one is to
    /// move.
    pub fn views(&self) -> impl Iterator<Item = (&[PlaceCode], bool)> {
        let slots = self.codes.len() / self.len().max(1);
        self.codes.chunks_exact(slots.max(1)).zip(self.seconds.iter().copied())
    }

    /// The same lesson with these targets.
    #[must_use]
    pub fn with_targets(mut self, targets: Vec<f32>) -> Self {
        self.targets = targets;
        self.targets.resize(self.seconds.len(), 0.5);
        self
    }

    /// The features of a position.
    fn active(&self, features: &Features, at: usize, digits: &mut Vec<u8>, out: &mut Active) {
        let slots = features.facts.slots();
        let codes = &self.codes[at * slots..][..slots];
        digits.resize(slots, 0);
        features.alphabet.spell(codes, digits);
        let view = PositionView { eyes: Player::First, is_second: self.seconds[at] };
        let set = features.set(filled_places(&features.facts, codes), view);
        features.active(digits, set, out);
    }
}

/// How to fit.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FitPlan {
    /// How often each position is used.
    pub rounds: usize,
    /// Chooses the order of positions, and what the hidden layer begins with.
    pub seed: u64,
    /// Whether there are tables.
    pub tables: bool,
    /// Whether there is a hidden layer.
    pub hidden: bool,
}

impl Default for FitPlan {
    fn default() -> Self {
        Self { rounds: 8, seed: 1, tables: true, hidden: true }
    }
}

/// How good a model is for positions that took no part in the fit.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct LessonQuality {
    /// The mean surprise at the results, in nats.
    pub error: f64,
    /// The same for one who knows only how the results are on average.
    pub blind: f64,
    /// The standard error of the difference.
    pub noise: f64,
    /// The part of decided positions whose winner the sign of the value names.
    pub named: f64,
    /// The number of positions.
    pub positions: usize,
}

impl LessonQuality {
    /// Whether more was learnt than chance explains: three standard errors.
    #[must_use]
    pub fn is_learnt(&self) -> bool {
        self.positions > 0 && self.blind - self.error > 3.0 * self.noise
    }
}

/// The rate of learning for the tables, at first.
const TABLE_RATE: f32 = 0.03;

/// How much slower a set's own part of the tables learns.
const OWN: f32 = 0.4;

/// The rate of learning for the hidden layer, at first.
const HIDDEN_RATE: f32 = 0.003;

/// The same if the fit goes on from a model.
const FURTHER_RATE: f32 = 0.001;

/// Positions after which the hidden layer changes.
const BATCH: usize = 64;

/// The moments of Adam (D. Kingma and J. Ba, "Adam: a method for stochastic optimization", 2015).
const MOMENTS: [f32; 2] = [0.9, 0.999];

/// The greatest absolute value of an output.
const MOST_OUTPUT: f32 = 16.0;

/// The sum of all inputs that a unit can have, so that it fits 16 bits.
const MOST_SUM: f32 = 120.0;

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
    let mut fitting = Fitting::new(features, from, lesson, plan);
    let mut best = (fitting.model.clone(), LessonQuality::default());
    let all = plan.rounds * lesson.len();
    let mut order: Vec<u32> = (0..lesson.len() as u32).collect();
    let mut random = plan.seed;
    for round in 0..plan.rounds {
        for at in (1..order.len()).rev() {
            order.swap(at, (split_mix(&mut random) % (at as u64 + 1)) as usize);
        }
        for (number, batch) in order.chunks(BATCH).enumerate() {
            let done = round * lesson.len() + number * BATCH;
            if !go_on(done, all) {
                return best;
            }
            let rest = 1.0 - done as f32 / all as f32;
            run_at_best(FitBatch { fitting: &mut fitting, batch, rest });
        }
        let quality = judge(features, &fitting.model, judging);
        if round == 0 || quality.error <= best.1.error {
            best = (fitting.model.clone(), quality);
        }
    }
    best
}

/// How good a model is for a lesson.
#[must_use]
pub fn judge(features: &Features, model: &Model, lesson: &Lesson) -> LessonQuality {
    match lesson.is_empty() {
        true => LessonQuality::default(),
        false => run_at_best(Judging { features, model, lesson }),
    }
}

struct Judging<'a> {
    features: &'a Features,
    model: &'a Model,
    lesson: &'a Lesson,
}

impl Computation for Judging<'_> {
    type Found = LessonQuality;

    #[inline(always)]
    fn run<P: Processor>(self, _: P) -> LessonQuality {
        let Self { features, model, lesson } = self;
        let count = lesson.len() as f64;
        let mean = lesson.targets.iter().map(|&target| f64::from(target)).sum::<f64>() / count;
        let odds = (mean / (1.0 - mean)).ln().clamp(-20.0, 20.0);
        let (mut digits, mut active) = (Vec::new(), Active::default());
        let mut activity = vec![0.0; features.hidden() * features.unit_images.len()];
        let (mut error, mut blind, mut squares) = (0.0, 0.0, 0.0);
        let (mut decided, mut named) = (0, 0);
        for (at, &target) in lesson.targets.iter().enumerate() {
            lesson.active(features, at, &mut digits, &mut active);
            let value = forward(model, features, &active, &mut activity);
            let own = surprise(value.into(), target.into());
            let other = surprise(odds, target.into());
            error += own;
            blind += other;
            squares += (other - own) * (other - own);
            if target != 0.5 {
                decided += 1;
                named += usize::from((value > 0.0) == (target > 0.5));
            }
        }
        let difference = (blind - error) / count;
        let noise = ((squares / count - difference * difference).max(0.0) / count).sqrt();
        LessonQuality {
            error: error / count,
            blind: blind / count,
            noise,
            named: named as f64 / f64::from(decided.max(1)),
            positions: lesson.len(),
        }
    }
}

/// Minus the logarithm of the likelihood of a result, for the logarithm of the odds of winning.
pub fn surprise(odds: f64, result: f64) -> f64 {
    // ln(1 + e^odds) - result * odds, without overflow.
    odds.max(0.0) + (-odds.abs()).exp().ln_1p() - result * odds
}

/// The value of a position. Writes the activity of all units for all images.
#[inline(always)]
fn forward(model: &Model, features: &Features, active: &Active, activity: &mut [f32]) -> f32 {
    let hidden = features.hidden();
    let mut value = 0.0;
    for (image, activity) in features.unit_images.iter().zip(activity.chunks_exact_mut(hidden)) {
        model.activity(features, active, image, activity);
        let tells = activity.iter().zip(&model.outputs);
        value += tells.map(|(a, output)| a.clamp(0.0, MOST_ACTIVITY) * output).sum::<f32>();
    }
    value + model.tabled(active)
}

/// A fit in progress.
struct Fitting<'a> {
    features: &'a Features,
    lesson: &'a Lesson,
    plan: FitPlan,
    model: Model,
    /// For each weight of the tables, the sum of the squares of its slopes (J. Duchi, E. Hazan and
    /// Y. Singer, "Adaptive subgradient methods", 2011).
    shared: Vec<f32>,
    own: Vec<f32>,
    bias: Vec<f32>,
    /// The hidden layer: inputs, thresholds and outputs.
    inputs: Adam,
    thresholds: Adam,
    outputs: Adam,
    /// The rate of the hidden layer, at first.
    rate: f32,
    /// The number of batches so far.
    batches: i32,
    digits: Vec<u8>,
    active: Active,
    activity: Vec<f32>,
    slopes: Vec<f32>,
}

impl<'a> Fitting<'a> {
    fn new(features: &'a Features, from: Option<Model>, lesson: &'a Lesson, plan: FitPlan) -> Self {
        let is_new = from.is_none();
        let mut model = from.unwrap_or_else(|| Model::even(features));
        let mut random = !plan.seed;
        // Between -1 and 1.
        let mut any = || (split_mix(&mut random) >> 40) as f32 / (1 << 23) as f32 - 1.0;
        if plan.hidden && is_new {
            let spread = 1.0 / (features.units.len() as f32).sqrt();
            model.inputs.iter_mut().for_each(|input| *input = any() * spread);
            model.thresholds.fill(0.2);
            let spread = 0.5 / (features.unit_images.len() as f32).sqrt();
            model.outputs.iter_mut().for_each(|output| *output = any() * spread);
        }
        let units = features.hidden() * features.unit_images.len();
        Self {
            features,
            lesson,
            plan,
            shared: vec![1.0; model.shared.len()],
            own: vec![1.0; model.own.len()],
            bias: vec![1.0; model.bias.len()],
            inputs: Adam::new(model.inputs.len()),
            thresholds: Adam::new(model.thresholds.len()),
            outputs: Adam::new(model.outputs.len()),
            rate: if is_new { HIDDEN_RATE } else { FURTHER_RATE },
            batches: 0,
            digits: Vec::new(),
            active: Active::default(),
            activity: vec![0.0; units],
            slopes: vec![0.0; features.hidden()],
            model,
        }
    }

    /// Learns from one position. `rest` is the part of the fit that is left.
    #[inline(always)]
    fn learn(&mut self, at: usize, rest: f32) {
        let Self { features, lesson, model, active, .. } = self;
        lesson.active(features, at, &mut self.digits, active);
        let value = forward(model, features, active, &mut self.activity);
        let slope = 1.0 / (1.0 + (-value).exp()) - lesson.targets[at];
        let rate = TABLE_RATE * rest;
        let step = |number: &mut f32, squares: &mut f32, rate: f32| {
            *squares += slope * slope;
            *number -= rate * slope / squares.sqrt();
        };
        step(&mut model.bias[active.set], &mut self.bias[active.set], rate);
        if self.plan.tables {
            let set = active.set * model.shared.len();
            for &weight in &active.weights {
                let weight = weight as usize;
                step(&mut model.shared[weight], &mut self.shared[weight], rate);
                if let Some(own) = model.own.get_mut(set + weight) {
                    step(own, &mut self.own[set + weight], OWN * rate);
                }
            }
        }
        if self.plan.hidden {
            let hidden = self.slopes.len();
            for (image, activity) in
                features.unit_images.iter().zip(self.activity.chunks_exact(hidden))
            {
                for (((by, &a), &output), (out, threshold)) in (self.slopes.iter_mut())
                    .zip(activity)
                    .zip(&model.outputs)
                    .zip(self.outputs.slopes.iter_mut().zip(&mut self.thresholds.slopes))
                {
                    *out += slope * a.clamp(0.0, MOST_ACTIVITY);
                    *by = if a > 0.0 && a < MOST_ACTIVITY { slope * output } else { 0.0 };
                    *threshold += *by;
                }
                for (&unit, &state) in image.iter().zip(&active.states) {
                    let row = features.units[usize::from(unit)].first as usize + usize::from(state);
                    let row = &mut self.inputs.slopes[row * hidden..][..hidden];
                    row.iter_mut().zip(&self.slopes).for_each(|(sum, by)| *sum += by);
                }
            }
        }
    }

    /// Ends a batch: the hidden layer changes.
    #[inline(always)]
    fn end_batch(&mut self, positions: usize, rest: f32) {
        if !self.plan.hidden {
            return;
        }
        self.batches += 1;
        let step = AdamStep::new(self.rate * rest, positions, self.batches);
        let most = MOST_SUM / (self.features.units.len() as f32 + 1.0);
        self.inputs.step(&mut self.model.inputs, step, most);
        self.thresholds.step(&mut self.model.thresholds, step, most);
        self.outputs.step(&mut self.model.outputs, step, MOST_OUTPUT);
    }
}

struct FitBatch<'a, 'b> {
    fitting: &'b mut Fitting<'a>,
    batch: &'b [u32],
    rest: f32,
}

impl Computation for FitBatch<'_, '_> {
    type Found = ();

    #[inline(always)]
    fn run<P: Processor>(self, _: P) {
        for &at in self.batch {
            self.fitting.learn(at as usize, self.rest);
        }
        self.fitting.end_batch(self.batch.len(), self.rest);
    }
}

/// The state of Adam for some numbers.
struct Adam {
    /// The sums of the slopes of a batch.
    slopes: Vec<f32>,
    means: Vec<f32>,
    squares: Vec<f32>,
}

/// A step of Adam.
#[derive(Clone, Copy)]
struct AdamStep {
    rate: f32,
    by_position: f32,
}

impl AdamStep {
    fn new(rate: f32, positions: usize, batches: i32) -> Self {
        let [a, b] = MOMENTS.map(|moment| 1.0 - moment.powi(batches));
        Self { rate: rate * b.sqrt() / a, by_position: 1.0 / positions as f32 }
    }
}

impl Adam {
    fn new(count: usize) -> Self {
        Self { slopes: vec![0.0; count], means: vec![0.0; count], squares: vec![0.0; count] }
    }

    /// Changes the numbers. No absolute value exceeds `most`.
    #[inline(always)]
    fn step(&mut self, numbers: &mut [f32], step: AdamStep, most: f32) {
        let moments = self.means.iter_mut().zip(&mut self.squares);
        for ((number, slope), (mean, square)) in
            numbers.iter_mut().zip(&mut self.slopes).zip(moments)
        {
            let own = *slope * step.by_position;
            *slope = 0.0;
            *mean += (1.0 - MOMENTS[0]) * (own - *mean);
            *square += (1.0 - MOMENTS[1]) * (own * own - *square);
            *number -= step.rate * *mean / (square.sqrt() + 1e-8);
            *number = number.clamp(-most, most);
        }
    }
}
