//! Huge pages, where the system has them: a table is read all over, and every small page costs a fault when it
//! comes into use and a walk through the page tables when it is read.

use bytemuck::Zeroable;

/// The size of a huge page.
#[cfg(target_os = "linux")]
const HUGE: usize = 2 << 20;

/// Memory that is wiped to be cleared, in bytes; what is larger may be more than there is, as long as it is not used.
const WIPED: usize = 256 << 20;

/// Sets memory back to zero.
pub(crate) fn clear<T: Zeroable>(memory: &mut Box<[T]>) {
    if size_of_val(&**memory) > WIPED
        && let Ok(fresh) = bytemuck::try_zeroed_slice_box(memory.len())
    {
        advise(&fresh);
        *memory = fresh;
    } else {
        memory.fill_with(T::zeroed);
    }
}

/// Asks for huge pages in the inner of a slice that has not come into use yet.
#[cfg(target_os = "linux")]
#[allow(unsafe_code)]
pub(crate) fn advise<T>(memory: &[T]) {
    let bytes = size_of_val(memory);
    let skip = memory.as_ptr().cast::<u8>().align_offset(HUGE);
    if skip.saturating_add(HUGE) > bytes {
        return;
    }
    let length = (bytes - skip) / HUGE * HUGE;
    let start = memory.as_ptr().cast::<u8>().wrapping_add(skip).cast_mut().cast();
    // SAFETY: the range lies within one live allocation, begins and ends at page boundaries, and this advice
    // changes only how the system backs it, never what is in it.
    let _ = unsafe { rustix::mm::madvise(start, length, rustix::mm::Advice::LinuxHugepage) };
}

/// Here nobody can be asked.
#[cfg(not(target_os = "linux"))]
pub(crate) fn advise<T>(_memory: &[T]) {}
