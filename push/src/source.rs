//! Places of other people that scenes are received from: what lies there, in the order of names, and the bytes of it. Nothing is
//! written there.

use bytes::Bytes;
use domain::push_target::TargetKind;
use texts::{Detail, FailureText};

use crate::error::PushError;
use crate::ftp::source::{FtpRead, FtpSource};
use crate::hosts::PushConfig;
use crate::s3::source::{S3Read, S3Source};
use crate::spec::TargetSpec;

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
            PushError::NoSpace(what) | PushError::Failed(what) => Self::Failed(what),
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

/// An open session with a source.
pub enum Source {
    /// With an FTP server.
    Ftp(Box<FtpSource>),
    /// With a bucket.
    S3(Box<S3Source>),
}

/// A file being read.
pub enum SourceRead {
    /// From an FTP server.
    Ftp(Box<FtpRead>),
    /// From a bucket.
    S3(S3Read),
}

impl Source {
    /// Signs in, and begins a walk behind the file of this path; `None`: at the beginning.
    ///
    /// # Errors
    /// See [`SourceError`].
    pub async fn open(
        spec: &TargetSpec,
        config: &PushConfig,
        wanted: NameFilter,
        after: Option<&str>,
    ) -> Result<Self, SourceError> {
        match spec.kind {
            TargetKind::Ftp | TargetKind::Ftps => {
                let ftp = FtpSource::open(spec, config, wanted, after).await?;
                Ok(Self::Ftp(Box::new(ftp)))
            }
            TargetKind::S3 => {
                let s3 = S3Source::open(spec, config, wanted, after).await?;
                Ok(Self::S3(Box::new(s3)))
            }
            TargetKind::Sftp => {
                let scheme = "sftp".to_owned();
                Err(SourceError::Refused(
                    FailureText::SchemeNotServed { scheme }.into(),
                ))
            }
        }
    }

    /// The next files of the walk; `None`: that was all.
    ///
    /// # Errors
    /// See [`SourceError`].
    pub async fn next_files(&mut self) -> Result<Option<Vec<SourceFile>>, SourceError> {
        match self {
            Self::Ftp(ftp) => ftp.next_files().await,
            Self::S3(s3) => s3.next_files().await,
        }
    }

    /// A file as it is now; `None`: there is none.
    ///
    /// # Errors
    /// See [`SourceError`].
    pub async fn find(&mut self, path: &str) -> Result<Option<SourceFile>, SourceError> {
        match self {
            Self::Ftp(ftp) => ftp.find(path).await,
            Self::S3(s3) => s3.find(path).await,
        }
    }

    /// Begins to read a file behind so many bytes.
    ///
    /// # Errors
    /// See [`SourceError`].
    pub async fn read(
        &mut self,
        file: &SourceFile,
        behind: u64,
    ) -> Result<SourceRead, SourceError> {
        Ok(match self {
            Self::Ftp(ftp) => SourceRead::Ftp(Box::new(ftp.read(file, behind).await?)),
            Self::S3(s3) => SourceRead::S3(s3.read(file, behind).await?),
        })
    }

    /// Signs out. Politeness only.
    pub async fn close(self) {
        match self {
            Self::Ftp(ftp) => ftp.close().await,
            Self::S3(_) => {}
        }
    }
}

impl SourceRead {
    /// The next bytes; `None`: the source says that it has sent everything.
    ///
    /// # Errors
    /// See [`SourceError`].
    pub async fn next(&mut self) -> Result<Option<Bytes>, SourceError> {
        match self {
            Self::Ftp(ftp) => ftp.next().await,
            Self::S3(s3) => s3.next().await,
        }
    }
}
