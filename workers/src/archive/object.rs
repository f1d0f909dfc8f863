//! What every kind of archive opens.

use std::time::Duration;

use texts::FailureText;

use crate::fault::Fault;
use crate::stream::ByteStream;

/// A file of an archive, opened.
pub struct ArchiveObject {
    /// Bytes, as the archive announces them.
    pub size: u64,
    /// The bytes. Silence longer than the configured timeout ends the stream with [`Fault::TransientIo`].
    pub stream: ByteStream,
}

impl std::fmt::Debug for ArchiveObject {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ArchiveObject")
            .field("size", &self.size)
            .finish_non_exhaustive()
    }
}

/// A source that sends nothing for as long as `limit`.
pub(super) fn silent(limit: Duration) -> Fault {
    let seconds = limit.as_secs();
    Fault::TransientIo(FailureText::ArchiveSilent { seconds }.into())
}
