//! The command line, and what it reads and writes: books, records, matches, proofs.
#![allow(missing_docs)]

#[path = "../support/fuzzed_readers.rs"]
mod fuzzed_readers;
#[path = "../support/fuzzed_records.rs"]
mod fuzzed_records;
#[path = "../support/mod.rs"]
mod support;

mod analyze;
mod book;
mod book_command;
mod books_of_everything;
mod cluster;
mod command_line;
mod dice;
mod encodings;
mod ends;
mod engine_authors;
mod every_game;
mod examples;
mod gtp_matches;
mod irregular_records;
mod learn;
mod learn_on_machines;
#[cfg(target_os = "linux")]
mod limits;
mod matches;
mod one_shots;
mod openings;
mod opponents;
mod passes;
mod pdn;
mod pictures;
mod play;
mod readers;
mod records;
mod repetition;
mod report;
mod report_page;
mod rules_files;
mod solve_command;
mod tables;
mod tune;
mod tune_patterns;
mod tune_prob_cut;
