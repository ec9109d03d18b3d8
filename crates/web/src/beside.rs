//! A server beside a fuzzer, in the same process.

use std::io::{Result as IoResult, Write};
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::time::Duration;

use super::{WebSettings, serve};
use sarsen_engine::session::Registry;

/// Serves on a free port of this machine until the process ends. Returns the address. The header
/// `X-Forwarded-For` says from where a request comes.
///
/// # Panics
///
/// If it cannot listen.
#[must_use]
pub fn serve_beside(registry: Registry) -> SocketAddr {
    let settings = WebSettings {
        listen: (Ipv4Addr::LOCALHOST, 0).into(),
        hosts: Vec::new(),
        connections: 1000,
        connections_per_peer: Some(1000),
        patience: Duration::from_secs(30),
        behind_proxy: true,
        threads: 1,
        hash: 16,
        store: None,
        name: None,
        game: None,
        open: false,
    };
    let (sender, lines) = channel();
    std::thread::spawn(move || serve(&settings, Arc::new(registry), &mut Told(sender)));
    let line = lines.iter().flatten().map(char::from).take_while(|&byte| byte != '\n');
    let line: String = line.collect();
    let address = line.trim_start_matches("http://").trim_end_matches('/');
    address.parse().expect("an address to listen on")
}

/// An output whose bytes go to another thread.
struct Told(Sender<Vec<u8>>);

impl Write for Told {
    fn write(&mut self, bytes: &[u8]) -> IoResult<usize> {
        // The other thread hears only the first line.
        let _ = self.0.send(bytes.to_vec());
        Ok(bytes.len())
    }

    fn flush(&mut self) -> IoResult<()> {
        Ok(())
    }
}
