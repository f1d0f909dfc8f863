//! What lies at a source, and why something of it cannot be had.

use texts::Detail;

use crate::error::PushError;

/// Files that are handed on together.
pub(crate) const BATCH: usize = 200;

/// Why something could not be had from a source. None holds a password.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SourceError {
    /// The operator does not let anything be reached there.
    #[error("refused: {0}")]
    Refused(Detail),
    /// The source does not know the user, or not with this secret.
    #[error("sign-in refused: {0}")]
    SignInRefused(Detail),
    /// There is no such folder or bucket.
    #[error("no such place: {0}")]
    NoPlace(String),
    /// There is no such file any more.
    #[error("gone: {0}")]
    Gone(Detail),
    /// The file may not be read.
    #[error("unreadable: {0}")]
    Unreadable(Detail),
    /// The file is another one than the walk found.
    #[error("changed")]
    Changed,
    /// The source failed or was slow.
    #[error("failed: {0}")]
    Failed(Detail),
}

impl SourceError {
    /// Why nobody is let in, or why nothing can be reached.
    pub(crate) fn of_opening(error: PushError) -> Self {
        match error {
            PushError::Refused(what) => Self::Refused(what),
            PushError::Denied(what) => Self::SignInRefused(what),
            PushError::NoSpace(what) | PushError::Lost(what) | PushError::Failed(what) => {
                Self::Failed(what)
            }
            PushError::Stranger { .. } => Self::Failed(error.detail()),
        }
    }
}

/// A file as a walk finds it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceFile {
    /// Its path below the folder or the prefix.
    pub path: String,
    /// Bytes.
    pub size: u64,
    /// When it was last changed, as the source says, in microseconds since 1970; 0: it does not say.
    pub modified: i64,
    /// What a bucket calls this very content.
    pub etag: Option<String>,
    /// Of a folder that cannot be looked into: why.
    pub refusal: Option<Detail>,
}

/// Which names are looked for.
pub type NameFilter = fn(&str) -> bool;
