//! The processes of engines and all that these start: none of them is left behind, however this
//! process ends, unless it is killed outright.
//!
//! On Unix every engine leads a process group of its own, which is killed as a whole.

use std::collections::BTreeSet;
use std::process::{Child, Command};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The numbers of the engines that have not been ended.
static LIVING: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

fn living() -> MutexGuard<'static, BTreeSet<u32>> {
    LIVING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Starts an engine.
pub(super) fn start(command: &mut Command) -> std::io::Result<Child> {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    // Whoever ends all of them meanwhile waits for this one.
    let mut living = living();
    let child = command.spawn()?;
    living.insert(child.id());
    Ok(child)
}

/// Ends an engine and what it has started, if that was not done before.
pub(super) fn end(child: &Child) {
    let mut living = living();
    if living.remove(&child.id()) {
        kill(child.id());
    }
}

/// Ends all engines for good; the process has to end after this.
pub(crate) fn end_all() {
    let living = living();
    living.iter().for_each(|&id| kill(id));
    // None is started any more.
    std::mem::forget(living);
}

#[cfg(unix)]
fn kill(id: u32) {
    use rustix::process::{Pid, Signal, kill_process_group};
    if let Some(group) = i32::try_from(id).ok().and_then(Pid::from_raw) {
        // They may have ended by themselves.
        let _ = kill_process_group(group, Signal::KILL);
    }
}

/// Here only the engine itself can be ended, by whoever holds it.
#[cfg(not(unix))]
fn kill(_id: u32) {}

/// From now on signals that end this process end the engines first. `SIGINT` is one of them if
/// `interrupts`; else that is somebody else's business.
///
/// # Errors
///
/// What the system says.
#[cfg(unix)]
pub(crate) fn end_with_process(interrupts: bool) -> std::io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
    let mut wanted = vec![SIGHUP, SIGQUIT, SIGTERM];
    wanted.extend(interrupts.then_some(SIGINT));
    // As `nohup` has it.
    wanted.retain(|&signal| !is_ignored(signal));
    let mut signals = signal_hook::iterator::Signals::new(wanted)?;
    std::thread::Builder::new().name("signals".to_owned()).spawn(move || {
        if let Some(signal) = signals.forever().next() {
            end_all();
            // Whoever waits for this process sees what ended it.
            let _ = signal_hook::low_level::emulate_default_handler(signal);
            std::process::exit(128 + signal);
        }
    })?;
    Ok(())
}

/// Here nobody is told.
#[cfg(not(unix))]
pub(crate) fn end_with_process(_interrupts: bool) -> std::io::Result<()> {
    Ok(())
}

/// Whether this process was started to ignore a signal, where the system tells (Linux does).
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}
