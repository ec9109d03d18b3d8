//! How a game is shown to people: its rules, its board, its marks, and facts about positions.

use super::board::{self, Diagram};
use super::{Drawing, Player, PlayerName, View, Written};

/// A fact that a game tells about a position.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Fact {
    /// What the fact is about: one word.
    pub name: &'static str,
    /// The fact itself: one word of ASCII. `-` or `none` means that there is nothing.
    pub text: String,
    /// What facts of this name say, in a sentence for people. Empty if nobody has said it.
    pub about: &'static str,
    /// Whether facts of this name list places of the [board](Presentation::board) by their names,
    /// with commas between them. A page can then light them up.
    pub lists_places: bool,
}

impl Fact {
    /// A fact.
    #[must_use]
    pub fn new(name: &'static str, text: &str) -> Self {
        Self { name, text: text.to_owned(), about: "", lists_places: false }
    }

    /// The same fact, which lists places of the board.
    #[must_use]
    pub fn listing_places(mut self) -> Self {
        self.lists_places = true;
        self
    }

    /// The same fact with a sentence that says what facts of this name mean.
    #[must_use]
    pub fn about(mut self, about: &'static str) -> Self {
        self.about = about;
        self
    }

    /// Whether the fact says that there is nothing.
    #[must_use]
    pub fn is_nothing(&self) -> bool {
        matches!(self.text.as_str(), "-" | "none")
    }
}

/// What people see of a game, as a text, in a terminal or on a page. No move depends on it, but
/// learning sees the [board](Self::board), too. Everything has a default, so a game without a
/// presentation needs one line: `impl Presentation<Board> for TicTacToe {}`.
pub trait Presentation<P: Written> {
    /// Facts about a position, for people and for programs that explain it. Every position has the
    /// same names in the same order. The query `threats` reports them, and `play` shows them with
    /// the board.
    fn explain(&self, _position: &P) -> Vec<Fact> {
        Vec::new()
    }

    /// What [`margin`](super::Position::margin) counts, in the plural: `discs`, for example.
    fn margin_unit(&self) -> &str {
        "points"
    }

    /// The players' marks next to the drawn board, the first player's first.
    fn marks(&self) -> [&str; 2] {
        ["x", "o"]
    }

    /// What people call the players, the first player's name first: `White`, for example. It is one
    /// or more words of ASCII. Empty if they have only their [marks](Self::marks).
    fn player_names(&self) -> [&str; 2] {
        ["", ""]
    }

    /// How a player is called.
    fn player(&self, player: Player) -> PlayerName<'_> {
        let at = player.index();
        PlayerName { mark: self.marks()[at], name: self.player_names()[at] }
    }

    /// The rules for people who do not know the game: paragraphs with a blank line between them. A
    /// line that begins with `- ` is an item of a list. Nothing else is markup.
    fn rules(&self) -> &str {
        ""
    }

    /// How the board looks, for pictures and for programs that let people play with a mouse. A game
    /// that has none is shown as [`draw`](Self::draw) draws it, with a button for each move.
    fn board(&self) -> Option<&dyn Diagram<P>> {
        None
    }

    /// The board for people: several lines of ASCII. It need not show whose turn it is, nor
    /// who has won, because a line below the board says that. The default draws the
    /// [`board`](Self::board) with the [marks](Self::marks) of the players: in rows if its places
    /// are rows and columns, or hexagons, and otherwise as a list of places. Without a board, or
    /// if it has too many places for a list, it is the text of the position.
    fn draw(&self, position: &P, view: View<P::Move>) -> Drawing {
        let players = [Player::First, Player::Second].map(|player| self.player(player));
        let drawn = self.board().and_then(|board| board::draw(board, position, view, players));
        drawn.unwrap_or_else(|| Drawing::from(position.format()))
    }
}
