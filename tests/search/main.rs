//! The search, the games and their solvers, in process: against plain searches, data and laws.
#![allow(missing_docs)]

#[path = "../support/mod.rs"]
mod support;

mod agree;
mod connect_four;
mod connect_four_solver;
mod exact;
mod laws;
mod othello;
mod prob_cut;
mod proving;
mod selectivity;
mod solve;
mod solved;
mod stonehenge;
mod stonehenge_proof;
mod stonehenge_solver;
mod threads;
mod trait_games;
mod variety;
