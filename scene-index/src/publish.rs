//! Segments are written whole or not at all.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use tempfile::NamedTempFile;

use crate::segment::{OpenError, Segment, SegmentDigest};

/// How names of whole segments end.
const ENDING: &str = ".segment";
/// How names of files begin that are being written.
const UNFINISHED: &str = ".unfinished-";

/// Where a segment lies in a folder: its name is its digest.
#[must_use]
pub fn path_of(folder: &Path, digest: &SegmentDigest) -> PathBuf {
    folder.join(hex::encode(digest) + ENDING)
}

/// Writes a segment and says where it lies. It is there under its name only when all its bytes, and the name, are on the
/// disk: a temporary file beside it, fsync, rename, fsync of the folder. Whoever is killed leaves a temporary file.
pub fn publish(folder: &Path, bytes: &[u8]) -> io::Result<PathBuf> {
    let digest = bytes.last_chunk().copied();
    let digest: SegmentDigest = digest.ok_or(io::ErrorKind::InvalidData)?;
    let mut file = unfinished(folder)?;
    file.write_all(bytes)?;
    settle(file, &path_of(folder, &digest))
}

/// A segment whose bytes arrive from elsewhere.
#[derive(Debug)]
pub struct Arriving {
    folder: PathBuf,
    file: NamedTempFile,
}

impl Arriving {
    /// An empty segment, to be filled.
    pub fn begin(folder: &Path) -> io::Result<Self> {
        Ok(Self {
            folder: folder.to_owned(),
            file: unfinished(folder)?,
        })
    }

    /// The next bytes.
    pub fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.file.write_all(bytes)
    }

    /// All bytes are there. They are checked before they get the name; what is not the segment of this digest is removed.
    pub fn settle(self, digest: &SegmentDigest) -> Result<Segment, OpenError> {
        let segment = Segment::open(self.file.path())?;
        if segment.digest() != digest {
            return Err(OpenError::Digest);
        }
        settle(self.file, &path_of(&self.folder, digest))?;
        Ok(segment)
    }
}

fn unfinished(folder: &Path) -> io::Result<NamedTempFile> {
    let mut file = tempfile::Builder::new();
    file.prefix(UNFINISHED).tempfile_in(folder)
}

fn settle(file: NamedTempFile, path: &Path) -> io::Result<PathBuf> {
    file.as_file().sync_all()?;
    file.persist(path)?;
    if let Some(folder) = path.parent() {
        File::open(folder)?.sync_all()?;
    }
    Ok(path.to_owned())
}

/// Removes what writers that were killed have left, and segments that nobody needs, unless they were written since a time.
/// What is mapped stays readable.
pub fn sweep(folder: &Path, needed: &[SegmentDigest], since: SystemTime) -> io::Result<()> {
    let needed: Vec<PathBuf> = needed.iter().map(|it| path_of(folder, it)).collect();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let is_ours = name.starts_with(UNFINISHED) || name.ends_with(ENDING);
        if is_ours && !needed.contains(&path) && entry.metadata()?.modified()? < since {
            fs::remove_file(&path)?;
        }
    }
    Ok(())
}
