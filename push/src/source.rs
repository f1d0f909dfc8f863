//! Places of other people that scenes are received from: what lies there, in the order of names, and the bytes of it. Nothing is
//! written there.

use bytes::Bytes;
use domain::push_target::TargetKind;
use texts::FailureText;

use crate::ftp::source::{FtpRead, FtpSource};
use crate::hosts::PushConfig;
use crate::listing::{NameFilter, SourceError, SourceFile};
use crate::s3::source::{S3Read, S3Source};
use crate::spec::TargetSpec;

/// An open session with a source.
pub enum Source {
    /// A session with an FTP server.
    Ftp(Box<FtpSource>),
    /// A client of a bucket.
    S3(Box<S3Source>),
}

/// A file being read.
pub enum SourceRead {
    /// A transfer from an FTP server.
    Ftp(Box<FtpRead>),
    /// A download from a bucket.
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
        names: NameFilter,
        after: Option<&str>,
    ) -> Result<Self, SourceError> {
        match spec.kind {
            TargetKind::Ftp | TargetKind::Ftps => {
                let ftp = FtpSource::open(spec, config, names, after).await?;
                Ok(Self::Ftp(Box::new(ftp)))
            }
            TargetKind::S3 => {
                let s3 = S3Source::open(spec, config, names, after).await?;
                Ok(Self::S3(Box::new(s3)))
            }
            TargetKind::Sftp | TargetKind::Shelf => {
                let scheme = spec.kind.as_str().to_owned();
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
