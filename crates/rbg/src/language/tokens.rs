//! The tokens of a file, and errors about them.

use std::collections::HashSet;

use super::error::{Call, RulesMistake};
use super::lexer;
use super::names::{NameId, Names};
use super::source::SourceText;
use super::token::{CallId, Token, TokenKind};

/// A use of a macro or of a parameter.
#[derive(Clone, Copy, Debug)]
struct Use {
    name: NameId,
    at: u32,
    /// The use that it is part of.
    within: CallId,
}

/// The tokens of a file.
#[derive(Clone, Debug)]
pub(crate) struct Tokens {
    source: SourceText,
    pub(crate) names: Names,
    tokens: Vec<Token>,
    uses: Vec<Use>,
}

impl Tokens {
    pub(crate) fn of(file: &str, text: &str) -> Result<Self, RulesMistake> {
        let source = SourceText::new(file, text);
        let mut names = Names::default();
        let tokens = lexer::tokens(text, &mut names)
            .map_err(|(at, message)| RulesMistake::at(file, text, at as usize, message))?;
        Ok(Self { source, names, tokens, uses: Vec::new() })
    }

    /// Adds the tokens of a stretch of the text that the file itself has in a comment.
    pub(crate) fn add(&mut self, text: &str, from: usize) -> Result<(), RulesMistake> {
        let found = lexer::tokens(text, &mut self.names)
            .map_err(|(at, message)| self.error_in(at + from as u32, 0, message))?;
        let moved = |token: Token| Token { at: token.at + from as u32, ..token };
        self.tokens.extend(found.into_iter().map(moved));
        Ok(())
    }

    pub(crate) fn len(&self) -> usize {
        self.tokens.len()
    }

    pub(crate) fn get(&self, at: usize) -> Token {
        self.tokens[at]
    }

    pub(crate) fn kind(&self, at: usize) -> Option<TokenKind> {
        self.tokens.get(at).map(|token| token.kind)
    }

    /// A token as text. Empty past the end.
    pub(crate) fn text(&self, at: usize) -> String {
        self.kind(at).map_or_else(String::new, |kind| kind.text(&self.names))
    }

    /// The byte at which a section ends that ends before the token at this index.
    pub(crate) fn end_of(&self, to: usize) -> u32 {
        let last = to.checked_sub(1).and_then(|last| self.tokens.get(last));
        last.map_or(0, |last| last.at + last.kind.text(&self.names).len() as u32)
    }

    /// Notes a use of a macro or a parameter.
    pub(crate) fn used(&mut self, name: NameId, at: u32, within: CallId) -> CallId {
        self.uses.push(Use { name, at, within });
        self.uses.len() as CallId
    }

    /// The names of the macros and the parameters that are used.
    pub(crate) fn used_names(&self) -> HashSet<NameId> {
        self.uses.iter().map(|known| known.name).collect()
    }

    pub(crate) fn uses(&self) -> usize {
        self.uses.len()
    }

    /// An error about the whole file.
    pub(crate) fn of_file(&self, message: impl Into<String>) -> RulesMistake {
        RulesMistake::of_file(self.source.file(), message)
    }

    /// An error at a token of the file. Past the end, it is at the end.
    pub(crate) fn error(&self, at: usize, message: impl Into<String>) -> RulesMistake {
        let byte = self.tokens.get(at).map_or(u32::MAX, |token| token.at);
        self.error_in(byte, 0, message)
    }

    /// An error at a byte of the file, inside a use of a macro.
    pub(crate) fn error_in(
        &self,
        at: u32,
        call: CallId,
        message: impl Into<String>,
    ) -> RulesMistake {
        let place = self.source.place(at);
        let file = place.file.clone();
        let mut calls = Vec::new();
        let mut within = call;
        while within > 0 {
            let Use { name, at, within: outer } = self.uses[within as usize - 1];
            let name = self.names.text(name).to_owned();
            calls.push(Call { name, place: self.source.place(at) });
            within = outer;
        }
        RulesMistake { message: message.into(), place: Some(Box::new(place)), calls, file }
    }

    /// The error that something else was expected than a token of the file.
    pub(crate) fn unexpected(&self, at: usize, expected: &str) -> RulesMistake {
        let found = match self.kind(at) {
            Some(kind) => format!("'{}'", kind.text(&self.names)),
            None => "the end of the file".to_owned(),
        };
        self.error(at, format!("expected {expected}, found {found}"))
    }
}
