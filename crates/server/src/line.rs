//! A line of input, as the loop takes it.

use std::time::Instant;

use sarsen_core::sys::text_lines::BadLine;

/// What came in.
pub enum Line {
    /// A line of text without its end, and when it arrived.
    Text(String, Instant),
    /// A line that is not text.
    Refused(BadLine),
    /// Nothing more will come. What ends by itself is still answered.
    End,
}
