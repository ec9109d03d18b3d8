//! One connection, as long as it speaks HTTP.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::http::{Request, StatusCode};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;

use super::door::{ConnectionPlace, WebRefusal, report};
use super::stopping::Stopping;
use super::wire::Wire;

/// The limit for the head of a request, in bytes.
const LONGEST_HEAD: usize = 16 << 10;

/// The limit for the lines in the head of a request.
const MOST_HEADERS: usize = 64;

/// How long a connection may ask for pages: this many times the patience with a request.
const LIFETIME: u32 = 30;

/// What is known of a connection. Each of its requests brings this along.
#[derive(Clone)]
pub(super) struct Caller {
    pub(super) peer: IpAddr,
    /// The address that the peer reached.
    pub(super) reached: SocketAddr,
    pub(super) place: Arc<ConnectionPlace>,
    pub(super) wire: Wire,
}

/// Answers the requests of a connection, until it ends or becomes a socket. `patience` is the limit
/// for the head of a request.
pub(super) async fn answer(
    caller: Caller,
    router: Router,
    patience: Duration,
    mut stopping: Stopping,
) {
    let io = TokioIo::new(caller.wire.clone());
    let peer = caller.peer;
    let router = TowerToHyperService::new(router);
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(caller.clone());
        router.call(request)
    });
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(patience);
    builder.max_buf_size(LONGEST_HEAD).max_headers(MOST_HEADERS);
    let mut connection = builder.serve_connection(io, service).with_upgrades();
    let ended = tokio::select! {
        ended = &mut connection => ended,
        () = leave(&mut stopping, patience * LIFETIME) => {
            // The answer that is on its way is still sent.
            std::pin::Pin::new(&mut connection).graceful_shutdown();
            let _ = tokio::time::timeout(patience, connection).await;
            return;
        }
    };
    let Err(error) = ended else { return };
    log::debug!("{peer}: {error}");
    if error.is_parse() || error.is_parse_too_large() {
        report(peer, &format!("no request: {error}"));
    }
    // A peer that has sent a part of a request learns that it took too long.
    let Some(parts) = connection.into_parts().filter(|_| error.is_timeout()) else { return };
    if !parts.read_buf.is_empty() {
        let seconds = patience.as_secs_f32();
        let why = format!("The head of a request has to be complete within {seconds} seconds.");
        report(peer, &why);
        let refusal = WebRefusal::new(StatusCode::REQUEST_TIMEOUT, why);
        let wire = parts.io.into_inner();
        drop(parts.service);
        wire.say_and_close(&refusal.to_bytes()).await;
    }
}

/// Waits until the server stops, but not longer than a connection may last.
async fn leave(stopping: &mut Stopping, lifetime: Duration) {
    let _ = tokio::time::timeout(lifetime, stopping.begun()).await;
}
