//! A walk through the tokens of a section.

use super::error::RulesMistake;
use super::names::NameId;
use super::token::{Token, TokenKind};
use super::tokens::Tokens;

/// Where a reader is in the expanded tokens of a section.
pub(crate) struct TokenCursor<'a> {
    pub(crate) file: &'a Tokens,
    list: &'a [Token],
    at: usize,
    /// The byte behind the section.
    end: u32,
    /// The name of the section.
    section: &'static str,
}

impl<'a> TokenCursor<'a> {
    pub(crate) fn new(
        file: &'a Tokens,
        list: &'a [Token],
        end: u32,
        section: &'static str,
    ) -> Self {
        Self { file, list, at: 0, end, section }
    }

    /// The next token. None at the end.
    pub(crate) fn peek(&self) -> Option<Token> {
        self.list.get(self.at).copied()
    }

    /// The token behind the next one.
    pub(crate) fn peek_behind(&self) -> Option<Token> {
        self.list.get(self.at + 1).copied()
    }

    pub(crate) fn next(&mut self) -> Option<Token> {
        let token = self.peek();
        self.at += usize::from(token.is_some());
        token
    }

    /// Whether the next token is this sign.
    pub(crate) fn sees(&self, sign: &str) -> bool {
        self.peek().is_some_and(|token| token.kind.is(sign))
    }

    /// Takes the next token if it is this sign.
    pub(crate) fn takes(&mut self, sign: &str) -> bool {
        let found = self.sees(sign);
        self.at += usize::from(found);
        found
    }

    /// Takes this sign, which must come now.
    pub(crate) fn expect(&mut self, sign: &str) -> Result<Token, RulesMistake> {
        match self.next() {
            Some(token) if token.kind.is(sign) => Ok(token),
            found => Err(self.unexpected(found, &format!("'{sign}'"))),
        }
    }

    /// Takes this sign, which closes what `open` has opened.
    pub(crate) fn close(&mut self, open: Token, sign: &str) -> Result<(), RulesMistake> {
        match self.next() {
            Some(token) if token.kind.is(sign) => Ok(()),
            None => {
                let opened = open.kind.text(&self.file.names);
                Err(self.error(open, format!("this '{opened}' is never closed by '{sign}'")))
            }
            found => {
                let opened = self.file.error_in(open.at, open.call, "").place;
                let opened = opened.map_or(0, |place| place.line);
                let open = open.kind.text(&self.file.names);
                let wanted = format!("'{sign}', to close '{open}' of line {opened}");
                Err(self.unexpected(found, &wanted))
            }
        }
    }

    /// Takes a name, which must come now.
    pub(crate) fn name(&mut self, what: &str) -> Result<(NameId, Token), RulesMistake> {
        match self.next() {
            Some(token @ Token { kind: TokenKind::Name(name), .. }) => Ok((name, token)),
            found => Err(self.unexpected(found, what)),
        }
    }

    /// Takes a number, which must come now.
    pub(crate) fn number(&mut self, what: &str) -> Result<(u32, Token), RulesMistake> {
        match self.next() {
            Some(token @ Token { kind: TokenKind::Number(number), .. }) => Ok((number, token)),
            found => Err(self.unexpected(found, what)),
        }
    }

    /// Nothing must follow.
    pub(crate) fn end(&mut self, expected: &str) -> Result<(), RulesMistake> {
        match self.next() {
            None => Ok(()),
            found => Err(self.unexpected(found, expected)),
        }
    }

    pub(crate) fn text(&self, name: NameId) -> &'a str {
        self.file.names.text(name)
    }

    /// The error that something else was expected than a token. None is the end of the section.
    pub(crate) fn unexpected(&self, found: Option<Token>, expected: &str) -> RulesMistake {
        match found {
            Some(token) => {
                let text = token.kind.text(&self.file.names);
                self.error(token, format!("expected {expected}, found '{text}'"))
            }
            None => {
                let message =
                    format!("expected {expected}, found the end of the section '{}'", self.section);
                self.file.error_in(self.end, 0, message)
            }
        }
    }

    pub(crate) fn error(&self, token: Token, message: impl Into<String>) -> RulesMistake {
        self.file.error_in(token.at, token.call, message)
    }
}
