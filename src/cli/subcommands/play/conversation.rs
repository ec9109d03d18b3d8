//! The conversation at the board: whose turn it is, what a person types, how the program answers.

mod adjusting;
mod advising;
mod keeping;
mod obeying;
#[cfg(test)]
mod passing;
mod showing;
mod state;
mod talk;

pub(super) use state::Conversation;
