//! What a client of our own must trust to reach a gateway that demands TLS.

use std::path::Path;
use std::sync::Arc;

use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use rustls::{ClientConfig, RootCertStore};

use crate::certificate::TlsError;
use crate::tls::OWN_CERTIFICATE;

/// A client configuration that trusts the gateway's certificate: the one given, or the one that the
/// gateway made in `data`.
pub fn client_trust(
    data: &Path,
    certificate: Option<&Path>,
) -> Result<Arc<ClientConfig>, TlsError> {
    let own = data.join(OWN_CERTIFICATE);
    let file = certificate.unwrap_or(&own);
    let mut roots = RootCertStore::empty();
    let chain = CertificateDer::pem_file_iter(file)
        .and_then(Iterator::collect::<Result<Vec<_>, _>>)
        .map_err(|source| TlsError::Pem {
            path: file.to_owned(),
            source,
        })?;
    roots.add_parsable_certificates(chain);
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()?
        .with_root_certificates(roots)
        .with_no_client_auth();
    Ok(Arc::new(config))
}
