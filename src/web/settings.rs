//! The settings of the web server.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use super::door::HostName;

/// How the web server is to work.
#[derive(Clone)]
pub(crate) struct WebSettings {
    /// Where it listens. Port 0 stands for any free one.
    pub(crate) listen: SocketAddr,
    /// The names by which it may be called, besides those of the machine itself.
    pub(crate) hosts: Vec<HostName>,
    /// The limit for connections at a time.
    pub(crate) connections: usize,
    /// The limit for connections at a time from one address. None for an eighth of all.
    pub(crate) connections_per_peer: Option<usize>,
    /// A peer that is silent for this long is gone.
    pub(crate) patience: Duration,
    /// Whether a proxy tells the addresses of the peers.
    pub(crate) behind_proxy: bool,
    /// The number of threads that search, for all connections together.
    pub(crate) threads: usize,
    /// The memory of all searches together, in MiB.
    pub(crate) hash: usize,
    /// The file of the tables for two. None if they end with the server.
    pub(crate) store: Option<PathBuf>,
    /// What the addresses of new tables begin with.
    pub(crate) name: Option<String>,
    /// Whether to show the page in the user's browser.
    pub(crate) open: bool,
}

impl WebSettings {
    /// A request has to be complete within this time.
    pub(super) fn head_patience(&self) -> Duration {
        self.patience / 6
    }
}
