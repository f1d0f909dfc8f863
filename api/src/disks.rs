//! Whether there is room where this process writes.

use std::path::PathBuf;

/// Bytes that are to be free where things are written. A database that finds no more room ends its sessions.
const LEAST_FREE: u64 = 64 << 20;

/// Folders that things are written to.
#[derive(Debug, Clone)]
pub struct Disks {
    pub folders: Vec<PathBuf>,
    /// Bytes that are to be free in each.
    pub least_free: u64,
}

impl Default for Disks {
    fn default() -> Self {
        Self {
            folders: Vec::new(),
            least_free: LEAST_FREE,
        }
    }
}

impl Disks {
    /// Bytes that are free in the folder that has the least; `None`: nothing is written, or a folder cannot be looked at.
    #[must_use]
    pub fn least_free_now(&self) -> Option<u64> {
        let free = self.folders.iter().map(|folder| {
            let disk = rustix::fs::statvfs(folder).ok()?;
            Some(disk.f_bavail.saturating_mul(disk.f_frsize))
        });
        free.collect::<Option<Vec<u64>>>()?.into_iter().min()
    }

    /// A folder that cannot be looked at has no room.
    #[must_use]
    pub fn have_room(&self) -> bool {
        self.folders.iter().all(|folder| {
            rustix::fs::statvfs(folder)
                .is_ok_and(|disk| disk.f_bavail.saturating_mul(disk.f_frsize) >= self.least_free)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_disk_without_room_is_told_from_one_that_has_some() {
        let disks = |least_free| Disks {
            folders: vec![std::env::temp_dir()],
            least_free,
        };
        assert!(disks(1).have_room());
        assert!(disks(1).least_free_now() > Some(1));
        assert!(!disks(u64::MAX).have_room());
        assert!(Disks::default().have_room(), "nothing is written");
        assert_eq!(Disks::default().least_free_now(), None);
        let gone = Disks {
            folders: vec!["/nowhere/at/all".into()],
            least_free: 1,
        };
        assert!(!gone.have_room());
        assert_eq!(gone.least_free_now(), None);
    }
}
