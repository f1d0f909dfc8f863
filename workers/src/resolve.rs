//! Names to addresses, once for each call.

use std::io;
use std::net::SocketAddr;

use url::{Host, Url};

/// Where the host in `url` is; addresses are taken as they are. Never empty.
///
/// # Errors
/// When there is no host or nothing is known under its name.
pub(crate) async fn host(url: &Url, port: u16) -> io::Result<Vec<SocketAddr>> {
    let not_found = || io::Error::new(io::ErrorKind::NotFound, "the host's name is unknown");
    let found: Vec<SocketAddr> = match url.host().ok_or_else(not_found)? {
        Host::Ipv4(ip) => vec![(ip, port).into()],
        Host::Ipv6(ip) => vec![(ip, port).into()],
        Host::Domain(name) => tokio::net::lookup_host((name, port))
            .await
            .map_err(|_| not_found())?
            .collect(),
    };
    if found.is_empty() {
        return Err(not_found());
    }
    Ok(found)
}
