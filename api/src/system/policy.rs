//! The Content-Security-Policy: whom a page of ours may talk to.

use std::collections::BTreeSet;

use axum::http::HeaderValue;
use domain::system::{self, SysKey};

use super::cache::System;
use super::map;

/// Material UI writes its styles into the page (`style-src 'unsafe-inline'`); maps decode tiles in workers made
/// from blobs; captchas and canvas exports are data and blob images. Scripts come from our own files only. Pictures and
/// data also come from exactly the servers of the configured layers, logo and mask.
pub fn policy(system: &System, more: &[String]) -> HeaderValue {
    let mut servers: BTreeSet<String> = more.iter().cloned().collect();
    let layers = map::layers(system).into_iter().map(|layer| layer.layer_url);
    let others = [SysKey::SysLog, SysKey::MaskUrl].map(|key| system.text(key).to_owned());
    for address in layers.chain(others) {
        servers.extend(system::origins(&address).into_iter().flatten());
    }
    let servers = servers.into_iter().collect::<Vec<_>>().join(" ");
    let policy = format!(
        "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
         img-src 'self' data: blob: {servers}; font-src 'self' data:; connect-src 'self' {servers}; \
         worker-src 'self' blob:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    );
    // A server that no header can hold loses the tiles, not the policy.
    HeaderValue::from_str(&policy).unwrap_or(HeaderValue::from_static(
        "default-src 'self'; object-src 'none'",
    ))
}
