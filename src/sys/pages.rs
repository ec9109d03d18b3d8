//! Memory in huge pages, if the system has them. A table is read at random places. Each small page
//! would cost a page fault at its first use, and walks through the page tables at later reads.

use bytemuck::Zeroable;

/// The size of a huge page.
#[cfg(target_os = "linux")]
const HUGE: usize = 2 << 20;

/// This number of values, all zero, in memory that the system provides at its first use. `None` if
/// there is not enough.
pub(crate) fn zeroed<T: Zeroable>(count: usize) -> Option<Box<[T]>> {
    let memory = bytemuck::try_zeroed_slice_box(count).ok()?;
    advise(&memory);
    Some(memory)
}

/// Asks for huge pages inside a slice that has not been used yet.
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

/// This system cannot be asked.
#[cfg(not(target_os = "linux"))]
fn advise<T>(_memory: &[T]) {}
