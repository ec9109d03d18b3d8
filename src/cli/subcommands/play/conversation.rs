//! The conversation at the board: whose turn it is, what a person types, how the program answers.

mod adjusting;
mod advising;
mod keeping;
mod obeying;
mod showing;
mod state;
mod talk;
#[cfg(test)]
mod tests;

pub(super) use state::PlayConversation;
#[cfg(test)]
pub(super) use talk::Fingers;
