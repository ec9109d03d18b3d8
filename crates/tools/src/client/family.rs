//! The processes of engines, which end when this process ends, unless it is killed outright.
//!
//! The processes that an engine has started end with it. On Unix, every engine leads a process
//! group, which is killed as a whole.

use std::collections::BTreeSet;
use std::process::{Child, Command};
use std::sync::{Mutex, MutexGuard, PoisonError};

#[cfg(unix)]
use sarsen_core::sys::threads::ThreadKind;

/// The process ids of the engines that have not been ended.
static LIVING: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

fn living() -> MutexGuard<'static, BTreeSet<u32>> {
    LIVING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Starts an engine.
pub(super) fn start(command: &mut Command) -> std::io::Result<Child> {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    // The lock is held until the engine is listed, so `end_all` misses no engine.
    let mut living = living();
    let child = command.spawn()?;
    living.insert(child.id());
    Ok(child)
}

/// Ends an engine and what it has started, unless this has been done already.
pub(super) fn end(child: &Child) {
    let mut living = living();
    if living.remove(&child.id()) {
        kill(child.id());
    }
}

/// Ends all engines for good. This process has to end after this.
pub fn end_all() {
    let living = living();
    living.iter().for_each(|&id| kill(id));
    // The lock stays taken, so that no engine is started any more.
    std::mem::forget(living);
}

#[cfg(unix)]
fn kill(id: u32) {
    use rustix::process::{Pid, Signal, kill_process_group};
    if let Some(group) = i32::try_from(id).ok().and_then(Pid::from_raw) {
        // The processes may have ended by themselves.
        let _ = kill_process_group(group, Signal::KILL);
    }
}

/// On this system, only the engine itself can be ended. `Client` does that.
#[cfg(not(unix))]
fn kill(_id: u32) {}

/// From now on, signals that end this process end the engines first. `SIGINT` is one of them only
/// if `interrupts`.
///
/// # Errors
///
/// If the system refuses the signal handlers or a thread.
#[cfg(unix)]
pub fn end_with_process(interrupts: bool) -> std::io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
    let mut wanted = vec![SIGHUP, SIGQUIT, SIGTERM];
    wanted.extend(interrupts.then_some(SIGINT));
    // Under `nohup`, some signals are ignored, and stay so.
    wanted.retain(|&signal| !is_ignored(signal));
    let mut signals = signal_hook::iterator::Signals::new(wanted)?;
    ThreadKind::named("signals").detach(move || {
        if let Some(signal) = signals.forever().next() {
            end_all();
            // The parent process sees which signal ended this one.
            let _ = signal_hook::low_level::emulate_default_handler(signal);
            std::process::exit(128 + signal);
        }
    })
}

/// This system has no such signals.
#[cfg(not(unix))]
pub fn end_with_process(_interrupts: bool) -> std::io::Result<()> {
    Ok(())
}

/// Whether this process was started with a signal ignored. Other systems than Linux do not tell.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}
