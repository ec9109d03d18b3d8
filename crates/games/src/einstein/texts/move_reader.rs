//! Reading a move, and saying why a text is not a legal one.

use super::super::moves::EinsteinMove;
use super::super::position::EinsteinPosition;
use super::super::squares::{AHEAD, HOME, NOWHERE, SIDE, bit, bits};
use super::names::{player_letter, square_name};
use sarsen_core::game::{MoveError, Position, Written};

/// Reads a move of this position. Letters may be large or small.
pub(super) fn read(position: &EinsteinPosition, text: &str) -> Result<EinsteinMove, MoveError> {
    if position.outcome().is_some() {
        Err(MoveError::GameOver)
    } else if position.is_setup() {
        read_put(position, text)
    } else if position.actor().is_chance() {
        let malformed = || MoveError::malformed(text, "the die is thrown: a number from 1 to 6");
        number(text).map(EinsteinMove::throw).ok_or_else(malformed)
    } else {
        read_step(position, text)
    }
}

/// Reads a stone that is put on a square.
fn read_put(position: &EinsteinPosition, text: &str) -> Result<EinsteinMove, MoveError> {
    let parts = text.split_once('@').and_then(|(stone, to)| Some((number(stone)?, square(to)?)));
    let Some((stone, to)) = parts else {
        let example = first_legal(position);
        let reason =
            format!("while stones are put on the board, a move is stone@square, such as {example}");
        return Err(MoveError::malformed(text, reason));
    };
    let next = position.next_stone() + 1;
    let player = player_letter(position.turn);
    let reason = if stone != next {
        format!("the stones come in order: {next} is next")
    } else if bit(to) & HOME[position.turn.index()] == 0 {
        let home: Vec<String> = bits(HOME[position.turn.index()]).map(square_name).collect();
        format!("the stones of player {player} begin on {}", home.join(", "))
    } else if position.stone_at(to).is_some() {
        format!("{} is taken", square_name(to))
    } else {
        return Ok(EinsteinMove::put(stone - 1, to));
    };
    Err(MoveError::illegal(text, reason))
}

/// Reads a step from one square to another.
fn read_step(position: &EinsteinPosition, text: &str) -> Result<EinsteinMove, MoveError> {
    let squares = || Some((square(text.get(..2)?)?, square(text.get(2..)?)?));
    let Some((from, to)) = squares() else {
        let reason = format!("a move is two squares, such as {}", first_legal(position));
        return Err(MoveError::malformed(text, reason));
    };
    let player = position.turn;
    let number = match position.stone_at(from) {
        Some((owner, number)) if owner == player => number,
        _ => {
            let (player, from) = (player_letter(player), square_name(from));
            return Err(MoveError::illegal(
                text,
                format!("player {player} has no stone on {from}"),
            ));
        }
    };
    let movable = position.movable();
    if movable >> (number - 1) & 1 == 0 {
        let names: Vec<String> =
            bits(movable.into()).map(|stone| (stone + 1).to_string()).collect();
        let (die, names) = (position.die, names.join(" or "));
        let reason = format!("the die shows {die}: stone {names} moves, not {number}");
        return Err(MoveError::illegal(text, reason));
    }
    let ways = AHEAD[player.index()][usize::from(from)];
    let Some(direction) = ways.iter().position(|&way| way == to) else {
        let on_board = ways.into_iter().filter(|&way| way != NOWHERE);
        let names: Vec<String> = on_board.map(square_name).collect();
        let reason = format!("a stone goes from {} to {}", square_name(from), names.join(", "));
        return Err(MoveError::illegal(text, reason));
    };
    Ok(EinsteinMove::step(from, direction as u8))
}

/// A legal move as an example. The game is not over, so there is one.
fn first_legal(position: &EinsteinPosition) -> String {
    let moves = position.legal_moves();
    moves.first().map_or_else(String::new, |&m| position.format_move(m))
}

/// The number of a stone or of the die.
fn number(text: &str) -> Option<u8> {
    match text.as_bytes() {
        [digit @ b'1'..=b'6'] => Some(digit - b'0'),
        _ => None,
    }
}

/// The square with a name.
fn square(name: &str) -> Option<u8> {
    let side = SIDE as u8;
    match name.to_ascii_lowercase().as_bytes() {
        [column @ b'a'..=b'e', row @ b'1'..=b'5'] => {
            Some((side - 1 - (row - b'1')) * side + column - b'a')
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::game::Einstein;
    use sarsen_core::game::{Game, MoveError, Written};

    #[test]
    fn a_wrong_move_is_told_why() {
        let empty = "......................... 1 -";
        let one = "1........................ 1 -";
        let middle = ".....3......46.d........c 1 5";
        for (text, m, part) in [
            (empty, "a5b5", "is not a move: while stones are put on the board"),
            (empty, "7@a5", "stone@square, such as 1@a5"),
            (empty, "2@a5", "the stones come in order: 1 is next"),
            (empty, "1@e1", "player 1 begin on a5, b5, c5, a4, b4, a3"),
            (one, "2@a5", "a5 is taken"),
            (".....3......46.d........c 1 -", "7", "a number from 1 to 6"),
            (".....3......46.d........c 1 -", "c3d3", "a number from 1 to 6"),
            (middle, "5", "is not a move: a move is two squares, such as c3d2"),
            (middle, "\u{e9}\u{e9}", "two squares"),
            (middle, "c3d9", "two squares"),
            (middle, "b3c3", "player 1 has no stone on b3"),
            (middle, "a2b2", "player 1 has no stone on a2"),
            (middle, "a4b4", "the die shows 5: stone 4 or 6 moves, not 3"),
            (middle, "c3c4", "a stone goes from c3 to d3, d2, c2"),
            (".........6.............a. 1 5", "e4d4", "a stone goes from e4 to e3"),
            ("......3................1. 2 -", "1", "the game is over"),
        ] {
            let position = Einstein.start().parse(text).unwrap();
            let error = position.parse_move(m).unwrap_err();
            assert!(error.to_string().contains(part), "{text}, {m}: {error}");
            assert_eq!(error == MoveError::GameOver, part == "the game is over");
        }
        let position = Einstein.start().parse(middle).unwrap();
        assert_eq!(position.parse_move("C3D3"), position.parse_move("c3d3"));
    }
}
