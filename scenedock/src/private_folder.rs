//! Folders that nobody but the server's own user may enter: identity papers, password hashes and keys lie there.

use std::fs::{DirBuilder, Permissions};
use std::io;
use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _, PermissionsExt as _};
use std::path::Path;

use rustix::fs::Mode;

/// Everything that this process and its children make from now on is their user's alone (`umask 077`).
pub fn begin() {
    rustix::process::umask(Mode::RWXG | Mode::RWXO);
}

/// Makes the folder and those above it, or closes the one that is there; whether it was open.
///
/// As root the right to pass through (not to list) stays with the folder's group: the private Postgres runs as another
/// user, and has been let in so.
///
/// # Errors
/// What the file system says, also when the folder is another user's.
pub fn make_or_close(folder: &Path) -> io::Result<bool> {
    DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(folder)?;
    let facts = std::fs::metadata(folder)?;
    let let_in = rustix::process::geteuid().is_root() && facts.gid() != 0;
    let allowed = if let_in { 0o710 } else { 0o700 };
    close(folder, allowed)
}

/// Removes all rights of others; the group keeps its own. True if the mode changed.
///
/// # Errors
/// What the file system says.
pub fn close_to_others(folder: &Path) -> io::Result<bool> {
    close(folder, 0o770)
}

fn close(folder: &Path, allowed: u32) -> io::Result<bool> {
    // Set-group-ID and the sticky bit give nobody rights.
    let mode = std::fs::metadata(folder)?.mode() & 0o7777;
    let closed = mode & (allowed | 0o7000);
    if closed == mode {
        return Ok(false);
    }
    std::fs::set_permissions(folder, Permissions::from_mode(closed))?;
    Ok(true)
}

/// Logs what [`make_or_close`] did. A folder that cannot be closed (another user's, or on a disk without rights) is used
/// all the same, with a warning.
pub fn report(folder: &Path, closed: io::Result<bool>) {
    let folder = folder.display();
    match closed {
        Ok(false) => {}
        Ok(true) => {
            tracing::warn!(%folder, "other users could enter this folder; it is closed now");
        }
        Err(error) => {
            tracing::warn!(%folder, %error, "other users may be able to enter this folder; it cannot be closed");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mode(path: &Path) -> u32 {
        std::fs::metadata(path).unwrap().mode() & 0o7777
    }

    #[test]
    fn an_open_folder_is_closed_once_and_a_new_one_is_made_closed() {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path().join("a/b");
        assert!(!make_or_close(&folder).unwrap());
        assert_eq!(mode(&folder), 0o700);
        assert_eq!(mode(&home.path().join("a")), 0o700);
        std::fs::set_permissions(&folder, Permissions::from_mode(0o755)).unwrap();
        assert!(make_or_close(&folder).unwrap());
        assert_eq!(mode(&folder), 0o700);
        assert!(!make_or_close(&folder).unwrap());
    }

    #[test]
    fn a_group_keeps_what_it_was_given_in_a_staging_area() {
        let home = tempfile::tempdir().unwrap();
        std::fs::set_permissions(home.path(), Permissions::from_mode(0o2755)).unwrap();
        assert!(close_to_others(home.path()).unwrap());
        assert_eq!(mode(home.path()), 0o2750);
        assert!(!close_to_others(home.path()).unwrap());
    }
}
