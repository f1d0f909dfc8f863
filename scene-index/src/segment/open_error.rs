//! Why a segment is not opened.

use std::io;

/// Why bytes are not taken for a segment.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The file cannot be read.
    #[error("the segment cannot be read")]
    Unreadable(#[from] io::Error),
    /// It does not begin as segments do.
    #[error("this is no segment")]
    NoSegment,
    /// Another version of the format.
    #[error("a segment of version {0}")]
    Version(u64),
    /// Shorter or longer than it says.
    #[error("the segment was cut short")]
    Length,
    /// Its bytes are not those that were written.
    #[error("the bytes of the segment have another digest")]
    Digest,
    /// Nobody could have written it.
    #[error("the segment is malformed: {0}")]
    Malformed(&'static str),
}
