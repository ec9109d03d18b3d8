//! Watches whether anybody reads standard output. A client may be gone while there is nothing to
//! write to it, such as in a long search for a client of the Go Text Protocol.

use crate::outbox::Outbox;

/// Begins to watch. The outbox fails as soon as nobody can read standard output any more.
#[cfg(unix)]
pub(super) fn watch(outbox: Outbox) {
    use std::io::{Error, ErrorKind};

    let work = move || {
        if is_deserted() {
            outbox.fail(Error::from(ErrorKind::BrokenPipe));
        }
    };
    // Without this thread, a lost reader is noticed when the next line is written.
    let _ = sarsen_core::sys::threads::ThreadKind::named("listener").detach(work);
}

/// This system does not tell. A lost reader is noticed when the next line is written.
#[cfg(not(unix))]
pub(super) fn watch(_: Outbox) {}

/// Waits until nobody can read standard output. False if the system cannot tell.
#[cfg(unix)]
fn is_deserted() -> bool {
    use rustix::event::{PollFd, PollFlags, poll};
    use rustix::io::Errno;

    let output = std::io::stdout();
    loop {
        let mut watched = [PollFd::new(&output, PollFlags::empty())];
        match poll(&mut watched, None) {
            Ok(_) => return watched[0].revents().intersects(PollFlags::ERR | PollFlags::HUP),
            Err(Errno::INTR) => {}
            Err(_) => return false,
        }
    }
}
