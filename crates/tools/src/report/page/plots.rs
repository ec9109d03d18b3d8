//! The plots of a page, as SVG. Each is as wide as a phone, so its texts are never small.

use super::markup::round;
use sarsen_core::sys::text::markup;

/// The width of a plot.
const WIDTH: f64 = 380.0;
/// The height of a plot with axes.
const HEIGHT: f64 = 180.0;
/// What is left for the labels: on the left, above, on the right and below.
const MARGINS: [f64; 4] = [46.0, 12.0, 20.0, 24.0];
/// The height of a bar with its text above it.
const ROW: f64 = 36.0;
/// About so many characters fit into a line.
const LINE: usize = 54;
/// Up to so many points of a curve have dots.
const DOTS: usize = 40;

/// A bar that lies, with a text above it. All positions go from 0, on the left, to 1.
pub(super) struct Bar {
    /// What it is about.
    pub(super) name: String,
    /// What it says.
    pub(super) says: String,
    /// From where to where it goes.
    pub(super) ends: [f64; 2],
    /// The interval, if there is one.
    pub(super) error: Option<[f64; 2]>,
}

/// A part of a bar of parts: its class, and how much of the whole it is.
pub(super) type BarPart = (&'static str, f64);

/// An axis: where it has labels, from 0 to 1, and which.
pub(super) type AxisLabels<'a> = &'a [(f64, String)];

/// The drawing of this size. The heading that names it has the `id`, and the text that describes it
/// has the same with `-says` behind it.
pub(super) fn drawing(id: &str, [width, height]: [f64; 2], content: &str) -> String {
    format!(
        "<svg role=\"img\" aria-labelledby=\"{id}\" aria-describedby=\"{id}-says\" \
         viewBox=\"0 0 {} {}\">{content}</svg>\n",
        round(width),
        round(height)
    )
}

/// Bars below each other. `middle` is where a line stands for comparison.
pub(super) fn bars(id: &str, bars: &[Bar], middle: Option<f64>) -> String {
    let mut content = String::new();
    for (number, bar) in bars.iter().enumerate() {
        let top = ROW * number as f64;
        content += &captions(top, &bar.name, &bar.says);
        content += &rectangle("track", [0.0, top + 19.0, WIDTH, 10.0]);
        let [from, to] = bar.ends.map(within);
        let (left, right) = (from.min(to) * WIDTH, from.max(to) * WIDTH);
        content += &rectangle("bar", [left, top + 19.0, right - left, 10.0]);
        if let Some(error) = bar.error {
            content += &whisker(error, top + 24.0);
        }
    }
    let height = ROW * bars.len() as f64;
    if let Some(x) = middle {
        content += &line("middle", [within(x) * WIDTH, 17.0], [within(x) * WIDTH, height]);
    }
    drawing(id, [WIDTH, height], &content)
}

/// One bar of several parts, and below it an interval around a point, all from 0 to 1.
pub(super) fn parts(id: &str, parts: &[BarPart], texts: [&str; 3], point: Bar) -> String {
    let mut content = String::new();
    for (text, [x, anchor]) in texts.iter().zip([["0", "start"], ["190", "middle"], ["380", "end"]])
    {
        let text = markup(text);
        content += &format!("<text x=\"{x}\" y=\"13\" text-anchor=\"{anchor}\">{text}</text>");
    }
    let mut left = 0.0;
    for &(class, part) in parts {
        let width = within(part) * WIDTH;
        content += &rectangle(class, [left, 20.0, width, 26.0]);
        left += width;
    }
    content += &captions(54.0, &point.name, &point.says);
    content += &rectangle("track", [0.0, 73.0, WIDTH, 10.0]);
    if let Some(error) = point.error {
        content += &whisker(error, 78.0);
    }
    let x = within(point.ends[1]) * WIDTH;
    content += &format!("<circle class=\"dot\" cx=\"{}\" cy=\"78\" r=\"4.5\"/>", round(x));
    content += &line("middle", [WIDTH / 2.0, 18.0], [WIDTH / 2.0, 88.0]);
    drawing(id, [WIDTH, 90.0], &content)
}

/// Columns beside each other: parts of the height.
pub(super) fn columns(
    id: &str,
    heights: &[f64],
    across: AxisLabels<'_>,
    up: AxisLabels<'_>,
) -> String {
    let mut content = axes(across, up);
    let [left, top, width, height] = inner();
    let step = width / heights.len().max(1) as f64;
    let gap = (step * 0.15).min(3.0);
    for (number, &part) in heights.iter().enumerate() {
        let tall = within(part) * height;
        let x = left + step * number as f64;
        content += &rectangle("bar", [x + gap / 2.0, top + height - tall, step - gap, tall]);
    }
    drawing(id, [WIDTH, HEIGHT], &content)
}

/// A curve through points at equal distances: parts of the height. `middle` is where a line lies
/// for comparison.
pub(super) fn curve(
    id: &str,
    points: &[f64],
    middle: Option<f64>,
    across: AxisLabels<'_>,
    up: AxisLabels<'_>,
) -> String {
    let mut content = axes(across, up);
    let [left, top, width, height] = inner();
    let y = |part: f64| top + height * (1.0 - within(part));
    if let Some(middle) = middle {
        content += &line("middle", [left, y(middle)], [left + width, y(middle)]);
    }
    let step = width / points.len().saturating_sub(1).max(1) as f64;
    let at = |(number, &part): (usize, &f64)| [left + step * number as f64, y(part)];
    let corners: Vec<[f64; 2]> = points.iter().enumerate().map(at).collect();
    let texts: Vec<String> =
        corners.iter().map(|[x, y]| format!("{},{}", round(*x), round(*y))).collect();
    content += &format!("<polyline class=\"curve\" points=\"{}\"/>", texts.join(" "));
    for [x, y] in corners.iter().filter(|_| corners.len() <= DOTS) {
        let (x, y) = (round(*x), round(*y));
        content += &format!("<circle class=\"dot\" cx=\"{x}\" cy=\"{y}\" r=\"2.6\"/>");
    }
    drawing(id, [WIDTH, HEIGHT], &content)
}

/// Where a plot with axes has its inside: left, top, width and height.
fn inner() -> [f64; 4] {
    let [left, top, right, bottom] = MARGINS;
    [left, top, WIDTH - left - right, HEIGHT - top - bottom]
}

fn axes(across: AxisLabels<'_>, up: AxisLabels<'_>) -> String {
    let [left, top, width, height] = inner();
    let mut axes = String::new();
    for (part, label) in up {
        let y = top + height * (1.0 - within(*part));
        axes += &line("grid", [left, y], [left + width, y]);
        axes += &format!(
            "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>",
            round(left - 6.0),
            round(y + 4.0),
            markup(label)
        );
    }
    for (part, label) in across {
        axes += &format!(
            "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
            round(left + width * within(*part)),
            round(HEIGHT - 6.0),
            markup(label)
        );
    }
    axes
}

/// A name on the left and what it says on the right. The name is cut if both are too long.
fn captions(top: f64, name: &str, says: &str) -> String {
    let room = LINE.saturating_sub(says.chars().count()).max(8);
    let name = match name.chars().count() > room {
        true => name.chars().take(room - 1).chain(['…']).collect(),
        false => name.to_owned(),
    };
    let y = round(top + 13.0);
    format!(
        "<text class=\"name\" x=\"0\" y=\"{y}\">{}</text>\
         <text x=\"{WIDTH}\" y=\"{y}\" text-anchor=\"end\">{}</text>",
        markup(&name),
        markup(says)
    )
}

fn whisker([low, high]: [f64; 2], y: f64) -> String {
    let [low, high] = [low, high].map(|part| within(part) * WIDTH);
    let end = |x: f64| line("error", [x, y - 5.0], [x, y + 5.0]);
    line("error", [low, y], [high, y]) + &end(low) + &end(high)
}

fn rectangle(class: &str, numbers: [f64; 4]) -> String {
    let [x, y, width, height] = numbers.map(round);
    format!("<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"/>")
}

fn line(class: &str, from: [f64; 2], to: [f64; 2]) -> String {
    let ([x1, y1], [x2, y2]) = (from.map(round), to.map(round));
    format!("<line class=\"{class}\" x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\"/>")
}

/// A part of the whole, also if something is wrong with it.
fn within(part: f64) -> f64 {
    if part.is_finite() { part.clamp(0.0, 1.0) } else { 0.0 }
}
