//! What the server answers to which path.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::rejection::PathRejection;
use axum::extract::ws::WebSocket;
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

/// A request that asks for a WebSocket, or why it does not.
type UpgradeResult = Result<WebSocketUpgrade, WebSocketUpgradeRejection>;

/// A part of the path, or why there is none: a path may be no text.
type PathPart = Result<Path<String>, PathRejection>;

/// What all requests share.
pub(super) struct House {
    /// The name of the program.
    pub(super) program: String,
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
        .route("/ws", get(engine_socket))
        .route("/table/ws", get(table_socket))
        .route("/table/{id}/ws", get(table_socket))
        .fallback(unknown)
        .layer(from_fn_with_state(Arc::clone(&house), guard))
        .with_state(house)
}

/// Looks at each request first, and at each answer last.
async fn guard(
    State(house): State<Arc<House>>,
    Extension(mut caller): Extension<Caller>,
    mut request: Request,
    next: Next,
) -> Response {
    let forwarded = house.guard.forwarded(request.headers());
    if let Ok(Some(peer)) = forwarded {
        caller.peer = peer;
    }
    let verdict = forwarded.and_then(|_| house.guard.check(&request, caller.reached));
    let mut response = match verdict {
        Ok(()) => {
            request.extensions_mut().insert(caller);
            next.run(request).await
        }
        Err(refusal) => {
            report(caller.peer, &refusal.why);
            refusal.into_response()
        }
    };
    secure(&mut response);
    response
}

async fn page(State(house): State<Arc<House>>, headers: HeaderMap) -> Response {
    house.page(&headers)
}

async fn table(State(house): State<Arc<House>>, id: PathPart, headers: HeaderMap) -> Response {
    let is_name = |id: &str| id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    match id {
        Ok(Path(id)) if id.len() <= LONGEST_NAME && is_name(&id) => house.page(&headers),
        _ => nothing_here().into_response(),
    }
}

async fn asset(name: PathPart, headers: HeaderMap) -> Response {
    match name {
        Ok(Path(name)) if name != PAGE => shown(&name, &headers),
        _ => nothing_here().into_response(),
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
async fn engine_socket(
    State(house): State<Arc<House>>,
    Extension(caller): Extension<Caller>,
    asked: UpgradeResult,
) -> Result<Response, WebRefusal> {
    let inside = Arc::clone(&house);
    house.admit(caller, asked, |socket, terms| async move {
        inside.engines.attend(socket, terms).await;
    })
}

/// A place at a table. Without a name, a table is created there.
async fn table_socket(
    State(house): State<Arc<House>>,
    Extension(caller): Extension<Caller>,
    id: Result<Option<Path<String>>, PathRejection>,
    asked: UpgradeResult,
) -> Result<Response, WebRefusal> {
    let id = id.map_err(|_| nothing_here())?.map(|Path(id)| id);
    let inside = Arc::clone(&house);
    house.admit(caller, asked, |socket, terms| async move {
        inside.tables.attend(socket, terms, id).await;
    })
}

impl House {
    /// The page, under the name of the program.
    fn page(&self, headers: &HeaderMap) -> Response {
        let page = Asset::named(PAGE).map(|page| page.answer_of(&self.program, headers));
        page.unwrap_or_else(|| nothing_here().into_response())
    }

    /// Lets a socket in, if it is one and there is room.
    fn admit<T: Future<Output = ()> + Send + 'static>(
        &self,
        caller: Caller,
        asked: UpgradeResult,
        attend: impl FnOnce(WebSocket, Terms) -> T + Send + 'static,
    ) -> Result<Response, WebRefusal> {
        let asked = asked.map_err(|error| {
            let why = format!("A WebSocket (RFC 6455) is at this address. {error}.");
            WebRefusal::new(StatusCode::UPGRADE_REQUIRED, why)
        })?;
        let Caller { peer, place, wire, .. } = caller;
        let mut places = vec![place];
        if self.guard.is_behind_proxy() {
            // The connection is the proxy's, so nobody's share has been taken for it.
            let share = self.places.take_share(peer);
            places.push(Arc::new(share.inspect_err(|refusal| report(peer, &refusal.why))?));
        }
        let (patience, stopping) = (self.patience, self.stopping.clone());
        let terms = Terms { peer, places, wire, patience, stopping };
        Ok(upgrade(asked).on_upgrade(|socket| attend(socket, terms)))
    }
}
