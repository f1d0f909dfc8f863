//! What lies in a bucket.

use std::time::Duration;

use bytes::Bytes;
use futures::stream::BoxStream;
use futures::{StreamExt as _, TryStreamExt as _};
use object_store::path::Path;
use object_store::{GetOptions, GetRange, ObjectMeta, ObjectStore as _, ObjectStoreExt as _};
use texts::{Detail, FailureText};

use super::{S3Target, answer};
use crate::error::PushError;
use crate::hosts::PushConfig;
use crate::listing::{BATCH, NameFilter, SourceError, SourceFile};
use crate::spec::TargetSpec;

/// A bucket, and a walk through it in the order of its keys.
pub struct S3Source {
    bucket: S3Target,
    names: NameFilter,
    listing: BoxStream<'static, object_store::Result<ObjectMeta>>,
    silence: Duration,
}

/// An object being read.
pub struct S3Read {
    bytes: BoxStream<'static, object_store::Result<Bytes>>,
    address: String,
    silence: Duration,
}

impl S3Source {
    pub(crate) async fn open(
        spec: &TargetSpec,
        config: &PushConfig,
        names: NameFilter,
        after: Option<&str>,
    ) -> Result<Self, SourceError> {
        let bucket = S3Target::open(spec, config)
            .await
            .map_err(SourceError::of_opening)?;
        let prefix = Path::parse(&bucket.prefix).map_err(|error| bucket.unfit(&error))?;
        let prefix = (!bucket.prefix.is_empty()).then_some(prefix);
        let listing = match after {
            None => bucket.store.list(prefix.as_ref()),
            Some(after) => {
                let after = bucket.key(after)?;
                bucket.store.list_with_offset(prefix.as_ref(), &after)
            }
        };
        Ok(Self {
            bucket,
            names,
            // The last batch ends at its end, and then asks once more.
            listing: listing.fuse().boxed(),
            silence: config.silence,
        })
    }

    pub(crate) async fn next_files(&mut self) -> Result<Option<Vec<SourceFile>>, SourceError> {
        let mut files = Vec::new();
        while files.len() < BATCH {
            let next = tokio::time::timeout(self.silence, self.listing.try_next());
            let found = next
                .await
                .map_err(|_| no_answer(&self.bucket.address))?
                .map_err(|error| self.bucket.explain_place(&error))?;
            let Some(found) = found else {
                break;
            };
            if let Some(file) = self
                .bucket
                .file(found)
                .filter(|file| (self.names)(&file.path))
            {
                files.push(file);
            }
        }
        Ok((!files.is_empty()).then_some(files))
    }

    pub(crate) async fn find(&mut self, path: &str) -> Result<Option<SourceFile>, SourceError> {
        let key = self.bucket.key(path)?;
        match self.bucket.store.head(&key).await {
            Ok(found) => Ok(self.bucket.file(found)),
            Err(object_store::Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(self.bucket.explain_file(&error)),
        }
    }

    pub(crate) async fn read(
        &mut self,
        file: &SourceFile,
        behind: u64,
    ) -> Result<S3Read, SourceError> {
        let options = GetOptions {
            range: (behind > 0).then_some(GetRange::Offset(behind)),
            // What was replaced meanwhile is no end of what was begun.
            if_match: file.etag.clone(),
            ..GetOptions::default()
        };
        let key = self.bucket.key(&file.path)?;
        let found = self.bucket.store.get_opts(&key, options).await;
        let found = found.map_err(|error| self.bucket.explain_file(&error))?;
        if found.meta.size != file.size {
            return Err(SourceError::Changed);
        }
        Ok(S3Read {
            bytes: found.into_stream(),
            address: self.bucket.address.clone(),
            silence: self.silence,
        })
    }
}

impl S3Read {
    pub(crate) async fn next(&mut self) -> Result<Option<Bytes>, SourceError> {
        let next = tokio::time::timeout(self.silence, self.bytes.next()).await;
        let next = next.map_err(|_| no_answer(&self.address))?;
        next.transpose().map_err(|error| match error {
            object_store::Error::Precondition { .. } => SourceError::Changed,
            error => SourceError::Failed(answer_of(&self.address, &error)),
        })
    }
}

impl S3Target {
    /// A name that no object has is that file's fault, and no other's.
    fn key(&self, path: &str) -> Result<Path, SourceError> {
        self.path(path).map_err(|error| match error {
            PushError::Failed(why) => SourceError::Unreadable(why),
            error => SourceError::of_opening(error),
        })
    }

    /// The object below the prefix.
    fn file(&self, found: ObjectMeta) -> Option<SourceFile> {
        let key = found.location.as_ref();
        let below = if self.prefix.is_empty() {
            Some(key)
        } else {
            key.strip_prefix(&self.prefix)
                .and_then(|rest| rest.strip_prefix('/'))
        };
        Some(SourceFile {
            path: below?.to_owned(),
            size: found.size,
            modified: found.last_modified.timestamp_micros(),
            etag: found.e_tag,
            refusal: None,
        })
    }

    fn unfit(&self, error: &object_store::path::Error) -> SourceError {
        SourceError::Failed(answer::quoted(&self.address, error.to_string()))
    }

    /// Why the bucket cannot be looked into.
    fn explain_place(&self, error: &object_store::Error) -> SourceError {
        let status = answer::status(error);
        if matches!(
            error,
            object_store::Error::PermissionDenied { .. }
                | object_store::Error::Unauthenticated { .. }
        ) || matches!(status, Some(401 | 403))
        {
            return SourceError::SignInRefused(answer_of(&self.address, error));
        }
        if matches!(error, object_store::Error::NotFound { .. }) || status == Some(404) {
            return SourceError::NoPlace(self.address.clone());
        }
        SourceError::Failed(answer_of(&self.address, error))
    }

    /// Why an object cannot be had.
    fn explain_file(&self, error: &object_store::Error) -> SourceError {
        match error {
            object_store::Error::PermissionDenied { .. } => {
                SourceError::Unreadable(answer_of(&self.address, error))
            }
            object_store::Error::NotFound { .. } => {
                SourceError::Gone(answer_of(&self.address, error))
            }
            object_store::Error::Precondition { .. } => SourceError::Changed,
            _ => self.explain_place(error),
        }
    }
}

fn no_answer(address: &str) -> SourceError {
    let address = address.to_owned();
    SourceError::Failed(FailureText::NoAnswer { place: address }.into())
}

fn answer_of(address: &str, error: &object_store::Error) -> Detail {
    answer::quoted(address, error.to_string())
}
