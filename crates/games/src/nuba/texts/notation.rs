//! The notation of positions and moves.

use super::super::base::Base;
use super::super::board::{AHEAD, ALL_PIECES, CHAMPION, HOME, LAST, bit, squares};
use super::super::moves::{Deed, Move, target};
use super::super::position::NubaPosition;
use super::reader::{Cursor, piece_of};
use sarsen_core::game::{MoveError, Player, Position, TextError, Written};

/// The word for the place of honour while pieces are still put on the board.
const SETUP: &str = "setup";

/// The letter of a player: green and red.
pub(super) const fn letter(player: Player) -> char {
    match player {
        Player::First => 'g',
        Player::Second => 'r',
    }
}

/// The name of a piece.
pub(super) const fn piece_name(piece: u8) -> char {
    if piece == CHAMPION { 'X' } else { (b'0' + piece) as char }
}

/// The names of the pieces of a set, one after the other. A dash if there are none.
pub(super) fn list(pieces: u16) -> String {
    let is_in = |piece: &u8| pieces >> piece & 1 != 0;
    let names: String = (1..=CHAMPION).filter(is_in).map(piece_name).collect();
    if names.is_empty() { "-".to_owned() } else { names }
}

/// The name of a square: a1 is at the bottom left.
pub(super) fn name(square: u8) -> String {
    format!("{}{}", char::from(b'a' + square % 5), square / 5 + 1)
}

/// The square beyond the board to which a piece goes from its last row.
fn beyond(player: Player, from: u8) -> String {
    let row = if player == Player::First { 7 } else { 0 };
    format!("{}{row}", char::from(b'a' + from % 5))
}

/// The piece on a square or on the place of honour: `g7`.
pub(super) fn owned(player: Player, piece: u8) -> String {
    format!("{}{}", letter(player), piece_name(piece))
}

impl Written for NubaPosition {
    fn parse(&self, text: &str) -> Result<Self, TextError> {
        parse(text, self.base)
    }

    fn format(&self) -> String {
        let mut text = String::with_capacity(80);
        for row in (0..6).rev() {
            for square in 5 * row..5 * row + 5 {
                match self.piece_at(square) {
                    Some((player, piece)) => text += &owned(player, piece),
                    None => text.push('.'),
                }
            }
            text.push(if row > 0 { '/' } else { ' ' });
        }
        match self.holder {
            Some((player, piece)) => text += &owned(player, piece),
            None => text += if self.is_setup { SETUP } else { "-" },
        }
        text.push(' ');
        text.push(letter(self.turn));
        text
    }

    fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        if self.outcome().is_some() {
            return Err(MoveError::GameOver);
        }
        let lower = text.to_lowercase();
        if self.is_setup { parse_put(self, text, &lower) } else { parse_step(self, text, &lower) }
    }

    fn format_move(&self, m: Move) -> String {
        match m.deed() {
            Deed::Put { piece, to } => format!("{}@{}", piece_name(piece), name(to)),
            Deed::Step { from, aside, .. } => {
                let to =
                    target(self.turn, from, aside).map_or_else(|| beyond(self.turn, from), name);
                name(from) + &to
            }
            Deed::Pass => "pass".to_owned(),
        }
    }

    fn is_pass(&self, m: Move) -> bool {
        m == Move::PASS
    }
}

/// Reads a position.
fn parse(text: &str, base: Base) -> Result<NubaPosition, TextError> {
    let mut reader = Cursor::new(text);
    let mut position = NubaPosition::empty(base);
    parse_board(&mut reader, &mut position)?;
    reader.take(' ', "a blank after the board")?;
    let place_at = reader.at();
    if reader.skip_word(SETUP) {
        check_setup(&position, place_at)?;
    } else {
        position.end_setup();
        parse_honour(&mut reader, &mut position)?;
    }
    reader.take(' ', "a blank and the side to move")?;
    let side_at = reader.at();
    if reader.player("the side to move ('g' or 'r')")? == Player::Second {
        position.pass_turn();
    }
    reader.end("the end of the text after the side to move")?;
    if position.is_setup {
        check_turn(&position, side_at)?;
    } else if position.holder.is_none() && position.alive == [0; 2] {
        return Err(TextError::new(place_at, "nobody has the place, and no piece is left"));
    }
    Ok(position)
}

/// Reads the six rows, the upper one first.
fn parse_board(reader: &mut Cursor<'_>, position: &mut NubaPosition) -> Result<(), TextError> {
    for row in (0..6).rev() {
        for square in 5 * row..5 * row + 5 {
            let what = format!("{} ('.', 'g' or 'r')", name(square));
            let at = reader.at();
            if reader.skip_word(".") {
                continue;
            }
            let player = reader.player(&what)?;
            let piece = reader.piece()?;
            add(position, player, piece, square, at)?;
        }
        if row > 0 {
            reader.take('/', &format!("'/' after the 5 squares of row {}", row + 1))?;
        }
    }
    Ok(())
}

/// Puts a piece on a square, unless it is already somewhere, or cannot stay there. Where the last
/// row is the base, no piece stays in it.
fn add(
    position: &mut NubaPosition,
    player: Player,
    piece: u8,
    square: u8,
    at: usize,
) -> Result<(), TextError> {
    if position.alive[player.index()] >> piece & 1 != 0 {
        return Err(TextError::new(at, format!("a second {}", owned(player, piece))));
    }
    if position.base == Base::Row && LAST[player.index()] & bit(square) != 0 {
        let (piece, square) = (owned(player, piece), name(square));
        let reason = format!("{piece} cannot stay on {square}, in the base of the opponent");
        return Err(TextError::new(at, reason));
    }
    position.put(player, piece, square);
    Ok(())
}

/// Reads the place of honour, which is empty or has a piece.
fn parse_honour(reader: &mut Cursor<'_>, position: &mut NubaPosition) -> Result<(), TextError> {
    if reader.skip_word("-") {
        return Ok(());
    }
    let at = reader.at();
    let player = reader.player("the place of honour ('setup', '-', or a piece such as g7)")?;
    let piece = reader.piece()?;
    if position.alive[player.index()] >> piece & 1 != 0 {
        let reason = format!("{} is on the board, too", owned(player, piece));
        return Err(TextError::new(at, reason));
    }
    position.honour(Some((player, piece)));
    Ok(())
}

/// Whether the pieces stand where they may stand while they are put on the board.
fn check_setup(position: &NubaPosition, at: usize) -> Result<(), TextError> {
    for player in [Player::First, Player::Second] {
        let away = position.occupied[player.index()] & !HOME[player.index()];
        if let Some(square) = squares(away).next() {
            let reason = format!(
                "pieces are put on the player's own two rows, but '{}' has one on {}",
                letter(player),
                name(square)
            );
            return Err(TextError::new(at, reason));
        }
    }
    if position.alive == [ALL_PIECES; 2] {
        return Err(TextError::new(at, "all pieces are on the board, so '-' is due here"));
    }
    Ok(())
}

/// Whether the players have put their pieces in turn.
fn check_turn(position: &NubaPosition, at: usize) -> Result<(), TextError> {
    let [first, second] = position.alive.map(u16::count_ones);
    let behind = if position.turn == Player::First { second } else { second + 1 };
    if first == behind {
        return Ok(());
    }
    let reason = format!(
        "'{}' cannot be to move with {first} pieces of 'g' and {second} of 'r' on the board",
        letter(position.turn)
    );
    Err(TextError::new(at, reason))
}

/// Reads a piece that is put on the board. `lower` is the text in small letters.
fn parse_put(position: &NubaPosition, text: &str, lower: &str) -> Result<Move, MoveError> {
    let parts = lower.split_once('@').and_then(|(piece, square)| {
        let [piece] = piece.as_bytes() else { return None };
        Some((piece_of(char::from(piece.to_ascii_uppercase()))?, square_of(square)?))
    });
    let Some((piece, to)) = parts else {
        let reason =
            "while pieces are put on the board, a move is piece@square, such as 7@b2 or X@c1";
        return Err(MoveError::malformed(text, reason));
    };
    let player = position.turn;
    let illegal = |reason: String| Err(MoveError::illegal(text, reason));
    if HOME[player.index()] & bit(to) == 0 {
        let rows = if player == Player::First { "1 and 2" } else { "5 and 6" };
        return illegal(format!("'{}' puts pieces on rows {rows}", letter(player)));
    }
    if let Some((_, there)) = position.piece_at(to) {
        return illegal(format!("{} is taken by {}", name(to), owned(player, there)));
    }
    let hand = position.hand(player);
    if hand >> piece & 1 == 0 {
        let (piece, hand) = (piece_name(piece), list(hand));
        return illegal(format!("{piece} is not in hand any more, only {hand}"));
    }
    Ok(Move::put(piece, to))
}

/// Reads a step or a pass. `lower` is the text in small letters.
fn parse_step(position: &NubaPosition, text: &str, lower: &str) -> Result<Move, MoveError> {
    let illegal = |reason: String| Err(MoveError::illegal(text, reason));
    let moves = position.legal_moves();
    if lower == "pass" {
        let legal: Vec<String> = moves.iter().map(|&m| position.format_move(m)).collect();
        return match moves[..] {
            [Move::PASS] => Ok(Move::PASS),
            _ => illegal(format!("one may pass only without a move: {}", legal.join(" "))),
        };
    }
    let parts = lower.split_at_checked(2).and_then(|(from, to)| Some((square_of(from)?, to)));
    let Some((from, to)) = parts.filter(|(_, to)| is_target(to)) else {
        let reason = "a move is two squares, such as b2c3, or pass";
        return Err(MoveError::malformed(text, reason));
    };
    let is_from = |m: Move| matches!(m.deed(), Deed::Step { from: here, .. } if here == from);
    let is_meant = |m: &&Move| is_from(**m) && position.format_move(**m) == lower;
    if let Some(&m) = moves.iter().find(is_meant) {
        return Ok(m);
    }
    let player = position.turn;
    let (letter, from_name) = (letter(player), name(from));
    let piece = match position.piece_at(from) {
        Some((owner, piece)) if owner == player => piece,
        _ => return illegal(format!("'{letter}' has no piece on {from_name}")),
    };
    if moves == [Move::PASS] {
        return illegal(format!("'{letter}' has no move but pass"));
    }
    let ahead = AHEAD[player.index()][usize::from(from)];
    let Some(to) = square_of(to).filter(|&to| ahead & bit(to) != 0) else {
        let mut ways: Vec<String> = squares(ahead).map(name).collect();
        if ahead == 0 {
            ways.push(beyond(player, from));
        }
        let ways = ways.join(", ");
        return illegal(format!("pieces go one square forward, from {from_name} to {ways}"));
    };
    let to_name = name(to);
    match position.piece_at(to) {
        Some((owner, there)) if owner != player => {
            let piece = piece_name(piece);
            let there = owned(owner, there);
            illegal(format!("{piece} does not capture {there}, which has a lower number"))
        }
        _ => illegal(format!("'{letter}' has a piece of its own on {to_name}")),
    }
}

/// The square of a name in small letters.
fn square_of(name: &str) -> Option<u8> {
    match name.as_bytes() {
        [column @ b'a'..=b'e', row @ b'1'..=b'6'] => Some(5 * (row - b'1') + column - b'a'),
        _ => None,
    }
}

/// Whether this names a square, or one beyond the board.
fn is_target(name: &str) -> bool {
    matches!(name.as_bytes(), [b'a'..=b'e', b'0'..=b'7'])
}
