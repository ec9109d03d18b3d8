//! The search, the games and their solvers, in process: against plain searches, data and laws.
#![allow(missing_docs)]

#[path = "../support/fuzzed_rules.rs"]
mod fuzzed_rules;
#[path = "../support/mod.rs"]
mod support;

mod abalone;
mod agree;
mod backgammon;
mod bear_off;
mod chance;
mod checkers;
mod checkers_tables;
mod collection;
mod connect_four;
mod connect_four_solver;
mod cycles;
mod deckpig;
mod einstein;
mod end_search;
mod exact;
mod examples;
mod games_as_text;
mod laws;
mod learned;
mod limits;
mod move_texts;
mod near_the_end;
mod nuba;
mod othello;
mod pig;
mod prob_cut;
mod proving;
mod room;
mod rules_fuzz;
mod selectivity;
mod shipped;
mod solve;
mod solved;
mod stonehenge;
mod stonehenge_proof;
mod stonehenge_solver;
mod threads;
mod trait_games;
mod values_as_text;
mod variety;
