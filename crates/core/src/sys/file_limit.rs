//! The system's limit for the size of files.

/// From now on, a write beyond the limit fails like one on a full disk, so that it can be told.
/// Otherwise its signal would end the process without a word. Programs that this process starts
/// are not affected.
#[cfg(unix)]
pub fn fail_at_file_limit() {
    use std::sync::Arc;
    // Nobody looks at the flag. What matters is that the signal is handled. If it cannot be, the
    // process is no worse off than others.
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
}

/// This system has no such limit.
#[cfg(not(unix))]
pub fn fail_at_file_limit() {}
