//! The service: listens, lets connections in, and ends when it is told to.

use std::io::{Error as IoError, ErrorKind, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::oneshot;
use tokio::time::{sleep, timeout};

use super::connection::{Caller, answer};
use super::door::{AllowedHosts, ConnectionPlaces, Guard, report};
use super::engine_socket::EngineSocket;
use super::opener;
use super::pool::{Pool, PoolLimits};
use super::routes::{House, router};
use super::settings::WebSettings;
use super::stopping::{Stopping, stopping};
use super::table_socket::TableSocket;
use super::tables::StoreError;
use super::wire::Wire;
use sarsen_core::sys::open_files::{allow_open_files, ensure_open_files, most_open_files};
use sarsen_core::sys::threads::ThreadKind;
use sarsen_engine::session::Registry;

/// The system keeps buffers of this size for each direction of a connection, in bytes.
const SYSTEM_BUFFER: u32 = 64 << 10;

/// The limit for connections that wait to be let in.
const WAITING_ROOM: u32 = 1024;

/// If there is no room, at most this many connections at a time are told so. Others are closed
/// without a word.
const TURNED_AWAY: usize = 64;

/// The number of files that are open besides the connections.
const OTHER_FILES: usize = 64;

/// With fewer files, the server cannot even begin. The runtime would not say so: it panics.
const LEAST_FILES: usize = 16;

/// After a failure of the system, new connections wait for this long.
const PAUSE: Duration = Duration::from_millis(100);

/// When the server ends, its connections have this long to close.
const FAREWELL: Duration = Duration::from_millis(1500);

/// The web server cannot work.
#[derive(Debug, thiserror::Error)]
pub enum WebError {
    /// The address cannot be listened on.
    #[error("cannot listen on {0}: {1}")]
    Listen(SocketAddr, String),
    /// The address is not that of one machine.
    #[error("cannot listen on {0}: this address is for messages to many machines")]
    Many(SocketAddr),
    /// The system refused something else.
    #[error("cannot start: {0}")]
    Start(IoError),
    /// The tables for two cannot be kept.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The address cannot be told.
    #[error("cannot write the address: {0}")]
    Output(IoError),
}

/// Serves pages and engines until a signal ends the process. Writes the address to `out` as soon as
/// it listens.
pub fn serve(
    settings: &WebSettings,
    registry: Arc<Registry>,
    out: &mut dyn Write,
) -> Result<(), WebError> {
    let connections = room_for(settings.connections);
    ensure_open_files(LEAST_FILES).map_err(WebError::Start)?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(WebError::Start)?;
    let ended = runtime.block_on(run(settings, connections, registry, out));
    // What still runs is not waited for.
    runtime.shutdown_background();
    ended
}

async fn run(
    settings: &WebSettings,
    connections: usize,
    registry: Arc<Registry>,
    out: &mut dyn Write,
) -> Result<(), WebError> {
    let mut signals = Signals::new().map_err(WebError::Start)?;
    if is_for_many(settings.listen.ip()) {
        return Err(WebError::Many(settings.listen));
    }
    let program = registry.name();
    let pool = Pool::start(pool_limits(settings)).map_err(WebError::Start)?;
    let engines = EngineSocket::new(Arc::clone(&registry), pool);
    let tables = tokio::select! {
        tables = open_tables(&engines, registry, settings) => tables?,
        () = signals.heard() => return Ok(()),
    };
    let refused = |error: IoError| WebError::Listen(settings.listen, explain(&error));
    let listener = listen(settings.listen).map_err(refused)?;
    let here = listener.local_addr().map_err(refused)?;
    let fragment = settings.game.as_ref().map_or_else(String::new, fragment);
    let address = format!("http://{}/{fragment}", callable(here));
    writeln!(out, "{address}").and_then(|()| out.flush()).map_err(WebError::Output)?;
    announce(settings, here);
    if settings.open {
        opener::open(&address);
    }
    let most_a_peer = settings.connections_per_peer.unwrap_or(connections.div_ceil(8));
    let places = Arc::new(ConnectionPlaces::new(connections, most_a_peer));
    let (stopper, stopping) = stopping();
    let hosts = AllowedHosts::new(settings.hosts.clone(), here.port());
    let house = Arc::new(House {
        program,
        guard: Guard::new(hosts, settings.behind_proxy),
        places: Arc::clone(&places),
        patience: settings.patience,
        stopping: stopping.clone(),
        engines,
        tables,
    });
    let acceptor = Acceptor {
        router: router(house),
        places: Arc::clone(&places),
        turned_away: Arc::new(ConnectionPlaces::new(TURNED_AWAY, TURNED_AWAY)),
        behind_proxy: settings.behind_proxy,
        patience: settings.head_patience(),
        stopping,
    };
    tokio::select! {
        () = acceptor.accept_all(listener) => {}
        () = signals.heard() => {}
    }
    log::info!("ending");
    stopper.stop();
    tokio::select! {
        _ = timeout(FAREWELL, places.empty()) => {}
        // The second signal does not wait.
        () = signals.heard() => {}
    }
    Ok(())
}

/// Opens the tables for two. The disk may be slow, so another thread waits for it.
async fn open_tables(
    engines: &EngineSocket,
    registry: Arc<Registry>,
    settings: &WebSettings,
) -> Result<TableSocket, WebError> {
    let (engines, settings) = (engines.clone(), settings.clone());
    let (sender, opened) = oneshot::channel();
    let open = move || {
        // A signal may have ended the wait.
        let _ = sender.send(TableSocket::open(&engines, registry, &settings));
    };
    ThreadKind::named("opening").detach(open).map_err(WebError::Start)?;
    let opened = opened.await.map_err(|error| WebError::Start(IoError::other(error)))?;
    Ok(opened?)
}

/// Accepts connections.
struct Acceptor {
    router: Router,
    places: Arc<ConnectionPlaces>,
    turned_away: Arc<ConnectionPlaces>,
    behind_proxy: bool,
    patience: Duration,
    stopping: Stopping,
}

impl Acceptor {
    async fn accept_all(&self, listener: TcpListener) {
        let mut has_failed = false;
        loop {
            match listener.accept().await {
                Ok((stream, peer)) => {
                    has_failed = false;
                    self.receive(stream, peer.ip());
                }
                Err(error) if error.kind() == ErrorKind::ConnectionAborted => {
                    log::debug!("a peer was gone before it was let in");
                }
                Err(error) => {
                    // Too many files are open. That may last, so it is told once.
                    if !has_failed {
                        log::warn!("connections cannot be let in: {error}");
                    }
                    has_failed = true;
                    sleep(PAUSE).await;
                }
            }
        }
    }

    /// Gives a connection a place and a task, or tells it that there is none.
    fn receive(&self, stream: TcpStream, peer: IpAddr) {
        let Ok(reached) = stream.local_addr() else { return };
        // Lines are short, and each is wanted at once. Without this it is only slower.
        let _ = stream.set_nodelay(true);
        let wire = Wire::new(stream);
        let place = match self.behind_proxy {
            true => self.places.take_any(),
            false => self.places.take(peer),
        };
        match place {
            Ok(place) => {
                let caller = Caller { peer, reached, place: Arc::new(place), wire };
                let (router, stopping) = (self.router.clone(), self.stopping.clone());
                tokio::spawn(answer(caller, router, self.patience, stopping));
            }
            Err(refusal) => {
                report(peer, &refusal.why);
                if let Ok(place) = self.turned_away.take_any() {
                    tokio::spawn(async move {
                        wire.say_and_close(&refusal.to_bytes()).await;
                        drop(place);
                    });
                }
            }
        }
    }
}

/// Whether an address stands for many machines. The system would listen there, and nobody comes.
fn is_for_many(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(address) => address.is_multicast() || address.is_broadcast(),
        IpAddr::V6(address) => address.is_multicast(),
    }
}

/// Listens on an address.
fn listen(address: SocketAddr) -> Result<TcpListener, IoError> {
    let socket = match address {
        SocketAddr::V4(_) => TcpSocket::new_v4(),
        SocketAddr::V6(_) => TcpSocket::new_v6(),
    }?;
    // Otherwise the port would be taken for a minute after the end of a server. On Windows, this
    // would let two servers share a port.
    if cfg!(unix) {
        socket.set_reuseaddr(true)?;
    }
    socket.set_send_buffer_size(SYSTEM_BUFFER)?;
    socket.set_recv_buffer_size(SYSTEM_BUFFER)?;
    socket.bind(address)?;
    socket.listen(WAITING_ROOM)
}

/// Why an address cannot be listened on, and what to do.
fn explain(error: &IoError) -> String {
    let advice = match error.kind() {
        ErrorKind::AddrInUse => {
            "; another program listens there. Choose a port with --listen \
                                 ADDRESS:PORT; port 0 stands for any free one"
        }
        ErrorKind::AddrNotAvailable => "; this machine has no such address",
        ErrorKind::PermissionDenied => "; ports below 1024 need special rights",
        _ => "",
    };
    format!("{error}{advice}")
}

/// What an address has for a game, as the page reads it.
fn fragment((game, setup): &(String, String)) -> String {
    let escaped = |text: &str| -> String {
        let byte = |byte: u8| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' => char::from(byte).to_string(),
            other => format!("%{other:02X}"),
        };
        text.bytes().map(byte).collect()
    };
    let setup = if setup.is_empty() { setup.clone() } else { format!("&setup={}", escaped(setup)) };
    format!("#game={}{setup}", escaped(game))
}

/// The address under which a browser on this machine reaches the server.
fn callable(here: SocketAddr) -> SocketAddr {
    let address = match here.ip() {
        IpAddr::V4(address) if address.is_unspecified() => IpAddr::V4(Ipv4Addr::LOCALHOST),
        IpAddr::V6(address) if address.is_unspecified() => IpAddr::V6(Ipv6Addr::LOCALHOST),
        address => address,
    };
    SocketAddr::new(address, here.port())
}

/// What all searches together may use. Each connection has one at a time, so the limits for
/// connections hold for searches too.
fn pool_limits(settings: &WebSettings) -> PoolLimits {
    let WebSettings { threads, hash: hash_mib, connections: jobs, .. } = *settings;
    PoolLimits { threads, hash_mib, jobs, jobs_per_peer: jobs }
}

/// Says what is open to whom.
fn announce(settings: &WebSettings, here: SocketAddr) {
    let who = match here.ip().to_canonical().is_loopback() {
        true => "programs on this machine",
        false => "everybody who reaches this machine",
    };
    log::info!("listening on {here}: open to {who}");
    for host in &settings.hosts {
        log::info!("also answering for the host {host}");
    }
    if settings.behind_proxy {
        log::info!("the addresses of peers are those that the proxy tells");
    }
}

/// The number of connections that the system allows, up to the one that is wanted.
fn room_for(wanted: usize) -> usize {
    allow_open_files(wanted + TURNED_AWAY + OTHER_FILES);
    let Some(allowed) = most_open_files() else { return wanted };
    let room = allowed.saturating_sub(TURNED_AWAY + OTHER_FILES).max(1);
    if room < wanted {
        log::warn!("the system allows {allowed} open files, so up to {room} connections");
    }
    room.min(wanted)
}

/// The signals that end the process.
struct Signals {
    #[cfg(unix)]
    interrupt: tokio::signal::unix::Signal,
    #[cfg(unix)]
    terminate: tokio::signal::unix::Signal,
}

impl Signals {
    #[cfg(unix)]
    fn new() -> Result<Self, IoError> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Self {
            interrupt: signal(SignalKind::interrupt())?,
            terminate: signal(SignalKind::terminate())?,
        })
    }

    #[cfg(not(unix))]
    fn new() -> Result<Self, IoError> {
        Ok(Self {})
    }

    /// Waits for the next one.
    #[cfg(unix)]
    async fn heard(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
    }

    /// Waits for the next one.
    #[cfg(not(unix))]
    async fn heard(&mut self) {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending().await
        }
    }
}
