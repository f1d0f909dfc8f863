//! SM2 with SM3 (GB/T 32918.2-2016) over the recommended curve (GB/T 32918.5-2017).

use std::fmt;
use std::str::FromStr;

use sm2::dsa::signature::{Signer as _, Verifier as _};
use sm2::dsa::{Signature, SigningKey, VerifyingKey};
use sm2::elliptic_curve::sec1::ToSec1Point as _;

/// Whose signatures they are where nobody agreed on another name (GM/T 0009-2012, section 10).
const USER_ID: &str = "1234567812345678";

/// Bytes of a public key: 4, x, y.
const PUBLIC_BYTES: usize = 65;

/// The secret that an installation signs with in SM2. Never logged: `Debug` shows nothing of it.
#[derive(Clone)]
pub struct Sm2Key(SigningKey);

impl fmt::Debug for Sm2Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Sm2Key")
    }
}

/// Why a text is no key. It does not say what the text was.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("no private key of SM2: 64 hexadecimal digits, a number from 1 to n - 2")]
pub struct BadSm2Key;

impl FromStr for Sm2Key {
    type Err = BadSm2Key;

    fn from_str(text: &str) -> Result<Self, BadSm2Key> {
        let bytes = hex::decode(text.trim()).map_err(|_| BadSm2Key)?;
        let key = SigningKey::from_slice(USER_ID, &bytes).map_err(|_| BadSm2Key)?;
        // n - 1 is a number of the curve and signs nothing.
        key.try_sign(b"").map_err(|_| BadSm2Key)?;
        Ok(Self(key))
    }
}

impl Sm2Key {
    /// What everybody may know: 4, x, y.
    #[must_use]
    pub fn public_bytes(&self) -> Vec<u8> {
        let point = self.0.verifying_key().to_sec1_point(false);
        point.as_bytes().to_vec()
    }

    /// r and s, 32 bytes each. The number k follows from key and message (RFC 6979), so that the same message has the same
    /// signature.
    pub(super) fn sign(&self, message: &[u8]) -> Option<[u8; 64]> {
        let signature = self.0.try_sign(message).ok()?;
        Some(signature.to_bytes().into())
    }
}

/// Whether the key with these public bytes signed the message.
pub(super) fn has_signed(public: &[u8], message: &[u8], signature: &[u8; 64]) -> bool {
    let checked = || {
        // One spelling: a compressed point would be another file with keys.
        if public.len() != PUBLIC_BYTES {
            return None;
        }
        let key = VerifyingKey::from_sec1_bytes(USER_ID, public).ok()?;
        let signature = Signature::from_slice(signature).ok()?;
        key.verify(message, &signature).ok()
    };
    checked().is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// GB/T 32918.5-2017, appendix A.2.
    const PRIVATE: &str = "3945208F7B2144B13F36E38AC6D39F95889393692860B51A42FB81EF4DF7C5B8";
    const PUBLIC: &str = "0409F9DF311E5421A150DD7D161E4BC5C672179FAD1833FC076BB08FF356F35020\
                          CCEA490CE26775A52DC6EA718CC1AA600AED05FBF35E084A6632F6072DA9AD13";
    const SIGNATURE: &str = "F5A03B0648D2C4630EEAC513E1BB81A15944DA3827D5B74143AC7EACEEE720B3\
                             B1B6AA29DF212FD8763182BC0D421CA1BB9038FD1F7F42D4840B69C485BBC1AA";
    const OPENSSL: &str = "9ff5598ac2e7beb09179a83d19fa5413fc9b8993e6dc1f8cbe65a53edc07ceb5\
                           761f9c5ff52ca22a292337bf6ebbd5f841eee256ebedea6cbd6cd5abdf663363";
    const MESSAGE: &[u8] = b"message digest";

    fn signature() -> [u8; 64] {
        hex::decode(SIGNATURE).unwrap().try_into().unwrap()
    }

    #[test]
    fn the_example_of_the_standard_is_checked() {
        let key: Sm2Key = PRIVATE.parse().unwrap();
        let public = hex::decode(PUBLIC).unwrap();
        assert_eq!(key.public_bytes(), public);
        assert!(has_signed(&public, MESSAGE, &signature()));
        let own = key.sign(MESSAGE).unwrap();
        assert!(has_signed(&public, MESSAGE, &own));
        assert_eq!(key.sign(MESSAGE).unwrap(), own);
    }

    /// What `openssl pkeyutl -sign -rawin -digest sm3` made with the key of the standard and the same user id.
    #[test]
    fn a_signature_of_another_program_is_checked() {
        let public = hex::decode(PUBLIC).unwrap();
        let made = hex::decode(OPENSSL).unwrap().try_into().unwrap();
        assert!(has_signed(&public, MESSAGE, &made));
    }

    #[test]
    fn a_changed_byte_anywhere_is_found() {
        let public = hex::decode(PUBLIC).unwrap();
        for at in 0..64 {
            let mut spoiled = signature();
            spoiled[at] ^= 1;
            assert!(!has_signed(&public, MESSAGE, &spoiled), "signature {at}");
        }
        for at in 0..public.len() {
            let mut spoiled = public.clone();
            spoiled[at] ^= 1;
            assert!(!has_signed(&spoiled, MESSAGE, &signature()), "key {at}");
        }
        for at in 0..MESSAGE.len() {
            let mut spoiled = MESSAGE.to_vec();
            spoiled[at] ^= 1;
            assert!(!has_signed(&public, &spoiled, &signature()), "message {at}");
        }
        for numbers in [[0; 64], [0xff; 64]] {
            assert!(!has_signed(&public, MESSAGE, &numbers));
        }
    }

    #[test]
    fn what_is_no_key_is_refused_and_never_shown() {
        let order = "FFFFFFFEFFFFFFFFFFFFFFFFFFFFFFFF7203DF6B21C6052B53BBF40939D54123";
        let last = "FFFFFFFEFFFFFFFFFFFFFFFFFFFFFFFF7203DF6B21C6052B53BBF40939D54122";
        let nothing = "0".repeat(64);
        for wrong in ["", "12", &nothing, order, last, &PRIVATE[1..]] {
            assert_eq!(wrong.parse::<Sm2Key>().unwrap_err(), BadSm2Key, "{wrong}");
        }
        let key: Sm2Key = PRIVATE.parse().unwrap();
        assert_eq!(format!("{key:?}"), "Sm2Key");
    }
}
