//! The bytes of papers where they lie: sealed (GB/T 39786, storage of important data), in chunks, so that neither storing nor
//! reading one takes more memory than a chunk (docs/decisions/0070-papers-are-sealed.md).
//!
//! Rows know papers as people do: `size` and `sha256` are those of the paper, not of its object.

mod check;
mod format;
mod read;
mod rest;
mod upload;

pub use check::PaperCheck;
pub use format::{PaperOpener, PaperSealer};
pub use read::{PaperObject, open, read, require_key};
pub use rest::{SealedRest, seal_rest};
pub use upload::SealedUpload;

/// Why the bytes of a paper cannot be given out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PaperFault {
    /// The server's key is not the one that it was sealed under.
    #[error("it is sealed under another server key")]
    OtherKey,
    /// The object is not what was stored: changed, cut off, or that of another paper.
    #[error("the object is not what was stored")]
    Damaged,
}
