//! Prose for people at a terminal: lines no wider than the terminal.

/// The width of lines where there is no terminal, in columns.
const USUAL_WIDTH: u16 = 80;

/// The width for lines of prose, in columns.
pub(crate) fn width() -> usize {
    let terminal = console::Term::stdout().size_checked();
    usize::from(terminal.map_or(USUAL_WIDTH, |(_, columns)| columns)).clamp(20, 100)
}

/// Words in lines of at most `width` columns.
pub(crate) fn wrapped<'a>(words: impl IntoIterator<Item = &'a str>, width: usize) -> String {
    let mut text = String::new();
    let mut column = 0;
    for word in words {
        let length = word.chars().count();
        if column > 0 && column + 1 + length > width {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text += word;
        column += length;
    }
    text
}

/// The [rules](sarsen_core::game::Presentation::rules) as a game tells them, with lines of at most
/// `width` columns. The later lines of an item of a list are indented.
pub(crate) fn rules(text: &str, width: usize) -> String {
    let lines = text.lines().map(|line| match line.strip_prefix("- ") {
        Some(item) => {
            let item = wrapped(item.split_whitespace(), width.saturating_sub(2));
            format!("- {}", item.replace('\n', "\n  "))
        }
        None => wrapped(line.split_whitespace(), width),
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_as_wide_as_they_may_be() {
        let words = ["1", "2", "3", "4", "5", "6", "7", "8"];
        assert_eq!(wrapped(words, 9), "1 2 3 4 5\n6 7 8");
        assert_eq!(wrapped(["a-long-word", "b"], 4), "a-long-word\nb");
        assert_eq!(wrapped([], 9), "");
    }

    #[test]
    fn paragraphs_and_lists_keep_their_form() {
        let text = "one two three\n\n- four five six\n- seven";
        assert_eq!(rules(text, 11), "one two\nthree\n\n- four five\n  six\n- seven");
    }
}
