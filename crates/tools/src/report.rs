//! What a game is like: who wins, how long it lasts, when it is decided, how much thought pays.
//!
//! The engine plays a game with itself many times, and then with itself at other lengths of
//! thought. The measures are those that designers of games ask for (C. Browne, "Automatic
//! generation and evaluation of recombination games", 2008); [`measures`] says what each means.
//!
//! ```text
//!  plan.rs         what is asked for
//!  opinion.rs      what a search thinks of a position
//!  play.rs         plays one game
//!  trace.rs        what the rules and the board show of a played game
//!  tally.rs        counts games, one after another, in bounded memory
//!  distinct.rs     counts how many different positions there are
//!  calibration.rs  how sure a number of points is
//!  drama.rs        what the course of a game was like
//!  measures.rs     the measures of a report
//!  findings.rs     what they mean for the designer, in words
//!  exact.rs        what the game is worth with best play
//!  error.rs        why there is no report
//!  course.rs       all the work, on several threads, with its journal
//!  rows.rs         the measures in words, for both
//!  text.rs         a report as text
//!  page.rs         a report as a page of HTML
//! ```

mod calibration;
mod course;
mod distinct;
mod drama;
mod error;
mod exact;
mod findings;
pub mod measures;
mod opinion;
mod page;
mod plan;
mod play;
mod rows;
mod tally;
mod text;
mod trace;

pub use course::{ReportProgress, ReportStage};
pub use error::ReportError;
pub use measures::Report;
pub use page::{is_report_page, report_page};
pub use plan::ReportPlan;
