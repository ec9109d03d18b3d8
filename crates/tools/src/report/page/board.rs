//! The places of a board, and how much happened at each, as a drawing.

use super::markup::round;
use super::plots::drawing;
use crate::report::measures::PlaceUse;
use sarsen_core::sys::text::markup;

/// The distance of two neighbours in the drawing.
const PITCH: f64 = 40.0;
/// A board that is wider or taller than this, in places, has no names on it.
const NAMED: f64 = 12.5;
/// A longer name has no room.
const NAME: usize = 4;
/// A board is at most so many neighbours wide, however close two of its places are.
const FINEST: f64 = 80.0;

/// The map of a board. The heading that names it has the `id`.
pub(super) fn map(id: &str, places: &[PlaceUse]) -> String {
    let coordinates: Vec<[f64; 2]> = places.iter().map(|place| [place.x, place.y]).collect();
    let [left, right] = ends(coordinates.iter().map(|[x, _]| *x));
    let [top, bottom] = ends(coordinates.iter().map(|[_, y]| *y));
    let size = (right - left).max(bottom - top);
    let pitch = nearest(&coordinates).max(size / FINEST);
    let unit = if pitch > 0.0 { PITCH / pitch } else { PITCH };
    let whole = |value: f64| (value / pitch - (value / pitch).round()).abs() < 1e-3;
    let is_grid = coordinates.iter().all(|[x, y]| whole(x - left) && whole(y - top));
    let has_names = size <= NAMED * pitch && places.iter().all(|place| place.name.len() <= NAME);
    let most = places.iter().map(|place| place.changes).fold(0.0, f64::max);
    let mut content = String::new();
    for place in places {
        let (x, y) = ((place.x - left) * unit + PITCH / 2.0, (place.y - top) * unit + PITCH / 2.0);
        let heat = if most > 0.0 { round(place.changes / most) } else { 0.0 };
        let class = if place.changes > 0.0 { "place" } else { "place never" };
        let common = format!("class=\"{class}\" style=\"--heat:{heat}\"");
        content += &match is_grid {
            true => format!(
                "<rect {common} x=\"{}\" y=\"{}\" width=\"37\" height=\"37\" rx=\"3\"/>",
                round(x - 18.5),
                round(y - 18.5)
            ),
            false => {
                format!("<circle {common} cx=\"{}\" cy=\"{}\" r=\"18.5\"/>", round(x), round(y))
            }
        };
        if has_names {
            content += &format!(
                "<text class=\"at\" x=\"{}\" y=\"{}\">{}</text>",
                round(x),
                round(y + 4.5),
                markup(&place.name)
            );
        }
    }
    let span = |from: f64, to: f64| (to - from) * unit + PITCH;
    drawing(id, [span(left, right), span(top, bottom)], &content)
}

/// The least and the greatest.
fn ends(values: impl Iterator<Item = f64> + Clone) -> [f64; 2] {
    let least = values.clone().fold(f64::INFINITY, f64::min);
    let most = values.fold(f64::NEG_INFINITY, f64::max);
    if least <= most { [least, most] } else { [0.0, 0.0] }
}

/// How far the two nearest places are from each other. 1 if there are no two.
fn nearest(places: &[[f64; 2]]) -> f64 {
    let mut nearest = f64::INFINITY;
    for (number, [x, y]) in places.iter().enumerate() {
        for [other_x, other_y] in &places[number + 1..] {
            let distance = (x - other_x).hypot(y - other_y);
            if distance > 1e-6 {
                nearest = nearest.min(distance);
            }
        }
    }
    if nearest.is_finite() { nearest } else { 1.0 }
}
