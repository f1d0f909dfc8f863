//! Secrets at rest: SM4 in CCM mode (GB/T 32907-2016, NIST SP 800-38C) under a key that only the
//! server holds. A sealed value is nonce (12 bytes), ciphertext, tag (16 bytes).

use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use aead::{Aead, KeyInit, Payload};
use base64::Engine;
use ccm::Ccm;
use ccm::consts::{U12, U16};
use hmac::{Hmac, Mac};
use rand::Rng;
use sm3::Sm3;
use sm4::Sm4;

use crate::StorageError;

type Cipher = Ccm<Sm4, U16, U12>;
type Code = Hmac<Sm3>;

/// Bytes of an SM3 hash.
pub const CODE_BYTES: usize = 32;
/// What SM3 takes at a time.
const BLOCK_BYTES: usize = 64;

/// Length of a [`KeyId`].
pub const KEY_ID_BYTES: usize = 8;

const KEY_BYTES: usize = 16;
const NONCE_BYTES: usize = 12;

/// Tells keys apart and says nothing of them: what is sealed names the key that opens it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeyId(pub [u8; KEY_ID_BYTES]);

/// The server's key. Never logged: `Debug` shows nothing of it.
#[derive(Clone)]
pub struct ServerKey([u8; KEY_BYTES]);

impl std::fmt::Debug for ServerKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("ServerKey")
    }
}

impl ServerKey {
    /// Reads a key of 16 bytes in base64 or in 32 hexadecimal digits.
    pub fn parse(text: &str) -> Result<Self, StorageError> {
        let text = text.trim();
        let bytes = if text.len() == 2 * KEY_BYTES {
            hex::decode(text).ok()
        } else {
            base64::engine::general_purpose::STANDARD.decode(text).ok()
        };
        bytes
            .and_then(|bytes| bytes.try_into().ok())
            .map(Self)
            .ok_or_else(|| {
                StorageError::Setting(
                    "SCENEDOCK_SECRET_KEY must be 16 bytes, as 32 hexadecimal digits or base64"
                        .to_owned(),
                )
            })
    }

    /// Reads the key file, or makes one that only its owner can read.
    pub fn load_or_make(file: &Path) -> Result<Self, StorageError> {
        let trouble =
            |error| StorageError::Setting(format!("key file {}: {error}", file.display()));
        match std::fs::read_to_string(file) {
            Ok(text) => Self::parse(&text),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                let mut key = [0; KEY_BYTES];
                rand::rng().fill_bytes(&mut key);
                let mut staged = file.as_os_str().to_owned();
                staged.push(".new");
                let mut out = std::fs::OpenOptions::new()
                    .write(true)
                    .create(true)
                    .truncate(true)
                    .mode(0o600)
                    .open(&staged)
                    .map_err(trouble)?;
                let text = base64::engine::general_purpose::STANDARD.encode(key);
                out.write_all(text.as_bytes()).map_err(trouble)?;
                out.sync_all().map_err(trouble)?;
                std::fs::rename(&staged, file).map_err(trouble)?;
                Ok(Self(key))
            }
            Err(error) => Err(trouble(error)),
        }
    }

    /// By which this key is recognised.
    #[must_use]
    pub fn id(&self) -> KeyId {
        let code = self.code("key id", &[]);
        let mut id = [0; KEY_ID_BYTES];
        id.copy_from_slice(&code[..KEY_ID_BYTES]);
        KeyId(id)
    }

    /// Seals `secret`. `context` names the row it belongs to: it opens nowhere else.
    pub fn seal(&self, secret: &[u8], context: &[u8]) -> Result<Vec<u8>, StorageError> {
        let mut nonce = [0; NONCE_BYTES];
        rand::rng().fill_bytes(&mut nonce);
        let payload = Payload {
            msg: secret,
            aad: context,
        };
        let sealed = self
            .cipher()
            .encrypt(&nonce.into(), payload)
            .map_err(|_| StorageError::Unsealing)?;
        Ok([nonce.as_slice(), &sealed].concat())
    }

    /// Opens what [`ServerKey::seal`] sealed under the same key for the same row.
    pub fn open(&self, sealed: &[u8], context: &[u8]) -> Result<Vec<u8>, StorageError> {
        let (nonce, body) = sealed
            .split_first_chunk::<NONCE_BYTES>()
            .ok_or(StorageError::Unsealing)?;
        let payload = Payload {
            msg: body,
            aad: context,
        };
        self.cipher()
            .decrypt(&(*nonce).into(), payload)
            .map_err(|_| StorageError::Unsealing)
    }

    /// A code over `parts` that nobody without the key can make: HMAC (RFC 2104) with SM3 (GB/T 32905-2016). Each part is
    /// preceded by its length, so that no byte can move from one to the next. Codes of one `purpose` say nothing of another.
    #[must_use]
    pub fn code(&self, purpose: &str, parts: &[&[u8]]) -> [u8; CODE_BYTES] {
        // As the HMAC does with every key that is shorter than a block.
        let mut block = [0; BLOCK_BYTES];
        block[..KEY_BYTES].copy_from_slice(&self.0);
        let mut code = Code::new(&block.into());
        for part in std::iter::once(&purpose.as_bytes()).chain(parts) {
            code.update(&(part.len() as u64).to_be_bytes());
            code.update(part);
        }
        code.finalize().into_bytes().into()
    }

    fn cipher(&self) -> Cipher {
        Cipher::new(&self.0.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::os::unix::fs::PermissionsExt;

    const HEX: &str = "0123456789abcdeffedcba9876543210";

    proptest! {
        #[test]
        fn what_is_sealed_opens_only_whole_and_in_its_row(secret in proptest::collection::vec(any::<u8>(), 0..64), at: prop::sample::Index) {
            let key = ServerKey::parse(HEX).unwrap();
            let sealed = key.seal(&secret, b"row 1").unwrap();
            prop_assert_eq!(key.open(&sealed, b"row 1").unwrap(), secret);
            prop_assert!(key.open(&sealed, b"row 2").is_err());
            let mut spoiled = sealed.clone();
            spoiled[at.index(sealed.len())] ^= 1;
            prop_assert!(key.open(&spoiled, b"row 1").is_err());
        }
    }

    /// Against Python's `hmac` with OpenSSL's SM3 over the same bytes.
    #[test]
    fn codes_are_those_of_hmac_with_sm3() {
        let key = ServerKey::parse(HEX).unwrap();
        let code = key.code("audit", &[b"one", b""]);
        assert_eq!(
            hex::encode(code),
            "387e0c276f8b0f38942e7a4e7c500fdb199a791df9fdf0d032f88974b5e6ba32"
        );
        assert_ne!(code, key.code("audit", &[b"on", b"e"]));
        assert_ne!(code, key.code("other", &[b"one", b""]));
        assert_ne!(
            code,
            ServerKey([0; KEY_BYTES]).code("audit", &[b"one", b""])
        );
    }

    #[test]
    fn short_values_and_other_keys_do_not_open() {
        let key = ServerKey::parse(HEX).unwrap();
        let sealed = key.seal(b"secret", b"").unwrap();
        let other = ServerKey::parse("ffffffffffffffffffffffffffffffff").unwrap();
        assert!(other.open(&sealed, b"").is_err());
        assert!(key.open(b"short", b"").is_err());
    }

    #[test]
    fn the_key_file_is_made_once_and_private() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("secret.key");
        let made = ServerKey::load_or_make(&file).unwrap();
        let read = ServerKey::load_or_make(&file).unwrap();
        assert_eq!(made.0, read.0);
        assert_eq!(
            std::fs::metadata(&file).unwrap().permissions().mode() & 0o777,
            0o600
        );
        assert!(ServerKey::parse("too short").is_err());
    }
}
