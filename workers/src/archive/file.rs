//! Archives in folders of this machine, mounts included.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use storage::regular_file::{self, OpenError};
use url::Url;

use super::{ArchiveConfig, ArchiveError, ArchiveObject};
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
    let path = url
        .to_file_path()
        .map_err(|()| ArchiveError::Unsupported(format!("不是本机文件地址 {url}")))?;
    let roots = config.file_roots.clone();
    // A sleeping network mount may block for long: never on the runtime's own threads, and not for ever.
    let opening = tokio::task::spawn_blocking(move || open_below(&path, &roots));
    let opened = tokio::time::timeout(config.connect, opening)
        .await
        .map_err(|_| ArchiveError::Transient(format!("{url} 没有应答")))?;
    opened.map_err(|e| ArchiveError::Transient(e.to_string()))?
}

fn open_below(path: &Path, roots: &[PathBuf]) -> Result<(File, u64), ArchiveError> {
    // Resolved before it is compared, so that neither `..` nor a symbolic link leads out of the roots.
    let real = fs::canonicalize(path).map_err(|e| explain(path, &e))?;
    if !is_below(&real, roots) {
        return Err(ArchiveError::Refused(format!(
            "{} 不在 ARCHIVE_ROOTS 的目录内",
            path.display()
        )));
    }
    regular_file::open(&real).map_err(|error| match error {
        OpenError::Io(error) => explain(path, &error),
        other => unreadable(path, &other.to_string()),
    })
}

fn is_below(real: &Path, roots: &[PathBuf]) -> bool {
    roots
        .iter()
        .filter_map(|root| fs::canonicalize(root).ok())
        .any(|root| real.starts_with(root))
}

fn explain(path: &Path, error: &io::Error) -> ArchiveError {
    match error.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => {
            ArchiveError::Missing(path.display().to_string())
        }
        io::ErrorKind::PermissionDenied => unreadable(path, "没有读取权限"),
        io::ErrorKind::InvalidInput => unreadable(path, "路径无效"),
        _ => ArchiveError::Transient(format!("{}：{error}", path.display())),
    }
}

fn unreadable(path: &Path, why: &str) -> ArchiveError {
    ArchiveError::Unreadable(format!("{} {why}", path.display()))
}
