//! Files that others made: opened without waiting for whoever should write into them.

use std::fs::File;
use std::io;
use std::path::Path;

use rustix::fs::{Mode, OFlags};

/// Why a path is not opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The system refused.
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error("is a folder")]
    Folder,
    /// It is a pipe, a socket or a device: reading it could wait for ever, or have an effect.
    #[error("is not a regular file")]
    Special,
}

/// Opens a regular file for reading, and tells its size in bytes. A pipe without a writer would hold a plain `open` for
/// ever; `O_NONBLOCK` does not wait, and has no effect on regular files (open(2)).
pub fn open(path: &Path) -> Result<(File, u64), OpenError> {
    let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::CLOEXEC | OFlags::NOCTTY;
    let file = match rustix::fs::open(path, flags, Mode::empty()) {
        Ok(file) => File::from(file),
        // What `open` says of a socket.
        Err(rustix::io::Errno::NXIO) => return Err(OpenError::Special),
        Err(error) => return Err(io::Error::from(error).into()),
    };
    let found = file.metadata()?;
    match found.file_type() {
        kind if kind.is_file() => Ok((file, found.len())),
        kind if kind.is_dir() => Err(OpenError::Folder),
        _ => Err(OpenError::Special),
    }
}

impl From<OpenError> for io::Error {
    fn from(error: OpenError) -> Self {
        match error {
            OpenError::Io(error) => error,
            OpenError::Folder => Self::new(io::ErrorKind::IsADirectory, "is a folder"),
            OpenError::Special => Self::new(io::ErrorKind::InvalidInput, "is not a regular file"),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::net::UnixListener;

    use rustix::fs::{CWD, FileType};

    use super::*;

    #[test]
    fn only_regular_files_are_opened_and_nothing_waits() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        std::fs::write(path("file"), "bytes").unwrap();
        assert_eq!(open(&path("file")).unwrap().1, 5);
        assert!(matches!(open(folder.path()), Err(OpenError::Folder)));
        rustix::fs::mknodat(
            CWD,
            path("pipe"),
            FileType::Fifo,
            Mode::RUSR | Mode::WUSR,
            0,
        )
        .unwrap();
        std::os::unix::fs::symlink(path("pipe"), path("link")).unwrap();
        let _socket = UnixListener::bind(path("socket")).unwrap();
        for special in [
            path("pipe"),
            path("link"),
            path("socket"),
            "/dev/zero".into(),
        ] {
            assert!(
                matches!(open(&special), Err(OpenError::Special)),
                "{}",
                special.display()
            );
        }
        let missing = open(&path("none")).map(|_| ()).map_err(io::Error::from);
        assert_eq!(missing.unwrap_err().kind(), io::ErrorKind::NotFound);
    }
}
