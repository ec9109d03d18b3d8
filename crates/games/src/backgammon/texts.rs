//! Backgammon in words: its rules, and facts about a position. Below are the notation and the
//! picture.

mod diagram;
mod gnubg;
mod notation;
mod parts;
mod picture;
mod position_id;
mod read_play;
mod reader;

use super::board::{BAR, OFF};
use super::position::BackgammonPosition;
use sarsen_core::game::{Fact, Player};

pub(super) use gnubg::Gnubg;
pub(super) use picture::draw;

/// The rules, in words.
pub(super) const RULES: &str = "\
Each player, x and o, has fifteen checkers on a board of 24 points. Both bring their checkers home \
and then off the board, in opposite directions. Whoever has borne off all fifteen first wins.

The points are numbered from 1 to 24, as the player sees them who moves. Checkers go from high \
numbers to low ones. Points 1 to 6 are your home board. The other player's point 1 is your point \
24. At the start, each player has two checkers on 24, five on 13, three on 8 and five on 6.

To begin, each player throws one die, again if both are the same. The higher one moves first, with \
both dice. After that, the players take turns to throw two dice and to move.

Each die moves a checker by its number, to a point where the other player has at most one checker. \
Both dice may move the same checker, one after the other. With a double, each die counts twice: \
four moves.

- You hit a single checker of the other player when you move to its point. It goes to the bar.
- With a checker on the bar, you must bring it in before anything else: with a 3, for example, to \
your point 22.
- When all your checkers are in your home board, a die bears off a checker from the point of its \
number. If the number is higher than any point with your checkers, it bears off from the highest \
one.

You must play both dice if that is possible, and with a double as many as possible. If you can play \
only one of two dice, but either of them, it must be the higher one. If you can play none, you pass.

In the setup single a win is a win, however much the other player has left. In the setup gammons it \
is worth two points if the other player has borne off no checker, and three if one of them is \
moreover on the bar or in your home board. There is no doubling cube.

A move is written as its parts, with + between them: 8/5+6/5, bar/22, 6/off. A * marks a hit, and a \
number in brackets tells how many checkers do the same: 13/8*, 6/4(2). One checker that moves twice \
is written with its first and its last point: 24/18. A throw is written as both dice: 31, 66. In the \
opening roll, the die of x comes first. A pass is the word pass.

On the board, point at a checker and then at the place where it goes, one part after the other.";

/// The pip counts, the checkers on the bar and those borne off, whether the players can still hit
/// each other, and what a won game would be worth.
pub(super) fn explain(position: &BackgammonPosition) -> Vec<Fact> {
    let [first, second] = [Player::First, Player::Second];
    let count = |name, count: u32, about| Fact::new(name, &count.to_string()).about(about);
    let men = |player, place| u32::from(position.count(player, place));
    let contact = if position.has_contact() { "yes" } else { "no" };
    let won = match position.points() {
        0 => "-",
        1 => "single",
        2 => "gammon",
        _ => "backgammon",
    };
    vec![
        count("pips-x", position.pips(first), "The pips that x needs to bear off all checkers."),
        count("pips-o", position.pips(second), "The pips that o needs to bear off all checkers."),
        count("bar-x", men(first, BAR), "The checkers of x on the bar."),
        count("bar-o", men(second, BAR), "The checkers of o on the bar."),
        count("off-x", men(first, OFF), "The checkers that x has borne off."),
        count("off-o", men(second, OFF), "The checkers that o has borne off."),
        Fact::new("contact", contact).about("Whether the players still have to pass each other."),
        Fact::new("won", won).about("How the game was won."),
    ]
}
