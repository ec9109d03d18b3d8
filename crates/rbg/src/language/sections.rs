//! The sections of a file, and its macros.

use std::collections::HashMap;

use super::error::RulesMistake;
use super::names::NameId;
use super::token::{Keyword, TokenKind};
use super::tokens::Tokens;
use sarsen_core::sys::suggestion::nearest;

/// A stretch of the file's tokens, by their indices, and when it was written: macros that come
/// later are not known in it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Section {
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) order: usize,
}

/// A macro.
#[derive(Clone, Debug)]
pub(crate) struct Macro {
    pub(crate) parameters: Vec<NameId>,
    pub(crate) body: Section,
    /// The token with its name.
    pub(crate) at: usize,
}

/// What a file consists of.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sections {
    sections: HashMap<&'static str, Section>,
    /// The macros by name: one without parameters, or several with different numbers of them.
    pub(crate) macros: HashMap<NameId, Vec<Macro>>,
}

/// The sections that a file must have.
const NEEDED: [Keyword; 5] =
    [Keyword::Players, Keyword::Pieces, Keyword::Variables, Keyword::Board, Keyword::Rules];

impl Sections {
    /// Finds the sections and the macros.
    ///
    /// # Errors
    ///
    /// If something is in no section, or a section is missing or twice there.
    pub(crate) fn of(tokens: &Tokens) -> Result<Self, RulesMistake> {
        let mut found = Self::default();
        let mut at = 0;
        let mut order = 0;
        while at < tokens.len() {
            if !tokens.kind(at).is_some_and(|kind| kind.is("#")) {
                return Err(tokens.unexpected(at, "'#', which begins a section or a macro"));
            }
            at = found.one(tokens, at + 1, order)?;
            order += 1;
        }
        match NEEDED.into_iter().find(|word| !found.sections.contains_key(word.text())) {
            Some(word) => Err(found.missing(tokens, word.text())),
            None => Ok(found),
        }
    }

    /// The error that there is no such section. Its name may be mistyped: then it is a macro.
    fn missing(&self, tokens: &Tokens, section: &str) -> RulesMistake {
        let macros = self.macros.values().flatten().map(|m| (m.at, tokens.text(m.at)));
        let mut macros: Vec<(usize, String)> = macros.collect();
        macros.sort_unstable();
        let near = nearest(section, macros.iter().map(|(_, name)| &**name));
        match macros.iter().find(|(_, name)| near == Some(&**name)) {
            Some(&(at, _)) => {
                tokens.error(at, format!("there is no section '#{section} ='; is this it?"))
            }
            None => tokens.of_file(format!("there is no section '#{section} ='")),
        }
    }

    /// A section that the file has.
    pub(crate) fn section(&self, word: Keyword) -> Section {
        self.sections[word.text()]
    }

    /// Reads what is behind a `#`. Returns the index of the next one.
    fn one(&mut self, tokens: &Tokens, at: usize, order: usize) -> Result<usize, RulesMistake> {
        let (mut next, mut parameters) = (at + 1, Vec::new());
        match tokens.kind(at) {
            Some(TokenKind::Word(word)) if NEEDED.contains(&word) => {
                if self.sections.contains_key(word.text()) {
                    let message = format!("there are two sections '#{} ='", word.text());
                    return Err(tokens.error(at, message));
                }
            }
            Some(TokenKind::Name(_)) => (next, parameters) = parameters_of(tokens, next)?,
            _ => return Err(tokens.unexpected(at, "the name of a section or of a macro")),
        }
        if !tokens.kind(next).is_some_and(|kind| kind.is("=")) {
            return Err(tokens.unexpected(next, "'='"));
        }
        let from = next + 1;
        let is_end = |&at: &usize| tokens.kind(at).is_none_or(|kind| kind.is("#"));
        let to = (from..).find(is_end).unwrap_or(from);
        let body = Section { from, to, order };
        match tokens.kind(at) {
            Some(TokenKind::Name(name)) => {
                self.add(tokens, name, Macro { parameters, body, at })?
            }
            Some(TokenKind::Word(word)) => _ = self.sections.insert(word.text(), body),
            _ => unreachable!("looked at above"),
        }
        Ok(to)
    }

    fn add(&mut self, tokens: &Tokens, name: NameId, new: Macro) -> Result<(), RulesMistake> {
        let same = self.macros.entry(name).or_default();
        let count = |m: &Macro| m.parameters.len();
        let what = format!("the macro '{}'", tokens.text(new.at));
        if same.iter().any(|other| count(other) == count(&new)) {
            let message = match count(&new) {
                0 => format!("{what} is defined twice"),
                n => format!("{what} with {n} parameters is defined twice"),
            };
            return Err(tokens.error(new.at, message));
        }
        if same.iter().chain([&new]).any(|m| count(m) == 0) && !same.is_empty() {
            let message = format!("{what} cannot have parameters in one place and none in another");
            return Err(tokens.error(new.at, message));
        }
        same.push(new);
        Ok(())
    }
}

/// The parameters of a macro, and the index of what follows them.
fn parameters_of(tokens: &Tokens, at: usize) -> Result<(usize, Vec<NameId>), RulesMistake> {
    let mut found = Vec::new();
    if !tokens.kind(at).is_some_and(|kind| kind.is("(")) {
        return Ok((at, found));
    }
    let mut at = at + 1;
    loop {
        let Some(TokenKind::Name(name)) = tokens.kind(at) else {
            return Err(tokens.unexpected(at, "the name of a parameter"));
        };
        if found.contains(&name) {
            let message = format!("there are two parameters '{}'", tokens.text(at));
            return Err(tokens.error(at, message));
        }
        found.push(name);
        match tokens.kind(at + 1) {
            Some(kind) if kind.is(")") => return Ok((at + 2, found)),
            Some(kind) if kind.is(";") => at += 2,
            _ => return Err(tokens.unexpected(at + 1, "';' or ')' in the list of parameters")),
        }
    }
}
