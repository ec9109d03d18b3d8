//! Nuba in words: its rules, and facts about a position. Below are the notation and the picture.

mod diagram;
mod notation;
mod picture;
mod reader;

use super::base::Base;
use super::position::NubaPosition;
use notation::{list, owned};
use sarsen_core::game::{Fact, Player};

pub(super) use picture::draw;

/// The rules up to the base.
macro_rules! begin {
    () => {
        "\
Each player, green (g) and red (r), wants to bring a musician to the base of the other. There is \
one place of honour, for the best musician of both.

Each player has ten pieces: 1 to 9, and the champion X. Each piece is a wrestler and a musician. A \
low number is a strong wrestler, a high number a good musician. The champion is the best musician \
of all. It wrestles down every piece, and every piece wrestles it down.

The board has five columns, a to e, and six rows. Green's own rows are 1 and 2, at the bottom. \
Red's are 6 and 5, at the top. At first the board is empty. The players take turns to put a piece \
on a free square of their own two rows, green first. This goes on until all twenty pieces are \
there. (In the setups whose names end in -ready they are there from the start.)

Then the players take turns to move, again green first. A piece moves one square forward, straight \
or diagonally, never sideways or back. The square must be empty, or have a piece of the opponent \
with the same or a higher number. That piece is captured and leaves the game. The champion captures \
any piece, and any piece captures it. A player who cannot move passes. Nobody else may.

"
    };
}

/// The rules from the base on.
macro_rules! end {
    () => {
        "\
There the piece leaves the board. It goes to the place of honour if the place is empty, or if it \
has a higher number than the piece there, of either player. That piece leaves the game. Otherwise \
the piece that has come leaves the game: the same number is not enough. The champion counts more \
than 9.

You win as soon as the place is yours and the opponent has no piece on the board that could take \
it. So a champion on the place of honour wins at once. You also win if the opponent has no pieces \
left and the place is empty. It does not matter how likely a piece is to get there: as long as \
it is on the board and has a high enough number, the game goes on. There are no draws.

- Example: your 7 holds the place of honour. Of the opponent's pieces, only 3 and 6 are left on the \
board. You have won.
- Example: your 7 captures the opponent's champion, and your 8 stands before the opponent's 9. \
Then the 9 cannot capture the 8, but the 8 captures the 9.

Weak wrestlers need strong ones that clear the way. Every step brings a piece nearer to the base, \
and there is no way back.

"
    };
}

/// How to point at a move.
macro_rules! point {
    () => {
        "\
On the board, point at a piece in your hand, which is beside it, and then at a square. To move, \
point at the piece and then at the place where it goes."
    };
}

/// The rules where the base is a row.
const ROW: &str = concat!(
    begin!(),
    "The row farthest from you is the base of the opponent: row 6 for green, row 1 for red. You \
     are there as soon as a piece of yours enters that row, perhaps with a capture. ",
    end!(),
    "A piece that is put on the board is written as the piece and the square: 7@b2 or X@c1. A move \
     is written as two squares: b2c3. A pass is the word pass.

",
    point!()
);

/// The rules where the base lies beyond the board.
const BEYOND: &str = concat!(
    begin!(),
    "The base of the opponent lies beyond the row farthest from you. A piece that stands in this \
     row can go there with one more step, straight off the board. ",
    end!(),
    "A piece that is put on the board is written as the piece and the square: 7@b2 or X@c1. A move \
     is written as two squares: b2c3. The base of red is row 7, that of green row 0: c6c7 goes \
     from c6 to the base. A pass is the word pass.

",
    point!()
);

/// The rules, in words.
pub(super) const fn rules(base: Base) -> &'static str {
    match base {
        Base::Row => ROW,
        Base::Beyond => BEYOND,
    }
}

/// Who holds the place of honour, who can still take it, and which pieces are on the board and in
/// hand.
pub(super) fn explain(position: &NubaPosition) -> Vec<Fact> {
    let [green, red] = [Player::First, Player::Second];
    let holder = position.holder().map_or("-".to_owned(), |(player, piece)| owned(player, piece));
    let pieces = |name, pieces, about| Fact::new(name, &list(pieces)).about(about);
    let able = |player| if position.is_setup() { 0 } else { position.able(player) };
    vec![
        Fact::new("honour", &holder).about("The piece on the place of honour."),
        pieces("able-g", able(green), "The pieces of green that could still take the place."),
        pieces("able-r", able(red), "The pieces of red that could still take the place."),
        pieces("pieces-g", position.pieces(green), "The pieces of green on the board."),
        pieces("pieces-r", position.pieces(red), "The pieces of red on the board."),
        pieces("hand-g", position.hand(green), "The pieces that green still has in hand."),
        pieces("hand-r", position.hand(red), "The pieces that red still has in hand."),
    ]
}
