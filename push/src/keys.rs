//! Whom one meets over SSH, and as whom one comes.

use std::sync::Arc;

use domain::ids::UserId;
use domain::push_target::SignInKey;
use hkdf::Hkdf;
use russh::keys::ssh_key::private::{Ed25519Keypair, KeypairData};
use russh::keys::{Algorithm, HashAlg, PrivateKey, PrivateKeyWithHashAlg, PublicKey};
use sha2::Sha256;

/// Bytes of the secret of an Ed25519 key (RFC 8032, section 5.1.5).
pub const SEED_BYTES: usize = 32;
/// What keys of people are derived for, before the id of whose it is: what is derived for anything else is another key.
const PERSON_INFO: &[u8] = b"scenedock/ssh-ed25519/person/";
/// What stands behind every key in `authorized_keys`.
const COMMENT: &str = "scenedock";

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

/// Which host key a server must show.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum HostDemand {
    /// Whoever answers: the first time.
    #[default]
    Anybody,
    /// The host with this key.
    Known(HostKey),
    /// The host whose key has this fingerprint: somebody has compared it.
    Compared {
        /// [`HostKey::fingerprint`] that the server must show.
        fingerprint: String,
        /// Key that was known until now: the server is asked for a key of its algorithm.
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

/// A key that this installation comes with. `Debug` shows its public half only.
#[derive(Clone)]
pub struct SshKey(Arc<PrivateKey>);

impl std::fmt::Debug for SshKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "SshKey({})", self.authorized_line())
    }
}

impl SshKey {
    /// The key that a target of `owner` is signed in at with.
    #[must_use]
    pub fn new(which: SignInKey, seed: &[u8; SEED_BYTES], owner: UserId) -> Self {
        match which {
            SignInKey::Installation => Self::of_installation(seed),
            SignInKey::Person => Self::of_person(seed, owner),
        }
    }

    /// The key whose secret the installation's seed is.
    #[must_use]
    pub fn of_installation(seed: &[u8; SEED_BYTES]) -> Self {
        Self::from_secret(seed, COMMENT)
    }

    /// A person's own key. Its secret is derived from the installation's seed, so that nothing more has to be stored: HKDF with
    /// SHA-256 (RFC 5869), without a salt, since the seed is random throughout (section 3.3), and with the purpose and the
    /// person's id as `info`, which makes keys of two people, and those for any other purpose, independent (section 3.2): from
    /// one nobody finds the seed or another.
    #[must_use]
    pub fn of_person(seed: &[u8; SEED_BYTES], person: UserId) -> Self {
        let mut secret = [0; SEED_BYTES];
        // The id has one length, so that what is joined is read in one way.
        Hkdf::<Sha256>::new(None, seed)
            .expand_multi_info(&[PERSON_INFO, person.0.as_bytes()], &mut secret)
            .unwrap_or_else(|_| unreachable!());
        Self::from_secret(&secret, &format!("{COMMENT}-{person}"))
    }

    fn from_secret(secret: &[u8; SEED_BYTES], comment: &str) -> Self {
        let pair = KeypairData::from(Ed25519Keypair::from_seed(secret));
        let mut key = PrivateKey::try_from(pair).unwrap_or_else(|_| unreachable!());
        key.set_comment(comment);
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

    /// The first secret of RFC 8032, section 7.1.
    fn seed() -> [u8; SEED_BYTES] {
        let seed = "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60";
        let bytes: Vec<u8> = (0..SEED_BYTES)
            .map(|at| u8::from_str_radix(&seed[2 * at..2 * at + 2], 16).unwrap())
            .collect();
        bytes.try_into().unwrap()
    }

    fn person(number: u8) -> UserId {
        let id = format!("01936f0e-5b7c-7000-8000-0000000000{number:02}");
        id.parse().unwrap()
    }

    /// As another implementation of RFC 5869 and RFC 8032 makes them: were it others one day, every server would refuse them.
    #[test]
    fn everybody_has_a_key_of_their_own_that_stays_the_same() {
        for (number, public) in [
            (
                1,
                "AAAAC3NzaC1lZDI1NTE5AAAAIFhghZeF7/ipZHPjutdvD7WVpixAycU6dBig0byIZkOr",
            ),
            (
                2,
                "AAAAC3NzaC1lZDI1NTE5AAAAIFwYFo+ctNVZ270e0uJklXkkJyBJLDp7he+59g7BxB2k",
            ),
        ] {
            let person = person(number);
            let line = SshKey::of_person(&seed(), person).authorized_line();
            assert_eq!(line, format!("ssh-ed25519 {public} scenedock-{person}"));
            let own = SshKey::new(SignInKey::Person, &seed(), person);
            assert_eq!(own.authorized_line(), line);
            let other_seed = SshKey::of_person(&[3; SEED_BYTES], person);
            assert_ne!(other_seed.authorized_line(), line);
        }
        let shared = SshKey::new(SignInKey::Installation, &seed(), person(1));
        let installation = SshKey::of_installation(&seed());
        assert_eq!(shared.authorized_line(), installation.authorized_line());
    }

    /// The key pair of that secret in RFC 8032, as `ssh-keygen` writes and fingerprints its public half.
    #[test]
    fn the_public_half_is_the_line_that_openssh_reads() {
        let key = SshKey::of_installation(&seed());
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
