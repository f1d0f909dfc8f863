//! Why a target was not reached, or did not do what it was to.

use domain::archive_host::HostRefusal;
use domain::task::ErrorClass;
use texts::{Detail, FailureText, Message};

/// Each carries what happened, for its owner; none holds a password.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PushError {
    /// The operator does not let anything be sent there.
    #[error("refused: {0}")]
    Refused(Detail),
    /// The target does not let this be done: no account, no permission.
    #[error("denied: {0}")]
    Denied(Detail),
    /// The target is full.
    #[error("no space: {0}")]
    NoSpace(Detail),
    /// The target failed or was slow.
    #[error("failed: {0}")]
    Failed(Detail),
}

impl PushError {
    /// As the ledger sorts it.
    #[must_use]
    pub const fn class(&self) -> ErrorClass {
        match self {
            Self::Refused(_) => ErrorClass::SourceRefused,
            Self::NoSpace(_) => ErrorClass::NoSpace,
            Self::Denied(_) | Self::Failed(_) => ErrorClass::TransientIo,
        }
    }

    /// What happened, for people.
    #[must_use]
    pub fn detail(&self) -> Detail {
        match self {
            Self::Refused(what) | Self::Denied(what) | Self::NoSpace(what) | Self::Failed(what) => {
                what.clone()
            }
        }
    }

    /// What is kept with the target and the file.
    #[must_use]
    pub fn message(&self) -> Message {
        let what = self.detail();
        let most = |words: &str| {
            words
                .chars()
                .filter(|c| !c.is_control())
                .take(500)
                .collect()
        };
        Message::from(FailureText::TargetFailed { what }).map_words(&most)
    }
}

impl From<HostRefusal> for PushError {
    fn from(refusal: HostRefusal) -> Self {
        let text = match refusal {
            HostRefusal::NotListed(host) | HostRefusal::BucketNotListed(host) => {
                FailureText::TargetHostNotListed { host }
            }
            HostRefusal::Internal { host, address } => FailureText::TargetHostInternal {
                host,
                address: address.to_string(),
            },
        };
        Self::Refused(text.into())
    }
}
