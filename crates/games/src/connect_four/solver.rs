//! Connect Four solved: the exact score of any position, by a search that knows only this game.
//!
//! The search asks null-window questions and keeps bounds in a [`store`]. It computes all moves of
//! a position side by side in the lanes of a vector ([`lanes`]). It follows forced replies without
//! visiting a node. Above all, it finds a [`bound`] at a glance. The recursion is [`visit`], and
//! [`mod@root`] asks the questions. Each [`Technique`] can be left out, to measure its worth.
//!
//! The front page of this crate has an example.

mod bound;
mod dispatch;
mod lanes;
mod order;
mod range;
mod root;
mod score;
mod search;
mod shape;
mod small_store;
mod solve;
mod store;
mod technique;
mod visit;

pub(super) use score::score;
pub use solve::ConnectFourSolver;
pub use technique::Technique;
