//! Drawings in the colours of the terminal.

use console::Style;
use sarsen_core::game::{Drawing, Ink, Player, Span, Stress};

/// A drawing as text, with or without colours.
pub(crate) fn paint(drawing: &Drawing, colours: bool) -> String {
    if !colours {
        return drawing.to_string();
    }
    drawing.spans().iter().map(coloured).collect()
}

fn coloured(span: &Span) -> String {
    if span.ink == Ink::Plain && span.stress == Stress::None {
        return span.text.clone();
    }
    let style = Style::new().force_styling(true);
    let style = match span.ink {
        Ink::Plain => style,
        Ink::Faint => style.dim(),
        Ink::Of(Player::First) => style.red().bold(),
        Ink::Of(Player::Second) => style.cyan().bold(),
    };
    let style = match span.stress {
        Stress::None => style,
        Stress::Last => style.underlined(),
        Stress::Won => style.reverse(),
    };
    style.apply_to(&span.text).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_added_to_the_text_or_not() {
        let mut drawing = Drawing::from("a ".to_owned());
        drawing.add("x", Ink::Of(Player::First), Stress::None);
        drawing.add("O", Ink::Of(Player::Second), Stress::Won);
        assert_eq!(paint(&drawing, false), "a xO");
        let painted = paint(&drawing, true);
        assert!(painted.starts_with("a \u{1b}[31m"), "{painted:?}");
        assert!(painted.contains("\u{1b}[36m") && painted.contains("\u{1b}[7m"), "{painted:?}");
        assert_eq!(console::strip_ansi_codes(&painted), "a xO");
    }
}
