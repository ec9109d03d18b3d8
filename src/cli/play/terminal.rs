//! How the terminal was, to leave it so when the process has to end in the middle of a line.

/// The modes that standard input had, if it is a terminal.
#[cfg(unix)]
pub(super) struct Modes(Option<rustix::termios::Termios>);

#[cfg(unix)]
impl Modes {
    pub(super) fn now() -> Self {
        Self(rustix::termios::tcgetattr(std::io::stdin()).ok())
    }

    /// Gives the terminal its modes back.
    pub(super) fn restore(&self) {
        use rustix::process::getpgrp;
        use rustix::termios::{OptionalActions, tcgetpgrp, tcsetattr};
        let Some(modes) = &self.0 else { return };
        let terminal = std::io::stdin();
        // Whoever is in the background would be stopped, and has changed nothing.
        if tcgetpgrp(&terminal).is_ok_and(|group| group == getpgrp()) {
            // The terminal may be gone.
            let _ = tcsetattr(&terminal, OptionalActions::Now, modes);
            // Marks around what is pasted, which the editor of lines asks for.
            let _ = rustix::io::write(std::io::stdout(), b"\x1b[?2004l\r\n");
        }
    }
}
