//! Pictures of positions: text, with marks that say which parts belong to whom and which matter. A
//! program that shows a picture can choose its colours by these marks.

use std::fmt::{Display, Formatter};

use super::Player;

/// What a part of a drawing belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Ink {
    /// Nothing in particular.
    #[default]
    Plain,
    /// The board: strokes, empty places, borders.
    Faint,
    /// A player: the player's pieces, and what the player owns.
    Of(Player),
}

/// Why a part of a drawing should catch the eye.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Stress {
    /// It should not.
    #[default]
    None,
    /// It is the last move.
    Last,
    /// It won the game. A game draws it so that it shows without colours, too.
    Won,
}

/// How a position is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct View<M> {
    /// Whether the board is seen from the other side.
    pub turned: bool,
    /// The move that led to the position, if there is one.
    pub last: Option<M>,
}

/// The usual side, without a last move.
impl<M> Default for View<M> {
    fn default() -> Self {
        Self { turned: false, last: None }
    }
}

/// A part of a drawing. Line ends are part of the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Span {
    /// Printable ASCII and line ends.
    pub text: String,
    /// What it belongs to.
    pub ink: Ink,
    /// Why it should catch the eye.
    pub stress: Stress,
}

/// A picture made of text. Its [`Display`] is the text alone.
///
/// ```
/// use sarsen_core::game::{Drawing, Ink, Player, Stress};
///
/// let mut drawing = Drawing::default();
/// drawing.add("1 ", Ink::Faint, Stress::None);
/// drawing.add("x", Ink::Of(Player::First), Stress::Last);
/// drawing.add("\n", Ink::Plain, Stress::None);
/// assert_eq!(drawing.to_string(), "1 x\n");
/// assert_eq!(drawing.spans().len(), 3);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Drawing {
    spans: Vec<Span>,
}

impl Drawing {
    /// Adds text. If the last part looks the same, the text joins it.
    pub fn add(&mut self, text: &str, ink: Ink, stress: Stress) {
        match self.spans.last_mut() {
            Some(last) if last.ink == ink && last.stress == stress => last.text += text,
            _ => self.spans.push(Span { text: text.to_owned(), ink, stress }),
        }
    }

    /// Adds text that belongs to nobody.
    pub fn write(&mut self, text: &str) {
        self.add(text, Ink::Plain, Stress::None);
    }

    /// Adds a line that belongs to nobody, below all others.
    pub fn write_below(&mut self, line: &str) {
        if self.spans.last().is_some_and(|span| !span.text.ends_with('\n')) {
            self.write("\n");
        }
        self.write(line);
    }

    /// Its parts in order.
    #[must_use]
    pub fn spans(&self) -> &[Span] {
        &self.spans
    }
}

/// Text without anything special in it.
impl From<String> for Drawing {
    fn from(text: String) -> Self {
        Self { spans: vec![Span { text, ink: Ink::Plain, stress: Stress::None }] }
    }
}

impl Display for Drawing {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        self.spans.iter().try_for_each(|span| f.write_str(&span.text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_drawn_alike_are_one() {
        let mut drawing = Drawing::from("ab".to_owned());
        drawing.write("c");
        drawing.add("d", Ink::Faint, Stress::None);
        drawing.add("e", Ink::Faint, Stress::Won);
        assert_eq!(drawing.spans().len(), 3);
        assert_eq!(drawing.spans()[0].text, "abc");
        assert_eq!(drawing.to_string(), "abcde");
        drawing.write_below("f");
        assert_eq!(drawing.to_string(), "abcde\nf");
        drawing.write("\n");
        drawing.write_below("g");
        assert_eq!(drawing.to_string(), "abcde\nf\ng");
    }
}
