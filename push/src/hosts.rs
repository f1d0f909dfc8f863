//! Where scenes may be sent, and where exactly that is.

use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;

use domain::archive_host::ArchiveHosts;
use domain::push_bounds::LEAST_RATE;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::{self, PemObject as _};
use texts::FailureText;
use url::{Host, Url};

use crate::error::PushError;

/// What may be reached and how long it may take.
#[derive(Debug, Clone)]
pub struct PushConfig {
    /// Hosts and networks that scenes may be sent to. Empty: none.
    pub hosts: ArchiveHosts,
    /// Authorities whose certificates are taken besides those of the machine.
    pub roots: Vec<CertificateDer<'static>>,
    /// Longest wait for a connection, and for each single reply.
    pub connect: Duration,
    /// Longest silence while bytes go out or come back.
    pub silence: Duration,
    /// Bytes a second of the slowest line that a file gets into a bucket over. Of what is sent there no silence can be heard before
    /// it is over, so its time is reckoned by this.
    pub slowest: u64,
}

impl Default for PushConfig {
    fn default() -> Self {
        Self {
            hosts: ArchiveHosts::default(),
            roots: Vec::new(),
            connect: Duration::from_secs(20),
            silence: Duration::from_mins(1),
            slowest: LEAST_RATE.unsigned_abs(),
        }
    }
}

/// Reads a PEM file of certificates.
///
/// # Errors
/// It cannot be read, or holds none.
pub fn read_authorities(file: &Path) -> Result<Vec<CertificateDer<'static>>, pem::Error> {
    let found: Vec<_> = CertificateDer::pem_file_iter(file)?.collect::<Result<_, _>>()?;
    if found.is_empty() {
        return Err(pem::Error::NoItemsFound);
    }
    Ok(found)
}

/// The addresses of the host, checked against the operator's list. The connection must go to exactly these: a name that is
/// resolved twice may answer differently the second time.
pub(crate) async fn addresses(
    url: &Url,
    port: u16,
    config: &PushConfig,
) -> Result<Vec<SocketAddr>, PushError> {
    let host = host_name(url);
    config.hosts.check_before_lookup(&host)?;
    let addresses: Vec<SocketAddr> = match url.host() {
        Some(Host::Ipv4(ip)) => vec![(ip, port).into()],
        Some(Host::Ipv6(ip)) => vec![(ip, port).into()],
        _ => {
            let lookup = tokio::net::lookup_host((host.as_str(), port));
            let unknown = || {
                let address = place_name(url);
                PushError::Failed(FailureText::HostUnknown { place: address }.into())
            };
            tokio::time::timeout(config.connect, lookup)
                .await
                .map_err(|_| {
                    let address = place_name(url);
                    PushError::Failed(FailureText::NameServerSilent { place: address }.into())
                })?
                .map_err(|_| unknown())?
                .collect()
        }
    };
    let bare: Vec<_> = addresses.iter().map(SocketAddr::ip).collect();
    if bare.is_empty() {
        let address = place_name(url);
        return Err(PushError::Failed(
            FailureText::HostUnknown { place: address }.into(),
        ));
    }
    config.hosts.check(&host, &bare)?;
    Ok(addresses)
}

/// The host as it is written in the list: an IPv6 address without brackets.
pub(crate) fn host_name(url: &Url) -> String {
    match url.host() {
        Some(Host::Ipv6(address)) => address.to_string(),
        Some(host) => host.to_string(),
        None => String::new(),
    }
}

/// The target for people. It never holds a user or a password.
pub(crate) fn place_name(url: &Url) -> String {
    percent_encoding::percent_decode_str(url.as_str())
        .decode_utf8_lossy()
        .into_owned()
}
