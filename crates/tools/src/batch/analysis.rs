//! Batch analysis: queries as lines of JSON in, answers as lines of JSON out, many at a time.
//!
//! `docs/protocol/batch.md` describes the queries and answers. Each query is independent. The same
//! query has the same answer, except for its time. Earlier queries and the number of threads do not
//! matter.
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
#[cfg(test)]
mod shared_buffer;

pub use answer::JsonScore;
pub use pipeline::{Analysis, AnalysisError, Stopper};
