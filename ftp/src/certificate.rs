//! The certificate in use, and its files, which may be renewed while the gateway runs.

use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use rustls::crypto::ring;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::server::{ClientHello, ResolvesServerCert};
use rustls::sign::CertifiedKey;

use crate::config::CertificateFiles;

/// Why TLS could not be set up.
#[derive(Debug, thiserror::Error)]
pub enum TlsError {
    /// A PEM file cannot be read.
    #[error("cannot read {path}")]
    Pem {
        /// The file.
        path: PathBuf,
        #[source]
        source: rustls::pki_types::pem::Error,
    },
    /// The certificate does not fit the key, or neither is usable.
    #[error("the FTP certificate or its key is not usable")]
    Unusable(#[from] rustls::Error),
    /// A certificate could not be made.
    #[error("cannot make a self-signed certificate")]
    Generate(#[from] rcgen::Error),
    /// The made certificate could not be kept.
    #[error("cannot keep the self-signed certificate in {path}")]
    Keep {
        /// The file.
        path: PathBuf,
        #[source]
        source: io::Error,
    },
}

/// What handshakes answer with. Connections keep the certificate that they began with.
#[derive(Debug)]
pub(crate) struct CurrentCertificate {
    files: CertificateFiles,
    /// What the files were before they were first read.
    first: Option<FileVersions>,
    loaded: RwLock<Arc<CertifiedKey>>,
}

impl CurrentCertificate {
    pub(crate) fn load(files: CertificateFiles) -> Result<Self, TlsError> {
        let first = FileVersions::look(&files);
        let loaded = RwLock::new(Arc::new(read(&files)?));
        Ok(Self {
            files,
            first,
            loaded,
        })
    }

    /// Looks at the files now and then, for ever, and takes over what is new in them. What cannot be used is said once, and
    /// the old certificate stays.
    pub(crate) async fn follow(&self, every: Duration) {
        let mut seen = self.first;
        loop {
            tokio::time::sleep(every).await;
            let now = FileVersions::look(&self.files);
            // Both files are seldom written at once: a pair that does not fit yet is looked at again when it changes.
            if now == seen || now.is_none() {
                continue;
            }
            seen = now;
            match read(&self.files) {
                Ok(fresh) => {
                    *self.loaded.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(fresh);
                    tracing::info!(chain = %self.files.chain.display(), "the FTP certificate was renewed");
                }
                Err(error) => {
                    tracing::warn!(
                        error = &error as &dyn std::error::Error,
                        "the new FTP certificate cannot be used; the old one stays"
                    );
                }
            }
        }
    }
}

impl ResolvesServerCert for CurrentCertificate {
    fn resolve(&self, _: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        let loaded = self.loaded.read().unwrap_or_else(PoisonError::into_inner);
        Some(Arc::clone(&loaded))
    }
}

/// Changes when either file is written or replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct FileVersions([(u64, i64, i64, u64); 2]);

impl FileVersions {
    /// `None` while a file is missing.
    fn look(files: &CertificateFiles) -> Option<Self> {
        let facts = |path: &Path| {
            let facts = fs::metadata(path).ok()?;
            Some((facts.ino(), facts.mtime(), facts.mtime_nsec(), facts.len()))
        };
        Some(Self([facts(&files.chain)?, facts(&files.key)?]))
    }
}

/// The chain and a key that fits it.
fn read(files: &CertificateFiles) -> Result<CertifiedKey, TlsError> {
    let chain = CertificateDer::pem_file_iter(&files.chain)
        .and_then(Iterator::collect::<Result<Vec<_>, _>>)
        .map_err(|source| pem(&files.chain, source))?;
    let key = PrivateKeyDer::from_pem_file(&files.key).map_err(|source| pem(&files.key, source))?;
    Ok(CertifiedKey::from_der(
        chain,
        key,
        &ring::default_provider(),
    )?)
}

fn pem(path: &Path, source: rustls::pki_types::pem::Error) -> TlsError {
    TlsError::Pem {
        path: path.to_owned(),
        source,
    }
}
