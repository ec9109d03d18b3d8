//! `sarsen play`: plays a game at the terminal, between persons and the engine.

mod arguments;
mod choosing;
mod conversation;
mod game;
mod rescue;
mod saving;
mod seats;
mod settings;
mod terminal;
mod thinking;
mod verdicts;
mod wording;

pub(crate) use arguments::PlayArguments;
