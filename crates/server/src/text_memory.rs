//! The memory that a text takes.

/// The memory that `bytes` bytes on the heap really take: an allocator rounds up and adds a header.
pub(super) fn allocated(bytes: usize) -> usize {
    (bytes + size_of::<usize>()).next_multiple_of(16).max(32)
}
