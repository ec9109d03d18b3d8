//! Where the places of a board are, and what they are called.

use crate::language::board::{BoardShape, RulesBoard};
use sarsen_core::game::board::column_letters;

/// A place on the plane.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Spot {
    pub(super) name: String,
    pub(super) x: f64,
    pub(super) y: f64,
}

/// The height of a row of hexagons.
pub(super) const ROW: f64 = 0.866_025_403_784_438_6;

/// The places of a board, in order.
///
/// - On a rectangle they are called as in chess: `a1` is at the bottom left.
/// - On a hexagonal board the letter counts the rows that go down to the left, and the number those
///   that go down to the right.
/// - In a cuboid the layers come first, as capitals: `Aa1`.
/// - In a graph they have the names of the author.
pub(super) fn spots(board: &RulesBoard) -> Vec<Spot> {
    match &board.shape {
        BoardShape::Rectangle(at) => {
            let rows = at.iter().map(|[_, y]| y + 1).max().unwrap_or(0);
            let spot = |&[x, y]: &[u16; 2]| Spot {
                name: format!("{}{}", column_letters(x.into()), rows - y),
                x: f64::from(x) + 0.5,
                y: f64::from(y) + 0.5,
            };
            at.iter().map(spot).collect()
        }
        BoardShape::Hexagon { at, rows } => hexagon(at, rows),
        BoardShape::Cuboid(at) => {
            let rows = at.iter().map(|[_, y, _]| y + 1).max().unwrap_or(0);
            let columns = at.iter().map(|[x, ..]| x + 1).max().unwrap_or(0);
            let spot = |&[x, y, z]: &[u16; 3]| Spot {
                name: format!(
                    "{}{}{}",
                    column_letters(z.into()).to_uppercase(),
                    column_letters(x.into()),
                    rows - y
                ),
                x: f64::from(x) + 0.5 + f64::from(z) * (f64::from(columns) + 1.0),
                y: f64::from(y) + 0.5,
            };
            at.iter().map(spot).collect()
        }
        BoardShape::Graph(names) => {
            let at = spread(board);
            let spot = |(name, [x, y]): (&String, [f64; 2])| Spot { name: name.clone(), x, y };
            names.iter().zip(at).map(spot).collect()
        }
    }
}

/// The places of a hexagonal board, with rows one upon the other.
fn hexagon(at: &[[u16; 2]], rows: &[u16]) -> Vec<Spot> {
    // How far from the middle line a place is, in halves.
    let aside = |&[x, y]: &[u16; 2]| 2 * i32::from(x) - i32::from(rows[usize::from(y)]) + 1;
    let down = |at: &[u16; 2]| {
        let y = i32::from(at[1]);
        [(y + aside(at)).div_euclid(2), (y - aside(at)).div_euclid(2)]
    };
    let least =
        at.iter().map(down).reduce(|one, other| [one[0].min(other[0]), one[1].min(other[1])]);
    let least = least.unwrap_or_default();
    let spot = |at: &[u16; 2]| {
        let [right, left] = down(at);
        Spot {
            name: format!("{}{}", column_letters((right - least[0]) as usize), left - least[1] + 1),
            x: f64::from(aside(at)) / 2.0,
            y: f64::from(at[1]) * ROW,
        }
    };
    at.iter().map(spot).collect()
}

/// The rounds in which a graph is spread out.
const ROUNDS: usize = 300;
/// The largest graph that is spread out. A larger one is shown in rows.
const LARGEST: usize = 300;

/// A layout for a graph: neighbours come near each other, all others go apart. (T. Fruchterman and
/// E. Reingold, "Graph drawing by force-directed placement", 1991.)
fn spread(board: &RulesBoard) -> Vec<[f64; 2]> {
    let count = board.places();
    if count > LARGEST {
        let side = (count as f64).sqrt().ceil() as usize;
        let at = |place: usize| [(place % side) as f64 * 1.5, (place / side) as f64 * 1.5];
        return (0..count).map(at).collect();
    }
    let mut edges = Vec::new();
    for steps in &board.steps {
        for (from, to) in steps.iter().enumerate() {
            edges.extend(to.map(|to| (from, usize::from(to))).filter(|(from, to)| from != to));
        }
    }
    let radius = count as f64 / 3.0;
    let start = |place: usize| {
        let angle = std::f64::consts::TAU * place as f64 / count as f64;
        [radius * angle.cos(), radius * angle.sin()]
    };
    let mut at: Vec<[f64; 2]> = (0..count).map(start).collect();
    for round in 0..ROUNDS {
        let mut pull = vec![[0.0; 2]; count];
        for one in 0..count {
            for other in 0..one {
                let [dx, dy] = [at[one][0] - at[other][0], at[one][1] - at[other][1]];
                let square = (dx * dx + dy * dy).max(0.01);
                for (place, sign) in [(one, 1.0), (other, -1.0)] {
                    pull[place][0] += sign * dx / square * 2.0;
                    pull[place][1] += sign * dy / square * 2.0;
                }
            }
        }
        for &(from, to) in &edges {
            let [dx, dy] = [at[to][0] - at[from][0], at[to][1] - at[from][1]];
            let length = (dx * dx + dy * dy).sqrt();
            for (place, sign) in [(from, 1.0), (to, -1.0)] {
                pull[place][0] += sign * dx * length / 4.0;
                pull[place][1] += sign * dy * length / 4.0;
            }
        }
        let most = 2.0 * (1.0 - round as f64 / ROUNDS as f64) + 0.01;
        for (at, pull) in at.iter_mut().zip(&pull) {
            let length = (pull[0] * pull[0] + pull[1] * pull[1]).sqrt().max(0.001);
            let step = length.min(most) / length;
            at[0] += pull[0] * step;
            at[1] += pull[1] * step;
        }
    }
    // Hundredths are enough, and the same on every machine.
    at.into_iter().map(|at| at.map(|part| (part * 100.0).round() / 100.0)).collect()
}

/// The lengths of the rows in which the places are written.
pub(super) fn rows(shape: &BoardShape, places: usize) -> Vec<usize> {
    let mut rows: Vec<(Vec<u16>, usize)> = Vec::new();
    let mut add = |row: Vec<u16>| match rows.last_mut().filter(|(last, _)| *last == row) {
        Some((_, count)) => *count += 1,
        None => rows.push((row, 1)),
    };
    match shape {
        BoardShape::Rectangle(at) | BoardShape::Hexagon { at, .. } => {
            at.iter().for_each(|at| add(vec![at[1]]))
        }
        BoardShape::Cuboid(at) => at.iter().for_each(|at| add(vec![at[2], at[1]])),
        BoardShape::Graph(_) => return vec![places],
    }
    rows.into_iter().map(|(_, count)| count).collect()
}
