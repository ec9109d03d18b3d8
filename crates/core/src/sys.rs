//! Services of the operating system and the processor, wrapped for the other rooms: files, streams,
//! text, memory, threads, and the kind of processor.
//!
//! A module belongs here if it needs no other room and more than one room may need it.

pub mod atomic_file;
pub mod encoding;
pub mod file_limit;
pub mod file_lock;
pub mod input;
pub mod lanes;
pub mod memory;
pub mod noted_input;
pub mod open_files;
pub mod pages;
pub mod panic_guard;
mod partial_file;
pub mod prefetch;
pub mod processor;
pub mod stderr;
pub mod stopwatch;
pub mod suggestion;
pub mod text;
pub mod text_lines;
pub mod threads;
