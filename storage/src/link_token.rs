//! The secret of a link that works once: it is shown or sent once, and only its SHA-256 is stored.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use rand::Rng as _;
use sha2::{Digest as _, Sha256};

/// 256 bits: cannot be guessed.
const TOKEN_BYTES: usize = 32;

/// What the link carries behind its `#`. Never stored, never printed by accident.
#[derive(Clone)]
pub struct LinkToken(String);

impl LinkToken {
    /// The text to hand to the person.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.0
    }

    /// Takes what a request carried; it may be anything.
    #[must_use]
    pub fn presented(text: &str) -> Self {
        Self(text.to_owned())
    }

    pub(crate) fn fresh() -> Self {
        let mut bytes = [0_u8; TOKEN_BYTES];
        rand::rng().fill_bytes(&mut bytes);
        Self(URL_SAFE_NO_PAD.encode(bytes))
    }

    /// What is stored, and looked up: nobody learns from how long that takes how near a guess was.
    pub(crate) fn hash(&self) -> Vec<u8> {
        Sha256::digest(self.0.as_bytes()).to_vec()
    }
}

impl std::fmt::Debug for LinkToken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("LinkToken(..)")
    }
}
