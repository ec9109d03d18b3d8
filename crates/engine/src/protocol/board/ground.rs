//! The board itself: what lies under the places, with its rim.

use std::f64::consts::TAU;

use sarsen_core::game::board::{
    Area, Extent, Ground, Layout, Materials, Outline, Panel, Place, Tone,
};

/// The greatest radius of the corners of a rim.
const ROUND: f64 = 0.25;

/// A part of the board: its corners, and how far it reaches beyond them.
pub(super) struct GroundPart {
    pub(super) ground: Ground,
    pub(super) tone: Tone,
    pub(super) corners: Vec<[f64; 2]>,
    pub(super) rim: f64,
}

impl GroundPart {
    /// The corners of the rim, and the radius by which they are rounded.
    pub(super) fn rim(&self) -> (Vec<[f64; 2]>, f64) {
        let round = self.rim.min(ROUND);
        let out = self.rim - round;
        let count = self.corners.len();
        let corner = |at: usize| self.corners[at % count];
        let moved = |at: usize| {
            let [a, b] =
                [count - 1, 0].map(|side| outwards(corner(at + side), corner(at + side + 1)));
            let part = out / (1.0 + a[0] * b[0] + a[1] * b[1]);
            let [x, y] = corner(at);
            [x + part * (a[0] + b[0]), y + part * (a[1] + b[1])]
        };
        ((0..count).map(moved).collect(), round)
    }

    /// How far a point is beyond the corners. Below 0 if it is inside them.
    pub(super) fn distance(&self, [x, y]: [f64; 2]) -> f64 {
        let sides = self.corners.iter().zip(self.corners.iter().cycle().skip(1));
        let beyond = sides.map(|(&a, &b)| {
            let [right, down] = outwards(a, b);
            (x - a[0]) * right + (y - a[1]) * down
        });
        beyond.fold(f64::NEG_INFINITY, f64::max)
    }
}

/// The parts of a board, from the lowest to the highest: its panels, or what surrounds its places.
pub(super) fn parts(layout: &Layout) -> Vec<GroundPart> {
    let of_panel = |panel: &Panel| GroundPart {
        ground: panel.ground,
        tone: Tone::Plain,
        corners: rectangle(panel.extent).to_vec(),
        rim: 0.0,
    };
    if !layout.panels.is_empty() {
        return layout.panels.iter().map(of_panel).collect();
    }
    let on_board = |place: &&Place| place.area == Area::Board;
    let places: Vec<&Place> = layout.places.iter().filter(on_board).collect();
    let corners = match places.iter().all(|place| place.outline == Outline::Square) {
        // Of a board of squares, the corners may be no places.
        true => places.iter().map(|place| place.extent()).reduce(Extent::with).map(rectangle),
        false => None,
    };
    let corners = corners.map_or_else(
        || hull(places.into_iter().flat_map(corners_of).collect()),
        |corners| corners.to_vec(),
    );
    let Materials { ground, tone, rim, .. } = layout.materials;
    Some(GroundPart { ground, tone, corners, rim })
        .filter(|part| part.corners.len() > 2)
        .into_iter()
        .collect()
}

/// The corners of a rectangle.
const fn rectangle(extent: Extent) -> [[f64; 2]; 4] {
    let Extent { x, y, width, height } = extent;
    [[x, y], [x + width, y], [x + width, y + height], [x, y + height]]
}

/// The corners of a regular hexagon with a corner on top.
pub(super) fn hexagon([x, y]: [f64; 2], width: f64) -> [[f64; 2]; 6] {
    let (half, quarter) = (width / 2.0, width / 12.0_f64.sqrt());
    [
        [x, y - 2.0 * quarter],
        [x + half, y - quarter],
        [x + half, y + quarter],
        [x, y + 2.0 * quarter],
        [x - half, y + quarter],
        [x - half, y - quarter],
    ]
}

/// The corners of a place.
fn corners_of(place: &Place) -> Vec<[f64; 2]> {
    let &Place { x, y, width, outline, .. } = place;
    match outline {
        Outline::Hexagon => hexagon([x, y], width).to_vec(),
        Outline::Token => (0..8)
            .map(|corner| f64::from(corner) / 8.0 * TAU)
            .map(|angle| [x + width / 2.0 * angle.cos(), y + width / 2.0 * angle.sin()])
            .collect(),
        _ => rectangle(place.extent()).to_vec(),
    }
}

/// The corners of the least polygon without dents that has all points inside, in order. (Andrew,
/// 1979: another efficient algorithm for convex hulls in two dimensions.)
fn hull(mut points: Vec<[f64; 2]>) -> Vec<[f64; 2]> {
    points.retain(|point| point.iter().all(|part| part.is_finite()));
    points.sort_by(|a, b| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
    points.dedup();
    let mut lower = half_hull(&points);
    points.reverse();
    lower.extend(half_hull(&points));
    lower
}

/// The hull on one side, without its last point.
fn half_hull(points: &[[f64; 2]]) -> Vec<[f64; 2]> {
    let mut found: Vec<[f64; 2]> = Vec::new();
    for &point in points {
        while let [.., a, b] = found[..]
            && turn(a, b, point) <= 1e-9
        {
            found.pop();
        }
        found.push(point);
    }
    found.pop();
    found
}

/// The direction in which a side of a hull looks.
fn outwards(a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
    let [x, y] = [b[0] - a[0], b[1] - a[1]];
    let length = x.hypot(y);
    [y / length, -x / length]
}

/// Above 0 if the way through these points turns to one side, and below 0 if to the other.
fn turn(a: [f64; 2], b: [f64; 2], c: [f64; 2]) -> f64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grid_lies_on_a_rectangle() {
        let layout = Layout::grid(3, 2, Outline::Square);
        let [part] = &parts(&layout)[..] else { panic!("one part") };
        let mut corners = part.corners.clone();
        corners.sort_by(|a, b| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
        assert_eq!(corners, [[0.0, 0.0], [0.0, 2.0], [3.0, 0.0], [3.0, 2.0]]);
        let (rim, round) = part.rim();
        assert_eq!((rim == part.corners, round), (true, layout.materials.rim));
        let far = [[1.0, 1.0], [1.0, 0.0], [3.5, 1.0]].map(|point| part.distance(point));
        assert_eq!(far, [-1.0, 0.0, 0.5]);
        assert_eq!((part.rim, part.ground), (layout.materials.rim, layout.materials.ground));
    }

    #[test]
    fn everything_is_inside_a_hull() {
        let mut state = 7_u32;
        let mut number = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            f64::from(state >> 16) / 65_536.0
        };
        let points: Vec<[f64; 2]> = (0..200).map(|_| [number(), number()]).collect();
        let hull = hull(points.clone());
        assert!(hull.len() > 5 && hull.iter().all(|corner| points.contains(corner)));
        for (at, &corner) in hull.iter().enumerate() {
            let next = hull[(at + 1) % hull.len()];
            assert!(points.iter().all(|&point| turn(corner, next, point) >= -1e-9));
        }
    }

    #[test]
    fn nothing_has_no_board() {
        assert!(parts(&Layout::default()).is_empty());
        let mut hand = Layout::default();
        hand.add_place("a", [0.0, 0.0], Outline::Card, Area::First);
        assert!(parts(&hand).is_empty());
        let nowhere = hull(vec![[f64::NAN, 0.0], [0.0, f64::INFINITY], [1.0, 1.0], [1.0, 1.0]]);
        assert!(nowhere.len() < 3);
    }
}
