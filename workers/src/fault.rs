//! Why a piece of work failed, sorted by what can be done about it.

use std::error::Error as StdError;
use std::io;

use domain::task::ErrorClass;
use domain::text::is_forbidden;
use texts::{Detail, FailureText, Message};

/// Longest text of a system or a server that is kept with a failure, in characters.
const LONGEST_WORDS: usize = 1000;

/// A failure of a worker's step. The variant decides whether and when the step is tried again; what is inside
/// says what happened, for the person who reads the order.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The source has no such file: trying again does not help.
    #[error("source missing: {0}")]
    SourceMissing(Detail),
    /// The source is not what the catalogue says it is (size, checksum) or cannot be read as what it should be.
    #[error("source corrupt: {0}")]
    SourceCorrupt(Detail),
    /// The source lies where this installation does not let it be read from.
    #[error("source refused: {0}")]
    SourceRefused(Detail),
    /// The source does not let us in.
    #[error("sign-in refused: {0}")]
    SignInRefused(Detail),
    /// A dependency failed or was slow.
    #[error("transient failure: {0}")]
    TransientIo(Detail),
    /// The installation's own object store, database or archive folder is away.
    #[error("dependency away: {0}")]
    DependencyAway(Detail),
    /// A disk, a quota or a bucket is full.
    #[error("no space: {0}")]
    NoSpace(Detail),
    /// The work was cancelled.
    #[error("cancelled")]
    Cancelled,
    /// A defect of the product, or a case it does not handle.
    #[error("unexpected failure: {0}")]
    Bug(Detail),
}

impl Fault {
    /// What the task ledger keeps of it, which says how patient it is.
    #[must_use]
    pub const fn class(&self) -> ErrorClass {
        match self {
            Self::SourceMissing(_) => ErrorClass::SourceMissing,
            Self::SourceCorrupt(_) => ErrorClass::SourceCorrupt,
            Self::SourceRefused(_) => ErrorClass::SourceRefused,
            Self::SignInRefused(_) => ErrorClass::SignInRefused,
            Self::TransientIo(_) => ErrorClass::TransientIo,
            Self::DependencyAway(_) => ErrorClass::DependencyAway,
            Self::NoSpace(_) => ErrorClass::NoSpace,
            Self::Cancelled => ErrorClass::Cancelled,
            Self::Bug(_) => ErrorClass::Bug,
        }
    }

    /// What is kept with the task and its scene.
    #[must_use]
    pub fn message(&self) -> Message {
        Message::from(self.text()).map_words(&fit_to_keep)
    }

    fn text(&self) -> FailureText {
        match self.clone() {
            Self::SourceMissing(what) => FailureText::SourceMissing { what },
            Self::SourceCorrupt(what) => FailureText::SourceCorrupt { what },
            Self::SourceRefused(what) => FailureText::SourceRefused { what },
            Self::SignInRefused(what) => FailureText::SignInRefused { what },
            Self::TransientIo(what) => FailureText::TransientIo { what },
            Self::DependencyAway(what) => FailureText::DependencyAway { what },
            Self::NoSpace(what) => FailureText::NoSpace { what },
            Self::Cancelled => FailureText::Cancelled,
            Self::Bug(what) => FailureText::Bug { what },
        }
    }

    /// The fault behind an error of our own store. There a missing bucket or folder is a dependency out of order, not a
    /// missing source.
    #[must_use]
    pub fn from_sink(error: &object_store::Error) -> Self {
        match Self::from(error) {
            Self::SourceMissing(what) | Self::SourceCorrupt(what) | Self::TransientIo(what) => {
                Self::DependencyAway(what)
            }
            other => other,
        }
    }
}

/// A part of a failure may be what a foreign server said.
fn fit_to_keep(words: &str) -> String {
    words
        .chars()
        .take(LONGEST_WORDS)
        .map(|c| {
            if is_forbidden(c, true) {
                char::REPLACEMENT_CHARACTER
            } else {
                c
            }
        })
        .collect()
}

impl From<&object_store::Error> for Fault {
    fn from(error: &object_store::Error) -> Self {
        let text = error.to_string().into();
        if is_out_of_space(error) {
            return Self::NoSpace(text);
        }
        match error {
            object_store::Error::NotFound { path, .. } => Self::SourceMissing(path.as_str().into()),
            object_store::Error::InvalidPath { .. }
            | object_store::Error::NotSupported { .. }
            | object_store::Error::NotImplemented { .. }
            | object_store::Error::JoinError { .. }
            | object_store::Error::UnknownConfigurationKey { .. } => Self::Bug(text),
            _ => Self::TransientIo(text),
        }
    }
}

impl From<&io::Error> for Fault {
    fn from(error: &io::Error) -> Self {
        let text = error.to_string().into();
        if is_out_of_space(error) {
            return Self::NoSpace(text);
        }
        match error.kind() {
            io::ErrorKind::NotFound => Self::SourceMissing(text),
            io::ErrorKind::InvalidData => Self::SourceCorrupt(text),
            _ => Self::TransientIo(text),
        }
    }
}

/// What S3 servers say when they are full: MinIO, Ceph and the HTTP status of RFC 4918.
const FULL_WORDS: [&str; 4] = [
    "XMinioStorageFull",
    "QuotaExceeded",
    "InsufficientStorage",
    "507 Insufficient Storage",
];

fn is_out_of_space(error: &(dyn StdError + 'static)) -> bool {
    let mut next = Some(error);
    while let Some(error) = next {
        if let Some(io) = error.downcast_ref::<io::Error>() {
            if is_full_kind(io.kind()) {
                return true;
            }
            // The source of a wrapping `io::Error` is its payload's source, so the payload itself is looked at here.
            if let Some(inner) = io.get_ref()
                && is_out_of_space(inner)
            {
                return true;
            }
        }
        if error.source().is_none() && FULL_WORDS.iter().any(|w| error.to_string().contains(w)) {
            return true;
        }
        next = error.source();
    }
    false
}

fn is_full_kind(kind: io::ErrorKind) -> bool {
    matches!(
        kind,
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn generic(source: impl StdError + Send + Sync + 'static) -> object_store::Error {
        object_store::Error::Generic {
            store: "test",
            source: Box::new(source),
        }
    }

    /// ENOSPC and EDQUOT of Linux.
    #[test]
    fn a_full_disk_is_seen_through_wrappers() {
        for errno in [28, 122] {
            let plain = io::Error::from_raw_os_error(errno);
            assert_eq!(Fault::from(&plain).class().as_str(), "no_space");
            let wrapped = io::Error::other(io::Error::from_raw_os_error(errno));
            assert_eq!(Fault::from(&wrapped).class().as_str(), "no_space");
            let stored = generic(io::Error::from_raw_os_error(errno));
            assert_eq!(Fault::from(&stored).class().as_str(), "no_space");
        }
        let minio = generic(io::Error::other("<Code>XMinioStorageFull</Code>"));
        assert_eq!(Fault::from(&minio).class().as_str(), "no_space");
    }

    #[test]
    fn a_missing_object_is_a_missing_source_only_when_it_is_read() {
        let error = object_store::Error::NotFound {
            path: "a/b".into(),
            source: Box::new(io::Error::other("404")),
        };
        assert_eq!(Fault::from(&error), Fault::SourceMissing("a/b".into()));
        assert_eq!(
            Fault::from_sink(&error),
            Fault::DependencyAway("a/b".into())
        );
    }

    #[test]
    fn what_a_foreign_server_says_is_made_fit_to_be_kept() {
        let said = format!("550 a\0b\r\n\u{202E}{}", "x".repeat(100_000));
        let inner = FailureText::FtpCheckFailed {
            what: said.clone().into(),
        };
        for fault in [
            Fault::TransientIo(said.into()),
            Fault::TransientIo(inner.into()),
        ] {
            let text = fault.message().chinese();
            assert!(text.starts_with("读写失败："), "{text}");
            assert!(
                text.contains("550 a\u{FFFD}b\u{FFFD}\u{FFFD}\u{FFFD}x"),
                "{text}"
            );
            assert_eq!(
                text.matches('x').count(),
                LONGEST_WORDS - "550 a_b___".len()
            );
        }
    }

    #[test]
    fn other_failures_may_be_tried_again() {
        let refused = io::Error::from(io::ErrorKind::ConnectionRefused);
        assert_eq!(Fault::from(&refused).class().as_str(), "transient_io");
        let refused = generic(refused);
        assert_eq!(Fault::from(&refused).class().as_str(), "transient_io");
        assert_eq!(
            Fault::from_sink(&refused).class().as_str(),
            "dependency_away"
        );
    }
}
