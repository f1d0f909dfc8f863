//! One session with a target, whatever its kind.

use bytes::Bytes;
use domain::push_target::TargetKind;
use texts::FailureText;

use crate::error::PushError;
use crate::ftp::{FtpTarget, FtpUpload};
use crate::hosts::PushConfig;
use crate::keys::HostKey;
use crate::s3::S3Target;
use crate::s3::upload::{BegunUpload, S3Upload};
use crate::sftp::{SftpTarget, SftpUpload};
use crate::spec::{DigestTally, FileDigest, TargetSpec};

/// An open session.
pub enum Target {
    /// A session with an FTP server.
    Ftp(Box<FtpTarget>),
    /// With a server over SSH.
    Sftp(Box<SftpTarget>),
    /// A client of a bucket.
    S3(S3Target),
}

/// A file being written.
pub enum Upload {
    /// A transfer to an FTP server.
    Ftp(Box<FtpUpload>),
    /// To a server over SSH.
    Sftp(Box<SftpUpload>),
    /// A multipart upload to a bucket.
    S3(S3Upload),
}

impl Target {
    /// Signs in.
    ///
    /// # Errors
    /// See [`PushError`].
    pub async fn open(spec: &TargetSpec, config: &PushConfig) -> Result<Self, PushError> {
        Ok(match spec.kind {
            TargetKind::Ftp | TargetKind::Ftps => {
                Self::Ftp(Box::new(FtpTarget::open(spec, config).await?))
            }
            TargetKind::Sftp => Self::Sftp(Box::new(SftpTarget::open(spec, config).await?)),
            TargetKind::S3 => Self::S3(S3Target::open(spec, config).await?),
            TargetKind::Shelf => return Err(not_spoken_to(spec.kind)),
        })
    }

    /// What the host showed of itself; `None`: this kind shows nothing that could be kept.
    #[must_use]
    pub fn host_key(&self) -> Option<&HostKey> {
        match self {
            Self::Sftp(sftp) => Some(sftp.host_key()),
            Self::Ftp(_) | Self::S3(_) => None,
        }
    }

    /// The name under which a file is written until it is whole. An object of a bucket has none: it appears when it is whole.
    #[must_use]
    pub fn part_of(&self, path: &str) -> String {
        match self {
            Self::Ftp(_) | Self::Sftp(_) => format!("{path}.part"),
            Self::S3(_) => path.to_owned(),
        }
    }

    /// Bytes of a file; `None`: there is none.
    ///
    /// # Errors
    /// See [`PushError`].
    pub async fn size(&mut self, path: &str) -> Result<Option<u64>, PushError> {
        match self {
            Self::Ftp(ftp) => ftp.size(path).await,
            Self::Sftp(sftp) => sftp.size(path).await,
            Self::S3(s3) => s3.size(path).await,
        }
    }

    /// Begins a file of so many bytes under the name of its part, behind what an attempt before this one left there. Answers how
    /// many bytes that is. Of a bucket it takes what was noted of an upload that has begun: [`Upload::begun`]. Where an object of this
    /// size lies there it is not gone on with, and [`Upload::begun`] is `None`: whoever noted it has it taken back.
    ///
    /// # Errors
    /// See [`PushError`]; [`PushError::Lost`]: what was left there is of no use, without it the file can be begun anew.
    pub async fn resume(
        &mut self,
        part: &str,
        size: u64,
        begun: Option<BegunUpload>,
    ) -> Result<(Upload, u64), PushError> {
        let mut behind = match self {
            Self::Ftp(ftp) => ftp.size(part).await?.unwrap_or(0),
            Self::Sftp(sftp) => sftp.size(part).await?.unwrap_or(0),
            Self::S3(s3) => {
                let (upload, behind) = s3.resume(part, size, begun).await?;
                return Ok((Upload::S3(upload), behind));
            }
        };
        if behind > size {
            self.remove(part).await?;
            behind = 0;
        }
        Ok((self.upload(part, behind).await?, behind))
    }

    /// Takes back an upload that has begun and that nobody goes on with. One that is over already is none.
    ///
    /// # Errors
    /// See [`PushError`].
    pub async fn take_back(&mut self, path: &str, id: &str) -> Result<(), PushError> {
        match self {
            Self::Ftp(_) | Self::Sftp(_) => Ok(()),
            Self::S3(s3) => s3.take_back(path, id).await,
        }
    }

    /// Begins to write a file, behind the bytes that are there already. An object of a bucket is kept in memory until it ends: this
    /// is for small ones.
    ///
    /// # Errors
    /// See [`PushError`].
    pub async fn upload(&mut self, path: &str, behind: u64) -> Result<Upload, PushError> {
        Ok(match self {
            Self::Ftp(ftp) => Upload::Ftp(Box::new(ftp.upload(path, behind).await?)),
            Self::Sftp(sftp) => Upload::Sftp(Box::new(sftp.upload(path, behind).await?)),
            Self::S3(s3) => Upload::S3(s3.upload(path)?),
        })
    }

    /// Reads a file back.
    ///
    /// # Errors
    /// See [`PushError`].
    pub async fn digest(&mut self, path: &str) -> Result<FileDigest, PushError> {
        let mut tally = DigestTally::default();
        match self {
            Self::Ftp(ftp) => ftp.read(path, &mut tally).await?,
            Self::Sftp(sftp) => sftp.read(path, &mut tally).await?,
            Self::S3(s3) => s3.read(path, &mut tally).await?,
        }
        Ok(tally.finish())
    }

    /// Gives a file its own name, which nobody else's file has: what lies there is an earlier one of the same, and goes.
    ///
    /// # Errors
    /// See [`PushError`].
    pub async fn rename(&mut self, from: &str, to: &str) -> Result<(), PushError> {
        match self {
            Self::Ftp(ftp) if from != to => ftp.rename(from, to).await,
            Self::Sftp(sftp) if from != to => sftp.rename(from, to).await,
            Self::Ftp(_) | Self::Sftp(_) | Self::S3(_) => Ok(()),
        }
    }

    /// Removes a file.
    ///
    /// # Errors
    /// See [`PushError`].
    pub async fn remove(&mut self, path: &str) -> Result<(), PushError> {
        match self {
            Self::Ftp(ftp) => ftp.remove(path).await,
            Self::Sftp(sftp) => sftp.remove(path).await,
            Self::S3(s3) => s3.remove(path).await,
        }
    }

    /// Signs out. Politeness only.
    pub async fn close(self) {
        match self {
            Self::Ftp(ftp) => ftp.close().await,
            Self::Sftp(sftp) => sftp.close().await,
            Self::S3(_) => {}
        }
    }
}

impl Upload {
    /// The next bytes.
    ///
    /// # Errors
    /// See [`PushError`].
    pub async fn write(&mut self, bytes: Bytes) -> Result<(), PushError> {
        match self {
            Self::Ftp(ftp) => ftp.write(&bytes).await,
            Self::Sftp(sftp) => sftp.write(&bytes).await,
            Self::S3(s3) => s3.write(bytes).await,
        }
    }

    /// What the next attempt has to know to go on with it, where that has to be noted. It grows with what was sent.
    #[must_use]
    pub fn begun(&self) -> Option<&BegunUpload> {
        match self {
            Self::Ftp(_) | Self::Sftp(_) => None,
            Self::S3(s3) => s3.begun(),
        }
    }

    /// Waits until the target says that it has everything.
    ///
    /// # Errors
    /// See [`PushError`].
    pub async fn finish(self) -> Result<(), PushError> {
        match self {
            Self::Ftp(ftp) => ftp.finish().await,
            Self::Sftp(sftp) => sftp.finish().await,
            Self::S3(s3) => s3.finish().await,
        }
    }
}

/// A kind that has no address, and so no session: workers write to it by themselves.
fn not_spoken_to(kind: TargetKind) -> PushError {
    let scheme = kind.as_str().to_owned();
    PushError::Failed(FailureText::SchemeNotServed { scheme }.into())
}

/// What is written to see whether a target works.
const TRIAL: &[u8] =
    b"scenedock writes this file to see whether it can deliver here, and removes it.\n";

/// Writes a small file under this name, gives it another, reads it back and removes it: all that is ever done there.
/// Answers the key that the host showed, where it shows one: whoever saves the target keeps it, and asks for it from then on.
///
/// # Errors
/// The first step that does not work.
pub async fn check(
    spec: &TargetSpec,
    config: &PushConfig,
    name: &str,
) -> Result<Option<HostKey>, PushError> {
    let mut target = Target::open(spec, config).await?;
    let part = target.part_of(name);
    let mut upload = target.upload(&part, 0).await?;
    upload.write(Bytes::from_static(TRIAL)).await?;
    upload.finish().await?;
    target.rename(&part, name).await?;
    let found = target.digest(name).await?;
    target.remove(name).await?;
    let mut expected = DigestTally::default();
    expected.add(TRIAL);
    if found != expected.finish() {
        let path = name.to_owned();
        return Err(PushError::Failed(
            FailureText::TargetDiffers { path }.into(),
        ));
    }
    let met = target.host_key().cloned();
    target.close().await;
    Ok(met)
}
