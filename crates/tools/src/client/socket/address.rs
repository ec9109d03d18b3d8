//! Where a WebSocket is, and how to get a connection there.

use std::fmt;
use std::io::{Error, ErrorKind};
use std::net::{TcpStream, ToSocketAddrs};
use std::str::FromStr;
use std::time::Duration;

use tungstenite::http::Uri;

/// The limit for the time that a connection may take.
const PATIENCE: Duration = Duration::from_secs(5);

/// The address of a WebSocket: `ws://HOST:PORT/PATH`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WebSocketAddress {
    uri: Uri,
    host: String,
    port: u16,
}

/// Why a text is not the address of a WebSocket that we can use.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum AddressError {
    /// It is something else.
    #[error("an address is written as ws://HOST:PORT/PATH, such as ws://127.0.0.1:8017/ws")]
    Form,
    /// It wants an encrypted connection.
    #[error(
        "encrypted connections (wss://) are not supported: give the address of the server itself, \
        ws://HOST:PORT/PATH"
    )]
    Encrypted,
}

impl FromStr for WebSocketAddress {
    type Err = AddressError;

    fn from_str(text: &str) -> Result<Self, AddressError> {
        let uri: Uri = text.parse().map_err(|_| AddressError::Form)?;
        match uri.scheme_str() {
            Some("ws") => {}
            Some("wss") => return Err(AddressError::Encrypted),
            _ => return Err(AddressError::Form),
        }
        let host = uri.host().unwrap_or_default();
        if host.is_empty() || uri.authority().is_some_and(|whole| whole.as_str().contains('@')) {
            return Err(AddressError::Form);
        }
        let whole = uri.authority().map_or("", |authority| authority.as_str());
        let port = match whole.get(host.len()..) {
            None | Some("") => 80,
            Some(_) => uri.port_u16().ok_or(AddressError::Form)?,
        };
        // IPv6 addresses have brackets in an address, but not for the system.
        let host = host.trim_start_matches('[').trim_end_matches(']').to_owned();
        Ok(Self { uri, host, port })
    }
}

impl fmt::Display for WebSocketAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.uri.fmt(f)
    }
}

impl WebSocketAddress {
    /// The address in the form that requests use.
    pub(super) fn uri(&self) -> &Uri {
        &self.uri
    }

    /// The site as a browser names it, when one of the site's own pages asks.
    pub(super) fn origin(&self) -> String {
        let authority = self.uri.authority().map_or("", |authority| authority.as_str());
        format!("http://{authority}")
    }

    /// Gets a connection without any handshake.
    pub(super) fn dial(&self) -> Result<TcpStream, Error> {
        let mut last = Error::from(ErrorKind::NotFound);
        for address in (self.host.as_str(), self.port).to_socket_addrs()? {
            match TcpStream::connect_timeout(&address, PATIENCE) {
                Ok(stream) => {
                    stream.set_nodelay(true)?;
                    return Ok(stream);
                }
                Err(error) => last = error,
            }
        }
        Err(last)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_names_host_port_and_path() {
        for (text, host, port) in [
            ("ws://127.0.0.1:8017/ws", "127.0.0.1", 8017),
            ("ws://localhost/ws", "localhost", 80),
            ("ws://[::1]:99/a/b", "::1", 99),
        ] {
            let address: WebSocketAddress = text.parse().unwrap();
            assert_eq!((address.host.as_str(), address.port), (host, port));
            assert_eq!(address.to_string(), text);
        }
        let address: WebSocketAddress = "ws://[::1]:99/a".parse().unwrap();
        assert_eq!(address.origin(), "http://[::1]:99");
    }

    #[test]
    fn other_texts_are_refused() {
        let parse = |text: &str| text.parse::<WebSocketAddress>().unwrap_err();
        assert_eq!(parse("wss://localhost/ws"), AddressError::Encrypted);
        for text in ["", "ws://", "ws:///ws", "localhost:80", "http://localhost/", "/ws", "ws"] {
            assert_eq!(parse(text), AddressError::Form, "{text}");
        }
        assert_eq!(parse("ws://user@host/ws"), AddressError::Form);
        assert_eq!(parse("ws://host:port/ws"), AddressError::Form);
    }
}
