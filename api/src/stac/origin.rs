//! The address that links begin with.

use std::net::SocketAddr;

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
use axum::http::uri::Authority;
use axum::http::{HeaderMap, header};

use crate::context::Context;
use crate::problem::Problem;

/// `scheme://host[:port]`: the address set for this server, or else where the request went.
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
        let through_proxy = parts
            .extensions
            .get::<ConnectInfo<SocketAddr>>()
            .is_some_and(|peer| {
                settings
                    .trusted_proxies
                    .contains(&peer.0.ip().to_canonical())
            });
        let asked = parts.uri.authority().cloned();
        Ok(Self(of(
            &parts.headers,
            asked,
            through_proxy,
            settings.https,
        )))
    }
}

fn of(headers: &HeaderMap, asked: Option<Authority>, through_proxy: bool, https: bool) -> String {
    let first = |name: &str| -> Option<&str> {
        let line = headers.get(name)?.to_str().ok()?;
        line.split(',').next().map(str::trim)
    };
    let forwarded = |name: &str| first(name).filter(|_| through_proxy);
    let host = forwarded("x-forwarded-host")
        .or_else(|| first(header::HOST.as_str()))
        .and_then(|host| host.parse::<Authority>().ok())
        // A name before the host (user@host) leads astray.
        .filter(|host| !host.as_str().contains('@'))
        .or(asked)
        .map_or_else(|| "localhost".to_owned(), |host| host.to_string());
    let scheme = match forwarded("x-forwarded-proto") {
        Some("https") => "https",
        Some("http") => "http",
        _ if https => "https",
        _ => "http",
    };
    format!("{scheme}://{host}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.append(*name, value.parse().unwrap());
        }
        headers
    }

    #[test]
    fn links_begin_where_the_request_went() {
        let plain = headers(&[("host", "stac.example.org:8080")]);
        assert_eq!(
            of(&plain, None, false, false),
            "http://stac.example.org:8080"
        );
        assert_eq!(
            of(&plain, None, false, true),
            "https://stac.example.org:8080"
        );
        let proxied = headers(&[
            ("host", "10.0.0.2"),
            ("x-forwarded-host", "portal.example.org"),
            ("x-forwarded-proto", "https"),
        ]);
        assert_eq!(
            of(&proxied, None, true, false),
            "https://portal.example.org"
        );
        assert_eq!(of(&proxied, None, false, false), "http://10.0.0.2");
        for wrong in ["a/b", "user@example.org", "<script>"] {
            let mut wrong_host = HeaderMap::new();
            wrong_host.insert("host", wrong.parse().unwrap());
            assert_eq!(of(&wrong_host, None, false, false), "http://localhost");
        }
    }
}
