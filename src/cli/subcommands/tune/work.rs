//! Long work, with a bar that shows how far it is.

use indicatif::{ProgressBar, ProgressStyle};

use crate::cli::failure::Failure;
use crate::cli::interrupt::InterruptedWork;
use sarsen_tools::matches::tuning::TuneError;

/// Does work that has a number of pieces. The work reports how many are done.
pub(super) fn counted<T>(
    pieces: &str,
    all: usize,
    work: impl FnOnce(&mut dyn FnMut(usize)) -> Result<T, TuneError>,
) -> Result<T, Failure> {
    with_bar(&format!("{{bar:24}} {{pos}}/{{len}} {pieces}, {{eta}} left"), |bar| {
        bar.set_length(all as u64);
        work(&mut |done| bar.set_position(done as u64))
    })
}

/// Does work with a bar of this form.
pub(super) fn with_bar<T>(
    template: &str,
    work: impl FnOnce(&ProgressBar) -> Result<T, TuneError>,
) -> Result<T, Failure> {
    let bar = ProgressBar::new(0).with_style(ProgressStyle::with_template(template)?);
    let found = work(&bar);
    bar.finish_and_clear();
    found.map_err(|error| match error {
        TuneError::Interrupted => InterruptedWork("nothing was written").into(),
        error => error.into(),
    })
}
