//! How large a workbook is once it is unpacked, found out without keeping any of it.

use std::io::{Cursor, Read as _};

use zip::ZipArchive;

use super::TableError;

/// A hundred thousand users with every column take some 80 MB.
pub const MOST_UNPACKED_BYTES: u64 = 100 * 1024 * 1024;
/// Workbooks have some twenty parts.
const MOST_PARTS: usize = 200;

/// Unpacks every part once: what an archive says of its sizes may be a lie.
pub(super) fn check(bytes: &[u8]) -> Result<(), TableError> {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(|_| TableError::Unreadable)?;
    if archive.len() > MOST_PARTS {
        return Err(TableError::Unreadable);
    }
    let mut left = MOST_UNPACKED_BYTES;
    let mut buffer = vec![0; 64 * 1024];
    for at in 0..archive.len() {
        let mut part = archive.by_index(at).map_err(|_| TableError::Unreadable)?;
        loop {
            let read = part.read(&mut buffer).map_err(|_| TableError::Unreadable)?;
            if read == 0 {
                break;
            }
            left = left.checked_sub(read as u64).ok_or(TableError::TooLarge)?;
        }
    }
    Ok(())
}
