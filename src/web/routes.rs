//! What the server answers to which path.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::{Extension, Path, Request, State, WebSocketUpgrade};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use super::assets::Asset;
use super::connection::Caller;
use super::door::{ConnectionPlaces, Guard, WebRefusal, report, secure};
use super::engine_socket::EngineSocket;
use super::socket::{Terms, upgrade};
use super::stopping::Stopping;
use super::table_socket::TableSocket;

/// The file that is the page.
const PAGE: &str = "index.html";

/// The limit for the name of a table, in bytes.
const LONGEST_NAME: usize = 64;

/// What all requests share.
pub(super) struct House {
    pub(super) guard: Guard,
    pub(super) places: Arc<ConnectionPlaces>,
    pub(super) patience: Duration,
    pub(super) stopping: Stopping,
    pub(super) engines: EngineSocket,
    pub(super) tables: TableSocket,
}

/// All paths.
pub(super) fn router(house: Arc<House>) -> Router {
    Router::new()
        .route("/", get(page))
        .route("/table/{id}", get(table))
        .route("/page/{*name}", get(asset))
        .route("/ws", get(engine))
        .route("/table/ws", get(new_table))
        .route("/table/{id}/ws", get(at_table))
        .fallback(unknown)
        .layer(from_fn_with_state(Arc::clone(&house), guard))
        .with_state(house)
}

/// Looks at each request first, and at each answer last.
async fn guard(
    State(house): State<Arc<House>>,
    Extension(caller): Extension<Caller>,
    request: Request,
    next: Next,
) -> Response {
    let mut response = match house.guard.check(&request, caller.own) {
        Ok(()) => next.run(request).await,
        Err(refusal) => {
            report(house.guard.peer(&request, caller.peer), &refusal.why);
            refusal.into_response()
        }
    };
    secure(&mut response);
    response
}

async fn page(headers: HeaderMap) -> Response {
    shown(PAGE, &headers)
}

async fn table(Path(id): Path<String>, headers: HeaderMap) -> Response {
    let is_name = |id: &str| id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    match id.len() <= LONGEST_NAME && is_name(&id) {
        true => shown(PAGE, &headers),
        false => unknown().await.into_response(),
    }
}

async fn asset(Path(name): Path<String>, headers: HeaderMap) -> Response {
    match name == PAGE {
        true => nothing_here().into_response(),
        false => shown(&name, &headers),
    }
}

/// A file of the page.
fn shown(name: &str, headers: &HeaderMap) -> Response {
    match Asset::named(name) {
        Some(asset) => asset.answer(headers),
        None => nothing_here().into_response(),
    }
}

async fn unknown() -> WebRefusal {
    nothing_here()
}

fn nothing_here() -> WebRefusal {
    WebRefusal::new(StatusCode::NOT_FOUND, "There is nothing at this address. The page is at /.")
}

/// An engine that speaks the protocol.
async fn engine(
    State(house): State<Arc<House>>,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
    request: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Response {
    match house.admit(caller, &headers, request) {
        Err(refusal) => refusal.into_response(),
        Ok((request, terms)) => request.on_upgrade(move |socket| async move {
            house.engines.attend(socket, terms).await;
        }),
    }
}

/// A place where a table is created.
async fn new_table(
    State(house): State<Arc<House>>,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
    request: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Response {
    house.seat(caller, &headers, request, None)
}

/// A place at a table.
async fn at_table(
    State(house): State<Arc<House>>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
    headers: HeaderMap,
    request: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Response {
    house.seat(caller, &headers, request, Some(id))
}

impl House {
    /// Lets a socket in to a table.
    fn seat(
        self: Arc<Self>,
        caller: Caller,
        headers: &HeaderMap,
        request: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
        table: Option<String>,
    ) -> Response {
        match self.admit(caller, headers, request) {
            Err(refusal) => refusal.into_response(),
            Ok((request, terms)) => request.on_upgrade(move |socket| async move {
                self.tables.attend(socket, terms, table).await;
            }),
        }
    }

    /// Lets a socket in, if it is one and there is room.
    fn admit(
        &self,
        caller: Caller,
        headers: &HeaderMap,
        request: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
    ) -> Result<(WebSocketUpgrade, Terms), WebRefusal> {
        let request = request.map_err(|error| {
            let why = format!("A WebSocket (RFC 6455) is at this address. {error}.");
            WebRefusal::new(StatusCode::UPGRADE_REQUIRED, why)
        })?;
        let mut places = vec![caller.place];
        let mut peer = caller.peer;
        if let Some(forwarded) = self.guard.forwarded(headers) {
            peer = forwarded;
            let place = self.places.take_share(peer);
            places.push(Arc::new(place.inspect_err(|refusal| report(peer, &refusal.why))?));
        }
        let (patience, stopping) = (self.patience, self.stopping.clone());
        let terms = Terms { peer, places, wire: caller.wire, patience, stopping };
        Ok((upgrade(request), terms))
    }
}
