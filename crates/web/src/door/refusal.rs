//! Why somebody is not let in: for the log, and as the answer.

use std::net::IpAddr;
use std::sync::Mutex;
use std::time::Instant;

use axum::http::StatusCode;
use axum::http::header::{ALLOW, CONNECTION, CONTENT_TYPE, HeaderValue};
use axum::response::{IntoResponse, Response};

use crate::socket::LineRate;

/// A refusal: the status of the answer, and a sentence.
#[derive(Debug)]
pub(crate) struct WebRefusal {
    pub(crate) status: StatusCode,
    pub(crate) why: String,
}

impl WebRefusal {
    pub(crate) fn new(status: StatusCode, why: impl Into<String>) -> Self {
        Self { status, why: why.into() }
    }

    /// The whole answer, for a peer whose request is not read.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let Self { status, why } = self;
        let length = why.len() + 1;
        format!(
            "HTTP/1.1 {status}\r\ncontent-type: text/plain; charset=utf-8\r\n\
             x-content-type-options: nosniff\r\ncontent-length: {length}\r\n\
             connection: close\r\n\r\n{why}\n"
        )
        .into_bytes()
    }
}

impl IntoResponse for WebRefusal {
    fn into_response(self) -> Response {
        let mut response = (self.status, self.why + "\n").into_response();
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
        if self.status == StatusCode::METHOD_NOT_ALLOWED {
            headers.insert(ALLOW, HeaderValue::from_static("GET, HEAD"));
        }
        if self.status != StatusCode::NOT_FOUND {
            headers.insert(CONNECTION, HeaderValue::from_static("close"));
        }
        response
    }
}

/// Refusals that the log has room for at once, and each second.
const LOGGED: (u32, u32) = (50, 10);

/// What is left for the log, and the number of refusals that had no room.
static LOG: Mutex<Option<(LineRate, u64)>> = Mutex::new(None);

/// Notes a refusal in the log. An attacker cannot flood it: when there are too many, they are
/// counted.
pub(crate) fn report(peer: IpAddr, why: &str) {
    let Ok(mut log) = LOG.lock() else { return };
    let now = Instant::now();
    let (pace, unsaid) = log.get_or_insert_with(|| (LineRate::new(LOGGED.0, LOGGED.1, now), 0));
    if !pace.take(1, now).is_zero() {
        pace.give_back(1);
        *unsaid += 1;
        return;
    }
    if *unsaid > 0 {
        log::warn!("{} more refusals are not listed here", std::mem::take(unsaid));
    }
    log::warn!("refused {peer}: {why}");
}
