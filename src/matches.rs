//! Whole games: matches between engines, records of games, weights fitted to their results.

pub mod contest;
pub mod record;
pub mod tuning;
