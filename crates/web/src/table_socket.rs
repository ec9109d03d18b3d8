//! Behind `/table/ws` and `/table/ID/ws`: a place at a table for each connection.

use std::sync::Arc;

use axum::extract::ws::{WebSocket, close_code};
use tokio::sync::mpsc::channel;

use super::engine_socket::{AHEAD, EngineSocket};
use super::settings::WebSettings;
use super::socket::{Carried, SocketEnd, Terms, carry};
use super::table_engines::TableEngines;
use super::tables::{Entrance, Farewell, StoreError, Tables, attend};
use sarsen_engine::session::Registry;

/// Tables for connections.
pub(super) struct TableSocket {
    tables: Tables,
    engines: EngineSocket,
}

impl TableSocket {
    /// Opens the store of tables, in a file or in memory, as the settings say.
    ///
    /// # Errors
    ///
    /// If the store cannot be opened.
    pub(super) fn open(
        engines: &EngineSocket,
        registry: Arc<Registry>,
        settings: &WebSettings,
    ) -> Result<Self, StoreError> {
        let finder = Arc::new(TableEngines::new(engines.clone()));
        let (store, name) = (settings.store.as_deref(), settings.name.as_deref());
        let tables = Tables::open(registry, finder, store, name)?;
        Ok(Self { tables, engines: engines.clone() })
    }

    /// Lets a peer talk at a table over a socket, until one of both ends it. Without an address the
    /// peer creates the table.
    pub(super) async fn attend(&self, socket: WebSocket, terms: Terms, address: Option<String>) {
        let (sender, lines) = channel(AHEAD);
        let outbox = self.engines.outbox();
        let peer = terms.peer;
        let entrance = address.map_or(Entrance::Create, Entrance::At);
        let carried = Carried { lines: sender, outbox: outbox.clone() };
        let talk = async { after(attend(&self.tables, peer, entrance, lines, outbox).await) };
        carry(socket, terms, carried, talk).await;
    }
}

/// How the connection is closed.
fn after(farewell: Farewell) -> SocketEnd {
    match farewell {
        Farewell::Gone => SocketEnd::Gone,
        Farewell::Quit => SocketEnd::closed(close_code::NORMAL, ""),
        Farewell::Closed { code, reason } => SocketEnd::closed(code, reason),
    }
}
