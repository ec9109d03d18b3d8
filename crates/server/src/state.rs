//! The state of the server, and how it changes.
//!
//! ```text
//!            go                                      search ends, not held back
//!   IDLE ----------------> SEARCHING --------------------------------------------> bestmove, IDLE
//!     ^                        |  search ends, but is `infinite` or `ponder`
//!     |                        v
//!     +---- bestmove ------- HELD     left by stop, ponderhit, or a later newgame, position or go
//! ```
//!
//! There are four more states:
//!
//! - COUNTING: `query perft` runs on the search thread. It is like a search whose answer is never
//!   held back.
//! - WINDING DOWN: a search should have ended, but the system did not give its thread time to run.
//!   The server answered with the line that the search reported last. The thread has yet to end.
//! - OWN PONDERING: with the option `Own Ponder`, a search runs while the server would be idle.
//!   Nobody has asked for it, it is never answered, and the next command ends it.
//! - LOADING: another thread reads a file that an option names.
//!
//! [`Activity`] has the states, and [`ServerState`] the transitions between them. In IDLE, HELD and
//! LOADING the state has the engine. In the others, the search thread has it.
//!
//! Commands are carried out in IDLE. In every other state they wait in a queue, except `stop`,
//! `ponderhit`, `isready` and `quit`. While a search winds down or a file is read, `isready` waits,
//! too, because the server has not dealt with everything that was sent before.
//!
//! `protocol.md` makes promises about commands during a search (2 to 5), about clocks that start
//! when a turn comes (7) and about the end (11). They are kept here and in the dispatcher:
//!
//! - [`ServerState::enqueue`] lets commands wait, and `advance` of the dispatcher gives the turns.
//! - [`ServerState::end_unbounded`] ends endless searches.
//! - [`Hold`] says which answers are held back.
//! - A search is answered in two places only: [`Context::answer`] and, if it is late,
//!   [`ServerState::answer_overdue`].

mod activity;
mod answering;
mod context;
mod files;
mod idle;
mod in_turn;
mod loading;
mod queue;
mod refused_position;
mod transitions;

pub(super) use activity::{Activity, AfterHit, Hold};
pub(super) use context::{Context, Wires};
pub(super) use idle::{CommandError, Idle, Launch};
pub(super) use in_turn::{InTurn, WaitsAs};
pub(super) use queue::{Queue, Turn, Waiting};
pub(super) use refused_position::RefusedPosition;
pub(super) use transitions::ServerState;
