//! What the subcommands of `tables` share: the game, the folder, the parts, the progress.

use std::path::PathBuf;

use clap::Args;
use indicatif::style::TemplateError;
use indicatif::{ProgressBar, ProgressStyle};

use crate::cli::arguments::{GameArguments, open};
use crate::cli::progress::{TICK, keep_moving};
use sarsen_core::game::endgames::{
    EndgameError, EndgameMaker, EndgamePart, EndgameSet, EndgameSummary,
};
use sarsen_engine::session::{OpenError, Registry, Session};

/// A game with endgame tables, and the folder where they are.
#[derive(Args)]
pub(super) struct TablesPlace {
    #[command(flatten)]
    game: GameArguments,
    /// The folder with the tables [default: the name of the game, and '-tables' behind it]
    #[arg(long, value_name = "FOLDER")]
    dir: Option<PathBuf>,
}

/// Why there is no game with endgame tables.
#[derive(Debug, thiserror::Error)]
pub(super) enum TablesPlaceError {
    /// There is no such game or setup.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The game has none.
    #[error(transparent)]
    None(#[from] EndgameError),
}

told!(TablesPlaceError);

impl TablesPlace {
    /// A session of the game, which has endgame tables.
    pub(super) fn session(
        &self,
        registry: &Registry,
    ) -> Result<Box<dyn Session>, TablesPlaceError> {
        let session = open(&self.game.title(registry), registry)?;
        if session.endgames().is_none() {
            return Err(EndgameError::None(session.game().to_owned()).into());
        }
        Ok(session)
    }

    /// The folder.
    pub(super) fn folder(&self, session: &dyn Session) -> PathBuf {
        self.dir.clone().unwrap_or_else(|| format!("{}-tables", session.game()).into())
    }

    /// The tables in the folder. A folder that was named must have some.
    pub(super) fn load(&self, session: &dyn Session) -> Result<EndgameSet, EndgameError> {
        if self.dir.is_none() {
            return self.load_if_any(session);
        }
        Self::checked(EndgameSet::load(&self.folder(session))?, session)
    }

    /// The tables in the folder, if there is such a folder and it has some.
    pub(super) fn load_if_any(&self, session: &dyn Session) -> Result<EndgameSet, EndgameError> {
        let folder = self.folder(session);
        if !folder.exists() {
            return Ok(EndgameSet::default());
        }
        match EndgameSet::load(&folder) {
            Err(EndgameError::Empty(_)) => Ok(EndgameSet::default()),
            loaded => Self::checked(loaded?, session),
        }
    }

    /// The tables, which must be those of the game.
    fn checked(set: EndgameSet, session: &dyn Session) -> Result<EndgameSet, EndgameError> {
        match set.game() {
            Some(found) if found != session.game() => Err(EndgameError::OtherGame {
                found: found.to_owned(),
                wanted: session.game().to_owned(),
            }),
            _ => Ok(set),
        }
    }
}

/// How the tables of a session are made.
pub(super) fn maker(session: &dyn Session) -> Result<&dyn EndgameMaker, EndgameError> {
    session.endgames().ok_or_else(|| EndgameError::None(session.game().to_owned()))
}

/// The parts with this number of pieces, at least one.
pub(super) fn parts_of(
    maker: &dyn EndgameMaker,
    pieces: u32,
) -> Result<Vec<EndgamePart>, EndgameError> {
    let parts = maker.parts(pieces);
    if parts.is_empty() {
        let (least, most) = maker.pieces().into_inner();
        let why = format!("there are tables of {least} to {most} pieces, not of {pieces}");
        return Err(EndgameError::Unknown(why));
    }
    Ok(parts)
}

/// A part in words.
pub(super) fn in_words(summary: &EndgameSummary, bytes: usize) -> String {
    let [won, drawn, lost] = summary.counts;
    let (part, longest) = (&summary.part, summary.longest);
    format!(
        "{part}: {won} won, {drawn} drawn, {lost} lost, the longest in {longest} plies, {bytes} bytes"
    )
}

/// A bar for work on this number of values.
pub(super) fn bar(size: u64) -> Result<ProgressBar, TemplateError> {
    let bar = ProgressBar::new(size);
    keep_moving(&bar, TICK);
    let style = "{bar:24} {pos}/{len} values, {elapsed}, {eta} left: {msg}";
    bar.set_style(ProgressStyle::with_template(style)?);
    Ok(bar)
}
