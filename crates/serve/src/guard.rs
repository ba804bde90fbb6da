//! Who may ask: the page itself, and no other site.
//!
//! Another site's page can make the visitor's browser send requests here. Its name in `Host` gives
//! away one whose name was made to lead here (DNS rebinding); `Origin` and `Sec-Fetch-Site` give
//! away all others. What changes anything also needs a token, which stands in the page and which
//! no other site can read.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{HOST, ORIGIN};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::answers::Refusal;

/// The header of the token.
const TOKEN: &str = "x-tetrarium-token";
/// What the page may load: its own files.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; \
    style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; \
    form-action 'none'; frame-ancestors 'none'";

/// What requests are compared with.
#[derive(Debug)]
pub struct Guard {
    address: SocketAddr,
    token: String,
}

impl Guard {
    /// A guard of a server at this address, with a new token.
    pub fn new(address: SocketAddr) -> io::Result<Guard> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes).map_err(io::Error::other)?;
        let token = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        Ok(Guard { address, token })
    }

    /// The token, for the page.
    pub fn token(&self) -> String {
        self.token.clone()
    }

    /// Why a request is refused; none if it is not.
    fn refusal(&self, method: &Method, path: &str, headers: &HeaderMap) -> Option<&'static str> {
        let text = |name: &str| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
        let host = text(HOST.as_str()).unwrap_or("");
        if !self.is_own(host) {
            return Some("this name does not belong to the server: use the address it printed");
        }
        let other_site = match (text(ORIGIN.as_str()), text("sec-fetch-site")) {
            (Some(origin), _) => origin != format!("http://{host}"),
            (None, Some(site)) => !matches!(site, "same-origin" | "none"),
            (None, None) => false,
        };
        let reads = matches!(*method, Method::GET | Method::HEAD);
        // A link on another site may lead to the page, but not ask for anything else.
        if other_site && !(reads && path == "/") {
            return Some("requests of other sites are refused");
        }
        if headers.contains_key(header::UPGRADE) {
            return Some("the server speaks HTTP alone");
        }
        let token = text(TOKEN).unwrap_or("");
        if !reads && !same(token, &self.token) {
            return Some("the token is missing or old: load the page again");
        }
        None
    }

    /// Whether a `Host` names this server: by an address, which no other site's name can be, or as
    /// `localhost`.
    fn is_own(&self, host: &str) -> bool {
        let (name, port) = match host.rsplit_once(':') {
            Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => (name, port),
            _ => (host, "80"),
        };
        let name = name.trim_start_matches('[').trim_end_matches(']');
        let address: Option<IpAddr> = name.parse().ok();
        let named = match address {
            Some(address) => address.is_loopback() || !self.address.ip().is_loopback(),
            None => name == "localhost",
        };
        named && port.parse() == Ok(self.address.port())
    }
}

/// Whether two texts are equal, in a time that does not tell where they differ.
fn same(one: &str, other: &str) -> bool {
    let differing = one
        .bytes()
        .zip(other.bytes())
        .fold(0, |all, (a, b)| all | (a ^ b));
    one.len() == other.len() && differing == 0
}

/// Refuses what other sites ask for, and adds the headers that bind the browser.
pub async fn check(State(guard): State<Arc<Guard>>, request: Request, next: Next) -> Response {
    let refused = guard.refusal(request.method(), request.uri().path(), request.headers());
    let mut response = match refused {
        Some(why) => Refusal(StatusCode::FORBIDDEN, why.to_string()).into_response(),
        None => next.run(request).await,
    };
    let headers = response.headers_mut();
    let mut set = |name, value| {
        headers
            .entry(name)
            .or_insert(HeaderValue::from_static(value));
    };
    set(header::CONTENT_SECURITY_POLICY, POLICY);
    set(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(header::REFERRER_POLICY, "no-referrer");
    set(header::X_FRAME_OPTIONS, "DENY");
    set(header::CACHE_CONTROL, "no-store");
    set(
        header::HeaderName::from_static("cross-origin-resource-policy"),
        "same-origin",
    );
    set(
        header::HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin",
    );
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guard(address: &str) -> Guard {
        Guard {
            address: address.parse().unwrap(),
            token: "abc".to_string(),
        }
    }

    fn refused(method: Method, path: &str, headers: &[(&'static str, &str)]) -> bool {
        let mut all = HeaderMap::new();
        for (name, value) in headers {
            all.insert(*name, value.parse().unwrap());
        }
        let guard = guard("127.0.0.1:8000");
        guard.refusal(&method, path, &all).is_some()
    }

    #[test]
    fn names_of_other_sites_are_refused() {
        let local = guard("127.0.0.1:8000");
        for host in ["127.0.0.1:8000", "localhost:8000", "[::1]:8000"] {
            assert!(local.is_own(host), "{host}");
        }
        for host in [
            "",
            "evil.example:8000",
            "127.0.0.1",
            "127.0.0.1:80",
            "192.168.0.2:8000",
            "localhost.evil.example:8000",
            "127.0.0.1.evil.example:8000",
            "localhost:8000:1",
        ] {
            assert!(!local.is_own(host), "{host}");
        }
        let open = guard("0.0.0.0:8000");
        assert!(open.is_own("192.168.0.2:8000"));
        assert!(!open.is_own("evil.example:8000"));
    }

    #[test]
    fn other_sites_ask_for_nothing_and_change_nothing() {
        let host = ("host", "127.0.0.1:8000");
        let own = ("origin", "http://127.0.0.1:8000");
        let foreign = ("origin", "http://evil.example");
        let token = ("x-tetrarium-token", "abc");
        assert!(!refused(Method::GET, "/api/runs", &[host]));
        assert!(!refused(
            Method::GET,
            "/api/runs",
            &[host, ("sec-fetch-site", "same-origin")]
        ));
        assert!(refused(Method::GET, "/api/runs", &[host, foreign]));
        assert!(refused(
            Method::GET,
            "/api/runs",
            &[host, ("sec-fetch-site", "cross-site")]
        ));
        assert!(refused(
            Method::GET,
            "/api/runs",
            &[host, ("sec-fetch-site", "same-site")]
        ));
        assert!(!refused(
            Method::GET,
            "/",
            &[host, ("sec-fetch-site", "cross-site")]
        ));
        assert!(refused(
            Method::GET,
            "/api/runs",
            &[host, own, ("upgrade", "websocket")]
        ));
        assert!(!refused(Method::POST, "/api/measure", &[host, own, token]));
        assert!(refused(Method::POST, "/api/measure", &[host, own]));
        assert!(refused(Method::POST, "/", &[host, foreign, token]));
        let old = ("x-tetrarium-token", "abd");
        assert!(refused(Method::POST, "/api/measure", &[host, own, old]));
    }
}
