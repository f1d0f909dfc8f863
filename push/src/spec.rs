//! Where something is sent, and what lies there.

use domain::push_target::TargetKind;
use sha2::{Digest as _, Sha256};
use url::Url;

use crate::keys::{HostDemand, SshKey};

/// Where something is sent, and as whom.
#[derive(Clone)]
pub struct TargetSpec {
    /// How it is spoken to.
    pub kind: TargetKind,
    /// Where it is: [`crate::parse_address`].
    pub address: Url,
    /// Region of a bucket, or empty.
    pub region: String,
    /// User name at the server; the access key of a bucket.
    pub login_name: String,
    /// Password at the server; the secret key of a bucket.
    pub secret: String,
    /// Key pair that signs in over SSH in place of the password.
    pub key: Option<SshKey>,
    /// Whom one has to meet, over SSH.
    pub host: HostDemand,
}

impl std::fmt::Debug for TargetSpec {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "TargetSpec({} as {})", self.address, self.login_name)
    }
}

/// What lies at a target.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileDigest {
    /// Bytes.
    pub size: u64,
    /// SHA-256 of the bytes.
    pub sha256: [u8; 32],
}

/// What was read, as it goes by.
#[derive(Default)]
pub(crate) struct DigestTally {
    size: u64,
    sha256: Sha256,
}

impl DigestTally {
    pub(crate) fn add(&mut self, bytes: &[u8]) {
        self.size += bytes.len() as u64;
        self.sha256.update(bytes);
    }

    pub(crate) fn finish(self) -> FileDigest {
        FileDigest {
            size: self.size,
            sha256: self.sha256.finalize().into(),
        }
    }
}
