//! The digest that a segment ends with.

use sha2::{Digest as _, Sha256};

use super::open_error::OpenError;
use crate::format::DIGEST;

/// SHA-256 of all bytes of a segment before it; the last 32 bytes of the file.
pub type SegmentDigest = [u8; 32];

/// Whether the bytes are those that were written.
pub fn check(bytes: &[u8]) -> Result<(), OpenError> {
    let (content, digest) = bytes
        .split_last_chunk::<DIGEST>()
        .ok_or(OpenError::Length)?;
    if Sha256::digest(content).as_slice() == digest {
        Ok(())
    } else {
        Err(OpenError::Digest)
    }
}
