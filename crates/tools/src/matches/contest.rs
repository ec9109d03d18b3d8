//! Matches: players of any kind against each other. The rules and the clock judge.
//!
//! ```text
//!  spec.rs        players and their time, as a command line describes them
//!  player.rs      the trait of players, and the player in this process
//!  external.rs    players in child processes that speak UGI or UCI
//!  gtp_player.rs  players in child processes that speak GTP, by gtp_client.rs
//!  patience.rs    how long child processes may take
//!  game.rs        one game
//!  openings.rs    where games begin
//!  tournament.rs  a whole match, on several threads
//!  played.rs      what the journal keeps, from which an interrupted match continues
//!  standings.rs   points, as a table or as JSON
//!  statistics.rs  Elo, errors, the sequential test
//! ```

mod external;
mod game;
mod gtp_client;
mod gtp_player;
mod opening_list;
mod openings;
mod patience;
mod played;
mod player;
mod spec;
mod standings;
pub mod statistics;
mod tournament;

pub use opening_list::{Opening, OpeningList};
pub use openings::{Openings, OpeningsError};
pub use player::PlayerError;
pub use spec::{PlayerSpec, Protocol, SpecError, clock, pace_text, read_limit};
pub use standings::{Standing, Standings};
pub use tournament::{Pair, Tournament, TournamentError};
