//! Where everything of the private Postgres lies below the data folder.

use std::collections::hash_map::DefaultHasher;
use std::fs;
use std::hash::{Hash, Hasher};
use std::io::{Read, Seek, SeekFrom};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// A Unix socket address holds 107 bytes on Linux and 103 on macOS; the file name `/.s.PGSQL.5432` takes 14 of them.
const LONGEST_SOCKET_FOLDER: usize = 100 - "/.s.PGSQL.5432".len();

/// The log is set aside at a start when it has grown past this many bytes.
const LOG_LIMIT: u64 = 16 << 20;

/// The folders below one data folder.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// The canonical data folder.
    pub data: PathBuf,
    /// `<data>/postgres`: everything of ours.
    pub home: PathBuf,
}

impl Layout {
    /// `data` must be canonical, so that the same folder always has the same socket.
    pub fn new(data: PathBuf) -> Self {
        let home = data.join("postgres");
        Self { data, home }
    }

    /// The database files written by one major version.
    pub fn cluster(&self, major: u32) -> PathBuf {
        self.home.join(major.to_string())
    }

    /// Copies of binaries that the unprivileged user cannot read in place.
    pub fn runtime(&self) -> PathBuf {
        self.home.join("runtime")
    }

    /// What the server writes to standard error.
    pub fn log(&self) -> PathBuf {
        self.home.join("server.log")
    }

    /// A folder short enough for a socket: below the data folder when that is possible, else below `/tmp` under a
    /// name that depends on the data folder alone, so that other commands find a running server.
    pub fn socket_folder(&self) -> PathBuf {
        let near = self.home.join("run");
        if near.as_os_str().as_bytes().len() <= LONGEST_SOCKET_FOLDER {
            return near;
        }
        let mut hasher = DefaultHasher::new();
        self.data.hash(&mut hasher);
        PathBuf::from(format!("/tmp/scenedock-pg-{:016x}", hasher.finish()))
    }

    /// Major versions that have written data here, ascending.
    pub fn majors(&self) -> Vec<u32> {
        let Ok(entries) = fs::read_dir(&self.home) else {
            return Vec::new();
        };
        let mut majors: Vec<u32> = entries
            .filter_map(Result::ok)
            .filter(|entry| entry.path().join("PG_VERSION").is_file() || !readable(&entry.path()))
            .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
            .collect();
        majors.sort_unstable();
        majors
    }

    /// Sets a long log aside; one old log is kept.
    pub fn rotate_log(&self) -> std::io::Result<()> {
        let log = self.log();
        match fs::metadata(&log) {
            Ok(meta) if meta.len() > LOG_LIMIT => fs::rename(&log, self.home.join("server.log.1")),
            _ => Ok(()),
        }
    }

    /// The last two kilobytes of the log, for an error message.
    pub fn log_tail(&self) -> String {
        tail(&self.log()).unwrap_or_default()
    }
}

/// A cluster that another user owns cannot be looked into, but it is there all the same.
fn readable(folder: &Path) -> bool {
    fs::read_dir(folder).is_ok()
}

fn tail(path: &Path) -> std::io::Result<String> {
    let mut file = fs::File::open(path)?;
    let length = file.metadata()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(2048)))?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_data_folder_holds_its_own_socket() {
        let layout = Layout::new(PathBuf::from("/srv/scenedock"));
        assert_eq!(
            layout.socket_folder(),
            Path::new("/srv/scenedock/postgres/run")
        );
    }

    #[test]
    fn a_long_data_folder_gets_a_short_socket_folder_that_is_always_the_same() {
        let long = PathBuf::from(format!("/srv/{}", "卫星".repeat(30)));
        let folder = Layout::new(long.clone()).socket_folder();
        assert!(
            folder.as_os_str().len() <= LONGEST_SOCKET_FOLDER,
            "{folder:?}"
        );
        assert_eq!(folder, Layout::new(long).socket_folder());
    }
}
