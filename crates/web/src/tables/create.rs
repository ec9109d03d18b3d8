//! A connection that is at no table yet: it creates one.

use std::net::IpAddr;

use tokio::sync::mpsc::Receiver;

use super::farewell::Farewell;
use super::hall::Hall;
use super::one_table::clock::ClockSetting;
use super::one_table::line::{LineError, TableLine};
use super::one_table::rulebook::RulesError;
use super::one_table::secret::{NoRandom, new_address};
use super::one_table::state::TableState;
use super::store::StoreFailure;
use sarsen_engine::protocol::reply;
use sarsen_server::{Importance, Line, Outbox};

/// A table that was not created.
#[derive(Debug, thiserror::Error)]
enum CreateError {
    #[error(transparent)]
    Line(#[from] LineError),
    #[error("{0}")]
    NoText(String),
    #[error("there is no table yet; 'create <game>' creates one")]
    NoTable,
    #[error(transparent)]
    Rules(#[from] RulesError),
    #[error("you have created many tables; the next one may come in {0} seconds")]
    Wait(u64),
    #[error(transparent)]
    Random(#[from] NoRandom),
    #[error(transparent)]
    Store(#[from] StoreFailure),
}

/// Hears lines until one creates a table. Returns its address.
pub(super) async fn create(
    hall: &Hall,
    peer: IpAddr,
    lines: &mut Receiver<Line>,
    outbox: &Outbox,
) -> Result<String, Farewell> {
    loop {
        let line = tokio::select! {
            line = lines.recv() => line.ok_or(Farewell::Gone)?,
            trouble = outbox.trouble() => return Err(trouble.into()),
        };
        let asked = match line {
            Line::Text(line, _) => obey(hall, peer, &line).await,
            Line::Refused(bad) => Err(CreateError::NoText(bad.why)),
            Line::End => return Err(Farewell::Gone),
        };
        let (answer, id) = match asked {
            Ok(Asked::Nothing) => continue,
            Ok(Asked::Readiness) => ("readyok".to_owned(), None),
            Ok(Asked::End) => return Err(Farewell::Quit),
            Ok(Asked::Table(id)) => (format!("created {id}"), Some(id)),
            Err(error) => (reply::error(&error.to_string()), None),
        };
        outbox.send(Importance::Answer, answer);
        if let Some(id) = id {
            return Ok(id);
        }
    }
}

/// What a line asks for.
enum Asked {
    Nothing,
    Readiness,
    End,
    /// A table, which was created and has this address.
    Table(String),
}

async fn obey(hall: &Hall, peer: IpAddr, line: &str) -> Result<Asked, CreateError> {
    match TableLine::parse(line)? {
        None => Ok(Asked::Nothing),
        Some(TableLine::IsReady) => Ok(Asked::Readiness),
        Some(TableLine::Quit) => Ok(Asked::End),
        Some(TableLine::Create { game, setup, clock }) => {
            Ok(Asked::Table(new_table(hall, peer, &game, &setup, clock).await?))
        }
        Some(_) => Err(CreateError::NoTable),
    }
}

async fn new_table(
    hall: &Hall,
    peer: IpAddr,
    game: &str,
    setup: &str,
    clock: Option<ClockSetting>,
) -> Result<String, CreateError> {
    let title = hall.rules.look_up(game, setup)?;
    let table = TableState::new(title, clock, &hall.rules)?;
    hall.allow(peer).map_err(CreateError::Wait)?;
    let id = format!("{}{}", hall.prefix, new_address()?);
    hall.store.create(id.clone(), table.facts).await?;
    Ok(id)
}
