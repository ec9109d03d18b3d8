//! The size of the table that a search can use.

use super::bounds::DEFAULT_HASH;

/// The size of the smallest useful table, in bytes. Such a table is cleared in microseconds.
pub const SMALLEST_TABLE: usize = 1 << 16;

/// The bytes of a table for each position that a search may visit: room for two entries.
const BYTES_A_NODE: u64 = 32;

/// The size of the table, in bytes, that a search of `nodes` positions can use. It is never larger
/// than [`DEFAULT_HASH`].
#[must_use]
pub fn table_for_nodes(nodes: u64) -> usize {
    let bytes = usize::try_from(nodes.saturating_mul(BYTES_A_NODE)).unwrap_or(usize::MAX);
    bytes.clamp(SMALLEST_TABLE, DEFAULT_HASH << 20).next_power_of_two()
}
