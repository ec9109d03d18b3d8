//! The number of files and connections that a process may have open at a time.

/// Makes sure that at least this number of files can be opened now, besides those that are open.
///
/// # Errors
///
/// What the system says if one of them cannot.
pub fn ensure_open_files(count: usize) -> std::io::Result<()> {
    // The two ends of a pipe are two files, and touch nothing else.
    let pipes: std::io::Result<Vec<_>> = (0..count.div_ceil(2)).map(|_| std::io::pipe()).collect();
    pipes.map(drop)
}

/// The limit now. None if there is none.
#[cfg(unix)]
pub fn most_open_files() -> Option<usize> {
    let limit = rustix::process::getrlimit(rustix::process::Resource::Nofile).current?;
    Some(usize::try_from(limit).unwrap_or(usize::MAX))
}

/// Raises the limit to this number, or as far as the system allows.
#[cfg(unix)]
pub fn allow_open_files(wanted: usize) {
    use rustix::process::{Resource, getrlimit, setrlimit};
    let mut limit = getrlimit(Resource::Nofile);
    let wanted = u64::try_from(wanted).unwrap_or(u64::MAX);
    let wanted = limit.maximum.map_or(wanted, |most| wanted.min(most));
    if limit.current.is_some_and(|current| current < wanted) {
        limit.current = Some(wanted);
        // Without it, there is room for fewer.
        let _ = setrlimit(Resource::Nofile, limit);
    }
}

/// This system has no such limit.
#[cfg(not(unix))]
pub fn most_open_files() -> Option<usize> {
    None
}

/// This system has no such limit.
#[cfg(not(unix))]
pub fn allow_open_files(_wanted: usize) {}
