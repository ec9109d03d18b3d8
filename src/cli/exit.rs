//! The end of the process: the exit status for the result of a subcommand.

use std::error::Error;
use std::io::{ErrorKind, Write};
use std::process::ExitCode;

use super::interrupt::{INTERRUPTED, InterruptedWork};
use sarsen_core::sys::stderr::complain;

/// What a subcommand returns: the exit status, or why it failed.
pub(crate) type RunResult = Result<ExitCode, Box<dyn Error>>;

/// The exit status for a result. Lost output is an error, unless the reader closed the pipe.
pub(crate) fn exit_code(result: RunResult) -> ExitCode {
    let flushed = |status| Ok(std::io::stdout().flush().map(|()| status)?);
    match result.and_then(flushed) {
        Ok(status) => status,
        // The reader needs no more, so this is not an error.
        Err(error) if is_broken_pipe(&*error) => ExitCode::SUCCESS,
        Err(error) => {
            complain(&error);
            if error.is::<InterruptedWork>() { INTERRUPTED.into() } else { ExitCode::FAILURE }
        }
    }
}

/// Whether the reader of the output has closed the pipe.
pub(crate) fn is_broken_pipe(error: &(dyn Error + 'static)) -> bool {
    error
        .downcast_ref::<std::io::Error>()
        .is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
}
