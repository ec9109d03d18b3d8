//! Batch analysis: queries as lines of JSON in, answers as lines of JSON out, many at work at once.
//!
//! The queries and answers are described in `protocol.md`. Each query is independent: the same
//! query has the same answer, except for its time, whatever came before it and however many threads
//! there are.
//!
//! ```text
//!  query.rs     a line of input
//!  answer.rs    a line of output
//!  pool.rs      the queries that wait and those that run
//!  analyst.rs   answers one query after another
//!  pipeline.rs  all of it, on threads: input -> pool -> analysts -> output
//! ```

mod analyst;
mod answer;
mod pipeline;
mod pool;
mod query;

pub(crate) use answer::JsonScore;
pub use pipeline::{Analysis, AnalysisError, Stopper};
