//! Shows an address in the user's browser.

use std::process::{Command, Stdio};

use sarsen_core::sys::threads::ThreadKind;

/// The system's program that opens an address, and its arguments.
const OPENER: &[&str] = if cfg!(target_os = "macos") {
    &["open"]
} else if cfg!(windows) {
    &["cmd", "/c", "start", ""]
} else {
    &["xdg-open"]
};

/// Opens an address in the user's browser. Does not wait for it. If that fails, the log says so.
pub(super) fn open(address: &str) {
    let mut command = Command::new(OPENER[0]);
    command.args(&OPENER[1..]).arg(address);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let opened = ThreadKind::named("opener").detach(move || {
        let failure = match command.status() {
            Ok(status) if status.success() => return,
            Ok(status) => status.to_string(),
            Err(error) => error.to_string(),
        };
        log::warn!("the browser could not be opened with {}: {failure}", OPENER[0]);
    });
    if let Err(error) = opened {
        log::warn!("the browser could not be opened: {error}");
    }
}
