//! The texts of positions and moves.
//!
//! A position is its board, row by row with a letter for each piece, then who is to move (with the
//! number of the state of the rules if the player may be in several, and the place if it matters),
//! then the variables that are not 0: `bb../..../..ww white turn=3`.

use std::sync::Arc;

use super::moves::RulesMove;
use super::notation::{PASS, beginnings, other_texts, quick_reading, texts};
use super::position::{GameEnd, RulesPosition};
use super::shared::GameFacts;
use super::touches::{ToldMove, tell};
use crate::language::expression::Mover;
use crate::machine::state::State;
use sarsen_core::game::{MoveError, Position, TextError, Written, excerpt};

/// The word for a game that its rules have ended.
const OVER: &str = "over";
/// The word for a game in which the rules did not come to an end.
const STOPPED: &str = "stopped";

impl<const CHANCE: bool> Written for RulesPosition<CHANCE> {
    fn parse(&self, text: &str) -> Result<Self, TextError> {
        read(&self.shared, text)
    }

    fn format(&self) -> String {
        let Self { shared, state, ending, .. } = self;
        let mut text = board_text(shared, state.board());
        text.push(' ');
        match (ending, state.is_over, state.side) {
            (GameEnd::Stopped, ..) => text += STOPPED,
            (_, false, Mover::Player(player)) => {
                text += &shared.rules.description().variables[usize::from(player)].name;
                let states = shared.states_of(player);
                if states.len() > 1 {
                    let number = states.iter().position(|&at| at == state.at).unwrap_or(0) + 1;
                    text += &format!(":{number}");
                }
                if shared.code.place_matters[state.at as usize] {
                    text += &format!("@{}", shared.spots[usize::from(state.place)].name);
                }
            }
            _ => text += OVER,
        }
        let variables = shared.rules.description().variables.iter().zip(state.variables());
        for (variable, value) in variables.filter(|(_, value)| **value != 0) {
            text += &format!(" {}={value}", variable.name);
        }
        text
    }

    fn parse_move(&self, text: &str) -> Result<RulesMove, MoveError> {
        if self.outcome().is_some() {
            return Err(MoveError::GameOver);
        }
        if let Some(m) = quick_reading(self, text) {
            return Ok(m);
        }
        let known = texts(self);
        if let Some(&m) = known.by_text.get(text) {
            return Ok(m);
        }
        match self.readings(text)[..] {
            [m] => Ok(m),
            [] => {
                let mut legal: Vec<&str> = known.by_text.keys().map(String::as_str).collect();
                legal.sort_unstable();
                let more = if legal.len() > 20 { " ..." } else { "" };
                legal.truncate(20);
                let legal = format!("legal: {}{more}", excerpt(&legal.join(" "), 200));
                Err(MoveError::illegal(text, legal))
            }
            ref several => {
                let several = several.iter().map(|m| known.by_move[&m.code()].clone());
                let several = several.collect::<Vec<_>>().join(" ");
                let reason = format!("it may be any of {}", excerpt(&several, 200));
                Err(MoveError::illegal(text, reason))
            }
        }
    }

    fn readings(&self, text: &str) -> Vec<RulesMove> {
        if self.outcome().is_some() || text.is_empty() {
            return Vec::new();
        }
        let text = text.to_lowercase();
        let read = |texts: fn(&GameFacts, &ToldMove) -> Vec<String>, text: &str| {
            let mut found = self.legal_moves();
            found.retain(|&m| {
                let names = texts(&self.shared, &tell(self, m));
                names.iter().any(|name| name.to_lowercase() == *text)
            });
            found
        };
        let found = read(other_texts, &text);
        if !found.is_empty() {
            return found;
        }
        let places: String = text.chars().filter(|c| !"-x:".contains(*c)).collect();
        read(beginnings, &places)
    }

    fn format_move(&self, m: RulesMove) -> String {
        texts(self).by_move.get(&m.code()).cloned().unwrap_or_default()
    }

    fn is_pass(&self, m: RulesMove) -> bool {
        tell(self, m).touches.is_empty() && self.format_move(m) == PASS
    }
}

fn board_text(shared: &GameFacts, board: &[u8]) -> String {
    let mut text = String::new();
    let mut rest = board;
    for &length in &shared.rows {
        let (row, others) = rest.split_at(length);
        text.extend(row.iter().map(|&piece| shared.pieces.kinds[usize::from(piece)].letter));
        rest = others;
        if !rest.is_empty() {
            text.push('/');
        }
    }
    text
}

/// A word of a text, and the number of its first character, from 1.
struct TextWord<'a> {
    text: &'a str,
    at: usize,
}

fn words(text: &str) -> Vec<TextWord<'_>> {
    let mut found = Vec::new();
    let mut start = None;
    for (count, (byte, c)) in text.char_indices().enumerate() {
        match (start, c.is_whitespace()) {
            (None, false) => start = Some((byte, count + 1)),
            (Some((from, at)), true) => {
                found.push(TextWord { text: &text[from..byte], at });
                start = None;
            }
            _ => {}
        }
    }
    if let Some((from, at)) = start {
        found.push(TextWord { text: &text[from..], at });
    }
    found
}

fn read<const CHANCE: bool>(
    shared: &Arc<GameFacts>,
    text: &str,
) -> Result<RulesPosition<CHANCE>, TextError> {
    let words = words(text);
    if let [board, side, variables @ ..] = &words[..]
        && side.text == STOPPED
    {
        let state = read_parts(shared, board, variables)?;
        return Ok(RulesPosition::stopped(Arc::clone(shared), state));
    }
    let position = RulesPosition::new(Arc::clone(shared), read_state(shared, text)?);
    if position.ending == GameEnd::Stopped {
        return Err(TextError::new(1, "the rules do not come to an end in this position"));
    }
    Ok(position)
}

/// The board and the variables.
fn read_parts(
    shared: &GameFacts,
    board: &TextWord<'_>,
    variables: &[TextWord<'_>],
) -> Result<State, TextError> {
    let mut state = State::new(&shared.code, &read_board(shared, board)?);
    for word in variables {
        read_variable(shared, word, &mut state)?;
    }
    Ok(state)
}

/// Reads where a game is.
///
/// # Errors
///
/// Says what is wrong and where.
pub(super) fn read_state(shared: &GameFacts, text: &str) -> Result<State, TextError> {
    let words = words(text);
    let [board, side, variables @ ..] = &words[..] else {
        let at = text.chars().count() + 1;
        let missing = if words.is_empty() { "the board is" } else { "who is to move is" };
        return Err(TextError::new(at, format!("{missing} missing")));
    };
    let mut state = read_parts(shared, board, variables)?;
    if side.text == OVER {
        state.is_over = true;
        return Ok(state);
    }
    read_side(shared, side, &mut state)?;
    for &variable in &shared.code.dead[state.at as usize] {
        if state.variables()[usize::from(variable)] != 0 {
            let name = &shared.rules.description().variables[usize::from(variable)].name;
            let reason = format!("'{name}' has no meaning here, and must be left out");
            return Err(TextError::new(side.at, reason));
        }
    }
    Ok(state)
}

fn read_board(shared: &GameFacts, word: &TextWord<'_>) -> Result<Vec<u8>, TextError> {
    let mut board = Vec::new();
    let mut rows = shared.rows.iter();
    let mut left = rows.next().copied().unwrap_or(0);
    for (number, letter) in word.text.chars().enumerate() {
        let at = word.at + number;
        if letter == '/' {
            if left > 0 {
                return Err(TextError::new(at, format!("this row needs {left} more")));
            }
            match rows.next() {
                Some(&next) => left = next,
                None => return Err(TextError::new(at, "there are too many rows")),
            }
            continue;
        }
        let Some(piece) = shared.pieces.kinds.iter().position(|kind| kind.letter == letter) else {
            let letters: String = shared.pieces.kinds.iter().map(|kind| kind.letter).collect();
            let reason = format!("'{letter}' is no piece: the pieces are {letters}");
            return Err(TextError::new(at, reason));
        };
        if left == 0 {
            return Err(TextError::new(at, "this row is too long"));
        }
        left -= 1;
        board.push(piece as u8);
    }
    let end = word.at + word.text.chars().count();
    if left > 0 {
        return Err(TextError::new(end, format!("this row needs {left} more")));
    }
    if board.len() < shared.code.places {
        return Err(TextError::new(end, "there are too few rows"));
    }
    Ok(board)
}

fn read_variable(
    shared: &GameFacts,
    word: &TextWord<'_>,
    state: &mut State,
) -> Result<(), TextError> {
    let variables = &shared.rules.description().variables;
    let found = word.text.split_once('=').and_then(|(name, value)| {
        Some((variables.iter().position(|variable| variable.name == name)?, value))
    });
    let Some((number, value)) = found else {
        let names: Vec<&str> = variables.iter().map(|variable| &*variable.name).collect();
        let word_text = excerpt(word.text, 20);
        let reason = format!("'{word_text}' is no variable with a value: {}", names.join(", "));
        return Err(TextError::new(word.at, excerpt(&reason, 200)));
    };
    let bound = variables[number].bound;
    let digits = value.bytes().all(|byte| byte.is_ascii_digit());
    match value.parse().ok().filter(|value| digits && (1..=bound).contains(value)) {
        Some(_) if state.variables()[number] != 0 => {
            Err(TextError::new(word.at, format!("'{}' is there twice", variables[number].name)))
        }
        Some(value) => {
            state.variables_mut()[number] = value;
            Ok(())
        }
        None => {
            let reason = format!("'{}' is from 1 to {bound}, or left out", variables[number].name);
            Err(TextError::new(word.at, reason))
        }
    }
}

/// Reads who is to move, in which state of the rules, and at which place.
fn read_side(shared: &GameFacts, word: &TextWord<'_>, state: &mut State) -> Result<(), TextError> {
    let error = |reason: String| Err(TextError::new(word.at, reason));
    let description = shared.rules.description();
    let (rest, place) = match word.text.split_once('@') {
        Some((rest, place)) => (rest, Some(place)),
        None => (word.text, None),
    };
    let (name, number) = match rest.split_once(':') {
        Some((name, number)) => (name, Some(number)),
        None => (rest, None),
    };
    let Some(player) = description.player_names().position(|known| known == name) else {
        let names: Vec<&str> = description.player_names().collect();
        let name = excerpt(name, 20);
        return error(format!("'{name}' is not who is to move: {}", names.join(" or ")));
    };
    let states = shared.states_of(player as u8);
    let number = match number {
        None if states.len() == 1 => 1,
        None => return error(format!("write '{name}:1' to '{name}:{}'", states.len())),
        Some(number) => number.parse().unwrap_or(0),
    };
    let Some(&at) = usize::checked_sub(number, 1).and_then(|index| states.get(index)) else {
        return error(format!("the state of the rules is from 1 to {}", states.len()));
    };
    if states.len() == 1 && rest != name {
        return error(format!("'{name}' needs no number here"));
    }
    (state.side, state.at) = (Mover::Player(player as u8), at);
    match (shared.code.place_matters[at as usize], place) {
        (false, None) => Ok(()),
        (true, Some(place)) => match shared.spots.iter().position(|spot| spot.name == place) {
            Some(place) => {
                state.place = place as u16;
                Ok(())
            }
            None => error(format!("there is no place '{}'", excerpt(place, 20))),
        },
        (true, None) => error(format!("write '{rest}@' and a place, which matters here")),
        (false, Some(_)) => error("the place does not matter here".to_owned()),
    }
}
