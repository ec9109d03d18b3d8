//! The declarations: players, pieces and variables.

use std::collections::HashMap;

use super::cursor::TokenCursor;
use super::error::RulesMistake;
use super::names::NameId;
use super::token::{Token, TokenKind};

/// The most kinds of pieces, the empty one included.
pub const MOST_PIECES: usize = 255;
/// The most variables, the scores of the players included.
pub const MOST_VARIABLES: usize = 4096;

/// A number that the rules keep.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variable {
    /// Its name. That of a player is the score.
    pub name: String,
    /// Its greatest value. The least one, which it has at the start, is 0.
    pub bound: u32,
}

/// What a name means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Named {
    Player(u8),
    Piece(u8),
    Variable(u16),
    Direction(u16),
}

impl Named {
    pub(crate) const fn what(self) -> &'static str {
        match self {
            Self::Player(_) => "player",
            Self::Piece(_) => "piece",
            Self::Variable(_) => "variable",
            Self::Direction(_) => "direction",
        }
    }
}

/// What has been declared so far.
#[derive(Clone, Default, Debug)]
pub(crate) struct Declarations {
    /// The variables. The scores of the players come first.
    pub(crate) variables: Vec<Variable>,
    pub(crate) players: usize,
    pub(crate) pieces: Vec<String>,
    pub(crate) directions: Vec<String>,
    meanings: HashMap<NameId, Named>,
}

impl Declarations {
    pub(crate) fn meaning(&self, name: NameId) -> Option<Named> {
        self.meanings.get(&name).copied()
    }

    /// Reads the section `players`.
    pub(crate) fn read_players(
        &mut self,
        cursor: &mut TokenCursor<'_>,
    ) -> Result<(), RulesMistake> {
        let all = bounded(cursor, "player", "greatest score")?;
        for (name, token, bound) in all {
            if self.meaning(name).is_some() {
                let message = format!("there are two players '{}'", cursor.text(name));
                return Err(cursor.error(token, message));
            }
            if self.players == 255 {
                return Err(cursor.error(token, "there are too many players"));
            }
            self.meanings.insert(name, Named::Player(self.players as u8));
            self.variables.push(Variable { name: cursor.text(name).to_owned(), bound });
            self.players += 1;
        }
        Ok(())
    }

    /// Reads the section `pieces`.
    pub(crate) fn read_pieces(&mut self, cursor: &mut TokenCursor<'_>) -> Result<(), RulesMistake> {
        let mut is_first = true;
        while cursor.peek().is_some() {
            separate(cursor, &mut is_first)?;
            if cursor.peek().is_none() {
                break;
            }
            let (name, token) = cursor.name("the name of a piece")?;
            match self.meaning(name) {
                // Lists made by macros may overlap.
                Some(Named::Piece(_)) if token.call > 0 => continue,
                Some(Named::Piece(_)) => {
                    let message = format!("there are two pieces '{}'", cursor.text(name));
                    return Err(cursor.error(token, message));
                }
                Some(other) => return Err(taken(cursor, name, token, other, "piece")),
                None => {}
            }
            if self.pieces.len() == MOST_PIECES {
                let message = format!("there are more than {MOST_PIECES} kinds of pieces");
                return Err(cursor.error(token, message));
            }
            self.meanings.insert(name, Named::Piece(self.pieces.len() as u8));
            self.pieces.push(cursor.text(name).to_owned());
        }
        Ok(())
    }

    /// Reads the section `variables`.
    pub(crate) fn read_variables(
        &mut self,
        cursor: &mut TokenCursor<'_>,
    ) -> Result<(), RulesMistake> {
        for (name, token, bound) in bounded(cursor, "variable", "greatest value")? {
            match self.meaning(name) {
                Some(Named::Variable(same)) if self.variables[usize::from(same)].bound == bound => {
                    continue;
                }
                Some(Named::Variable(_)) => {
                    let message = format!("there are two variables '{}'", cursor.text(name));
                    return Err(cursor.error(token, message));
                }
                Some(other) => return Err(taken(cursor, name, token, other, "variable")),
                None => {}
            }
            if self.variables.len() == MOST_VARIABLES {
                let message = format!("there are more than {MOST_VARIABLES} variables");
                return Err(cursor.error(token, message));
            }
            self.meanings.insert(name, Named::Variable(self.variables.len() as u16));
            self.variables.push(Variable { name: cursor.text(name).to_owned(), bound });
        }
        Ok(())
    }

    /// The number of a direction of the board, which may be new.
    pub(crate) fn direction(
        &mut self,
        cursor: &TokenCursor<'_>,
        name: NameId,
        token: Token,
    ) -> Result<u16, RulesMistake> {
        match self.meaning(name) {
            Some(Named::Direction(known)) => return Ok(known),
            Some(other) => return Err(taken(cursor, name, token, other, "direction")),
            None => {}
        }
        let new = self.directions.len() as u16;
        if new == 1024 {
            return Err(cursor.error(token, "there are more than 1024 directions"));
        }
        self.meanings.insert(name, Named::Direction(new));
        self.directions.push(cursor.text(name).to_owned());
        Ok(new)
    }
}

fn taken(
    cursor: &TokenCursor<'_>,
    name: NameId,
    token: Token,
    other: Named,
    what: &str,
) -> RulesMistake {
    let name = cursor.text(name);
    cursor.error(token, format!("'{name}' cannot be a {what}: it is a {} already", other.what()))
}

/// Takes the commas between two items. More than one is as good as one.
fn separate(cursor: &mut TokenCursor<'_>, is_first: &mut bool) -> Result<(), RulesMistake> {
    let mut is_there = std::mem::replace(is_first, false);
    while cursor.takes(",") {
        is_there = true;
    }
    match cursor.peek() {
        Some(token) if !is_there => Err(cursor.unexpected(Some(token), "','")),
        _ => Ok(()),
    }
}

/// Reads items such as `white(100)`.
fn bounded(
    cursor: &mut TokenCursor<'_>,
    what: &str,
    of: &str,
) -> Result<Vec<(NameId, Token, u32)>, RulesMistake> {
    let mut found = Vec::new();
    let mut is_first = true;
    while cursor.peek().is_some() {
        separate(cursor, &mut is_first)?;
        if cursor.peek().is_none() {
            break;
        }
        let (name, token) = cursor.name(&format!("the name of a {what}"))?;
        let open = cursor.expect("(")?;
        let (bound, number) = cursor.number(&format!("the {of} of '{}'", cursor.text(name)))?;
        if bound == 0 {
            return Err(cursor.error(number, format!("the {of} is 1 or more")));
        }
        cursor.close(open, ")")?;
        found.push((name, token, bound));
    }
    Ok(found)
}

/// Whether a token is a name that means nothing.
pub(crate) fn unknown(cursor: &TokenCursor<'_>, token: Token) -> RulesMistake {
    let TokenKind::Name(name) = token.kind else { return cursor.unexpected(Some(token), "a name") };
    cursor.error(token, format!("unknown name '{}'", cursor.text(name)))
}
