//! The certificate and the TLS settings.

use std::fs;
use std::io::Write;
use std::net::IpAddr;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::sync::Arc;

use rustls::ServerConfig;
use rustls::crypto::ring;
use tokio_rustls::TlsAcceptor;

use crate::certificate::{CurrentCertificate, TlsError};
use crate::config::{CertificateFiles, Config, TlsMode};

/// The certificate that the gateway makes for itself, in its data folder.
pub(crate) const OWN_CERTIFICATE: &str = "ftp-cert.pem";

/// What encrypts control and data connections.
pub(crate) struct Tls {
    pub(crate) acceptor: TlsAcceptor,
    pub(crate) certificate: Arc<CurrentCertificate>,
}

/// Sets TLS up; `None` when it is off.
pub(crate) fn set_up(config: &Config) -> Result<Option<Tls>, TlsError> {
    if config.tls.mode == TlsMode::Off {
        return Ok(None);
    }
    let files = match &config.tls.certificate {
        Some(files) => files.clone(),
        None => own_certificate(config)?,
    };
    let certificate = Arc::new(CurrentCertificate::load(files)?);
    let mut server = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()?
        .with_no_client_auth()
        .with_cert_resolver(Arc::clone(&certificate) as _);
    // Clients resume the control connection's session on every data connection; tickets need no memory here.
    server.ticketer = ring::Ticketer::new()?;
    Ok(Some(Tls {
        acceptor: Arc::new(server).into(),
        certificate,
    }))
}

/// The certificate made at the first start, so that clients that trusted it once need not do so again.
fn own_certificate(config: &Config) -> Result<CertificateFiles, TlsError> {
    let files = CertificateFiles {
        chain: config.tls.folder.join(OWN_CERTIFICATE),
        key: config.tls.folder.join("ftp-key.pem"),
    };
    if files.chain.exists() && files.key.exists() {
        return Ok(files);
    }
    let mut names = vec!["localhost".to_owned()];
    names.extend(config.public_host.clone());
    let addresses = config.listen.iter().map(std::net::SocketAddr::ip);
    names.extend(
        addresses
            .filter(|ip| !ip.is_unspecified())
            .map(|ip: IpAddr| ip.to_string()),
    );
    let mut params = rcgen::CertificateParams::new(names)?;
    params
        .distinguished_name
        .push(rcgen::DnType::CommonName, "scenedock ftp");
    // rustls clients refuse an end-entity certificate that does not say it is none of an authority.
    params.is_ca = rcgen::IsCa::ExplicitNoCa;
    let key = rcgen::KeyPair::generate()?;
    let certificate = params.self_signed(&key)?;
    keep(&files.key, 0o600, &key.serialize_pem())?;
    keep(&files.chain, 0o644, &certificate.pem())?;
    Ok(files)
}

/// Writes beside and renames, so that a crash leaves no half file.
fn keep(path: &Path, mode: u32, text: &str) -> Result<(), TlsError> {
    let beside = path.with_extension("new");
    let write = || {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        let mut options = fs::OpenOptions::new();
        let mut file = options
            .write(true)
            .create(true)
            .truncate(true)
            .mode(mode)
            .open(&beside)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        fs::rename(&beside, path)
    };
    write().map_err(|source| TlsError::Keep {
        path: path.to_owned(),
        source,
    })
}
