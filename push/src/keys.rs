//! Whom one meets over SSH, and as whom one comes.

use std::sync::Arc;

use russh::keys::ssh_key::private::{Ed25519Keypair, KeypairData};
use russh::keys::{Algorithm, HashAlg, PrivateKey, PrivateKeyWithHashAlg, PublicKey};

/// Bytes of the secret of an Ed25519 key (RFC 8032, section 5.1.5).
pub const SEED_BYTES: usize = 32;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HostKey(PublicKey);

impl HostKey {
    pub(crate) fn met(key: &PublicKey) -> Self {
        // Without the comment, which is nobody's word.
        Self(PublicKey::from(key.key_data().clone()))
    }

    /// Reads what [`HostKey::line`] wrote.
    #[must_use]
    pub fn parse(line: &str) -> Option<Self> {
        PublicKey::from_openssh(line)
            .ok()
            .map(|key| Self::met(&key))
    }

    /// As OpenSSH writes it: algorithm and base64.
    #[must_use]
    pub fn line(&self) -> String {
        // Writing fails only for keys that were not read before.
        self.0.to_openssh().unwrap_or_default()
    }

    /// As `ssh-keygen -l` writes it: `SHA256:` and base64.
    #[must_use]
    pub fn fingerprint(&self) -> String {
        self.0.fingerprint(HashAlg::Sha256).to_string()
    }

    /// What it is a key of, such as `ssh-ed25519`.
    #[must_use]
    pub fn algorithm(&self) -> String {
        self.0.algorithm().to_string()
    }

    /// Whether a signature of this algorithm is one by this key.
    pub(crate) fn signs(&self, algorithm: &Algorithm) -> bool {
        let own = self.0.algorithm();
        own == *algorithm || (own.is_rsa() && matches!(algorithm, Algorithm::Rsa { .. }))
    }
}

/// Whom one has to meet.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum HostDemand {
    /// Whoever answers: the first time.
    #[default]
    Anybody,
    /// The host with this key.
    Known(HostKey),
    /// The host whose key has this fingerprint: somebody has compared it.
    Compared {
        /// [`HostKey::fingerprint`] of whom one has to meet.
        fingerprint: String,
        /// Whom one had to meet before: a key of the same algorithm is asked for.
        before: Option<HostKey>,
    },
}

impl HostDemand {
    pub(crate) fn takes(&self, met: &HostKey) -> bool {
        match self {
            Self::Anybody => true,
            Self::Known(known) => known == met,
            Self::Compared { fingerprint, .. } => *fingerprint == met.fingerprint(),
        }
    }

    /// The fingerprint that was to be met.
    pub(crate) fn fingerprint(&self) -> String {
        match self {
            Self::Anybody => String::new(),
            Self::Known(known) => known.fingerprint(),
            Self::Compared { fingerprint, .. } => fingerprint.clone(),
        }
    }

    /// The key that is asked for first: a host with more than one shows the one that is asked for.
    pub(crate) const fn expected(&self) -> Option<&HostKey> {
        match self {
            Self::Known(known) => Some(known),
            Self::Compared { before, .. } => before.as_ref(),
            Self::Anybody => None,
        }
    }
}

/// The key that this installation comes with. `Debug` shows its public half only.
#[derive(Clone)]
pub struct InstallationKey(Arc<PrivateKey>);

impl std::fmt::Debug for InstallationKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "InstallationKey({})", self.authorized_line())
    }
}

impl InstallationKey {
    /// The key of this secret.
    #[must_use]
    pub fn from_seed(seed: &[u8; SEED_BYTES]) -> Self {
        let pair = KeypairData::from(Ed25519Keypair::from_seed(seed));
        let mut key = PrivateKey::try_from(pair).unwrap_or_else(|_| unreachable!());
        key.set_comment("scenedock");
        Self(Arc::new(key))
    }

    /// The line of `authorized_keys` that lets it in.
    #[must_use]
    pub fn authorized_line(&self) -> String {
        self.0.public_key().to_openssh().unwrap_or_default()
    }

    pub(crate) fn signer(&self) -> PrivateKeyWithHashAlg {
        PrivateKeyWithHashAlg::new(Arc::clone(&self.0), None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first key pair of RFC 8032, section 7.1, as `ssh-keygen` writes and fingerprints its public half.
    #[test]
    fn the_public_half_is_the_line_that_openssh_reads() {
        let seed = "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60";
        let bytes: Vec<u8> = (0..SEED_BYTES)
            .map(|at| u8::from_str_radix(&seed[2 * at..2 * at + 2], 16).unwrap())
            .collect();
        let key = InstallationKey::from_seed(&bytes.try_into().unwrap());
        let line = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAINdamAGCsQq31Uv+08lkBzoO4XLz2qYjJa8CGmj3B1Ea scenedock";
        assert_eq!(key.authorized_line(), line);
        assert!(!format!("{key:?}").contains("9d61"));
        let host = HostKey::parse(line).unwrap();
        assert_eq!(
            host.line(),
            line.trim_end_matches(" scenedock"),
            "a comment is nobody's word"
        );
        assert_eq!(host.algorithm(), "ssh-ed25519");
        assert_eq!(HostKey::parse("ssh-ed25519 AAAA"), None);
        assert!(HostDemand::Known(host.clone()).takes(&host));
        let compared = |fingerprint: String| HostDemand::Compared {
            fingerprint,
            before: None,
        };
        assert!(compared(host.fingerprint()).takes(&host));
        assert!(!compared("SHA256:other".to_owned()).takes(&host));
    }
}
