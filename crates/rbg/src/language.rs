//! The language: from the text of a file to the description of a game.
//!
//! A file has five sections and any number of macros. The [lexer] cuts it into tokens, [`sections`]
//! finds the sections, [`expansion`] replaces the macros, and the [parser] reads what is left: the
//! [declarations], the [board] and the [rules](expression). An [error] says where in the file
//! something is wrong, also inside macros.

pub mod board;
mod cursor;
pub mod declarations;
pub mod description;
pub mod encoding;
pub mod error;
mod expansion;
pub mod expression;
mod lexer;
mod names;
mod parser;
mod sections;
pub mod source;
mod token;
mod tokens;
