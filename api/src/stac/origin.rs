//! The address that links begin with.

use std::net::IpAddr;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::uri::Authority;
use axum::http::{HeaderMap, header};

use crate::context::Context;
use crate::problem::Problem;
use crate::server::LocalAddress;

/// `scheme://host[:port]`: the address set for this server, or else the address that the connection went to.
///
/// The name in `Host` or `X-Forwarded-Host` is the client's own: a link with it, kept by a cache, leads others where the
/// client likes. It is believed only where it names the very address of the connection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin(String);

impl Origin {
    /// The address of a path of this server.
    pub fn to(&self, path: &str) -> String {
        format!("{}{path}", self.0)
    }

    /// The address of a path below `/stac`.
    pub fn stac(&self, path: &str) -> String {
        format!("{}/stac{path}", self.0)
    }
}

impl FromRequestParts<Context> for Origin {
    type Rejection = Problem;
    async fn from_request_parts(parts: &mut Parts, context: &Context) -> Result<Self, Problem> {
        let settings = &context.settings;
        if let Some(public) = &settings.public_url {
            return Ok(Self(public.clone()));
        }
        let local = parts.extensions.get::<LocalAddress>().copied();
        Ok(Self(local_origin(&parts.headers, local, settings.https)))
    }
}

fn local_origin(headers: &HeaderMap, local: Option<LocalAddress>, https: bool) -> String {
    let scheme = if https { "https" } else { "http" };
    let Some(LocalAddress(local)) = local else {
        return format!("{scheme}://localhost");
    };
    let host = headers
        .get(header::HOST)
        .and_then(|host| host.to_str().ok());
    let host = host.and_then(|host| host.parse::<Authority>().ok());
    match host.filter(|host| names(host, local.ip())) {
        // A port that was forwarded to this one is right, and of the same host.
        Some(host) => format!("{scheme}://{host}"),
        None => format!("{scheme}://{local}"),
    }
}

/// Whether it is this address, or `localhost` where that is this machine alone.
fn names(host: &Authority, local: IpAddr) -> bool {
    let name = host.host().trim_matches(['[', ']']);
    let is_local = local.to_canonical().is_loopback() && name.eq_ignore_ascii_case("localhost");
    let is_address = name
        .parse::<IpAddr>()
        .is_ok_and(|address| address.to_canonical() == local.to_canonical());
    // A name before the host (user@host) leads astray.
    (is_local || is_address) && !host.as_str().contains('@')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn link(pairs: &[(&'static str, &'static str)], local: &str, https: bool) -> String {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.append(*name, value.parse().unwrap());
        }
        local_origin(&headers, Some(LocalAddress(local.parse().unwrap())), https)
    }

    #[test]
    fn links_lead_to_this_server_whatever_the_client_says() {
        let local = "127.0.0.1:8080";
        for (host, expected) in [
            ("127.0.0.1:8080", "http://127.0.0.1:8080"),
            ("localhost:8080", "http://localhost:8080"),
            ("127.0.0.1:18080", "http://127.0.0.1:18080"),
            ("evil.example.org", "http://127.0.0.1:8080"),
            ("192.0.2.66", "http://127.0.0.1:8080"),
            ("user@127.0.0.1", "http://127.0.0.1:8080"),
            ("a/b", "http://127.0.0.1:8080"),
            ("<script>", "http://127.0.0.1:8080"),
        ] {
            assert_eq!(link(&[("host", host)], local, false), expected, "{host}");
        }
        let forwarded = [("host", local), ("x-forwarded-host", "evil.example.org")];
        assert_eq!(link(&forwarded, local, false), "http://127.0.0.1:8080");
        let elsewhere = [("host", "localhost")];
        assert_eq!(
            link(&elsewhere, "192.0.2.1:80", true),
            "https://192.0.2.1:80"
        );
        assert_eq!(
            link(&[("host", "[::1]:80")], "[::1]:80", false),
            "http://[::1]:80"
        );
        assert_eq!(
            local_origin(&HeaderMap::new(), None, false),
            "http://localhost"
        );
    }
}
