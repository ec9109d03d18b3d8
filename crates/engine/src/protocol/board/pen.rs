//! The elements of a picture in SVG: circles, rectangles, texts. All texts are escaped.

use sarsen_core::game::board::Extent;
use sarsen_core::sys::text::markup;

/// A part of its height by which a text is moved down, to be in the middle of its point.
const DROP: f64 = 0.345;

/// What is drawn so far.
#[derive(Default)]
pub(super) struct Pen {
    /// Elements, in ASCII.
    pub(super) text: String,
}

impl Pen {
    pub(super) fn polyline(&mut self, class: &str, corners: &[[f64; 2]]) {
        let points = points(corners);
        self.text += &format!("<polyline class=\"{class}\" points=\"{points}\"/>");
    }

    pub(super) fn circle(&mut self, class: &str, [x, y]: [f64; 2], radius: f64) {
        let (x, y, r) = (number(x), number(y), number(radius));
        self.text += &format!("<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"{r}\"/>");
    }

    pub(super) fn rectangle(&mut self, class: &str, bounds: Extent, round: f64) {
        let Extent { x, y, width, height } = bounds;
        let [x, y, width, height] = [x, y, width, height].map(number);
        let round = match round {
            0.0 => String::new(),
            round => format!(" rx=\"{}\"", number(round)),
        };
        self.text += &format!(
            "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"\
             {round}/>"
        );
    }

    /// A star with five points.
    pub(super) fn star(&mut self, class: &str, [x, y]: [f64; 2], radius: f64) {
        let corner = |index: u32| {
            let radius = if index.is_multiple_of(2) { radius } else { 0.45 * radius };
            let angle = f64::from(index) * std::f64::consts::PI / 5.0;
            [x + radius * angle.sin(), y - radius * angle.cos()]
        };
        self.polygon(class, &(0..10).map(corner).collect::<Vec<_>>());
    }

    pub(super) fn polygon(&mut self, class: &str, corners: &[[f64; 2]]) {
        let points = points(corners);
        self.text += &format!("<polygon class=\"{class}\" points=\"{points}\"/>");
    }

    pub(super) fn label(&mut self, class: &str, text: &str, [x, y]: [f64; 2], size: f64) {
        self.text += &format!(
            "<text class=\"{class}\" x=\"{}\" y=\"{}\" font-size=\"{}\">{}</text>",
            number(x),
            number(y + DROP * size),
            number(size),
            markup(text)
        );
    }
}

/// A coordinate, to three decimals.
pub(super) fn number(value: f64) -> String {
    let rounded = if value.is_finite() { (value * 1000.0).round() / 1000.0 } else { 0.0 };
    // This also makes 0 of -0.
    format!("{}", rounded + 0.0)
}

/// The points of a polygon or a line.
pub(super) fn points(points: &[[f64; 2]]) -> String {
    points.iter().map(|&point| pair(point)).collect::<Vec<_>>().join(" ")
}

pub(super) fn pair([x, y]: [f64; 2]) -> String {
    format!("{},{}", number(x), number(y))
}
