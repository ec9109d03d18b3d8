//! Small groups of neighbouring places: runs in a straight line, and blocks.

use super::alphabet::Alphabet;
use super::board_facts::{BoardFacts, BoardSlot};
use super::reading::Reading;

/// The greatest number of contents of a group. Larger groups are cut into pieces.
const MOST_CONTENTS: usize = 20_000;

/// Runs have at least this length, if any run of the board is so long. What shorter ones tell, the
/// hidden layer and the blocks tell as well.
const SHORT: usize = 4;

/// The shortest run of all.
const SHORTEST: usize = 2;

/// Pieces of runs have at most this length.
const PIECE: usize = 4;

/// Places are neighbours up to this distance, as a multiple of the least distance.
const NEAR: f64 = 1.5;

/// The sizes of blocks, the largest first. Only the largest ones with few enough contents are
/// taken: others would cost more time than they tell.
const BLOCKS: [&[[usize; 2]]; 3] = [&[[3, 3]], &[[2, 3], [3, 2]], &[[2, 2]]];

/// A group of neighbouring places, in order.
pub(super) type SlotShape = Vec<BoardSlot>;

/// Groups of the same kind.
pub(super) struct Shapes {
    pub(super) all: Vec<SlotShape>,
    /// How their places are read, as an index of all ways.
    pub(super) reading: usize,
    /// Whether they are pieces of runs. Each lies in one of the runs. Pieces learn faster, because
    /// they have fewer contents. The others have one table each when the evaluator looks them up.
    pub(super) are_pieces: bool,
}

impl Shapes {
    /// The groups of neighbouring places of a board. `readings` are the ways to read it, the most
    /// exact first: it is read as exactly as it can be without cutting runs.
    pub(super) fn of(facts: &BoardFacts, alphabet: &Alphabet, readings: &[Reading]) -> Vec<Self> {
        let lattice = Lattice::of(facts, alphabet);
        let runs = lattice.runs();
        let cut = |reading: &Reading| runs.iter().filter(|run| !fits(run, reading)).count();
        let cuts: Vec<usize> = readings.iter().map(cut).collect();
        let least = cuts.iter().min();
        let reading = cuts.iter().position(|cut| Some(cut) == least).unwrap_or(0);
        let (mut whole, mut pieces) = (Vec::new(), Vec::new());
        for run in runs {
            let mut length = run.len();
            while length > SHORTEST
                && !run.windows(length).all(|part| fits(part, &readings[reading]))
            {
                length -= 1;
            }
            whole.extend(run.windows(length).map(<[BoardSlot]>::to_vec));
            if length > PIECE && length == run.len() {
                pieces.extend(run.windows(PIECE).map(<[BoardSlot]>::to_vec));
            }
        }
        let mut found = vec![Self { all: whole, reading, are_pieces: false }];
        let blocks = BLOCKS.into_iter().find_map(|sizes| {
            let all = lattice.blocks(sizes);
            let fit = |reading: &Reading| all.iter().all(|block| fits(block, reading));
            // Blocks are read at most as exactly as runs.
            let reading = readings[..=reading].iter().position(fit);
            let reading = reading.filter(|_| !all.is_empty())?;
            Some(Self { all, reading, are_pieces: false })
        });
        found.extend(blocks);
        found.push(Self { all: pieces, reading, are_pieces: true });
        found
    }
}

/// Whether a shape has few enough contents.
fn fits(shape: &[BoardSlot], reading: &Reading) -> bool {
    let multiply = |product: usize, &slot: &BoardSlot| product.checked_mul(reading.base(slot));
    shape.iter().try_fold(1, multiply).is_some_and(|contents| contents <= MOST_CONTENTS)
}

/// The places of a board that tell something, and the steps from neighbour to neighbour.
struct Lattice {
    places: Vec<(BoardSlot, [f64; 2])>,
    /// One of each two opposite steps. The shortest ones come first.
    steps: Vec<[f64; 2]>,
}

/// How far apart two numbers may be that mean the same.
const CLOSE: f64 = 0.02;

impl Lattice {
    fn of(facts: &BoardFacts, alphabet: &Alphabet) -> Self {
        let centre = |&slot: &BoardSlot| Some((slot, facts.centres[usize::from(slot)]?));
        let places: Vec<(BoardSlot, [f64; 2])> =
            alphabet.telling.iter().filter_map(centre).collect();
        let mut steps: Vec<[f64; 2]> = Vec::new();
        for (at, (_, a)) in places.iter().enumerate() {
            for (_, b) in &places[at + 1..] {
                let step = [b[0] - a[0], b[1] - a[1]];
                let is_forward = step[0] > CLOSE || (step[0] > -CLOSE && step[1] > 0.0);
                let step = if is_forward { step } else { step.map(|part| -part) };
                if !steps.iter().any(|known| is_same(*known, step)) {
                    steps.push(step);
                }
            }
        }
        steps.sort_by(|a, b| length(*a).total_cmp(&length(*b)));
        let least = steps.first().map_or(0.0, |step| length(*step));
        steps.retain(|step| length(*step) <= NEAR * least);
        Self { places, steps }
    }

    fn at(&self, point: [f64; 2]) -> Option<BoardSlot> {
        self.places.iter().find(|(_, centre)| is_same(*centre, point)).map(|(slot, _)| *slot)
    }

    /// The longest straight runs in all directions.
    fn runs(&self) -> Vec<SlotShape> {
        let mut runs = Vec::new();
        for &[x, y] in &self.steps {
            for &(_, centre) in &self.places {
                if self.at([centre[0] - x, centre[1] - y]).is_some() {
                    continue;
                }
                let points =
                    (0..).map(|n| [centre[0] + f64::from(n) * x, centre[1] + f64::from(n) * y]);
                let run: SlotShape = points.map_while(|point| self.at(point)).collect();
                if run.len() >= SHORTEST {
                    runs.push(run);
                }
            }
        }
        if runs.iter().any(|run| run.len() >= SHORT) {
            runs.retain(|run| run.len() >= SHORT);
        }
        runs
    }

    /// Whole blocks of these sizes, along every two of the shortest steps.
    fn blocks(&self, sizes: &[[usize; 2]]) -> Vec<SlotShape> {
        let least = self.steps.first().map_or(0.0, |step| length(*step));
        let short = |step: &&[f64; 2]| length(**step) < least + CLOSE;
        let steps: Vec<[f64; 2]> = self.steps.iter().filter(short).copied().collect();
        let mut blocks: Vec<SlotShape> = Vec::new();
        for (at, a) in steps.iter().enumerate() {
            for b in &steps[at + 1..] {
                for &[wide, high] in sizes {
                    for &(_, [x, y]) in &self.places {
                        let cells = (0..wide * high).map(|n| {
                            let (n, m) = ((n % wide) as f64, (n / wide) as f64);
                            self.at([x + n * a[0] + m * b[0], y + n * a[1] + m * b[1]])
                        });
                        blocks.extend(cells.collect::<Option<SlotShape>>());
                    }
                }
            }
        }
        blocks
    }
}

fn length(step: [f64; 2]) -> f64 {
    step[0].hypot(step[1])
}

fn is_same(a: [f64; 2], b: [f64; 2]) -> bool {
    (a[0] - b[0]).abs() < CLOSE && (a[1] - b[1]).abs() < CLOSE
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learned::scatter::Scatter;
    use sarsen_core::game::board::PlaceCode;
    use sarsen_core::game::{Game, Presentation, split_mix};

    /// Of all kinds of groups on a board with these codes: the length of the longest, the number of
    /// codes that are told apart, and whether they are pieces.
    fn kinds(game: &Scatter, codes: &[u8]) -> Vec<(usize, usize, bool)> {
        let facts = BoardFacts::of(game.board(), &game.start()).unwrap();
        let mut random = 1;
        let any = |_| PlaceCode(codes[(split_mix(&mut random) % codes.len() as u64) as usize]);
        let sample: Vec<PlaceCode> = (0..300 * facts.slots()).map(any).collect();
        let alphabet = Alphabet::of(&facts, &sample);
        let readings = Reading::all(&alphabet);
        let kind = |shapes: Shapes| {
            let longest = shapes.all.iter().map(Vec::len).max().unwrap();
            (longest, readings[shapes.reading].base(0), shapes.are_pieces)
        };
        Shapes::of(&facts, &alphabet, &readings).into_iter().map(kind).collect()
    }

    #[test]
    fn runs_stay_whole_and_blocks_are_read_as_exactly_as_they_can_be() {
        assert_eq!(
            kinds(&Scatter::grid(7, 6), &[0, 1, 2, 3]),
            [(7, 4, false), (6, 4, false), (4, 4, true)]
        );
        assert_eq!(
            kinds(&Scatter::grid(8, 8), &[0, 1, 2, 3, 254, 255]),
            [(8, 3, false), (9, 3, false), (4, 3, true)]
        );
        // Nothing is open.
        assert_eq!(
            kinds(&Scatter::grid(8, 8), &[0, 2, 3]),
            [(8, 3, false), (9, 3, false), (4, 3, true)]
        );
    }
}
