//! Tables in HTML, and numbers in drawings.

use sarsen_core::sys::text::markup;

/// A coordinate, to two decimals.
pub(super) fn round(value: f64) -> f64 {
    // This also makes 0 of -0.
    if value.is_finite() { (value * 100.0).round() / 100.0 + 0.0 } else { 0.0 }
}

/// A table with a heading for each column. The first cell of a row names it.
pub(super) fn table(heads: &[&str], rows: &[Vec<String>]) -> String {
    let heads: String =
        heads.iter().map(|head| format!("<th scope=\"col\">{}</th>", markup(head))).collect();
    let mut table = format!("<table><thead><tr>{heads}</tr></thead><tbody>\n");
    for row in rows {
        table += "<tr>";
        for (column, cell) in row.iter().enumerate() {
            let cell = markup(cell);
            table += &match column {
                0 => format!("<th scope=\"row\">{cell}</th>"),
                _ => format!("<td>{cell}</td>"),
            };
        }
        table += "</tr>\n";
    }
    table + "</tbody></table>\n"
}
