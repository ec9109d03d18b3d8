//! The board of backgammon drawn in ASCII.

use super::super::board::{BAR, CHECKERS, OFF, across};
use super::super::moves::BackgammonMove;
use super::super::position::BackgammonPosition;
use super::notation::dice_text;
use sarsen_core::game::{Drawing, Ink, Player, Stress, View};

/// The players' marks.
const MARKS: [char; 2] = ['x', 'o'];

/// Draws the points in two rows, with the numbers that the player to move gives them. The home
/// board of the first player is at the lower right, that of the second player above it. A turned
/// board is seen by the second player.
pub(in super::super) fn draw(position: &BackgammonPosition, view: View<BackgammonMove>) -> Drawing {
    let seer = if view.turned { Player::Second } else { Player::First };
    let mut drawing = Drawing::default();
    let (upper, lower): (Vec<u8>, Vec<u8>) = ((13..=24).collect(), (1..=12).rev().collect());
    let last = arrivals(position, view.last);
    for (row, owner) in [(upper, seer.other()), (lower, seer)] {
        let is_upper = row[0] == 13;
        if is_upper {
            numbers(position, &row, seer, &mut drawing);
        }
        for (index, &point) in row.iter().enumerate() {
            if index == 6 {
                drawing.write(" |");
                stack(position, owner, BAR, &last, &mut drawing);
                drawing.write(" |");
            }
            let [first, second] =
                [seer, seer.other()].map(|player| (player, as_seen(player, seer, point)));
            match [first, second].into_iter().find(|&(player, at)| position.count(player, at) > 0) {
                Some((player, at)) => stack(position, player, at, &last, &mut drawing),
                None => drawing.add("   .", Ink::Faint, Stress::None),
            }
        }
        drawing.write("  off");
        stack(position, owner, OFF, &last, &mut drawing);
        drawing.write("\n");
        if !is_upper {
            numbers(position, &row, seer, &mut drawing);
        }
    }
    let mark = MARKS[position.to_move().index()];
    drawing.write(&format!("the numbers are those of {mark}"));
    match (position.winner(), position.is_opening()) {
        (Some(_), _) => {}
        (None, true) => drawing.write("\neach player throws one die"),
        (None, false) if position.dice().is_none() => {
            drawing.write(&format!("\n{mark} is to throw the dice"));
        }
        (None, false) => {
            let thrown = view.last.is_some_and(|m| m.thrown().is_some());
            let stress = if thrown { Stress::Last } else { Stress::None };
            drawing.write("\ndice ");
            drawing.add(&dice_text(position), Ink::Of(position.to_move()), stress);
        }
    }
    drawing
}

/// A point of one player as another one sees it.
fn as_seen(by: Player, seer: Player, point: u8) -> u8 {
    if by == seer { point } else { across(point) }
}

/// Writes the numbers of the points of a row.
fn numbers(position: &BackgammonPosition, row: &[u8], seer: Player, drawing: &mut Drawing) {
    for (index, &point) in row.iter().enumerate() {
        if index == 6 {
            drawing.write("  bar  ");
        }
        drawing.write(&format!("{:>4}", as_seen(position.to_move(), seer, point)));
    }
    drawing.write("\n");
}

/// Writes the checkers of a player at a place.
fn stack(
    position: &BackgammonPosition,
    player: Player,
    place: u8,
    last: &[(Player, u8)],
    drawing: &mut Drawing,
) {
    let count = position.count(player, place);
    if count == 0 {
        drawing.add("   .", Ink::Faint, Stress::None);
        return;
    }
    let stress = if place == OFF && count == CHECKERS {
        Stress::Won
    } else if last.contains(&(player, place)) {
        Stress::Last
    } else {
        Stress::None
    };
    let text = format!("{}{count}", MARKS[player.index()]);
    drawing.write(&" ".repeat(4 - text.len()));
    drawing.add(&text, Ink::Of(player), stress);
}

/// The places where checkers stand to which the last play has brought some.
fn arrivals(position: &BackgammonPosition, last: Option<BackgammonMove>) -> Vec<(Player, u8)> {
    let mover = position.to_move().other();
    let Some(last) = last.filter(|m| m.thrown().is_none()) else { return Vec::new() };
    let is_there = |&place: &u8| position.count(mover, place) > 0;
    last.steps().map(|step| step.to).filter(is_there).map(|place| (mover, place)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backgammon::Backgammon;
    use sarsen_core::game::{Game, Position, Written};

    #[test]
    fn a_drawing_has_the_numbers_of_the_player_to_move() {
        let mut position = Backgammon::SINGLE.start();
        let mut last = None;
        for text in ["31", "8/5+6/5"] {
            let m = position.parse_move(text).unwrap();
            position.make(m);
            last = Some(m);
        }
        let drawing = draw(&position, View { turned: false, last });
        let expected = [
            "  12  11  10   9   8   7  bar     6   5   4   3   2   1",
            "  x5   .   .   .  o3   . |   . |  o5   .   .   .   .  x2  off   .",
            "  o5   .   .   .  x2   . |   . |  x4  x2   .   .   .  o2  off   .",
            "  13  14  15  16  17  18  bar    19  20  21  22  23  24",
            "the numbers are those of o",
            "o is to throw the dice",
        ];
        let expected = expected.join("\n");
        assert_eq!(drawing.to_string(), expected);
        let stressed: Vec<&str> = drawing
            .spans()
            .iter()
            .filter(|span| span.stress == Stress::Last)
            .map(|span| &*span.text)
            .collect();
        assert_eq!(stressed, ["x2"]);
        let turned = draw(&position, View { turned: true, last: None }).to_string();
        let rows: Vec<&str> = turned.lines().collect();
        assert_eq!(rows[0], "  13  14  15  16  17  18  bar    19  20  21  22  23  24");
        assert_eq!(rows[2], "  x5   .   .   .  o3   . |   . |  o5   .   .   .   .  x2  off   .");
    }
}
