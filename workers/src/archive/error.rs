//! Why a file of an archive could not be opened.

use domain::archive_host::HostRefusal;
use texts::{Detail, FailureText};

use crate::fault::Fault;

/// Each variant carries what happened, for the order's reader; none holds a password.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ArchiveError {
    /// The archive answered that there is no such file.
    #[error("missing: {0}")]
    Missing(Detail),
    /// There is something, but it may not or cannot be read: no permission, a folder.
    #[error("unreadable: {0}")]
    Unreadable(Detail),
    /// It lies where the operator does not let archives be: outside the folders of `ARCHIVE_ROOTS` or the hosts of
    /// `ARCHIVE_HOSTS`. Names the place and the setting.
    #[error("refused: {0}")]
    Refused(Detail),
    /// It does not let us in: what we sign in with is wrong, or allows too little.
    #[error("denied: {0}")]
    Denied(Detail),
    /// The archive failed, refused for now or was slow.
    #[error("transient: {0}")]
    Transient(Detail),
    /// A folder of `ARCHIVE_ROOTS` is not there, or its mount does not answer: everything below it is away.
    #[error("away: {0}")]
    Away(Detail),
    /// This kind of location is not served.
    #[error("unsupported: {0}")]
    Unsupported(Detail),
}

impl ArchiveError {
    /// What the task ledger makes of it.
    #[must_use]
    pub fn class(&self) -> Fault {
        match self.clone() {
            Self::Missing(what) => Fault::SourceMissing(what),
            Self::Unreadable(what) => Fault::SourceCorrupt(FailureText::Unreadable { what }.into()),
            Self::Refused(what) => Fault::SourceRefused(what),
            Self::Denied(what) => Fault::SignInRefused(what),
            Self::Transient(what) => Fault::TransientIo(what),
            Self::Away(what) => Fault::DependencyAway(what),
            Self::Unsupported(what) => {
                Fault::SourceCorrupt(FailureText::AddressWrong { what }.into())
            }
        }
    }

    /// What a place, named without its password, or the way to it said.
    pub(super) fn transient_at(address: impl Into<String>, what: impl Into<Detail>) -> Self {
        let (address, what) = (address.into(), what.into());
        Self::Transient(
            FailureText::Said {
                place: address,
                what,
            }
            .into(),
        )
    }
}

impl From<HostRefusal> for ArchiveError {
    fn from(refusal: HostRefusal) -> Self {
        let text = match refusal {
            HostRefusal::NotListed(host) => FailureText::HostNotListed { host },
            HostRefusal::Internal { host, address } => FailureText::HostInternal {
                host,
                address: address.to_string(),
            },
            HostRefusal::BucketNotListed(bucket) => FailureText::BucketNotListed { bucket },
        };
        Self::Refused(text.into())
    }
}

impl From<ArchiveError> for Fault {
    fn from(error: ArchiveError) -> Self {
        error.class()
    }
}
