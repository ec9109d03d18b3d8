//! How the protocol and the classes of a picture call what a board is made of.

use sarsen_core::game::Player;
use sarsen_core::game::board::{
    Area, Ground, GroupKind, Outline, PieceColour, PieceMake, StrokeKind, Tone,
};

/// Gives each value of a type its name.
macro_rules! names {
    ($($name:ident($type:ident) { $($value:ident => $text:literal,)+ })+) => {
        $(
            pub(super) const fn $name(value: $type) -> &'static str {
                match value {
                    $($type::$value => $text,)+
                }
            }
        )+
    };
}

names! {
    shape(Outline) {
        Square => "square",
        Disc => "disc",
        Hexagon => "hexagon",
        Token => "token",
        Card => "card",
        Die => "die",
    }
    area(Area) {
        Board => "board",
        First => "first",
        Second => "second",
        Beside => "beside",
    }
    stroke(StrokeKind) {
        Line => "line",
        Grid => "grid",
    }
    group(GroupKind) {
        Line => "line",
        Region => "region",
    }
    ground(Ground) {
        Paper => "paper",
        Wood => "wood",
        Felt => "felt",
        Frame => "frame",
        Grass => "grass",
        Sand => "sand",
        Water => "water",
    }
    make(PieceMake) {
        Disc => "disc",
        Checker => "checker",
        Marble => "marble",
        Stone => "stone",
        Tile => "tile",
        Card => "card",
    }
    colour(PieceColour) {
        Black => "black",
        White => "white",
        Red => "red",
        Yellow => "yellow",
        Blue => "blue",
        Orange => "orange",
        Green => "green",
    }
    tone(Tone) {
        Plain => "plain",
        Light => "light",
        Dark => "dark",
        Hollow => "hollow",
        First => "first",
        Second => "second",
        Bare => "bare",
    }
}

/// The name of a tone that is not the usual one.
pub(super) fn unusual_tone(value: Tone) -> Option<&'static str> {
    (value != Tone::default()).then_some(tone(value))
}

/// The class of what a player owns, with a blank before it.
pub(super) const fn owner_class(owner: Option<Player>) -> &'static str {
    match owner {
        Some(Player::First) => " first",
        Some(Player::Second) => " second",
        None => "",
    }
}
