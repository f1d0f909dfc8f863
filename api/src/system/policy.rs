//! The Content-Security-Policy: whom a page of ours may talk to.

use std::collections::BTreeSet;

use axum::http::HeaderValue;
use domain::system::{self, SysKey};

use super::cache::System;
use super::map;

/// Longest policy, bytes. Browsers and proxies give up on answers whose headers are longer than some tens of KiB in all, and every
/// answer carries it.
const LONGEST: usize = 4096;

/// Whether the policy can name every server of the settings.
pub fn names_all(system: &System, more: &[String]) -> bool {
    length(system, more) <= LONGEST
}

/// How long the policy is that names every server of the settings, bytes.
pub fn length(system: &System, more: &[String]) -> usize {
    text(&servers(system, more)).len()
}

/// Material UI writes its styles into the page (`style-src 'unsafe-inline'`); maps decode tiles in workers made
/// from blobs; captchas and canvas exports are data and blob images. Scripts come from our own files only. Pictures and
/// data also come from exactly the servers of the configured layers, logo and mask. Where they would make it too long, it names
/// none of them: pages without these pictures are better than none, and the settings can be mended.
pub fn policy(system: &System, more: &[String]) -> HeaderValue {
    let policy = if names_all(system, more) {
        text(&servers(system, more))
    } else {
        tracing::warn!("the Content-Security-Policy names no servers of the settings: too many");
        text(&more.iter().cloned().collect())
    };
    // A server that no header can hold loses the tiles, not the policy.
    HeaderValue::from_str(&policy).unwrap_or(HeaderValue::from_static(
        "default-src 'self'; object-src 'none'",
    ))
}

/// Whom pages fetch pictures and data from.
fn servers(system: &System, more: &[String]) -> BTreeSet<String> {
    let mut servers: BTreeSet<String> = more.iter().cloned().collect();
    let layers = map::layers(system).into_iter().map(|layer| layer.layer_url);
    let others = [SysKey::SysLog, SysKey::MaskUrl].map(|key| system.text(key).to_owned());
    for address in layers.chain(others) {
        servers.extend(system::origins(&address).into_iter().flatten());
    }
    servers
}

fn text(servers: &BTreeSet<String>) -> String {
    let servers: Vec<&str> = servers.iter().map(String::as_str).collect();
    let servers = servers.join(" ");
    format!(
        "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
         img-src 'self' data: blob: {servers}; font-src 'self' data:; connect-src 'self' {servers}; \
         worker-src 'self' blob:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    )
}
