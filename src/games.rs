//! The built-in games, and the registry that offers them.

pub mod connect_four;
pub mod stonehenge;

use std::sync::Arc;

use connect_four::{Large, Size, Small};

use crate::session::{Entry, GameSession, Registry, Session};

/// All built-in games, Connect Four first.
#[must_use]
pub fn registry() -> Registry {
    Registry::new(connect_four()).and(Entry::of(stonehenge::Stonehenge))
}

fn connect_four() -> Entry {
    Entry::new(connect_four::NAME, |setup| {
        let size = Size::parse(setup)?;
        // The word is chosen here, once.
        let session: Box<dyn Session> = match Small::of_size(size) {
            Ok(game) => Box::new(GameSession::new(Arc::new(game))),
            Err(_) => Box::new(GameSession::new(Arc::new(Large::of_size(size)?))),
        };
        Ok(session)
    })
    .with_uci_variant("cfour")
}
