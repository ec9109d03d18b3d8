//! Texts in HTML, and numbers in drawings.

/// A text as HTML, also inside of an attribute. What steers a terminal or turns the direction of
/// writing is replaced.
pub(super) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\'' => escaped += "&#39;",
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => escaped.push('\u{fffd}'),
            _ if character.is_control() => escaped.push('\u{fffd}'),
            _ => escaped.push(character),
        }
    }
    escaped
}

/// A coordinate, to two decimals.
pub(super) fn round(value: f64) -> f64 {
    // This also makes 0 of -0.
    if value.is_finite() { (value * 100.0).round() / 100.0 + 0.0 } else { 0.0 }
}

/// A table with a heading for each column. The first cell of a row names it.
pub(super) fn table(heads: &[&str], rows: &[Vec<String>]) -> String {
    let heads: String =
        heads.iter().map(|head| format!("<th scope=\"col\">{}</th>", escaped(head))).collect();
    let mut table = format!("<table><thead><tr>{heads}</tr></thead><tbody>\n");
    for row in rows {
        table += "<tr>";
        for (column, cell) in row.iter().enumerate() {
            let cell = escaped(cell);
            table += &match column {
                0 => format!("<th scope=\"row\">{cell}</th>"),
                _ => format!("<td>{cell}</td>"),
            };
        }
        table += "</tr>\n";
    }
    table + "</tbody></table>\n"
}
