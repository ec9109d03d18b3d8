//! Services of the operating system and the processor, wrapped for the other rooms: files, streams,
//! text, memory, threads, and the kind of processor.
//!
//! A module belongs here if it needs no other room and more than one room may need it.

pub(crate) mod atomic_file;
pub(crate) mod encoding;
pub(crate) mod file_limit;
pub(crate) mod file_lock;
pub(crate) mod input;
pub mod lanes;
pub mod memory;
pub(crate) mod open_files;
pub(crate) mod pages;
pub(crate) mod panic_guard;
mod partial_file;
pub(crate) mod prefetch;
pub(crate) mod processor;
pub(crate) mod row_sum;
#[cfg(test)]
pub(crate) mod shared_buffer;
pub(crate) mod stderr;
pub(crate) mod suggestion;
pub(crate) mod text;
pub(crate) mod text_lines;
pub(crate) mod threads;
