//! SM4 (GB/T 32907-2016) in ECB mode with PKCS#7 padding, in base64: what old clients decrypt. ECB shows which blocks are
//! alike; it is here because they know nothing else, under a key of the installation's own, and off by default.

use std::fmt;
use std::str::FromStr;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sm4::Sm4;
use sm4::cipher::{BlockCipherEncrypt as _, KeyInit as _};

const BLOCK: usize = 16;

/// The key of an installation: 16 characters, or 32 hexadecimal digits. `Debug` shows nothing of it.
#[derive(Clone, PartialEq, Eq)]
pub struct LegacyKey([u8; BLOCK]);

impl fmt::Debug for LegacyKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("LegacyKey")
    }
}

/// A text that is no key.
#[derive(Debug, thiserror::Error)]
#[error("give 16 ASCII characters, or 32 hexadecimal digits")]
pub struct BadLegacyKey;

impl FromStr for LegacyKey {
    type Err = BadLegacyKey;
    fn from_str(text: &str) -> Result<Self, BadLegacyKey> {
        let bytes = match text.len() {
            BLOCK if text.is_ascii() => text.as_bytes().to_vec(),
            _ => hex::decode(text).map_err(|_| BadLegacyKey)?,
        };
        bytes.try_into().map(Self).map_err(|_| BadLegacyKey)
    }
}

impl LegacyKey {
    /// What an old client decrypts.
    pub(super) fn encrypt(&self, text: &[u8]) -> String {
        STANDARD.encode(self.blocks(text))
    }

    fn blocks(&self, text: &[u8]) -> Vec<u8> {
        let cipher = Sm4::new(&self.0.into());
        let padding = BLOCK - text.len() % BLOCK;
        let mut bytes = text.to_vec();
        bytes.resize(
            text.len() + padding,
            u8::try_from(padding).unwrap_or_default(),
        );
        for chunk in bytes.chunks_exact_mut(BLOCK) {
            let mut block = [0; BLOCK];
            block.copy_from_slice(chunk);
            let mut block = block.into();
            cipher.encrypt_block(&mut block);
            chunk.copy_from_slice(&block);
        }
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: &str = "0123456789abcdeffedcba9876543210";

    /// GB/T 32907-2016, appendix A, example 1.
    #[test]
    fn a_block_is_encrypted_as_the_standard_says() {
        let key: LegacyKey = KEY.parse().unwrap();
        let whole = key.blocks(&hex::decode(KEY).unwrap());
        assert_eq!(
            hex::encode(&whole[..BLOCK]),
            "681edf34d206965e86b3e94f536e4246"
        );
        // A whole block more is padding.
        assert_eq!(whole.len(), 2 * BLOCK);
    }

    /// GB/T 32907-2016, appendix A, example 2: a million times over.
    #[test]
    fn a_million_rounds_end_where_the_standard_says() {
        let key: LegacyKey = KEY.parse().unwrap();
        let cipher = Sm4::new(&key.0.into());
        let mut block = key.0.into();
        for _ in 0..1_000_000 {
            cipher.encrypt_block(&mut block);
        }
        assert_eq!(hex::encode(block), "595298c7c6fd271f0402f804c33d3f66");
    }

    #[test]
    fn keys_are_sixteen_bytes() {
        assert!("0123456789abcdef".parse::<LegacyKey>().is_ok());
        for wrong in ["", "short", "密钥密钥密", "0123456789abcdef0"] {
            assert!(wrong.parse::<LegacyKey>().is_err(), "{wrong}");
        }
        let key: LegacyKey = KEY.parse().unwrap();
        assert_eq!(format!("{key:?}"), "LegacyKey");
    }
}
