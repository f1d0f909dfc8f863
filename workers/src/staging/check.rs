//! Reading a copy back.

use std::collections::HashSet;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use futures::StreamExt;
use storage::regular_file::{self, OpenError};
use texts::FailureText;

use super::{fault, on_disk};
use crate::fault::Fault;
use crate::stream::{ProgressWatch, Sha256Stage, file_blocks};

/// A file of a copy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StagedFile {
    /// Path inside the copy, `/` between folders.
    pub path: String,
    /// Bytes.
    pub size: u64,
    /// SHA-256 of the bytes.
    pub sha256: [u8; 32],
}

/// Reads every file of the copy in `folder` back. It must hold exactly `files`, as plain files.
///
/// # Errors
/// [`Fault::SourceCorrupt`] when something differs, is missing or too much, [`Fault::Cancelled`] on cancellation,
/// otherwise what the disk failed with.
pub async fn check(
    folder: &Path,
    files: &[StagedFile],
    watch: &ProgressWatch,
) -> Result<(), Fault> {
    watch.guard(compare(folder, files, watch)).await
}

async fn compare(folder: &Path, files: &[StagedFile], watch: &ProgressWatch) -> Result<(), Fault> {
    let root = folder.to_owned();
    let found = on_disk(move || names_of(&root)).await?;
    let listed: HashSet<_> = files.iter().map(|file| file.path.clone()).collect();
    if let Some(path) = found.symmetric_difference(&listed).next() {
        return Err(differs(path));
    }
    let mut done = 0;
    for file in files {
        let (size, sha256) = read(&folder.join(&file.path), &mut done, watch).await?;
        if (size, sha256) != (file.size, file.sha256) {
            return Err(differs(&file.path));
        }
    }
    Ok(())
}

async fn read(
    path: &Path,
    done: &mut u64,
    watch: &ProgressWatch,
) -> Result<(u64, [u8; 32]), Fault> {
    let opened = path.to_owned();
    let file = on_disk(move || open(&opened)).await?;
    let mut blocks = file_blocks(file);
    let mut sha256 = Sha256Stage::start();
    let mut size = 0;
    while let Some(block) = blocks.next().await {
        let block = block?;
        size += block.len() as u64;
        *done += block.len() as u64;
        sha256.feed(block).await?;
        watch.report(*done);
    }
    Ok((size, sha256.finish().await?))
}

/// People work in the staging folder: since it was listed a file may have become a pipe.
fn open(path: &Path) -> Result<File, Fault> {
    match regular_file::open(path) {
        Ok((file, _)) => Ok(file),
        Err(OpenError::Io(error)) => Err(fault(path, &error)),
        Err(_) => Err(differs(&path.to_string_lossy())),
    }
}

/// The same, where a copy that is not there at all is told from an area that is away: the copy does not come back by itself.
fn names_of(root: &Path) -> Result<HashSet<String>, Fault> {
    let is_gone = root
        .symlink_metadata()
        .is_err_and(|error| error.kind() == io::ErrorKind::NotFound);
    if is_gone && root.parent().is_some_and(Path::is_dir) {
        return Err(differs(&root.to_string_lossy()));
    }
    names(root)
}

/// Every plain file below `root`; anything else in there is an error.
fn names(root: &Path) -> Result<HashSet<String>, Fault> {
    let mut found = HashSet::new();
    let mut folders: Vec<PathBuf> = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        let entries = std::fs::read_dir(&folder).map_err(|error| fault(&folder, &error))?;
        for entry in entries {
            let entry = entry.map_err(|error| fault(&folder, &error))?;
            let path = entry.path();
            // Of the entry itself: a link is neither.
            let kind = entry.file_type().map_err(|error| fault(&path, &error))?;
            let inside = path
                .strip_prefix(root)
                .ok()
                .and_then(|inside| inside.to_str());
            match inside {
                _ if kind.is_dir() => folders.push(path),
                Some(inside) if kind.is_file() => drop(found.insert(inside.to_owned())),
                _ => return Err(differs(&path.to_string_lossy())),
            }
        }
    }
    Ok(found)
}

fn differs(path: &str) -> Fault {
    let path = path.to_owned();
    Fault::SourceCorrupt(FailureText::StagedDiffers { path }.into())
}
