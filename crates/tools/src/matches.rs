//! Whole games: matches between engines, records of games, and weights fitted to results of games.

pub mod contest;
pub mod learning;
pub mod record;
pub mod tuning;
