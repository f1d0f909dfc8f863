//! Ed25519 (RFC 8032) over records.

use ed25519_dalek::{Signature, Signer as _, SigningKey, VerifyingKey};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

/// The name of the algorithm in files.
pub const ALGORITHM: &str = "Ed25519";

/// Before what is signed, so that a signature of one sort never stands for another.
const JSON_CONTEXT: &[u8] = b"scenedock delivery record, JSON\n";
const PDF_CONTEXT: &[u8] = b"scenedock delivery record, PDF\n";

/// Hexadecimal digits of a signature.
const SIGNATURE_DIGITS: usize = 128;
const LINE_BEGIN: &str = "\n%scenedock-signature Ed25519 ";

/// A key that checks records.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RecordKey {
    /// By which records name it: the first 8 bytes of the SHA-256 of its bytes, hexadecimal.
    pub id: String,
    /// [`ALGORITHM`]
    pub algorithm: String,
    /// Its 32 bytes, hexadecimal.
    pub public_key: String,
}

impl RecordKey {
    /// Of these bytes.
    #[must_use]
    pub fn of_bytes(bytes: &[u8]) -> Self {
        Self {
            id: hex::encode(&Sha256::digest(bytes)[..8]),
            algorithm: ALGORITHM.to_owned(),
            public_key: hex::encode(bytes),
        }
    }

    fn checks(&self, context: &[u8], message: &[u8], signature: &str) -> bool {
        let checked = || {
            let bytes: [u8; 32] = hex::decode(&self.public_key).ok()?.try_into().ok()?;
            let key = VerifyingKey::from_bytes(&bytes).ok()?;
            let read: [u8; 64] = hex::decode(signature).ok()?.try_into().ok()?;
            // One spelling: capital digits would be another file that is called genuine.
            if hex::encode(read) != signature {
                return None;
            }
            let signed = [context, message].concat();
            key.verify_strict(&signed, &Signature::from_bytes(&read))
                .ok()
        };
        self.algorithm == ALGORITHM && checked().is_some()
    }

    /// Whether it signed this canonical record.
    pub(super) fn signed_json(&self, text: &[u8], signature: &str) -> bool {
        self.checks(JSON_CONTEXT, text, signature)
    }

    /// Whether it signed these bytes of a PDF.
    pub(super) fn signed_pdf(&self, body: &[u8], signature: &str) -> bool {
        self.checks(PDF_CONTEXT, body, signature)
    }
}

/// Signs records. Never logged: `Debug` shows nothing of its secret.
pub struct RecordSigner {
    key: SigningKey,
    public: RecordKey,
}

impl std::fmt::Debug for RecordSigner {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "RecordSigner({})", self.public.id)
    }
}

impl RecordSigner {
    /// With this secret.
    #[must_use]
    pub fn from_seed(seed: &[u8; 32]) -> Self {
        let key = SigningKey::from_bytes(seed);
        let public = RecordKey::of_bytes(key.verifying_key().as_bytes());
        Self { key, public }
    }

    /// What everybody may know of it.
    #[must_use]
    pub const fn public(&self) -> &RecordKey {
        &self.public
    }

    /// The bytes of the public key.
    #[must_use]
    pub fn public_bytes(&self) -> [u8; 32] {
        self.key.verifying_key().to_bytes()
    }

    pub(super) fn id(&self) -> &str {
        &self.public.id
    }

    fn sign(&self, context: &[u8], message: &[u8]) -> String {
        let signature = self.key.sign(&[context, message].concat());
        hex::encode(signature.to_bytes())
    }

    pub(super) fn sign_json(&self, text: &[u8]) -> String {
        self.sign(JSON_CONTEXT, text)
    }

    /// The line that stands behind the end of a PDF: a comment for every reader of PDF.
    pub(super) fn pdf_line(&self, body: &[u8]) -> String {
        line(self.id(), &self.sign(PDF_CONTEXT, body))
    }
}

fn line(key: &str, signature: &str) -> String {
    format!("{LINE_BEGIN}{key} {signature}\n")
}

/// What a signed PDF consists of.
pub(super) struct SignedPdf<'a> {
    pub(super) body: &'a [u8],
    pub(super) key: &'a str,
    pub(super) signature: &'a str,
}

impl<'a> SignedPdf<'a> {
    /// Takes a PDF apart; `None`: it does not end with exactly such a line.
    pub(super) fn read(bytes: &'a [u8]) -> Option<Self> {
        let length = LINE_BEGIN.len() + 16 + 1 + SIGNATURE_DIGITS + 1;
        let (body, end) = bytes.split_at_checked(bytes.len().checked_sub(length)?)?;
        let end = std::str::from_utf8(end).ok()?;
        let (key, signature) = end
            .strip_prefix(LINE_BEGIN)?
            .strip_suffix('\n')?
            .split_once(' ')?;
        // One spelling: hexadecimal digits are small.
        let is_plain = |text: &str| text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
        (is_plain(key) && is_plain(signature)).then_some(Self {
            body,
            key,
            signature,
        })
    }
}
