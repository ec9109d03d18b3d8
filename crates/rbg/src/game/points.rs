//! What the author says of who stands better: marks that give points.
//!
//! - `//@ value wQ bQ 900`: what pieces, variables and scores are worth.
//! - `//@ points 5 for white where {w} up {w}`: points for each place where something can be done.
//! - `//@ mobility 2`: points for each move that a player has.

use std::ops::Range;

use super::chance::{self, PLAYERS};
use super::marked_lines::{bytes_of, values};
use crate::language::description::Description;
use sarsen_core::sys::suggestion::did_you_mean;

/// The most points, in either direction.
const MOST_POINTS: i32 = 100_000;
/// The most conditions.
const MOST_CONDITIONS: usize = 32;
/// The word before a condition.
const WHERE: &str = "where";

/// What has a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Valued {
    /// Each piece of this kind.
    Piece(u8),
    /// Each unit of this variable, or of the score of a player.
    Variable(u16),
}

/// So many points for a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ValueMark {
    pub(super) of: Valued,
    /// For whom. None is whoever owns the piece.
    pub(super) player: Option<u8>,
    pub(super) points: i32,
    /// The number of its line, from 0.
    line: usize,
}

/// What the author says of who stands better.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(super) struct PointMarks {
    pub(super) values: Vec<ValueMark>,
    /// By condition: the player who gets points, and how many for each place.
    pub(super) conditions: Vec<(u8, i32)>,
    /// Points for each move.
    pub(super) mobility: Option<i32>,
}

/// The conditions of a text, in order: the bytes of each. What is too much is left out.
pub(super) fn conditions(text: &str) -> Vec<Range<usize>> {
    let all = values(text, "points").filter_map(|value| Some(split_condition(value)?.1));
    all.take(MOST_CONDITIONS).map(|condition| bytes_of(text, condition)).collect()
}

/// What stands before `where` and behind it. None if one of them is missing.
fn split_condition(text: &str) -> Option<(&str, &str)> {
    let mut words = text.split_whitespace();
    let word = words.find(|word| *word == WHERE)?;
    let at = word.as_ptr() as usize - text.as_ptr() as usize;
    let (before, behind) = (text[..at].trim(), text[at + WHERE.len()..].trim());
    (!before.is_empty() && !behind.is_empty()).then_some((before, behind))
}

impl PointMarks {
    /// Whether the author has said nothing.
    pub(super) fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The variables that have a value.
    pub(super) fn variables(&self) -> impl Iterator<Item = u16> {
        self.values.iter().filter_map(|value| match value.of {
            Valued::Variable(variable) => Some(variable),
            Valued::Piece(_) => None,
        })
    }

    /// Reads what is said of values: `wQ bQ 900`, or `gold of white 3`.
    pub(super) fn add_values(
        &mut self,
        text: &str,
        line: usize,
        description: &Description,
    ) -> Result<(), String> {
        let form = || {
            format!(
                "write 'value NAMES POINTS' or 'value NAMES of PLAYER POINTS', not \
             'value {text}'"
            )
        };
        let words: Vec<&str> = text.split_whitespace().collect();
        let (&points, names) = words.split_last().ok_or_else(form)?;
        let points = number(points).ok_or_else(form)??;
        let (names, player) = match names {
            [names @ .., "of", name] => (names, Some(player(name, description)?)),
            names => (names, None),
        };
        if names.is_empty() {
            return Err(form());
        }
        for name in names {
            let (of, player) = valued(name, player, description)?;
            if self.values.iter().any(|known| (known.of, known.player) == (of, player)) {
                return Err(format!("'{name}' has a value already"));
            }
            self.values.push(ValueMark { of, player, points, line });
        }
        Ok(())
    }

    /// Reads for whom a condition counts, and how much: `5 for white where`. The condition itself
    /// is read with the rules.
    pub(super) fn add_condition(
        &mut self,
        text: &str,
        description: &Description,
    ) -> Result<(), String> {
        let form =
            || format!("write 'points NUMBER for PLAYER where CONDITION', not 'points {text}'");
        let padded = format!(" {text}");
        let (before, _) = split_condition(&padded).ok_or_else(form)?;
        let [points, "for", name] = before.split_whitespace().collect::<Vec<_>>()[..] else {
            return Err(form());
        };
        let points = number(points).ok_or_else(form)??;
        if self.conditions.len() == MOST_CONDITIONS {
            return Err(format!("there are more than {MOST_CONDITIONS} marks 'points'"));
        }
        self.conditions.push((player(name, description)?, points));
        Ok(())
    }

    /// Reads the points for each move.
    pub(super) fn set_mobility(&mut self, text: &str) -> Result<(), String> {
        let form = || format!("write 'mobility POINTS', not 'mobility {text}'");
        match self.mobility.replace(number(text).ok_or_else(form)??) {
            None => Ok(()),
            Some(_) => Err("'mobility' is there twice".to_owned()),
        }
    }

    /// The line of a piece that has a value, although nobody owns it, and what is wrong.
    pub(super) fn ownerless(
        &self,
        is_owned: impl Fn(u8) -> bool,
        description: &Description,
    ) -> Option<(usize, String)> {
        self.values.iter().find_map(|value| match value.of {
            Valued::Piece(piece) if value.player.is_none() && !is_owned(piece) => {
                let name = &description.pieces[usize::from(piece)];
                let player = &description.variables[0].name;
                let hint = format!("'value {name} of {player} {}'", value.points);
                Some((
                    value.line,
                    format!("nobody owns '{name}': say for whom it counts, as in {hint}"),
                ))
            }
            _ => None,
        })
    }
}

/// A number of points. None if it is no number, an error if it is too large.
fn number(text: &str) -> Option<Result<i32, String>> {
    let number: i64 = text.parse().ok()?;
    let most = i64::from(MOST_POINTS);
    Some(if number.abs() <= most {
        Ok(number as i32)
    } else {
        Err(format!("points are numbers from -{most} to {most}"))
    })
}

/// The player with this name.
fn player(name: &str, description: &Description) -> Result<u8, String> {
    chance::player_number(name, description)
        .map_err(|names| format!("there is no player '{name}': {names}"))
}

/// What a name means, and for whom it counts. A score counts for its player, a variable for the one
/// that is named.
fn valued(
    name: &str,
    player: Option<u8>,
    description: &Description,
) -> Result<(Valued, Option<u8>), String> {
    if let Some(piece) = description.pieces.iter().position(|known| known == name) {
        return Ok((Valued::Piece(piece as u8), player));
    }
    let Some(variable) = description.variables.iter().position(|known| known.name == name) else {
        let variables = description.variables.iter().map(|variable| &variable.name);
        let known = description.pieces.iter().chain(variables).map(String::as_str);
        let hint = did_you_mean(name, known);
        return Err(format!("there is no piece and no variable '{name}'{hint}"));
    };
    let own = (variable < PLAYERS).then_some(variable as u8);
    let player = player.or(own).ok_or_else(|| {
        let player = &description.variables[0].name;
        format!("say for whom '{name}' counts, as in 'value {name} of {player} 1'")
    })?;
    Ok((Valued::Variable(variable as u16), Some(player)))
}
