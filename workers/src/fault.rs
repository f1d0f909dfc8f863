//! Why a piece of work failed, sorted by what can be done about it.

use std::error::Error as StdError;
use std::io;

use domain::text::is_forbidden;

/// Longest sentence kept with a failure, in characters.
const LONGEST_TEXT: usize = 1000;

/// A failure of a worker's step. The variant decides whether and when the step is tried again; the text inside is
/// what happened, in words for the person who reads the order.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The source has no such file: trying again does not help.
    #[error("source missing: {0}")]
    SourceMissing(String),
    /// The source is not what the catalogue says it is (size, checksum) or cannot be read as what it should be.
    #[error("source corrupt: {0}")]
    SourceCorrupt(String),
    /// The source lies where this installation does not let it be read from.
    #[error("source refused: {0}")]
    SourceRefused(String),
    /// A dependency failed or was slow.
    #[error("transient failure: {0}")]
    TransientIo(String),
    /// A disk, a quota or a bucket is full.
    #[error("no space: {0}")]
    NoSpace(String),
    /// The work was cancelled.
    #[error("cancelled")]
    Cancelled,
    /// Anything nobody foresaw.
    #[error("unexpected failure: {0}")]
    Bug(String),
}

impl Fault {
    /// The class as a stable word for the task ledger.
    #[must_use]
    pub const fn class(&self) -> &'static str {
        match self {
            Self::SourceMissing(_) => "source_missing",
            Self::SourceCorrupt(_) => "source_corrupt",
            Self::SourceRefused(_) => "source_refused",
            Self::TransientIo(_) => "transient_io",
            Self::NoSpace(_) => "no_space",
            Self::Cancelled => "cancelled",
            Self::Bug(_) => "bug",
        }
    }

    /// The plain Chinese sentence that is kept with a failed scene (`flog`).
    #[must_use]
    pub fn text(&self) -> String {
        let text = self.raw_text();
        // A part of it may be what a foreign server said.
        text.chars()
            .take(LONGEST_TEXT)
            .map(|c| {
                if is_forbidden(c, true) {
                    char::REPLACEMENT_CHARACTER
                } else {
                    c
                }
            })
            .collect()
    }

    fn raw_text(&self) -> String {
        match self {
            Self::SourceMissing(what) => format!("归档文件不存在：{what}"),
            Self::SourceCorrupt(what) => format!("数据与目录记录不符或已损坏：{what}"),
            Self::SourceRefused(what) => format!("归档地址未获允许，请联系管理员：{what}"),
            Self::TransientIo(what) => format!("读写失败：{what}"),
            Self::NoSpace(what) => format!("存储空间不足：{what}"),
            Self::Cancelled => "数据准备已取消".to_owned(),
            Self::Bug(what) => format!("程序内部错误，请联系管理员：{what}"),
        }
    }

    /// The fault behind an error of the store that is *written to*. There a missing bucket or folder is a dependency
    /// out of order, not a missing source.
    #[must_use]
    pub fn from_sink(error: &object_store::Error) -> Self {
        match Self::from(error) {
            Self::SourceMissing(what) | Self::SourceCorrupt(what) => Self::TransientIo(what),
            other => other,
        }
    }
}

impl From<&object_store::Error> for Fault {
    fn from(error: &object_store::Error) -> Self {
        let text = error.to_string();
        if is_out_of_space(error) {
            return Self::NoSpace(text);
        }
        match error {
            object_store::Error::NotFound { path, .. } => Self::SourceMissing(path.clone()),
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
        let text = error.to_string();
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
            assert_eq!(Fault::from(&plain).class(), "no_space");
            let wrapped = io::Error::other(io::Error::from_raw_os_error(errno));
            assert_eq!(Fault::from(&wrapped).class(), "no_space");
            let stored = generic(io::Error::from_raw_os_error(errno));
            assert_eq!(Fault::from(&stored).class(), "no_space");
        }
        let minio = generic(io::Error::other("<Code>XMinioStorageFull</Code>"));
        assert_eq!(Fault::from(&minio).class(), "no_space");
    }

    #[test]
    fn a_missing_object_is_a_missing_source_only_when_it_is_read() {
        let error = object_store::Error::NotFound {
            path: "a/b".into(),
            source: Box::new(io::Error::other("404")),
        };
        assert_eq!(Fault::from(&error), Fault::SourceMissing("a/b".into()));
        assert_eq!(Fault::from_sink(&error), Fault::TransientIo("a/b".into()));
    }

    #[test]
    fn what_a_foreign_server_says_is_made_fit_to_be_kept() {
        let said = format!("550 a\0b\r\n\u{202E}{}", "x".repeat(100_000));
        let text = Fault::TransientIo(said).text();
        assert!(text.starts_with("读写失败：550 a\u{FFFD}b\u{FFFD}\u{FFFD}\u{FFFD}x"));
        assert_eq!(text.chars().count(), LONGEST_TEXT);
    }

    #[test]
    fn other_failures_may_be_tried_again() {
        let refused = io::Error::from(io::ErrorKind::ConnectionRefused);
        assert_eq!(Fault::from(&refused).class(), "transient_io");
        assert_eq!(Fault::from(&generic(refused)).class(), "transient_io");
    }
}
