//! What a fit of weights tells, and the file of the weights.

use std::io::Write;
use std::process::ExitCode;

use serde::Serialize;

use super::arguments::FitArguments;
use crate::cli::exit::RunResult;
use crate::cli::json::print_json;
use crate::cli::output_file;
use sarsen_tools::matches::tuning::FitQuality;

/// New weights as a report shows them. As JSON, they are its last fields.
pub(super) trait ShownWeights: Serialize {
    /// The digits of an error after the point.
    const DIGITS: usize;
    /// Writes the weights as text, and what their scale means.
    fn write(&self, scale: f64, out: &mut dyn Write) -> std::io::Result<()>;
}

/// The whole report, as JSON.
#[derive(Serialize)]
struct FitReport<'a, W> {
    game: &'a str,
    fitted: usize,
    held_out: usize,
    scale: f64,
    error_before: f64,
    error_after: f64,
    held_out_error_before: f64,
    held_out_error_after: f64,
    #[serde(flatten)]
    weights: &'a W,
}

/// Writes the file of the weights and the report. The report comes even if the file could not be
/// written.
pub(super) fn finish(
    arguments: &FitArguments,
    game: &str,
    quality: &FitQuality,
    weights: &impl ShownWeights,
    file: &[u8],
    out: &mut dyn Write,
) -> RunResult {
    let path = arguments.output.as_deref();
    let written = output_file::write(path, file);
    if arguments.common.json {
        tell_json(game, quality, weights, out)?;
        written?;
        return Ok(ExitCode::SUCCESS);
    }
    tell(quality, weights, out)?;
    written?;
    if let Some(path) = path {
        let verdict = if quality.has_learnt() { "" } else { " (not better than the old ones)" };
        writeln!(out, "weights: {}{verdict}", path.display())?;
    }
    Ok(ExitCode::SUCCESS)
}

fn tell_json(
    game: &str,
    &FitQuality { scale, fitted, held_out, error, held_out_error }: &FitQuality,
    weights: &impl ShownWeights,
    out: &mut dyn Write,
) -> std::io::Result<()> {
    let report = FitReport {
        game,
        fitted,
        held_out,
        scale,
        error_before: error[0],
        error_after: error[1],
        held_out_error_before: held_out_error[0],
        held_out_error_after: held_out_error[1],
        weights,
    };
    print_json(&report, out)
}

fn tell<W: ShownWeights>(
    quality: &FitQuality,
    weights: &W,
    out: &mut dyn Write,
) -> std::io::Result<()> {
    let FitQuality { scale, fitted, held_out, error, held_out_error } = quality;
    let digits = W::DIGITS;
    weights.write(*scale, out)?;
    let [before, after] = error;
    let error = format!("{before:.digits$}, then {after:.digits$}");
    writeln!(out, "error of the {fitted} positions fitted: {error}")?;
    let [before, after] = held_out_error;
    let error = format!("{before:.digits$}, then {after:.digits$}");
    writeln!(out, "error of {held_out} others, kept out: {error}")?;
    if !quality.has_learnt() {
        writeln!(
            out,
            "the new weights are not better for those kept out: it takes more games, perhaps tens \
             of thousands"
        )?;
    }
    Ok(())
}
