//! Brackets that do not match: the macro in which one is missing.
//!
//! A bracket that is missing in a macro is missed only where something else comes that does not
//! fit, far behind the macro. So the mistake is looked for in the macros themselves.

use super::error::RulesMistake;
use super::sections::{Macro, Sections};
use super::token::{Token, TokenKind};
use super::tokens::Tokens;

/// The error that a macro opens or closes too much, if that may be the reason of another error in
/// a section. The macros that led to that error are looked at first.
pub(crate) fn mistake_in_macro(
    tokens: &Tokens,
    sections: &Sections,
    section: &[Token],
    error: &RulesMistake,
) -> Option<RulesMistake> {
    // One macro may open what another one closes.
    unmatched(section.iter().map(|token| token.kind))?;
    let used = tokens.used_names();
    let macros = sections.macros.iter().filter(|(name, _)| used.contains(name));
    let mut macros: Vec<&Macro> = macros.flat_map(|(_, all)| all).collect();
    macros.sort_by_cached_key(|m| {
        let name = tokens.text(m.at);
        let nearness = error.calls.iter().position(|call| call.name == name);
        (nearness.unwrap_or(usize::MAX), m.at)
    });
    macros.into_iter().find_map(|m| in_macro(tokens, m))
}

fn in_macro(tokens: &Tokens, m: &Macro) -> Option<RulesMistake> {
    let body = (m.body.from..m.body.to).map(|at| tokens.get(at).kind);
    let at = m.body.from + unmatched(body)?;
    let (name, bracket) = (tokens.text(m.at), tokens.text(at));
    let message = match closing(tokens.get(at).kind) {
        Some(_) => format!("the macro '{name}' opens '{bracket}' here and does not close it"),
        None => format!("the macro '{name}' closes '{bracket}' here and does not open it"),
    };
    Some(tokens.error(at, message))
}

/// What closes a bracket. None if a token opens none.
fn closing(kind: TokenKind) -> Option<&'static str> {
    match kind {
        TokenKind::Sign("(") => Some(")"),
        TokenKind::Sign("[" | "[$") => Some("]"),
        TokenKind::Sign("{" | "{?" | "{!" | "{$") => Some("}"),
        _ => None,
    }
}

/// The number of a bracket that has no other one.
fn unmatched(kinds: impl Iterator<Item = TokenKind>) -> Option<usize> {
    let mut open: Vec<(usize, &str)> = Vec::new();
    for (number, kind) in kinds.enumerate() {
        if let Some(close) = closing(kind) {
            open.push((number, close));
        } else if let TokenKind::Sign(sign @ (")" | "]" | "}")) = kind {
            match open.pop() {
                Some((_, close)) if close == sign => {}
                // If an outer bracket fits, the inner one was not closed.
                Some((inner, _)) if open.iter().any(|(_, close)| *close == sign) => {
                    return Some(inner);
                }
                _ => return Some(number),
            }
        }
    }
    open.pop().map(|(number, _)| number)
}
