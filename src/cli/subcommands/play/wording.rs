//! The words that a person types and reads: commands, sentences, scores.

pub(super) mod commands;
pub(super) mod scores;
pub(super) mod sentences;
