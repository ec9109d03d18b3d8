//! Macros: replaces them by what they stand for.
//!
//! A macro is known only behind its definition, so that none can use itself. In its body, a
//! parameter stands for the tokens given for it, and `~` pastes the tokens on both sides of it
//! into one. Parameters and macros are replaced before they are pasted; what was pasted is not
//! looked at again.

use std::rc::Rc;

use super::error::RulesMistake;
use super::lexer::only_token;
use super::names::NameId;
use super::sections::{Macro, Section, Sections};
use super::token::{CallId, Token, TokenKind};
use super::tokens::Tokens;

/// The most tokens that a section may have after expansion.
pub(crate) const MOST_TOKENS: usize = 1 << 19;
/// The most uses of macros and parameters.
const MOST_USES: usize = 1 << 19;
/// How deep macros may use macros.
const DEEPEST: usize = 200;

/// A stretch of tokens with the parameters that are known in it.
#[derive(Clone)]
struct Slice {
    from: usize,
    to: usize,
    scope: Rc<Scope>,
}

struct Scope {
    arguments: Vec<(NameId, Slice)>,
    /// Only macros of a lower order are known here.
    order: usize,
}

/// The tokens of a section, without macros.
pub(crate) fn expand(
    tokens: &mut Tokens,
    sections: &Sections,
    section: Section,
) -> Result<Vec<Token>, RulesMistake> {
    let scope = Scope { arguments: Vec::new(), order: section.order };
    let slice = Slice { from: section.from, to: section.to, scope: Rc::new(scope) };
    let mut expander = Expander { tokens, sections, out: Vec::new() };
    expander.slice(&slice, 0, 0)?;
    Ok(expander.out)
}

struct Expander<'a> {
    tokens: &'a mut Tokens,
    sections: &'a Sections,
    out: Vec<Token>,
}

/// What a token stands for.
enum Replacement {
    Itself,
    Tokens(Slice, NameId),
}

impl Expander<'_> {
    fn slice(&mut self, slice: &Slice, call: CallId, depth: usize) -> Result<(), RulesMistake> {
        let mut at = slice.from;
        // Whether the next token is to be pasted, and if so, whether there is one before it.
        let mut paste: Option<bool> = None;
        while at < slice.to {
            let token = Token { call, ..self.tokens.get(at) };
            if token.kind.is("~") {
                return Err(self.error(token, "'~' needs a token on both sides"));
            }
            let first = self.out.len();
            let (meaning, next) = self.meaning(slice, at, token)?;
            match meaning {
                Replacement::Itself => self.out.push(token),
                Replacement::Tokens(inner, name) => self.inner(&inner, name, token, depth)?,
            }
            let mut is_there = self.out.len() > first;
            if paste == Some(true) {
                if is_there {
                    self.paste(first)?;
                }
                is_there = true;
            }
            at = next;
            paste = None;
            if at < slice.to && self.tokens.get(at).kind.is("~") {
                let tilde = Token { call, ..self.tokens.get(at) };
                if call == 0 {
                    return Err(self.error(tilde, "'~' pastes tokens only inside a macro"));
                }
                if at + 1 == slice.to {
                    return Err(self.error(tilde, "'~' needs a token on both sides"));
                }
                paste = Some(is_there);
                at += 1;
            }
        }
        Ok(())
    }

    fn inner(
        &mut self,
        inner: &Slice,
        name: NameId,
        token: Token,
        depth: usize,
    ) -> Result<(), RulesMistake> {
        if depth == DEEPEST {
            let message = format!("macros use each other more than {DEEPEST} deep");
            return Err(self.error(token, message));
        }
        if self.tokens.uses() >= MOST_USES || self.out.len() >= MOST_TOKENS {
            let message = format!(
                "the macros expand to too much: more than {MOST_TOKENS} tokens, or {MOST_USES} \
                 uses of macros"
            );
            return Err(self.error(token, message));
        }
        let call = self.tokens.used(name, token.at, token.call);
        self.slice(inner, call, depth + 1)
    }

    /// What the token at an index stands for, and the index of the next one.
    fn meaning(
        &self,
        slice: &Slice,
        at: usize,
        token: Token,
    ) -> Result<(Replacement, usize), RulesMistake> {
        let TokenKind::Name(name) = token.kind else { return Ok((Replacement::Itself, at + 1)) };
        let scope = &slice.scope;
        if let Some((_, argument)) = scope.arguments.iter().find(|(known, _)| *known == name) {
            return Ok((Replacement::Tokens(argument.clone(), name), at + 1));
        }
        let all = self.sections.macros.get(&name).map_or(&[][..], |all| all);
        let mut known = all.iter().filter(|m| m.body.order < scope.order).peekable();
        let Some(first) = known.peek() else { return Ok((Replacement::Itself, at + 1)) };
        if first.parameters.is_empty() {
            return Ok((Replacement::Tokens(body(first, Vec::new()), name), at + 1));
        }
        let (arguments, next) = self.arguments(slice, at, token)?;
        match known.find(|m| m.parameters.len() == arguments.len()) {
            Some(m) => Ok((Replacement::Tokens(body(m, arguments), name), next)),
            None => {
                let counts: Vec<String> =
                    all.iter().map(|m| m.parameters.len().to_string()).collect();
                let name = self.tokens.names.text(name);
                let message = format!(
                    "the macro '{name}' needs {} arguments, separated by ';', but here are {}",
                    counts.join(" or "),
                    arguments.len()
                );
                Err(self.error(token, message))
            }
        }
    }

    /// The arguments behind the name of a macro, and the index of what follows them.
    fn arguments(
        &self,
        slice: &Slice,
        at: usize,
        token: Token,
    ) -> Result<(Vec<Slice>, usize), RulesMistake> {
        let kind = |at: usize| (at < slice.to).then(|| self.tokens.get(at).kind);
        if !kind(at + 1).is_some_and(|kind| kind.is("(")) {
            let name = token.kind.text(&self.tokens.names);
            let message = format!("the macro '{name}' needs its arguments in '(' and ')'");
            return Err(self.error(token, message));
        }
        let mut found = Vec::new();
        let (mut from, mut at) = (at + 2, at + 2);
        let mut depth = 0;
        while let Some(kind) = kind(at) {
            if kind.is("(") {
                depth += 1;
            } else if depth > 0 && kind.is(")") {
                depth -= 1;
            } else if depth == 0 && (kind.is(";") || kind.is(")")) {
                found.push(Slice { from, to: at, scope: Rc::clone(&slice.scope) });
                from = at + 1;
                if kind.is(")") {
                    return Ok((found, from));
                }
            }
            at += 1;
        }
        let name = token.kind.text(&self.tokens.names);
        Err(self.error(token, format!("')' is missing behind the arguments of '{name}'")))
    }

    /// Pastes a token of the output to the one before it.
    fn paste(&mut self, at: usize) -> Result<(), RulesMistake> {
        let right = self.out.remove(at);
        let left = self.out[at - 1];
        let names = &mut self.tokens.names;
        let [one, other] = [left.kind, right.kind].map(|kind| kind.text(names));
        let Some(kind) = only_token(&format!("{one}{other}"), names) else {
            let message = format!("'{one}' and '{other}' cannot be pasted into one token");
            return Err(self.error(right, message));
        };
        self.out[at - 1] = Token { kind, ..right };
        Ok(())
    }

    fn error(&self, token: Token, message: impl Into<String>) -> RulesMistake {
        self.tokens.error_in(token.at, token.call, message)
    }
}

/// The body of a macro with arguments for its parameters.
fn body(m: &Macro, arguments: Vec<Slice>) -> Slice {
    let Section { from, to, order } = m.body;
    let arguments = m.parameters.iter().copied().zip(arguments).collect();
    Slice { from, to, scope: Rc::new(Scope { arguments, order }) }
}
