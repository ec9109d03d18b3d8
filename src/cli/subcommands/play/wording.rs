//! What a person types and reads: commands, sentences, scores in words.

pub(super) mod commands;
pub(super) mod scores;
pub(super) mod sentences;
