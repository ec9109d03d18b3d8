//! `sarsen show`: shows the board of a position, its text and the result.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use serde::Serialize;

use crate::cli::arguments::{PositionArguments, StartAndMoves};
use crate::cli::examples::{Example, Examples};
use crate::cli::exit::RunResult;
use crate::cli::failure::Failure;
use crate::cli::json::{PositionFacts, print_json};
use crate::cli::program::Program;
use sarsen_core::sys::atomic_file;
use sarsen_engine::protocol::board::{LayoutJson, Look, ViewJson, standalone};
use sarsen_engine::protocol::reply;
use sarsen_engine::session::Describe;

/// The examples of its help.
pub(super) const EXAMPLES: Examples = Examples::of(&[
    Example::of("connect4", "sarsen show connect4 --moves '4 4 3'"),
    Example::of("stonehenge", "sarsen show stonehenge --moves '6@7 5@8 4@13' --replay"),
    Example::of("connect4", "sarsen show connect4 9x8 --json"),
    Example::of("stonehenge", "sarsen show stonehenge --moves '6@7 5@8 4@13' --svg board.svg"),
]);

/// Show the board of a position, its text and the result
#[derive(Args)]
pub(crate) struct ShowArguments {
    #[command(flatten)]
    position: PositionArguments,
    /// Show every position on the way
    #[arg(long)]
    replay: bool,
    /// Print a JSON object for each position
    #[arg(long)]
    json: bool,
    /// Write a picture of the board to a file instead
    ///
    /// The picture has light and dark colours inside. '-' writes it to standard output. A picture
    /// shows one position, so --replay is refused.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["replay", "json"])]
    svg: Option<PathBuf>,
    /// Draw plain figures, as for print, instead of wood, felt and stone
    #[arg(long, requires = "svg")]
    plain: bool,
}

/// A position, as JSON.
#[derive(Serialize)]
struct ShownJson<'a> {
    /// The number of moves that have led here.
    ply: usize,
    /// The last of these moves.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    last: Option<&'a str>,
    #[serde(flatten)]
    facts: PositionFacts,
    board: String,
    /// The facts that the game tells about the position, by name.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    explained: BTreeMap<&'static str, String>,
    /// What the protocol answers to `query board`.
    view: ViewJson,
    /// What the protocol answers to `query board layout`.
    layout: LayoutJson,
}

impl ShowArguments {
    pub(crate) fn run(&self, program: &Program, out: &mut dyn Write) -> RunResult {
        let StartAndMoves { mut session, moves } =
            self.position.start_and_moves(&program.registry)?;
        // All moves are played first, so that an illegal one is reported before anything is shown.
        session.play_on(&moves.join(" "))?;
        if let Some(path) = &self.svg {
            write_picture(&standalone(&*session, self.look()), path, out)?;
            return Ok(ExitCode::SUCCESS);
        }
        if !self.replay {
            self.show(&*session, &moves, out)?;
            return Ok(ExitCode::SUCCESS);
        }
        session.undo(moves.len())?;
        self.show(&*session, &[], out)?;
        for (text, ply) in moves.iter().zip(1..) {
            session.play_on(text)?;
            self.show(&*session, &moves[..ply], out)?;
        }
        Ok(ExitCode::SUCCESS)
    }

    const fn look(&self) -> Look {
        if self.plain { Look::Plain } else { Look::Rich }
    }

    /// Shows the position after these moves.
    fn show(
        &self,
        session: &dyn Describe,
        moves: &[String],
        out: &mut dyn Write,
    ) -> std::io::Result<()> {
        let (ply, last) = (moves.len(), moves.last().map(String::as_str));
        if self.json {
            let facts = PositionFacts::of(session);
            let board = session.draw(false).to_string();
            let explained =
                session.explain().into_iter().map(|fact| (fact.name, fact.text)).collect();
            let (view, layout) = (ViewJson::of(session), LayoutJson::of(session));
            let shown = ShownJson { ply, last, facts, board, explained, view, layout };
            return print_json(&shown, out);
        }
        if let Some(text) = last.filter(|_| self.replay) {
            writeln!(out, "\nply {ply}: {text}")?;
        }
        reply::board(session).iter().try_for_each(|line| writeln!(out, "{line}"))
    }
}

/// Writes a picture to a file, or to standard output.
fn write_picture(picture: &str, path: &Path, out: &mut dyn Write) -> Result<(), Failure> {
    if path == Path::new("-") {
        return Ok(out.write_all(picture.as_bytes())?);
    }
    let written = atomic_file::refuse_no_file(path)
        .and_then(|()| atomic_file::replace(path, picture.as_bytes()));
    written.map_err(|error| format!("{}: {error}", path.display()).into())
}
