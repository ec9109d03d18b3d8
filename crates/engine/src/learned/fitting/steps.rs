//! How numbers learn from slopes.

/// Numbers that learn from each position (J. Duchi, E. Hazan and Y. Singer, "Adaptive subgradient
/// methods", 2011).
pub(super) struct Adagrad {
    pub(super) numbers: Vec<f32>,
    /// For each, the sum of the squares of its slopes.
    squares: Vec<f32>,
}

impl Adagrad {
    pub(super) fn new(numbers: Vec<f32>) -> Self {
        Self { squares: vec![1.0; numbers.len()], numbers }
    }

    #[inline(always)]
    pub(super) fn step(&mut self, at: usize, slope: f32, rate: f32) {
        self.squares[at] += slope * slope;
        self.numbers[at] -= rate * slope / self.squares[at].sqrt();
    }
}

/// Numbers are changed this many at a time.
pub(super) const LANES: usize = 8;

pub(super) type UnitLanes = [f32; LANES];

/// The moments of Adam.
const MOMENTS: [f32; 2] = [0.9, 0.999];

/// Numbers that learn from each batch (D. Kingma and J. Ba, "Adam: a method for stochastic
/// optimization", 2015).
pub(super) struct Adam {
    pub(super) numbers: Vec<UnitLanes>,
    /// The sums of the slopes of a batch.
    pub(super) slopes: Vec<UnitLanes>,
    means: Vec<UnitLanes>,
    squares: Vec<UnitLanes>,
    /// No absolute value exceeds this.
    most: f32,
}

/// A step of Adam.
#[derive(Clone, Copy)]
pub(super) struct AdamStep {
    rate: f32,
    by_position: f32,
}

impl AdamStep {
    /// The step after so many batches, the last one of so many positions.
    pub(super) fn new(rate: f32, positions: usize, batches: i32) -> Self {
        let [a, b] = MOMENTS.map(|moment| 1.0 - moment.powi(batches));
        Self { rate: rate * b.sqrt() / a, by_position: 1.0 / positions as f32 }
    }
}

impl Adam {
    pub(super) fn new(numbers: Vec<UnitLanes>, most: f32) -> Self {
        let none = vec![[0.0; LANES]; numbers.len()];
        Self { numbers, slopes: none.clone(), means: none.clone(), squares: none, most }
    }

    /// Changes the numbers that have slopes. The moments of the others wait.
    #[inline(always)]
    pub(super) fn step(&mut self, step: AdamStep) {
        let most = self.most;
        let moments = self.means.iter_mut().zip(&mut self.squares);
        for ((numbers, slopes), (means, squares)) in
            self.numbers.iter_mut().zip(&mut self.slopes).zip(moments)
        {
            if slopes.iter().fold(0, |bits, slope| bits | slope.to_bits()) == 0 {
                continue;
            }
            // Copies stay in vectors.
            let own = slopes.map(|slope| slope * step.by_position);
            let (mut mean, mut square, mut number) = (*means, *squares, *numbers);
            for lane in 0..LANES {
                let (one, two) = (own[lane], own[lane] * own[lane]);
                mean[lane] = or_none(mean[lane] + (1.0 - MOMENTS[0]) * (one - mean[lane]));
                square[lane] = or_none(square[lane] + (1.0 - MOMENTS[1]) * (two - square[lane]));
                number[lane] -= step.rate * mean[lane] / (square[lane].sqrt() + 1e-8);
                number[lane] = number[lane].max(-most).min(most);
            }
            (*means, *squares, *numbers, *slopes) = (mean, square, number, [0.0; LANES]);
        }
    }
}

/// The number, or nothing if it is so small that the processor would take long to compute with it.
#[inline(always)]
fn or_none(number: f32) -> f32 {
    const LEAST: f32 = 1e-30;
    if number.abs() < LEAST { 0.0 } else { number }
}
