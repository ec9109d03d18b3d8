//! Why a text is not a legal move.

use super::super::cells::{DIRECTIONS, OFF, next};
use super::super::position::AbalonePosition;
use super::names::{cells, letter, name};
use sarsen_core::game::{MoveError, Player};

/// The error for a text that is not the text of a legal move.
pub(super) fn refuse(position: &AbalonePosition, text: &str) -> MoveError {
    let form = "a move is a cell and the next one, such as a1b2, or for a move sideways both ends \
                of the line, the lower one first, and the cell of the first, such as c3c5d3";
    let cells = cells(text);
    match cells.as_deref() {
        Some(&[from, to]) => match direction(from, to) {
            Some(direction) => MoveError::illegal(text, inline(position, from, direction)),
            None => MoveError::malformed(text, apart(from, to)),
        },
        Some(&[lower, upper, to]) => match (row(lower, upper), direction(lower, to)) {
            (None, _) => MoveError::malformed(text, no_row(lower, upper)),
            (_, None) => MoveError::malformed(text, apart(lower, to)),
            (Some((axis, count)), Some(direction)) => {
                MoveError::illegal(text, sideways(position, lower, axis, count, direction))
            }
        },
        _ => MoveError::malformed(text, form),
    }
}

/// The direction from a cell to its neighbour.
pub(super) fn direction(from: u8, to: u8) -> Option<usize> {
    (0..DIRECTIONS).find(|&direction| next(from, direction) == to)
}

/// The direction from an end of a line of two or three cells to the other, and how many they are.
pub(super) fn row(one: u8, other: u8) -> Option<(usize, usize)> {
    let is_end =
        |&(axis, count): &(usize, usize)| (1..count).fold(one, |cell, _| next(cell, axis)) == other;
    (0..DIRECTIONS).flat_map(|axis| [(axis, 2), (axis, 3)]).find(is_end)
}

fn apart(from: u8, to: u8) -> String {
    format!("{} is not next to {}", name(to), name(from))
}

fn no_row(one: u8, other: u8) -> String {
    format!("{} and {} are not the ends of two or three cells in line", name(one), name(other))
}

/// What is on a cell, if it is not a marble of the player to move.
fn no_marble(position: &AbalonePosition, cell: u8) -> Option<String> {
    let (name, mine) = (name(cell), position.to_move());
    match position.owner(cell) {
        Some(player) if player == mine => None,
        Some(player) => Some(format!("on {name} is a marble of '{}'", letter(player))),
        None => Some(format!("there is no marble on {name}")),
    }
}

/// Why the line that begins with a cell cannot move on.
fn inline(position: &AbalonePosition, rear: u8, direction: usize) -> String {
    if let Some(reason) = no_marble(position, rear) {
        return reason;
    }
    let (mine, other) = (position.to_move(), position.to_move().other());
    let (own, front) = run(position, rear, direction, mine);
    if own > 3 {
        return format!("{own} marbles are in line, and at most three move");
    }
    if front == OFF {
        return "your own marble would leave the board".to_owned();
    }
    let (theirs, end) = run(position, front, direction, other);
    if theirs >= own {
        let them = if theirs == 1 { "one marble is".to_owned() } else { format!("{theirs} are") };
        return format!("{them} in the way, and {own} cannot push as many");
    }
    format!("behind the marbles to push is your own marble on {}", name(end))
}

/// The number of a player's marbles in line from a cell on, and the cell behind them.
fn run(position: &AbalonePosition, from: u8, direction: usize, of: Player) -> (usize, u8) {
    let (mut count, mut cell) = (0, from);
    while cell != OFF && position.owner(cell) == Some(of) {
        count += 1;
        cell = next(cell, direction);
    }
    (count, cell)
}

/// Why marbles cannot move sideways.
fn sideways(
    position: &AbalonePosition,
    lower: u8,
    axis: usize,
    count: usize,
    direction: usize,
) -> String {
    if axis % 3 == direction % 3 {
        return "that is along the line: name its last marble and the next cell".to_owned();
    }
    let mut cell = lower;
    for _ in 0..count {
        if let Some(reason) = no_marble(position, cell) {
            return reason;
        }
        let to = next(cell, direction);
        if to == OFF {
            return format!("the marble on {} would leave the board", name(cell));
        }
        if position.owner(to).is_some() {
            return format!("{} is not empty, and a move sideways cannot push", name(to));
        }
        cell = next(cell, axis);
    }
    format!("name the lower end of the line first: {}", name(lower_end(lower, axis, count)))
}

/// The other end of a line that was named from its upper end.
fn lower_end(upper: u8, axis: usize, count: usize) -> u8 {
    (1..count).fold(upper, |cell, _| next(cell, axis))
}

#[cfg(test)]
mod tests {
    use crate::abalone::Abalone;
    use sarsen_core::game::{Game, Written};

    #[test]
    fn a_wrong_move_is_told_why() {
        let start = Abalone::STANDARD.start();
        for (text, part) in [
            ("", "is not a move: a move is a cell"),
            ("a1", "a move is a cell and the next one"),
            ("a1a", "a move is"),
            ("a9b9", "a move is"),
            ("\u{e9}1b2", "a move is"),
            ("a1c3", "c3 is not next to a1"),
            ("a1a4b2", "a1 and a4 are not the ends"),
            ("a1a3c3", "c3 is not next to a1"),
            ("a1a1b2", "not the ends"),
            ("e5e6", "there is no marble on e5"),
            ("i5h5", "on i5 is a marble of 'w'"),
            ("a1a2", "5 marbles are in line"),
            ("b1a1", "your own marble would leave the board"),
            ("a1a2b1", "b1 is not empty"),
            ("b5b6a5", "a5 is not empty"),
            ("a1a3a2", "that is along the line"),
            ("c4c5d4d5", "a move is"),
            ("c5c3d5", "name the lower end of the line first: c3"),
            ("c3c5b2", "b2 is not empty"),
            ("b1b2c0", "a move is"),
        ] {
            let error = start.parse_move(text).unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
    }

    #[test]
    fn a_push_that_fails_is_told_why() {
        let rows = [
            "wwwww",
            "......",
            ".......",
            "w.......",
            "bbbwww.wb",
            "bbw.wwbb",
            "bbwb...",
            "bbb...",
            ".....",
        ];
        let start = Abalone::STANDARD.start();
        let position = start.parse(&format!("{} b 0 0", rows.concat())).unwrap();
        for (text, part) in [
            ("e1e2", "3 are in the way, and 3 cannot push as many"),
            ("d8d7", "2 are in the way, and 2 cannot push as many"),
            ("e9e8", "one marble is in the way, and 1 cannot push as many"),
            ("c1c2", "behind the marbles to push is your own marble on c4"),
        ] {
            let error = position.parse_move(text).unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
        assert!(position.parse_move("d1d2").is_ok());
    }
}
