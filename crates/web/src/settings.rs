//! The settings of the web server.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use super::door::HostName;

/// How the web server is to work.
#[derive(Clone)]
pub struct WebSettings {
    /// Where it listens. Port 0 stands for any free one.
    pub listen: SocketAddr,
    /// The names by which it may be called, besides those of the machine itself.
    pub hosts: Vec<HostName>,
    /// The limit for connections at a time.
    pub connections: usize,
    /// The limit for connections at a time from one address. None for an eighth of all.
    pub connections_per_peer: Option<usize>,
    /// A peer that is silent for this long is gone.
    pub patience: Duration,
    /// Whether a proxy tells the addresses of the peers.
    pub behind_proxy: bool,
    /// The number of threads that search, for all connections together.
    pub threads: usize,
    /// The memory of all searches together, in MiB.
    pub hash: usize,
    /// The file of the tables for two. None if they end with the server.
    pub store: Option<PathBuf>,
    /// What the addresses of new tables begin with.
    pub name: Option<String>,
    /// The game that the address shows, and its setup. None if people choose one.
    pub game: Option<(String, String)>,
    /// Whether to show the page in the user's browser.
    pub open: bool,
}

impl WebSettings {
    /// A request has to be complete within this time.
    pub(super) fn head_patience(&self) -> Duration {
        self.patience / 6
    }
}
