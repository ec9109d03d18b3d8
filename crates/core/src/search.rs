//! The search: alpha-beta for any [`Position`](crate::game::Position), with any
//! [`Evaluator`](crate::game::Evaluator).
//!
//! It deepens iteratively with principal variation search: null windows for all moves but the first
//! (A. Reinefeld, "An improvement to the Scout tree-search algorithm", 1983). It remembers
//! positions in a [`Table`](crate::transposition::Table), and those just above the horizon in a
//! small separate table. It tries moves in the order of table move, killers, history and the
//! evaluator's hints. Before it searches any of them, it looks whether one leads to a position that
//! the table already knows to be good enough. Where chance acts, it takes the expectation (D.
//! Michie, "Game-playing and game-learning automata", 1966).
//!
//! The search knows no game. Unless a [`Selectivity`](crate::game::Selectivity) reduces late moves,
//! it is full width: its value at a given depth is that of plain minimax, whatever is in the table.
//! It distinguishes proof from opinion: it reports as proven what no deeper search can change, and
//! then it ends. Several threads share the table and the work ([`SearchTask::threads`]).
//! [`Limits::solve`] asks for the proof of the result and nothing else.
//!
//! In the source, `start` starts the threads of a search. `root` is what happens at the root:
//! iterative deepening, proofs, turns of a game's own [`Solver`](crate::game::Solver), reports.
//! `worker` is the recursion: one thread's state, the nodes, the move loop (which the root uses,
//! too), chance nodes, move ordering. `team` is what several threads share. Tests and measurements
//! can switch the [`Techniques`] off one by one.

mod control;
mod headway;
mod info;
mod light;
mod limits;
mod means;
mod root;
mod search_task;
mod start;
mod team;
mod techniques;
pub mod time;
mod worker;

pub use control::Control;
pub use info::{Answer, Info, Source};
pub use light::Light;
pub use limits::{Limits, MAX_DEPTH, MAX_PLY};
pub use means::Means;
pub use search_task::SearchTask;
pub use start::search;
pub use techniques::Techniques;
