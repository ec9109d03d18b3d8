//! Memory in huge pages, if the system has them. A search reads its tables at random places. With
//! small pages, the first use of each page costs a page fault, and many later reads walk through
//! the page tables.

use bytemuck::Zeroable;

/// The size of a huge page.
#[cfg(target_os = "linux")]
const HUGE: usize = 2 << 20;

/// `count` values, all zero. The system provides the memory at its first use. `None` if there is
/// not enough.
pub fn zeroed<T: Zeroable>(count: usize) -> Option<Box<[T]>> {
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

/// Does nothing: this system cannot be asked.
#[cfg(not(target_os = "linux"))]
fn advise<T>(_memory: &[T]) {}
