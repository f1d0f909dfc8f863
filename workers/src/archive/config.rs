//! Settings of the archives.

use std::path::PathBuf;
use std::time::Duration;

use domain::archive_host::ArchiveHosts;
use url::Url;

/// What may be opened and how long it may take.
#[derive(Debug, Clone)]
pub struct ArchiveConfig {
    /// Folders below which `file://` locations may lie. Empty: no local archive.
    pub file_roots: Vec<PathBuf>,
    /// Where files are kept that were fetched to be received; absolute, the same folder for every process. It may be read as the roots may.
    pub received: PathBuf,
    /// Hosts and buckets that archives may lie on. Empty: no archive on the network.
    pub hosts: ArchiveHosts,
    /// Longest wait for a connection, and for each single reply before the first byte.
    pub connect: Duration,
    /// Longest silence between two pieces of data. There is no limit on the whole transfer: a tape robot may be slow.
    pub silence: Duration,
}

impl ArchiveConfig {
    /// The addresses of the folders that are read from, by which scenes below them are told apart; each ends in a slash.
    #[must_use]
    pub fn folder_addresses(&self) -> Vec<String> {
        let folders = self.file_roots.iter().chain([&self.received]);
        // One that is not absolute has no address.
        let addresses = folders.filter_map(|folder| Url::from_directory_path(folder).ok());
        addresses.map(String::from).collect()
    }
}

impl Default for ArchiveConfig {
    fn default() -> Self {
        Self {
            file_roots: Vec::new(),
            received: PathBuf::new(),
            hosts: ArchiveHosts::default(),
            connect: Duration::from_secs(20),
            silence: Duration::from_mins(1),
        }
    }
}
