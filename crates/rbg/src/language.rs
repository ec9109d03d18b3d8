//! The language: from the text of a file to the description of a game.
//!
//! A file has five sections and any number of macros. `lexer` cuts it into tokens, `sections` finds
//! the sections, `expansion` replaces the macros, and what is left is read as the
//! [declarations], the [board] and, by `parser`, the [rules](expression). An [error] says where in
//! the file something is wrong, also inside macros.

pub mod board;
mod brackets;
mod cursor;
pub mod declarations;
pub mod description;
pub mod encoding;
pub mod error;
mod expansion;
pub mod expression;
mod hiding;
mod lexer;
mod names;
mod parser;
mod sections;
pub mod source;
mod token;
mod tokens;
