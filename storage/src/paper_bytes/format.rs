//! How a sealed paper is written.
//!
//! ```text
//! magic and version (8)  key id (8)  salt (32)  chunk  chunk  …  last chunk
//! ```
//!
//! A chunk is 64 KiB of the paper (the last one: what is left, which may be nothing), sealed with SM4-GCM (GB/T 32907-2016,
//! RFC 8998), and its tag of 16 bytes. The key of a paper is made of the server's key, the header and the path of the object,
//! so a paper opens nowhere else; under that key each nonce occurs once: the chunk's number, and whether it is the last. So a
//! chunk that is changed, missing, moved, or of another paper does not open.

use std::ops::Range;

use aead::{AeadInOut, KeyInit};
use aes_gcm::AesGcm;
use aes_gcm::aead::consts::U12;
use rand::Rng;
use sm4::Sm4;

use super::PaperFault;
use crate::StorageError;
use crate::sealed::{KEY_ID_BYTES, KeyId, ServerKey};

type Cipher = AesGcm<Sm4, U12>;

/// Of a paper in a chunk.
const CHUNK_BYTES: usize = 64 * 1024;
const CHUNK: u64 = CHUNK_BYTES as u64;
const TAG_BYTES: usize = 16;
const TAG: u64 = TAG_BYTES as u64;
/// No kind of paper begins so. The last byte is the version.
const MAGIC: [u8; 8] = *b"\x8DSDSEAL\x01";
const SALT_BYTES: usize = 32;
const PAPER_KEY_BYTES: usize = 16;
const NONCE_BYTES: usize = 12;

/// What every sealed paper begins with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Header([u8; Self::BYTES]);

impl Header {
    pub(super) const BYTES: usize = MAGIC.len() + KEY_ID_BYTES + SALT_BYTES;
    pub(super) const LENGTH: u64 = Self::BYTES as u64;

    fn fresh(key: &ServerKey) -> Self {
        let mut bytes = [0; Self::BYTES];
        let (magic, rest) = bytes.split_at_mut(MAGIC.len());
        let (key_id, salt) = rest.split_at_mut(KEY_ID_BYTES);
        magic.copy_from_slice(&MAGIC);
        key_id.copy_from_slice(&key.id().0);
        rand::rng().fill_bytes(salt);
        Self(bytes)
    }

    /// `None`: what begins so is not sealed.
    pub(super) fn parse(bytes: &[u8]) -> Option<Self> {
        let header = bytes.first_chunk()?;
        header.starts_with(&MAGIC).then_some(Self(*header))
    }

    /// The key that it is sealed under.
    pub(super) fn key_id(&self) -> KeyId {
        let mut id = [0; KEY_ID_BYTES];
        id.copy_from_slice(&self.0[MAGIC.len()..MAGIC.len() + KEY_ID_BYTES]);
        KeyId(id)
    }

    fn cipher(&self, key: &ServerKey, object: &str) -> Cipher {
        let code = key.code("paper", &[&self.0, object.as_bytes()]);
        let mut paper_key = [0; PAPER_KEY_BYTES];
        paper_key.copy_from_slice(&code[..PAPER_KEY_BYTES]);
        Cipher::new(&paper_key.into())
    }
}

fn nonce(index: u64, is_last: bool) -> [u8; NONCE_BYTES] {
    let mut nonce = [0; NONCE_BYTES];
    nonce[..8].copy_from_slice(&index.to_be_bytes());
    nonce[NONCE_BYTES - 1] = u8::from(is_last);
    nonce
}

/// Chunks of a paper of that many bytes; even an empty one has a last chunk.
pub(super) const fn chunks(size: u64) -> u64 {
    let full = size.div_ceil(CHUNK);
    if full == 0 { 1 } else { full }
}

/// Bytes of the object of a paper of that many bytes.
pub(super) const fn sealed_length(size: u64) -> u64 {
    Header::LENGTH + size + chunks(size) * TAG
}

/// Where a part of a paper lies in its object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct SealedPart {
    /// The chunks that hold it.
    pub(super) chunks: Range<u64>,
    /// Their bytes in the object.
    pub(super) bytes: Range<u64>,
    /// Bytes of the first of them that are before it.
    pub(super) skip: u64,
}

/// `range` lies within `0..size` and is not empty, or is the whole of an empty paper.
pub(super) fn sealed_part(size: u64, range: &Range<u64>) -> SealedPart {
    let first = range.start / CHUNK;
    let end = chunks(range.end);
    let after = if end == chunks(size) {
        sealed_length(size)
    } else {
        Header::LENGTH + end * (CHUNK + TAG)
    };
    SealedPart {
        chunks: first..end,
        bytes: Header::LENGTH + first * (CHUNK + TAG)..after,
        skip: range.start - first * CHUNK,
    }
}

/// Seals a paper that streams past. Holds one chunk.
pub struct PaperSealer {
    cipher: Cipher,
    /// Until it is written.
    header: Option<Header>,
    index: u64,
    pending: Vec<u8>,
}

impl PaperSealer {
    /// For the paper whose object has this path.
    #[must_use]
    pub fn new(key: &ServerKey, object: &str) -> Self {
        let header = Header::fresh(key);
        Self {
            cipher: header.cipher(key, object),
            header: Some(header),
            index: 0,
            pending: Vec::with_capacity(CHUNK_BYTES),
        }
    }

    /// Takes the next bytes of the paper, and adds those of the object that are ready to `out`.
    pub fn push(&mut self, mut bytes: &[u8], out: &mut Vec<u8>) -> Result<(), StorageError> {
        self.begin(out);
        while !bytes.is_empty() {
            if self.pending.len() == CHUNK_BYTES {
                self.seal(false, out)?;
            }
            let room = CHUNK_BYTES - self.pending.len();
            let (now, later) = bytes.split_at(bytes.len().min(room));
            self.pending.extend_from_slice(now);
            bytes = later;
        }
        Ok(())
    }

    /// Adds what is left of the object to `out`.
    pub fn finish(mut self, out: &mut Vec<u8>) -> Result<(), StorageError> {
        self.begin(out);
        self.seal(true, out)
    }

    fn begin(&mut self, out: &mut Vec<u8>) {
        if let Some(header) = self.header.take() {
            out.extend_from_slice(&header.0);
        }
    }

    fn seal(&mut self, is_last: bool, out: &mut Vec<u8>) -> Result<(), StorageError> {
        let nonce = nonce(self.index, is_last);
        let tag = self
            .cipher
            .encrypt_inout_detached(&nonce.into(), b"", self.pending.as_mut_slice().into())
            .map_err(|_| StorageError::Unsealing)?;
        out.extend_from_slice(&self.pending);
        out.extend_from_slice(&tag);
        self.pending.clear();
        self.index += 1;
        Ok(())
    }
}

/// Opens chunks of a paper that stream past. Holds one chunk.
pub struct PaperOpener {
    cipher: Cipher,
    size: u64,
    next: u64,
    end: u64,
    pending: Vec<u8>,
}

impl PaperOpener {
    /// For some chunks of a paper of `size` bytes whose object has the path `object`.
    pub(super) fn new(
        (key, header): (&ServerKey, &Header),
        object: &str,
        size: u64,
        chunks: Range<u64>,
    ) -> Result<Self, PaperFault> {
        if header.key_id() != key.id() {
            return Err(PaperFault::OtherKey);
        }
        Ok(Self {
            cipher: header.cipher(key, object),
            size,
            next: chunks.start,
            end: chunks.end,
            pending: Vec::with_capacity(CHUNK_BYTES + TAG_BYTES),
        })
    }

    /// Takes the next bytes of the object behind its header, and adds those of the paper that are ready to `out`.
    pub fn push(&mut self, mut bytes: &[u8], out: &mut Vec<u8>) -> Result<(), PaperFault> {
        while !bytes.is_empty() {
            let room = self.chunk_length()?.saturating_sub(self.pending.len());
            let (now, later) = bytes.split_at(bytes.len().min(room));
            self.pending.extend_from_slice(now);
            bytes = later;
            if now.len() == room {
                self.open(out)?;
            }
        }
        Ok(())
    }

    /// Ends the stream: an error if chunks are missing.
    pub fn finish(self) -> Result<(), PaperFault> {
        if self.next == self.end && self.pending.is_empty() {
            Ok(())
        } else {
            Err(PaperFault::Damaged)
        }
    }

    fn is_last(&self) -> bool {
        self.next + 1 == chunks(self.size)
    }

    /// Sealed length of the chunk that is being taken in.
    fn chunk_length(&self) -> Result<usize, PaperFault> {
        if self.next >= self.end {
            return Err(PaperFault::Damaged);
        }
        if !self.is_last() {
            return Ok(CHUNK_BYTES + TAG_BYTES);
        }
        let left = self.size - self.next * CHUNK;
        usize::try_from(left + TAG).map_err(|_| PaperFault::Damaged)
    }

    fn open(&mut self, out: &mut Vec<u8>) -> Result<(), PaperFault> {
        let nonce = nonce(self.next, self.is_last());
        let (sealed, tag) = self
            .pending
            .split_last_chunk_mut::<TAG_BYTES>()
            .ok_or(PaperFault::Damaged)?;
        self.cipher
            .decrypt_inout_detached(&nonce.into(), b"", (&mut *sealed).into(), &(*tag).into())
            .map_err(|_| PaperFault::Damaged)?;
        out.extend_from_slice(sealed);
        self.pending.clear();
        self.next += 1;
        Ok(())
    }
}

#[cfg(test)]
mod tests;
