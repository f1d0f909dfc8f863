//! Archives in folders of this machine, mounts included.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use storage::regular_file::{self, OpenError};
use texts::FailureText;
use url::Url;

use super::object::ArchiveObject;
use super::{ArchiveConfig, ArchiveError};
use crate::stream::file_blocks;

pub(super) async fn open(url: &Url, config: &ArchiveConfig) -> Result<ArchiveObject, ArchiveError> {
    let (file, size) = open_plain(url, config).await?;
    Ok(ArchiveObject {
        size,
        stream: file_blocks(file),
    })
}

/// The file itself, and its size.
pub(super) async fn open_plain(
    url: &Url,
    config: &ArchiveConfig,
) -> Result<(File, u64), ArchiveError> {
    let path = url.to_file_path().map_err(|()| {
        let url = url.to_string();
        ArchiveError::Unsupported(FailureText::NotALocalFile { url }.into())
    })?;
    let roots = LocalRoots::allowed_by(config);
    // A sleeping network mount may block for long: never on the runtime's own threads, and not for ever.
    let opening = tokio::task::spawn_blocking(move || open_below(&path, &roots));
    let opened = tokio::time::timeout(config.connect, opening)
        .await
        .map_err(|_| {
            let address = url.to_string();
            ArchiveError::Away(FailureText::NoAnswer { place: address }.into())
        })?;
    opened.map_err(|e| ArchiveError::Transient(e.to_string().into()))?
}

fn open_below(path: &Path, roots: &LocalRoots) -> Result<(File, u64), ArchiveError> {
    // Resolved before it is compared, so that neither `..` nor a symbolic link leads out of the roots.
    let real =
        fs::canonicalize(path).map_err(|e| away(path, roots).unwrap_or(explain(path, &e)))?;
    if !is_below(&real, roots) {
        return Err(ArchiveError::Refused(
            FailureText::OutsideRoots {
                path: display_path(path),
            }
            .into(),
        ));
    }
    regular_file::open(&real).map_err(|error| match error {
        OpenError::Io(error) => explain(path, &error),
        OpenError::Folder => unreadable(FailureText::IsAFolder {
            place: display_path(path),
        }),
        OpenError::Special => unreadable(FailureText::IsNotARegularFile {
            place: display_path(path),
        }),
    })
}

/// Folders that may be read.
#[derive(Clone)]
pub(crate) struct LocalRoots {
    archives: Vec<PathBuf>,
    received: PathBuf,
}

impl LocalRoots {
    /// The folders that the settings allow.
    pub(crate) fn allowed_by(config: &ArchiveConfig) -> Self {
        Self {
            archives: config.file_roots.clone(),
            received: config.received.clone(),
        }
    }
}

/// The folder at `path`, resolved, if it lies below a root. Call it where one may wait.
pub(crate) fn folder_below(path: &Path, roots: &LocalRoots) -> Result<PathBuf, ArchiveError> {
    let real =
        fs::canonicalize(path).map_err(|e| away(path, roots).unwrap_or(explain(path, &e)))?;
    if !is_below(&real, roots) {
        let path = display_path(path);
        return Err(ArchiveError::Refused(
            FailureText::OutsideRoots { path }.into(),
        ));
    }
    fs::read_dir(&real).map_err(|error| explain(path, &error))?;
    Ok(real)
}

/// A root that is not there, or that is the empty place of a mount: what should lie below it is not missing.
fn away(path: &Path, roots: &LocalRoots) -> Option<ArchiveError> {
    // Our own is empty until something was received.
    if is_received(path, roots) {
        return None;
    }
    let roots = &roots.archives;
    let named = roots.iter().any(|root| path.starts_with(root));
    let root = roots
        .iter()
        .filter(|root| !named || path.starts_with(root))
        .find(|root| {
            fs::read_dir(root).is_ok_and(|mut inside| inside.next().is_none()) || !root.is_dir()
        })?;
    // Applicants read why a scene fails: where the archive lies is the log's.
    tracing::warn!(root = %root.display(), "a folder of the archive is away");
    Some(ArchiveError::Away(FailureText::RootAway.into()))
}

fn is_received(path: &Path, roots: &LocalRoots) -> bool {
    let received = &roots.received;
    !received.as_os_str().is_empty() && path.starts_with(received)
}

fn is_below(real: &Path, roots: &LocalRoots) -> bool {
    let received = Some(&roots.received).filter(|folder| !folder.as_os_str().is_empty());
    roots
        .archives
        .iter()
        .chain(received)
        .filter_map(|root| fs::canonicalize(root).ok())
        .any(|root| real.starts_with(root))
}

fn explain(path: &Path, error: &io::Error) -> ArchiveError {
    match error.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => {
            ArchiveError::Missing(display_path(path).into())
        }
        io::ErrorKind::PermissionDenied => unreadable(FailureText::NoPermission {
            place: display_path(path),
        }),
        io::ErrorKind::InvalidInput => unreadable(FailureText::PathInvalid {
            place: display_path(path),
        }),
        _ => ArchiveError::transient_at(display_path(path), error.to_string()),
    }
}

fn unreadable(why: FailureText) -> ArchiveError {
    ArchiveError::Unreadable(why.into())
}

fn display_path(path: &Path) -> String {
    path.display().to_string()
}
