//! The lexer: cuts a text into tokens, and leaves blanks and comments out.

use super::names::Names;
use super::token::{Keyword, SIGNS, Token, TokenKind};
use sarsen_core::sys::text::is_unseen;

/// The most tokens of a file.
const MOST_TOKENS: usize = 1 << 20;

/// What stops the lexer: a message and the byte where it is.
pub(crate) type Stray = (u32, String);

/// The tokens of a text.
///
/// # Errors
///
/// If there is a character that no token has, a number that is too large, or a comment that does
/// not end.
pub(crate) fn tokens(text: &str, names: &mut Names) -> Result<Vec<Token>, Stray> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        if c.is_whitespace() {
            at += c.len_utf8();
        } else if rest.starts_with("//") {
            at += rest.find('\n').unwrap_or(rest.len());
        } else if rest.starts_with("/*") {
            let end = rest.find("*/").ok_or_else(|| {
                (at as u32, "this comment does not end: '*/' is missing".to_owned())
            })?;
            at += end + 2;
        } else {
            if found.len() == MOST_TOKENS {
                let message = format!("the file has more than {MOST_TOKENS} words and signs");
                return Err((at as u32, message));
            }
            let (kind, length) = token(rest, names).map_err(|message| (at as u32, message))?;
            found.push(Token { kind, at: at as u32, call: 0 });
            at += length;
        }
    }
    Ok(found)
}

/// The token that a text is, if it is exactly one.
pub(crate) fn only_token(text: &str, names: &mut Names) -> Option<TokenKind> {
    let (kind, length) = token(text, names).ok()?;
    (length == text.len()).then_some(kind)
}

/// The first token of a text that begins with one, and its length.
fn token(text: &str, names: &mut Names) -> Result<(TokenKind, usize), String> {
    let length = |is_part: fn(&u8) -> bool| text.bytes().take_while(is_part).count();
    match text.as_bytes().first() {
        Some(b'0'..=b'9') => {
            let length = length(u8::is_ascii_digit);
            let number = text[..length].parse();
            let number = number.map_err(|_| format!("a number is at most {}", u32::MAX))?;
            Ok((TokenKind::Number(number), length))
        }
        Some(b'a'..=b'z' | b'A'..=b'Z') => {
            let length = length(u8::is_ascii_alphanumeric);
            let name = &text[..length];
            let kind =
                Keyword::of(name).map_or_else(|| TokenKind::Name(names.id(name)), TokenKind::Word);
            Ok((kind, length))
        }
        _ => match SIGNS.into_iter().find(|sign| text.starts_with(sign)) {
            Some(sign) => Ok((TokenKind::Sign(sign), sign.len())),
            None => Err(stray(text.chars().next().unwrap_or_default())),
        },
    }
}

fn stray(c: char) -> String {
    match c {
        '\0' => "a NUL character: this is no text file".to_owned(),
        '"' => "texts in quotes mean nothing in these rules".to_owned(),
        '_' => "'_' cannot be in a name: names are letters and digits".to_owned(),
        '|' => "the character '|' means nothing here; did you mean '+'?".to_owned(),
        c if is_unseen(c) => format!("the character U+{:04X} means nothing here", u32::from(c)),
        c => format!("the character '{c}' means nothing here"),
    }
}
