//! Which hosts an archive's address may lead to, and where exactly they are.

use std::net::SocketAddr;

use texts::FailureText;
use url::{Host, Url};

use super::address::redacted;
use super::{ArchiveConfig, ArchiveError};
use crate::resolve;

/// The addresses of the host in `url`, checked against the operator's list. The connection must go to exactly these: a
/// name that is resolved twice may answer differently the second time.
pub(super) async fn addresses(
    url: &Url,
    port: u16,
    config: &ArchiveConfig,
) -> Result<Vec<SocketAddr>, ArchiveError> {
    let host = host_name(url);
    config.hosts.check_before_lookup(&host)?;
    let lookup = tokio::time::timeout(config.connect, resolve::host(url, port));
    let found = lookup
        .await
        .map_err(|_| {
            let address = redacted(url);
            ArchiveError::Transient(FailureText::NameServerSilent { place: address }.into())
        })?
        .map_err(|_| {
            let address = redacted(url);
            ArchiveError::Transient(FailureText::HostUnknown { place: address }.into())
        })?;
    let bare: Vec<_> = found.iter().map(SocketAddr::ip).collect();
    config.hosts.check(&host, &bare)?;
    Ok(found)
}

/// The host as it is written in the list: an IPv6 address without brackets.
fn host_name(url: &Url) -> String {
    match url.host() {
        Some(Host::Ipv6(address)) => address.to_string(),
        Some(host) => host.to_string(),
        None => String::new(),
    }
}
