//! Huge pages, where the system has them: a table is read all over, and every small page costs a
//! fault when it comes into use and a walk through the page tables when it is read.

use bytemuck::Zeroable;

/// The size of a huge page.
#[cfg(target_os = "linux")]
const HUGE: usize = 2 << 20;

/// So many values, all zero, in memory that the system gives as it comes into use; none if there is
/// not so much.
pub(crate) fn zeroed<T: Zeroable>(count: usize) -> Option<Box<[T]>> {
    let memory = bytemuck::try_zeroed_slice_box(count).ok()?;
    advise(&memory);
    Some(memory)
}

/// Asks for huge pages in the inner of a slice that has not come into use yet.
#[cfg(target_os = "linux")]
#[allow(unsafe_code)]
fn advise<T>(memory: &[T]) {
    let bytes = size_of_val(memory);
    let skip = memory.as_ptr().cast::<u8>().align_offset(HUGE);
    if skip.saturating_add(HUGE) > bytes {
        return;
    }
    let length = (bytes - skip) / HUGE * HUGE;
    let start = memory.as_ptr().cast::<u8>().wrapping_add(skip).cast_mut().cast();
    // SAFETY: the range lies within one live allocation, begins and ends at page boundaries, and
    // this advice changes only how the system backs it, never what is in it.
    let _ = unsafe { rustix::mm::madvise(start, length, rustix::mm::Advice::LinuxHugepage) };
}

/// Here nobody can be asked.
#[cfg(not(target_os = "linux"))]
fn advise<T>(_memory: &[T]) {}
