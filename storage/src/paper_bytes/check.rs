//! Whether a whole object is the paper that its rows say.

use sha2::{Digest as _, Sha256};

use super::PaperFault;
use super::format::{Header, PaperOpener, chunks};
use crate::sealed::{KeyId, ServerKey};

/// Looks at an object that streams past. Sealed or not, it must hold the paper.
pub struct PaperCheck<'a> {
    key: &'a ServerKey,
    object: &'a str,
    size: u64,
    /// What came before it was clear whether the object is sealed.
    head: Vec<u8>,
    opener: Option<PaperOpener>,
    sealed_under: Option<KeyId>,
    bytes: u64,
    sha256: Sha256,
}

impl<'a> PaperCheck<'a> {
    /// For the object of this path, which holds a paper of `size` bytes.
    #[must_use]
    pub fn new(key: &'a ServerKey, object: &'a str, size: u64) -> Self {
        Self {
            key,
            object,
            size,
            head: Vec::with_capacity(Header::BYTES),
            opener: None,
            sealed_under: None,
            bytes: 0,
            sha256: Sha256::new(),
        }
    }

    /// Takes the next bytes of the object.
    pub fn push(&mut self, bytes: &[u8]) -> Result<(), PaperFault> {
        if self.opener.is_some() {
            return self.open(bytes);
        }
        if self.head.len() == Header::BYTES {
            self.count(bytes);
            return Ok(());
        }
        let room = Header::BYTES - self.head.len();
        let (now, later) = bytes.split_at(bytes.len().min(room));
        self.head.extend_from_slice(now);
        if self.head.len() < Header::BYTES {
            return Ok(());
        }
        let Some(header) = Header::parse(&self.head) else {
            self.count_head();
            self.count(later);
            return Ok(());
        };
        self.sealed_under = Some(header.key_id());
        let all = 0..chunks(self.size);
        let opener = PaperOpener::new((self.key, &header), self.object, self.size, all)?;
        self.opener = Some(opener);
        self.open(later)
    }

    /// SHA-256 of the paper, and the key that it is sealed under, if it is.
    pub fn finish(mut self) -> Result<([u8; 32], Option<KeyId>), PaperFault> {
        match self.opener.take() {
            Some(opener) => opener.finish()?,
            None if self.head.len() < Header::BYTES => self.count_head(),
            None => {}
        }
        if self.bytes != self.size {
            return Err(PaperFault::Damaged);
        }
        Ok((self.sha256.finalize().into(), self.sealed_under))
    }

    fn open(&mut self, bytes: &[u8]) -> Result<(), PaperFault> {
        let mut opened = Vec::new();
        if let Some(opener) = &mut self.opener {
            opener.push(bytes, &mut opened)?;
        }
        self.count(&opened);
        Ok(())
    }

    fn count_head(&mut self) {
        let head = std::mem::take(&mut self.head);
        self.count(&head);
        // Stays as long as it was: nothing more is looked for in it.
        self.head = head;
    }

    fn count(&mut self, bytes: &[u8]) {
        self.bytes += bytes.len() as u64;
        self.sha256.update(bytes);
    }
}
