//! Segments are written whole or not at all.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use crate::map::AlignedBytes;
use crate::segment::SegmentDigest;

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
pub fn publish(folder: &Path, bytes: &AlignedBytes) -> io::Result<PathBuf> {
    let digest = bytes.bytes().last_chunk().copied();
    let digest: SegmentDigest = digest.ok_or(io::ErrorKind::InvalidData)?;
    let path = path_of(folder, &digest);
    let mut file = tempfile::Builder::new()
        .prefix(UNFINISHED)
        .tempfile_in(folder)?;
    file.write_all(bytes.bytes())?;
    file.as_file().sync_all()?;
    file.persist(&path)?;
    File::open(folder)?.sync_all()?;
    Ok(path)
}

/// Removes what writers that were killed have left, and segments that nobody needs, while nobody writes there. What is
/// mapped stays readable.
pub fn sweep(folder: &Path, needed: &[SegmentDigest]) -> io::Result<()> {
    let needed: Vec<PathBuf> = needed.iter().map(|it| path_of(folder, it)).collect();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let is_ours = name.starts_with(UNFINISHED) || name.ends_with(ENDING);
        if is_ours && !needed.contains(&path) {
            fs::remove_file(&path)?;
        }
    }
    Ok(())
}
