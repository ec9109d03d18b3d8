//! The judge of engines: it checks whether a program keeps the promises of the protocol.
//!
//! The judge sits at the other end of the pipes, or of a WebSocket. It checks the sixteen promises
//! of `protocol.md` and the form of all lines. Each check starts the engine anew, or connects anew,
//! talks to it, and says what was wrong. The judge knows no game: it asks the engine for legal
//! moves and results. An engine that only plays is not asked. What cannot be seen without is then
//! not judged.
//!
//! Much of what is promised is about time. If the machine makes others wait, too, the judge does
//! not blame the engine for being late.
//!
//! ```text
//!  promises/pNN_*.rs   the promises and their checks
//!  promise.rs          a promise: its checks, and what they have seen
//!  trial.rs            what a check works with: engines to talk to, and the record of the talk
//!  peer.rs             one engine as a check sees it
//!  neighbour.rs        what another connection to the same server notices of all this
//!  load.rs             how busy the machine is, and so whether to blame the engine
//!  judge.rs            the table of verdicts
//! ```

mod breach;
mod heard;
mod judge;
mod load;
mod neighbour;
mod peer;
mod promise;
mod promises;
mod subject;
mod talk;
mod trial;

pub use judge::{VerdictCount, judge};
pub use promise::{Examination, Fault, Promise, PromiseVerdict};
pub use promises::PROMISES;
pub use subject::{Contact, Subject};
