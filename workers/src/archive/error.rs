//! Why a file of an archive could not be opened.

use domain::archive_host::HostRefusal;

use crate::fault::Fault;

/// Each variant carries what happened, in words for the order's reader; none holds a password.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ArchiveError {
    /// The archive answered that there is no such file.
    #[error("missing: {0}")]
    Missing(String),
    /// There is something, but it may not or cannot be read: no permission, a folder.
    #[error("unreadable: {0}")]
    Unreadable(String),
    /// It lies where the operator does not let archives be: outside the folders of `ARCHIVE_ROOTS` or the hosts of
    /// `ARCHIVE_HOSTS`. Names the place and the setting.
    #[error("refused: {0}")]
    Refused(String),
    /// The archive failed, refused for now or was slow.
    #[error("transient: {0}")]
    Transient(String),
    /// This kind of location is not served.
    #[error("unsupported: {0}")]
    Unsupported(String),
}

impl ArchiveError {
    /// What the task ledger makes of it.
    #[must_use]
    pub fn class(&self) -> Fault {
        match self {
            Self::Missing(what) => Fault::SourceMissing(what.clone()),
            Self::Unreadable(what) => Fault::SourceCorrupt(format!("归档文件无法读取：{what}")),
            Self::Refused(what) => Fault::SourceRefused(what.clone()),
            Self::Transient(what) => Fault::TransientIo(what.clone()),
            Self::Unsupported(what) => Fault::SourceCorrupt(format!("归档地址有误：{what}")),
        }
    }
}

impl From<HostRefusal> for ArchiveError {
    fn from(refusal: HostRefusal) -> Self {
        Self::Refused(refusal.to_string())
    }
}

impl From<ArchiveError> for Fault {
    fn from(error: ArchiveError) -> Self {
        error.class()
    }
}
