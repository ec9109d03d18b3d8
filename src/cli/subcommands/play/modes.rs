//! The modes of the terminal, restored when the process has to end in the middle of a line.

/// The modes that standard input had, if it is a terminal.
pub(crate) struct TerminalModes(Option<rustix::termios::Termios>);

impl TerminalModes {
    pub(crate) fn now() -> Self {
        Self(rustix::termios::tcgetattr(std::io::stdin()).ok())
    }

    /// Gives the terminal its modes back.
    pub(crate) fn restore(&self) {
        use rustix::process::getpgrp;
        use rustix::termios::{OptionalActions, tcgetpgrp, tcsetattr};
        let Some(modes) = &self.0 else { return };
        let terminal = std::io::stdin();
        // A background process has changed nothing, and this call would stop it.
        if tcgetpgrp(&terminal).is_ok_and(|group| group == getpgrp()) {
            // The terminal may be gone.
            let _ = tcsetattr(&terminal, OptionalActions::Now, modes);
            // The line editor turned on marks around pasted text: turn them off.
            let _ = rustix::io::write(std::io::stdout(), b"\x1b[?2004l\r\n");
        }
    }
}
