//! How much memory a text takes.

/// The memory that `bytes` bytes on the heap really take: allocators round up and keep books.
pub(super) fn allocated(bytes: usize) -> usize {
    (bytes + size_of::<usize>()).next_multiple_of(16).max(32)
}
