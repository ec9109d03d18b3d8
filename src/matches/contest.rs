//! Matches: players of any kind against each other, judged by the rules and the clock.
//!
//! ```text
//!  spec.rs        players, openings and time as they are written on a command line
//!  player.rs      what a player is; ours, in this process
//!  external.rs    players in child processes, spoken to in UGI or UCI
//!  game.rs        one game, refereed
//!  openings.rs    where games begin
//!  tournament.rs  who plays whom, on several threads, until all is played or decided
//!  journal.rs     what has been played, so that an interrupted match can go on
//!  standings.rs   points, and what they mean
//!  statistics.rs  Elo, errors, the sequential test
//! ```

mod external;
mod game;
mod journal;
mod openings;
mod player;
mod spec;
mod standings;
pub mod statistics;
mod tournament;

pub use openings::{Opening, Openings, OpeningsError};
pub use player::PlayerError;
pub use spec::{Pace, PlayerSpec, Protocol, SpecError};
pub use standings::{Standing, Standings};
pub use tournament::{Pair, Tournament, TournamentError};
