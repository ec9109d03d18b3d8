//! Fetches memory ahead of its use, on processors that can be asked.

/// Asks for the cache line that contains the start of `memory`. Does nothing on processors other
/// than x86-64.
#[inline(always)]
pub fn prefetch<T>(memory: &[T]) {
    #[cfg(target_arch = "x86_64")]
    #[allow(unsafe_code)]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch reads and writes nothing that the program can see. It cannot fault,
        // also with a wrong address. It belongs to SSE, which is part of every x86-64.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(memory.as_ptr().cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = memory;
}
