//! Signatures over what the product issues: Ed25519 (RFC 8032), and SM2 beside it where an installation has such a key.
//!
//! Both sign the same bytes, before which a line names what is signed and, where there are two, both keys: neither signature
//! stands for another sort of file, and neither can be taken away unseen.

mod sm2_key;

use ed25519_dalek::{Signer as _, SigningKey, VerifyingKey};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

pub use sm2_key::{BadSm2Key, Sm2Key};

use crate::FormError;

/// Hexadecimal digits of a signature.
const SIGNATURE_DIGITS: usize = 128;

/// Signature algorithm of a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Algorithm {
    /// RFC 8032; keys of 32 bytes.
    Ed25519,
    /// GB/T 32918.2 with SM3; keys of 65 bytes: 4, x, y.
    Sm2,
}

impl Algorithm {
    /// Name of the algorithm in signed files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ed25519 => "Ed25519",
            Self::Sm2 => "SM2",
        }
    }
}

/// What is signed, so that a signature of one sort never stands for another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    DeliveryRecord,
    DeliveryRecordPdf,
    YearlyReport,
}

impl Purpose {
    const fn words(self) -> &'static str {
        match self {
            Self::DeliveryRecord => "scenedock delivery record, JSON",
            Self::DeliveryRecordPdf => "scenedock delivery record, PDF",
            Self::YearlyReport => "scenedock yearly report",
        }
    }

    /// What is signed for the message.
    fn signed(self, message: &[u8], first: &str, second: Option<&str>) -> Vec<u8> {
        let words = self.words();
        let line = match second {
            Some(second) => format!("{words}, signed by {first} and {second}\n"),
            None => format!("{words}\n"),
        };
        [line.as_bytes(), message].concat()
    }
}

/// A key that checks what was issued.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RecordKey {
    /// Identifies the key in signed files: the first 8 bytes of the SHA-256 of its bytes, hexadecimal.
    pub id: String,
    /// Name of an [`Algorithm`].
    pub algorithm: String,
    /// The public key's bytes, hexadecimal.
    pub public_key: String,
}

impl RecordKey {
    /// The key with these public bytes.
    #[must_use]
    pub fn new(algorithm: Algorithm, bytes: &[u8]) -> Self {
        Self {
            id: hex::encode(&Sha256::digest(bytes)[..8]),
            algorithm: algorithm.name().to_owned(),
            public_key: hex::encode(bytes),
        }
    }

    fn has_signed(&self, signed: &[u8], signature: &Signature) -> bool {
        let checked = || {
            let bytes = hex::decode(&self.public_key).ok()?;
            let read: [u8; 64] = hex::decode(&signature.value).ok()?.try_into().ok()?;
            // One spelling: capital digits would be another file that is called genuine.
            if hex::encode(read) != signature.value || signature.algorithm != self.algorithm {
                return None;
            }
            match self.algorithm.as_str() {
                "Ed25519" => {
                    let key = VerifyingKey::from_bytes(&bytes.try_into().ok()?).ok()?;
                    let signature = ed25519_dalek::Signature::from_bytes(&read);
                    key.verify_strict(signed, &signature).ok()
                }
                "SM2" => sm2_key::has_signed(&bytes, signed, &read).then_some(()),
                _ => None,
            }
        };
        checked().is_some()
    }
}

/// A signature as files hold it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Signature {
    algorithm: String,
    key: String,
    /// 128 hexadecimal digits; of SM2 r and s.
    value: String,
}

impl Signature {
    /// The line that stands behind the end of a PDF: a comment for every reader of PDF.
    pub(crate) fn line(&self) -> String {
        let begin = line_begin(&self.algorithm);
        format!("{begin}{} {}\n", self.key, self.value)
    }

    /// Takes such a line off; `None`: the bytes do not end with exactly one.
    pub(crate) fn split(bytes: &[u8], algorithm: Algorithm) -> Option<(&[u8], Self)> {
        let begin = line_begin(algorithm.name());
        let length = begin.len() + 16 + 1 + SIGNATURE_DIGITS + 1;
        let (body, end) = bytes.split_at_checked(bytes.len().checked_sub(length)?)?;
        let end = std::str::from_utf8(end).ok()?;
        let end = end.strip_prefix(&begin)?.strip_suffix('\n')?;
        let (key, value) = end.split_once(' ')?;
        // One spelling: hexadecimal digits are small.
        let is_plain = |text: &str| text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
        let signature = Self {
            algorithm: algorithm.name().to_owned(),
            key: key.to_owned(),
            value: value.to_owned(),
        };
        (is_plain(key) && is_plain(value)).then_some((body, signature))
    }
}

fn line_begin(algorithm: &str) -> String {
    format!("\n%scenedock-signature {algorithm} ")
}

/// What a thing is signed with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Signatures {
    /// Ed25519.
    pub(crate) first: Signature,
    /// SM2.
    pub(crate) second: Option<Signature>,
}

/// The keys whose signatures are valid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignedBy {
    /// The one of Ed25519.
    pub key: String,
    /// The one of SM2, where there is a second signature.
    pub second_key: Option<String>,
}

/// Why something is not taken for signed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Unsigned {
    /// A signature names this key, which is not known.
    UnknownKey(String),
    /// They name known keys, of which one did not sign this.
    Altered,
    /// There is nothing that could be checked.
    Unreadable,
}

impl Signatures {
    /// Whether keys of these signed the message, all that are named.
    pub(crate) fn check(
        &self,
        keys: &[RecordKey],
        purpose: Purpose,
        message: &[u8],
    ) -> Result<SignedBy, Unsigned> {
        let find = |signature: &Signature| {
            let found = keys.iter().find(|key| key.id == signature.key);
            found.ok_or_else(|| Unsigned::UnknownKey(signature.key.clone()))
        };
        let first = find(&self.first)?;
        let second = self.second.as_ref();
        let second = second.map(|other| Ok((find(other)?, other))).transpose()?;
        let second_key = second.map(|(key, _)| key.id.as_str());
        let signed = purpose.signed(message, &first.id, second_key);
        // Ed25519 first: it takes a fraction of the time of SM2.
        let is_first = self.first.algorithm == Algorithm::Ed25519.name()
            && first.has_signed(&signed, &self.first);
        let is_second = || {
            second.is_none_or(|(key, other)| {
                other.algorithm == Algorithm::Sm2.name() && key.has_signed(&signed, other)
            })
        };
        if !is_first || !is_second() {
            return Err(Unsigned::Altered);
        }
        Ok(SignedBy {
            key: first.id.clone(),
            second_key: second_key.map(str::to_owned),
        })
    }
}

/// Signs what is issued. Never logged: `Debug` shows nothing of its secrets.
pub struct RecordSigner {
    key: SigningKey,
    public: RecordKey,
    second: Option<(Sm2Key, RecordKey)>,
}

impl std::fmt::Debug for RecordSigner {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "RecordSigner({})", self.public.id)
    }
}

impl RecordSigner {
    /// With this secret, in Ed25519 alone.
    #[must_use]
    pub fn from_seed(seed: &[u8; 32]) -> Self {
        let key = SigningKey::from_bytes(seed);
        let public = RecordKey::new(Algorithm::Ed25519, key.verifying_key().as_bytes());
        Self {
            key,
            public,
            second: None,
        }
    }

    /// The same with a second signature in SM2, where there is a key.
    #[must_use]
    pub fn with_sm2(mut self, key: Option<&Sm2Key>) -> Self {
        self.second = key.map(|key| {
            let public = RecordKey::new(Algorithm::Sm2, &key.public_bytes());
            (key.clone(), public)
        });
        self
    }

    /// What everybody may know of its key of Ed25519.
    #[must_use]
    pub const fn public(&self) -> &RecordKey {
        &self.public
    }

    /// What everybody may know of its keys.
    #[must_use]
    pub fn public_keys(&self) -> Vec<RecordKey> {
        let second = self.second.as_ref().map(|(_, public)| public.clone());
        [self.public.clone()].into_iter().chain(second).collect()
    }

    /// The bytes of the public key of Ed25519.
    #[must_use]
    pub fn public_bytes(&self) -> [u8; 32] {
        self.key.verifying_key().to_bytes()
    }

    pub(crate) fn sign(&self, purpose: Purpose, message: &[u8]) -> Result<Signatures, FormError> {
        let second_key = self.second.as_ref().map(|(_, public)| public.id.as_str());
        let signed = purpose.signed(message, &self.public.id, second_key);
        let signature = |key: &RecordKey, value: [u8; 64]| Signature {
            algorithm: key.algorithm.clone(),
            key: key.id.clone(),
            value: hex::encode(value),
        };
        let second = self.second.as_ref().map(|(key, public)| {
            let value = key.sign(&signed);
            let value = value.ok_or_else(|| FormError::Writer("SM2 does not sign this".into()))?;
            Ok(signature(public, value))
        });
        Ok(Signatures {
            first: signature(&self.public, self.key.sign(&signed).to_bytes()),
            second: second.transpose()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A signature of one sort says nothing of another with the same bytes.
    #[test]
    fn a_signature_stands_for_one_sort_of_file() {
        let key: Sm2Key = "01".repeat(32).parse().unwrap();
        let one = RecordSigner::from_seed(&[7; 32]);
        let both = RecordSigner::from_seed(&[7; 32]).with_sm2(Some(&key));
        let keys = both.public_keys();
        let purposes = [
            Purpose::DeliveryRecord,
            Purpose::DeliveryRecordPdf,
            Purpose::YearlyReport,
        ];
        for signer in [&one, &both] {
            for purpose in purposes {
                let signed = signer.sign(purpose, b"the same bytes").unwrap();
                for other in purposes {
                    let checked = signed.check(&keys, other, b"the same bytes");
                    assert_eq!(checked.is_ok(), purpose == other, "{purpose:?} {other:?}");
                }
            }
        }
    }

    #[test]
    fn no_signature_of_two_can_be_taken_away_or_exchanged() {
        let key: Sm2Key = "01".repeat(32).parse().unwrap();
        let other: Sm2Key = "02".repeat(32).parse().unwrap();
        let sign = |key: Option<&Sm2Key>| {
            let signer = RecordSigner::from_seed(&[7; 32]).with_sm2(key);
            let signatures = signer.sign(Purpose::YearlyReport, b"text").unwrap();
            (signatures, signer.public_keys())
        };
        let (both, keys) = sign(Some(&key));
        let check = |signed: &Signatures| {
            let keys = [keys.clone(), sign(Some(&other)).1].concat();
            signed.check(&keys, Purpose::YearlyReport, b"text")
        };
        let second_key = Some(keys[1].id.clone());
        assert_eq!(check(&both).unwrap().second_key, second_key);
        let bare = Signatures {
            second: None,
            ..both.clone()
        };
        assert_eq!(check(&bare), Err(Unsigned::Altered));
        let added = Signatures {
            second: both.second.clone(),
            ..sign(None).0
        };
        assert_eq!(check(&added), Err(Unsigned::Altered));
        let exchanged = Signatures {
            second: sign(Some(&other)).0.second,
            ..both.clone()
        };
        assert_eq!(check(&exchanged), Err(Unsigned::Altered));
        let turned = Signatures {
            first: both.second.clone().unwrap(),
            second: Some(both.first.clone()),
        };
        assert_eq!(check(&turned), Err(Unsigned::Altered));
        let unknown = both.check(&keys[..1], Purpose::YearlyReport, b"text");
        assert_eq!(unknown, Err(Unsigned::UnknownKey(keys[1].id.clone())));
    }
}
