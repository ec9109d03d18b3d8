//! The notation of positions and moves.

use std::fmt::Write;

use super::super::board::{CELLS, LINE_COUNT, ROWS};
use super::super::hand::Hand;
use super::super::moves::Move;
use super::super::position::StonehengePosition;
use sarsen_core::game::{MoveError, Player, Position, TextError, Written, excerpt};

/// The letter of a player.
pub(super) const fn letter(player: Player) -> char {
    match player {
        Player::First => 'x',
        Player::Second => 'o',
    }
}

/// The letter of a line's owner. A dot if there is none.
pub(super) fn owner_letter(owner: Option<Player>) -> char {
    owner.map_or('.', letter)
}

/// The pieces of a hand as people list them.
pub(super) fn list(hand: Hand) -> String {
    let pieces: Vec<String> = hand.pieces().map(|piece| piece.to_string()).collect();
    if pieces.is_empty() { "nothing".to_owned() } else { pieces.join(" ") }
}

impl Written for StonehengePosition {
    fn parse(&self, text: &str) -> Result<Self, TextError> {
        parse(text)
    }

    fn format(&self) -> String {
        format(self)
    }

    fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        if self.outcome().is_some() {
            return Err(MoveError::GameOver);
        }
        parse_move(self, text)
    }

    fn format_move(&self, m: Move) -> String {
        format!("{}@{}", m.piece(), m.cell() + 1)
    }
}

/// A position as text.
fn format(position: &StonehengePosition) -> String {
    let mut text = String::with_capacity(60);
    let mut cell = 0;
    for (row, &length) in ROWS.iter().enumerate() {
        if row > 0 {
            text.push('/');
        }
        for _ in 0..length {
            match position.piece_at(cell) {
                None => text.push('.'),
                Some((player, piece)) => {
                    let _ = write!(text, "{}{piece}", letter(player));
                }
            }
            cell += 1;
        }
    }
    text.push(' ');
    text.extend((0..LINE_COUNT).map(|line| owner_letter(position.owner(line))));
    text.push(' ');
    text.push(letter(position.to_move()));
    text
}

/// A place in a text that is being read.
struct Cursor<'a> {
    rest: &'a str,
    at: usize,
}

impl Cursor<'_> {
    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    fn skip(&mut self) {
        if let Some(c) = self.peek() {
            self.rest = &self.rest[c.len_utf8()..];
            self.at += 1;
        }
    }

    /// An error that quotes the next character.
    fn expected(&self, what: &str) -> TextError {
        match self.peek() {
            None => TextError::new(self.at, format!("{what} expected, but the text ends")),
            Some(c) => {
                let found = excerpt(c.encode_utf8(&mut [0; 4]), 1);
                TextError::new(self.at, format!("{what} expected, not '{found}'"))
            }
        }
    }

    fn take(&mut self, wanted: char, what: &str) -> Result<(), TextError> {
        if self.peek() != Some(wanted) {
            return Err(self.expected(what));
        }
        self.skip();
        Ok(())
    }

    /// A player's letter, or a dot for none.
    fn player(&mut self, what: &str) -> Result<Option<Player>, TextError> {
        let player = match self.peek() {
            Some('.') => None,
            Some('x') => Some(Player::First),
            Some('o') => Some(Player::Second),
            _ => return Err(self.expected(what)),
        };
        self.skip();
        Ok(player)
    }
}

/// Reads a position text.
fn parse(text: &str) -> Result<StonehengePosition, TextError> {
    let mut reader = Cursor { rest: text, at: 1 };
    let cells = parse_board(&mut reader)?;
    reader.take(' ', "a blank after the board")?;

    let owners_at = reader.at;
    let mut owners = [None; LINE_COUNT];
    for (line, owner) in owners.iter_mut().enumerate() {
        *owner =
            reader.player(&format!("the owner of line {} of 15 ('.', 'x' or 'o')", line + 1))?;
    }
    reader.take(' ', "a blank after the 15 owners")?;

    let side_at = reader.at;
    let Some(to_move) = reader.player("the side to move ('x' or 'o')")? else {
        return Err(TextError::new(side_at, "the side to move ('x' or 'o') expected, not '.'"));
    };
    if reader.peek().is_some() {
        return Err(reader.expected("the end of the text after the side to move"));
    }

    let [first, second] = [1, -1].map(|sign| cells.iter().filter(|c| c.signum() == sign).count());
    let behind = if to_move == Player::First { second } else { second + 1 };
    if first != behind {
        let reason = format!(
            "'{}' cannot be to move with {first} pieces of 'x' and {second} of 'o' on the board",
            letter(to_move)
        );
        return Err(TextError::new(side_at, reason));
    }
    own_lines(StonehengePosition::from_cells(&cells), &owners, owners_at)
}

/// Reads the five rows.
fn parse_board(reader: &mut Cursor<'_>) -> Result<[i8; CELLS], TextError> {
    let mut cells = [0; CELLS];
    let mut hands = [Hand::FULL; 2];
    let mut cell = 0;
    for (row, &length) in ROWS.iter().enumerate() {
        if row > 0 {
            reader.take('/', &format!("'/' after the {} cells of row {row}", ROWS[row - 1]))?;
        }
        for column in 0..length {
            let what =
                format!("cell {} of {length} in row {} ('.', 'x' or 'o')", column + 1, row + 1);
            let at = reader.at;
            if let Some(player) = reader.player(&what)? {
                let piece = match reader.peek() {
                    Some(c @ '1'..='6') => c as u8 - b'0',
                    _ => return Err(reader.expected("the value of the piece (1 to 6)")),
                };
                reader.skip();
                let hand = &mut hands[player.index()];
                if hand.count(piece) == 0 {
                    let reason = format!(
                        "'{}' has no more than {} of the value {piece}",
                        letter(player),
                        Hand::in_set(piece)
                    );
                    return Err(TextError::new(at, reason));
                }
                *hand = hand.without(piece);
                cells[cell] = if player == Player::First { piece as i8 } else { -(piece as i8) };
            }
            cell += 1;
        }
    }
    Ok(cells)
}

/// Checks the owners of the lines against the pieces. A full line with equal totals may have either
/// owner.
fn own_lines(
    mut position: StonehengePosition,
    owners: &[Option<Player>; LINE_COUNT],
    at: usize,
) -> Result<StonehengePosition, TextError> {
    for (line, &owner) in owners.iter().enumerate() {
        let by_pieces = position.owner(line);
        let tied = by_pieces.is_none() && position.free()[line] == 0;
        if tied && let Some(player) = owner {
            position.give_tied_line(line, player);
        } else if tied || owner != by_pieces {
            let right = match (tied, by_pieces) {
                (true, _) => "it is full with equal totals, so 'x' or 'o' owns it".to_owned(),
                (false, None) => "neither player owns it yet".to_owned(),
                (false, Some(player)) => format!("'{}' owns it", letter(player)),
            };
            let reason = format!(
                "line {} is not '{}' by the pieces: {right}",
                line + 1,
                owner_letter(owner)
            );
            return Err(TextError::new(at + line, reason));
        }
    }
    Ok(position)
}

/// Reads a move and checks that it is legal.
fn parse_move(position: &StonehengePosition, text: &str) -> Result<Move, MoveError> {
    let Some((piece, cell)) =
        text.split_once('@').and_then(|(piece, cell)| Some((number(piece)?, number(cell)?)))
    else {
        return Err(MoveError::malformed(text, "a move is piece@cell, such as 6@7"));
    };
    if !(1..=6).contains(&piece) {
        return Err(MoveError::malformed(text, "the pieces are 1 to 6"));
    }
    if !(1..=CELLS).contains(&cell.into()) {
        return Err(MoveError::malformed(text, "the cells are 1 to 18"));
    }
    if let Some((player, there)) = position.piece_at(usize::from(cell) - 1) {
        return Err(MoveError::illegal(
            text,
            format!("cell {cell} is taken by {}{there}", letter(player)),
        ));
    }
    let hand = position.hand(position.to_move());
    if hand.count(piece) == 0 {
        let reason = format!("no {piece} is left in hand, only {}", list(hand));
        return Err(MoveError::illegal(text, reason));
    }
    Ok(Move::new(usize::from(cell) - 1, piece))
}

/// A number of one or two digits, without a sign or a leading zero.
fn number(text: &str) -> Option<u8> {
    let plain = matches!(text.as_bytes(), [b'0'..=b'9'] | [b'1'..=b'9', b'0'..=b'9']);
    if plain { text.parse().ok() } else { None }
}
