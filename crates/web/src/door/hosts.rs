//! The names by which the server may be called.
//!
//! A page of another site can have its own name point at this machine (DNS rebinding). A browser
//! then sends that name as host and as origin. So both are compared with a list.

use std::fmt::{Display, Formatter, Result as FmtResult};
use std::net::{IpAddr, SocketAddr};
use std::str::FromStr;

use axum::http::uri::Authority;

use sarsen_core::sys::text::excerpt;

/// The ports that an address need not name.
const USUAL_PORTS: [u16; 2] = [80, 443];

/// The names of every machine for itself.
const OWN_NAMES: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];

/// A name of a host, in small letters, perhaps with a port.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HostName {
    name: String,
    port: Option<u16>,
}

/// A text is no name of a host.
#[derive(Debug, thiserror::Error)]
#[error("'{0}' is no name of a host; write NAME or NAME:PORT, for example board.example.org")]
pub struct HostNameError(String);

impl FromStr for HostName {
    type Err = HostNameError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wrong = || HostNameError(excerpt(text, 60));
        let authority: Authority = text.parse().map_err(|_| wrong())?;
        let name = authority.host().to_ascii_lowercase();
        let port = authority.port_u16();
        // What is neither name nor port: a user, or a port that is none.
        let rest = text.get(name.len()..).unwrap_or_default();
        let is_plain = rest == port.map_or(String::new(), |port| format!(":{port}"));
        let is_name = !name.is_empty() && !name.contains('*');
        if is_plain && is_name { Ok(Self { name, port }) } else { Err(wrong()) }
    }
}

impl Display for HostName {
    fn fmt(&self, f: &mut Formatter<'_>) -> FmtResult {
        match self.port {
            Some(port) => write!(f, "{}:{port}", self.name),
            None => f.write_str(&self.name),
        }
    }
}

/// The names by which the server may be called.
pub(crate) struct AllowedHosts {
    names: Vec<HostName>,
    port: u16,
}

impl AllowedHosts {
    /// These names, and those of the machine itself with the port where the server listens.
    pub(crate) fn new(names: Vec<HostName>, port: u16) -> Self {
        Self { names, port }
    }

    /// Whether a request to this host may come in. `reached` is the address that the peer reached.
    pub(super) fn allow(&self, host: &str, reached: SocketAddr) -> bool {
        let Ok(host) = host.parse::<HostName>() else { return false };
        self.allow_name(&host, reached)
    }

    /// Whether a page of this origin may ask.
    pub(super) fn allow_origin(&self, origin: &str, reached: SocketAddr) -> bool {
        let host = ["http://", "https://"].iter().find_map(|scheme| origin.strip_prefix(scheme));
        host.is_some_and(|host| self.allow(host, reached))
    }

    fn allow_name(&self, host: &HostName, reached: SocketAddr) -> bool {
        let is_own_name = OWN_NAMES.contains(&&*host.name) || host.name == in_address(reached.ip());
        let is_own_port = match host.port {
            Some(port) => port == self.port,
            None => USUAL_PORTS.contains(&self.port),
        };
        let fits = |allowed: &HostName| {
            let is_usual = host.port.is_none_or(|port| USUAL_PORTS.contains(&port));
            let port_fits = match allowed.port {
                None => is_usual || is_own_port,
                Some(port) => host.port.map_or(USUAL_PORTS.contains(&port), |named| named == port),
            };
            allowed.name == host.name && port_fits
        };
        (is_own_name && is_own_port) || self.names.iter().any(fits)
    }
}

/// An address as it is written in the address of a page.
fn in_address(address: IpAddr) -> String {
    match address.to_canonical() {
        IpAddr::V4(address) => address.to_string(),
        IpAddr::V6(address) => format!("[{address}]"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> SocketAddr {
        text.parse().unwrap()
    }

    #[test]
    fn the_machine_itself_is_allowed_on_its_port() {
        let hosts = AllowedHosts::new(vec![], 8017);
        let here = address("127.0.0.1:8017");
        for good in ["localhost:8017", "LOCALHOST:8017", "127.0.0.1:8017", "[::1]:8017"] {
            assert!(hosts.allow(good, here), "{good}");
            assert!(hosts.allow_origin(&format!("http://{good}"), here), "{good}");
        }
        for bad in [
            "localhost",
            "localhost:80",
            "localhost:8018",
            "localhost.:8017",
            "evil.example:8017",
            "127.0.0.1.evil.example:8017",
            "127.0.0.2:8017",
            "user@localhost:8017",
            "localhost:8017@evil.example",
            "localhost:",
            "localhost:08017",
            "localhost:99999",
            "localhost:8017/",
            "::1:8017",
            "",
            "*",
        ] {
            assert!(!hosts.allow(bad, here), "{bad}");
        }
        for bad in ["null", "", "localhost:8017", "file://localhost:8017", "http://localhost:8017/"]
        {
            assert!(!hosts.allow_origin(bad, here), "{bad}");
        }
    }

    #[test]
    fn the_address_that_was_reached_is_allowed() {
        let hosts = AllowedHosts::new(vec![], 8017);
        for (host, reached) in [
            ("192.168.1.5:8017", "192.168.1.5:8017"),
            ("192.168.1.5:8017", "[::ffff:192.168.1.5]:8017"),
            ("[fe80::2]:8017", "[fe80::2]:8017"),
        ] {
            assert!(hosts.allow(host, address(reached)), "{host}");
            assert!(!hosts.allow(host, address("10.0.0.1:8017")), "{host}");
        }
    }

    #[test]
    fn a_name_may_have_a_port_or_the_usual_one() {
        let name = |text: &str| text.parse::<HostName>().unwrap();
        let here = address("127.0.0.1:8017");
        let hosts = AllowedHosts::new(vec![name("Board.Example.org"), name("other:9000")], 8017);
        for good in [
            "board.example.org",
            "board.example.org:443",
            "BOARD.example.org:80",
            "board.example.org:8017",
            "other:9000",
        ] {
            assert!(hosts.allow(good, here), "{good}");
        }
        for bad in ["board.example.org:9000", "other", "other:8017", "x.board.example.org"] {
            assert!(!hosts.allow(bad, here), "{bad}");
        }
        assert!(hosts.allow_origin("https://board.example.org", here));
        assert!(AllowedHosts::new(vec![], 80).allow("localhost", here));
        assert!(AllowedHosts::new(vec![name("x:443")], 8017).allow("x", here));
        for bad in ["", "*", "a b", "http://a", "a:b", "a/b", "u@a"] {
            assert!(bad.parse::<HostName>().is_err(), "{bad}");
        }
    }
}
