//! Rules as a game of the engine: positions, texts, a board.
//!
//! All that a game needs is found in its rules. Places get names from the board (`places`), pieces
//! get owners from their names and from what the players do with them (`pieces`), and a move is
//! written as what it touches (`touches`). What the author says in comments (`marks`) comes first.

mod board_layout;
mod boards;
mod chance;
mod diagram;
mod display;
mod entry;
mod evaluator;
mod examination;
mod facts;
mod guess;
mod keeper_watch;
mod loaded;
mod long_moves;
mod mark_warnings;
mod marked_lines;
mod marks;
mod moves;
mod notation;
mod numbers;
mod observation;
mod opposites;
mod pieces;
mod places;
mod point_table;
mod points;
mod position;
mod reading;
mod rules_game;
mod scratch;
mod setups;
mod shared;
mod symmetric;
mod symmetries;
mod texts;
mod touches;
mod warnings;

pub use entry::entry;
pub use examination::{RandomGames, RulesCheck};
pub use facts::LoadError;
pub use loaded::{LoadedGame, name_of};
pub use moves::RulesMove;
pub use position::RulesPosition;
pub use rules_game::RulesGame;
