//! The end of the process: the exit status for the result of a subcommand.

use std::io::Write;
use std::process::ExitCode;

use super::failure::Failure;
use super::interrupt::INTERRUPTED;
use sarsen_core::sys::stderr::complain;

/// What a subcommand returns: the exit status, or why it failed.
pub(crate) type RunResult = Result<ExitCode, Failure>;

/// The exit status for a result. Lost output is an error, unless the reader closed the pipe.
pub(crate) fn exit_code(result: RunResult) -> ExitCode {
    let flushed = |status| Ok(std::io::stdout().flush().map(|()| status)?);
    match result.and_then(flushed) {
        Ok(status) => status,
        // The reader needs no more, so this is not an error.
        Err(failure) if failure.is_broken_pipe() => ExitCode::SUCCESS,
        Err(failure) => {
            complain(&failure);
            match failure {
                Failure::Interrupted(_) => INTERRUPTED.into(),
                _ => ExitCode::FAILURE,
            }
        }
    }
}
