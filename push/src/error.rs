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
    /// The host shows another key than the one that is known of it: it may be somebody else.
    #[error("a stranger: {target} shows {met} instead of {known}")]
    Stranger {
        /// The address that it was met at.
        target: String,
        /// Fingerprint of the key that is known.
        known: String,
        /// Fingerprint of the one that was met.
        met: String,
    },
    /// The target does not let this be done: no account, no permission.
    #[error("denied: {0}")]
    Denied(Detail),
    /// The target is full.
    #[error("no space: {0}")]
    NoSpace(Detail),
    /// What was sent of a file in parts is of no use any more: it is begun anew.
    #[error("lost: {0}")]
    Lost(Detail),
    /// The target failed or was slow.
    #[error("failed: {0}")]
    Failed(Detail),
}

impl PushError {
    /// As the ledger sorts it.
    #[must_use]
    pub const fn class(&self) -> ErrorClass {
        match self {
            Self::Refused(_) | Self::Stranger { .. } => ErrorClass::SourceRefused,
            Self::NoSpace(_) => ErrorClass::NoSpace,
            Self::Denied(_) | Self::Lost(_) | Self::Failed(_) => ErrorClass::TransientIo,
        }
    }

    /// Whether the host was met as somebody else.
    #[must_use]
    pub const fn is_stranger(&self) -> bool {
        matches!(self, Self::Stranger { .. })
    }

    /// Text about the error, for people.
    #[must_use]
    pub fn detail(&self) -> Detail {
        match self {
            Self::Refused(what)
            | Self::Denied(what)
            | Self::NoSpace(what)
            | Self::Lost(what)
            | Self::Failed(what) => what.clone(),
            Self::Stranger { target, known, met } => FailureText::TargetHostKeyDiffers {
                place: target.clone(),
                known: known.clone(),
                met: met.clone(),
            }
            .into(),
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
        let text = match self {
            Self::Refused(_) => FailureText::TargetNotAllowed { what },
            Self::Denied(_) => FailureText::TargetDenied { what },
            Self::NoSpace(_) => FailureText::TargetFull { what },
            Self::Stranger { .. } | Self::Lost(_) | Self::Failed(_) => {
                FailureText::TargetFailed { what }
            }
        };
        Message::from(text).map_words(&most)
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

/// Why a stranger was left: the key of its text.
const STRANGER: &str = "failure.target_host_key_differs";

/// The fingerprint that a stranger showed, where that is why a target last failed ([`PushError::message`]).
#[must_use]
pub fn stranger_key(failure: &Detail) -> Option<String> {
    let Detail::Message(message) = failure else {
        return None;
    };
    let what = message.params.get("what")?;
    if what.get("code")?.as_str()? != STRANGER {
        return None;
    }
    let met = what.get("params")?.get("met")?.as_str()?;
    Some(met.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_are_told_what_to_do_about_each() {
        let said = |error: PushError| error.message().chinese();
        assert!(said(PushError::Failed("550".into())).contains("自动重试：550"));
        assert!(said(PushError::Denied("530".into())).contains("核对账号"));
        assert!(said(PushError::NoSpace("552".into())).contains("空间已满"));
        let refused = HostRefusal::NotListed("ftp.example.cn".to_owned());
        assert!(said(refused.into()).contains("联系管理员"));
    }

    #[test]
    fn a_strangers_key_is_read_from_what_is_kept() {
        let stranger = PushError::Stranger {
            target: "sftp://example.cn/".to_owned(),
            known: "SHA256:a".to_owned(),
            met: "SHA256:b".to_owned(),
        };
        let key = |error: PushError| stranger_key(&Detail::Message(error.message()));
        assert_eq!(key(stranger), Some("SHA256:b".to_owned()));
        assert_eq!(key(PushError::Failed("x".into())), None);
    }
}
