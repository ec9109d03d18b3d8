//! Tokens: the words and signs of the language.

use super::names::{NameId, Names};

/// A word that begins a section or a board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Keyword {
    Players,
    Pieces,
    Variables,
    Rules,
    Board,
    Rectangle,
    Hexagon,
    Cuboid,
}

impl Keyword {
    const ALL: [Self; 8] = [
        Self::Players,
        Self::Pieces,
        Self::Variables,
        Self::Rules,
        Self::Board,
        Self::Rectangle,
        Self::Hexagon,
        Self::Cuboid,
    ];

    pub(crate) const fn text(self) -> &'static str {
        match self {
            Self::Players => "players",
            Self::Pieces => "pieces",
            Self::Variables => "variables",
            Self::Rules => "rules",
            Self::Board => "board",
            Self::Rectangle => "rectangle",
            Self::Hexagon => "hexagon",
            Self::Cuboid => "cuboid",
        }
    }

    pub(crate) fn of(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|word| word.text() == text)
    }
}

/// The signs, the longest first: the longest one that fits is meant.
pub(crate) const SIGNS: [&str; 34] = [
    "->>", "{?", "{!", "{$", "[$", "->", "!=", "==", "<=", ">=", "(", ")", "[", "]", "{", "}", "~",
    "#", "-", "+", "^", "/", "*", ".", ",", ";", ":", "$", "=", "!", "?", "<", ">", "+>",
];

/// What a token is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TokenKind {
    Name(NameId),
    Number(u32),
    Word(Keyword),
    Sign(&'static str),
}

impl TokenKind {
    pub(crate) fn text(self, names: &Names) -> String {
        match self {
            Self::Name(id) => names.text(id).to_owned(),
            Self::Number(number) => number.to_string(),
            Self::Word(word) => word.text().to_owned(),
            Self::Sign(sign) => sign.to_owned(),
        }
    }

    pub(crate) fn is(self, sign: &str) -> bool {
        matches!(self, Self::Sign(this) if this == sign)
    }
}

/// Which use of a macro or a parameter a token comes from. 0 is none.
pub(crate) type CallId = u32;

/// A token and where it comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Token {
    pub(crate) kind: TokenKind,
    /// The byte of the file where it begins.
    pub(crate) at: u32,
    pub(crate) call: CallId,
}
