//! Facts about a position, for people.

use super::super::board::{BAR, OFF};
use super::super::position::BackgammonPosition;
use sarsen_core::game::{Fact, Player};

/// The pip counts, the checkers on the bar and those borne off, whether the players can still hit
/// each other, and what a won game would be worth.
pub(in super::super) fn explain(position: &BackgammonPosition) -> Vec<Fact> {
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
