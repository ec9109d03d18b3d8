//! Reading the text of a position, and refusing what cannot be.

use super::super::position::{ALL_STONES, EinsteinPosition};
use super::super::squares::{GOAL, HOME, SQUARES};
use super::names::{player_letter, stone_letter};
use sarsen_core::game::{Player, TextError, excerpt};

/// The character of the side to move, counted from 1, and that of the die.
const SIDE_AT: usize = SQUARES + 2;
const DIE_AT: usize = SQUARES + 4;

/// Reads a position: 25 squares from the upper left, a blank, the side to move, a blank, the die.
pub(super) fn read(text: &str) -> Result<EinsteinPosition, TextError> {
    let mut letters = text.chars();
    let mut position = EinsteinPosition::EMPTY;
    for square in 0..SQUARES as u8 {
        read_square(letters.next(), square, &mut position)?;
    }
    expect(letters.next(), SIDE_AT - 1, ' ', "a blank after the 25 squares")?;
    match letters.next() {
        Some('1') => {}
        Some('2') => position.pass_turn(),
        other => return Err(wrong(SIDE_AT, "the side to move ('1' or '2')", other)),
    }
    expect(letters.next(), DIE_AT - 1, ' ', "a blank after the side to move")?;
    let die = match letters.next() {
        Some('-') => 0,
        Some(number @ '1'..='6') => number as u8 - b'0',
        other => return Err(wrong(DIE_AT, "the die ('1' to '6', or '-' before a throw)", other)),
    };
    if let Some(more) = letters.next() {
        return Err(wrong(DIE_AT + 1, "the end of the text after the die", Some(more)));
    }
    position.is_setup = is_setup(&position);
    check(&position)?;
    if die != 0 && position.is_setup {
        let reason = "the die is '-' while the stones are put on the board";
        return Err(TextError::new(DIE_AT, reason));
    }
    if let (1.., Some(winner)) = (die, position.winner()) {
        let winner = player_letter(winner);
        let reason = format!("player {winner} has won, so the die is '-'");
        return Err(TextError::new(DIE_AT, reason));
    }
    position.show(die);
    Ok(position)
}

/// Reads what is on a square.
fn read_square(
    letter: Option<char>,
    square: u8,
    position: &mut EinsteinPosition,
) -> Result<(), TextError> {
    let at = usize::from(square) + 1;
    let (player, stone) = match letter {
        Some('.') => return Ok(()),
        Some(digit @ '1'..='6') => (Player::First, digit as u8 - b'1'),
        Some(name @ 'a'..='f') => (Player::Second, name as u8 - b'a'),
        other => {
            let what = format!("square {at} of 25 ('1' to '6', 'a' to 'f', or '.')");
            return Err(wrong(at, &what, other));
        }
    };
    if position.left[player.index()] >> stone & 1 != 0 {
        let reason = format!("a second stone '{}'", stone_letter(player, stone + 1));
        return Err(TextError::new(at, reason));
    }
    position.put(player, stone, square);
    Ok(())
}

/// Whether the players still put their stones on the board: the one to move has only the first
/// stones, all of them at home. Then the second player has none, or the first has all at home.
fn is_setup(position: &EinsteinPosition) -> bool {
    let own = position.turn.index();
    let left = position.left[own];
    let in_order = left != ALL_STONES && left & (left + 1) == 0;
    let at_home = |player: Player| position.occupied(player) & !HOME[player.index()] == 0;
    in_order
        && at_home(position.turn)
        && match position.turn {
            Player::First => position.left[1] == 0,
            Player::Second => position.left[0] == ALL_STONES && at_home(Player::First),
        }
}

/// Whether the board can be.
fn check(position: &EinsteinPosition) -> Result<(), TextError> {
    if position.is_setup {
        return Ok(());
    }
    let owner = |square| position.stone_at(square).map(|(player, _)| player);
    let both = owner(GOAL[0]) == Some(Player::First) && owner(GOAL[1]) == Some(Player::Second);
    if both {
        let reason = "both players have reached their corners: a5 has a stone of player 2, and e1 \
                      one of player 1";
        return Err(TextError::new(usize::from(GOAL[0]) + 1, reason));
    }
    let reason = match position.left {
        [0, 0] => "player 1 puts the first stone on the empty board",
        [ALL_STONES, 0] if position.occupied(Player::First) == HOME[0] => {
            "all stones of player 1 are at home, so player 2 puts stones on the board"
        }
        _ => return Ok(()),
    };
    Err(TextError::new(SIDE_AT, reason))
}

/// A character that must be there.
fn expect(found: Option<char>, at: usize, wanted: char, what: &str) -> Result<(), TextError> {
    if found == Some(wanted) { Ok(()) } else { Err(wrong(at, what, found)) }
}

/// An error that quotes what is there instead.
fn wrong(at: usize, what: &str, found: Option<char>) -> TextError {
    let reason = match found {
        None => format!("{what} expected, but the text ends"),
        Some(c) => {
            let found = excerpt(c.encode_utf8(&mut [0; 4]), 1);
            format!("{what} expected, not '{found}'")
        }
    };
    TextError::new(at, reason)
}

#[cfg(test)]
mod tests {
    use super::super::super::game::Einstein;
    use sarsen_core::game::{Actor, Game, Outcome, Player, Position, Written};

    #[test]
    fn a_wrong_text_is_told_where() {
        let empty = ".".repeat(25);
        for (text, at, part) in [
            ("", 1, "square 1 of 25 ('1' to '6', 'a' to 'f', or '.') expected, but the text ends"),
            ("....x", 5, "square 5 of 25"),
            ("...\u{e9}", 4, "not '\u{e9}'"),
            ("1.1", 3, "a second stone '1'"),
            ("f....f", 6, "a second stone 'f'"),
            (&empty, 26, "a blank after the 25 squares"),
            (&format!("{empty}."), 26, "a blank"),
            (&format!("{empty} "), 27, "the side to move ('1' or '2') expected"),
            (&format!("{empty} 3 -"), 27, "not '3'"),
            (&format!("{empty} 1"), 28, "a blank after the side to move"),
            (&format!("{empty} 1 "), 29, "the die ('1' to '6', or '-' before a throw)"),
            (&format!("{empty} 1 0"), 29, "not '0'"),
            (&format!("{empty} 1 - "), 30, "the end of the text"),
            (&format!("{empty} 2 -"), 27, "player 1 puts the first stone"),
            (&format!("{empty} 1 4"), 29, "the die is '-' while the stones are put"),
            ("1........................ 1 4", 29, "while the stones are put"),
            ("123..45...6.............. 2 4", 29, "while the stones are put"),
            ("123..45...6.............. 1 -", 27, "so player 2 puts stones on the board"),
            ("a...........3............ 2 1", 29, "player 2 has won, so the die is '-'"),
            ("............3............ 2 1", 29, "player 1 has won, so the die is '-'"),
            ("a.......................1 2 -", 25, "both players have reached their corners"),
        ] {
            let error = Einstein.start().parse(text).unwrap_err();
            assert!(error.reason.contains(part) && error.at == at, "{text}: {error}");
        }
    }

    #[test]
    fn a_text_says_whether_stones_are_still_put_on_the_board() {
        let [first, second] = [Player::First, Player::Second];
        for (text, is_setup, actor, winner) in [
            ("......................... 1 -", true, Actor::Player(first), None),
            ("1.3..2................... 1 -", true, Actor::Player(first), None),
            ("123..45...6.............. 2 -", true, Actor::Player(second), None),
            ("123..45...6.......a...b.c 2 -", true, Actor::Player(second), None),
            ("123..45...6...a..bc..def. 1 -", false, Actor::Chance(Player::First), None),
            // Not the lowest numbers, or not at home: the opponent has lost all stones.
            ("1.3...................... 1 -", false, Actor::Player(first), Some(first)),
            ("1...........2............ 1 -", false, Actor::Player(first), Some(first)),
            ("1.3..2................... 2 -", false, Actor::Player(second), Some(first)),
            ("....................a..b. 1 -", false, Actor::Player(first), Some(second)),
            ("....................a..b. 2 -", false, Actor::Player(second), Some(second)),
            // The second player has lost a stone, or one has moved.
            ("123..45...6..a....b...c.d 2 -", false, Actor::Chance(Player::Second), None),
            (".23..41...6.......a...b.c 2 -", false, Actor::Chance(Player::Second), None),
            ("123..45...6.......a...b.c 1 -", false, Actor::Chance(Player::First), None),
            ("1.......................a 1 3", false, Actor::Player(first), None),
            ("b.......................a 1 -", false, Actor::Player(first), Some(second)),
        ] {
            let position = Einstein.start().parse(text).unwrap();
            assert_eq!(position.format(), text);
            assert_eq!(position.is_setup(), is_setup, "{text}");
            assert_eq!(position.actor(), actor, "{text}");
            assert_eq!(position.outcome(), winner.map(Outcome::Win), "{text}");
        }
    }
}
