//! What the operating system and the processor give: files, streams, memory, threads.

pub(crate) mod atomic_file;
pub(crate) mod file_lock;
pub(crate) mod input;
pub mod memory;
pub(crate) mod pages;
pub(crate) mod panic_guard;
pub(crate) mod prefetch;
pub(crate) mod processor;
pub(crate) mod stderr;
pub(crate) mod suggestion;
pub(crate) mod text;
pub(crate) mod text_lines;
