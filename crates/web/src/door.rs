//! The door: who may come in, and how many at a time. Its guard looks at every request before
//! anything else does, and at every answer last.

mod hosts;
mod household;
mod places;
mod refusal;

use std::net::{IpAddr, SocketAddr};

use axum::http::header::{HOST, HeaderName, HeaderValue, ORIGIN};
use axum::http::{HeaderMap, Method, Request, StatusCode};
use axum::response::Response;

use sarsen_core::sys::text::excerpt;

pub(super) use self::hosts::AllowedHosts;
pub use self::hosts::HostName;
pub(super) use self::household::household;
pub(super) use self::places::{ConnectionPlace, ConnectionPlaces};
pub(super) use self::refusal::{WebRefusal, report};

/// A text of a peer is quoted up to this length.
const QUOTED: usize = 80;

/// The header in which proxies list the addresses that a request came from.
const FORWARDED: &str = "x-forwarded-for";

/// What every answer says about itself: nothing from elsewhere, nothing inline, no guessing.
const ANSWERS: [(&str, &str); 7] = [
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
         connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("permissions-policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
    ("referrer-policy", "no-referrer"),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
];

/// Decides which requests may come in.
pub(super) struct Guard {
    hosts: AllowedHosts,
    behind_proxy: bool,
}

impl Guard {
    pub(crate) fn new(hosts: AllowedHosts, behind_proxy: bool) -> Self {
        Self { hosts, behind_proxy }
    }

    /// Whether all connections come from a proxy.
    pub(crate) fn is_behind_proxy(&self) -> bool {
        self.behind_proxy
    }

    /// Whether a request may come in. `reached` is the address that the peer reached.
    pub(crate) fn check<B>(
        &self,
        request: &Request<B>,
        reached: SocketAddr,
    ) -> Result<(), WebRefusal> {
        let headers = request.headers();
        let Some(host) = only(headers, HOST)? else {
            return Err(WebRefusal::new(
                StatusCode::BAD_REQUEST,
                "The request names no host. A line 'Host: NAME' is needed.",
            ));
        };
        let named = request.uri().authority().map_or(host, |authority| authority.as_str());
        if let Some(stranger) =
            [host, named].into_iter().find(|host| !self.hosts.allow(host, reached))
        {
            let name = excerpt(stranger, QUOTED);
            return Err(WebRefusal::new(
                StatusCode::FORBIDDEN,
                format!(
                    "This server does not answer for the host '{name}'; its port counts, too. \
                         Whoever runs it can allow a name with --host."
                ),
            ));
        }
        if let Some(origin) = only(headers, ORIGIN)?
            && !self.hosts.allow_origin(origin, reached)
        {
            let origin = excerpt(origin, QUOTED);
            return Err(WebRefusal::new(
                StatusCode::FORBIDDEN,
                format!("Pages of '{origin}' may not use this server."),
            ));
        }
        if ![Method::GET, Method::HEAD].contains(request.method()) {
            let why = "Only GET and HEAD are understood here.";
            return Err(WebRefusal::new(StatusCode::METHOD_NOT_ALLOWED, why));
        }
        Ok(())
    }

    /// The peer of a request, if a proxy has to tell it. If all peers were the proxy, they would
    /// have no limits, so a proxy that does not tell the peer is refused.
    pub(crate) fn forwarded(&self, headers: &HeaderMap) -> Result<Option<IpAddr>, WebRefusal> {
        if !self.behind_proxy {
            return Ok(None);
        }
        // Only the last entry is from our own proxy.
        let last = headers.get_all(FORWARDED).iter().next_back();
        let last = last.map(|last| String::from_utf8_lossy(last.as_bytes()));
        let entry = last.as_deref().map(|last| last.rsplit(',').next().unwrap_or(last).trim());
        if let Some(peer) = entry.and_then(address) {
            return Ok(Some(peer));
        }
        let what = match entry {
            None => "did not send the header X-Forwarded-For".to_owned(),
            Some(entry) => {
                let entry = excerpt(entry, QUOTED);
                format!("sent the header X-Forwarded-For with '{entry}' as its last entry")
            }
        };
        let why = format!("The proxy {what}. It has to send the address of the peer as the last.");
        Err(WebRefusal::new(StatusCode::BAD_REQUEST, why))
    }
}

/// Reads the address of a peer, perhaps with a port.
fn address(entry: &str) -> Option<IpAddr> {
    let bare = entry.strip_prefix('[').and_then(|entry| entry.strip_suffix(']'));
    let with_port = || entry.parse::<SocketAddr>().map(|address| address.ip()).ok();
    match bare {
        Some(address) => address.parse().map(IpAddr::V6).ok(),
        None => entry.parse().ok().or_else(with_port),
    }
}

/// The value of a header that may be there once.
fn only(headers: &HeaderMap, name: HeaderName) -> Result<Option<&str>, WebRefusal> {
    let wrong = |what| {
        let why = format!("The header '{name}' {what}.");
        WebRefusal::new(StatusCode::BAD_REQUEST, why)
    };
    let mut values = headers.get_all(&name).iter();
    let first = values.next();
    if values.next().is_some() {
        return Err(wrong("is there more than once"));
    }
    first.map(|value| value.to_str().map_err(|_| wrong("is no plain text"))).transpose()
}

/// Adds what every answer says about itself.
pub(super) fn secure(response: &mut Response) {
    for (name, value) in ANSWERS {
        let (name, value) = (HeaderName::from_static(name), HeaderValue::from_static(value));
        response.headers_mut().insert(name, value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(head: &[(&str, &str)], uri: &str) -> Option<StatusCode> {
        let mut request = Request::builder().uri(uri);
        for (name, value) in head {
            request = request.header(*name, *value);
        }
        let guard = Guard::new(AllowedHosts::new(vec![], 8017), false);
        let reached = "127.0.0.1:8017".parse().unwrap();
        guard.check(&request.body(()).unwrap(), reached).err().map(|refusal| refusal.status)
    }

    #[test]
    fn host_and_origin_must_be_known_and_single() {
        let (good, evil) = ("localhost:8017", "evil.example:8017");
        let (home, away) = ("http://127.0.0.1:8017", "http://evil.example:8017");
        assert_eq!(verdict(&[("host", good)], "/"), None);
        assert_eq!(verdict(&[("host", good), ("origin", home)], "/"), None);
        assert_eq!(verdict(&[("host", good)], "http://localhost:8017/"), None);
        let forbidden = Some(StatusCode::FORBIDDEN);
        assert_eq!(verdict(&[("host", evil)], "/"), forbidden);
        assert_eq!(verdict(&[("host", evil), ("origin", away)], "/"), forbidden);
        assert_eq!(verdict(&[("host", good), ("origin", away)], "/"), forbidden);
        assert_eq!(verdict(&[("host", good), ("origin", "null")], "/"), forbidden);
        assert_eq!(verdict(&[("host", good)], "http://evil.example:8017/"), forbidden);
        let bad = Some(StatusCode::BAD_REQUEST);
        assert_eq!(verdict(&[], "/"), bad);
        assert_eq!(verdict(&[("host", good), ("host", good)], "/"), bad);
        assert_eq!(verdict(&[("host", good), ("origin", home), ("origin", away)], "/"), bad);
    }

    #[test]
    fn only_the_last_proxy_is_believed() {
        let mut headers = HeaderMap::new();
        headers.append(FORWARDED, HeaderValue::from_static("1.2.3.4"));
        headers.append(FORWARDED, HeaderValue::from_static("5.6.7.8, 9.9.9.9"));
        let guard = |behind| Guard::new(AllowedHosts::new(vec![], 80), behind);
        assert_eq!(guard(true).forwarded(&headers).unwrap(), "9.9.9.9".parse().ok());
        assert_eq!(guard(false).forwarded(&headers).unwrap(), None);
        assert_eq!(guard(false).forwarded(&HeaderMap::new()).unwrap(), None);
        let missing = guard(true).forwarded(&HeaderMap::new()).unwrap_err();
        assert_eq!(missing.status, StatusCode::BAD_REQUEST);
        headers.append(FORWARDED, HeaderValue::from_static("unknown"));
        let unreadable = guard(true).forwarded(&headers).unwrap_err();
        assert!(unreadable.why.contains("'unknown'"), "{}", unreadable.why);
    }

    #[test]
    fn an_address_may_have_a_port() {
        for (entry, peer) in [
            ("1.2.3.4", "1.2.3.4"),
            ("1.2.3.4:567", "1.2.3.4"),
            ("2001:db8::1", "2001:db8::1"),
            ("[2001:db8::1]", "2001:db8::1"),
            ("[2001:db8::1]:567", "2001:db8::1"),
        ] {
            assert_eq!(address(entry), peer.parse().ok(), "{entry}");
        }
        for wrong in ["", "unknown", "_hidden", "1.2.3.4:", "1.2.3.4:x", "[1.2.3.4]", "[::1", "a:1"]
        {
            assert_eq!(address(wrong), None, "{wrong}");
        }
    }
}
